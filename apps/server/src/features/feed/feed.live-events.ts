// Members whose community subscribes to a channel receive the live events of the posts in that channel. Each live event
// contains what the recipient’s own request would return.
import type { ServerMessages } from '@parvis/contract/realtime.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { type AnyLiveEventDefinition, defineLiveEvent, type Throttle } from '#server/kernel/live-event.ts'
import { type BroadcastEvent, readBroadcastEvents } from './broadcast-event.service.ts'

export interface EventRef {
  eventId: string
  communityId: string
  channelIds: readonly string[]
}

declare module '#server/kernel/bus.ts' {
  interface BusMessages {
    'event.created': EventRef
    'event.updated': EventRef
    'event.deleted': EventRef & { version: number }
    /** The user `userId` has answered the event (`interested`) or withdrawn the answer. */
    'event.answered': EventRef & { userId: string; interested: boolean }
  }
}

const audience = ({ channelIds }: EventRef) => ({ channelIds })

const throttle: Throttle<EventRef> = {
  subject: ({ eventId }) => eventId,
  merge: (earlier, later) => ({ ...later, channelIds: [...new Set([...earlier.channelIds, ...later.channelIds])] }),
}

const isReader = (actor: Actor, { channelIds }: EventRef) => channelIds.some(id => actor.channelIds.includes(id))

type Deletions = ReadonlyMap<string, ServerMessages['event.deleted']>

const event = { audience, load: readBroadcastEvents }
type Events = ReadonlyMap<string, BroadcastEvent>

export const feedLiveEvents: readonly AnyLiveEventDefinition[] = [
  defineLiveEvent({
    ...event,
    name: 'event.created',
    throttle,
    messageFor: (actor, { eventId }, events: Events) => {
      const view = events.get(eventId)?.viewFor(actor)
      return view ? { event: 'event.created', data: view } : null
    },
  }),
  defineLiveEvent({
    ...event,
    name: 'event.updated',
    throttle,
    messageFor: (actor, message, events: Events) => {
      const found = events.get(message.eventId)
      if (!found) return null
      const view = found.viewFor(actor)
      if (view) return { event: 'event.updated', data: view }
      // The recipient may not see the event any more, for example because its channels have changed.
      return isReader(actor, message) ? { event: 'event.deleted', data: found.deletion } : null
    },
  }),
  defineLiveEvent({
    audience,
    name: 'event.deleted',
    load: async (_platform, messages) =>
      new Map(messages.map(({ eventId, version }) => [eventId, { _id: eventId, version }])),
    throttle: {
      ...throttle,
      merge: (earlier, later) => ({ ...later, ...throttle.merge(earlier, later) }),
      isFinal: true,
    },
    messageFor: (actor, message, deletions: Deletions) => {
      const data = isReader(actor, message) ? deletions.get(message.eventId) : undefined
      return data ? { event: 'event.deleted', data } : null
    },
  }),
  defineLiveEvent({
    ...event,
    name: 'event.answered',
    throttle: {
      ...throttle,
      isDuplicate: (earlier, later) => earlier.userId === later.userId,
      merge: (earlier, later) => ({ ...later, ...throttle.merge(earlier, later) }),
    },
    messageFor: (actor, { eventId, userId }, events: Events) => {
      const interest = events.get(eventId)?.interestFor(actor, userId)
      return interest ? { event: 'event.interest', data: interest } : null
    },
  }),
]
