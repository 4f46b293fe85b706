import { DATE_LENGTH, MAX_NAME_LENGTH, MAX_PSEUDO_LENGTH } from '@parvis/contract/profile.ts'
import type { FocusEvent } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Check } from '#web/ui/Check.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import { maskDate } from '../birth-date.ts'
import { suggestPseudo } from '../profile-form.ts'
import type { ProfileForm } from '../use-profile-form.ts'
import { MAX_PICKED_MB, PhotoLine } from './PhotoLine.tsx'
import css from './AboutYou.module.css'

/** The first page: who one is. */
export const AboutYou = ({ form }: { form: ProfileForm }) => {
  const { t } = useText()
  const { draft, change, errorOf, attempt, photo, ask } = form
  const suggestion = suggestPseudo(draft.firstname, draft.lastname)
  // a nickname is offered to who has not begun one: not under the caret of who is about to
  const suggest = ({ relatedTarget: next }: FocusEvent) => {
    if (!draft.pseudo && !(next instanceof HTMLInputElement && next.name === 'pseudo')) change({ pseudo: suggestion })
  }
  const named = {
    maxLength: MAX_NAME_LENGTH,
    attempt,
    onBlur: suggest,
  }
  return (
    <>
      <PhotoLine
        photo={form.face}
        preparing={photo.preparing}
        error={photo.trouble ? t(`media.photo.${photo.trouble}`, { megabytes: MAX_PICKED_MB }) : errorOf('photo')}
        onPick={file => void photo.pick(file)}
        onRemove={form.removePhoto}
      />
      <Field
        {...named}
        onBlur={undefined}
        label={t('entry.firstname')}
        name="firstname"
        autoComplete="given-name"
        value={draft.firstname}
        onChange={firstname => change({ firstname })}
        error={errorOf('firstname')}
      />
      <Field
        {...named}
        label={t('entry.lastname')}
        name="lastname"
        autoComplete="family-name"
        value={draft.lastname}
        onChange={lastname => change({ lastname })}
        error={errorOf('lastname')}
      />
      <Field
        label={t('entry.pseudo')}
        name="pseudo"
        autoComplete="nickname"
        autoCapitalize="words"
        spellCheck={false}
        maxLength={MAX_PSEUDO_LENGTH}
        placeholder={suggestion}
        onBlur={suggest}
        value={draft.pseudo}
        onChange={pseudo => change({ pseudo })}
        verdict={form.verdict}
        error={errorOf('pseudo')}
        attempt={attempt}
      />
      <div className={css.choice}>
        <Field
          label={t('entry.birthdate')}
          name="birthdate"
          icon="cake"
          autoComplete="bday"
          inputMode="numeric"
          placeholder={t('entry.birthdate.form')}
          maxLength={DATE_LENGTH}
          value={draft.birthdate}
          onChange={typed => change({ birthdate: maskDate(typed, draft.birthdate) })}
          error={errorOf('birthdate')}
          attempt={attempt}
        />
        <Check
          name="confirmage"
          checked={draft.confirmage}
          onChange={confirmage => change({ confirmage })}
          error={errorOf('confirmage')}
          attempt={attempt}
        >
          {t('entry.confirmage', { age: ask.minAge })}
        </Check>
      </div>
      <div className={css.choice}>
        <b aria-hidden="true">{t('entry.gender')}</b>
        <Segmented
          label={t('entry.gender')}
          options={(['none', 'F', 'M'] as const).map(value => ({ value, label: t(`entry.gender.${value}`) }))}
          value={draft.gender ?? 'none'}
          onChange={gender => change({ gender: gender === 'none' ? null : gender })}
        />
        <small>{t('entry.gender.why')}</small>
      </div>
    </>
  )
}
