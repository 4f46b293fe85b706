// Resolves the recipient of a message: a person, a person about a post, or the group of a post.
import type { FeedPost } from '@parvis/contract/feed.ts'
import { isStaff } from '@parvis/contract/roles.ts'
import { LRUCache } from 'lru-cache'
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import { defineState, type Platform } from '#server/kernel/platform.ts'
import { getEvent } from '../feed/feed.service.ts'
import { hasGroup, isFirstContact, isBlocked, canMessage } from './chat.policy.ts'
import { ensureGroupConversation, ensurePairConversation } from './conversation.service.ts'
import { findPerson, pairKeyOf, type PersonRow } from './conversation.queries.ts'
import { type ConversationState, conversationCache } from './conversation-cache.ts'
import { type FirstContact, findFirstContact, findGroupFirstContact } from './first-contact.service.ts'
import type { ConversationKey } from './message.queries.ts'

export interface MessageTarget extends ConversationKey {
  linkedEvent: { communityId: string; eventId: string } | null
  /** If set, only one message may be sent until one of these minors replies. */
  firstContact: FirstContact | null
}

/** Caches conversations in which both people have written: both may write there until the rights of a user change. */
const MAX_CACHED = 10_000
const MAX_AGE_MS = 60_000
interface ActiveConversation extends ConversationKey {
  /** For a group, its members when the cache entry was made. */
  members?: ConversationState['members']
}
const activeConversations = defineState(({ bus }: Pick<Platform, 'bus'>) => {
  const cache = new LRUCache<string, ActiveConversation>({ max: MAX_CACHED, ttl: MAX_AGE_MS })
  bus.subscribe('actor.changed', () => cache.clear())
  bus.subscribe('event.deleted', () => cache.clear())
  return cache
})

export const acquaintanceOf = (actor: Actor, other: PersonRow, isAboutTheirPost: boolean) => {
  const pair = pairKeyOf(actor, { userId: other.author.id, communityId: other.community_id })
  const conversationId = other.conversation_id
  return {
    key: conversationId ? { communityId: pair.communityId, conversationId } : null,
    other: {
      userId: other.author.id,
      role: other.role,
      isActive: other.is_there,
      isMinor: other.is_minor && !isStaff(other.role),
    },
    acquaintance: { hasOtherWritten: other.they_wrote, hasActorWritten: other.i_wrote, isAboutTheirPost },
  }
}

/** Also true while the user waits for a minor’s reply, because the conversation can be opened. */
export const canWriteToPerson = async (
  platform: Pick<Platform, 'db' | 'clock' | 'settings'>,
  actor: Actor,
  userId: string,
): Promise<boolean> => {
  const person = await findPerson(platform, actor, { userId })
  if (!person) return false
  const { key, other, acquaintance } = acquaintanceOf(actor, person, false)
  return (person.community_id === actor.communityId || key !== null) && canMessage(actor, other, acquaintance)
}

const resolvePerson = async (platform: Platform, actor: Actor, to: string, linked: { userId: string } | null) => {
  const cacheKey = `${actor.userId} ${to}`
  const cached = activeConversations(platform).get(cacheKey)
  if (cached && !isBlocked(actor, to)) return { ...cached, firstContact: null }
  const person = (await findPerson(platform, actor, { userId: to })) ?? fail('error404')
  const isAboutTheirPost = linked !== null && (linked.userId === to || linked.userId === actor.userId)
  // A user of another community can be written to only about a post, or in an existing conversation.
  const { key, other, acquaintance } = acquaintanceOf(actor, person, isAboutTheirPost)
  if (person.community_id !== actor.communityId && !key && !isAboutTheirPost) fail('error404')
  if (!canMessage(actor, other, acquaintance)) fail('forbidden')
  const conversation =
    key ?? (await ensurePairConversation(platform.db, actor, { userId: to, communityId: person.community_id }))
  if (acquaintance.hasOtherWritten && acquaintance.hasActorWritten)
    activeConversations(platform).set(cacheKey, conversation)
  const isFirst = isFirstContact(actor, other, acquaintance)
  return { ...conversation, firstContact: isFirst ? await findFirstContact(platform, actor, [to], conversation) : null }
}

/** Members of a group may read its event, so the event is not checked again for a cached group. */
const resolveGroup = async (platform: Platform, actor: Actor, eventId: string) => {
  const cacheKey = `${actor.userId} group ${eventId}`
  const cached = activeConversations(platform).get(cacheKey)
  const members = cached && (await conversationCache(platform).find(cached))?.members
  // The cache entry is valid only while the set of members is unchanged.
  if (members?.has(actor.userId) && members === cached?.members) return { ...cached, firstContact: null }
  const event = await getEvent(platform, actor, eventId)
  const key = await ensureGroupFor(platform, actor, event)
  const state = await conversationCache(platform).find(key)
  // The author of a hidden event may still read its group, but not write in it.
  if (state?.isHidden) fail('forbidden')
  const currentMembers = state?.members
  const firstContact = await findGroupFirstContact(platform, actor, key)
  if (currentMembers && !firstContact) activeConversations(platform).set(cacheKey, { ...key, members: currentMembers })
  return { ...key, firstContact }
}

/**
 * Finds or creates the group of an event that the user can read; throws `forbidden` unless the user is the author of
 * the event or has answered it.
 */
export const ensureGroupFor = async (platform: Platform, actor: Actor, event: FeedPost): Promise<ConversationKey> => {
  if (!hasGroup(event.groupId) || !(event.interested || event.userId === actor.userId)) fail('forbidden')
  const key = await ensureGroupConversation(platform.db, { communityId: event.communityId, eventId: event._id })
  const state = await conversationCache(platform).find(key)
  return state?.members.has(actor.userId) ? key : fail('forbidden')
}

/**
 * Throws `error404` if the recipient is hidden from the user, `forbidden` if the user may not write to the recipient.
 */
export const resolveTarget = async (
  platform: Platform,
  actor: Actor,
  { to, eventId }: { to?: string; eventId?: string },
): Promise<MessageTarget> => {
  if (to === undefined)
    return {
      ...(await resolveGroup(platform, actor, eventId ?? fail('badrequest', { field: 'to' }))),
      linkedEvent: null,
    }
  const event = eventId === undefined ? null : await getEvent(platform, actor, eventId)
  return {
    ...(await resolvePerson(platform, actor, to, event)),
    linkedEvent: event && { communityId: event.communityId, eventId: event._id },
  }
}
