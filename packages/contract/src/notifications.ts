import Type, { type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Author, English, Id, Instant, Nullable, NullableText, OneOf, PageQuery, pageOf } from './entity.ts'
import { eventGroups } from './feed-filter.ts'
import { hues } from './feed.ts'

/** What somebody asks to be told of: every post, what they have chosen, or nothing, which goes without a word. */
export const alertStatuses = ['all', 'selection'] as const
export type AlertStatus = (typeof alertStatuses)[number]
const Status = Type.Object({ status: Type.Optional(OneOf(alertStatuses)) })

/** Templates and categories that are chosen in one call. */
export const MOST_ALERTS_AT_ONCE = 100
const AlertIds = Type.Array(Id, { description: "templates, and categories: all of a category's, later ones too" })

export const getAlertStatus = endpoint({
  method: 'GET',
  path: '/templates/alerts-status',
  summary: 'Which posts the viewer is told of; no `status` is none',
  access: 'member',
  answer: Status,
  errors: [],
})

export const listAlerts = endpoint({
  method: 'GET',
  path: '/templates/alerts',
  summary: 'The templates and categories that the viewer has chosen, whatever the status',
  access: 'member',
  answer: AlertIds,
  errors: [],
})

export const alertAll = endpoint({
  method: 'POST',
  path: '/templates/alerts-status',
  summary: 'Be told of every post; what was chosen is kept',
  access: 'member',
  answer: Status,
  errors: ['toomanyrequests'],
})

export const alertSelection = endpoint({
  method: 'DELETE',
  path: '/templates/alerts-status',
  summary: 'Be told of what was chosen alone; with nothing chosen, of nothing',
  access: 'member',
  answer: Status,
  errors: ['toomanyrequests'],
})

export const addAlerts = endpoint({
  method: 'POST',
  path: '/templates/alerts',
  summary: 'Choose templates and categories to be told of; answers all that are chosen',
  access: 'member',
  body: Type.Object({ templatesIds: Type.Array(Id, { minItems: 1, maxItems: MOST_ALERTS_AT_ONCE }) }),
  answer: AlertIds,
  errors: ['error404', 'toomanyrequests'],
})

export const removeAlert = endpoint({
  method: 'DELETE',
  path: '/templates/alert/:templateId',
  summary: 'Choose a template or a category no more; one that was not chosen is as well',
  access: 'member',
  params: Type.Object({ templateId: Id }),
  answer: Type.Object({ _id: Id }),
  errors: ['error404', 'toomanyrequests'],
})

export const notificationKinds = ['alert', 'answer'] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** Those who are named on a row; `count` says how many they are in all. */
export const MOST_ACTORS = 3

/** What somebody was told. There is one for each post and kind: told anew, it has a new `_id`, and stands on top again. */
export const Notification = Type.Object({
  _id: Id,
  kind: OneOf(notificationKinds),
  communityId: Id,
  event: Type.Optional(
    Type.Object({
      _id: Id,
      title: Type.Union([Type.String(), Type.Null()], {
        description: 'of a post without one, the beginning of its text',
      }),
      lang: English('title'),
      groupId: OneOf(eventGroups),
      template: Nullable(
        Type.Object({ _id: Id, name: NullableText, lang: English('name'), picto: Type.String(), hue: OneOf(hues) }),
      ),
    }),
  ),
  conversationId: Type.Optional(Id),
  actors: Type.Array(Author, { description: 'the latest of them' }),
  count: Type.Integer(),
  date: Instant,
  read: Type.Boolean(),
})
export type Notification = Static<typeof Notification>

const NotRead = Type.Object({ notRead: Type.Integer({ description: 'how many are unread, a hundred at most' }) })

export const listNotifications = endpoint({
  method: 'GET',
  path: '/notifications',
  summary: 'What the viewer was told, newest first',
  access: 'member',
  query: Type.Object(PageQuery),
  answer: pageOf(Notification, NotRead),
  errors: [],
})
export type NotificationsPage = Static<(typeof listNotifications)['answer']>

export const readNotifications = endpoint({
  method: 'POST',
  path: '/notifications/read',
  summary: 'Take one and all before it for read',
  access: 'member',
  body: Type.Object({ upTo: Id }),
  answer: NotRead,
  errors: [],
})

declare module './realtime.ts' {
  interface ServerMessages {
    'notification.created': Notification
  }
}
