import type { Location } from '@parvis/contract/community.ts'
import { textIn } from '@parvis/contract/language.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Chip, Chips } from '#web/ui/Chips.tsx'
import { stayLocationOf } from '../publication.ts'
import { FormSection } from '#web/ui/FormSection.tsx'

export interface WherePickerProps {
  places: readonly Location[]
  value: string | null
  me: Pick<SessionUser, 'lastBooking'>
  onChange: (placeId: string | null) => void
  error: string | null
}

/** Chooses one of the places of the community, or none. */
export const WherePicker = ({ places, value, me, onChange, error }: WherePickerProps) => {
  const { t, language } = useText()
  const nameOf = (place: Location) => {
    const name = textIn(language, place, 'name') ?? ''
    const stay = stayLocationOf(place, places, me)
    return stay ? t('templates.where.stay', { name, stay: textIn(language, stay, 'name') ?? '' }) : name
  }
  return (
    <FormSection title={t('templates.where')} note={t('templates.optional')} error={error}>
      <Chips label={t('templates.where')} wrap>
        {places.map(place => (
          <Chip
            key={place._id}
            kind="choice"
            selected={place._id === value}
            icon={place._id === value ? 'map-pin' : undefined}
            onClick={() => onChange(place._id === value ? null : place._id)}
          >
            {nameOf(place)}
          </Chip>
        ))}
      </Chips>
    </FormSection>
  )
}
