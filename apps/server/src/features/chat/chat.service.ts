// Lists conversations, and reads single ones with their messages, presented as the viewer may see them.
import {
  type ChatGroup,
  type ChatUser,
  type Conversation,
  type Message,
  MESSAGES_PER_PAGE,
  type MessagesPage,
  type Person,
  MAX_NAMED_MEMBERS,
  NEIGHBORS_PER_PAGE,
  type NeighborsPage,
  type VisibleMessage,
} from '@parvis/contract/chat.ts'
import type { FeedPost } from '@parvis/contract/feed.ts'
import { MAX_NAME_LENGTH } from '@parvis/contract/profile.ts'
import { type Actor, canBlock, canSeeMinors } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import { keyedPageStart, pageOf } from '#server/kernel/http/pagination.ts'
import { isId } from '#server/kernel/ids.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { findEventsFor, getEvent } from '../feed/feed.service.ts'
import type { AuthorRow } from '../session/author.columns.ts'
import { byPresence, presentLastMessage, presentMinor, presentPerson } from './chat.presenter.ts'
import {
  hasGroup,
  hasUnansweredContact,
  isFirstContact,
  isBlocked,
  canAttach,
  canAttachLocation,
  canMessage,
  canSeePresence,
} from './chat.policy.ts'
import {
  findChatGroups,
  findChatUsers,
  findEmployees,
  findNeighbors,
  findNeighborsByPresence,
  type NameKey,
  type ListedPerson,
} from './chat.queries.ts'
import { findFirstMessage, findLastPlace, findMembers, findPerson } from './conversation.queries.ts'
import { findFirstContact, findGroupFirstContact } from './first-contact.service.ts'
import { type ConversationState, othersPlace, conversationCache } from './conversation-cache.ts'
import { linkedEventOf, presentMessage, presentVisibleMessage } from './message.presenter.ts'
import { type ConversationKey, findMessages, findMessagesById, type MessageRow } from './message.queries.ts'
import { acquaintanceOf, ensureGroupFor } from './target.service.ts'
import { viewFor } from './view.service.ts'

const loadLinkedEvents = async (platform: Platform, actor: Actor, rows: readonly MessageRow[]) => {
  const ids = [...new Set(rows.flatMap(row => linkedEventOf(row)?.eventId ?? []))]
  const events = await findEventsFor(platform, actor, ids)
  return ({ event_id }: MessageRow): FeedPost | null => events.get(event_id ?? '') ?? null
}

const loadLastMessages = async (
  platform: Platform,
  actor: Actor,
  rows: readonly { community_id: string | null; last_id: string | null }[],
): Promise<ReadonlyMap<string, VisibleMessage>> => {
  const keys = rows.flatMap(({ community_id, last_id }) =>
    community_id && last_id ? { communityId: community_id, id: last_id } : [],
  )
  const found = await findMessagesById(platform, keys)
  const states = conversationCache(platform)
  const presented = await Promise.all(
    found.map(async row => {
      const state = await states.find({ communityId: row.community_id, conversationId: row.conversation_id })
      // Lists of conversations do not show the event that a message links.
      return state
        ? ([
            row.id,
            presentVisibleMessage(
              { ...row, event_id: null },
              viewFor(actor, state, () => null),
            ),
          ] as const)
        : null
    }),
  )
  return new Map(presented.filter(one => one !== null))
}

/** Adults see only the name of a minor, here as in the profile. */
const presentPersonFor = (
  { presence }: Platform,
  actor: Actor,
  { author, is_minor }: { author: AuthorRow; is_minor: boolean },
): Person => {
  const isOnline = presence.isOnline(author.id) && canSeePresence(actor, is_minor)
  const isWhole = !is_minor || author.id === actor.userId || canSeeMinors(actor)
  return isWhole ? presentPerson(author, isOnline) : presentMinor(author)
}

export const listChatUsersOf = async (platform: Platform, actor: Actor): Promise<ChatUser[]> => {
  const rows = await findChatUsers(platform, actor)
  const last = await loadLastMessages(platform, actor, rows)
  return rows.map(row => ({
    ...presentPersonFor(platform, actor, row),
    ...presentLastMessage(row, last.get(row.last_id ?? '')),
    ...(row.elsewhere && { elsewhere: true as const }),
  }))
}

export const listChatGroupsOf = async (platform: Platform, actor: Actor): Promise<ChatGroup[]> => {
  const rows = await findChatGroups(platform.db, actor)
  const [last, events] = await Promise.all([
    loadLastMessages(platform, actor, rows),
    findEventsFor(
      platform,
      actor,
      rows.map(row => row.event_id),
    ),
  ])
  return rows.flatMap(row => {
    const event = events.get(row.event_id)
    const { conversation_id: conversationId, members } = row
    return event ? [{ event, members, ...presentLastMessage(row, last.get(row.last_id ?? '')), conversationId }] : []
  })
}

