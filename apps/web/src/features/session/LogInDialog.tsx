import type { AppleOutcome } from '@parvis/contract/apple.ts'
import type { CommunityType } from '@parvis/contract/community.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError } from '#web/kernel/http/api.ts'
import { useOnScreenKeyboard } from '#web/kernel/screen/on-screen-keyboard.ts'
import { hasAppleSheet } from '#web/kernel/shell/apple-sheet.ts'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { storedText } from '#web/kernel/device/stored.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { onChunkLoadFailed } from '#web/ui/on-chunk-load-failed.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import { useApple } from './apple.mutations.ts'
import { clearAppleRedirect, findAppleRedirect } from './apple-redirect.ts'
import { AppleEntry } from './components/AppleEntry.tsx'
import { CodeForm } from './components/CodeForm.tsx'
import { SignedInElsewhere } from './components/SignedInElsewhere.tsx'
import { ForgottenForm } from './components/ForgottenForm.tsx'
import { LinkEntry } from './components/LinkEntry.tsx'
import { LogInForm, type SendWithCode } from './components/LogInForm.tsx'
import { RegisterForm } from './components/RegisterForm.tsx'
import { SentDialog, type SentMail } from './components/SentDialog.tsx'
import { canRegister } from './link-keys.ts'
import { isUnknownUser, popupOf, entryErrorOf, type Popup } from './login-errors.ts'
import { useRemovedUnsent } from './removed-unsent.ts'
import type { SessionEndReason } from './session.queries.ts'
import { useEntryPoint } from './use-entry-point.tsx'
import css from './components/EntryForm.module.css'

export interface LogInDialogProps {
  community: {
    _id: string
    name: string
    logoUri: string | null
    communitytype: CommunityType
    needRegisterKey: boolean
    abilities: { register: boolean; enterAsGuest: boolean; signInWithApple: boolean }
  }
  /** Why the previous session ended, unless its owner ended it. */
  ended?: SessionEndReason
  /** An existing session: of a guest of this community, or of anybody in another one. */
  session: SessionUser | null
  /** Token of the link that led here. Used only on a tap, because mail scanners open links. */
  token: string | null
  /** The registration key of a link. */
  linkKey: string | null
  /** Opens the registration tab first, where registration is possible. */
  registers: boolean
  /** A message shown first: what the user has to do next. */
  popup: Popup | null
  /** The outcome of a redirect to Apple that just ended. */
  apple: AppleOutcome | null
  /** The path to return to after the log-in. */
  next: string | undefined
  onClose: () => void
  /** Called with the slug of their own community when signed-in users return to it. */
  onStay: (home: string) => void
  /** Called when the token of the link is used up or not wanted. */
  onLinkDone: () => void
  onPopupRead: (popup: Popup) => void
  onAppleRead: () => void
  onEntered: (user: SessionUser) => void
}

type Tab = 'login' | 'register'
/** What the dialog shows: its tabs, or a view that one of them leads to. */
type View = 'tabs' | 'forgotten' | 'code' | 'link' | 'apple' | 'factor'

/** Loaded on demand, because few users have a second factor. */
const loadFactor = async () =>
  (await Promise.all([import('./components/FactorForm.tsx'), loadTexts('factor')]))[0].FactorForm

const emailOf = (login: string) => (login.includes('@') ? login.trim() : '')

