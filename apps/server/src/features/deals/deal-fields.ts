import { dealFacts, dealTexts } from '@parvis/contract/deal-fields.ts'
import { normalizeEmail } from '@parvis/contract/entry-rules.ts'
import { type Deal } from '@parvis/contract/deals.ts'
import { parseWebLink, type DealBody, validateDeal } from '@parvis/contract/write-deals.ts'
import { endOfDay } from '@parvis/contract/past-event.ts'
import { instantAt } from '@parvis/contract/zoned-time.ts'
import { toStoredChoices } from '#server/kernel/choices.ts'
import { columnsOf } from '#server/kernel/columns.ts'
import { assertValid } from '#server/kernel/errors.ts'
import { singleLine, trimmed } from '#server/kernel/text-input.ts'
import type { DealRow } from './deals.queries.ts'

/** Normalizes a link; returns the text unchanged if it is not a link, so that validation reports it. */
const normalizeLink = (typed: string) => {
  const text = trimmed(typed)
  return text ? (parseWebLink(text) ?? text) : text
}

const multiLineFields = ['description', 'openingTime', 'activityDescription', 'activityPostDescription']

const normalizeField = (text: string, field: string) => {
  if (multiLineFields.includes(field)) return trimmed(text)
  if (field === 'webSiteUrl' || field === 'fbUrl') return normalizeLink(text)
  return singleLine(field === 'email' ? normalizeEmail(text) : text)
}

/** Maps the request body to columns; undefined for fields that were not sent. */
export const parseDeal = ({ lang, loc, ...french }: DealBody, storedChoices: DealRow['choices'] = []) => ({
  ...columnsOf(french, dealTexts, '', normalizeField),
  ...columnsOf(lang?.en ?? {}, dealTexts, '_en', normalizeField),
  ...columnsOf(french, dealFacts, '', normalizeField),
  category_id: french.categoryId?.toLowerCase() ?? french.categoryId,
  template_id: french.templateId?.toLowerCase() ?? french.templateId,
  choices: toStoredChoices(french.choices, storedChoices),
  longitude: loc === null ? null : loc?.coordinates[0],
  latitude: loc === null ? null : loc?.coordinates[1],
  starts_on: trimmed(french.startDate),
  ends_on: trimmed(french.endDate),
  nearby: french.nearby,
})

export type DealFields = ReturnType<typeof parseDeal>

export type ValidatedFields = Pick<
  DealFields,
  | 'title'
  | 'title_en'
  | 'description'
  | 'description_en'
  | 'category_id'
  | 'longitude'
  | 'latitude'
  | 'phone'
  | 'web_site_url'
  | 'fb_url'
  | 'email'
  | 'starts_on'
  | 'ends_on'
>

const pointOf = ({ longitude, latitude }: ValidatedFields): Deal['loc'] =>
  typeof longitude === 'number' && typeof latitude === 'number'
    ? { type: 'Point', coordinates: [longitude, latitude] }
    : null

/** Throws the first validation error of these fields; the phone number that is stored already is not checked. */
export const assertValidDeal = (deal: ValidatedFields, hasPhoto: boolean, storedPhone?: string | null): void => {
  assertValid(
    validateDeal({
      storedPhone,
      title: deal.title,
      description: deal.description,
      lang: { en: { title: deal.title_en, description: deal.description_en } },
      categoryId: deal.category_id,
      loc: pointOf(deal),
      phone: deal.phone,
      webSiteUrl: deal.web_site_url,
      fbUrl: deal.fb_url,
      email: deal.email,
      startDate: deal.starts_on,
      endDate: deal.ends_on,
      hasPhoto,
    }),
  )
}

/** The first instant of a day (YYYY-MM-DD) in this time zone; null without a day. */
export const startInstant = (day: string | null | undefined, timezone: string): Date | null =>
  day ? new Date(instantAt(day, '00:00', timezone)) : null

/** The end of a day (YYYY-MM-DD) in this time zone; null without a day. */
export const endInstant = (day: string | null | undefined, timezone: string): Date | null =>
  day ? new Date(endOfDay(day, timezone)) : null
