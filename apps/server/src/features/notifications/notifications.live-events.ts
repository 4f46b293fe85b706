// Each recipient of a notification receives a live event on all open screens, also on those that show another community
// of the account.
import type { Notification } from '@parvis/contract/notifications.ts'
import { type Actor } from '#server/kernel/actor.ts'
import { type AnyLiveEventDefinition, defineLiveEvent } from '#server/kernel/live-event.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { currentAgeRule } from '#server/kernel/minors.ts'
import { canReadEvent, canSeeApproval, type EventAudience } from './notifications.policy.ts'
import { presentNotification } from './notifications.presenter.ts'
import { findNotificationsByKey } from './notifications.queries.ts'
import type { NotificationRow } from './select-notifications.queries.ts'
import type { NotificationBatch } from './notification-batch.ts'

interface LoadedNotification {
  event: EventAudience | null
  view: Notification
}

interface LoadedNotifications {
  recipientIds: ReadonlyMap<NotificationBatch, ReadonlySet<string>>
  byKey: ReadonlyMap<string, LoadedNotification>
}

/** Whether all recipients in one community receive the same content, so that one row is read for all. */
const isSameForWholeCommunity = (kind: NotificationBatch['kind']) =>
  kind === 'alert' || kind === 'welcome' || kind === 'changed' || kind === 'calledoff'

const keyOf = (
  kind: NotificationBatch['kind'],
  subjectId: string,
  { communityId, userId }: Pick<Actor, 'communityId' | 'userId'>,
) => `${kind} ${subjectId} ${isSameForWholeCommunity(kind) ? communityId : userId}`

const subjectOf = ({ kind, event, conversation_id, deal_id, person_id, moderation }: NotificationRow) => {
  if (kind === 'message') return conversation_id ?? ''
  if (kind === 'approval') return deal_id ?? person_id ?? ''
  return (kind === 'moderation' ? moderation?.id : event?.id) ?? ''
}

const toLoadedNotification = (row: NotificationRow): LoadedNotification => ({
  event:
    row.event?.channel_ids && row.kind !== 'message'
      ? { channelIds: row.event.channel_ids, userId: row.event.author_id }
      : null,
  view: presentNotification(row),
})

const load = async (
  { db, clock, settings }: Pick<Platform, 'db' | 'clock' | 'settings'>,
  messages: readonly NotificationBatch[],
): Promise<LoadedNotifications> => {
  const keys = messages.flatMap(({ kind, subjectId, recipients }) => {
    const representatives = isSameForWholeCommunity(kind)
      ? [...new Map(recipients.map(one => [one.communityId, one])).values()]
      : recipients
    return representatives.map(({ userId }) => ({ kind, subjectId, userId }))
  })
  const rows = await findNotificationsByKey(db, keys, currentAgeRule({ clock, settings }))
  return {
    recipientIds: new Map(messages.map(one => [one, new Set(one.recipients.map(({ userId }) => userId))])),
    byKey: new Map(
      rows.map(row => [
        keyOf(row.kind, subjectOf(row), { communityId: row.community_id, userId: row.user_id }),
        toLoadedNotification(row),
      ]),
    ),
  }
}

/**
 * Removes actors who became hidden from the recipient after the notification was read from the database. Returns null
 * if no actor remains.
 */
const withoutHiddenActors = (view: Notification, hiddenUserIds: readonly string[]): Notification | null => {
  const actors = view.actors.filter(({ _id }) => !hiddenUserIds.includes(_id))
  const hidden = view.actors.length - actors.length
  if (hidden === 0) return view
  if (actors.length === 0) return null
  // it is unknown how many of the counted messages are by hidden users
  return { ...view, actors, count: view.kind === 'message' ? view.count : view.count - hidden }
}

const CHANGED = {}

export const notificationLiveEvents: readonly AnyLiveEventDefinition[] = [
  defineLiveEvent({
    name: 'notification.created',
    audience: ({ recipients }: NotificationBatch) => ({
      userIds: recipients.map(({ userId }) => userId),
      accountIds: recipients.map(({ accountId }) => accountId),
    }),
    load,
    throttle: {
      subject: ({ kind, subjectId }) => `${kind} ${subjectId}`,
      merge: (earlier, later) => ({
        ...later,
        recipients: [...new Map([...earlier.recipients, ...later.recipients].map(one => [one.userId, one])).values()],
      }),
    },
    messageFor: (actor, message: NotificationBatch, { recipientIds, byKey }: LoadedNotifications) => {
      const { kind, subjectId } = message
      // a screen that shows another community of the account learns only that the list has changed
      if (!recipientIds.get(message)?.has(actor.userId)) return { event: 'notification.changed', data: CHANGED }
      const fact = byKey.get(keyOf(kind, subjectId, actor))
      if (!fact || (fact.event && !canReadEvent(actor, fact.event)) || !canSeeApproval(actor, fact.view)) return null
      const data = withoutHiddenActors(fact.view, actor.hiddenUserIds)
      return data && { event: 'notification.created', data }
    },
  }),
  defineLiveEvent({
    name: 'notification.read',
    audience: ({ accountId }) => ({ accountIds: [accountId] }),
    messageFor: (_, message) => ({
      event: 'notification.read',
      data: 'upTo' in message ? { upTo: message.upTo } : { ids: message.ids },
    }),
  }),
  defineLiveEvent({
    name: 'notification.changed',
    audience: ({ accountIds }) => ({ accountIds }),
    messageFor: () => ({ event: 'notification.changed', data: CHANGED }),
  }),
]
