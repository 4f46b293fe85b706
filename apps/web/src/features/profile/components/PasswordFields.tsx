import { MAX_PASSWORD_LENGTH } from '@parvis/contract/entry.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Field } from '#web/ui/Field.tsx'
import type { Passwords } from '../profile-form.ts'

interface PasswordForm {
  passwords: Passwords
  changePassword: (patch: Partial<Passwords>) => void
  errorOf: (field: string) => string | null
  submitCount: number
}

/** A new password and its repetition. */
export const PasswordFields = ({
  form,
  label,
}: {
  form: PasswordForm
  /** Label of the first field. */
  label?: string
}) => {
  const { t } = useText()
  const { passwords, changePassword, errorOf, submitCount } = form
  const shared = {
    type: 'password',
    autoComplete: 'new-password',
    maxLength: MAX_PASSWORD_LENGTH,
    submitCount,
  } as const
  return (
    <>
      <Field
        {...shared}
        label={label ?? t('entry.newpassword')}
        name="newpassword"
        // The hint is left out, because the error already states the password rule.
        hint={errorOf('newpassword') ? undefined : t('entry.newpassword.hint')}
        value={passwords.newpassword}
        onChange={newpassword => changePassword({ newpassword })}
        error={errorOf('newpassword')}
      />
      <Field
        {...shared}
        label={t('entry.again')}
        name="again"
        enterKeyHint="go"
        value={passwords.again}
        onChange={again => changePassword({ again })}
        error={errorOf('again')}
      />
    </>
  )
}
