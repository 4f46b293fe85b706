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
import { onLostPart } from '#web/ui/lost-part.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import { useApple } from './apple.mutations.ts'
import { endTrip, tripTo } from './apple-trip.ts'
import { AppleDoor } from './components/AppleDoor.tsx'
import { CodeForm } from './components/CodeForm.tsx'
import { SignedInElsewhere } from './components/Elsewhere.tsx'
import { ForgottenForm } from './components/ForgottenForm.tsx'
import { LinkDoor } from './components/LinkDoor.tsx'
import { LogInForm, type SendWithCode } from './components/LogInForm.tsx'
import { RegisterForm } from './components/RegisterForm.tsx'
import { Sent, type Sending } from './components/Sent.tsx'
import { mayRegister } from './link-keys.ts'
import { isForStrangers, popupIn, troubleOf, type Popup } from './login-errors.ts'
import { useRemovedUnsent } from './removed-unsent.ts'
import type { Ended } from './session.queries.ts'
import { useDoor } from './use-door.tsx'
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
  ended?: Ended
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
  /** Signed-in users return to their own community, given by its slug. */
  onStay: (home: string) => void
  /** The token of the link is used up or not wanted. */
  onLinkDone: () => void
  onPopupRead: (popup: Popup) => void
  onAppleRead: () => void
  onEntered: (user: SessionUser) => void
}

type Tab = 'login' | 'register'
/** What the dialog shows: its tabs, or a view that one of them leads to. */
type Part = 'tabs' | 'forgotten' | 'code' | 'link' | 'apple' | 'factor'

/** Loaded on demand, because few users have a second factor. */
const loadFactor = async () =>
  (await Promise.all([import('./components/FactorForm.tsx'), loadTexts('factor')]))[0].FactorForm

const emailIn = (login: string) => (login.includes('@') ? login.trim() : '')

