// Members write to each other, and in the groups of posts that they answered; users who blocked each other cannot write
// to each other.
import { DELETE_WITHIN_MS, isSystemMessageType } from '@parvis/contract/chat.ts'
import { type EventGroup, groupsWithChat } from '@parvis/contract/feed-filter.ts'
import { isMember, isStaff, type Role } from '@parvis/contract/roles.ts'
import { type Actor, canStartConversationWith } from '#server/kernel/actor.ts'

export interface Correspondent {
  userId: string
  role: Role
  /** Whether this user is approved, has a completed profile and has not left. */
  isActive: boolean
  /** Whether this user is a minor whom the rules for minors protect; never true for the team. */
  isMinor: boolean
}

export interface Acquaintance {
  theyWrote: boolean
  iWrote: boolean
  isAboutTheirPost: boolean
}

export const isBlocked = ({ blockedIds }: Pick<Actor, 'blockedIds'>, userId: string): boolean =>
  blockedIds.includes(userId)

interface ConversationFacts {
  eventId: string | null
  hostId: string | null
  isHidden: boolean
  members: ReadonlyMap<string, unknown>
}

/** Closed: two users of whom one blocked the other; a group whose event or its author is hidden from the viewer. */
export const isClosedTo = (
  actor: Pick<Actor, 'blockedIds' | 'hiddenUserIds'>,
  { eventId, hostId, isHidden, members }: ConversationFacts,
): boolean =>
  eventId === null
    ? [...members.keys()].some(id => isBlocked(actor, id))
    : isHidden || (hostId !== null && actor.hiddenUserIds.includes(hostId))

/**
 * Both may always write in an existing conversation. A new one can be started with neighbours, with the team if the
 * community has subscribed to that service, and with a company about its post.
 */
const canStart = (actor: Actor, { role }: Correspondent, { isAboutTheirPost }: Acquaintance): boolean => {
  if (!canStartConversationWith(actor, role)) return false
  if (isStaff(role) || isStaff(actor.role)) return true
  return role === 'neighbor' ? actor.role === 'neighbor' || isAboutTheirPost : isAboutTheirPost
}

/** Whether the first-contact rule applies to this author, whoever the recipient is. */
export const needsFirstContact = (actor: Pick<Actor, 'role' | 'isMinor'>): boolean =>
  !actor.isMinor && !isStaff(actor.role)

/** Whether an adult writes to a minor who has never written to them; the team and other minors are exempt. */
export const isFirstContact = (
  actor: Pick<Actor, 'role' | 'isMinor'>,
  other: Correspondent,
  { theyWrote }: Acquaintance,
): boolean => other.isMinor && needsFirstContact(actor) && !theyWrote

/** The same as `isFirstContact` for the minor: an adult has written, and the minor has not replied. */
export const hasUnansweredContact = (
  actor: Pick<Actor, 'role' | 'isMinor'>,
  other: Correspondent,
  { theyWrote, iWrote }: Acquaintance,
): boolean => actor.isMinor && !isStaff(actor.role) && !other.isMinor && !isStaff(other.role) && theyWrote && !iWrote

export interface MinorContact {
  answered: boolean
  iWrote: boolean
}

export const canMessage = (actor: Actor, other: Correspondent, acquaintance: Acquaintance): boolean =>
  isMember(actor.role) &&
  !actor.isReadOnly &&
  other.userId !== actor.userId &&
  other.isActive &&
  isMember(other.role) &&
  !isBlocked(actor, other.userId) &&
  (acquaintance.theyWrote || acquaintance.iWrote || canStart(actor, other, acquaintance))

export const canAttach = (actor: Pick<Actor, 'role'>): boolean => actor.role !== 'advertiser'

/** Minors cannot share their location, for their protection. */
export const canAttachLocation = (actor: Pick<Actor, 'role' | 'isMinor'>): boolean => canAttach(actor) && !actor.isMinor

/** Only the team sees whether a minor is online. */
export const canSeePresence = (actor: Pick<Actor, 'role'>, isMinor: boolean): boolean => !isMinor || isStaff(actor.role)

/** If the community has not subscribed to the team’s service, the team is listed to nobody, not even to its members. */
export const canSeeEmployees = (actor: Actor): boolean => actor.community.subscribe

export const hasGroup = (groupId: EventGroup): boolean => (groupsWithChat as readonly string[]).includes(groupId)

export const canDelete = (
  actor: Actor,
  message: { user_id: string; created_at: Date; message_type: string | null },
  now: Date,
): boolean =>
  message.user_id === actor.userId &&
  !isSystemMessageType(message.message_type) &&
  now.getTime() - message.created_at.getTime() < DELETE_WITHIN_MS

/** System messages of a group, such as “… has joined”, cannot be reported. */
export const canFlag = (actor: Actor, message: { user_id: string; message_type: string | null }): boolean =>
  message.user_id !== actor.userId && !isSystemMessageType(message.message_type)
