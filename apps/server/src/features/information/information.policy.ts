// Everybody can read the information about a community unless it is private. Only members see its staff, and only
// administrators edit it.
import type { CommunityInformation } from '@parvis/contract/information.ts'
import { isAdminLike, isMember, isStaff } from '@parvis/contract/roles.ts'
import { type Actor, hasPendingSetup, canModerate, type CommunityRef } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'

export const assertAdministrator = (actor: Actor): void => {
  if (!isAdminLike(actor.role)) fail('forbidden')
}

export const assertStaff = (actor: Actor): void => {
  if (!isStaff(actor.role)) fail('forbidden')
}

/** Throws `forbidden` unless the actor administers the community or its organisation. */
export const assertCanModerate = (actor: Actor, community: CommunityRef): void => {
  if (!canModerate(actor, community)) fail('forbidden')
}

export const canDrawMap = (actor: Actor, community: CommunityRef): boolean =>
  !actor.isReadOnly &&
  (canModerate(actor, community) || (isStaff(actor.role) && actor.communityId === community.communityId))

/** Whether the actor’s session is in this community and the actor is a member whose setup is complete. */
export const isActiveMember = (actor: Actor | null, communityId: string): actor is Actor =>
  actor !== null && actor.communityId === communityId && isMember(actor.role) && !hasPendingSetup(actor)

export const canWriteToTeam = (actor: Actor, communityId: string): boolean =>
  isActiveMember(actor, communityId) && !actor.isReadOnly && actor.community.subscribe

export const informationAbilities = (
  actor: Actor | null,
  community: CommunityRef,
): CommunityInformation['abilities'] => {
  const isOwn = isActiveMember(actor, community.communityId)
  return {
    // The admin screens always edit the community of the session.
    edit: isOwn && !actor.isReadOnly && isAdminLike(actor.role),
    drawMap: actor !== null && canDrawMap(actor, community),
    writeToTeam: isOwn && canWriteToTeam(actor, community.communityId),
    readWelcome: isOwn,
  }
}
