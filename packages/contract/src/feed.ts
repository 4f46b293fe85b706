import Type, { type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Author, Id, Instant, Nullable, NullableText, OneOf, PageQuery, pageOf } from './entity.ts'
import { feedFilters, MAX_SEARCH_LENGTH } from './feed-filter.ts'
import { moderationRules, RemovalQuery } from './moderation.ts'
import type { Versioned } from './realtime.ts'
import { FeedPost } from './feed-post.ts'

export * from './feed-post.ts'

export const MAX_REASON_LENGTH = 500

/** Why content is reported to the team: the violated rule, a text, both, or neither. */
export const ReportBody = Type.Object({
  rule: Type.Optional(OneOf(moderationRules)),
  reason: Type.Optional(Type.String({ maxLength: MAX_REASON_LENGTH })),
})
export type ReportBody = Static<typeof ReportBody>
export const FLAGS_PER_DAY = 20

export const ANSWERERS_PER_PAGE = 50

/**
 * A user answered or withdrew an answer. `userId` and `interested` (whether they now take part) are sent only to the
 * answering user and to those who may know who answers; all other viewers get only the count.
 */
export type EventInterest = Versioned & { interestedCount: number; userId?: string; interested?: boolean }

declare module './realtime.ts' {
  interface ServerMessages {
    'event.created': FeedPost
    'event.updated': FeedPost
    'event.deleted': Versioned
    'event.interest': EventInterest
  }
}

export const listEvents = endpoint({
  method: 'GET',
  path: '/events',
  summary: 'List the posts of the feed, newest first',
  access: 'session',
  query: Type.Object({
    ...PageQuery,
    filter: Type.Optional(Type.Union([OneOf(feedFilters), Id])),
    userId: Type.Optional(
      Type.String({ format: 'uuid', description: 'Only the posts of this member; takes precedence over the filter.' }),
    ),
    search: Type.Optional(Type.String({ maxLength: MAX_SEARCH_LENGTH })),
  }),
  answer: pageOf(
    FeedPost,
    Type.Object({
      templatesUpdateTimestamp: Instant,
      pinned: Type.Optional(
        Type.Array(FeedPost, {
          description:
            'With the first page of the unfiltered feed: the pinned posts, which are on no page of the unfiltered feed.',
        }),
      ),
    }),
  ),
  errors: ['error404'],
})
export type FeedPage = Static<(typeof listEvents)['answer']>

const IdParams = Type.Object({ id: Id })
const IdAnswer = Type.Object({ _id: Id })

export const getEvent = endpoint({
  method: 'GET',
  path: '/events/details/:id',
  summary: 'Get one post',
  access: 'session',
  params: IdParams,
  answer: FeedPost,
  errors: ['error404'],
})

export const getEventCommunity = endpoint({
  method: 'GET',
  path: '/events/community/:id',
  summary: 'Get the community of a shared post, private or not: only what is needed to log in and read it',
  access: 'public',
  params: IdParams,
  answer: Type.Object({ _id: Id, name: Type.String(), customUri: Type.String(), logoUri: NullableText }),
  errors: ['error404'],
})

export const answerEvent = endpoint({
  method: 'POST',
  path: '/events/interested/:id',
  summary: 'Answer a post; idempotent',
  access: 'member',
  allowSuspended: false,
  params: IdParams,
  body: Type.Object({ app: Type.Optional(Type.String({ maxLength: 100 })) }),
  bodyOptional: true,
  answer: FeedPost,
  errors: ['error404', 'pastevent', 'calledoff', 'toomanyrequests'],
})

export const withdrawAnswer = endpoint({
  method: 'POST',
  path: '/events/uninterested/:id',
  summary: 'Withdraw the answer',
  access: 'member',
  allowSuspended: false,
  params: IdParams,
  answer: FeedPost,
  errors: ['error404', 'toomanyrequests'],
})

export const removeEvent = endpoint({
  method: 'DELETE',
  path: '/events/:id',
  summary: 'Remove a post: its author permanently, the team by a decision that is sent to its author',
  access: 'member',
  allowSuspended: false,
  params: IdParams,
  query: RemovalQuery,
  answer: IdAnswer,
  errors: ['error404', 'overruled'],
})

export const cancelEvent = endpoint({
  method: 'POST',
  path: '/events/cancel/:id',
  summary: 'Cancel a post whose date has not passed: those who answered are notified; it cannot be undone',
  access: 'member',
  allowSuspended: false,
  params: IdParams,
  body: Type.Object({ reason: Type.Optional(Nullable(Type.String({ maxLength: MAX_REASON_LENGTH }))) }),
  bodyOptional: true,
  answer: FeedPost,
  errors: ['error404', 'pastevent', 'calledoff', 'toomanyrequests'],
})

export const flagEvent = endpoint({
  method: 'PUT',
  path: '/events/flag/:id',
  summary: "Report another person's post to the team; once a day for each post",
  access: 'member',
  allowSuspended: false,
  params: IdParams,
  body: ReportBody,
  bodyOptional: true,
  answer: IdAnswer,
  errors: ['error404', 'toomanyrequests'],
})

export const MAX_PINNED_POSTS = 3

/** The last day until which a post may be pinned: the end of this day has a four-digit year in every timezone. */
export const LAST_PIN_DAY = '9999-12-30'

export const pinEvent = endpoint({
  method: 'PUT',
  path: '/events/pin/:id',
  summary: 'Pin a post to the top of the feed: for the team, three at a time; pinning it again changes its last day',
  access: 'member',
  allowSuspended: false,
  params: IdParams,
  body: Type.Object({
    until: Type.Optional(
      Type.String({
        format: 'date',
        description: `The last day, in the community's timezone, ${LAST_PIN_DAY} at the latest; by default until it is unpinned.`,
      }),
    ),
  }),
  bodyOptional: true,
  answer: FeedPost,
  errors: ['error404', 'toomanypinned', 'toomanyrequests'],
})

export const unpinEvent = endpoint({
  method: 'DELETE',
  path: '/events/pin/:id',
  summary: 'Unpin a post, which returns to its place in the feed',
  access: 'member',
  allowSuspended: false,
  params: IdParams,
  answer: FeedPost,
  errors: ['error404', 'toomanyrequests'],
})

export const listAnswers = endpoint({
  method: 'GET',
  path: '/messages/users/:id',
  summary:
    'Get a post with the people who answered it, in pages, the earliest first: for its author, the team, and the members of its group',
  access: 'member',
  params: IdParams,
  query: Type.Object(PageQuery),
  answer: Type.Interface([FeedPost, Type.Omit(pageOf(Author, Type.Object({})), ['docs'])], {
    interestedUsers: Type.Array(
      Type.Interface([Author], { online: Type.Optional(Type.Boolean({ description: 'For the team only.' })) }),
    ),
  }),
  errors: ['error404'],
})
