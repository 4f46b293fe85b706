// Tells open clients of a community to refetch its information; each request is then answered by the viewer’s own
// permissions.
import { type AnyAnnouncement, announcement } from '#server/kernel/announcement.ts'

declare module '#server/kernel/bus.ts' {
  interface BusMessages {
    'community.changed': { communityId: string }
  }
}

export const informationAnnouncements: readonly AnyAnnouncement[] = [
  announcement({
    name: 'community.changed',
    receivers: ({ communityId }) => ({ communityId }),
    messageFor: (_, { communityId }) => ({ event: 'community.updated', data: { _id: communityId } }),
    // Many edits in a row are sent once.
    pacing: { subject: ({ communityId }) => communityId, merge: (_, later) => later },
  }),
]
