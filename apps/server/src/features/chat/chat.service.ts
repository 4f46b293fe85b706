// Lists of conversations, and single conversations with their messages, presented as the viewer may see them.
import {
  type ChatGroup,
  type ChatUser,
  type Conversation,
  type Message,
  MESSAGES_PER_PAGE,
  type MessagesPage,
  type Person,
  MOST_MEMBERS_NAMED,
  NEIGHBORS_PER_PAGE,
  type NeighborsPage,
  type SeenMessage,
} from '@parvis/contract/chat.ts'
import type { LiveEvent } from '@parvis/contract/feed.ts'
import { MAX_NAME_LENGTH } from '@parvis/contract/profile.ts'
import { type Actor, mayBlock, seesMinors } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import { keyedPageStart, pageOf } from '#server/kernel/http/pagination.ts'
import { isId } from '#server/kernel/ids.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { findEventsFor, getEvent } from '../feed/feed.service.ts'
import type { AuthorRow } from '../session/author.columns.ts'
import { byPresence, presentLast, presentMinor, presentPerson } from './chat.presenter.ts'
import {
  hasGroup,
  isContactedFirst,
  isFirstContact,
  isSilenced,
  mayAttach,
  mayAttachLocation,
  mayCorrespond,
  seesPresence,
} from './chat.policy.ts'
import {
  findChatGroups,
  findChatUsers,
  findEmployees,
  findNeighbors,
  findNeighborsByPresence,
  type NameKey,
  type PersonListed,
} from './chat.queries.ts'
import { findFirstWord, findLastPlace, findMembers, findPerson } from './conversation.queries.ts'
import { findFirstContact, findGroupContact } from './first-word.service.ts'
import { type ConversationState, othersPlace, statesOf } from './conversation-states.ts'
import { linkOf, presentMessage, presentSeen } from './message.presenter.ts'
import { type ConversationKey, findMessages, findMessagesById, type MessageRow } from './message.queries.ts'
import { acquaintanceOf, openGroupFor } from './target.service.ts'
import { viewFor } from './view.service.ts'

const linkedEvents = async (platform: Platform, actor: Actor, rows: readonly MessageRow[]) => {
  const ids = [...new Set(rows.flatMap(row => linkOf(row)?.eventId ?? []))]
  const events = await findEventsFor(platform, actor, ids)
  return ({ event_id }: MessageRow): LiveEvent | null => events.get(event_id ?? '') ?? null
}

const lastMessages = async (
  platform: Platform,
  actor: Actor,
  rows: readonly { community_id: string | null; last_id: string | null }[],
): Promise<ReadonlyMap<string, SeenMessage>> => {
  const keys = rows.flatMap(({ community_id, last_id }) =>
    community_id && last_id ? { communityId: community_id, id: last_id } : [],
  )
  const found = await findMessagesById(platform, keys)
  const states = statesOf(platform)
  const shown = await Promise.all(
    found.map(async row => {
      const state = await states.find({ communityId: row.community_id, conversationId: row.conversation_id })
      // Lists do not show linked events.
      return state
        ? ([
            row.id,
            presentSeen(
              { ...row, event_id: null },
              viewFor(actor, state, () => null),
            ),
          ] as const)
        : null
    }),
  )
  return new Map(shown.filter(one => one !== null))
}

/** Adults see only the name of a minor, as in the profile. */
const presentListed = (
  { presence }: Platform,
  actor: Actor,
  { author, is_minor }: { author: AuthorRow; is_minor: boolean },
): Person => {
  const isOnline = presence.isOnline(author.id) && seesPresence(actor, is_minor)
  const isWhole = !is_minor || author.id === actor.userId || seesMinors(actor)
  return isWhole ? presentPerson(author, isOnline) : presentMinor(author)
}

export const listChatUsersOf = async (platform: Platform, actor: Actor): Promise<ChatUser[]> => {
  const rows = await findChatUsers(platform, actor)
  const last = await lastMessages(platform, actor, rows)
  return rows.map(row => ({
    ...presentListed(platform, actor, row),
    ...presentLast(row, last.get(row.last_id ?? '')),
    ...(row.elsewhere && { elsewhere: true as const }),
  }))
}

export const listChatGroupsOf = async (platform: Platform, actor: Actor): Promise<ChatGroup[]> => {
  const rows = await findChatGroups(platform.db, actor)
  const [last, events] = await Promise.all([
    lastMessages(platform, actor, rows),
    findEventsFor(
      platform,
      actor,
      rows.map(row => row.event_id),
    ),
  ])
  return rows.flatMap(row => {
    const event = events.get(row.event_id)
    const { conversation_id: conversationId, members } = row
    return event ? [{ event, members, ...presentLast(row, last.get(row.last_id ?? '')), conversationId }] : []
  })
}

