import { validatePassword } from '@parvis/contract/profile.ts'
import { useId, useState } from 'react'
import { ApiError } from '#web/kernel/http/api.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { ActionBar } from '#web/ui/ActionBar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FormScreen } from '#web/ui/FormScreen.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { useFormErrors } from '#web/ui/use-form-errors.ts'
import { validatePasswordPair, type Passwords } from '../profile-form.ts'
import { useSaveProfile } from '../profile.queries.ts'
import { PasswordFields } from './PasswordFields.tsx'
import { LogOutLine } from './LogOutLine.tsx'
import type { ProfileFormViewProps } from '../profile-form-view-props.ts'

/** Asks a member who has opened a reset link for a new password. */
export const NewPassword = (props: ProfileFormViewProps & { onIncomplete: () => void }) => {
  const { community, onSaved, onIncomplete } = props
  const { t } = useText()
  const id = useId()
  const [passwords, setPasswords] = useState<Passwords>({ newpassword: '', again: '' })
  const formErrors = useFormErrors(['newpassword', 'again'])
  const { save, saving } = useSaveProfile({
    onSaved,
    onFailed: error => {
      if (error instanceof ApiError && error.field && error.field !== 'newpassword') onIncomplete()
      else formErrors.showFailure(error)
    },
  })
  const submit = () => {
    const differs = validatePasswordPair(passwords) && { field: 'again', text: t('entry.differentpasswords') }
    if (formErrors.acceptInput(validatePassword(passwords, { askPassword: true }) ?? differs))
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
      {formErrors.formError && (
        <Notice key={formErrors.submitCount} kind="danger" icon="circle-alert">
          {formErrors.formError}
        </Notice>
      )}
      <PasswordFields
        form={{
          ...formErrors,
          passwords,
          changePassword: patch => {
            formErrors.clearErrors()
            setPasswords(before => ({ ...before, ...patch }))
          },
        }}
      />
      <LogOutLine {...props} />
    </FormScreen>
  )
}
