// The days and times that are offered, named in both languages.
import { DATE_NOW, DATE_TOGETHER } from '@parvis/contract/feed.ts'
import { writtenDate, type Language } from '@parvis/contract/language.ts'
import { dayAt } from '@parvis/contract/past-event.ts'
import { addDays } from '@parvis/contract/zoned-time.ts'
import { DAYS_OFFERED, halfHours, type TemplateDate, type TemplateTime } from '@parvis/contract/templates.ts'
import { textsIn } from '#server/kernel/texts.ts'

const named = (id: string, nameIn: (language: Language) => string): TemplateDate => ({
  _id: id,
  name: nameIn('fr'),
  lang: { en: { name: nameIn('en') } },
})

const dayFormats = Object.fromEntries(
  (['fr', 'en'] as const).map(language => [
    language,
    new Intl.DateTimeFormat(language === 'fr' ? 'fr-FR' : 'en-GB', {
      timeZone: 'UTC',
      weekday: 'long',
      day: 'numeric',
      month: 'long',
    }),
  ]),
) as Record<Language, Intl.DateTimeFormat>

export const presentDates = (now: Date, timezone: string): TemplateDate[] => {
  const today = dayAt(now.getTime(), timezone)
  const days = Array.from({ length: DAYS_OFFERED }, (_, n) => addDays(today, n))
  const word = (key: string) => named(key, language => textsIn(language)(`dates.${key}`))
  return [
    word(DATE_NOW),
    word(DATE_TOGETHER),
    ...days.map(day =>
      named(day, language => writtenDate(dayFormats[language].format(Date.parse(`${day}T12:00:00Z`)), language)),
    ),
  ]
}

/** The list starts here, so that its first entry is not at night. */
const FIRST = '08:00'

/** Every half hour of a day, from the morning on; the night and the early morning come last. */
export const presentTimes = (): TemplateTime[] => {
  const from = halfHours.indexOf(FIRST)
  return [...halfHours.slice(from), ...halfHours.slice(0, from)].map(time =>
    named(time, language => (language === 'fr' ? time.replace(':', '\u00a0h\u00a0').replace(/ 00$/, '') : time)),
  )
}
