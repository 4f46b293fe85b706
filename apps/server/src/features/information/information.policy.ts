// Information is visible to everybody who may see inside the community; its staff only to members; administrators edit
// it.
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

/** Throws `forbidden` unless the actor administers the community or its organization. */
export const assertCanModerate = (actor: Actor, place: CommunityRef): void => {
  if (!canModerate(actor, place)) fail('forbidden')
}

export const canDrawMap = (actor: Actor, place: CommunityRef): boolean =>
  !actor.isReadOnly && (canModerate(actor, place) || (isStaff(actor.role) && actor.communityId === place.communityId))

/** Whether this community is the one of the actor’s session, and the actor an active member of it. */
export const isActiveMember = (actor: Actor | null, communityId: string): actor is Actor =>
  actor !== null && actor.communityId === communityId && isMember(actor.role) && !hasPendingSetup(actor)

export const canWriteToTeam = (actor: Actor, communityId: string): boolean =>
  isActiveMember(actor, communityId) && !actor.isReadOnly && actor.community.subscribe

export const informationAbilities = (actor: Actor | null, place: CommunityRef): CommunityInformation['abilities'] => {
  const isOwn = isActiveMember(actor, place.communityId)
  return {
    // The administration always edits the session’s own community.
    edit: isOwn && !actor.isReadOnly && isAdminLike(actor.role),
    drawMap: actor !== null && canDrawMap(actor, place),
    writeToTeam: isOwn && canWriteToTeam(actor, place.communityId),
    readWelcome: isOwn,
  }
}
