// Open screens of a community ask anew what it tells and what may be done there; each is answered by its own rights.
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
    // who writes much at the desk has it told once
    pacing: { subject: ({ communityId }) => communityId, merge: (_, later) => later },
  }),
]
