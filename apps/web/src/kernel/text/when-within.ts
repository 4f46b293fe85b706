import type { Language } from '@parvis/contract/language.ts'
import { serverTime } from '../device/clock.ts'
import type { Formats } from './format.ts'

/**
 * How old something is, to stand within a sentence: "hier" in place of "Hier", and whether it is a date, which French
 * says "le" before.
 */
export const whenWithin = ({ ago, fullDate }: Pick<Formats, 'ago' | 'fullDate'>, iso: string) => {
  const said = ago(iso)
  return { when: said.charAt(0).toLowerCase() + said.slice(1), dated: String(said === fullDate(new Date(iso))) }
}

/** "24 nov." where a line is short; the year only when it is another one than `now`'s. */
export const shortDay = (date: Date, language: Language, now = new Date(serverTime())): string =>
  new Intl.DateTimeFormat(language === 'fr' ? 'fr-FR' : 'en-GB', {
    day: 'numeric',
    month: 'short',
    ...(date.getFullYear() === now.getFullYear() ? {} : { year: 'numeric' }),
  })
    .format(date)
    .replaceAll(' ', '\u00a0')
