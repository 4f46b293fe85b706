import type { Point } from '@parvis/contract/community.ts'
import type { Deal } from '@parvis/contract/deals.ts'
import type { ValidationError } from '@parvis/contract/errors.ts'
import type { Template } from '@parvis/contract/templates.ts'
import type { Language } from '@parvis/contract/language.ts'
import { MAX_ALT_LENGTH } from '@parvis/contract/media.ts'
import { MAX_TEXT_LENGTH, MAX_TITLE_LENGTH } from '@parvis/contract/publish.ts'
import { MAX_DEAL_LINE_LENGTH } from '@parvis/contract/deal-fields.ts'
import { findDealErrors, type DealBody } from '@parvis/contract/write-deals.ts'
import { languageOverLimit } from '#web/kernel/text/language-over-limit.ts'

/** `activity` and `after`: the invitation and the text below it; `alt`: the alternative text of the photo. */
export interface DealDraftTexts {
  title: string
  description: string
  promotion: string
  price: string
  opening: string
  activity: string
  after: string
  alt: string
}

/** Street address and contact, as typed. */
interface DealContact {
  address: string
  zipCode: string
  city: string
  phone: string
  webSiteUrl: string
  fbUrl: string
  email: string
}

export interface DealDraft extends DealContact {
  /** Idempotency key, the same for each attempt to send the draft. */
  tmpId: string
  fr: DealDraftTexts
  en: DealDraftTexts
  categoryId: string | null
  /** Template of the invitation; null without an invitation. */
  templateId: string | null
  /** `stored` means the photo that the saved deal already has. */
  photo: 'none' | 'stored' | 'new'
  loc: Point | null
  /** YYYY-MM-DD. Without a start date, shown from approval on; without an end date, until somebody ends it. */
  startDate: string
  endDate: string
  nearby: boolean
  /** Set once sent, because the server may have stored the deal; `changed` if edited after that. */
  sent?: 'same' | 'changed'
  /** The saved deal that this draft is based on, which rebaseDraft() replaces. */
  base?: DealDraft
}

const emptyTexts: DealDraftTexts = {
  title: '',
  description: '',
  promotion: '',
  price: '',
  opening: '',
  activity: '',
  after: '',
  alt: '',
}
const emptyContact: DealContact = {
  address: '',
  zipCode: '',
  city: '',
  phone: '',
  webSiteUrl: '',
  fbUrl: '',
  email: '',
}
const contactFields = Object.keys(emptyContact) as (keyof DealContact)[]

export const newDealDraft = (): DealDraft => ({
  ...emptyContact,
  tmpId: crypto.randomUUID(),
  fr: emptyTexts,
  en: emptyTexts,
  categoryId: null,
  templateId: null,
  photo: 'none',
  loc: null,
  startDate: '',
  endDate: '',
  nearby: true,
})

const textsOf = (source: Deal | Deal['lang']['en'], alt: string | null | undefined): DealDraftTexts => ({
  title: source.title ?? '',
  description: source.description ?? '',
  promotion: source.promotion ?? '',
  price: source.price ?? '',
  opening: source.openingTime ?? '',
  activity: source.activityDescription ?? '',
  after: source.activityPostDescription ?? '',
  alt: alt ?? '',
})

export const draftOfDeal = (deal: Deal): DealDraft => ({
  ...newDealDraft(),
  ...Object.fromEntries(contactFields.map(field => [field, deal[field] ?? ''])),
  fr: textsOf(deal, deal.photo?.alt),
  en: textsOf(deal.lang.en, deal.photo?.lang.en.alt),
  categoryId: deal.categoryId,
  templateId: deal.templateId,
  photo: deal.photo ? 'stored' : 'none',
  loc: deal.loc,
  startDate: deal.startDate ?? '',
  endDate: deal.endDate ?? '',
  nearby: deal.keeping?.nearby ?? true,
})

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isTexts = (value: unknown) =>
  isObject(value) && Object.keys(emptyTexts).every(field => typeof value[field] === 'string')
const isTextOrNull = (value: unknown) => value === null || typeof value === 'string'
const isPoint = (value: unknown) =>
  value === null ||
  (isObject(value) &&
    value.type === 'Point' &&
    Array.isArray(value.coordinates) &&
    value.coordinates.length === 2 &&
    value.coordinates.every(Number.isFinite))

/** Validates a stored draft, which may come from an older version of the app or may have been tampered with. */
export const readDealDraft = (value: unknown): DealDraft | null => {
  if (!isObject(value) || !isTexts(value.fr) || !isTexts(value.en) || !isPoint(value.loc)) return null
  const isComplete =
    [value.tmpId, value.startDate, value.endDate, ...contactFields.map(field => value[field])].every(
      text => typeof text === 'string',
    ) &&
    isTextOrNull(value.categoryId) &&
    isTextOrNull(value.templateId) &&
    typeof value.nearby === 'boolean'
  const sent = value.sent === 'same' || value.sent === 'changed' ? value.sent : undefined
  if (!isComplete) return null
  const photo = value.photo === 'stored' || value.photo === 'new' ? value.photo : 'none'
  return { ...(value as unknown as DealDraft), photo, sent, base: readDealDraft(value.base) ?? undefined }
}

