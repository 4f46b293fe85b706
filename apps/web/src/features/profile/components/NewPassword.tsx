import { useId, useState, type FormEvent } from 'react'
import { ApiError } from '#web/kernel/http/api.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { ActionBar } from '#web/ui/ActionBar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FormScreen } from '#web/ui/FormScreen.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { validatePasswordPair, validateNewPassword, type Passwords } from '../profile-form.ts'
import { useSaveProfile } from '../profile.queries.ts'
import { PasswordFields } from './PasswordFields.tsx'
import { LogOutLine } from './LogOutLine.tsx'
import type { ProfileFormViewProps } from '../profile-form-view-props.ts'

/** Asks a member who has opened a reset link for a new password. */
export const NewPassword = (props: ProfileFormViewProps & { onIncomplete: () => void }) => {
  const { community, onSaved, onIncomplete } = props
  const { t, explain } = useText()
  const id = useId()
  const [passwords, setPasswords] = useState<Passwords>({ newpassword: '', again: '' })
  const [formError, setFormError] = useState<{ field: string | null; text: string } | null>(null)
  const [submitCount, setSubmitCount] = useState(0)
  const showError = (next: NonNullable<typeof formError>) => {
    setFormError(next)
    setSubmitCount(before => before + 1)
  }
  const { save, saving } = useSaveProfile({
    onSaved,
    onFailed: error => {
      const errorField = error instanceof ApiError ? error.field : undefined
      if (errorField && errorField !== 'newpassword') return onIncomplete()
      const field = errorField === 'newpassword' ? errorField : null
      showError({ field, text: explain(error) })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (saving) return
    const invalid = validateNewPassword(passwords.newpassword) ?? validatePasswordPair(passwords)
    if (invalid) {
      const text =
        invalid.key === 'differentpasswords'
          ? t('entry.differentpasswords')
          : explain(new ApiError(invalid.key, 400, { field: invalid.field }))
      return showError({ field: invalid.field, text })
    }
    setFormError(null)
    save({ body: { newpassword: passwords.newpassword }, photo: null })
  }
  return (
    <FormScreen
      community={community}
      id={id}
      title={t('entry.reset.title')}
      lead={t('entry.reset.lead')}
      busy={saving}
      onSubmit={submit}
      actions={
        <ActionBar>
          <Button type="submit" form={id} kind="primary" busy={saving}>
            {t('entry.profile.save')}
          </Button>
        </ActionBar>
      }
    >
      {formError?.field === null && (
        <Notice key={submitCount} kind="danger" icon="circle-alert">
          {formError.text}
        </Notice>
      )}
      <PasswordFields
        form={{
          passwords,
          submitCount,
          changePassword: patch => {
            setFormError(null)
            setPasswords(before => ({ ...before, ...patch }))
          },
          errorOf: field => (formError?.field === field ? formError.text : null),
        }}
      />
      <LogOutLine {...props} />
    </FormScreen>
  )
}
