// The live connection is open to everybody who may read the feed; presence is visible among members of a community.
import { isMember } from '@parvis/contract/roles.ts'
import { type Actor, hasPendingSetup } from '#server/kernel/actor.ts'

/** Nobody can connect while their profile is still incomplete. */
export const canConnect = (actor: Actor | null): actor is Actor => actor !== null && !hasPendingSetup(actor)

export const canSeePresence = (actor: Actor, communityId: string): boolean =>
  isMember(actor.role) && actor.communityId === communityId
