// Members look at each other. Where somebody lives is for the team; a number is for who is offered a call; of a minor
// adults are told the name alone, but the team; nothing is shown where one of two has blocked the other.
import type { Person } from '@parvis/contract/profile.ts'
import { isMember, isStaff, type Role } from '@parvis/contract/roles.ts'
import { type Actor, isHeldBack, mayBlock, type Place, serves } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'

/** What the rules need to know of a person. */
export interface PersonFacts extends Place {
  userId: string
  role: Role
  /** Let in, with a profile, and there still. */
  isThere: boolean
  isMinor: boolean
  /** Whether the one who looks has blocked them. */
  isBlocked: boolean
}

/** Who has yet to save their profile reads their own alone; who takes part no more looks at nobody. */
export const mustOpenProfiles = (actor: Actor): void => {
  if (!isMember(actor.role) || isHeldBack(actor) || actor.readsOnly) fail('forbidden')
}

const isSilenced = (actor: Actor, { userId }: PersonFacts) => actor.blockedIds.includes(userId)

/** Whom the actor has blocked they find again, to take it back; who has blocked them is not there. */
export const canSeePerson = (actor: Actor, person: PersonFacts): boolean =>
  person.isThere && (!isSilenced(actor, person) || person.isBlocked)

/** Of who is blocked the name alone is told, whoever has blocked whom besides. */
export const isNameAlone = (actor: Actor, person: PersonFacts): boolean => isSilenced(actor, person)

/** Of a minor an adult who does not serve their community is told first name and pseudo. */
export const isMinorTo = (actor: Actor, person: PersonFacts): boolean =>
  person.isMinor && !actor.isMinor && !serves(actor, person)

/** What of a profile somebody sees beyond what every member does; nothing that is not said here. */
export interface Sight {
  /** The whole name, the birth date, and where they live with the way in. */
  home: boolean
  phone: boolean
  /** Whether they are there now. */
  presence: boolean
}

export const sightOf = (actor: Actor, person: PersonFacts): Sight => {
  const isTeam = serves(actor, person)
  return {
    home: isTeam,
    phone: isTeam || (isStaff(person.role) && !person.isMinor),
    // known within a community; a minor is on no list of who is there
    presence: actor.communityId === person.communityId && (isTeam || !person.isMinor),
  }
}

/** Neighbours and companies can be reported to the team, blocked or not; the team answers to somebody else. */
export const mayFlagPerson = (actor: Actor, person: PersonFacts): boolean =>
  isMember(actor.role) &&
  !actor.readsOnly &&
  actor.userId !== person.userId &&
  canSeePerson(actor, person) &&
  (person.role === 'neighbor' || person.role === 'advertiser')

/**
 * `mayWrite`: what the chat says of the two. A company is written to about what it has posted, not from its profile.
 */
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
