// Live events for the team when pending cases change, and for the author when their case is decided.
import { isAdminLike } from '@parvis/contract/roles.ts'
import { type AnyLiveEventDefinition, defineLiveEvent } from '#server/kernel/live-event.ts'

interface ChangedCase {
  communityId: string
  /** Authors of decided cases. */
  userIds: readonly string[]
  /** Authors of reported content. Even as staff they must not learn of the report. */
  excludedUserIds?: readonly string[]
}

declare module '#server/kernel/bus.ts' {
  interface BusMessages {
    'moderation.changed': ChangedCase
  }
}

const CHANGED = {}

export const moderationLiveEvents: readonly AnyLiveEventDefinition[] = [
  defineLiveEvent({
    name: 'moderation.changed',
    audience: ({ communityId, userIds }: ChangedCase) => ({ communityId, userIds }),
    throttle: {
      subject: ({ communityId }) => communityId,
      merge: (earlier, later) => ({
        ...later,
        userIds: [...new Set([...earlier.userIds, ...later.userIds])],
        excludedUserIds: (earlier.excludedUserIds ?? []).filter(userId => later.excludedUserIds?.includes(userId)),
      }),
    },
    messageFor: (actor, { userIds, excludedUserIds = [] }) =>
      (isAdminLike(actor.role) && !excludedUserIds.includes(actor.userId)) || userIds.includes(actor.userId)
        ? { event: 'moderation.changed', data: CHANGED }
        : null,
  }),
]
