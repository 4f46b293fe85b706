import type { Author } from '@parvis/contract/entity.ts'
import type { Location } from '@parvis/contract/community.ts'
import type { DeskMember, Stay } from '@parvis/contract/admin.ts'
import { textIn, type Language } from '@parvis/contract/language.ts'
import type { Translate } from '#web/kernel/text/i18n.ts'

type MemberName = Pick<Author, 'company' | 'firstname' | 'pseudo'> & { lastname: string | null }
type Home = Pick<DeskMember, 'building' | 'floor' | 'apartmentNumber'>

/** The name as the team sees it, with the last name in full. */
export const fullName = ({ company, firstname, lastname, pseudo }: MemberName): string =>
  company || [firstname, lastname].filter(Boolean).join(' ') || pseudo

/** Building and flat as "B · 12", for a table column; null when unknown. */
export const shortHome = ({ building, apartmentNumber }: Home): string | null =>
  [building, apartmentNumber].filter(Boolean).join(' · ') || null

/** "Building B, floor 2, flat 12" with the parts that are known; null when none is. */
export const fullHome = (t: Translate, { building, floor, apartmentNumber }: Home): string | null => {
  const parts = [
    // Longer values are proper names and need no "building" before them.
    building && (building.length > 2 ? building : t('admin.home.building', { building })),
    floor && t('admin.home.floor', { floor }),
    apartmentNumber && t('admin.home.flat', { flat: apartmentNumber }),
  ].filter(Boolean)
  const text = parts.join(', ')
  return text ? text.charAt(0).toUpperCase() + text.slice(1) : null
}

/** The name of a place in the given language, or else in the other language; null without a place. */
export const placeName = (language: Language, place: Pick<Location, 'name' | 'lang'> | null): string | null =>
  place && textIn(language, place, 'name')

/** Whether a stay is past, now or next (still to come); `today` is YYYY-MM-DD in the community’s time zone. */
export const stayPhase = ({ arrival, departure }: Pick<Stay, 'arrival' | 'departure'>, today: string) =>
  departure < today ? 'past' : arrival > today ? 'next' : 'now'
