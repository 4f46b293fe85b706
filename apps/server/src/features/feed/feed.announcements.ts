// Readers of a channel receive the live events of its posts, each as their own request would return it.
import type { ServerMessages } from '@parvis/contract/realtime.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { type AnyAnnouncement, announcement, type Pacing } from '#server/kernel/announcement.ts'
import { type AnnouncedEvent, readAnnouncedEvents } from './announced-event.service.ts'

/** An event and its channels, whose readers may receive its live events. */
export interface EventPlace {
  eventId: string
  communityId: string
  channelIds: readonly string[]
}

declare module '#server/kernel/bus.ts' {
  interface BusMessages {
    'event.created': EventPlace
    'event.updated': EventPlace
    'event.deleted': EventPlace & { version: number }
    /** `userId` has answered, or withdrawn the answer. */
    'event.answered': EventPlace & { userId: string; interested: boolean }
  }
}

const receivers = ({ channelIds }: EventPlace) => ({ channelIds })

const pacing: Pacing<EventPlace> = {
  subject: ({ eventId }) => eventId,
  merge: (earlier, later) => ({ ...later, channelIds: [...new Set([...earlier.channelIds, ...later.channelIds])] }),
}

const isReader = (actor: Actor, { channelIds }: EventPlace) => channelIds.some(id => actor.channelIds.includes(id))

type Gone = ReadonlyMap<string, ServerMessages['event.deleted']>

const event = { receivers, read: readAnnouncedEvents }
type Events = ReadonlyMap<string, AnnouncedEvent>

export const feedAnnouncements: readonly AnyAnnouncement[] = [
  announcement({
    ...event,
    name: 'event.created',
    pacing,
    messageFor: (actor, { eventId }, events: Events) => {
      const view = events.get(eventId)?.viewFor(actor)
      return view ? { event: 'event.created', data: view } : null
    },
  }),
  announcement({
    ...event,
    name: 'event.updated',
    pacing,
    messageFor: (actor, message, events: Events) => {
      const found = events.get(message.eventId)
      if (!found) return null
      const view = found.viewFor(actor)
      if (view) return { event: 'event.updated', data: view }
      // It was moved to channels that this recipient does not read.
      return isReader(actor, message) ? { event: 'event.deleted', data: found.gone } : null
    },
  }),
  announcement({
    receivers,
    name: 'event.deleted',
    read: async (_platform, messages) =>
      new Map(messages.map(({ eventId, version }) => [eventId, { _id: eventId, version }])),
    pacing: { ...pacing, merge: (earlier, later) => ({ ...later, ...pacing.merge(earlier, later) }), isLast: true },
    messageFor: (actor, message, gone: Gone) => {
      const data = isReader(actor, message) ? gone.get(message.eventId) : undefined
      return data ? { event: 'event.deleted', data } : null
    },
  }),
  announcement({
    ...event,
    name: 'event.answered',
    pacing: {
      ...pacing,
      isRepeated: (earlier, later) => earlier.userId === later.userId,
      merge: (earlier, later) => ({ ...later, ...pacing.merge(earlier, later) }),
    },
    messageFor: (actor, { eventId, userId }, events: Events) => {
      const interest = events.get(eventId)?.interestFor(actor, userId)
      return interest ? { event: 'event.interest', data: interest } : null
    },
  }),
]
