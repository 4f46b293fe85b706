// Whoever is told something hears of it at once, on all their screens.
import type { Notification, NotificationKind } from '@parvis/contract/notifications.ts'
import { type AnyAnnouncement, announcement } from '#server/kernel/announcement.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { readsEvent, type ToldEvent } from './notifications.policy.ts'
import { presentNotification } from './notifications.presenter.ts'
import { findNamedNotifications } from './notifications.queries.ts'

/** Who was told of one event, each in their community. */
export interface Told {
  kind: NotificationKind
  eventId: string
  receivers: readonly { communityId: string; userId: string }[]
}

declare module '#server/kernel/bus.ts' {
  interface BusMessages {
    'notification.created': Told
  }
}

interface Fact {
  event: ToldEvent
  view: Notification
}
type Facts = ReadonlyMap<string, Fact>

const nameOf = (kind: NotificationKind, eventId: string, communityId: string) => `${kind} ${eventId} ${communityId}`

/** All receivers of a community are told the same: one row of it stands for those of the others. */
const read = async ({ db }: Pick<Platform, 'db'>, messages: readonly Told[]): Promise<Facts> => {
  const names = messages.flatMap(({ kind, eventId, receivers }) =>
    [...new Map(receivers.map(one => [one.communityId, one.userId])).values()].map(userId => ({
      kind,
      eventId,
      userId,
    })),
  )
  const rows = await findNamedNotifications(db, names)
  return new Map(
    rows.map(row => [
      nameOf(row.kind, row.event_id, row.community_id),
      { event: { channelIds: row.channel_ids, userId: row.author_id }, view: presentNotification(row) },
    ]),
  )
}

const everybody = ({ receivers }: Told) => ({ userIds: receivers.map(({ userId }) => userId) })

export const notificationAnnouncements: readonly AnyAnnouncement[] = [
  announcement({
    name: 'notification.created',
    receivers: everybody,
    read,
    pacing: {
      subject: ({ kind, eventId }) => `${kind} ${eventId}`,
      merge: (earlier, later) => ({
        ...later,
        receivers: [...new Map([...earlier.receivers, ...later.receivers].map(one => [one.userId, one])).values()],
      }),
    },
    messageFor: (actor, { kind, eventId }, facts: Facts) => {
      const fact = facts.get(nameOf(kind, eventId, actor.communityId))
      if (!fact || !readsEvent(actor, fact.event)) return null
      const actors = fact.view.actors.filter(({ _id }) => !actor.silencedIds.includes(_id))
      const hidden = fact.view.actors.length - actors.length
      const data = hidden > 0 ? { ...fact.view, actors, count: fact.view.count - hidden } : fact.view
      return actors.length > 0 ? { event: 'notification.created', data } : null
    },
  }),
]
