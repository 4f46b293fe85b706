import type { FocusEvent } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { ageGroupOf, suggestPseudo } from '../profile-form.ts'
import type { ProfileForm } from '../use-profile-form.ts'
import { FieldGroup } from './FieldGroup.tsx'
import { ConfirmBox } from './ConfirmBox.tsx'
import { GenderChoice } from './GenderChoice.tsx'
import { PhotoField } from './PhotoField.tsx'
import { ProfileField } from './ProfileField.tsx'

/** First page of the profile form: photo, name, nickname, birth date and gender. */
export const AboutYou = ({ form }: { form: ProfileForm }) => {
  const { t } = useText()
  const { draft, change, errorOf, photo, requirements } = form
  const age = ageGroupOf(draft.birthdate, requirements)
  const suggestion = suggestPseudo(draft.firstname, draft.lastname)
  // Suggests a nickname while the field is empty, but not when the focus moves into that field.
  const suggest = ({ relatedTarget: next }: FocusEvent) => {
    if (!draft.pseudo && !(next instanceof HTMLInputElement && next.name === 'pseudo')) change({ pseudo: suggestion })
  }
  return (
    <>
      <PhotoField
        photo={form.avatar}
        isPreparing={photo.isPreparing}
        error={photo.error ?? errorOf('photo')}
        onPick={(file, from) => void photo.pick(file, from)}
        onRemove={form.removePhoto}
      />
      <ProfileField form={form} name="firstname" />
      <ProfileField form={form} name="lastname" onBlur={suggest} />
      <ProfileField form={form} name="pseudo" placeholder={suggestion} onBlur={suggest} verdict={form.verdict} />
      <FieldGroup>
        <ProfileField
          form={form}
          name="birthdate"
          placeholder={t('entry.birthdate.form')}
          verdict={
            age === 'young' ? { good: false, text: t('errors.tooyoungerror', { age: requirements.minAge }) } : null
          }
        />
        {age === 'minor' && (
          <Notice kind="calm" icon="shield-check">
            {t('entry.minor', { age: requirements.consentAge })}
          </Notice>
        )}
        {/* Without a birth date nobody is protected as a minor, so the member confirms that they have reached the age of
           consent. */}
        <ConfirmBox
          form={form}
          name="confirmage"
          hint={
            requirements.consentAge > requirements.minAge
              ? t('entry.confirmage.young', { min: requirements.minAge, age: requirements.consentAge })
              : null
          }
        >
          {t('entry.confirmage', { age: requirements.consentAge })}
        </ConfirmBox>
      </FieldGroup>
      <GenderChoice form={form} />
    </>
  )
}
