import { textIn } from '@parvis/contract/language.ts'
import { type Hobby, MAX_DESCRIPTION_LENGTH } from '@parvis/contract/profile.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { useId } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { Chip, Chips } from '#web/ui/Chips.tsx'
import columns from '#web/ui/form-columns.module.css'
import { Field } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { InlineError } from '#web/ui/LoadError.tsx'
import css from './MyProfile.module.css'
import type { FormWithConflicts } from '../form-with-conflicts.ts'

/** The number of remaining characters is shown when at most this many remain. */
const SHOW_REMAINING_BELOW = 100

export interface MyHobbiesProps {
  form: FormWithConflicts
  /** Null for a company, which has no hobbies. */
  hobbies: UseQueryResult<Hobby[]> | null
}

export const MyHobbies = ({ form, hobbies }: MyHobbiesProps) => {
  const { t, language } = useText()
  const id = useId()
  const { draft, change, errorOf, submitCount, withConflict } = form
  const remaining = MAX_DESCRIPTION_LENGTH - draft.description.length
  const toggleHobby = (hobby: string) =>
    change({
      hobbiesIds: draft.hobbiesIds.includes(hobby)
        ? draft.hobbiesIds.filter(one => one !== hobby)
        : [...draft.hobbiesIds, hobby],
    })
  return (
    <Card as="section" aria-labelledby={hobbies ? id : undefined} className={columns.block}>
      {hobbies && (
        <h2 id={id} className={css.title}>
          {t('profile.likes')}
        </h2>
      )}
      {hobbies?.error && <InlineError text={t('profile.likes.failed')} onRetry={() => void hobbies.refetch()} />}
      {hobbies?.data &&
        withConflict(
          'hobbiesIds',
          <Chips label={t('profile.likes')} wrap>
            {hobbies.data.map(hobby => {
              const on = draft.hobbiesIds.includes(hobby._id)
              return (
                <Chip
                  key={hobby._id}
                  kind="choice"
                  selected={on}
                  icon={on ? 'check' : undefined}
                  onClick={() => toggleHobby(hobby._id)}
                >
                  {textIn(language, hobby, 'name')}
                </Chip>
              )
            })}
          </Chips>,
        )}
      {errorOf('hobbiesIds') && (
        <Notice kind="danger" icon="circle-alert">
          {errorOf('hobbiesIds')}
        </Notice>
      )}
      {withConflict(
        'description',
        <Field
          label={
            <>
              {t('profile.description')} <small>{t('entry.optional')}</small>
            </>
          }
          name="description"
          rows={2}
          maxLength={MAX_DESCRIPTION_LENGTH}
          hint={remaining <= SHOW_REMAINING_BELOW ? t('profile.description.left', { count: remaining }) : undefined}
          value={draft.description}
          onChange={description => change({ description })}
          error={errorOf('description')}
          submitCount={submitCount}
        />,
      )}
    </Card>
  )
}
