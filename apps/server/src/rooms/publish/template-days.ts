// The days and times that are offered, in the words of both languages.
import type { CommunityType } from '@parvis/contract/community.ts'
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

/** When people of each kind of place meet: the first and the last half hour that is offered. Any other can be named. */
const hoursOf: Record<CommunityType, readonly [first: string, last: string]> = {
  Neighborhood: ['08:00', '22:00'],
  Residence: ['08:00', '22:00'],
  Building: ['08:00', '22:00'],
  District: ['08:00', '22:00'],
  // holidays begin later, and last until the quiet of the night
  Camping: ['09:00', '23:00'],
  Organization: ['08:00', '19:00'],
}

export const presentTimes = (type: CommunityType): TemplateTime[] => {
  const [first, last] = hoursOf[type]
  return halfHours
    .filter(time => time >= first && time <= last)
    .map(time =>
      named(time, language => (language === 'fr' ? time.replace(':', '\u00a0h\u00a0').replace(/ 00$/, '') : time)),
    )
}
