// Each recipient of a notification receives a live event on all open screens, also on those that show another community
// of the account.
import type { Notification } from '@parvis/contract/notifications.ts'
import { type AnyLiveEventDefinition, defineLiveEvent } from '#server/kernel/live-event.ts'
import { notificationSubjectsOf } from '#server/kernel/notification-subject.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { type LoadedNotification, loadNotifications } from './notifications.presenter.ts'
import { findNotificationsByKey } from './notifications.queries.ts'
import type { NotificationBatch } from './notification-batch.ts'

interface LoadedBatches {
  recipientIds: ReadonlyMap<NotificationBatch, ReadonlySet<string>>
  byKey: ReadonlyMap<string, LoadedNotification>
}

/** Whether all recipients in one community receive the same content, so that one row is read for all. */
const isSameForCommunity = (
  subjects: ReturnType<typeof notificationSubjectsOf>,
  { kind, subjectKind }: Pick<NotificationBatch, 'kind' | 'subjectKind'>,
) => subjects.get(subjectKind)?.deliveries[kind]?.isSameForCommunity ?? false

const keyOf = ({ kind, subjectId }: Pick<NotificationBatch, 'kind' | 'subjectId'>, recipientId: string) =>
  `${kind} ${subjectId} ${recipientId}`

const load = async (
  platform: Pick<Platform, 'db' | 'clock' | 'settings' | 'features'>,
  messages: readonly NotificationBatch[],
): Promise<LoadedBatches> => {
  const subjects = notificationSubjectsOf(platform)
  const keys = messages.flatMap(message => {
    const { kind, subjectKind, subjectId, recipients } = message
    const representatives = isSameForCommunity(subjects, message)
      ? [...new Map(recipients.map(one => [one.communityId, one])).values()]
      : recipients
    return representatives.map(({ userId }) => ({ kind, subjectKind, subjectId, userId }))
  })
  const rows = await findNotificationsByKey(platform.db, subjects, keys)
  return {
    recipientIds: new Map(messages.map(one => [one, new Set(one.recipients.map(({ userId }) => userId))])),
    byKey: new Map(
      (await loadNotifications(platform, rows)).map(loaded => {
        const { kind, subject_kind: subjectKind, subject_id: subjectId, community_id, user_id } = loaded.row
        const isShared = isSameForCommunity(subjects, { kind, subjectKind })
        return [keyOf({ kind, subjectId }, isShared ? community_id : user_id), loaded]
      }),
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
    messageFor: (actor, message: NotificationBatch, { recipientIds, byKey }: LoadedBatches) => {
      // a screen that shows another community of the account learns only that the list has changed
      if (!recipientIds.get(message)?.has(actor.userId)) return { event: 'notification.changed', data: CHANGED }
      const fact = byKey.get(keyOf(message, actor.userId)) ?? byKey.get(keyOf(message, actor.communityId))
      if (!fact || fact.subject.canReceive?.(actor, fact.content) === false) return null
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
