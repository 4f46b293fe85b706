// Resolves where a message goes: to a person, to a person about a post, or to the group of a post.
import type { LiveEvent } from '@parvis/contract/feed.ts'
import { isStaff } from '@parvis/contract/roles.ts'
import { LRUCache } from 'lru-cache'
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { getEvent } from '../feed/feed.service.ts'
import { hasGroup, isFirstContact, isSilenced, mayCorrespond } from './chat.policy.ts'
import { openGroup, openPair } from './conversation.service.ts'
import { findPerson, pairOf, type PersonRow } from './conversation.queries.ts'
import { type ConversationState, statesOf } from './conversation-states.ts'
import { type FirstContact, findFirstContact, findGroupContact } from './first-word.service.ts'
import type { ConversationKey } from './message.queries.ts'

export interface Target extends ConversationKey {
  linked: { communityId: string; eventId: string } | null
  /** Only one message may be sent until one of these minors replies; null without that restriction. */
  firstContact: FirstContact | null
}

/**
 * Cached conversations in which both have written: they stay open while both are members, and are checked again when
 * anybody's rights change.
 */
const MOST_KEPT = 10_000
const MOST_AGE_MS = 60_000
interface GoingOn extends ConversationKey {
  /** For a group, its members when it was checked. */
  members?: ConversationState['members']
}
const ofServer = new WeakMap<Platform['bus'], LRUCache<string, GoingOn>>()

const goingOn = ({ bus }: Pick<Platform, 'bus'>) => {
  const known = ofServer.get(bus)
  if (known) return known
  const kept = new LRUCache<string, GoingOn>({ max: MOST_KEPT, ttl: MOST_AGE_MS })
  bus.listen('actor.changed', () => kept.clear())
  bus.listen('event.deleted', () => kept.clear())
  ofServer.set(bus, kept)
  return kept
}

export const acquaintanceOf = (actor: Actor, other: PersonRow, isAboutTheirPost: boolean) => {
  const pair = pairOf(actor, { userId: other.author.id, communityId: other.community_id })
  const conversationId = other.conversation_id
  return {
    key: conversationId ? { communityId: pair.communityId, conversationId } : null,
    other: {
      userId: other.author.id,
      role: other.role,
      isThere: other.is_there,
      isMinor: other.is_minor && !isStaff(other.role),
    },
    so: { theyWrote: other.they_wrote, iWrote: other.i_wrote, isAboutTheirPost },
  }
}

/**
 * Whether the user may start or continue to write to this person without a post. True while they wait for a minor's
 * reply: the conversation opens and says so.
 */
export const mayWriteToPerson = async (
  platform: Pick<Platform, 'db' | 'clock' | 'settings'>,
  actor: Actor,
  userId: string,
): Promise<boolean> => {
  const person = await findPerson(platform, actor, { userId })
  if (!person) return false
  const { key, other, so } = acquaintanceOf(actor, person, false)
  return (person.community_id === actor.communityId || key !== null) && mayCorrespond(actor, other, so)
}

const findPair = async (platform: Platform, actor: Actor, to: string, linked: { userId: string } | null) => {
  const name = `${actor.userId} ${to}`
  const known = goingOn(platform).get(name)
  if (known && !isSilenced(actor, to)) return { ...known, firstContact: null }
  const person = (await findPerson(platform, actor, { userId: to })) ?? fail('error404')
  const isAboutTheirPost = linked !== null && (linked.userId === to || linked.userId === actor.userId)
  // Somebody of another community is known only by a post or an answer here.
  const { key, other, so } = acquaintanceOf(actor, person, isAboutTheirPost)
  if (person.community_id !== actor.communityId && !key && !isAboutTheirPost) fail('error404')
  if (!mayCorrespond(actor, other, so)) fail('forbidden')
  const opened = key ?? (await openPair(platform.db, actor, { userId: to, communityId: person.community_id }))
  if (so.theyWrote && so.iWrote) goingOn(platform).set(name, opened)
  const isFirst = isFirstContact(actor, other, so)
  return { ...opened, firstContact: isFirst ? await findFirstContact(platform, actor, [to], opened) : null }
}

/** Members of a group can read its event, so a cached group needs no further check. */
const findGroup = async (platform: Platform, actor: Actor, eventId: string) => {
  const name = `${actor.userId} group ${eventId}`
  const known = goingOn(platform).get(name)
  const members = known && (await statesOf(platform).find(known))?.members
  // A changed set of members invalidates the entry.
  if (members?.has(actor.userId) && members === known?.members) return { ...known, firstContact: null }
  const event = await getEvent(platform, actor, eventId)
  const key = await openGroupFor(platform, actor, event)
  const state = await statesOf(platform).find(key)
  // The author of a hidden event may still read, but not write.
  if (state?.isHidden) fail('forbidden')
  const now = state?.members
  const firstContact = await findGroupContact(platform, actor, key)
  if (now && !firstContact) goingOn(platform).set(name, { ...key, members: now })
  return { ...key, firstContact }
}

/** The group of an event that the user can read; throws `forbidden` unless they are its author or have answered it. */
export const openGroupFor = async (platform: Platform, actor: Actor, event: LiveEvent): Promise<ConversationKey> => {
  if (!hasGroup(event.groupId) || !(event.interested || event.userId === actor.userId)) fail('forbidden')
  const key = await openGroup(platform.db, { communityId: event.communityId, eventId: event._id })
  const state = await statesOf(platform).find(key)
  return state?.members.has(actor.userId) ? key : fail('forbidden')
}

/** Throws `error404` when the user may not know of the recipient, `forbidden` when they may not write there. */
export const findTarget = async (
  platform: Platform,
  actor: Actor,
  { to, eventId }: { to?: string; eventId?: string },
): Promise<Target> => {
  if (to === undefined)
    return {
      ...(await findGroup(platform, actor, eventId ?? fail('badrequest', { field: 'to' }))),
      linked: null,
    }
  const event = eventId === undefined ? null : await getEvent(platform, actor, eventId)
  return {
    ...(await findPair(platform, actor, to, event)),
    linked: event && { communityId: event.communityId, eventId: event._id },
  }
}