export const LogInDialog = (props: LogInDialogProps) => {
  const { community, ended, session, token, linkKey, registers, next } = props
  const { t, explain } = useText()
  const door = useDoor(community, session)
  const { trouble, elsewhere } = door
  const removed = useRemovedUnsent()
  const isSignedIn = session !== null && session.role !== 'guest'
  const keyboard = useOnScreenKeyboard()
  const open = mayRegister(community, linkKey)
  const [apple, setApple] = useState(props.apple)
  const [trip] = useState(() => apple && tripTo(community._id))
  const [tab, setTab] = useState<Tab>((trip ? trip.registers : registers) ? 'register' : 'login')
  const [part, setPart] = useState<Part>(apple === 'back' ? 'apple' : token ? 'link' : 'tabs')
  const [login, setLogin] = useState(() => storedText('emailOrPseudo') ?? '')
  /** The e-mail for registration or a new password. A stored one may belong to another community. */
  const [email, setEmail] = useState(() => (registers ? emailIn(login) : ''))
  const [sent, setSent] = useState<Sending | null>(props.popup && { popup: props.popup, email: '' })
  const [factor, setFactor] = useState<{ Form: Awaited<ReturnType<typeof loadFactor>>; send: SendWithCode } | null>(
    null,
  )
  const [latestToken, setLatestToken] = useState(token)
  // In the apps a link from a mail can open while the dialog is shown; it takes precedence.
  if (token !== latestToken) {
    setLatestToken(token)
    if (token) {
      setSent(null)
      setPart('link')
    }
  }
  const shown: Tab = open ? tab : 'login'
  const shownPart = useRef<HTMLDivElement>(null)
  const partBefore = useRef(part)
  // The element that had the focus was unmounted with the previous view.
  useEffect(() => {
    if (part === partBefore.current) return
    partBefore.current = part
    shownPart.current?.querySelector<HTMLElement>('input, button')?.focus()
  }, [part])

  const go = (to: Part, at: Tab = tab, address = email || emailIn(login)) => {
    door.clear()
    setApple(null)
    if (to !== 'link' && token) props.onLinkDone()
    if (to === 'forgotten' || at === 'register') setEmail(address)
    setPart(to)
    setTab(at)
  }
  const fail = (error: unknown) => {
    const popup = popupIn(error)
    const atLogIn = part === 'factor' || (part === 'tabs' && shown === 'login')
    if (popup) return setSent({ popup, email: atLogIn ? emailIn(login) : email, ...(atLogIn && { isKnown: true }) })
    if (isForStrangers(error) && open) go('tabs', 'register', (atLogIn && emailIn(login)) || email)
    door.stumble(troubleOf(error))
  }
  const askFactor = (send: SendWithCode) =>
    loadFactor().then(Form => {
      door.clear()
      setFactor({ Form, send })
      setApple(null)
      setPart('factor')
    }, onLostPart)
  const withApple = useApple(community, apple === 'back', {
    onEntered: props.onEntered,
    onFactor: send => void askFactor(send),
    onCancelled: () => setApple('cancelled'),
    onFailed: error => {
      setApple(null)
      setPart('tabs')
      const popup = popupIn(error)
      // The address in the form need not be the one that Apple knows.
      if (popup) setSent({ popup, email: '' })
      else fail(error)
    },
  })
  const readApple = useEffectEvent((outcome: AppleOutcome) => {
    endTrip()
    props.onAppleRead()
    if (outcome === 'failed') door.stumble(troubleOf(new ApiError('appleerror', 401)))
  })
  // The outcome is shown here and removed from the tab and its history.
  useEffect(() => {
    if (props.apple) readApple(props.apple)
  }, [props.apple])
  const tell = (sending: Sending) => {
    if (sending.popup !== 'popup3') setLogin(sending.email)
    setSent(sending)
  }
  const read = ({ popup }: Sending) => {
    setSent(null)
    go('tabs', 'login')
    props.onPopupRead(popup)
  }
  if (sent)
    return (
      <Sent
        sending={sent}
        community={community}
        isSignedIn={isSignedIn}
        onRead={() => read(sent)}
        onRegister={
          open
            ? () => {
                setSent(null)
                go('tabs', 'register')
              }
            : undefined
        }
      />
    )

  const over =
    part === 'forgotten'
      ? t('entry.forgotten.to')
      : part === 'code' || part === 'factor' || (part === 'tabs' && !open)
        ? t('entry.login.to')
        : undefined
  const form = {
    community,
    door,
    onEntered: props.onEntered,
    onFailed: fail,
    onFactor: (send: SendWithCode) => void askFactor(send),
    // Apple cannot redirect back into an app, so apps need the native sheet.
    apple: community.abilities.signInWithApple && (!import.meta.env.VITE_SERVER || hasAppleSheet()) ? withApple : null,
    next,
  }
  return (
    <>
      <Dialog
        title={community.name}
        over={over}
        onClose={props.onClose}
        addressed
        size="l"
        picture={keyboard ? undefined : <Avatar name={community.name} photoUri={community.logoUri} shape="place" />}
      >
        {open && part === 'tabs' && (
          <Segmented
            label={t('entry.tabs')}
            options={[
              { value: 'login', label: t('entry.login.title') },
              { value: 'register', label: t('entry.register.tab') },
            ]}
            value={shown}
            onChange={to => go('tabs', to)}
          />
        )}
        {!open && part === 'tabs' && (
          <Notice kind="calm" icon="info">
            {t('community.invited', { type: community.communitytype })}
          </Notice>
        )}
        {trouble?.place === 'form' && (
          <Notice key={door.attempt} kind="danger" icon="circle-alert">
            {!open && isForStrangers(trouble.error) ? t(`entry.login.${trouble.error.key}`) : explain(trouble.error)}
          </Notice>
        )}
        {elsewhere && (
          <SignedInElsewhere
            session={elsewhere}
            community={community}
            registers={shown === 'register'}
            onStay={props.onStay}
          />
        )}
        {apple === 'cancelled' && !trouble && part === 'tabs' && (
          <Notice icon="triangle-alert">{t('entry.apple.cancelled')}</Notice>
        )}
        {ended && !trouble && part === 'tabs' && (
          <Notice kind="calm" icon="info">
            {t(`entry.ended.${ended}`)}
          </Notice>
        )}
        {next && !session && !ended && !trouble && part === 'tabs' && (
          <Notice icon="triangle-alert">{t('errors.nosession')}</Notice>
        )}
        {removed && !session && !trouble && part === 'tabs' && (
          <Notice kind="calm" icon="info">
            {removed}
          </Notice>
        )}
        <div ref={shownPart} className={css.part}>
          {part === 'link' && token && (
            <LinkDoor
              {...form}
              token={token}
              onRegister={open ? () => go('tabs', 'register') : undefined}
              onForgotten={() => go('forgotten')}
              onLogIn={() => go('tabs', 'login')}
              onStay={isSignedIn && !elsewhere ? () => props.onStay(session.customUri) : undefined}
            />
          )}
          {part === 'apple' && (
            <AppleDoor onEnter={() => withApple.enter(trip ?? { registers: false, registerkey: '' })} />
          )}
          {part === 'factor' && factor && (
            <factor.Form {...form} send={factor.send} onBack={() => go('tabs', 'login')} />
          )}
          {part === 'code' && <CodeForm {...form} onBack={() => go('tabs', 'login')} />}
          {part === 'forgotten' && (
            <ForgottenForm
              {...form}
              email={email}
              onEmail={setEmail}
              onSent={tell}
              onBack={() => go('tabs', 'login')}
            />
          )}
          {part === 'tabs' && shown === 'login' && (
            <LogInForm
              {...form}
              login={login}
              onLogin={setLogin}
              onForgotten={() => go('forgotten', tab, login.trim() ? emailIn(login) : email)}
              onCode={() => go('code')}
            />
          )}
          {part === 'tabs' && shown === 'register' && (
            <RegisterForm
              {...form}
              email={email}
              onEmail={setEmail}
              linkKey={linkKey}
              guests={community.abilities.enterAsGuest && (elsewhere !== null || !session)}
              plain={!trouble && !elsewhere && !ended && !apple}
              trip={trip}
              onSent={tell}
            />
          )}
        </div>
      </Dialog>
      {door.question}
    </>
  )
}
