import { useEffect, useRef } from 'react'
import { useOnScreenKeyboard } from '#web/kernel/screen/on-screen-keyboard.ts'
import { hasAppleSheet } from '#web/kernel/shell/apple-sheet.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import { LogInForms } from './components/LogInForms.tsx'
import { LogInNotices } from './components/LogInNotices.tsx'
import type { SendWithCode } from './components/LogInForm.tsx'
import { SentDialog, type SentMail } from './components/SentDialog.tsx'
import { useRemovedUnsentText } from './removed-unsent.ts'
import { useEntryPoint } from './use-entry-point.tsx'
import { useLogInOutcome } from './use-log-in-outcome.ts'
import { useLogInView } from './use-log-in-view.ts'
import css from './components/EntryForm.module.css'
import type { LogInDialogProps } from './log-in-dialog-props.ts'

export const LogInDialog = (props: LogInDialogProps) => {
  const { community, session, next } = props
  const { t } = useText()
  const entryPoint = useEntryPoint(community, session)
  const removedText = useRemovedUnsentText()
  const isSignedIn = session !== null && session.role !== 'guest'
  const isKeyboardOpen = useOnScreenKeyboard()
  const logInView = useLogInView(props, entryPoint)
  const { canRegisterHere, view, sent } = logInView
  const container = useRef<HTMLDivElement>(null)
  const previousView = useRef(view)
  // The focused element was unmounted with the previous view, so the first control of the new view is focused.
  useEffect(() => {
    if (view === previousView.current) return
    previousView.current = view
    container.current?.querySelector<HTMLElement>('input, button')?.focus()
  }, [view])

  const outcome = useLogInOutcome(props, entryPoint, logInView)
  const dismissSent = ({ popup }: SentMail) => {
    logInView.showLogIn()
    props.onPopupRead(popup)
  }
  if (sent)
    return (
      <SentDialog
        sentMail={sent}
        community={community}
        isSignedIn={isSignedIn}
        onRead={() => dismissSent(sent)}
        onRegister={canRegisterHere ? logInView.showRegister : undefined}
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
    onFailed: outcome.handleError,
    onFactor: (send: SendWithCode) => void outcome.showFactorForm(send),
    // Apple cannot redirect back into an app, so apps need the native sheet.
    apple:
      community.abilities.signInWithApple && (!import.meta.env.VITE_SERVER || hasAppleSheet())
        ? outcome.appleLogIn
        : null,
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
        headerPicture={
          isKeyboardOpen ? undefined : <Avatar name={community.name} photoUri={community.logoUri} subject="place" />
        }
      >
        {canRegisterHere && view === 'tabs' && (
          <Segmented
            label={t('entry.tabs')}
            options={[
              { value: 'login', label: t('entry.login.title') },
              { value: 'register', label: t('entry.register.tab') },
            ]}
            value={logInView.activeTab}
            onChange={to => logInView.showView('tabs', to)}
          />
        )}
        {!canRegisterHere && view === 'tabs' && (
          <Notice kind="calm" icon="info">
            {t('community.invited', { type: community.communitytype })}
          </Notice>
        )}
        <LogInNotices {...props} entryPoint={entryPoint} logInView={logInView} removedText={removedText} />
        <div ref={container} className={css.part}>
          <LogInForms
            {...props}
            entryPoint={entryPoint}
            logInView={logInView}
            outcome={outcome}
            formProps={formProps}
          />
        </div>
      </Dialog>
      {entryPoint.confirmDialog}
    </>
  )
}
