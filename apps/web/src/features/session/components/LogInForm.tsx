import { type SessionUser } from '@parvis/contract/session.ts'
import { validateLogIn } from '@parvis/contract/entry-rules.ts'
import { useState } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Form } from '#web/ui/Form.tsx'
import { requiresFactor } from '../login-errors.ts'
import type { AppleLogIn } from '../apple.mutations.ts'
import { useLogIn } from '../session.mutations.ts'
import type { EntryPoint } from '../use-entry-point.tsx'
import { AppleButton } from './AppleButton.tsx'
import css from './EntryForm.module.css'

export type SendWithCode = (code: string) => Promise<SessionUser>

/** Props of every form of the dialog. */
export interface EntryFormProps {
  community: { _id: string; name: string; needRegisterKey: boolean }
  entryPoint: EntryPoint
  onEntered: (user: SessionUser) => void
  onFailed: (error: unknown) => void
  /** Called when the account has a second factor; `send` repeats the request with its code. */
  onFactor: (send: SendWithCode) => void
  /** Null where the installation does not offer log-in with Apple. */
  apple: AppleLogIn | null
  /** The path to return to after the log-in. */
  next: string | undefined
}

export interface LogInFormProps extends EntryFormProps {
  login: string
  onLoginChange: (login: string) => void
  onForgotten: () => void
  onCode: () => void
}

export const LogInForm = (props: LogInFormProps) => {
  const { community, entryPoint, login, onEntered, onFailed, apple, next } = props
  const { t } = useText()
  const [password, setPassword] = useState('')
  const logIn = useLogIn(community._id)
  const submit = () => {
    if (!entryPoint.acceptInput(validateLogIn({ email: login, password }))) return
    const form = { email: login.trim(), password }
    const handleError = (error: unknown) =>
      requiresFactor(error) ? props.onFactor(code => logIn.mutateAsync({ ...form, code })) : onFailed(error)
    entryPoint.enter(() => logIn.mutate(form, { onSuccess: onEntered, onError: handleError }))
  }
  return (
    <Form className={css.form} busy={logIn.isPending || apple?.busy} onSubmit={submit}>
      <Field
        label={t('entry.login.email')}
        name="username"
        icon="user"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="next"
        value={login}
        onChange={props.onLoginChange}
        error={entryPoint.errorOf('email')}
        submitCount={entryPoint.submitCount}
        autoFocus={!login}
      />
      <Field
        label={t('entry.login.password')}
        name="password"
        type="password"
        icon="lock"
        autoComplete="current-password"
        enterKeyHint="go"
        value={password}
        onChange={setPassword}
        error={entryPoint.errorOf('password')}
        submitCount={entryPoint.submitCount}
        autoFocus={Boolean(login)}
      />
      <Button type="submit" kind="primary" wide busy={logIn.isPending}>
        {t('entry.login.submit')}
      </Button>
      <div className={css.ways}>
        <Button kind="quiet" onClick={props.onForgotten}>
          {t('entry.forgotten')}
        </Button>
        <Button kind="quiet" onClick={props.onCode}>
          {t('entry.code')}
        </Button>
      </div>
      {apple && (
        <>
          <div className={css.rule}>{t('entry.login.or')}</div>
          <AppleButton
            busy={apple.busy}
            onClick={() => {
              if (!logIn.isPending)
                entryPoint.enter(() => apple.startLogIn({ registers: false, registerkey: '', next }))
            }}
          />
        </>
      )}
    </Form>
  )
}
