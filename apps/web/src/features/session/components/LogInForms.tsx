import type { EntryPoint } from '../use-entry-point.tsx'
import type { LogInOutcome } from '../use-log-in-outcome.ts'
import type { LogInView } from '../use-log-in-view.ts'
import { AppleEntry } from './AppleEntry.tsx'
import { CodeForm } from './CodeForm.tsx'
import { ForgottenForm } from './ForgottenForm.tsx'
import { LinkEntry } from './LinkEntry.tsx'
import { LogInForm, type EntryFormProps } from './LogInForm.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import type { LogInDialogProps } from '../log-in-dialog-props.ts'

export interface LogInFormsProps extends Pick<
  LogInDialogProps,
  'community' | 'endReason' | 'session' | 'token' | 'linkKey' | 'onStay'
> {
  entryPoint: EntryPoint
  logInView: LogInView
  outcome: LogInOutcome
  formProps: EntryFormProps
}

/** The form of the current view of the log-in dialog. */
export const LogInForms = (props: LogInFormsProps) => {
  const { community, endReason, session, token, linkKey, entryPoint, logInView, formProps } = props
  const { hasErrors, otherSession } = entryPoint
  const { canRegisterHere, appleOutcome: apple, appleRedirect, activeTab, view, showView, login, email } = logInView
  const isSignedIn = session !== null && session.role !== 'guest'
  const { factor, appleLogIn } = props.outcome
  return (
    <>
      {view === 'link' && token && (
        <LinkEntry
          {...formProps}
          token={token}
          onRegister={canRegisterHere ? logInView.showRegister : undefined}
          onForgotten={() => showView('forgotten')}
          onLogIn={logInView.showLogIn}
          onStay={isSignedIn && !otherSession ? () => props.onStay(session.customUri) : undefined}
        />
      )}
      {view === 'apple' && (
        <AppleEntry onEnter={() => appleLogIn.logInWithProof(appleRedirect ?? { registers: false, registerkey: '' })} />
      )}
      {view === 'factor' && factor && <factor.Form {...formProps} send={factor.send} onBack={logInView.showLogIn} />}
      {view === 'code' && <CodeForm {...formProps} onBack={logInView.showLogIn} />}
      {view === 'forgotten' && (
        <ForgottenForm
          {...formProps}
          email={email}
          onEmailChange={logInView.setEmail}
          onSent={logInView.showSent}
          onBack={logInView.showLogIn}
        />
      )}
      {view === 'tabs' && activeTab === 'login' && (
        <LogInForm
          {...formProps}
          login={login}
          onLoginChange={logInView.setLogin}
          onForgotten={logInView.showForgotten}
          onCode={() => showView('code')}
        />
      )}
      {view === 'tabs' && activeTab === 'register' && (
        <RegisterForm
          {...formProps}
          email={email}
          onEmailChange={logInView.setEmail}
          linkKey={linkKey}
          allowsGuests={community.abilities.enterAsGuest && (otherSession !== null || !session)}
          canShowTips={!hasErrors && !otherSession && !endReason && !apple}
          appleRedirect={appleRedirect}
          onSent={logInView.showSent}
        />
      )}
    </>
  )
}
