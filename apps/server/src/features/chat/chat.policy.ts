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
  hasOtherWritten: boolean
  hasActorWritten: boolean
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

/**
 * A conversation of two is closed if one has blocked the other; a group, if its post or the author of the post is
 * hidden from the viewer.
 */
export const isConversationClosedTo = (
  actor: Pick<Actor, 'blockedIds' | 'hiddenUserIds'>,
  { eventId, hostId, isHidden, members }: ConversationFacts,
): boolean =>
  eventId === null
    ? [...members.keys()].some(id => isBlocked(actor, id))
    : isHidden || (hostId !== null && actor.hiddenUserIds.includes(hostId))

/**
 * Whether the actor may start a conversation: with neighbours, with the team if the community has subscribed to the
 * team’s service, and with a company about its post. In an existing conversation both people may always write.
 */
const canStart = (actor: Actor, { role }: Correspondent, { isAboutTheirPost }: Acquaintance): boolean => {
  if (!canStartConversationWith(actor, role)) return false
  if (isStaff(role) || isStaff(actor.role)) return true
  return role === 'neighbor' ? actor.role === 'neighbor' || isAboutTheirPost : isAboutTheirPost
}

/** Whether the first-contact rule (one message to a minor until a reply) applies to messages of this author at all. */
export const needsFirstContact = (actor: Pick<Actor, 'role' | 'isMinor'>): boolean =>
  !actor.isMinor && !isStaff(actor.role)

/** Whether an adult writes to a minor who has never written to them; the team and other minors are exempt. */
export const isFirstContact = (
  actor: Pick<Actor, 'role' | 'isMinor'>,
  other: Correspondent,
  { hasOtherWritten }: Acquaintance,
): boolean => other.isMinor && needsFirstContact(actor) && !hasOtherWritten

/** The same as `isFirstContact` for the minor: an adult has written, and the minor has not replied. */
export const hasUnansweredContact = (
  actor: Pick<Actor, 'role' | 'isMinor'>,
  other: Correspondent,
  { hasOtherWritten, hasActorWritten }: Acquaintance,
): boolean =>
  actor.isMinor && !isStaff(actor.role) && !other.isMinor && !isStaff(other.role) && hasOtherWritten && !hasActorWritten

export interface MinorContact {
  hasMinorReplied: boolean
  hasAdultWritten: boolean
}

export const canMessage = (actor: Actor, other: Correspondent, acquaintance: Acquaintance): boolean =>
  isMember(actor.role) &&
  !actor.isReadOnly &&
  other.userId !== actor.userId &&
  other.isActive &&
  isMember(other.role) &&
  !isBlocked(actor, other.userId) &&
  (acquaintance.hasOtherWritten || acquaintance.hasActorWritten || canStart(actor, other, acquaintance))

export const canAttach = (actor: Pick<Actor, 'role'>): boolean => actor.role !== 'advertiser'

/** Minors cannot share their location, for their protection. */
export const canAttachLocation = (actor: Pick<Actor, 'role' | 'isMinor'>): boolean => canAttach(actor) && !actor.isMinor

/** Only the team sees whether a minor is online. */
export const canSeePresence = (actor: Pick<Actor, 'role'>, isMinor: boolean): boolean => !isMinor || isStaff(actor.role)

/** If the community has not subscribed to the team’s service, nobody can list the team, not even team members. */
export const canSeeEmployees = (actor: Actor): boolean => actor.community.subscribe

export const hasGroup = (groupId: EventGroup): boolean => (groupsWithChat as readonly string[]).includes(groupId)

export const canDeleteMessage = (
  actor: Actor,
  message: { user_id: string; created_at: Date; message_type: string | null },
  now: Date,
): boolean =>
  message.user_id === actor.userId &&
  !isSystemMessageType(message.message_type) &&
  now.getTime() - message.created_at.getTime() < DELETE_WITHIN_MS

/** System messages of a group, such as “… has joined”, cannot be reported. */
export const canFlagMessage = (actor: Actor, message: { user_id: string; message_type: string | null }): boolean =>
  message.user_id !== actor.userId && !isSystemMessageType(message.message_type)
