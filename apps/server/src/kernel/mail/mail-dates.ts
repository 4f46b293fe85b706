import { type Language, withFrenchOrdinal } from '@parvis/contract/language.ts'

const NO_BREAK = '\u00a0'

const format = (at: number | Date, language: Language, timeZone: string, options: Intl.DateTimeFormatOptions) =>
  withFrenchOrdinal(
    new Intl.DateTimeFormat(language === 'fr' ? 'fr-FR' : 'en-GB', { ...options, timeZone }).format(at),
    language,
  )

/** "13 June" in the given time zone, with a no-break space. */
export const formatDate = (language: Language, at: number | Date, timeZone: string): string =>
  format(at, language, timeZone, { day: 'numeric', month: 'long' }).replace(' ', NO_BREAK)

export const formatWeekdayDate = (language: Language, at: number | Date, timeZone: string): string =>
  format(at, language, timeZone, { weekday: 'long', day: 'numeric', month: 'long' })

/** "Saturday" within the last six days, "13 June" before, in the given time zone. */
export const formatPastDay = (
  language: Language,
  at: Date,
  { now, timeZone }: { now: Date; timeZone: string },
): string =>
  now.getTime() - at.getTime() < 6 * 86_400_000
    ? format(at, language, timeZone, { weekday: 'long' })
    : formatDate(language, at, timeZone)

/** "18:30", in French "18 h 30" or "18 h", in the given time zone. */
export const formatTime = (language: Language, at: number | Date, timeZone: string): string => {
  const [hour, minute] = format(at, 'en', timeZone, { hour: '2-digit', minute: '2-digit' }).split(':')
  if (language === 'en') return `${Number(hour)}:${minute}`
  return [Number(hour), 'h', ...(minute === '00' ? [] : [minute])].join(NO_BREAK)
}

export const joinDateAndTime = (language: Language, day: string, time: string): string =>
  language === 'fr' ? `${day} à ${time}` : `${day}, ${time}`
