import { MAX_NAME_LENGTH, PHONE_MASK, type Profile } from '@parvis/contract/profile.ts'
import { isStaff } from '@parvis/contract/roles.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import columns from '#web/ui/form-columns.module.css'
import { Field } from '#web/ui/Field.tsx'
import { maskPhone } from '../phone-mask.ts'
import { ConfirmBox } from './ConfirmBox.tsx'
import { GenderChoice } from './GenderChoice.tsx'
import { MyProfileHeader } from './MyProfileHeader.tsx'
import css from './MyProfile.module.css'
import { ProfileField } from './ProfileField.tsx'
import type { FormWithConflicts } from '../form-with-conflicts.ts'

export interface MyIdentityProps {
  form: FormWithConflicts
  me: Pick<SessionUser, 'role' | 'company'>
  profile: Profile
  timezone: string
}

/** Photo, names, birth date, phone number and job. */
export const MyIdentity = ({ form, me, profile, timezone }: MyIdentityProps) => {
  const { t } = useText()
  const { draft, change, errorOf, submitCount, withConflict } = form
  return (
    <Card className={columns.block}>
      <MyProfileHeader form={form} me={me} joinedAt={profile.dateAdded} timezone={timezone} />
      <div className={css.fields}>
        <div className={css.full}>
          <ProfileField
            form={form}
            name="pseudo"
            verdict={form.verdict}
            hint={errorOf('pseudo') ? undefined : t('profile.pseudo.hint')}
          />
        </div>
        <ProfileField form={form} name="firstname" />
        <ProfileField form={form} name="lastname" />
        <div className={css.full}>{withConflict('gender', <GenderChoice form={form} />)}</div>
        <ProfileField form={form} name="birthdate" placeholder={t('entry.birthdate.form')} />
        {withConflict(
          'phone',
          <Field
            label={t('profile.phone')}
            name="phone"
            type="tel"
            icon="phone"
            autoComplete="tel"
            inputMode="tel"
            placeholder={PHONE_MASK}
            hint={t(isStaff(me.role) ? 'profile.phone.why.team' : 'profile.phone.why')}
            value={draft.phone}
            onChange={typed => change({ phone: maskPhone(typed, draft.phone) })}
            error={errorOf('phone')}
            submitCount={submitCount}
          />,
        )}
        {form.removedBirthDate && (
          <div className={css.full}>
            <ConfirmBox form={form} name="confirmage">
              {t('entry.confirmage', { age: profile.consentAge })}
            </ConfirmBox>
          </div>
        )}
        <div className={css.full}>
          {withConflict(
            'job',
            <Field
              label={
                <>
                  {t('profile.job')} <small>{t('entry.optional')}</small>
                </>
              }
              name="job"
              autoComplete="organization-title"
              maxLength={MAX_NAME_LENGTH}
              value={draft.job}
              onChange={job => change({ job })}
              error={errorOf('job')}
              submitCount={submitCount}
            />,
          )}
        </div>
      </div>
    </Card>
  )
}
