import { normalizeEmail } from '@parvis/contract/entry-rules.ts'
import { type Deal } from '@parvis/contract/deals.ts'
import { validateDeal, type DealBody, parseWebLink } from '@parvis/contract/write-deals.ts'
import { endOfDay } from '@parvis/contract/past-event.ts'
import { instantAt } from '@parvis/contract/zoned-time.ts'
import { toStoredChoices } from '#server/kernel/choices.ts'
import { fail } from '#server/kernel/errors.ts'
import { singleLine, trimmed } from '#server/kernel/text-input.ts'
import type { DealRow } from './deals.queries.ts'

/** Normalizes a link; returns the text unchanged if it is not a link, so that validation reports it. */
const normalizeLink = (typed: string | null | undefined) => {
  const text = trimmed(typed)
  return text ? (parseWebLink(text) ?? text) : text
}

/** Maps the request body to columns; undefined for fields that were not sent. */
export const parseDeal = ({ lang, loc, ...french }: DealBody, storedChoices: DealRow['choices'] = []) => ({
  title: singleLine(french.title),
  title_en: singleLine(lang?.en?.title),
  description: trimmed(french.description),
  description_en: trimmed(lang?.en?.description),
  promotion: singleLine(french.promotion),
  promotion_en: singleLine(lang?.en?.promotion),
  opening_time: trimmed(french.openingTime),
  opening_time_en: trimmed(lang?.en?.openingTime),
  price: singleLine(french.price),
  price_en: singleLine(lang?.en?.price),
  activity_description: trimmed(french.activityDescription),
  activity_description_en: trimmed(lang?.en?.activityDescription),
  activity_post_description: trimmed(french.activityPostDescription),
  activity_post_description_en: trimmed(lang?.en?.activityPostDescription),
  category_id: french.categoryId?.toLowerCase() ?? french.categoryId,
  template_id: french.templateId?.toLowerCase() ?? french.templateId,
  choices: toStoredChoices(french.choices, storedChoices),
  address: singleLine(french.address),
  zip_code: singleLine(french.zipCode),
  city: singleLine(french.city),
  phone: singleLine(french.phone),
  web_site_url: normalizeLink(french.webSiteUrl),
  fb_url: normalizeLink(french.fbUrl),
  email: singleLine(french.email && normalizeEmail(french.email)),
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
  const error = validateDeal({
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
  })
  if (error) fail(error.key, { field: error.field })
}

/** The first instant of a day (YYYY-MM-DD) in this time zone; null without a day. */
export const startInstant = (day: string | null | undefined, timezone: string): Date | null =>
  day ? new Date(instantAt(day, '00:00', timezone)) : null

/** The end of a day (YYYY-MM-DD) in this time zone; null without a day. */
export const endInstant = (day: string | null | undefined, timezone: string): Date | null =>
  day ? new Date(endOfDay(day, timezone)) : null
