// Tells open clients of a community to refetch its information; each request is then answered by the viewer’s own
// permissions.
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
    // Many edits in a row are sent once.
    throttle: { subject: ({ communityId }) => communityId, merge: (_, later) => later },
  }),
]