const presentPeople = async (platform: Platform, actor: Actor, rows: readonly ListedPerson[]): Promise<ChatUser[]> => {
  const last = await loadLastMessages(platform, actor, rows)
  return rows.map(row => ({
    ...presentPersonFor(platform, actor, row),
    ...presentLastMessage(row, last.get(row.last_id ?? '')),
  }))
}

export const listNeighborsOf = async (platform: Platform, actor: Actor): Promise<ChatUser[]> =>
  presentPeople(platform, actor, await findNeighborsByPresence(platform, actor, NEIGHBORS_PER_PAGE))

export const listEmployeesOf = async (platform: Platform, actor: Actor): Promise<ChatUser[]> =>
  (await presentPeople(platform, actor, await findEmployees(platform, actor))).sort(byPresence)

/** Accepts any script, but no text that PostgreSQL cannot store. */
const isNamePart = (part: unknown): part is string =>
  typeof part === 'string' && part.length <= MAX_NAME_LENGTH * 2 && part.isWellFormed() && !part.includes('\0')

const decodeNameKey = (text: string): NameKey | null => {
  try {
    const [name, initial, id]: unknown[] = JSON.parse(Buffer.from(text, 'base64url').toString())
    return isNamePart(name) && isNamePart(initial) && typeof id === 'string' && isId(id) ? { name, initial, id } : null
  } catch {
    return null
  }
}

/** The cursor contains the whole sort key, so that the next page is found even if its last person has left. */
const encodeNameKey = ({ listed_name, initial, author }: ListedPerson) =>
  Buffer.from(JSON.stringify([listed_name, initial, author.id])).toString('base64url')

export const searchNeighborsOf = async (
  platform: Platform,
  actor: Actor,
  query: { page?: number; cursor?: string; name?: string },
): Promise<NeighborsPage> => {
  const name = query.name?.trim() ?? ''
  const scope = ['neighbors', actor.communityId, actor.userId, name]
  const start = keyedPageStart(query, scope, text => decodeNameKey(text) !== null, NEIGHBORS_PER_PAGE)
  const rows = await findNeighbors(platform, actor, {
    name,
    after: start.after === null ? null : decodeNameKey(start.after),
    skip: start.skip,
    limit: NEIGHBORS_PER_PAGE + 1,
  })
  const pageRows = rows.slice(0, NEIGHBORS_PER_PAGE)
  const last = pageRows.at(-1)
  return pageOf(await presentPeople(platform, actor, pageRows), start, {
    hasNextPage: rows.length > pageRows.length,
    lastKey: last && encodeNameKey(last),
    scope,
  })
}

export interface ConversationName {
  userId?: string
  pseudo?: string
  eventId?: string
}

interface OpenedConversation {
  key: ConversationKey | null
  describe(
    state: ConversationState | null,
  ): Promise<Omit<Conversation, '_id' | 'lastPlace' | 'readPlace' | 'othersReceived' | 'othersRead'>>
}

const openPairConversation = async (
  platform: Platform,
  actor: Actor,
  name: ConversationName,
): Promise<OpenedConversation> => {
  const person = (await findPerson(platform, actor, name)) ?? fail('error404')
  const userId = person.author.id
  const event = name.eventId === undefined ? undefined : await getEvent(platform, actor, name.eventId).catch(() => null)
  const isAboutTheirPost = Boolean(event && (event.userId === userId || event.userId === actor.userId))
  const { key, other, acquaintance } = acquaintanceOf(actor, person, isAboutTheirPost)
  const isElsewhere = person.community_id !== actor.communityId
  // A person who has left can be opened only if there is a conversation with them already.
  if (userId === actor.userId || (!key && (person.author.gone || (isElsewhere && !isAboutTheirPost)))) fail('error404')
  if (isBlocked(actor, userId)) fail('forbidden')
  const first = isFirstContact(actor, other, acquaintance)
    ? await findFirstContact(platform, actor, [userId], key)
    : null
  const isFirst = first !== null
  const firstContact = async () => {
    if (!isFirst && !hasUnansweredContact(actor, other, acquaintance)) return null
    const [from, to] = isFirst ? [actor.userId, userId] : [userId, actor.userId]
    const firstMessage = key && (await findFirstMessage(platform.db, key, { from, to, viewerId: actor.userId }))
    return {
      firstContact: {
        isMine: isFirst,
        messageId: firstMessage?.id ?? null,
        flagged: !isFirst && firstMessage?.flagged === true,
      },
    }
  }
  const write = canMessage(actor, other, acquaintance) && !first?.iWrote
  return {
    key,
    describe: async () => ({
      user: presentPersonFor(platform, actor, person),
      ...(event !== undefined && { event }),
      ...(await firstContact()),
      abilities: {
        write,
        attach: write && canAttach(actor) && !isFirst,
        attachLocation: write && canAttachLocation(actor) && !isFirst,
        block: !actor.isReadOnly && !person.author.gone && canBlock(actor, { userId, role: person.role }),
        flag: !actor.isReadOnly,
      },
    }),
  }
}

