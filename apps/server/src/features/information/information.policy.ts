// A community tells of itself to everybody who may look in; who works for it is told to its members, and who runs it
// writes.
import type { CommunityInformation } from '@parvis/contract/information.ts'
import { isAdminLike, isMember, isStaff } from '@parvis/contract/roles.ts'
import { type Actor, isHeldBack, moderates, type Place } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'

export const mustRunCommunity = (actor: Actor): void => {
  if (!isAdminLike(actor.role)) fail('forbidden')
}

export const mustBeStaff = (actor: Actor): void => {
  if (!isStaff(actor.role)) fail('forbidden')
}

/** Their own community's, or whose organisation's order they keep. */
export const mustRun = (actor: Actor, place: Place): void => {
  if (!moderates(actor, place)) fail('forbidden')
}

/** Whoever works for a community draws its map; who keeps an organisation in order those of all its communities. */
export const canDrawMap = (actor: Actor, place: Place): boolean =>
  !actor.readsOnly && (moderates(actor, place) || (isStaff(actor.role) && actor.communityId === place.communityId))

/** Members of this community, by their session; nobody else's. */
export const isOfCommunity = (actor: Actor | null, communityId: string): actor is Actor =>
  actor !== null && actor.communityId === communityId && isMember(actor.role) && !isHeldBack(actor)

/** The team is written to where the community has subscribed to that; its members write to each other as well. */
export const canWriteToTeam = (actor: Actor, communityId: string): boolean =>
  isOfCommunity(actor, communityId) && !actor.readsOnly && actor.community.subscribe

export const informationAbilities = (actor: Actor | null, place: Place): CommunityInformation['abilities'] => {
  const isOwn = isOfCommunity(actor, place.communityId)
  return {
    // the desk is that of the session's own community
    edit: isOwn && !actor.readsOnly && isAdminLike(actor.role),
    drawMap: actor !== null && canDrawMap(actor, place),
    writeToTeam: isOwn && canWriteToTeam(actor, place.communityId),
    readWelcome: isOwn,
  }
}
