import { DATE_LENGTH, writeDate } from '@parvis/contract/profile.ts'

const WRITTEN = /^\d{0,2}(?:\/(?:\d{0,2}(?:\/\d{0,4})?)?)?$/
const ISO = /^\d{4}-\d{2}-\d{2}$/
/** Lengths at which a slash follows: after the day and after the month. */
const SLASH_AT = [2, 5]

const withSlashes = (digits: string) =>
  [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4, 8)].filter(Boolean).join('/')

/**
 * Input mask of a DD/MM/YYYY field: inserts the slashes while typing, and deletes each with the figure before it.
 * Browsers fill birth dates in as YYYY-MM-DD.
 */
export const maskDate = (typed: string, before: string): string => {
  if (ISO.test(typed)) return writeDate(typed)
  const shorter = typed.length < before.length
  // One figure and a separator: a day or month below ten.
  const padded = typed.replace(/^(\d)[^\d]$/, '0$1/').replace(/^(\d{2}\/)(\d)[^\d]$/, '$10$2/')
  // A partial date in the right notation is left alone, so that its middle can be edited.
  if (!WRITTEN.test(padded)) return withSlashes(padded.replace(/\D/g, '')).slice(0, DATE_LENGTH)
  return !shorter && SLASH_AT.includes(padded.length) ? `${padded}/` : padded
}
