import type { Community } from '@parvis/contract/community.ts'
import { type CommunityInformation, type InformationBody, usefulNumberKinds } from '@parvis/contract/information.ts'
import type { FieldOf } from '#web/kernel/device/form-edits.ts'
import { list, nullable, oneOf, point, type Shaped, texts } from '#web/kernel/device/shape.ts'
import type { useDraft } from '#web/kernel/device/use-draft.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** Unsaved changes to the information of a community, by member and community. */
    informationdrafts: Record<string, unknown>
  }
}

const textShape = texts(
  'name',
  'address',
  'zipCode',
  'city',
  'building',
  'residence',
  'district',
  'phone',
  'fax',
  'mail',
  'webSiteUrl',
)
const languageShape = texts('description', 'openingTime')
const numberShape = { ...texts('fr', 'en', 'phone'), kind: oneOf(...usefulNumberKinds) }

export const informationShape = {
  ...textShape,
  fr: languageShape,
  en: languageShape,
  point: nullable(point),
  numbers: list(numberShape),
}
export type NumberDraft = Shaped<typeof numberShape>
export type InformationDraft = Shaped<typeof informationShape>
export type InformationField = FieldOf<InformationDraft>

export type InformationFormState = ReturnType<typeof useDraft<InformationDraft>>

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
  fr: { description: community.description ?? '', openingTime: information.openingTime ?? '' },
  en: { description: community.lang.en.description ?? '', openingTime: information.lang.en.openingTime ?? '' },
  numbers: information.usefulNumbers.map(({ name, lang, phone, kind }) => ({
    fr: name ?? '',
    en: lang.en.name ?? '',
    phone,
    kind,
  })),
})

const hasText = ({ fr, en, phone }: NumberDraft) => [fr, en, phone].some(text => text.trim() !== '')

/** Returns the request body; useful numbers without any text are left out. */
export const bodyOf = ({ point, numbers, fr, en, ...draft }: InformationDraft): InformationBody => ({
  ...draft,
  ...fr,
  lang: { en },
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
