// Writes posts as an iCalendar file (RFC 5545). Unchanged posts give the same bytes.
import { DEFAULT_EVENT_HOURS } from '@parvis/contract/calendar.ts'
import { displayName } from '@parvis/contract/entity.ts'
import { eventTimingOf } from '@parvis/contract/event-timing.ts'
import { type Language, textIn } from '@parvis/contract/language.ts'
import type { ICalEventData, ICalEventStatus } from 'ical-generator'
import { translatorFor } from '#server/kernel/texts.ts'
import type { RenderedPost } from './rendered-post.presenter.ts'

/** Refresh interval suggested to calendar programs. */
const REFRESH_SECONDS = 3600
/** For a post without a title, the first line of its text is used as title, cut to this length. */
const MAX_TITLE_LENGTH = 80

export interface CalendarFileOptions {
  language: Language
  /** IANA time zone of the community. */
  timezone: string
  origin: string
}

type Shared = RenderedPost['shared']

const titleOf = ({ eventId, template, user }: Shared, language: Language) => {
  const firstLine = textIn(language, eventId, 'description')?.trim().split('\n', 1)[0]
  const title = textIn(language, eventId, 'title') ?? (template && textIn(language, template, 'name'))
  if (title) return title
  if (!firstLine) return displayName(user)
  const characters = Array.from(firstLine)
  return characters.length > MAX_TITLE_LENGTH ? `${characters.slice(0, MAX_TITLE_LENGTH).join('')}…` : firstLine
}

/** Control characters, which iCalendar forbids, and separators that some programs treat as line breaks. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029]/gu
const sanitize = (text: string) =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(UNPRINTABLE, character => (character === '\n' || character === '\t' ? character : ' '))

const textOf = ({ eventId }: Shared, language: Language) =>
  [textIn(language, eventId, 'description'), textIn(language, eventId, 'postDescription')].filter(Boolean).join('\n\n')

const placeOf = ({ place, user }: Shared, language: Language): string | null => {
  if (!place) return null
  const host = user.company || user.firstname || user.pseudo
  const title = place.atAuthor
    ? translatorFor(language)('calendar.at', { name: host })
    : textIn(language, place, 'name')
  return [title, place.stay && textIn(language, place.stay, 'name')].filter(Boolean).join(', ') || null
}

const nextDay = (day: string) => {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + 1)
  return date
}

const eventOf = (
  { shared, version }: RenderedPost,
  { language, timezone, origin }: CalendarFileOptions,
): ICalEventData | null => {
  const timing = eventTimingOf(shared, timezone)
  if (!timing) return null
  const text = textOf(shared, language)
  const place = placeOf(shared, language)
  return {
    // The id contains no host name, so that it stays the same if the installation moves.
    id: `${shared._id}@parvis`,
    sequence: version,
    ...(shared.cancelled && { status: 'CANCELLED' as ICalEventStatus }),
    stamp: new Date(shared.dateUpdated),
    created: new Date(shared.dateAdded),
    lastModified: new Date(shared.dateUpdated),
    summary: sanitize(titleOf(shared, language)),
    url: `${origin}/detail-publication?id=${shared._id}`,
    ...(text && { description: sanitize(text) }),
    ...(place && { location: sanitize(place) }),
    // A whole day has no time zone; other times are written in UTC, which clock changes do not affect.
    ...(timing.isWholeDay
      ? { allDay: true, start: new Date(`${timing.day}T00:00:00Z`), end: nextDay(timing.day), timezone: 'UTC' }
      : {
          start: new Date(timing.startsAt),
          end: new Date(timing.startsAt + DEFAULT_EVENT_HOURS * 3_600_000),
        }),
  }
}

/** Returns an .ics file of the posts that have a date. Calendar programs that subscribe to it show `name`. */
export const writeCalendarFile = async (
  renderedPosts: readonly RenderedPost[],
  options: CalendarFileOptions,
  name?: string,
): Promise<string> => {
  // Imported with the first file, which shortens the start of the server.
  const { default: ical } = await import('ical-generator')
  const calendar = ical({
    prodId: { company: 'Parvis', product: 'Parvis', language: options.language.toUpperCase() },
    ...(name && { name, ttl: REFRESH_SECONDS }),
  })
  for (const renderedPost of renderedPosts) {
    const event = eventOf(renderedPost, options)
    if (event) calendar.createEvent(event)
  }
  return `${calendar.toString()}\r\n`
}
