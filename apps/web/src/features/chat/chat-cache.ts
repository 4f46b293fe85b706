import {
  type ChatGroup,
  type ChatUser,
  isVisibleMessage,
  type Message,
  type VisibleMessage,
} from '@parvis/contract/chat.ts'
import type { Author } from '@parvis/contract/entity.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { PendingItem } from '#web/kernel/outbox/pending.ts'
import { chatKeys } from './chat.queries.ts'
import {
  changeNeighborPages,
  changePeople,
  countUnread,
  type ListEntry,
  peopleLists,
  updateEntry,
  withLastMessage,
} from './lists.cache.ts'
import {
  cachedThreads,
  changeThread,
  changeThreads,
  isUnreadMessage,
  withConversation,
  withMessage,
  withoutPost,
} from './thread.cache.ts'
import { messagesCounter } from './unread-messages.ts'

const [users] = peopleLists
const groups = chatKeys.groups()

export const cachedList = <T>(queryClient: QueryClient, key: readonly unknown[]): T[] | undefined =>
  queryClient.getQueryData<T[]>(key)

export const updateUnreadCount = (queryClient: QueryClient): void =>
  messagesCounter.set(countUnread(cachedList<ChatUser>(queryClient, users), cachedList<ChatGroup>(queryClient, groups)))

/** Changes the matching entries of all lists. Returns whether the viewer’s conversations or groups had one. */
const changeLists = (
  queryClient: QueryClient,
  matches: (entry: ListEntry & { _id?: string }) => boolean,
  change: <T extends ListEntry>(entry: T) => T,
): boolean => {
  let found = false
  for (const key of [...peopleLists, groups]) {
    const list = cachedList<ChatUser>(queryClient, key)
    const next = list && updateEntry(list, matches, change)
    if (next) queryClient.setQueryData(key, next)
    if (key === users || key === groups) found ||= next !== undefined
  }
  changeNeighborPages(queryClient, docs => updateEntry(docs, matches, change) ?? docs)
  return found
}

/** Returns the id of the other person in a conversation of two, given one of its messages. */
const otherUserIn = ({ from, to }: VisibleMessage, me: string) => (from === me ? to : from)

/** Inserts a message into each cached copy of its conversation; idempotent. */
export const insertIntoThreads = (queryClient: QueryClient, message: Message, me: string): void => {
  const { conversationId } = message
  // A conversation of two has no id before its first message, so the conversation is recognised by the other person.
  if (isVisibleMessage(message) && message.to !== undefined) {
    const other = otherUserIn(message, me)
    for (const { key, conversation } of cachedThreads(queryClient))
      if (conversation._id === null && conversation.user?._id === other)
        changeThread(queryClient, key, before => withConversation(before, known => ({ ...known, _id: conversationId })))
  }
  changeThreads(queryClient, conversationId, thread => withMessage(thread, message))
}

/** Makes a message the last one of its list entry; idempotent. Returns whether a list contains its conversation. */
export const insertIntoLists = (queryClient: QueryClient, message: VisibleMessage, me: string): boolean => {
  const { conversationId } = message
  const other = message.to === undefined ? undefined : otherUserIn(message, me)
  return changeLists(
    queryClient,
    entry => entry.conversationId === conversationId || (other !== undefined && entry._id === other),
    entry => withLastMessage(entry, message, isUnreadMessage(message, me)),
  )
}

export const updateMessage = (queryClient: QueryClient, message: Message): void => {
  changeThreads(queryClient, message.conversationId, thread => withMessage(thread, message))
  if (isVisibleMessage(message))
    changeLists(
      queryClient,
      entry => entry.lastMessage?._id === message._id,
      entry => ({ ...entry, lastMessage: message }),
    )
}

/** Adds a person to the list of people with whom the viewer has exchanged messages. */
export const addConversation = (
  queryClient: QueryClient,
  person: NonNullable<PendingItem['person']>,
  message: VisibleMessage,
): void => {
  queryClient.setQueryData<ChatUser[]>(users, listed =>
    listed?.every(({ _id }) => _id !== person._id)
      ? [withLastMessage({ ...person, online: false, notRead: 0 }, message, false), ...listed]
      : listed,
  )
}

/** Marks the messages up to the position `place` as read by the viewer. */
export const markReadByViewer = (queryClient: QueryClient, conversationId: string, place: number): void => {
  changeLists(
    queryClient,
    entry => entry.conversationId === conversationId,
    entry => (place >= (entry.lastPlace ?? 0) ? { ...entry, notRead: 0 } : entry),
  )
  changeThreads(queryClient, conversationId, thread =>
    withConversation(thread, before => ({ ...before, readPlace: Math.max(before.readPlace, place) })),
  )
}

/** Applies a receipt: all other members have received or read the messages up to the position `place`. */
export const applyOthersReceipt = (
  queryClient: QueryClient,
  { conversationId, place, isRead }: { conversationId: string; place: number; isRead: boolean },
  me: string | undefined,
): void => {
  changeThreads(queryClient, conversationId, thread =>
    withConversation(thread, before => ({
      ...before,
      othersReceived: Math.max(before.othersReceived, place),
      ...(isRead && { othersRead: Math.max(before.othersRead, place) }),
    })),
  )
  changeLists(
    queryClient,
    entry => entry.conversationId === conversationId,
    entry =>
      entry.lastMessage && entry.lastMessage.from === me && entry.lastMessage.place <= place
        ? { ...entry, lastMessage: { ...entry.lastMessage, received: true, ...(isRead && { read: true }) } }
        : entry,
  )
}

/** Removes the group of a deleted post, and the links to the post in other conversations. */
export const removePost = (queryClient: QueryClient, eventId: string): void => {
  queryClient.setQueryData<ChatGroup[]>(groups, listed => listed?.filter(({ event }) => event._id !== eventId))
  for (const { key, conversation } of cachedThreads(queryClient))
    if (conversation.members && conversation.event?._id === eventId)
      void queryClient.resetQueries({ queryKey: key, exact: true })
    else changeThread(queryClient, key, before => withoutPost(before, eventId))
}

export const changePersonInThreads = (queryClient: QueryClient, userId: string, change: Partial<ChatUser>) => {
  const changed = <P extends { _id: string }>(person: P) => (person._id === userId ? { ...person, ...change } : person)
  for (const { key, conversation } of cachedThreads(queryClient)) {
    if (conversation.user?._id !== userId && !conversation.members?.some(({ _id }) => _id === userId)) continue
    changeThread(queryClient, key, before =>
      withConversation(before, known => ({
        ...known,
        ...(known.user && { user: changed(known.user) }),
        ...(known.members && { members: known.members.map(changed) }),
      })),
    )
  }
}

export const updateAuthor = (queryClient: QueryClient, author: Author): void => {
  changePeople(queryClient, people =>
    people.map(person => (person._id === author._id ? { ...person, ...author } : person)),
  )
  changePersonInThreads(queryClient, author._id, author)
}
