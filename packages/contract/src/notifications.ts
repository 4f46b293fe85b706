import Type, { type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Author, English, Id, Instant, Nullable, NullableText, OneOf, PageQuery, pageOf } from './entity.ts'
import { eventGroups } from './feed-filter.ts'
import { hues } from './feed.ts'
import { moderationDecisions, moderationNews, reportedKinds } from './moderation.ts'

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
  whenSuspended: true,
  answer: Status,
  errors: ['toomanyrequests'],
})

export const alertSelection = endpoint({
  method: 'DELETE',
  path: '/templates/alerts-status',
  summary: 'Be told of what was chosen alone; with nothing chosen, of nothing',
  access: 'member',
  whenSuspended: true,
  answer: Status,
  errors: ['toomanyrequests'],
})

export const addAlerts = endpoint({
  method: 'POST',
  path: '/templates/alerts',
  summary: 'Choose templates and categories to be told of; answers all that are chosen',
  access: 'member',
  whenSuspended: true,
  body: Type.Object({ templatesIds: Type.Array(Id, { minItems: 1, maxItems: MOST_ALERTS_AT_ONCE }) }),
  answer: AlertIds,
  errors: ['error404', 'toomanyrequests'],
})

export const removeAlert = endpoint({
  method: 'DELETE',
  path: '/templates/alert/:templateId',
  summary: 'Choose a template or a category no more; one that was not chosen is as well',
  access: 'member',
  whenSuspended: true,
  params: Type.Object({ templateId: Id }),
  answer: Type.Object({ _id: Id }),
  errors: ['error404', 'toomanyrequests'],
})

const Time = Type.String({
  pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
  description: 'HH:mm, by the clocks of the community',
})
const hours = { from: Time, until: Time }

/** When somebody is not to be disturbed by what is pushed to them. Who has never said so has 22:00 to 07:00. */
export const QuietHours = Type.Partial(Type.Object(hours), { description: 'empty for none' })
export type QuietHours = Static<typeof QuietHours>

export const getQuietHours = endpoint({
  method: 'GET',
  path: '/notifications/quiet-hours',
  summary: 'When nothing is pushed to the viewer',
  access: 'member',
  answer: QuietHours,
  errors: [],
})

export const setQuietHours = endpoint({
  method: 'PUT',
  path: '/notifications/quiet-hours',
  summary: 'Push nothing between these times: what comes then is pushed at their end',
  access: 'member',
  whenSuspended: true,
  body: Type.Object(hours),
  answer: QuietHours,
  errors: ['toomanyrequests'],
})

export const removeQuietHours = endpoint({
  method: 'DELETE',
  path: '/notifications/quiet-hours',
  summary: 'Push at any time',
  access: 'member',
  whenSuspended: true,
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

/** What comes without being asked for, until it is switched off; which posts alert is chosen template by template. */
export const switchedKinds = ['answer', 'message', 'welcome', 'approval'] as const
export type SwitchedKind = (typeof switchedKinds)[number]

/** Those who are named on a row; `count` says how many they are in all. */
export const MOST_ACTORS = 3

/** What the team has to say yes or no to, and what it has said. */
export const approvalStates = ['waiting', 'approved', 'refused'] as const
export type ApprovalState = (typeof approvalStates)[number]

/**
 * What somebody was told. There is one for each kind and for what it is about, a post, a conversation, a deal, a person
 * or a case of the team's: told anew, it has a new `_id`, and stands on top again.
 */
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
  with: Type.Optional(
    Type.String({
      description: 'who a conversation of two is with: their pseudo, or their id where they live elsewhere',
    }),
  ),
  quote: Type.Optional(
    Type.Union([Type.String(), Type.Null()], {
      description: 'the beginning of the latest message; null without words',
    }),
  ),
  text: Type.Optional(
    Type.Union([Type.String(), Type.Null()], {
      description:
        'what is to be known of it: when and where a changed post is now, why one was called off; what a client shows of a kind that it does not know',
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
      news: Type.Enum([...moderationNews], {
        description:
          'for the team `report` and `appeal`, which wait for them; for who it is about `decision` and `outcome` of their appeal',
      }),
      decision: Nullable(OneOf(moderationDecisions)),
      overturned: Type.Boolean(),
    }),
  ),
  actors: Type.Array(Author, { description: 'the latest of them' }),
  count: Type.Integer({ description: 'of messages how many there are, a hundred at most; else of people' }),
  date: Instant,
  read: Type.Boolean(),
})
export type Notification = Static<typeof Notification>

const NotRead = Type.Object({ notRead: Type.Integer({ description: 'how many are unread, a hundred at most' }) })

export const listNotifications = endpoint({
  method: 'GET',
  path: '/notifications',
  summary: 'What the viewer was told in all the communities of their account, newest first',
  access: 'member',
  query: Type.Object(PageQuery),
  answer: pageOf(Notification, NotRead),
  errors: [],
})
export type NotificationsPage = Static<(typeof listNotifications)['answer']>

export const readNotifications = endpoint({
  method: 'POST',
  path: '/notifications/read',
  summary: 'Take one and all before it for read, in all the communities of the account',
  access: 'member',
  whenSuspended: true,
  body: Type.Object({ upTo: Id }),
  answer: NotRead,
  errors: [],
})

const Switches = Type.Object(
  Object.fromEntries(switchedKinds.map(kind => [kind, Type.Boolean()])) as Record<
    SwitchedKind,
    ReturnType<typeof Type.Boolean>
  >,
)
export type NotificationSwitches = Static<typeof Switches>

export const getNotificationSwitches = endpoint({
  method: 'GET',
  path: '/notifications/settings',
  summary: 'Which kinds of notifications come to the viewer in this community',
  access: 'member',
  answer: Switches,
  errors: [],
})

export const setNotificationSwitches = endpoint({
  method: 'PUT',
  path: '/notifications/settings',
  summary: 'Let kinds of notifications come from now on, or come no more; what is not named stays',
  access: 'member',
  whenSuspended: true,
  body: Type.Partial(Switches),
  answer: Switches,
  errors: ['toomanyrequests'],
})

declare module './realtime.ts' {
  interface ServerMessages {
    'notification.created': Notification
    /** They were read on another screen, or where they lead to: one and all before it, or these. */
    'notification.read': { upTo: string } | { ids: readonly string[] }
    /** The list is another one than before: it is asked for again. */
    'notification.changed': Record<string, never>
  }
}
