import { type Language, writtenDate } from '@parvis/contract/language.ts'

const NO_BREAK = '\u00a0'

const written = (at: number | Date, language: Language, timeZone: string, how: Intl.DateTimeFormatOptions) =>
  writtenDate(new Intl.DateTimeFormat(language === 'fr' ? 'fr-FR' : 'en-GB', { ...how, timeZone }).format(at), language)

/** "13 June" in the given time zone, with a no-break space. */
export const dateIn = (language: Language, at: number | Date, timeZone: string): string =>
  written(at, language, timeZone, { day: 'numeric', month: 'long' }).replace(' ', NO_BREAK)

/** "Saturday 13 June" in the given time zone. */
export const dayIn = (language: Language, at: number | Date, timeZone: string): string =>
  written(at, language, timeZone, { weekday: 'long', day: 'numeric', month: 'long' })

/** "Saturday" within the last six days, "13 June" before, in the given time zone. */
export const pastDayIn = (language: Language, at: Date, { now, timeZone }: { now: Date; timeZone: string }): string =>
  now.getTime() - at.getTime() < 6 * 86_400_000
    ? written(at, language, timeZone, { weekday: 'long' })
    : dateIn(language, at, timeZone)

/** "18:30", in French "18 h 30" or "18 h", in the given time zone. */
export const timeIn = (language: Language, at: number | Date, timeZone: string): string => {
  const [hour, minute] = written(at, 'en', timeZone, { hour: '2-digit', minute: '2-digit' }).split(':')
  if (language === 'en') return `${Number(hour)}:${minute}`
  return [Number(hour), 'h', ...(minute === '00' ? [] : [minute])].join(NO_BREAK)
}

export const atTime = (language: Language, day: string, time: string): string =>
  language === 'fr' ? `${day} à ${time}` : `${day}, ${time}`
