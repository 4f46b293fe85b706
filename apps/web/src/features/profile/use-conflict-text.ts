import type { Location } from '@parvis/contract/community.ts'
import { textIn } from '@parvis/contract/language.ts'
import type { Hobby } from '@parvis/contract/profile.ts'
import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import type { MyProfileDraft } from './my-profile.ts'
import { noonOf } from './profile-dates.ts'

/** Returns a function that describes the value of a field that was saved elsewhere. */
export const useConflictText = (hobbies: readonly Hobby[] = [], places: readonly Location[] = []) => {
  const { t, language } = useText()
  const { fullDate } = useFormat()
  const valueText = (field: keyof MyProfileDraft, savedValues: MyProfileDraft): string => {
    if (field === 'gender') return t(`entry.gender.${savedValues.gender ?? 'none'}`)
    if (field === 'hobbiesIds')
      return hobbies
        .filter(({ _id }) => savedValues.hobbiesIds.includes(_id))
        .map(hobby => textIn(language, hobby, 'name'))
        .join(', ')
    if (field === 'locationId') {
      const place = places.find(({ _id }) => _id === savedValues.locationId)
      return (place && textIn(language, place, 'name')) ?? ''
    }
    if (field === 'arrival' || field === 'departure') return fullDate(new Date(noonOf(savedValues[field])))
    return savedValues[field]
  }
  return (field: keyof MyProfileDraft, savedValues: MyProfileDraft): string => {
    if (field === 'photo' && savedValues.photo) return t('profile.clash.photo')
    const words = valueText(field, savedValues)
    return words.trim() ? t('profile.clash', { words }) : t('profile.clash.emptied')
  }
}
