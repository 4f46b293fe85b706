// Members see each other’s profiles. Only staff see the home address. Phone numbers of staff are shown to all members.
// Adults other than staff see only a minor’s name. Blocked people do not see the blocker, who sees only their name.
import type { Person } from '@parvis/contract/profile.ts'
import { isMember, isStaff, type Role } from '@parvis/contract/roles.ts'
import { type Actor, hasPendingSetup, canBlock, type CommunityRef, isStaffOf } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'

export interface PersonFacts extends CommunityRef {
  userId: string
  role: Role
  /** Approved, with a saved profile, and still a member. */
  isActive: boolean
  isMinor: boolean
  /** Whether the viewer has blocked this person. */
  isBlocked: boolean
}

export const assertCanViewProfiles = (actor: Actor): void => {
  if (!isMember(actor.role) || hasPendingSetup(actor) || actor.isReadOnly) fail('forbidden')
}

const hasBlock = (actor: Actor, { userId }: PersonFacts) => actor.blockedIds.includes(userId)

/** The viewer still finds people they have blocked, to unblock them, but not those who have blocked the viewer. */
export const canSeePerson = (actor: Actor, person: PersonFacts): boolean =>
  person.isActive && (!hasBlock(actor, person) || person.isBlocked)

/** The viewer sees only the name of somebody with whom there is a block in either direction. */
export const isNameOnly = (actor: Actor, person: PersonFacts): boolean => hasBlock(actor, person)

export const isProtectedMinor = (actor: Actor, person: PersonFacts): boolean =>
  person.isMinor && !actor.isMinor && !isStaffOf(actor, person)

/** Which fields the viewer sees beyond those that every member sees. */
export interface ProfileVisibility {
  /** Full name, birth date and address with access details. */
  personalDetails: boolean
  phone: boolean
  presence: boolean
}

export const profileVisibilityOf = (actor: Actor, person: PersonFacts): ProfileVisibility => {
  const isServing = isStaffOf(actor, person)
  return {
    personalDetails: isServing,
    phone: isServing || (isStaff(person.role) && !person.isMinor),
    // Presence is known per community; only staff see whether a minor is online.
    presence: actor.communityId === person.communityId && (isServing || !person.isMinor),
  }
}

/** Neighbours and companies can be reported, even if the viewer has blocked them. Staff cannot be reported. */
export const canFlagPerson = (actor: Actor, person: PersonFacts): boolean =>
  isMember(actor.role) &&
  !actor.isReadOnly &&
  actor.userId !== person.userId &&
  canSeePerson(actor, person) &&
  (person.role === 'neighbor' || person.role === 'advertiser')

/**
 * `canWrite`: whether the chat lets the actor write to the person. Members can write to companies only about their
 * posts.
 */
export const personAbilities = (
  actor: Actor,
  person: PersonFacts,
  { canWrite, hasPhone }: { canWrite: boolean; hasPhone: boolean },
): Person['abilities'] => {
  const nameAlone = isNameOnly(actor, person)
  return {
    contact: !nameAlone && canWrite && person.role !== 'advertiser',
    call: !nameAlone && hasPhone && profileVisibilityOf(actor, person).phone,
    block: !nameAlone && canBlock(actor, person),
    unblock: nameAlone && person.isBlocked,
    flag: canFlagPerson(actor, person),
  }
}
