// The team's open screens hear that what waits for them has changed, and who a decision is about that it was taken.
import { isAdminLike } from '@parvis/contract/roles.ts'
import { type AnyAnnouncement, announcement } from '#server/kernel/announcement.ts'

interface ChangedCase {
  communityId: string
  /** Whom it is about, once it is decided. */
  userIds: readonly string[]
  /** Whom a report is about: of the team or not, they hear nothing of it. */
  unheardBy?: readonly string[]
}

declare module '#server/kernel/bus.ts' {
  interface BusMessages {
    'moderation.changed': ChangedCase
  }
}

const CHANGED = {}

export const moderationAnnouncements: readonly AnyAnnouncement[] = [
  announcement({
    name: 'moderation.changed',
    receivers: ({ communityId, userIds }: ChangedCase) => ({ communityId, userIds }),
    pacing: {
      subject: ({ communityId }) => communityId,
      merge: (earlier, later) => ({
        ...later,
        userIds: [...new Set([...earlier.userIds, ...later.userIds])],
        unheardBy: (earlier.unheardBy ?? []).filter(userId => later.unheardBy?.includes(userId)),
      }),
    },
    messageFor: (actor, { userIds, unheardBy = [] }) =>
      (isAdminLike(actor.role) && !unheardBy.includes(actor.userId)) || userIds.includes(actor.userId)
        ? { event: 'moderation.changed', data: CHANGED }
        : null,
  }),
]
