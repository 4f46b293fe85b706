import { validateFactorCode } from '@parvis/contract/second-factor.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError } from '#web/kernel/http/api.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { useFormErrors } from '#web/ui/use-form-errors.ts'
import { showToast } from '#web/ui/toasts.ts'
import { Form } from '#web/ui/Form.tsx'
import type { EntryPoint } from '../use-entry-point.tsx'
import type { SendWithCode } from './LogInForm.tsx'
import css from './EntryForm.module.css'

export interface SecondFactorFormProps {
  entryPoint: EntryPoint
  /** Repeats the refused request with the code. */
  send: SendWithCode
  onEntered: (user: SessionUser) => void
  onFailed: (error: unknown) => void
  onBack: () => void
}

/** Second step of a log-in: the code of the authenticator app, or a recovery code. */
export const SecondFactorForm = ({ entryPoint, send, onEntered, onFailed, onBack }: SecondFactorFormProps) => {
  const { t } = useText()
  const form = useRef<HTMLFormElement>(null)
  const [usesRecoveryCode, setUsesRecoveryCode] = useState(false)
  const [code, setCode] = useState('')
  const codeErrors = useFormErrors(['code'])
  const [busy, setBusy] = useState(false)
  const showWrongCode = () =>
    codeErrors.showInvalid({ field: 'code', text: t(usesRecoveryCode ? 'factor.wrongrecovery' : 'errors.badcode') })
  const submit = async () => {
    entryPoint.clearErrors()
    const validationError = validateFactorCode(code)
    if (validationError)
      return validationError.key === 'codemissing' ? codeErrors.showInvalid(validationError) : showWrongCode()
    setBusy(true)
    try {
      const user = await send(code)
      const codesLeft = user.recoveryCodesLeft
      if (codesLeft !== undefined) showToast({ text: t('factor.left', { count: codesLeft }) })
      onEntered(user)
    } catch (error) {
      setBusy(false)
      if (error instanceof ApiError && error.key === 'badcode') showWrongCode()
      else if (error instanceof ApiError && error.field === 'code') codeErrors.showFailure(error)
      else onFailed(error)
    }
  }
  const toggleRecovery = () => {
    flushSync(() => setUsesRecoveryCode(!usesRecoveryCode))
    form.current?.querySelector('input')?.focus()
    setCode('')
    codeErrors.clearErrors()
    entryPoint.clearErrors()
  }
  return (
    <Form ref={form} className={css.form} busy={busy} onSubmit={() => void submit()}>
      <p className={css.text}>{t(usesRecoveryCode ? 'factor.ask.recovery' : 'factor.ask')}</p>
      <Field
        // The changed key creates a new field, which makes phones switch to the other keyboard.
        key={String(usesRecoveryCode)}
        label={t(usesRecoveryCode ? 'factor.recovery' : 'factor.code')}
        name="code"
        icon={usesRecoveryCode ? 'key-round' : 'smartphone'}
        inputMode={usesRecoveryCode ? 'text' : 'numeric'}
        autoComplete="one-time-code"
        autoCapitalize={usesRecoveryCode ? 'characters' : undefined}
        spellCheck={false}
        enterKeyHint="go"
        value={code}
        onChange={typed => {
          setCode(typed)
          codeErrors.clearErrors()
        }}
        error={codeErrors.errorOf('code')}
        submitCount={codeErrors.submitCount}
      />
      <Button type="submit" kind="primary" wide busy={busy}>
        {t('factor.go')}
      </Button>
      <div className={css.ways}>
        <Button kind="quiet" onClick={toggleRecovery}>
          {t(usesRecoveryCode ? 'factor.useapp' : 'factor.userecovery')}
        </Button>
        <Button kind="quiet" onClick={onBack}>
          {t('entry.back')}
        </Button>
      </div>
      {usesRecoveryCode && <p className={css.text}>{t('factor.lost')}</p>}
    </Form>
  )
}
