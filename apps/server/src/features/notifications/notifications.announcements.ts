// Live events to each recipient of a notification on all their screens, also on those open in another of their
// communities.
import type { Notification } from '@parvis/contract/notifications.ts'
import { type Actor } from '#server/kernel/actor.ts'
import { type AnyAnnouncement, announcement } from '#server/kernel/announcement.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { agesOf } from '#server/kernel/minors.ts'
import { readsEvent, seesApproval, type ToldEvent } from './notifications.policy.ts'
import { presentNotification } from './notifications.presenter.ts'
import { findNamedNotifications, type NotificationRow } from './notifications.queries.ts'
import type { Told } from './told.ts'

interface Fact {
  event: ToldEvent | null
  view: Notification
}

interface Facts {
  told: ReadonlyMap<Told, ReadonlySet<string>>
  byName: ReadonlyMap<string, Fact>
}

/** Whether all recipients in one community get the same content, so that one row is read for all. */
const isSameForAll = (kind: Told['kind']) =>
  kind === 'alert' || kind === 'welcome' || kind === 'changed' || kind === 'calledoff'

const nameOf = (
  kind: Told['kind'],
  subjectId: string,
  { communityId, userId }: Pick<Actor, 'communityId' | 'userId'>,
) => `${kind} ${subjectId} ${isSameForAll(kind) ? communityId : userId}`

const subjectOf = ({ kind, event, conversation_id, deal_id, person_id, moderation }: NotificationRow) => {
  if (kind === 'message') return conversation_id ?? ''
  if (kind === 'approval') return deal_id ?? person_id ?? ''
  return (kind === 'moderation' ? moderation?.id : event?.id) ?? ''
}

const factOf = (row: NotificationRow): Fact => ({
  event:
    row.event?.channel_ids && row.kind !== 'message'
      ? { channelIds: row.event.channel_ids, userId: row.event.author_id }
      : null,
  view: presentNotification(row),
})

const read = async (
  { db, clock, settings }: Pick<Platform, 'db' | 'clock' | 'settings'>,
  messages: readonly Told[],
): Promise<Facts> => {
  const names = messages.flatMap(({ kind, subjectId, receivers }) => {
    const asked = isSameForAll(kind) ? [...new Map(receivers.map(one => [one.communityId, one])).values()] : receivers
    return asked.map(({ userId }) => ({ kind, subjectId, userId }))
  })
  const rows = await findNamedNotifications(db, names, agesOf({ clock, settings }))
  return {
    told: new Map(messages.map(one => [one, new Set(one.receivers.map(({ userId }) => userId))])),
    byName: new Map(
      rows.map(row => [
        nameOf(row.kind, subjectOf(row), { communityId: row.community_id, userId: row.user_id }),
        factOf(row),
      ]),
    ),
  }
}

/** Removes actors hidden from the recipient since the row was read; null if none is left. */
const without = (view: Notification, silencedIds: readonly string[]): Notification | null => {
  const actors = view.actors.filter(({ _id }) => !silencedIds.includes(_id))
  const hidden = view.actors.length - actors.length
  if (hidden === 0) return view
  if (actors.length === 0) return null
  // for messages the hidden share of the count is unknown
  return { ...view, actors, count: view.kind === 'message' ? view.count : view.count - hidden }
}

const CHANGED = {}

export const notificationAnnouncements: readonly AnyAnnouncement[] = [
  announcement({
    name: 'notification.created',
    receivers: ({ receivers }: Told) => ({
      userIds: receivers.map(({ userId }) => userId),
      accountIds: receivers.map(({ accountId }) => accountId),
    }),
    read,
    pacing: {
      subject: ({ kind, subjectId }) => `${kind} ${subjectId}`,
      merge: (earlier, later) => ({
        ...later,
        receivers: [...new Map([...earlier.receivers, ...later.receivers].map(one => [one.userId, one])).values()],
      }),
    },
    messageFor: (actor, message: Told, { told, byName }: Facts) => {
      const { kind, subjectId } = message
      // an account with a screen in another community only learns that its list has changed
      if (!told.get(message)?.has(actor.userId)) return { event: 'notification.changed', data: CHANGED }
      const fact = byName.get(nameOf(kind, subjectId, actor))
      if (!fact || (fact.event && !readsEvent(actor, fact.event)) || !seesApproval(actor, fact.view)) return null
      const data = without(fact.view, actor.silencedIds)
      return data && { event: 'notification.created', data }
    },
  }),
  announcement({
    name: 'notification.read',
    receivers: ({ accountId }) => ({ accountIds: [accountId] }),
    messageFor: (_, message) => ({
      event: 'notification.read',
      data: 'upTo' in message ? { upTo: message.upTo } : { ids: message.ids },
    }),
  }),
  announcement({
    name: 'notification.changed',
    receivers: ({ accountIds }) => ({ accountIds }),
    messageFor: () => ({ event: 'notification.changed', data: CHANGED }),
  }),
]
