import type { Deal } from '@parvis/contract/deals.ts'
import type { ValidationError } from '@parvis/contract/errors.ts'
import type { Template } from '@parvis/contract/templates.ts'
import type { Language } from '@parvis/contract/language.ts'
import { MAX_ALT_LENGTH } from '@parvis/contract/media.ts'
import { MAX_TEXT_LENGTH, MAX_TITLE_LENGTH } from '@parvis/contract/publish.ts'
import { MAX_DEAL_LINE_LENGTH } from '@parvis/contract/deal-fields.ts'
import { findDealErrors, type DealBody } from '@parvis/contract/write-deals.ts'
import type { FieldOf } from '#web/kernel/device/form-edits.ts'
import {
  bool,
  emptyTexts,
  nullable,
  oneOf,
  optional,
  point,
  type Shaped,
  text,
  texts,
} from '#web/kernel/device/shape.ts'
import { formLanguages } from '#web/kernel/text/form-languages.ts'
import { languageOverLimit } from '#web/kernel/text/language-over-limit.ts'
import { trimToNull } from '#web/kernel/text/trim-to-null.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** Drafts of deals, by author and edited deal. */
    dealdrafts: Record<string, unknown>
  }
}

/** `activity` and `after`: the invitation and the text below it; `alt`: the alternative text of the photo. */
const languageShape = texts('title', 'description', 'promotion', 'price', 'opening', 'activity', 'after', 'alt')
/** Street address and contact, as typed. */
const contactShape = texts('address', 'zipCode', 'city', 'phone', 'webSiteUrl', 'fbUrl', 'email')

export const dealShape = {
  ...contactShape,
  /** Idempotency key, the same for each attempt to send the draft. */
  tmpId: text,
  fr: languageShape,
  en: languageShape,
  categoryId: nullable(text),
  /** Template of the invitation; null without an invitation. */
  templateId: nullable(text),
  /** `stored` means the photo that the saved deal already has. */
  photo: oneOf('none', 'stored', 'new'),
  loc: nullable(point),
  /** YYYY-MM-DD. Without a start date, shown from approval on; without an end date, until somebody ends it. */
  ...texts('startDate', 'endDate'),
  nearby: bool,
  /** Set once sent, because the server may have stored the deal; `changed` if edited after that. */
  sent: optional(oneOf('same', 'changed')),
}
export type DealDraft = Shaped<typeof dealShape>
export type DealDraftTexts = DealDraft['fr']

const contactFields = Object.keys(contactShape) as (keyof typeof contactShape)[]

/** Names of the fields with a text. */
export type DealTextField = keyof typeof contactShape | 'startDate' | 'endDate' | `${Language}.${keyof DealDraftTexts}`

/** Whether a field is a text that the form shows: those of an invitation or a photo only with an invitation or photo. */
export const isShownText = (field: FieldOf<DealDraft>, { templateId, photo }: DealDraft): field is DealTextField => {
  const [name, inner] = field.split('.')
  if (inner === 'activity' || inner === 'after') return templateId !== null
  if (inner === 'alt') return photo !== 'none'
  return inner !== undefined || name === 'startDate' || name === 'endDate' || field in contactShape
}

export const newDealDraft = (): DealDraft => ({
  ...emptyTexts(contactShape),
  tmpId: crypto.randomUUID(),
  fr: emptyTexts(languageShape),
  en: emptyTexts(languageShape),
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
  tmpId: deal._id,
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
  const isOwn = formLanguages.some(language => !['', before[language].trim()].includes(draft[language].activity.trim()))
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

const textsBody = (texts: DealDraftTexts, hasPhoto: boolean, hasInvitation: boolean) => ({
  title: trimToNull(texts.title),
  description: trimToNull(texts.description),
  promotion: trimToNull(texts.promotion),
  price: trimToNull(texts.price),
  openingTime: trimToNull(texts.opening),
  activityDescription: hasInvitation ? trimToNull(texts.activity) : null,
  activityPostDescription: hasInvitation ? trimToNull(texts.after) : null,
  ...(hasPhoto && { alt: trimToNull(texts.alt) }),
})

/** Builds the request body of a draft; null clears a field. */
export const dealBody = (draft: DealDraft): DealBody => {
  const hasPhoto = draft.photo !== 'none'
  const hasInvitation = draft.templateId !== null
  return {
    ...textsBody(draft.fr, hasPhoto, hasInvitation),
    lang: { en: textsBody(draft.en, hasPhoto, hasInvitation) },
    ...Object.fromEntries(contactFields.map(field => [field, trimToNull(draft[field])])),
    categoryId: draft.categoryId,
    templateId: draft.templateId,
    ...(!hasPhoto && { photoUri: null }),
    loc: draft.loc,
    startDate: trimToNull(draft.startDate),
    endDate: trimToNull(draft.endDate),
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

/** `saved`: the edited deal. */
export const findDraftErrors = (draft: DealDraft, saved: Pick<Deal, 'phone'> | null): ValidationError[] =>
  findDealErrors({ ...dealBody(draft), hasPhoto: draft.photo !== 'none', storedPhone: saved?.phone })