const openGroupConversation = async (
  platform: Platform,
  actor: Actor,
  eventId: string,
): Promise<OpenedConversation> => {
  const event = await getEvent(platform, actor, eventId)
  if (!hasGroup(event.groupId)) fail('error404')
  const key = await ensureGroupFor(platform, actor, event)
  const first = await findGroupFirstContact(platform, actor, key)
  const { userId } = actor
  const firstMessage =
    first && (await findFirstMessage(platform.db, key, { from: userId, to: userId, viewerId: userId }))
  return {
    key,
    describe: async state => {
      const members = await findMembers(platform, key, event.userId, MAX_NAMED_MEMBERS)
      const write = !actor.isReadOnly && !first?.iWrote && !state?.isHidden
      const visibleMemberIds = [...(state?.members.keys() ?? [])].filter(id => !isBlocked(actor, id))
      return {
        event,
        members: members
          .filter(({ author }) => !isBlocked(actor, author.id))
          .map(member => presentPersonFor(platform, actor, member)),
        membersCount: visibleMemberIds.length,
        ...(first && { firstContact: { isMine: true, messageId: firstMessage?.id ?? null, flagged: false } }),
        abilities: {
          write,
          attach: write && canAttach(actor) && !first,
          attachLocation: write && canAttachLocation(actor) && !first,
          block: false,
          flag: !actor.isReadOnly,
        },
      }
    },
  }
}

/** Throws `badrequest` without a recipient, `error404` for one hidden from the viewer, `forbidden` for non-members. */
export const openConversation = (
  platform: Platform,
  actor: Actor,
  name: ConversationName,
): Promise<OpenedConversation> => {
  if (name.userId !== undefined || name.pseudo !== undefined) return openPairConversation(platform, actor, name)
  return openGroupConversation(platform, actor, name.eventId ?? fail('badrequest', { field: 'userId' }))
}

const isPlace = (text: string) => /^[1-9]\d{0,9}$/.test(text)
const MAX_PLACE = 2 ** 31 - 1

export const readMessages = async (
  platform: Platform,
  actor: Actor,
  { page: pageNumber, cursor, ...name }: ConversationName & { page?: number; cursor?: string },
): Promise<MessagesPage> => {
  const { db } = platform
  const opened = await openConversation(platform, actor, name)
  const { key } = opened
  const scope = ['messages', actor.userId, key?.conversationId]
  const asked = { ...(pageNumber && { page: pageNumber }), ...(cursor && { cursor }) }
  const start = keyedPageStart(asked, scope, isPlace, MESSAGES_PER_PAGE)
  const [state, rows] = key
    ? await Promise.all([
        conversationCache(platform).find(key),
        findMessages(platform, key, {
          before: start.after ? Number(start.after) : MAX_PLACE,
          skip: start.skip,
          limit: MESSAGES_PER_PAGE + 1,
        }),
      ])
    : [undefined, []]
  const pageRows = rows.slice(0, MESSAGES_PER_PAGE)
  const eventOf = await loadLinkedEvents(platform, actor, pageRows)
  const view = state && viewFor(actor, state, eventOf)
  const docs = view ? pageRows.map(row => presentMessage(row, view)) : []
  const answer = pageOf(docs, start, {
    hasNextPage: rows.length > pageRows.length,
    lastKey: pageRows.at(-1)?.place.toString(),
    scope,
  })
  if (start.after) return answer
  return {
    ...answer,
    conversation: {
      _id: key?.conversationId ?? null,
      lastPlace: pageRows[0] && start.page === 1 ? pageRows[0].place : key ? await findLastPlace(db, key) : 0,
      readPlace: state?.members.get(actor.userId)?.read ?? 0,
      othersReceived: state ? othersPlace(state, 'received', actor) : 0,
      othersRead: state ? othersPlace(state, 'read', actor) : 0,
      ...(await opened.describe(state ?? null)),
    },
  }
}

export const presentMessagesFor = async (
  platform: Platform,
  actor: Actor,
  rows: readonly MessageRow[],
): Promise<Message[]> => {
  const eventOf = await loadLinkedEvents(platform, actor, rows)
  const states = conversationCache(platform)
  const presented = await Promise.all(
    rows.map(async row => {
      const state = await states.find({ communityId: row.community_id, conversationId: row.conversation_id })
      return state ? presentMessage(row, viewFor(actor, state, eventOf)) : null
    }),
  )
  return presented.filter(one => one !== null)
}
