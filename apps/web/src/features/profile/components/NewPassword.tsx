import { useId, useState, type FormEvent } from 'react'
import { ApiError } from '#web/kernel/http/api.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Acts } from '#web/ui/Acts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FormScreen } from '#web/ui/FormScreen.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { breakOfPasswords, checkNewPassword, type Passwords } from '../profile-form.ts'
import { useSaveProfile } from '../profile.queries.ts'
import type { ProfileFormViewProps } from '../ProfileFormView.tsx'
import { ChoosePassword } from './ChoosePassword.tsx'
import { LogOutLine } from './LogOutLine.tsx'

/** Asks a member who came by a reset link for a new password. */
export const NewPassword = (props: ProfileFormViewProps & { onIncomplete: () => void }) => {
  const { community, onSaved, onIncomplete } = props
  const { t, explain } = useText()
  const id = useId()
  const [passwords, setPasswords] = useState<Passwords>({ newpassword: '', again: '' })
  const [trouble, setTrouble] = useState<{ field: string | null; text: string } | null>(null)
  const [attempt, setAttempt] = useState(0)
  const stumble = (found: NonNullable<typeof trouble>) => {
    setTrouble(found)
    setAttempt(before => before + 1)
  }
  const { save, saving } = useSaveProfile({
    onSaved,
    onFailed: error => {
      const told = error instanceof ApiError ? error.field : undefined
      if (told && told !== 'newpassword') return onIncomplete()
      const field = told === 'newpassword' ? told : null
      stumble({ field, text: explain(error) })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (saving) return
    const broken = checkNewPassword(passwords.newpassword) ?? breakOfPasswords(passwords)
    if (broken) {
      const text =
        broken.key === 'differentpasswords'
          ? t('entry.differentpasswords')
          : explain(new ApiError(broken.key, 400, { field: broken.field }))
      return stumble({ field: broken.field, text })
    }
    setTrouble(null)
    save({ body: { newpassword: passwords.newpassword }, photo: null })
  }
  return (
    <FormScreen
      place={community}
      id={id}
      title={t('entry.reset.title')}
      lead={t('entry.reset.lead')}
      busy={saving}
      onSubmit={submit}
      acts={
        <Acts>
          <Button type="submit" form={id} kind="primary" busy={saving}>
            {t('entry.profile.save')}
          </Button>
        </Acts>
      }
    >
      {trouble?.field === null && (
        <Notice key={attempt} kind="danger" icon="circle-alert">
          {trouble.text}
        </Notice>
      )}
      <ChoosePassword
        form={{
          passwords,
          attempt,
          changePassword: patch => {
            setTrouble(null)
            setPasswords(before => ({ ...before, ...patch }))
          },
          errorOf: field => (trouble?.field === field ? trouble.text : null),
        }}
      />
      <LogOutLine {...props} />
    </FormScreen>
  )
}
