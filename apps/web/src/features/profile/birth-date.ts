import { DATE_LENGTH, writeDate } from '@parvis/contract/profile.ts'

const WRITTEN = /^\d{0,2}(?:\/(?:\d{0,2}(?:\/\d{0,4})?)?)?$/
const ISO = /^\d{4}-\d{2}-\d{2}$/
/** After the day, and after the month. */
const SLASH_AT = [2, 5]

const withSlashes = (digits: string) =>
  [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4, 8)].filter(Boolean).join('/')

/**
 * What a field for DD/MM/YYYY holds after a key: the slashes come by themselves, and go with the figure before them.
 * Browsers fill birth dates in as YYYY-MM-DD.
 */
export const maskDate = (typed: string, before: string): string => {
  if (ISO.test(typed)) return writeDate(typed)
  const shorter = typed.length < before.length
  // one figure and a slash: a day, or a month, below ten
  const padded = typed.replace(/^(\d)[^\d]$/, '0$1/').replace(/^(\d{2}\/)(\d)[^\d]$/, '$10$2/')
  // who mends the middle of a date meets no mask
  if (!WRITTEN.test(padded)) return withSlashes(padded.replace(/\D/g, '')).slice(0, DATE_LENGTH)
  return !shorter && SLASH_AT.includes(padded.length) ? `${padded}/` : padded
}
