// The live connection is for whoever may read the feed; who is there is known among the members of a community.
import type { Actor } from '#server/kernel/actor.ts'
import type { UserPlace } from '#server/kernel/bus.ts'

/** A session that only waits for its profile reads nothing yet. */
export const canConnect = (actor: Actor | null): actor is Actor => actor !== null && !actor.needUpdate

/** Of others: that oneself is there is no news. */
export const canKnowWhoIsThere = (actor: Actor, { userId, communityId }: UserPlace): boolean =>
  actor.role !== 'guest' && actor.communityId === communityId && actor.userId !== userId
