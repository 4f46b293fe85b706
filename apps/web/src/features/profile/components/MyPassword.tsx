import type { Profile } from '@parvis/contract/profile.ts'
import { MAX_PASSWORD_LENGTH } from '@parvis/contract/entry.ts'
import { useId, useState } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import columns from '#web/ui/form-columns.module.css'
import { Field } from '#web/ui/Field.tsx'
import { Collapsible } from '#web/ui/Collapsible.tsx'
import type { MyProfile } from '../use-my-profile.ts'
import { PasswordFields } from './PasswordFields.tsx'
import css from './MyProfile.module.css'

export interface MyPasswordProps {
  form: MyProfile
  profile: Pick<Profile, 'needCurrentPassword' | 'canChoosePassword'>
}

/** Changes the password; nothing is sent unless a new password is typed. */
export const MyPassword = ({ form, profile }: MyPasswordProps) => {
  const { t } = useText()
  const id = useId()
  const [open, setOpen] = useState(false)
  const toggle = (next: boolean) => {
    setOpen(next)
    // Closing the password fields clears them, because hidden values must not be sent.
    if (!next) form.changePassword({ currentpassword: '', newpassword: '', again: '' })
  }
  const currentPasswordError = form.errorOf('currentpassword')
  const hasError = ['currentpassword', 'newpassword', 'again'].some(field => form.errorOf(field))
  const newPasswordFields = (
    <>
      <div className={css.fields}>
        <PasswordFields form={form} label={t('profile.newpassword')} />
      </div>
      <p className={css.note}>{t('profile.password.why')}</p>
    </>
  )
  return (
    <Card as="section" aria-labelledby={id} className={columns.block}>
      <h2 id={id} className={css.title}>
        {t('profile.password')}
      </h2>
      {!profile.canChoosePassword ? (
        <p className={css.note}>{t('profile.password.none')}</p>
      ) : profile.needCurrentPassword ? (
        <Collapsible icon="lock" label={t('profile.password.change')} open={open || hasError} onToggle={toggle}>
          <div className={css.folded}>
            <Field
              label={t('profile.currentpassword')}
              name="currentpassword"
              type="password"
              autoComplete="current-password"
              maxLength={MAX_PASSWORD_LENGTH}
              value={form.passwords.currentpassword}
              onChange={currentpassword => form.changePassword({ currentpassword })}
              error={
                currentPasswordError && form.passwords.currentpassword
                  ? t('profile.currentpassword.wrong')
                  : currentPasswordError
              }
              submitCount={form.submitCount}
            />
            {newPasswordFields}
          </div>
        </Collapsible>
      ) : (
        newPasswordFields
      )}
    </Card>
  )
}
