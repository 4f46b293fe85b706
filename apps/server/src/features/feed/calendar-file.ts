// Posts as an iCalendar file (RFC 5545). The bytes stay the same while the posts do not change.
import { EVENT_HOURS } from '@parvis/contract/calendar.ts'
import { displayName } from '@parvis/contract/entity.ts'
import { happeningOf } from '@parvis/contract/happening.ts'
import { type Language, textIn } from '@parvis/contract/language.ts'
import type { ICalEventData, ICalEventStatus } from 'ical-generator'
import { textsIn } from '#server/kernel/texts.ts'
import type { Card } from './card.presenter.ts'

/** Refresh interval suggested to calendar programs. */
const READ_AGAIN_SECONDS = 3600
/** Characters of the text that serve as the title of a post without one. */
const BEGINNING = 80

export interface FileReader {
  language: Language
  /** IANA time zone of the community. */
  timezone: string
  origin: string
}

type Shared = Card['shared']

const titleOf = ({ eventId, template, user }: Shared, language: Language) => {
  const begins = textIn(language, eventId, 'description')?.trim().split('\n', 1)[0]
  const named = textIn(language, eventId, 'title') ?? (template && textIn(language, template, 'name'))
  if (named) return named
  if (!begins) return displayName(user)
  const signs = Array.from(begins)
  return signs.length > BEGINNING ? `${signs.slice(0, BEGINNING).join('')}…` : begins
}

/** Control characters, which the format forbids, and separators that some readers take for the end of a line. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029]/gu
/** Replaces unprintable characters; line breaks and tabs stay. */
const plain = (text: string) =>
  text.replace(/\r\n?/g, '\n').replace(UNPRINTABLE, sign => (sign === '\n' || sign === '\t' ? sign : ' '))

const textOf = ({ eventId }: Shared, language: Language) =>
  [textIn(language, eventId, 'description'), textIn(language, eventId, 'postDescription')].filter(Boolean).join('\n\n')

const placeOf = ({ place, user }: Shared, language: Language): string | null => {
  if (!place) return null
  const host = user.company || user.firstname || user.pseudo
  const named = place.atAuthor ? textsIn(language)('calendar.at', { name: host }) : textIn(language, place, 'name')
  return [named, place.stay && textIn(language, place.stay, 'name')].filter(Boolean).join(', ') || null
}

const nextDay = (day: string) => {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + 1)
  return date
}

const eventOf = ({ shared, version }: Card, { language, timezone, origin }: FileReader): ICalEventData | null => {
  const happening = happeningOf(shared, timezone)
  if (!happening) return null
  const text = textOf(shared, language)
  const place = placeOf(shared, language)
  return {
    // Stays the same when the installation moves to another host.
    id: `${shared._id}@parvis`,
    sequence: version,
    ...(shared.cancelled && { status: 'CANCELLED' as ICalEventStatus }),
    stamp: new Date(shared.dateUpdated),
    created: new Date(shared.dateAdded),
    lastModified: new Date(shared.dateUpdated),
    summary: plain(titleOf(shared, language)),
    url: `${origin}/detail-publication?id=${shared._id}`,
    ...(text && { description: plain(text) }),
    ...(place && { location: plain(place) }),
    // A whole day has no time zone; an instant is written in UTC, which clock changes do not affect.
    ...(happening.isWholeDay
      ? { allDay: true, start: new Date(`${happening.day}T00:00:00Z`), end: nextDay(happening.day), timezone: 'UTC' }
      : {
          start: new Date(happening.startsAt),
          end: new Date(happening.startsAt + EVENT_HOURS * 3_600_000),
        }),
  }
}

/** An .ics file of these posts; those without a date are left out. `name` is shown by programs that subscribe to it. */
export const writeCalendar = async (cards: readonly Card[], reader: FileReader, name?: string): Promise<string> => {
  // Loaded by the first file, to keep it out of the server start.
  const { default: ical } = await import('ical-generator')
  const calendar = ical({
    prodId: { company: 'Parvis', product: 'Parvis', language: reader.language.toUpperCase() },
    ...(name && { name, ttl: READ_AGAIN_SECONDS }),
  })
  for (const card of cards) {
    const event = eventOf(card, reader)
    if (event) calendar.createEvent(event)
  }
  return `${calendar.toString()}\r\n`
}
