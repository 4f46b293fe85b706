// The days and times that a template offers, named in both languages.
import { DATE_NOW, DATE_TOGETHER } from '@parvis/contract/feed.ts'
import { withFrenchOrdinal, type Language } from '@parvis/contract/language.ts'
import { dayAt } from '@parvis/contract/past-event.ts'
import { addDays } from '@parvis/contract/zoned-time.ts'
import { DAYS_OFFERED, halfHours, type TemplateDate, type TemplateTime } from '@parvis/contract/templates.ts'
import { translatorFor } from '#server/kernel/texts.ts'

const presentNamed = (id: string, nameIn: (language: Language) => string): TemplateDate => ({
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
  const presentKey = (key: string) => presentNamed(key, language => translatorFor(language)(`dates.${key}`))
  return [
    presentKey(DATE_NOW),
    presentKey(DATE_TOGETHER),
    ...days.map(day =>
      presentNamed(day, language =>
        withFrenchOrdinal(dayFormats[language].format(Date.parse(`${day}T12:00:00Z`)), language),
      ),
    ),
  ]
}

/** The list of times starts here, so that its first entry is not at night. */
const FIRST_TIME = '08:00'

/** Returns every half hour of a day, starting in the morning; the night and the early morning come last. */
export const presentTimes = (): TemplateTime[] => {
  const from = halfHours.indexOf(FIRST_TIME)
  return [...halfHours.slice(from), ...halfHours.slice(0, from)].map(time =>
    presentNamed(time, language => (language === 'fr' ? time.replace(':', '\u00a0h\u00a0').replace(/ 00$/, '') : time)),
  )
}
