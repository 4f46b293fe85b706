import type { Language } from '@parvis/contract/language.ts'
import { serverTime } from '../device/clock.ts'
import type { Formats } from './format.ts'

/** For use within a sentence ("hier"); `dated` is 'true' if the age is a date, which needs "le" in French. */
export const ageInSentence = ({ ago, fullDate }: Pick<Formats, 'ago' | 'fullDate'>, iso: string) => {
  const age = ago(iso)
  return { when: age.charAt(0).toLowerCase() + age.slice(1), dated: String(age === fullDate(new Date(iso))) }
}

/** A short date such as "24 nov."; with the year if it is not the year of `now`. */
export const shortDay = (date: Date, language: Language, now = new Date(serverTime())): string =>
  new Intl.DateTimeFormat(language === 'fr' ? 'fr-FR' : 'en-GB', {
    day: 'numeric',
    month: 'short',
    ...(date.getFullYear() === now.getFullYear() ? {} : { year: 'numeric' }),
  })
    .format(date)
    .replaceAll(' ', '\u00a0')