const presentPeople = async (platform: Platform, actor: Actor, rows: readonly PersonListed[]): Promise<ChatUser[]> => {
  const last = await lastMessages(platform, actor, rows)
  return rows.map(row => ({
    ...presentListed(platform, actor, row),
    ...presentLast(row, last.get(row.last_id ?? '')),
  }))
}

export const listNeighborsOf = async (platform: Platform, actor: Actor): Promise<ChatUser[]> =>
  presentPeople(platform, actor, await findNeighborsByPresence(platform, actor, NEIGHBORS_PER_PAGE))

export const listEmployeesOf = async (platform: Platform, actor: Actor): Promise<ChatUser[]> =>
  (await presentPeople(platform, actor, await findEmployees(platform, actor))).sort(byPresence)

/** Accepts any letters, but nothing that PostgreSQL cannot store. */
const isName = (part: unknown): part is string =>
  typeof part === 'string' && part.length <= MAX_NAME_LENGTH * 2 && part.isWellFormed() && !part.includes('\0')

const readNameKey = (text: string): NameKey | null => {
  try {
    const [name, initial, id]: unknown[] = JSON.parse(Buffer.from(text, 'base64url').toString())
    return isName(name) && isName(initial) && typeof id === 'string' && isId(id) ? { name, initial, id } : null
  } catch {
    return null
  }
}

/**
 * The cursor holds the whole key, so that the next page is found even if the last person has left, without a look-up.
 */
const nameKey = ({ listed_name, initial, author }: PersonListed) =>
  Buffer.from(JSON.stringify([listed_name, initial, author.id])).toString('base64url')

/** One page of the neighbours by name, filtered by a part of the name. */
export const searchNeighborsOf = async (
  platform: Platform,
  actor: Actor,
  query: { page?: number; cursor?: string; name?: string },
): Promise<NeighborsPage> => {
  const name = query.name?.trim() ?? ''
  const scope = ['neighbors', actor.communityId, actor.userId, name]
  const start = keyedPageStart(query, scope, text => readNameKey(text) !== null, NEIGHBORS_PER_PAGE)
  const rows = await findNeighbors(platform, actor, {
    name,
    after: start.after === null ? null : readNameKey(start.after),
    skip: start.skip,
    limit: NEIGHBORS_PER_PAGE + 1,
  })
  const shown = rows.slice(0, NEIGHBORS_PER_PAGE)
  const last = shown.at(-1)
  return pageOf(await presentPeople(platform, actor, shown), start, {
    hasNextPage: rows.length > shown.length,
    lastKey: last && nameKey(last),
    scope,
  })
}

export interface ConversationName {
  userId?: string
  pseudo?: string
  eventId?: string
}

interface Opened {
  key: ConversationKey | null
  describe(
    state: ConversationState | null,
  ): Promise<Omit<Conversation, '_id' | 'lastPlace' | 'readPlace' | 'othersReceived' | 'othersRead'>>
}

const openPairOf = async (platform: Platform, actor: Actor, name: ConversationName): Promise<Opened> => {
  const person = (await findPerson(platform, actor, name)) ?? fail('error404')
  const userId = person.author.id
  const event = name.eventId === undefined ? undefined : await getEvent(platform, actor, name.eventId).catch(() => null)
  const isAboutTheirPost = Boolean(event && (event.userId === userId || event.userId === actor.userId))
  const { key, other, so } = acquaintanceOf(actor, person, isAboutTheirPost)
  const isElsewhere = person.community_id !== actor.communityId
  // Of somebody who has left, only what they wrote remains visible.
  if (userId === actor.userId || (!key && (person.author.gone || (isElsewhere && !isAboutTheirPost)))) fail('error404')
  if (isSilenced(actor, userId)) fail('forbidden')
  const first = isFirstContact(actor, other, so) ? await findFirstContact(platform, actor, [userId], key) : null
  const isFirst = first !== null
  const firstContact = async () => {
    if (!isFirst && !isContactedFirst(actor, other, so)) return null
    const [from, to] = isFirst ? [actor.userId, userId] : [userId, actor.userId]
    const word = key && (await findFirstWord(platform.db, key, { from, to, reader: actor.userId }))
    return {
      firstContact: { isMine: isFirst, messageId: word?.id ?? null, flagged: !isFirst && word?.flagged === true },
    }
  }
  const write = mayCorrespond(actor, other, so) && !first?.iWrote
  return {
    key,
    describe: async () => ({
      user: presentListed(platform, actor, person),
      ...(event !== undefined && { event }),
      ...(await firstContact()),
      abilities: {
        write,
        attach: write && mayAttach(actor) && !isFirst,
        attachLocation: write && mayAttachLocation(actor) && !isFirst,
        block: !actor.readsOnly && !person.author.gone && mayBlock(actor, { userId, role: person.role }),
        flag: !actor.readsOnly,
      },
    }),
  }
}

