import { DATE_LENGTH, formatFrenchDate } from '@parvis/contract/profile.ts'

const PARTIAL_DATE = /^\d{0,2}(?:\/(?:\d{0,2}(?:\/\d{0,4})?)?)?$/
const ISO = /^\d{4}-\d{2}-\d{2}$/
/** Text lengths after which a slash is inserted: after the day and after the month. */
const SLASH_POSITIONS = [2, 5]

const insertSlashes = (digits: string) =>
  [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4, 8)].filter(Boolean).join('/')

/** Mask of a DD/MM/YYYY field; does not insert a deleted slash again. Browsers fill in dates as YYYY-MM-DD. */
export const maskDate = (typed: string, previous: string): string => {
  if (ISO.test(typed)) return formatFrenchDate(typed)
  const isDeletion = typed.length < previous.length
  // A single digit and a separator become a day or month with a leading zero.
  const padded = typed.replace(/^(\d)[^\d]$/, '0$1/').replace(/^(\d{2}\/)(\d)[^\d]$/, '$10$2/')
  // A partial date in the right notation is not reformatted, so that its middle can be edited.
  if (!PARTIAL_DATE.test(padded)) return insertSlashes(padded.replace(/\D/g, '')).slice(0, DATE_LENGTH)
  return !isDeletion && SLASH_POSITIONS.includes(padded.length) ? `${padded}/` : padded
}
