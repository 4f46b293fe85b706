import { useQuery } from '@tanstack/react-query'
import { useText } from '#web/kernel/text/i18n.ts'
import { Field } from '#web/ui/Field.tsx'
import { Select } from '#web/ui/Select.tsx'
import { placesQuery } from '../admin.queries.ts'
import { placeName } from '../member-text.ts'
import css from './StayFields.module.css'

/** A stay as edited in the form; empty fields are empty strings. */
export interface StayDraft {
  locationId: string
  arrival: string
  departure: string
}

export const emptyStay: StayDraft = { locationId: '', arrival: '', departure: '' }

/** The request body: empty fields become null. */
export const stayBody = ({ locationId, arrival, departure }: StayDraft) => ({
  locationId: locationId || null,
  arrival: arrival || null,
  departure: departure || null,
})

export interface StayFieldsProps {
  communityId: string
  draft: StayDraft
  onChange: (draft: StayDraft) => void
  errorOf: (field: string) => string | null
  attempt: number
}

export const StayFields = ({ communityId, draft, onChange, errorOf, attempt }: StayFieldsProps) => {
  const { t, language } = useText()
  const { data: places = [], error } = useQuery(placesQuery(communityId))
  return (
    <>
      <Select
        name="locationId"
        label={t('admin.stay.place')}
        value={draft.locationId}
        options={[
          { value: '', label: t('admin.stay.choose') },
          ...places.map(place => ({ value: place._id, label: placeName(language, place) ?? '–' })),
        ]}
        onChange={locationId => onChange({ ...draft, locationId })}
        error={errorOf('locationId') ?? (error && t('admin.stay.noplaces'))}
        attempt={attempt}
      />
      <div className={css.days}>
        <Field
          name="arrival"
          type="date"
          label={t('admin.stay.arrival')}
          value={draft.arrival}
          onChange={arrival => onChange({ ...draft, arrival })}
          error={errorOf('arrival')}
          attempt={attempt}
        />
        <Field
          name="departure"
          type="date"
          label={t('admin.stay.departure')}
          value={draft.departure}
          min={draft.arrival || undefined}
          onChange={departure => onChange({ ...draft, departure })}
          error={errorOf('departure')}
          attempt={attempt}
        />
      </div>
    </>
  )
}
