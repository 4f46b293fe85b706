// Members write to each other, and in the groups of the posts that they answered; who has blocked whom hears nothing of
// the other.
import { DELETE_WITHIN_MS, isLine } from '@parvis/contract/chat.ts'
import { type EventGroup, gatheringGroups } from '@parvis/contract/feed-filter.ts'
import { isMember, isStaff, type Role } from '@parvis/contract/roles.ts'
import { type Actor, mayBeginWith } from '#server/kernel/actor.ts'

/** What the rules need to know of somebody who is written to. */
export interface Correspondent {
  userId: string
  role: Role
  /** Let in, with a profile, and there still. */
  isThere: boolean
  /** Protected as one: the team is not. */
  isMinor: boolean
}

/** How far two people have come. */
export interface Acquaintance {
  /** Whether the other one has ever written. */
  theyWrote: boolean
  iWrote: boolean
  /** What is written about is a post of one of the two. */
  isAboutTheirPost: boolean
}

export const isSilenced = ({ blockedIds }: Pick<Actor, 'blockedIds'>, userId: string): boolean =>
  blockedIds.includes(userId)

/** Who is in a conversation; of a group, with its event, who published that, and whether the team keeps it out of sight. */
interface Gathering {
  eventId: string | null
  hostId: string | null
  isHidden: boolean
  members: ReadonlyMap<string, unknown>
}

/**
 * Of two people neither hears the other while one of them is silenced; in a group the others go on, where its host is
 * heard and has not left. While its event is out of sight nothing goes on in it: who published that may still open it
 * and read.
 */
export const isClosedTo = (
  actor: Pick<Actor, 'blockedIds' | 'silencedIds'>,
  { eventId, hostId, isHidden, members }: Gathering,
): boolean =>
  eventId === null
    ? [...members.keys()].some(id => isSilenced(actor, id))
    : isHidden || (hostId !== null && actor.silencedIds.includes(hostId))

/**
 * A conversation that has begun goes on; one begins with neighbours, with the team where the community has subscribed
 * to that, with a company about its post.
 */
const mayBegin = (actor: Actor, { role }: Correspondent, { isAboutTheirPost }: Acquaintance): boolean => {
  if (!mayBeginWith(actor, role)) return false
  if (isStaff(role) || isStaff(actor.role)) return true
  return role === 'neighbor' ? actor.role === 'neighbor' || isAboutTheirPost : isAboutTheirPost
}

/** Whom the rule of the first word is for, whoever is written to. */
export const startsAsStranger = (actor: Pick<Actor, 'role' | 'isMinor'>): boolean =>
  !actor.isMinor && !isStaff(actor.role)

/** An adult writes to a minor who has never written to them; the team may always write, and minors to each other. */
export const isFirstContact = (
  actor: Pick<Actor, 'role' | 'isMinor'>,
  other: Correspondent,
  { theyWrote }: Acquaintance,
): boolean => other.isMinor && startsAsStranger(actor) && !theyWrote

/** The same, seen by the minor: an adult has written, and they have not. */
export const isContactedFirst = (
  actor: Pick<Actor, 'role' | 'isMinor'>,
  other: Correspondent,
  { theyWrote, iWrote }: Acquaintance,
): boolean => actor.isMinor && !isStaff(actor.role) && !other.isMinor && !isStaff(other.role) && theyWrote && !iWrote

/** How far an adult and the minors whom they are alone with have come. */
export interface MinorContact {
  /** One of the minors has written to them, or after them. */
  answered: boolean
  iWrote: boolean
}

/** Whether two may write to each other at all. */
export const mayCorrespond = (actor: Actor, other: Correspondent, so: Acquaintance): boolean =>
  isMember(actor.role) &&
  !actor.readsOnly &&
  other.userId !== actor.userId &&
  other.isThere &&
  isMember(other.role) &&
  !isSilenced(actor, other.userId) &&
  (so.theyWrote || so.iWrote || mayBegin(actor, other, so))

/** Who offers good deals sends words alone. */
export const mayAttach = (actor: Pick<Actor, 'role'>): boolean => actor.role !== 'advertiser'

/** Nobody tells where a minor is, themselves neither. */
export const mayAttachLocation = (actor: Pick<Actor, 'role' | 'isMinor'>): boolean => mayAttach(actor) && !actor.isMinor

/** That a minor is there is known to the team alone. */
export const seesPresence = (actor: Pick<Actor, 'role'>, isMinor: boolean): boolean => !isMinor || isStaff(actor.role)

/**
 * With the subscription of the community its team is at everybody's service; without it nobody is shown it, the team
 * neither.
 */
export const seesEmployees = (actor: Actor): boolean => actor.community.subscribe

export const hasGroup = (groupId: EventGroup): boolean => (gatheringGroups as readonly string[]).includes(groupId)

/** The sender may take it away for everybody, for a while. */
export const mayDelete = (
  actor: Actor,
  message: { user_id: string; created_at: Date; message_type: string | null },
  now: Date,
): boolean =>
  message.user_id === actor.userId &&
  !isLine(message.message_type) &&
  now.getTime() - message.created_at.getTime() < DELETE_WITHIN_MS

/** What others wrote may be reported; the lines of the group itself say nothing. */
export const mayFlag = (actor: Actor, message: { user_id: string; message_type: string | null }): boolean =>
  message.user_id !== actor.userId && !isLine(message.message_type)
