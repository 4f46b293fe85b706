import type { FocusEvent } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { ageOf, suggestPseudo } from '../profile-form.ts'
import type { ProfileForm } from '../use-profile-form.ts'
import { Choice } from './Choice.tsx'
import { ConfirmBox } from './ConfirmBox.tsx'
import { GenderChoice } from './GenderChoice.tsx'
import { PhotoLine } from './PhotoLine.tsx'
import { BirthDateLine, ProfileLine } from './ProfileLine.tsx'

/** First page of the profile form: photo, name, nickname, birth date and gender. */
export const AboutYou = ({ form }: { form: ProfileForm }) => {
  const { t } = useText()
  const { draft, change, errorOf, photo, ask } = form
  const age = ageOf(draft.birthdate, ask)
  const suggestion = suggestPseudo(draft.firstname, draft.lastname)
  // Suggests a nickname while the field is empty, but not when the focus moves into that field.
  const suggest = ({ relatedTarget: next }: FocusEvent) => {
    if (!draft.pseudo && !(next instanceof HTMLInputElement && next.name === 'pseudo')) change({ pseudo: suggestion })
  }
  return (
    <>
      <PhotoLine
        photo={form.face}
        preparing={photo.preparing}
        error={photo.error ?? errorOf('photo')}
        onPick={(file, from) => void photo.pick(file, from)}
        onRemove={form.removePhoto}
      />
      <ProfileLine form={form} name="firstname" />
      <ProfileLine form={form} name="lastname" onBlur={suggest} />
      <ProfileLine form={form} name="pseudo" placeholder={suggestion} onBlur={suggest} verdict={form.verdict} />
      <Choice>
        <BirthDateLine
          form={form}
          verdict={age === 'young' ? { good: false, text: t('errors.tooyoungerror', { age: ask.minAge }) } : null}
        />
        {age === 'minor' && (
          <Notice kind="calm" icon="shield-check">
            {t('entry.minor', { age: ask.consentAge })}
          </Notice>
        )}
        {/* Without a birth date nobody is protected as a minor, so the member confirms that they have reached the age of
           consent. */}
        <ConfirmBox
          form={form}
          name="confirmage"
          hint={
            ask.consentAge > ask.minAge ? t('entry.confirmage.young', { min: ask.minAge, age: ask.consentAge }) : null
          }
        >
          {t('entry.confirmage', { age: ask.consentAge })}
        </ConfirmBox>
      </Choice>
      <GenderChoice form={form} />
    </>
  )
}