const openGroupOf = async (platform: Platform, actor: Actor, eventId: string): Promise<Opened> => {
  const event = await getEvent(platform, actor, eventId)
  if (!hasGroup(event.groupId)) fail('error404')
  const key = await openGroupFor(platform, actor, event)
  const first = await findGroupContact(platform, actor, key)
  const { userId } = actor
  const word = first && (await findFirstWord(platform.db, key, { from: userId, to: userId, reader: userId }))
  return {
    key,
    describe: async state => {
      const members = await findMembers(platform, key, event.userId, MOST_MEMBERS_NAMED)
      const write = !actor.readsOnly && !first?.iWrote && !state?.isHidden
      const heard = [...(state?.members.keys() ?? [])].filter(id => !isSilenced(actor, id))
      return {
        event,
        members: members
          .filter(({ author }) => !isSilenced(actor, author.id))
          .map(member => presentListed(platform, actor, member)),
        membersCount: heard.length,
        ...(first && { firstContact: { isMine: true, messageId: word?.id ?? null, flagged: false } }),
        abilities: {
          write,
          attach: write && mayAttach(actor) && !first,
          attachLocation: write && mayAttachLocation(actor) && !first,
          block: false,
          flag: !actor.readsOnly,
        },
      }
    },
  }
}

/**
 * Throws `badrequest` when no conversation is named, `error404` when the viewer may not know of it, `forbidden` when
 * they are not in it.
 */
export const openConversation = (platform: Platform, actor: Actor, name: ConversationName): Promise<Opened> => {
  if (name.userId !== undefined || name.pseudo !== undefined) return openPairOf(platform, actor, name)
  return openGroupOf(platform, actor, name.eventId ?? fail('badrequest', { field: 'userId' }))
}

const isPlace = (text: string) => /^[1-9]\d{0,9}$/.test(text)
const LAST_PLACE = 2 ** 31 - 1

export const readMessages = async (
  platform: Platform,
  actor: Actor,
  { page: number, cursor, ...name }: ConversationName & { page?: number; cursor?: string },
): Promise<MessagesPage> => {
  const { db } = platform
  const opened = await openConversation(platform, actor, name)
  const { key } = opened
  const scope = ['messages', actor.userId, key?.conversationId]
  const asked = { ...(number && { page: number }), ...(cursor && { cursor }) }
  const start = keyedPageStart(asked, scope, isPlace, MESSAGES_PER_PAGE)
  const [state, rows] = key
    ? await Promise.all([
        statesOf(platform).find(key),
        findMessages(platform, key, {
          before: start.after ? Number(start.after) : LAST_PLACE,
          skip: start.skip,
          limit: MESSAGES_PER_PAGE + 1,
        }),
      ])
    : [undefined, []]
  const shown = rows.slice(0, MESSAGES_PER_PAGE)
  const eventOf = await linkedEvents(platform, actor, shown)
  const view = state && viewFor(actor, state, eventOf)
  const docs = view ? shown.map(row => presentMessage(row, view)) : []
  const answer = pageOf(docs, start, {
    hasNextPage: rows.length > shown.length,
    lastKey: shown.at(-1)?.place.toString(),
    scope,
  })
  if (start.after) return answer
  return {
    ...answer,
    conversation: {
      _id: key?.conversationId ?? null,
      lastPlace: shown[0] && start.page === 1 ? shown[0].place : key ? await findLastPlace(db, key) : 0,
      readPlace: state?.members.get(actor.userId)?.read ?? 0,
      othersReceived: state ? othersPlace(state, 'received', actor) : 0,
      othersRead: state ? othersPlace(state, 'read', actor) : 0,
      ...(await opened.describe(state ?? null)),
    },
  }
}

export const presentFor = async (platform: Platform, actor: Actor, rows: readonly MessageRow[]): Promise<Message[]> => {
  const eventOf = await linkedEvents(platform, actor, rows)
  const states = statesOf(platform)
  const shown = await Promise.all(
    rows.map(async row => {
      const state = await states.find({ communityId: row.community_id, conversationId: row.conversation_id })
      return state ? presentMessage(row, viewFor(actor, state, eventOf)) : null
    }),
  )
  return shown.filter(one => one !== null)
}
