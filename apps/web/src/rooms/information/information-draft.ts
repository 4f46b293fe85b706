import type { Community, Point } from '@parvis/contract/community.ts'
import {
  type CommunityInformation,
  type InformationBody,
  type NumberKind,
  numberKinds,
} from '@parvis/contract/information.ts'
import type { Language } from '@parvis/contract/language.ts'

export interface NumberDraft {
  fr: string
  en: string
  phone: string
  kind: NumberKind
}

/** What is being written of a community. */
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

/** What is sent of it; a line of a number in which nothing stands is none. */
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

/** Where a number stands among those that are sent: where its error is told. Empty for a line that is not sent. */
export const fieldOfNumber = (numbers: readonly NumberDraft[], at: number, field: 'name' | 'phone'): string =>
  isWritten(numbers[at]!) ? `usefulNumbers.${numbers.slice(0, at).filter(isWritten).length}.${field}` : ''

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Of what is sent, what differs from what stands there: nobody writes over what others have changed. */
export const changesOf = (draft: InformationDraft, stands: InformationDraft): InformationBody => {
  const [{ lang, ...now }, { lang: langBefore, ...then }] = [bodyOf(draft), bodyOf(stands)]
  const differing = <T extends object>(one: T, other: T) =>
    Object.fromEntries(Object.entries(one).filter(([name, value]) => !isSame(value, other[name as keyof T])))
  const english = differing(lang?.en ?? {}, langBefore?.en ?? {})
  return { ...differing(now, then), ...(Object.keys(english).length > 0 && { lang: { en: english } }) }
}

export type InformationField = keyof InformationDraft

interface Touched<T> {
  /** What stood there when it was begun. */
  before: T
  now: T
  /** The server has it: once that is told here too, what stands there holds. */
  saved?: true
}

/** What was touched, and nothing else: all the rest follows what others save. */
export type Written = { [F in InformationField]?: Touched<InformationDraft[F]> }

type Value = InformationDraft[InformationField]
const touchedIn = (written: Written) => Object.entries(written) as [InformationField, Touched<Value>][]
const asWritten = (entries: (readonly [InformationField, Touched<Value>])[]) => Object.fromEntries(entries) as Written

/** What stands there, and over it what is being written. */
export const laidOver = (stands: InformationDraft, written: Written): InformationDraft => ({
  ...stands,
  ...Object.fromEntries(
    touchedIn(written)
      .filter(([field, { before, saved }]) => !saved || isSame(before, stands[field]))
      .map(([field, { now }]) => [field, now]),
  ),
})

/** What is written as it stands there already is not touched any more. */
export const writtenWith = (written: Written, stands: InformationDraft, patch: Partial<InformationDraft>): Written => {
  const next = Object.entries(patch).map(([name, now]): [InformationField, Touched<Value>] => {
    const field = name as InformationField
    const last = written[field]
    return [field, { before: !last ? stands[field] : last.saved ? last.now : last.before, now }]
  })
  const all = asWritten([...touchedIn(written), ...next])
  return asWritten(touchedIn(all).filter(([field, { now, saved }]) => saved || !isSame(now, stands[field])))
}

/** What is begun and not saved: null for nothing. */
export const unsaved = (written: Written, stands: InformationDraft): Written | null => {
  const open = touchedIn(written).filter(([field, { now, saved }]) => !saved && !isSame(now, stands[field]))
  return open.length > 0 ? asWritten(open) : null
}

export const asSaved = (written: Written): Written =>
  asWritten(touchedIn(written).map(([field, touched]) => [field, { ...touched, saved: true }]))

/** What is touched here, and was meanwhile changed by somebody else: whoever saves is told first. */
export const clashesOf = (written: Written, stands: InformationDraft): InformationField[] =>
  touchedIn(unsaved(written, stands) ?? {}).flatMap(([field, { before }]) =>
    isSame(before, stands[field]) ? [] : [field],
  )

/** What is written here holds over what somebody else wrote. */
export const keepingMine = (written: Written, stands: InformationDraft, field: InformationField): Written =>
  asWritten(
    touchedIn(written).map(([name, touched]) => [
      name,
      name === field ? { ...touched, before: stands[name] } : touched,
    ]),
  )

export const takingTheirs = (written: Written, field: InformationField): Written =>
  asWritten(touchedIn(written).filter(([name]) => name !== field))

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
const isValue = (value: unknown, like: InformationField) =>
  like === 'point'
    ? value === null || isPoint(value)
    : like === 'numbers'
      ? Array.isArray(value) && value.every(isNumber)
      : typeof value === 'string'

/** What a device remembers may come from an older version, or from anybody: what is no field of the form is left out. */
export const readWritten = (kept: unknown, stands: InformationDraft): Written =>
  isObject(kept)
    ? asWritten(
        (Object.keys(stands) as InformationField[]).flatMap(field => {
          const touched = kept[field]
          return isObject(touched) && isValue(touched.before, field) && isValue(touched.now, field)
            ? [[field, { before: touched.before, now: touched.now } as Touched<Value>] as const]
            : []
        }),
      )
    : {}
