import type { Community, Point } from '@parvis/contract/community.ts'
import {
  type CommunityInformation,
  type InformationBody,
  type UsefulNumberKind,
  usefulNumberKinds,
} from '@parvis/contract/information.ts'
import type { Language } from '@parvis/contract/language.ts'
import { isDeepEqual } from '#web/kernel/device/form-edits.ts'

export interface NumberDraft {
  fr: string
  en: string
  phone: string
  kind: UsefulNumberKind
}

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

export const draftOf = (community: Community, information: CommunityInformation): InformationDraft => ({
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
  'fr.openingTime': information.openingTime ?? '',
  'en.description': community.lang.en.description ?? '',
  'en.openingTime': information.lang.en.openingTime ?? '',
  numbers: information.usefulNumbers.map(({ name, lang, phone, kind }) => ({
    fr: name ?? '',
    en: lang.en.name ?? '',
    phone,
    kind,
  })),
})

const hasText = ({ fr, en, phone }: NumberDraft) => [fr, en, phone].some(text => text.trim() !== '')

/** Returns the request body; useful numbers without any text are left out. */
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
  usefulNumbers: numbers.filter(hasText).map(number => ({
    name: number.fr,
    lang: { en: { name: number.en } },
    phone: number.phone,
    kind: number.kind,
  })),
})

/** The index in the field name counts only the numbers that are sent; empty for a number that is not sent. */
export const fieldOfNumber = (numbers: readonly NumberDraft[], index: number, field: 'name' | 'phone'): string =>
  hasText(numbers[index]!) ? `usefulNumbers.${numbers.slice(0, index).filter(hasText).length}.${field}` : ''

/** The part of the body that differs from the saved values, so that changes of others are not overwritten. */
export const changesOf = (draft: InformationDraft, savedValues: InformationDraft): InformationBody => {
  const [{ lang, ...current }, { lang: langBefore, ...previous }] = [bodyOf(draft), bodyOf(savedValues)]
  const pickChanged = <T extends object>(one: T, other: T) =>
    Object.fromEntries(Object.entries(one).filter(([name, value]) => !isDeepEqual(value, other[name as keyof T])))
  const english = pickChanged(lang?.en ?? {}, langBefore?.en ?? {})
  return { ...pickChanged(current, previous), ...(Object.keys(english).length > 0 && { lang: { en: english } }) }
}

export type InformationField = keyof InformationDraft

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isNumberDraft = (value: unknown) =>
  isObject(value) &&
  [value.fr, value.en, value.phone].every(text => typeof text === 'string') &&
  usefulNumberKinds.some(kind => kind === value.kind)
const isPoint = (value: unknown) =>
  isObject(value) &&
  value.type === 'Point' &&
  Array.isArray(value.coordinates) &&
  value.coordinates.length === 2 &&
  value.coordinates.every(Number.isFinite)
/** Whether a value read from the device has the type of the field. */
export const isValidValue = (value: unknown, fieldName: InformationField): boolean =>
  fieldName === 'point'
    ? value === null || isPoint(value)
    : fieldName === 'numbers'
      ? Array.isArray(value) && value.every(isNumberDraft)
      : typeof value === 'string'
