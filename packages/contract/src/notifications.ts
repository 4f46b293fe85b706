import Type, { type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Author, English, Id, Instant, Nullable, NullableText, OneOf, PageQuery, pageOf } from './entity.ts'
import { eventGroups } from './feed-filter.ts'
import { hues } from './feed.ts'
import { moderationDecisions, moderationNotices, reportedKinds } from './moderation.ts'

/** Which posts a user is notified of: all, or a selection; without a status, none. */
export const alertStatuses = ['all', 'selection'] as const
export type AlertStatus = (typeof alertStatuses)[number]
const Status = Type.Object({ status: Type.Optional(OneOf(alertStatuses)) })

export const MAX_ALERTS_PER_CALL = 100
const AlertIds = Type.Array(Id, {
  description: 'Ids of templates and categories; a category includes all its templates, later ones too.',
})

export const getAlertStatus = endpoint({
  method: 'GET',
  path: '/templates/alerts-status',
  summary: 'Get which posts the viewer is notified of; no `status` means none',
  access: 'member',
  answer: Status,
  errors: [],
})

export const listAlerts = endpoint({
  method: 'GET',
  path: '/templates/alerts',
  summary: 'List the templates and categories that the viewer has chosen, whatever the status',
  access: 'member',
  answer: AlertIds,
  errors: [],
})

export const alertOfAllPosts = endpoint({
  method: 'POST',
  path: '/templates/alerts-status',
  summary: 'Be notified of every post; the selection is retained',
  access: 'member',
  allowSuspended: true,
  answer: Status,
  errors: ['toomanyrequests'],
})

export const alertOfSelectedPosts = endpoint({
  method: 'DELETE',
  path: '/templates/alerts-status',
  summary: 'Be notified of the selection only; of nothing if it is empty',
  access: 'member',
  allowSuspended: true,
  answer: Status,
  errors: ['toomanyrequests'],
})

export const addAlerts = endpoint({
  method: 'POST',
  path: '/templates/alerts',
  summary: 'Add templates and categories to the selection; returns the whole selection',
  access: 'member',
  allowSuspended: true,
  body: Type.Object({ templatesIds: Type.Array(Id, { minItems: 1, maxItems: MAX_ALERTS_PER_CALL }) }),
  answer: AlertIds,
  errors: ['error404', 'toomanyrequests'],
})

export const removeAlert = endpoint({
  method: 'DELETE',
  path: '/templates/alert/:templateId',
  summary: 'Remove a template or category from the selection; idempotent',
  access: 'member',
  allowSuspended: true,
  params: Type.Object({ templateId: Id }),
  answer: Type.Object({ _id: Id }),
  errors: ['error404', 'toomanyrequests'],
})

const Time = Type.String({
  pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
  description: 'HH:mm, in the community’s timezone.',
})
const hours = { from: Time, until: Time }

/** The time of day in which push notifications are held back. The default is 22:00 to 07:00. */
export const QuietHours = Type.Partial(Type.Object(hours), { description: 'Empty for none.' })
export type QuietHours = Static<typeof QuietHours>

export const getQuietHours = endpoint({
  method: 'GET',
  path: '/notifications/quiet-hours',
  summary: 'Get the quiet hours of the viewer',
  access: 'member',
  answer: QuietHours,
  errors: [],
})

export const setQuietHours = endpoint({
  method: 'PUT',
  path: '/notifications/quiet-hours',
  summary: 'Set the quiet hours: push notifications are held back until their end',
  access: 'member',
  allowSuspended: true,
  body: Type.Object(hours),
  answer: QuietHours,
  errors: ['toomanyrequests'],
})

export const removeQuietHours = endpoint({
  method: 'DELETE',
  path: '/notifications/quiet-hours',
  summary: 'Remove the quiet hours',
  access: 'member',
  allowSuspended: true,
  answer: QuietHours,
  errors: ['toomanyrequests'],
})

