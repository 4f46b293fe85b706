// Lists the conversations and the neighbours of a viewer, presented as the viewer may see them.
import { parseJson } from '#server/kernel/parse-json.ts'
import {
  type ChatGroup,
  type ChatUser,
  NEIGHBORS_PER_PAGE,
  type NeighborsPage,
  type VisibleMessage,
} from '@parvis/contract/chat.ts'
import { MAX_NAME_LENGTH } from '@parvis/contract/profile.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { keyedPageStart, createPage } from '#server/kernel/http/pagination.ts'
import { isId } from '#server/kernel/ids.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { findEventsFor } from '../feed/feed.service.ts'
import { byPresence, presentLastMessage } from './chat.presenter.ts'
import {
  findChatGroups,
  findChatUsers,
  findEmployees,
  findNeighbors,
  findNeighborsByPresence,
  type NameKey,
  type ListedPerson,
} from './chat.queries.ts'
import { conversationCache } from './conversation-cache.ts'
import { presentVisibleMessage } from './message.presenter.ts'
import { findMessagesById } from './message.queries.ts'
import { messageViewFor } from './view.service.ts'
import { presentPersonFor } from './chat.service.ts'

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
      // Lists of conversations do not show the event to which a message links.
      return state
        ? ([
            row.id,
            presentVisibleMessage(
              { ...row, event_id: null },
              messageViewFor(actor, state, () => null),
            ),
          ] as const)
        : null
    }),
  )
  return new Map(presented.filter(one => one !== null))
}

const presentPeople = async (
  platform: Platform,
  actor: Actor,
  rows: readonly (Omit<ListedPerson, 'listed_name' | 'initial'> & { elsewhere?: boolean })[],
): Promise<ChatUser[]> => {
  const last = await loadLastMessages(platform, actor, rows)
  return rows.map(row => ({
    ...presentPersonFor(platform, actor, row),
    ...presentLastMessage(row, last.get(row.last_id ?? '')),
    ...(row.elsewhere && { elsewhere: true as const }),
  }))
}

export const listChatUsersOf = async (platform: Platform, actor: Actor): Promise<ChatUser[]> =>
  presentPeople(platform, actor, await findChatUsers(platform, actor))

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

export const listNeighborsOf = async (platform: Platform, actor: Actor): Promise<ChatUser[]> =>
  presentPeople(platform, actor, await findNeighborsByPresence(platform, actor, NEIGHBORS_PER_PAGE))

export const listEmployeesOf = async (platform: Platform, actor: Actor): Promise<ChatUser[]> =>
  (await presentPeople(platform, actor, await findEmployees(platform, actor))).sort(byPresence)

/** Accepts any script, but no text that PostgreSQL cannot store. */
const isNamePart = (part: unknown): part is string =>
  typeof part === 'string' && part.length <= MAX_NAME_LENGTH * 2 && part.isWellFormed() && !part.includes('\0')

const decodeNameKey = (text: string): NameKey | null => {
  const key = parseJson(Buffer.from(text, 'base64url').toString())
  const [name, initial, id]: unknown[] = Array.isArray(key) ? key : []
  return isNamePart(name) && isNamePart(initial) && typeof id === 'string' && isId(id) ? { name, initial, id } : null
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
  return createPage(await presentPeople(platform, actor, pageRows), start, {
    hasNextPage: rows.length > pageRows.length,
    lastKey: last && encodeNameKey(last),
    scope,
  })
}
