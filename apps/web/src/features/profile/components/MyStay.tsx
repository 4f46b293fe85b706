import type { Location } from '@parvis/contract/community.ts'
import { textIn } from '@parvis/contract/language.ts'
import type { OwnStay } from '@parvis/contract/profile.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { useId } from 'react'
import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import columns from '#web/ui/form-columns.module.css'
import { Field } from '#web/ui/Field.tsx'
import { Select } from '#web/ui/Select.tsx'
import { noonOf } from '../profile-dates.ts'
import css from './MyProfile.module.css'
import type { FormWithConflicts } from '../form-with-conflicts.ts'

export interface MyStayProps {
  form: FormWithConflicts
  stay: OwnStay
  places: UseQueryResult<Location[]>
}

/** Place, arrival and departure of a stay, within the days assigned by the team. */
export const MyStay = ({ form, stay, places: { data: places = [], error } }: MyStayProps) => {
  const { t, language } = useText()
  const { fullDate } = useFormat()
  const id = useId()
  const { draft, change, errorOf, submitCount, withConflict } = form
  const [from, until] = [stay.from, stay.until].map(day => fullDate(new Date(noonOf(day)))) as [string, string]
  // A place that was removed from the list is still offered to those who stay there.
  const isListed = places.some(({ _id }) => _id === stay.locationId)
  const unlistedPlace =
    stay.locationId && stay.location && !isListed ? [{ ...stay.location, _id: stay.locationId }] : []
  const dayField = (name: 'arrival' | 'departure') =>
    withConflict(
      name,
      <Field
        label={t(`profile.stay.${name}`)}
        name={name}
        type="date"
        min={name === 'departure' && draft.arrival > stay.from ? draft.arrival : stay.from}
        max={stay.until}
        value={draft[name]}
        onChange={day => change({ [name]: day })}
        error={errorOf(name)}
        submitCount={submitCount}
      />,
    )
  return (
    <Card as="section" aria-labelledby={id} className={columns.block}>
      <h2 id={id} className={css.title}>
        {t('profile.stay')}
      </h2>
      {withConflict(
        'locationId',
        <Select
          label={t('profile.stay.place')}
          name="locationId"
          value={draft.locationId}
          options={[
            ...(draft.locationId ? [] : [{ value: '', label: t('profile.stay.choose') }]),
            ...[...unlistedPlace, ...places].map(place => ({
              value: place._id,
              label: textIn(language, place, 'name') ?? '–',
            })),
          ]}
          onChange={locationId => change({ locationId })}
          error={errorOf('locationId') ?? (error && t('profile.stay.noplaces'))}
          submitCount={submitCount}
        />,
      )}
      <div className={css.fields}>
        {dayField('arrival')}
        {dayField('departure')}
      </div>
      <p className={css.note}>{t('profile.stay.given', { from, until })}</p>
    </Card>
  )
}