export const notificationKinds = [
  'alert',
  'answer',
  'message',
  'welcome',
  'approval',
  'moderation',
  'changed',
  'calledoff',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** Kinds of notifications that are on by default and can be switched off; alerts about posts are chosen by template. */
export const switchableKinds = ['answer', 'message', 'welcome', 'approval'] as const
export type SwitchableKind = (typeof switchableKinds)[number]

/** Maximum number of people named in one notification; the field `count` has the total number of people. */
export const MAX_NAMED_ACTORS = 3

export const approvalStates = ['waiting', 'approved', 'refused'] as const
export type ApprovalState = (typeof approvalStates)[number]

/** Each kind and subject has one notification: when renewed, it gets a new `_id` and moves to the top. */
export const Notification = Type.Object({
  _id: Id,
  kind: OneOf(notificationKinds),
  communityId: Id,
  event: Type.Optional(
    Type.Object({
      _id: Id,
      title: Type.Union([Type.String(), Type.Null()], {
        description: 'Of a post without a title, the beginning of its text.',
      }),
      lang: English('title'),
      groupId: OneOf(eventGroups),
      template: Nullable(
        Type.Object({ _id: Id, name: NullableText, lang: English('name'), picto: Type.String(), hue: OneOf(hues) }),
      ),
    }),
  ),
  conversationId: Type.Optional(Id),
  with: Type.Optional(
    Type.String({
      description:
        'The other person of a conversation between two: their pseudo, or their id if they belong to another community.',
    }),
  ),
  quote: Type.Optional(
    Type.Union([Type.String(), Type.Null()], {
      description: 'The beginning of the latest message; null when it has no text.',
    }),
  ),
  text: Type.Optional(
    Type.Union([Type.String(), Type.Null()], {
      description:
        'Details: the new time and place of a changed post, the reason of a cancellation; also the text that a client shows for an unknown kind.',
    }),
  ),
  lang: Type.Optional(English('text')),
  approval: Type.Optional(
    Type.Object({
      state: OneOf(approvalStates),
      deal: Nullable(Type.Object({ _id: Id, title: NullableText, lang: English('title') })),
    }),
  ),
  moderation: Type.Optional(
    Type.Object({
      caseId: Id,
      about: OneOf(reportedKinds),
      news: Type.Enum([...moderationNotices], {
        description:
          'For the team `report` and `appeal`, which need action; for the person concerned `decision`, and `outcome` of the appeal.',
      }),
      decision: Nullable(OneOf(moderationDecisions)),
      overturned: Type.Boolean(),
    }),
  ),
  actors: Type.Array(Author, { description: 'The latest of them.' }),
  count: Type.Integer({
    description: 'The number of messages, a hundred at most; for other kinds the number of people.',
  }),
  date: Instant,
  read: Type.Boolean(),
})
export type Notification = Static<typeof Notification>

const UnreadCount = Type.Object({
  notRead: Type.Integer({ description: 'The number of unread notifications, a hundred at most.' }),
})

export const listNotifications = endpoint({
  method: 'GET',
  path: '/notifications',
  summary: 'List the notifications of the viewer in all communities of their account, newest first',
  access: 'member',
  query: Type.Object(PageQuery),
  answer: pageOf(Notification, UnreadCount),
  errors: [],
})
export type NotificationsPage = Static<(typeof listNotifications)['answer']>

export const readNotifications = endpoint({
  method: 'POST',
  path: '/notifications/read',
  summary: 'Mark a notification and all before it as read, in all communities of the account',
  access: 'member',
  allowSuspended: true,
  body: Type.Object({ upTo: Id }),
  answer: UnreadCount,
  errors: [],
})

const Switches = Type.Object(
  Object.fromEntries(switchableKinds.map(kind => [kind, Type.Boolean()])) as Record<
    SwitchableKind,
    ReturnType<typeof Type.Boolean>
  >,
)
export type NotificationSwitches = Static<typeof Switches>

export const getNotificationSwitches = endpoint({
  method: 'GET',
  path: '/notifications/settings',
  summary: 'Get which kinds of notifications the viewer has switched on in this community',
  access: 'member',
  answer: Switches,
  errors: [],
})

export const setNotificationSwitches = endpoint({
  method: 'PUT',
  path: '/notifications/settings',
  summary: 'Switch kinds of notifications on or off; absent kinds stay unchanged',
  access: 'member',
  allowSuspended: true,
  body: Type.Partial(Switches),
  answer: Switches,
  errors: ['toomanyrequests'],
})

declare module './realtime.ts' {
  interface ServerMessages {
    'notification.created': Notification
    /** Marked as read on another screen or by opening the subject: `upTo` and all before it, or these ids. */
    'notification.read': { upTo: string } | { ids: readonly string[] }
    /** The list of notifications has changed: clients reload it. */
    'notification.changed': Record<string, never>
  }
}
