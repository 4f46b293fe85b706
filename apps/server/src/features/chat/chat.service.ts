// Opens conversations and reads their messages, presented as the viewer may see them.
import {
  type Conversation,
  type Message,
  MESSAGES_PER_PAGE,
  type MessagesPage,
  type Person,
  MAX_NAMED_MEMBERS,
} from '@parvis/contract/chat.ts'
import type { FeedPost } from '@parvis/contract/feed.ts'
import { type Actor, canBlock, canSeeMinors } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import { keyedPageStart, createPage } from '#server/kernel/http/pagination.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { findEventsFor, getEvent } from '../feed/feed.service.ts'
import type { AuthorRow } from '#server/kernel/author.ts'
import { presentMinor, presentPerson } from './chat.presenter.ts'
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
import { findFirstMessage, findLastPlace, findGroupMembers, findPerson } from './conversation.queries.ts'
import { findFirstContact, findGroupFirstContact } from './first-contact.service.ts'
import { type ConversationState, lowestPlaceOfOthers, conversationCache } from './conversation-cache.ts'
import { linkedEventOf, presentMessage } from './message.presenter.ts'
import { type ConversationKey, findMessages, type MessageRow } from './message.queries.ts'
import { acquaintanceOf, ensureGroupFor } from './target.service.ts'
import { messageViewFor } from './view.service.ts'

const loadLinkedEvents = async (platform: Platform, actor: Actor, rows: readonly MessageRow[]) => {
  const ids = [...new Set(rows.flatMap(row => linkedEventOf(row)?.eventId ?? []))]
  const events = await findEventsFor(platform, actor, ids)
  return ({ event_id }: MessageRow): FeedPost | null => events.get(event_id ?? '') ?? null
}

/** Adults see only the name of a minor, here as in the profile. */
export const presentPersonFor = (
  { presence }: Platform,
  actor: Actor,
  { author, is_minor }: { author: AuthorRow; is_minor: boolean },
): Person => {
  const isOnline = presence.isOnline(author.id) && canSeePresence(actor, is_minor)
  const isWhole = !is_minor || author.id === actor.userId || canSeeMinors(actor)
  return isWhole ? presentPerson(author, isOnline) : presentMinor(author)
}

export interface ConversationSelector {
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
  selector: ConversationSelector,
): Promise<OpenedConversation> => {
  const person = (await findPerson(platform, actor, selector)) ?? fail('error404')
  const userId = person.author.id
  const event =
    selector.eventId === undefined ? undefined : await getEvent(platform, actor, selector.eventId).catch(() => null)
  const isAboutTheirPost = Boolean(event && (event.userId === userId || event.userId === actor.userId))
  const { key, other, acquaintance } = acquaintanceOf(actor, person, isAboutTheirPost)
  const isElsewhere = person.community_id !== actor.communityId
  // A conversation with a person who has left, or with a member of another community without reference to a post, can
  // be opened only if it exists already.
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
  const write = canMessage(actor, other, acquaintance) && !first?.hasAdultWritten
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
      const members = await findGroupMembers(platform, key, event.userId, MAX_NAMED_MEMBERS)
      const write = !actor.isReadOnly && !first?.hasAdultWritten && !state?.isHidden
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

/**
 * Throws `badrequest` without a recipient, `error404` for a recipient hidden from the viewer, `forbidden` for a blocked
 * user or a group of which the viewer is not a member.
 */
export const openConversation = (
  platform: Platform,
  actor: Actor,
  selector: ConversationSelector,
): Promise<OpenedConversation> => {
  if (selector.userId !== undefined || selector.pseudo !== undefined)
    return openPairConversation(platform, actor, selector)
  return openGroupConversation(platform, actor, selector.eventId ?? fail('badrequest', { field: 'userId' }))
}

const isPlace = (text: string) => /^[1-9]\d{0,9}$/.test(text)
const MAX_PLACE = 2 ** 31 - 1

export const readMessages = async (
  platform: Platform,
  actor: Actor,
  { page: pageNumber, cursor, ...name }: ConversationSelector & { page?: number; cursor?: string },
): Promise<MessagesPage> => {
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
  const view = state && messageViewFor(actor, state, eventOf)
  const docs = view ? pageRows.map(row => presentMessage(row, view)) : []
  const answer = createPage(docs, start, {
    hasNextPage: rows.length > pageRows.length,
    lastKey: pageRows.at(-1)?.place.toString(),
    scope,
  })
  if (start.after) return answer
  return {
    ...answer,
    conversation: {
      _id: key?.conversationId ?? null,
      lastPlace: pageRows[0] && start.page === 1 ? pageRows[0].place : key ? await findLastPlace(platform.db, key) : 0,
      readPlace: state?.members.get(actor.userId)?.read ?? 0,
      othersReceived: state ? lowestPlaceOfOthers(state, 'received', actor) : 0,
      othersRead: state ? lowestPlaceOfOthers(state, 'read', actor) : 0,
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
      return state ? presentMessage(row, messageViewFor(actor, state, eventOf)) : null
    }),
  )
  return presented.filter(one => one !== null)
}
