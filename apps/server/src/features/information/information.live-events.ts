// Open screens of a community are notified that its information has changed. They refetch the information, so that each
// viewer receives only what they may see.
import { type AnyLiveEventDefinition, defineLiveEvent } from '#server/kernel/live-event.ts'

declare module '#server/kernel/bus.ts' {
  interface BusMessages {
    'community.changed': { communityId: string }
  }
}

export const informationLiveEvents: readonly AnyLiveEventDefinition[] = [
  defineLiveEvent({
    name: 'community.changed',
    audience: ({ communityId }) => ({ communityId }),
    messageFor: (_, { communityId }) => ({ event: 'community.updated', data: { _id: communityId } }),
    // Several changes in a short time are sent as one live event.
    throttle: { subject: ({ communityId }) => communityId, merge: (_, later) => later },
  }),
]
