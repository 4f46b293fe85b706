// Where a message goes: to somebody, to somebody about a post, or to all who are in the group of a post.
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
  /** The event that a message between two people links. */
  linked: { communityId: string; eventId: string } | null
  /** One message may be written, until one of these minors has answered; null where all may. */
  firstContact: FirstContact | null
}

/**
 * Conversations in which both have written: they go on while both are there, and are looked at anew when somebody's
 * rights change.
 */
const MOST_KEPT = 10_000
const MOST_AGE_MS = 60_000
interface GoingOn extends ConversationKey {
  /** Of a group, those who were in it when it was looked at. */
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
 * Whether this actor may begin to write to somebody, or go on, without a post to write about; who waits for a minor's
 * answer opens the conversation and is told so there.
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
  // of another community only who has posted here, or answered here, is known
  const { key, other, so } = acquaintanceOf(actor, person, isAboutTheirPost)
  if (person.community_id !== actor.communityId && !key && !isAboutTheirPost) fail('error404')
  if (!mayCorrespond(actor, other, so)) fail('forbidden')
  const opened = key ?? (await openPair(platform.db, actor, { userId: to, communityId: person.community_id }))
  if (so.theyWrote && so.iWrote) goingOn(platform).set(name, opened)
  const isFirst = isFirstContact(actor, other, so)
  return { ...opened, firstContact: isFirst ? await findFirstContact(platform, actor, [to], opened) : null }
}

/** Who is in a group reads its event. */
const findGroup = async (platform: Platform, actor: Actor, eventId: string) => {
  const name = `${actor.userId} group ${eventId}`
  const known = goingOn(platform).get(name)
  const members = known && (await statesOf(platform).find(known))?.members
  // who comes, goes or is shut out makes other members: they are looked at anew
  if (members?.has(actor.userId) && members === known?.members) return { ...known, firstContact: null }
  const event = await getEvent(platform, actor, eventId)
  const key = await openGroupFor(platform, actor, event)
  const state = await statesOf(platform).find(key)
  // who published it reads it on
  if (state?.isHidden) fail('forbidden')
  const now = state?.members
  const firstContact = await findGroupContact(platform, actor, key)
  if (now && !firstContact) goingOn(platform).set(name, { ...key, members: now })
  return { ...key, firstContact }
}

/** The group of an event that this actor reads: for its author and those who answered it. */
export const openGroupFor = async (platform: Platform, actor: Actor, event: LiveEvent): Promise<ConversationKey> => {
  if (!hasGroup(event.groupId) || !(event.interested || event.userId === actor.userId)) fail('forbidden')
  const key = await openGroup(platform.db, { communityId: event.communityId, eventId: event._id })
  const state = await statesOf(platform).find(key)
  return state?.members.has(actor.userId) ? key : fail('forbidden')
}

/** Throws `error404` for who or what this actor may not know of, `forbidden` for where they may not write. */
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
