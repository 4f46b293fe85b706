import Type, { type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Id, Instant, OneOf, PageQuery, pageOf } from './entity.ts'
import { calendarFilters } from './feed-filter.ts'
import { FeedPost } from './feed.ts'
import { languages } from './language.ts'

const CalendarFilterQuery = { filter: Type.Optional(OneOf(calendarFilters)) }

/** The maximum number of days for which one call counts events: two months and the days around them. */
export const MAX_COUNTED_DAYS = 100

/** Assumed duration of an event without an end, in hours. */
export const DEFAULT_EVENT_HOURS = 2

export const listCalendar = endpoint({
  method: 'GET',
  path: '/events/calendar',
  summary: 'List the dated posts that are not over, in the order in which they begin',
  access: 'session',
  query: Type.Object({ ...PageQuery, ...CalendarFilterQuery }),
  answer: pageOf(FeedPost, Type.Object({})),
  errors: [],
})
export type CalendarPage = Static<(typeof listCalendar)['answer']>

export const listCalendarDays = endpoint({
  method: 'GET',
  path: '/events/calendar/days',
  summary: 'Count the events that are not over by the day on which they begin',
  access: 'session',
  query: Type.Object({
    ...CalendarFilterQuery,
    from: Type.String({ format: 'date', description: "The first day, in the community's timezone." }),
    to: Type.String({ format: 'date', description: `The last day, at most ${MAX_COUNTED_DAYS} days later.` }),
  }),
  answer: Type.Array(Type.Object({ day: Type.String({ format: 'date' }), count: Type.Integer() })),
  errors: [],
})

const LanguageQuery = {
  lang: Type.Optional(OneOf(languages)),
}
const File = Type.String({ description: 'A file of the type text/calendar.' })

export const getCalendarFile = endpoint({
  method: 'GET',
  path: '/events/ics',
  summary: 'Get all dated posts that are not over as one file for calendar programs',
  access: 'session',
  query: Type.Object({ ...LanguageQuery, ...CalendarFilterQuery }),
  answer: File,
  errors: [],
})

export const getEventFile = endpoint({
  method: 'GET',
  path: '/events/ics/:id',
  summary: 'Get one dated post as a file for calendar programs',
  access: 'session',
  params: Type.Object({ id: Id }),
  query: Type.Object(LanguageQuery),
  answer: File,
  errors: ['error404'],
})

/** The state of a member's secret calendar URL. The secret itself is shown only once, when it is created. */
export const CalendarAddress = Type.Object({
  since: Type.Union([Instant, Type.Null()], { description: 'Null while there is none.' }),
  onlyMine: Type.Boolean({ description: 'True when it lists only what its owner takes part in.' }),
})
export type CalendarAddress = Static<typeof CalendarAddress>

const calendarAddress = { path: '/events/calendar/address', access: 'member' } as const

export const getCalendarAddress = endpoint({
  ...calendarAddress,
  method: 'GET',
  summary: 'Get whether the viewer has an address for calendar programs',
  answer: CalendarAddress,
  errors: [],
})

export const makeCalendarAddress = endpoint({
  ...calendarAddress,
  method: 'POST',
  allowSuspended: true,
  summary:
    'Create a new secret address for calendar programs and revoke the previous one. It is only returned by this call',
  body: Type.Object({ onlyMine: Type.Optional(Type.Boolean()), ...LanguageQuery }),
  bodyOptional: true,
  answer: Type.Interface([CalendarAddress], { url: Type.String() }),
  errors: ['toomanyrequests'],
})

export const changeCalendarAddress = endpoint({
  ...calendarAddress,
  method: 'PUT',
  allowSuspended: true,
  summary: 'Change which events the address lists',
  body: Type.Object({ onlyMine: Type.Boolean() }),
  answer: CalendarAddress,
  errors: ['error404'],
})

export const stopCalendarAddress = endpoint({
  ...calendarAddress,
  method: 'DELETE',
  allowSuspended: true,
  summary: 'Revoke the address',
  answer: CalendarAddress,
  errors: [],
})
