import { useQuery } from '@tanstack/react-query'
import { useText } from '#web/kernel/text/i18n.ts'
import { Field } from '#web/ui/Field.tsx'
import { Select } from '#web/ui/Select.tsx'
import { stayPlacesQuery } from '../admin.queries.ts'
import { placeName } from '../member-text.ts'
import css from './StayFields.module.css'

/** A stay as edited in the form; empty fields are empty strings. */
export interface StayDraft {
  locationId: string
  arrival: string
  departure: string
}

export const emptyStay: StayDraft = { locationId: '', arrival: '', departure: '' }

/** The request body of a stay: empty fields of the draft become null. */
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
  submitCount: number
}

export const StayFields = ({ communityId, draft, onChange, errorOf, submitCount }: StayFieldsProps) => {
  const { t, language } = useText()
  const { data: places = [], error } = useQuery(stayPlacesQuery(communityId))
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
        submitCount={submitCount}
      />
      <div className={css.days}>
        <Field
          name="arrival"
          type="date"
          label={t('admin.stay.arrival')}
          value={draft.arrival}
          onChange={arrival => onChange({ ...draft, arrival })}
          error={errorOf('arrival')}
          submitCount={submitCount}
        />
        <Field
          name="departure"
          type="date"
          label={t('admin.stay.departure')}
          value={draft.departure}
          min={draft.arrival || undefined}
          onChange={departure => onChange({ ...draft, departure })}
          error={errorOf('departure')}
          submitCount={submitCount}
        />
      </div>
    </>
  )
}
