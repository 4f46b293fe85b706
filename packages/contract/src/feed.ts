import Type, { type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import {
  abilitiesOf,
  Author,
  English,
  Id,
  Instant,
  Media,
  Nullable,
  NullableText,
  OneOf,
  PageQuery,
  pageOf,
} from './entity.ts'
import { eventGroups, feedFilters, MAX_SEARCH_LENGTH } from './feed-filter.ts'
import { moderationRules, RemovalQuery } from './moderation.ts'
import type { Versioned } from './realtime.ts'

export const MAX_REASON_LENGTH = 500

/** Why something is reported to the team: the rule that it breaks, in words, both, or neither. */
export const ReportBody = Type.Object({
  rule: Type.Optional(OneOf(moderationRules)),
  reason: Type.Optional(Type.String({ maxLength: MAX_REASON_LENGTH })),
})
export type ReportBody = Static<typeof ReportBody>
/** Reports of one member, of whatever they are. */
export const FLAGS_PER_DAY = 20

/** The two dates that are no day and take no time. */
export const DATE_NOW = 'now'
export const DATE_TOGETHER = 'together'
/** The equipment by which an author says "at my place". */
export const MY_PLACE = 'À mon emplacement'

/** Hues of the pictogram tiles (`--hue-*`). */
export const hues = ['share', 'help', 'lend', 'move', 'kids', 'pets', 'home', 'food', 'sport', 'notice'] as const

/** The day's weather at the four hours of the product; degrees Celsius. */
const WeatherHours = Type.Array(
  Type.Object({
    hour: Type.Integer(),
    temp: Type.Number(),
    icon: Type.String(),
    description: NullableText,
    lang: English('description'),
  }),
)

const Content = Type.Object({
  title: NullableText,
  description: NullableText,
  postDescription: NullableText,
  photoUri: NullableText,
  youtubeVideoId: NullableText,
  dateId: NullableText,
  timeId: NullableText,
  locationId: Nullable(Id),
  equipmentId: Nullable(Id),
  choiceId: NullableText,
  lang: English('title', 'description', 'postDescription'),
})

const Named = Type.Object({ _id: Type.String(), name: NullableText, lang: English('name') })

/** People whom a post names of those who answered it, the latest; `interestedCount` counts all. */
export const MOST_ANSWERERS_NAMED = 50
export const ANSWERERS_PER_PAGE = 50

/** What a viewer may do with an item of the feed, each true or false in its `abilities`. */
export const eventVerbs = [
  'answer',
  'remove',
  'edit',
  /** To change when and where it is, or to call it off. */
  'move',
  'flag',
  'block',
  'chat',
  'seeAnswers',
  'pin',
] as const

/**
 * An item of the feed. `template`, `place` and `deal` are what its card shows of them. Its words stand once, in
 * `eventId`; nothing has a `postMessage`.
 */
export const LiveEvent = Type.Object({
  _id: Id,
  userId: Id,
  user: Author,
  communityId: Id,
  groupId: OneOf(eventGroups),
  eventId: Content,
  templateId: Nullable(Id),
  template: Nullable(
    Type.Object({ _id: Id, name: NullableText, lang: English('name'), picto: Type.String(), hue: OneOf(hues) }),
  ),
  goodDealId: Nullable(Id),
  deal: Nullable(
    Type.Object({
      _id: Id,
      title: NullableText,
      promotion: NullableText,
      lang: English('title', 'promotion'),
      photoUri: NullableText,
    }),
  ),
  place: Nullable(
    Type.Object({
      _id: Id,
      name: NullableText,
      atAuthor: Type.Boolean({ description: "the author's own place, whatever it is called" }),
      lang: English('name'),
      stay: Type.Union([Named, Type.Null()], { description: "where the author stays, while it is the author's own" }),
    }),
  ),
  choice: Type.Union([Named, Type.Null()], { description: 'what the author chose of what the template offers' }),
  videoTitle: NullableText,
  channelsIds: Type.Array(Id),
  interestedUsersIds: Type.Array(Id, {
    description: `only those that the viewer may know: oneself; for the author, admin-like roles and the members of its group the latest ${MOST_ANSWERERS_NAMED}, oneself among them`,
  }),
  interestedCount: Type.Integer(),
  interested: Type.Boolean(),
  flagged: Type.Boolean({ description: 'the viewer has reported it' }),
  hiddenByTeam: Type.Optional(Type.Literal(true, { description: 'the author alone sees it: the team has hidden it' })),
  messagesCount: Type.Integer(),
  date: Nullable(Instant),
  dateAdded: Instant,
  dateUpdated: Instant,
  version: Type.Integer({ description: 'grows with every change: of two accounts of one event the higher one holds' }),
  pinnedUntil: Type.Optional(
    Type.Union([Instant, Type.Null()], {
      description: "while it is pinned to the top of its community's feed: until when, null until it is taken down",
    }),
  ),
  editedAt: Type.Union([Instant, Type.Null()], { description: 'when its author last changed it' }),
  moved: Type.Optional(
    Type.Object(
      {
        date: Instant,
        from: Type.Union(
          [Type.Object({ dateId: NullableText, timeId: NullableText, date: Nullable(Instant) }), Type.Null()],
          {
            description: 'when it was to be before; null where that stays',
          },
        ),
        place: Type.Boolean({ description: 'it is somewhere else than before' }),
      },
      { description: 'its author has changed when or where it is' },
    ),
  ),
  cancelled: Type.Optional(
    Type.Object({ date: Instant, reason: NullableText }, { description: 'its author has called it off' }),
  ),
  weather: Nullable(WeatherHours),
  photo: Nullable(Media),
  abilities: abilitiesOf(...eventVerbs),
})
export type LiveEvent = Static<typeof LiveEvent>

/**
 * An answer came or went. `userId` and `interested` go together, to the one who answered (on all their screens) and to
 * who may know who answers: `interested` says whether `userId` is now among those who answered. Everybody else is told
 * the count alone.
 */
export type EventInterest = Versioned & { interestedCount: number; userId?: string; interested?: boolean }

declare module './realtime.ts' {
  interface ServerMessages {
    'event.created': LiveEvent
    'event.updated': LiveEvent
    'event.deleted': Versioned
    'event.interest': EventInterest
  }
}

export const listEvents = endpoint({
  method: 'GET',
  path: '/events',
  summary: 'The live feed, newest first',
  access: 'session',
  query: Type.Object({
    ...PageQuery,
    filter: Type.Optional(Type.Union([OneOf(feedFilters), Id])),
    userId: Type.Optional(
      Type.String({ format: 'uuid', description: 'the posts of this member alone, whatever the filter' }),
    ),
    search: Type.Optional(Type.String({ maxLength: MAX_SEARCH_LENGTH })),
  }),
  answer: pageOf(
    LiveEvent,
    Type.Object({
      templatesUpdateTimestamp: Instant,
      pinned: Type.Optional(
        Type.Array(LiveEvent, {
          description: 'with the first page of everything: what is pinned, which is on no page of everything',
        }),
      ),
    }),
  ),
  errors: ['error404'],
})
export type FeedPage = Static<(typeof listEvents)['answer']>

const one = Type.Object({ id: Id })
const itsId = Type.Object({ _id: Id })

export const getEvent = endpoint({
  method: 'GET',
  path: '/events/details/:id',
  summary: 'One post',
  access: 'session',
  params: one,
  answer: LiveEvent,
  errors: ['error404'],
})

export const getEventCommunity = endpoint({
  method: 'GET',
  path: '/events/community/:id',
  summary: 'Which community a shared post belongs to, private or not: where to log in to read it, and nothing else',
  access: 'public',
  params: one,
  answer: Type.Object({ _id: Id, name: Type.String(), customUri: Type.String(), logoUri: NullableText }),
  errors: ['error404'],
})

export const answerEvent = endpoint({
  method: 'POST',
  path: '/events/interested/:id',
  summary: 'Answer with one tap; answering again changes nothing',
  access: 'member',
  whenSuspended: false,
  params: one,
  body: Type.Object({ app: Type.Optional(Type.String({ maxLength: 100 })) }),
  bodyOptional: true,
  answer: LiveEvent,
  errors: ['error404', 'pastevent', 'calledoff', 'toomanyrequests'],
})

export const withdrawAnswer = endpoint({
  method: 'POST',
  path: '/events/uninterested/:id',
  summary: 'Take the answer back',
  access: 'member',
  whenSuspended: false,
  params: one,
  answer: LiveEvent,
  errors: ['error404', 'toomanyrequests'],
})

export const removeEvent = endpoint({
  method: 'DELETE',
  path: '/events/:id',
  summary: 'Remove a post: its author for good, the team by a decision that its author reads',
  access: 'member',
  whenSuspended: false,
  params: one,
  query: RemovalQuery,
  answer: itsId,
  errors: ['error404', 'overruled'],
})

export const cancelEvent = endpoint({
  method: 'POST',
  path: '/events/cancel/:id',
  summary: 'Call off a post with a date that has not passed: who answered is told; it cannot be taken back',
  access: 'member',
  whenSuspended: false,
  params: one,
  body: Type.Object({ reason: Type.Optional(Nullable(Type.String({ maxLength: MAX_REASON_LENGTH }))) }),
  bodyOptional: true,
  answer: LiveEvent,
  errors: ['error404', 'pastevent', 'calledoff', 'toomanyrequests'],
})

export const flagEvent = endpoint({
  method: 'PUT',
  path: '/events/flag/:id',
  summary: "Report another's post to the team; once a day for each post",
  access: 'member',
  whenSuspended: false,
  params: one,
  body: ReportBody,
  bodyOptional: true,
  answer: itsId,
  errors: ['error404', 'toomanyrequests'],
})

/** Posts that may be pinned in a community at a time. */
export const MOST_PINNED = 3

/**
 * The last day that a post may be pinned to: it ends, wherever the community is, in a year of four digits, as every
 * date that is answered.
 */
export const LAST_PIN_DAY = '9999-12-30'

export const pinEvent = endpoint({
  method: 'PUT',
  path: '/events/pin/:id',
  summary: 'Pin a post to the top of the feed: the team, three at a time; pinning it again changes its last day',
  access: 'member',
  whenSuspended: false,
  params: one,
  body: Type.Object({
    until: Type.Optional(
      Type.String({
        format: 'date',
        description: `the last day, in the community's timezone, ${LAST_PIN_DAY} at the latest; else until taken down`,
      }),
    ),
  }),
  bodyOptional: true,
  answer: LiveEvent,
  errors: ['error404', 'toomanypinned', 'toomanyrequests'],
})

export const unpinEvent = endpoint({
  method: 'DELETE',
  path: '/events/pin/:id',
  summary: 'Take a post down from the top; it is back in its place',
  access: 'member',
  whenSuspended: false,
  params: one,
  answer: LiveEvent,
  errors: ['error404', 'toomanyrequests'],
})

export const listAnswers = endpoint({
  method: 'GET',
  path: '/messages/users/:id',
  summary:
    'A post with who answered it, in pages, the first one first: for its author, the team, and the members of its group',
  access: 'member',
  params: one,
  query: Type.Object(PageQuery),
  answer: Type.Interface([LiveEvent, Type.Omit(pageOf(Author, Type.Object({})), ['docs'])], {
    interestedUsers: Type.Array(
      Type.Interface([Author], { online: Type.Optional(Type.Boolean({ description: 'for the team' })) }),
    ),
  }),
  errors: ['error404'],
})
