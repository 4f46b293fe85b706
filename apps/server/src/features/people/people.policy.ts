// Members see each other’s profiles. The home address is for staff; phone numbers of staff are shown to all; adults who
// are not staff see only a minor’s name; a block hides both people from each other.
import type { Person } from '@parvis/contract/profile.ts'
import { isMember, isStaff, type Role } from '@parvis/contract/roles.ts'
import { type Actor, isHeldBack, mayBlock, type Place, serves } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'

export interface PersonFacts extends Place {
  userId: string
  role: Role
  /** Approved, with a saved profile, and still a member. */
  isThere: boolean
  isMinor: boolean
  /** By the viewer. */
  isBlocked: boolean
}

/** Members without a saved profile see only their own; read-only members see nobody. */
export const mustOpenProfiles = (actor: Actor): void => {
  if (!isMember(actor.role) || isHeldBack(actor) || actor.readsOnly) fail('forbidden')
}

const isSilenced = (actor: Actor, { userId }: PersonFacts) => actor.blockedIds.includes(userId)

/**
 * The viewer still finds people they have blocked, to unblock them; those who have blocked the viewer are not found.
 */
export const canSeePerson = (actor: Actor, person: PersonFacts): boolean =>
  person.isThere && (!isSilenced(actor, person) || person.isBlocked)

/** Of a blocked person only the name is shown, whether or not the block is mutual. */
export const isNameAlone = (actor: Actor, person: PersonFacts): boolean => isSilenced(actor, person)

/** Adults who are not staff see only the first name and pseudo of a minor. */
export const isMinorTo = (actor: Actor, person: PersonFacts): boolean =>
  person.isMinor && !actor.isMinor && !serves(actor, person)

/** Fields beyond those that every member sees. */
export interface Sight {
  /** Full name, birth date and address with access details. */
  home: boolean
  phone: boolean
  /** Whether they are online. */
  presence: boolean
}

export const sightOf = (actor: Actor, person: PersonFacts): Sight => {
  const isTeam = serves(actor, person)
  return {
    home: isTeam,
    phone: isTeam || (isStaff(person.role) && !person.isMinor),
    // Presence is known per community; minors are not shown as online.
    presence: actor.communityId === person.communityId && (isTeam || !person.isMinor),
  }
}

/** Neighbours and companies can be reported to the team, blocked or not; staff cannot. */
export const mayFlagPerson = (actor: Actor, person: PersonFacts): boolean =>
  isMember(actor.role) &&
  !actor.readsOnly &&
  actor.userId !== person.userId &&
  canSeePerson(actor, person) &&
  (person.role === 'neighbor' || person.role === 'advertiser')

/** `canWrite` is the decision of the chat. Companies are written to about their posts only. */
export const personAbilities = (
  actor: Actor,
  person: PersonFacts,
  { mayWrite, hasPhone }: { mayWrite: boolean; hasPhone: boolean },
): Person['abilities'] => {
  const nameAlone = isNameAlone(actor, person)
  return {
    contact: !nameAlone && mayWrite && person.role !== 'advertiser',
    call: !nameAlone && hasPhone && sightOf(actor, person).phone,
    block: !nameAlone && mayBlock(actor, person),
    unblock: nameAlone && person.isBlocked,
    flag: mayFlagPerson(actor, person),
  }
}
