// The live connection is for whoever may read the feed; who is there is known among the members of a community.
import { isMember } from '@parvis/contract/roles.ts'
import { type Actor, isHeldBack } from '#server/kernel/actor.ts'

/** A session that only waits for its profile reads nothing yet. */
export const canConnect = (actor: Actor | null): actor is Actor => actor !== null && !isHeldBack(actor)

export const canSeePresence = (actor: Actor, communityId: string): boolean =>
  isMember(actor.role) && actor.communityId === communityId
