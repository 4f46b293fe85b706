import type { Community, Point } from '@parvis/contract/community.ts'
import {
  type CommunityInformation,
  type InformationBody,
  type NumberKind,
  numberKinds,
} from '@parvis/contract/information.ts'
import type { Language } from '@parvis/contract/language.ts'
import { isSame } from '#web/kernel/device/written.ts'

export interface NumberDraft {
  fr: string
  en: string
  phone: string
  kind: NumberKind
}

/** The values of the information form. */
export interface InformationDraft extends Record<`${Language}.${'description' | 'openingTime'}`, string> {
  name: string
  address: string
  zipCode: string
  city: string
  building: string
  residence: string
  district: string
  phone: string
  fax: string
  mail: string
  webSiteUrl: string
  point: Point | null
  numbers: NumberDraft[]
}

export const draftOf = (community: Community, told: CommunityInformation): InformationDraft => ({
  name: community.name,
  address: community.address ?? '',
  zipCode: community.zipCode ?? '',
  city: community.city ?? '',
  building: community.building ?? '',
  residence: community.residence ?? '',
  district: community.district ?? '',
  phone: community.phone ?? '',
  fax: community.fax ?? '',
  mail: community.mail ?? '',
  webSiteUrl: community.webSiteUrl ?? '',
  point: community.loc,
  'fr.description': community.description ?? '',
  'fr.openingTime': told.openingTime ?? '',
  'en.description': community.lang.en.description ?? '',
  'en.openingTime': told.lang.en.openingTime ?? '',
  numbers: told.usefulNumbers.map(({ name, lang, phone, kind }) => ({
    fr: name ?? '',
    en: lang.en.name ?? '',
    phone,
    kind,
  })),
})

const isWritten = ({ fr, en, phone }: NumberDraft) => [fr, en, phone].some(text => text.trim() !== '')

/** The request body; empty numbers are left out. */
export const bodyOf = ({
  point,
  numbers,
  'fr.description': description,
  'fr.openingTime': openingTime,
  'en.description': english,
  'en.openingTime': englishTime,
  ...draft
}: InformationDraft): InformationBody => ({
  ...draft,
  description,
  openingTime,
  lang: { en: { description: english, openingTime: englishTime } },
  loc: point,
  usefulNumbers: numbers.filter(isWritten).map(number => ({
    name: number.fr,
    lang: { en: { name: number.en } },
    phone: number.phone,
    kind: number.kind,
  })),
})

/** The error field of a number: its index among the numbers that are sent. Empty for a number that is not sent. */
export const fieldOfNumber = (numbers: readonly NumberDraft[], at: number, field: 'name' | 'phone'): string =>
  isWritten(numbers[at]!) ? `usefulNumbers.${numbers.slice(0, at).filter(isWritten).length}.${field}` : ''

/** The part of the body that differs from the saved values, so that changes of others are not overwritten. */
export const changesOf = (draft: InformationDraft, stands: InformationDraft): InformationBody => {
  const [{ lang, ...now }, { lang: langBefore, ...then }] = [bodyOf(draft), bodyOf(stands)]
  const differing = <T extends object>(one: T, other: T) =>
    Object.fromEntries(Object.entries(one).filter(([name, value]) => !isSame(value, other[name as keyof T])))
  const english = differing(lang?.en ?? {}, langBefore?.en ?? {})
  return { ...differing(now, then), ...(Object.keys(english).length > 0 && { lang: { en: english } }) }
}

export type InformationField = keyof InformationDraft

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isNumber = (value: unknown) =>
  isObject(value) &&
  [value.fr, value.en, value.phone].every(text => typeof text === 'string') &&
  numberKinds.some(kind => kind === value.kind)
const isPoint = (value: unknown) =>
  isObject(value) &&
  value.type === 'Point' &&
  Array.isArray(value.coordinates) &&
  value.coordinates.length === 2 &&
  value.coordinates.every(Number.isFinite)
/** Whether a stored value fits the field. */
export const isValue = (value: unknown, like: InformationField): boolean =>
  like === 'point'
    ? value === null || isPoint(value)
    : like === 'numbers'
      ? Array.isArray(value) && value.every(isNumber)
      : typeof value === 'string'
