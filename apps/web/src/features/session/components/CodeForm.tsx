import { useState } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { useFormErrors } from '#web/ui/use-form-errors.ts'
import { Form } from '#web/ui/Form.tsx'
import { isExpiredLink, requiresFactor } from '../login-errors.ts'
import { isCompleteCode, normalizeCode, formatCode } from '../letter-code.ts'
import { useLinkEntry } from '../session.mutations.ts'
import type { EntryFormProps } from './LogInForm.tsx'
import css from './EntryForm.module.css'

/** Log-in with the code of a printed letter. */
export const CodeForm = ({
  community,
  entryPoint,
  onEntered,
  onFailed,
  onFactor,
  onBack,
}: EntryFormProps & { onBack: () => void }) => {
  const { t } = useText()
  const [code, setCode] = useState('')
  const codeErrors = useFormErrors(['code'])
  const entry = useLinkEntry(community._id)
  const showError = (text: string) => codeErrors.showInvalid({ field: 'code', text })
  const handleError = (error: unknown) => {
    if (requiresFactor(error))
      onFactor(factorCode => entry.mutateAsync({ token: normalizeCode(code), code: factorCode }))
    else if (isExpiredLink(error)) showError(t('entry.code.wrong'))
    else onFailed(error)
  }
  const submit = () => {
    if (!isCompleteCode(code)) return showError(t('entry.code.short'))
    entryPoint.enter(() => entry.mutate({ token: normalizeCode(code) }, { onSuccess: onEntered, onError: handleError }))
  }
  return (
    <Form className={css.form} busy={entry.isPending} onSubmit={submit}>
      <p className={css.text}>{t('entry.code.text')}</p>
      <Field
        label={t('entry.code.label')}
        name="code"
        icon="mail-open"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="go"
        value={code}
        onChange={typed => {
          setCode(formatCode(typed))
          codeErrors.clearErrors()
        }}
        error={codeErrors.errorOf('code')}
        submitCount={codeErrors.submitCount}
      />
      <div className={css.stack}>
        <Button type="submit" kind="primary" wide busy={entry.isPending}>
          {t('entry.go')}
        </Button>
        <Button kind="quiet" wide onClick={onBack}>
          {t('entry.back')}
        </Button>
      </div>
    </Form>
  )
}