export const LogInDialog = (props: LogInDialogProps) => {
  const { community, ended, session, token, linkKey, registers, next } = props
  const { t, explain } = useText()
  const entryPoint = useEntryPoint(community, session)
  const { entryError, otherSession } = entryPoint
  const removedText = useRemovedUnsent()
  const isSignedIn = session !== null && session.role !== 'guest'
  const isKeyboardOpen = useOnScreenKeyboard()
  const canRegisterHere = canRegister(community, linkKey)
  const [apple, setApple] = useState(props.apple)
  const [appleRedirect] = useState(() => apple && findAppleRedirect(community._id))
  const [tab, setTab] = useState<Tab>((appleRedirect ? appleRedirect.registers : registers) ? 'register' : 'login')
  const [view, setView] = useState<View>(apple === 'back' ? 'apple' : token ? 'link' : 'tabs')
  const [login, setLogin] = useState(() => storedText('emailOrPseudo') ?? '')
  /** The e-mail for registration or a new password. A stored e-mail may belong to another community. */
  const [email, setEmail] = useState(() => (registers ? emailOf(login) : ''))
  const [sent, setSent] = useState<SentMail | null>(props.popup && { popup: props.popup, email: '' })
  const [factor, setFactor] = useState<{ Form: Awaited<ReturnType<typeof loadFactor>>; send: SendWithCode } | null>(
    null,
  )
  const [latestToken, setLatestToken] = useState(token)
  // In the apps a mailed link can open while the dialog is shown; the link takes precedence.
  if (token !== latestToken) {
    setLatestToken(token)
    if (token) {
      setSent(null)
      setView('link')
    }
  }
  const activeTab: Tab = canRegisterHere ? tab : 'login'
  const container = useRef<HTMLDivElement>(null)
  const previousView = useRef(view)
  // The element that had the focus was unmounted with the previous view.
  useEffect(() => {
    if (view === previousView.current) return
    previousView.current = view
    container.current?.querySelector<HTMLElement>('input, button')?.focus()
  }, [view])

  const showView = (to: View, at: Tab = tab, address = email || emailOf(login)) => {
    entryPoint.clear()
    setApple(null)
    if (to !== 'link' && token) props.onLinkDone()
    if (to === 'forgotten' || at === 'register') setEmail(address)
    setView(to)
    setTab(at)
  }
  const handleError = (error: unknown) => {
    const popup = popupOf(error)
    const atLogIn = view === 'factor' || (view === 'tabs' && activeTab === 'login')
    if (popup) return setSent({ popup, email: atLogIn ? emailOf(login) : email, ...(atLogIn && { isKnown: true }) })
    if (isUnknownUser(error) && canRegisterHere) showView('tabs', 'register', (atLogIn && emailOf(login)) || email)
    entryPoint.showError(entryErrorOf(error))
  }
  const showFactorForm = (send: SendWithCode) =>
    loadFactor().then(Form => {
      entryPoint.clear()
      setFactor({ Form, send })
      setApple(null)
      setView('factor')
    }, onChunkLoadFailed)
  const appleLogIn = useApple(community, apple === 'back', {
    onEntered: props.onEntered,
    onFactor: send => void showFactorForm(send),
    onCancelled: () => setApple('cancelled'),
    onFailed: error => {
      setApple(null)
      setView('tabs')
      const popup = popupOf(error)
      // The e-mail in the form may differ from the one that Apple knows.
      if (popup) setSent({ popup, email: '' })
      else handleError(error)
    },
  })
  const readApple = useEffectEvent((outcome: AppleOutcome) => {
    clearAppleRedirect()
    props.onAppleRead()
    if (outcome === 'failed') entryPoint.showError(entryErrorOf(new ApiError('appleerror', 401)))
  })
  // The outcome is shown once, and removed from the tab and its history.
  useEffect(() => {
    if (props.apple) readApple(props.apple)
  }, [props.apple])
  const showSent = (sending: SentMail) => {
    if (sending.popup !== 'popup3') setLogin(sending.email)
    setSent(sending)
  }
  const dismissSent = ({ popup }: SentMail) => {
    setSent(null)
    showView('tabs', 'login')
    props.onPopupRead(popup)
  }
  if (sent)
    return (
      <SentDialog
        sentMail={sent}
        community={community}
        isSignedIn={isSignedIn}
        onRead={() => dismissSent(sent)}
        onRegister={
          canRegisterHere
            ? () => {
                setSent(null)
                showView('tabs', 'register')
              }
            : undefined
        }
      />
    )

  const overline =
    view === 'forgotten'
      ? t('entry.forgotten.to')
      : view === 'code' || view === 'factor' || (view === 'tabs' && !canRegisterHere)
        ? t('entry.login.to')
        : undefined
  const formProps = {
    community,
    entryPoint,
    onEntered: props.onEntered,
    onFailed: handleError,
    onFactor: (send: SendWithCode) => void showFactorForm(send),
    // Apple cannot redirect back into an app, so apps need the native sheet.
    apple: community.abilities.signInWithApple && (!import.meta.env.VITE_SERVER || hasAppleSheet()) ? appleLogIn : null,
    next,
  }
  return (
    <>
      <Dialog
        title={community.name}
        overline={overline}
        onClose={props.onClose}
        hasRoute
        size="l"
        picture={
          isKeyboardOpen ? undefined : <Avatar name={community.name} photoUri={community.logoUri} shape="place" />
        }
      >
        {canRegisterHere && view === 'tabs' && (
          <Segmented
            label={t('entry.tabs')}
            options={[
              { value: 'login', label: t('entry.login.title') },
              { value: 'register', label: t('entry.register.tab') },
            ]}
            value={activeTab}
            onChange={to => showView('tabs', to)}
          />
        )}
        {!canRegisterHere && view === 'tabs' && (
          <Notice kind="calm" icon="info">
            {t('community.invited', { type: community.communitytype })}
          </Notice>
        )}
        {entryError?.place === 'form' && (
          <Notice key={entryPoint.attempt} kind="danger" icon="circle-alert">
            {!canRegisterHere && isUnknownUser(entryError.error)
              ? t(`entry.login.${entryError.error.key}`)
              : explain(entryError.error)}
          </Notice>
        )}
        {otherSession && (
          <SignedInElsewhere
            session={otherSession}
            community={community}
            registers={activeTab === 'register'}
            onStay={props.onStay}
          />
        )}
        {apple === 'cancelled' && !entryError && view === 'tabs' && (
          <Notice icon="triangle-alert">{t('entry.apple.cancelled')}</Notice>
        )}
        {ended && !entryError && view === 'tabs' && (
          <Notice kind="calm" icon="info">
            {t(`entry.ended.${ended}`)}
          </Notice>
        )}
        {next && !session && !ended && !entryError && view === 'tabs' && (
          <Notice icon="triangle-alert">{t('errors.nosession')}</Notice>
        )}
        {removedText && !session && !entryError && view === 'tabs' && (
          <Notice kind="calm" icon="info">
            {removedText}
          </Notice>
        )}
        <div ref={container} className={css.part}>
          {view === 'link' && token && (
            <LinkEntry
              {...formProps}
              token={token}
              onRegister={canRegisterHere ? () => showView('tabs', 'register') : undefined}
              onForgotten={() => showView('forgotten')}
              onLogIn={() => showView('tabs', 'login')}
              onStay={isSignedIn && !otherSession ? () => props.onStay(session.customUri) : undefined}
            />
          )}
          {view === 'apple' && (
            <AppleEntry onEnter={() => appleLogIn.enter(appleRedirect ?? { registers: false, registerkey: '' })} />
          )}
          {view === 'factor' && factor && (
            <factor.Form {...formProps} send={factor.send} onBack={() => showView('tabs', 'login')} />
          )}
          {view === 'code' && <CodeForm {...formProps} onBack={() => showView('tabs', 'login')} />}
          {view === 'forgotten' && (
            <ForgottenForm
              {...formProps}
              email={email}
              onEmail={setEmail}
              onSent={showSent}
              onBack={() => showView('tabs', 'login')}
            />
          )}
          {view === 'tabs' && activeTab === 'login' && (
            <LogInForm
              {...formProps}
              login={login}
              onLogin={setLogin}
              onForgotten={() => showView('forgotten', tab, login.trim() ? emailOf(login) : email)}
              onCode={() => showView('code')}
            />
          )}
          {view === 'tabs' && activeTab === 'register' && (
            <RegisterForm
              {...formProps}
              email={email}
              onEmail={setEmail}
              linkKey={linkKey}
              guests={community.abilities.enterAsGuest && (otherSession !== null || !session)}
              canShowTips={!entryError && !otherSession && !ended && !apple}
              appleRedirect={appleRedirect}
              onSent={showSent}
            />
          )}
        </div>
      </Dialog>
      {entryPoint.question}
    </>
  )
}
