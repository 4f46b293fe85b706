import Type, { type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Id, Instant, OneOf, PageQuery, pageOf } from './entity.ts'
import { calendarFilters } from './feed-filter.ts'
import { LiveEvent } from './feed.ts'
import { languages } from './language.ts'

const CalendarFilterQuery = { filter: Type.Optional(OneOf(calendarFilters)) }

/** Days that are counted in one call at most: two months and the days around them. */
export const MOST_COUNTED_DAYS = 100

/** An event without an end is taken to last so long, in hours. */
export const EVENT_HOURS = 2

export const listCalendar = endpoint({
  method: 'GET',
  path: '/events/calendar',
  summary: 'What has a date and is not over, in the order in which it begins',
  access: 'session',
  query: Type.Object({ ...PageQuery, ...CalendarFilterQuery }),
  answer: pageOf(LiveEvent, Type.Object({})),
  errors: [],
})
export type CalendarPage = Static<(typeof listCalendar)['answer']>

export const listCalendarDays = endpoint({
  method: 'GET',
  path: '/events/calendar/days',
  summary: 'The days on which something begins that is not over, and how much',
  access: 'session',
  query: Type.Object({
    ...CalendarFilterQuery,
    from: Type.String({ format: 'date', description: "the first day, in the community's timezone" }),
    to: Type.String({ format: 'date', description: `the last day, at most ${MOST_COUNTED_DAYS} days later` }),
  }),
  answer: Type.Array(Type.Object({ day: Type.String({ format: 'date' }), count: Type.Integer() })),
  errors: [],
})

const InLanguage = {
  lang: Type.Optional(OneOf(languages)),
}
const File = Type.String({ description: 'a file of the type text/calendar' })

export const getCalendarFile = endpoint({
  method: 'GET',
  path: '/events/ics',
  summary: 'All that has a date and is not over, as one file for calendar programs',
  access: 'session',
  query: Type.Object({ ...InLanguage, ...CalendarFilterQuery }),
  answer: File,
  errors: [],
})

export const getEventFile = endpoint({
  method: 'GET',
  path: '/events/ics/:id',
  summary: 'One post that has a date, as a file for calendar programs',
  access: 'session',
  params: Type.Object({ id: Id }),
  query: Type.Object(InLanguage),
  answer: File,
  errors: ['error404'],
})

/** The secret address at which a member's own calendar program reads, as far as it is known once it was shown. */
export const CalendarAddress = Type.Object({
  since: Type.Union([Instant, Type.Null()], { description: 'null while there is none' }),
  onlyMine: Type.Boolean({ description: 'it tells only what its owner takes part in' }),
})
export type CalendarAddress = Static<typeof CalendarAddress>

const calendarAddress = { path: '/events/calendar/address', access: 'member' } as const

export const getCalendarAddress = endpoint({
  ...calendarAddress,
  method: 'GET',
  summary: 'Whether calendar programs may read by an address of mine',
  answer: CalendarAddress,
  errors: [],
})

export const makeCalendarAddress = endpoint({
  ...calendarAddress,
  method: 'POST',
  whenSuspended: true,
  summary: 'A new secret address for calendar programs; the one before is dead. It is told here and never again',
  body: Type.Object({ onlyMine: Type.Optional(Type.Boolean()), ...InLanguage }),
  bodyOptional: true,
  answer: Type.Interface([CalendarAddress], { url: Type.String() }),
  errors: ['toomanyrequests'],
})

export const changeCalendarAddress = endpoint({
  ...calendarAddress,
  method: 'PUT',
  whenSuspended: true,
  summary: 'Change what the address tells',
  body: Type.Object({ onlyMine: Type.Boolean() }),
  answer: CalendarAddress,
  errors: ['error404'],
})

export const stopCalendarAddress = endpoint({
  ...calendarAddress,
  method: 'DELETE',
  whenSuspended: true,
  summary: 'The address is dead',
  answer: CalendarAddress,
  errors: [],
})
