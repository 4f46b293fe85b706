import type { LogInDialogProps } from '../LogInDialog.tsx'
import type { useEntryPoint } from '../use-entry-point.tsx'
import type { LogInOutcome } from '../use-log-in-outcome.ts'
import type { LogInView } from '../use-log-in-view.ts'
import { AppleEntry } from './AppleEntry.tsx'
import { CodeForm } from './CodeForm.tsx'
import { ForgottenForm } from './ForgottenForm.tsx'
import { LinkEntry } from './LinkEntry.tsx'
import { LogInForm, type EntryFormProps } from './LogInForm.tsx'
import { RegisterForm } from './RegisterForm.tsx'

export interface LogInFormsProps extends Pick<
  LogInDialogProps,
  'community' | 'ended' | 'session' | 'token' | 'linkKey' | 'onStay'
> {
  entryPoint: ReturnType<typeof useEntryPoint>
  current: LogInView
  outcome: LogInOutcome
  formProps: EntryFormProps
}

/** The form of the current view of the log-in dialog. */
export const LogInForms = (props: LogInFormsProps) => {
  const { community, ended, session, token, linkKey, entryPoint, current, formProps } = props
  const { entryError, otherSession } = entryPoint
  const { canRegisterHere, apple, appleRedirect, activeTab, view, showView, login, email } = current
  const isSignedIn = session !== null && session.role !== 'guest'
  const { factor, appleLogIn } = props.outcome
  return (
    <>
      {view === 'link' && token && (
        <LinkEntry
          {...formProps}
          token={token}
          onRegister={canRegisterHere ? current.showRegister : undefined}
          onForgotten={() => showView('forgotten')}
          onLogIn={current.showLogIn}
          onStay={isSignedIn && !otherSession ? () => props.onStay(session.customUri) : undefined}
        />
      )}
      {view === 'apple' && (
        <AppleEntry onEnter={() => appleLogIn.enter(appleRedirect ?? { registers: false, registerkey: '' })} />
      )}
      {view === 'factor' && factor && <factor.Form {...formProps} send={factor.send} onBack={current.showLogIn} />}
      {view === 'code' && <CodeForm {...formProps} onBack={current.showLogIn} />}
      {view === 'forgotten' && (
        <ForgottenForm
          {...formProps}
          email={email}
          onEmail={current.setEmail}
          onSent={current.showSent}
          onBack={current.showLogIn}
        />
      )}
      {view === 'tabs' && activeTab === 'login' && (
        <LogInForm
          {...formProps}
          login={login}
          onLogin={current.setLogin}
          onForgotten={current.showForgotten}
          onCode={() => showView('code')}
        />
      )}
      {view === 'tabs' && activeTab === 'register' && (
        <RegisterForm
          {...formProps}
          email={email}
          onEmail={current.setEmail}
          linkKey={linkKey}
          guests={community.abilities.enterAsGuest && (otherSession !== null || !session)}
          canShowTips={!entryError && !otherSession && !ended && !apple}
          appleRedirect={appleRedirect}
          onSent={current.showSent}
        />
      )}
    </>
  )
}
