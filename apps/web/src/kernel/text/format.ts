import { withFrenchOrdinal, type Language } from '@parvis/contract/language.ts'
import { timeAgo } from '@parvis/contract/time-ago.ts'
import { useNow } from '../device/clock.ts'
import { useText, type Translate } from './i18n.ts'

/** British English, which puts the day before the month, as French does. */
const locales = { en: 'en-GB', fr: 'fr-FR' } as const satisfies Record<Language, string>
const NO_BREAK = '\u00a0'
const METRES_IN_KM = 1000
const METRE_STEP = 10
const WHOLE_KM_FROM = 10

const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns a cached format. `timezone` is an IANA name, or undefined for the time zone of the device. */
export const dateFormat = (language: Language, timezone: string | undefined, fields: Intl.DateTimeFormatOptions) => {
  const key = `${language} ${timezone} ${JSON.stringify(fields)}`
  const cached = formats.get(key) ?? new Intl.DateTimeFormat(locales[language], { timeZone: timezone, ...fields })
  formats.set(key, cached)
  return cached
}

const numberFormats = new Map<Language, Intl.NumberFormat>()

const numberFormat = (language: Language) => {
  const cached = numberFormats.get(language) ?? new Intl.NumberFormat(locales[language])
  numberFormats.set(language, cached)
  return cached
}

const datePartsOf = (
  date: Date,
  language: Language,
  timezone: string | undefined,
  fields: Intl.DateTimeFormatOptions,
) =>
  Object.fromEntries(
    dateFormat(language, timezone, fields)
      .formatToParts(date)
      .map(({ type, value }) => [type, value]),
  ) as Record<Intl.DateTimeFormatPartTypes, string>

const timeOf = (date: Date, language: Language, timezone?: string) => {
  const { hour, minute } = datePartsOf(date, 'en', timezone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  if (language === 'en') return `${Number(hour)}:${minute}`
  return minute === '00' ? `${Number(hour)}${NO_BREAK}h` : `${Number(hour)}${NO_BREAK}h${NO_BREAK}${minute}`
}

const dayNumber = (date: Date, timezone: string | undefined) => {
  const { year, month, day } = datePartsOf(date, 'en', timezone, { year: 'numeric', month: 'numeric', day: 'numeric' })
  return Date.UTC(Number(year), Number(month) - 1, Number(day)) / 86_400_000
}

/** Returns the text with its first letter in upper case. */
export const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const weekdayIn = (language: Language, date: Date, length: 'short' | 'long') =>
  capitalize(datePartsOf(date, language, undefined, { weekday: length }).weekday)

const fullDateIn = (language: Language, date: Date, now: number) => {
  const sameYear = date.getFullYear() === new Date(now).getFullYear()
  const format = dateFormat(language, undefined, {
    day: 'numeric',
    month: 'long',
    ...(sameYear ? {} : { year: 'numeric' }),
  })
  return withFrenchOrdinal(format.format(date), language).replace(' ', NO_BREAK)
}

/** Names the day of `date` in `dateZone`, with the year unless it is the current year in `todayZone`. */
const dayWithWeekday = (language: Language, date: Date, dateZone: string, todayZone: string, now: number) => {
  const parts = datePartsOf(date, language, dateZone, {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })
  const sameYear = parts.year === datePartsOf(new Date(now), language, todayZone, { year: 'numeric' }).year
  const words = [parts.weekday, parts.day, parts.month, ...(sameYear ? [] : [parts.year])]
  return capitalize(withFrenchOrdinal(words.join(' '), language))
}

const distanceIn = (language: Language, km: number) => {
  const { format } = numberFormat(language)
  const metres = Math.round((km * METRES_IN_KM) / METRE_STEP) * METRE_STEP
  if (metres < METRES_IN_KM) return `${format(metres)}${NO_BREAK}m`
  return `${format(km < WHOLE_KM_FROM ? Math.round(km * 10) / 10 : Math.round(km))}${NO_BREAK}km`
}

export const formatsIn = (language: Language, t: Translate, now: number) => {
  const number = (value: number) => numberFormat(language).format(value)

  const fullDate = (date: Date) => fullDateIn(language, date, now)

  /** How long ago something was, in the device's time zone: "25 min ago", "Today, 7:00". */
  const ago = (iso: string): string => {
    const date = new Date(iso)
    const age = timeAgo(date, new Date(now))
    if (age.unit === 'date') return fullDate(date)
    return t(`common.ago.${age.unit}`, { count: 'count' in age ? age.count : 0, time: timeOf(date, language) })
  }

  const dateUnlessToday = (iso: string): string | null =>
    dayNumber(new Date(iso), undefined) === dayNumber(new Date(now), undefined) ? null : fullDate(new Date(iso))

  const time = (iso: string, timezone?: string): string => timeOf(new Date(iso), language, timezone)

  /** Names the day of `date` in `dateZone`, relative to today in `todayZone`. */
  const dayIn = (date: Date, dateZone: string, todayZone: string): string => {
    const daysAway = dayNumber(date, dateZone) - dayNumber(new Date(now), todayZone)
    if (daysAway === 0) return t('common.day.today')
    if (daysAway === 1) return t('common.day.tomorrow')
    return dayWithWeekday(language, date, dateZone, todayZone, now)
  }

  /** "Sat 13 June" or "Today" in `timezone`; with the year if it is not the current year. */
  const day = (iso: string, timezone: string): string => dayIn(new Date(iso), timezone, timezone)

  /** Names a calendar day (YYYY-MM-DD), which has no time zone, relative to today in `timezone`. */
  const calendarDay = (isoDay: string, timezone: string): string => dayIn(new Date(`${isoDay}T12:00Z`), 'UTC', timezone)

  /** "Sat 13 June · 18:30"; the no-break space prevents a line that starts with "·". */
  const dayAndTime = (iso: string, timezone: string): string =>
    `${day(iso, timezone)}${NO_BREAK}· ${time(iso, timezone)}`

  /** A past day in the device's time zone: "Today", "Yesterday", "Tue 10 June". */
  const pastDay = (iso: string): string => {
    const date = new Date(iso)
    const daysAway = dayNumber(new Date(now), undefined) - dayNumber(date, undefined)
    if (daysAway === 0) return t('common.day.today')
    if (daysAway === 1) return t('common.day.yesterday')
    return `${weekdayIn(language, date, 'short')} ${fullDate(date)}`
  }

  /** A recent time in a short form: "14:18", "Yesterday", "Tuesday", "6 June". */
  const recentTime = (iso: string): string => {
    const date = new Date(iso)
    const daysAway = dayNumber(new Date(now), undefined) - dayNumber(date, undefined)
    if (daysAway <= 0) return timeOf(date, language)
    if (daysAway === 1) return t('common.day.yesterday')
    return daysAway < 7 ? weekdayIn(language, date, 'long') : fullDate(date)
  }

  const distance = (km: number): string => distanceIn(language, km)

  return { ago, day, calendarDay, fullDate, pastDay, recentTime, dateUnlessToday, time, dayAndTime, distance, number }
}

export type Formats = ReturnType<typeof formatsIn>

export const useFormat = (): Formats => {
  const { t, language } = useText()
  return formatsIn(language, t, useNow())
}
