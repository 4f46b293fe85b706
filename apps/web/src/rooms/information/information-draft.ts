import type { Community, Point } from '@parvis/contract/community.ts'
import type { CommunityInformation, InformationBody, NumberKind } from '@parvis/contract/information.ts'
import type { Language } from '@parvis/contract/language.ts'

interface Words {
  description: string
  openingTime: string
}

export interface NumberDraft {
  fr: string
  en: string
  phone: string
  kind: NumberKind
}

/** What is being written of a community. */
export interface InformationDraft extends Record<Language, Words> {
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
  fr: { description: community.description ?? '', openingTime: told.openingTime ?? '' },
  en: { description: community.lang.en.description ?? '', openingTime: told.lang.en.openingTime ?? '' },
  numbers: told.usefulNumbers.map(({ name, lang, phone, kind }) => ({
    fr: name ?? '',
    en: lang.en.name ?? '',
    phone,
    kind,
  })),
})

const isWritten = ({ fr, en, phone }: NumberDraft) => [fr, en, phone].some(text => text.trim() !== '')

/** What is sent of it; a line of a number in which nothing stands is none. */
export const bodyOf = ({ point, numbers, fr, en, ...draft }: InformationDraft): InformationBody => ({
  ...draft,
  ...fr,
  lang: { en },
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

/** Of what is sent, what differs from what stood there when it was written: nobody writes over what others have changed. */
export const changesOf = (draft: InformationDraft, before: InformationDraft): InformationBody => {
  const [{ lang, ...now }, { lang: langBefore, ...then }] = [bodyOf(draft), bodyOf(before)]
  const differing = <T extends object>(one: T, other: T) =>
    Object.fromEntries(Object.entries(one).filter(([name, value]) => !isSame(value, other[name as keyof T])))
  const english = differing(lang?.en ?? {}, langBefore?.en ?? {})
  return { ...differing(now, then), ...(Object.keys(english).length > 0 && { lang: { en: english } }) }
}

/** A draft over what somebody else has saved meanwhile: what is not touched in it follows them. */
export const draftOver = (
  draft: InformationDraft,
  before: InformationDraft,
  next: InformationDraft,
): InformationDraft => {
  const words = (language: Language): Words => ({
    description:
      draft[language].description === before[language].description
        ? next[language].description
        : draft[language].description,
    openingTime:
      draft[language].openingTime === before[language].openingTime
        ? next[language].openingTime
        : draft[language].openingTime,
  })
  const lines = Object.fromEntries(
    Object.entries(next).map(([name, value]) => {
      const own = draft[name as keyof InformationDraft]
      return [name, isSame(own, before[name as keyof InformationDraft]) ? value : own]
    }),
  ) as unknown as InformationDraft
  return { ...lines, fr: words('fr'), en: words('en') }
}

export const isSameDraft = (one: InformationDraft, other: InformationDraft): boolean => isSame(one, other)
