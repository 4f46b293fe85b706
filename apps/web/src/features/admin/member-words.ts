import type { Author } from '@parvis/contract/entity.ts'
import type { Stay } from '@parvis/contract/admin.ts'
import { textIn, type Language } from '@parvis/contract/language.ts'
import type { Translate } from '#web/kernel/text/i18n.ts'

type Named = Pick<Author, 'company' | 'firstname' | 'pseudo'> & { lastname: string | null }
interface Place {
  name: string | null
  lang: { en: { name?: string | null } }
}
interface Home {
  building: string | null
  floor: string | null
  apartmentNumber: string | null
}

/** The team sees last names whole. */
export const fullName = ({ company, firstname, lastname, pseudo }: Named): string =>
  company || [firstname, lastname].filter(Boolean).join(' ') || pseudo

/** "B · 12", for a column; null of who has told nothing. */
export const shortHome = ({ building, apartmentNumber }: Home): string | null =>
  [building, apartmentNumber].filter(Boolean).join(' · ') || null

/** "Building B, floor 2, flat 12". */
export const wholeHome = (t: Translate, { building, floor, apartmentNumber }: Home): string | null => {
  const words = [
    // a name of its own is not called a building
    building && (building.length > 2 ? building : t('admin.home.building', { building })),
    floor && t('admin.home.floor', { floor }),
    apartmentNumber && t('admin.home.flat', { flat: apartmentNumber }),
  ].filter(Boolean)
  const said = words.join(', ')
  return said ? said.charAt(0).toUpperCase() + said.slice(1) : null
}

/** Names of places are kept in French, with the English ones beside. */
export const placeName = (language: Language, place: Place | null): string | null =>
  place && textIn(language, place, 'name')

/** Whether a stay is over, goes on, or is to come, on a day of the place: YYYY-MM-DD. */
export const stayTime = ({ arrival, departure }: Pick<Stay, 'arrival' | 'departure'>, today: string) =>
  departure < today ? 'past' : arrival > today ? 'next' : 'now'