/** The text of the invitation comes from the template until the author writes another text. */
export const withInvitation = (
  draft: DealDraft,
  templateId: string | null,
  templates: readonly Pick<Template, '_id' | 'description' | 'lang'>[],
): Pick<DealDraft, 'templateId' | 'fr' | 'en'> => {
  const textsOfTemplate = (id: string | null) => {
    const template = templates.find(({ _id }) => _id === id)
    return { fr: template?.description ?? '', en: template?.lang.en.description ?? '' }
  }
  const [before, next] = [textsOfTemplate(draft.templateId), textsOfTemplate(templateId)]
  const isOwn = (['fr', 'en'] as const).some(
    language => !['', before[language].trim()].includes(draft[language].activity.trim()),
  )
  return {
    templateId,
    fr: isOwn ? draft.fr : { ...draft.fr, activity: next.fr },
    en: isOwn ? draft.en : { ...draft.en, activity: next.en },
  }
}

/** Number of required texts (title and description) that are filled in. */
export const countRequiredTexts = ({ title, description }: DealDraftTexts): number =>
  [title, description].filter(text => text.trim()).length
export const REQUIRED_TEXT_COUNT = 2

const textOrNull = (text: string) => text.trim() || null

const textsBody = (texts: DealDraftTexts, hasPhoto: boolean, hasInvitation: boolean) => ({
  title: textOrNull(texts.title),
  description: textOrNull(texts.description),
  promotion: textOrNull(texts.promotion),
  price: textOrNull(texts.price),
  openingTime: textOrNull(texts.opening),
  activityDescription: hasInvitation ? textOrNull(texts.activity) : null,
  activityPostDescription: hasInvitation ? textOrNull(texts.after) : null,
  ...(hasPhoto && { alt: textOrNull(texts.alt) }),
})

/** Builds the request body of a draft; null clears a field. */
export const dealBody = (draft: DealDraft): DealBody => {
  const hasPhoto = draft.photo !== 'none'
  const hasInvitation = draft.templateId !== null
  return {
    ...textsBody(draft.fr, hasPhoto, hasInvitation),
    lang: { en: textsBody(draft.en, hasPhoto, hasInvitation) },
    ...Object.fromEntries(contactFields.map(field => [field, textOrNull(draft[field])])),
    categoryId: draft.categoryId,
    templateId: draft.templateId,
    ...(!hasPhoto && { photoUri: null }),
    loc: draft.loc,
    startDate: textOrNull(draft.startDate),
    endDate: textOrNull(draft.endDate),
    nearby: draft.nearby,
    tmpId: draft.tmpId,
  }
}

/** Returns the language in which a text to be sent is too long. */
export const languageWithTooLongText = (draft: DealDraft): Language | undefined =>
  languageOverLimit(dealBody(draft), {
    title: MAX_TITLE_LENGTH,
    description: MAX_TEXT_LENGTH,
    promotion: MAX_DEAL_LINE_LENGTH,
    price: MAX_DEAL_LINE_LENGTH,
    openingTime: MAX_DEAL_LINE_LENGTH,
    activityDescription: MAX_TEXT_LENGTH,
    activityPostDescription: MAX_TEXT_LENGTH,
    alt: MAX_ALT_LENGTH,
  })

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const changedFields = <T extends object>(one: T, other: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(one).filter(([name, value]) => !isSame(value, other[name as keyof T])),
  ) as Partial<T>

/** Builds a request body of the fields that differ from `base`, so that changes by others are not overwritten. */
export const dealChanges = ({ base, ...draft }: DealDraft): DealBody => {
  const { tmpId: _, lang, ...now } = dealBody(draft)
  if (!base) return { ...now, lang }
  const { lang: before, ...earlier } = dealBody(base)
  const english = changedFields(lang?.en ?? {}, before?.en ?? {})
  return { ...changedFields(now, earlier), ...(Object.keys(english).length > 0 && { lang: { en: english } }) }
}

const rebaseFields = <T extends object>(own: T, before: T, next: T): T =>
  Object.fromEntries(
    Object.entries(next).map(([name, value]) => {
      const mine = own[name as keyof T]
      return [name, isSame(mine, before[name as keyof T]) ? value : mine]
    }),
  ) as T

/** Rebases a draft onto a version saved by somebody else: untouched fields receive the values of `next`. */
export const rebaseDraft = ({ base, ...draft }: DealDraft, next: DealDraft): DealDraft => {
  const before = base ?? next
  return {
    ...rebaseFields(draft, before, next),
    fr: rebaseFields(draft.fr, before.fr, next.fr),
    en: rebaseFields(draft.en, before.en, next.en),
    tmpId: draft.tmpId,
    sent: draft.sent,
    base: next,
  }
}

const flattenBody = (draft: DealDraft): Record<string, unknown> => {
  const { tmpId: _, lang, ...french } = dealBody(draft)
  return {
    ...french,
    ...Object.fromEntries(Object.entries(lang?.en ?? {}).map(([name, value]) => [`en.${name}`, value])),
  }
}

/** Whether somebody else has saved a value since `base` that differs from the draft. */
export const hasForeignChanges = ({ base, ...draft }: DealDraft, next: DealDraft): boolean => {
  if (!base) return false
  const [before, own] = [flattenBody(base), flattenBody(draft)]
  return Object.entries(flattenBody(next)).some(
    ([name, value]) => !isSame(value, before[name]) && !isSame(value, own[name]),
  )
}

export const findDraftErrors = (draft: DealDraft): ValidationError[] =>
  findDealErrors({ ...dealBody(draft), hasPhoto: draft.photo !== 'none', storedPhone: draft.base?.phone })
