// Members write to each other, and in the groups of posts that they answered; blocked users receive nothing from each
// other.
import { DELETE_WITHIN_MS, isSystemMessageType } from '@parvis/contract/chat.ts'
import { type EventGroup, groupsWithChat } from '@parvis/contract/feed-filter.ts'
import { isMember, isStaff, type Role } from '@parvis/contract/roles.ts'
import { type Actor, canStartConversationWith } from '#server/kernel/actor.ts'

export interface Correspondent {
  userId: string
  role: Role
  /** Approved, with a completed profile, and not gone. */
  isActive: boolean
  /** Whether the protection of minors applies; never for the team. */
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

/** A group is open while its event's author is visible; if moderators hide the event, only the author may read it. */
export const isClosedTo = (
  actor: Pick<Actor, 'blockedIds' | 'hiddenUserIds'>,
  { eventId, hostId, isHidden, members }: ConversationFacts,
): boolean =>
  eventId === null
    ? [...members.keys()].some(id => isBlocked(actor, id))
    : isHidden || (hostId !== null && actor.hiddenUserIds.includes(hostId))

/**
 * An existing conversation may always go on. A new one may be started with neighbours, with the team where the
 * community has subscribed to that, and with a company about its post.
 */
const canStart = (actor: Actor, { role }: Correspondent, { isAboutTheirPost }: Acquaintance): boolean => {
  if (!canStartConversationWith(actor, role)) return false
  if (isStaff(role) || isStaff(actor.role)) return true
  return role === 'neighbor' ? actor.role === 'neighbor' || isAboutTheirPost : isAboutTheirPost
}

/** Whether the first-contact rule applies to this author, whoever the recipient is. */
export const needsFirstContact = (actor: Pick<Actor, 'role' | 'isMinor'>): boolean =>
  !actor.isMinor && !isStaff(actor.role)

/** An adult writes to a minor who has never written to them; the team may always write, and minors to each other. */
export const isFirstContact = (
  actor: Pick<Actor, 'role' | 'isMinor'>,
  other: Correspondent,
  { theyWrote }: Acquaintance,
): boolean => other.isMinor && needsFirstContact(actor) && !theyWrote

/** The same from the minor's side: an adult has written, and they have not replied. */
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

/** The location of a minor is never shared, not even by themselves. */
export const canAttachLocation = (actor: Pick<Actor, 'role' | 'isMinor'>): boolean => canAttach(actor) && !actor.isMinor

/** Only the team sees whether a minor is online. */
export const canSeePresence = (actor: Pick<Actor, 'role'>, isMinor: boolean): boolean => !isMinor || isStaff(actor.role)

/** Without the subscription of the community its team is listed to nobody, not even to the team itself. */
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

/** System lines of a group cannot be reported. */
export const canFlag = (actor: Actor, message: { user_id: string; message_type: string | null }): boolean =>
  message.user_id !== actor.userId && !isSystemMessageType(message.message_type)
