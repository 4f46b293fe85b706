// Live events for the team when its pending cases change, and for the author of a decided case.
import { isAdminLike } from '@parvis/contract/roles.ts'
import { type AnyAnnouncement, announcement } from '#server/kernel/announcement.ts'

interface ChangedCase {
  communityId: string
  /** Authors of a decided case. */
  userIds: readonly string[]
  /** Reported persons. Even as staff they must not learn of the report. */
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
