import {
  type ChatGroup,
  type ChatUser,
  isSystemMessageType,
  type NeighborsPage,
  type VisibleMessage,
} from '@parvis/contract/chat.ts'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { chatKeys } from './chat.queries.ts'

/** Fields that entries of all conversation lists have. */
export type ListEntry = Pick<ChatUser, 'notRead' | 'conversationId' | 'lastPlace' | 'lastMessage'>

const MAX_UNREAD = 100

/** Returns a copy of the list with the matching entry changed; undefined when no entry matches. */
export const updateEntry = <T extends ListEntry>(
  list: readonly T[],
  matches: (entry: T) => boolean,
  change: (entry: T) => T,
): T[] | undefined => (list.some(matches) ? list.map(entry => (matches(entry) ? change(entry) : entry)) : undefined)

/** Lists of people; the list of groups and the pages of neighbours are apart. */
export const peopleLists = [chatKeys.users(), chatKeys.neighbors(), chatKeys.employees()] as const

/** Changes the people in all cached lists. */
export const changePeople = (queryClient: QueryClient, change: (people: ChatUser[]) => ChatUser[]): void => {
  for (const key of peopleLists) queryClient.setQueryData<ChatUser[]>(key, people => people && change(people))
  changeNeighborPages(queryClient, change)
}

export const changeNeighborPages = (queryClient: QueryClient, change: (docs: ChatUser[]) => ChatUser[]): void => {
  queryClient.setQueriesData<InfiniteData<NeighborsPage>>(
    { queryKey: chatKeys.neighborPages() },
    data => data && { ...data, pages: data.pages.map(page => ({ ...page, docs: change(page.docs) })) },
  )
}

/** Sets the last message of an entry, and counts the message if it is unread; idempotent. */
export const withLastMessage = <T extends ListEntry>(entry: T, message: VisibleMessage, isUnread: boolean): T => {
  if (entry.lastPlace !== undefined && message.place <= entry.lastPlace) {
    // The message is not new: only an update of the last message is applied.
    return entry.lastMessage?.place === message.place ? { ...entry, lastMessage: message } : entry
  }
  return {
    ...entry,
    conversationId: message.conversationId,
    lastPlace: message.place,
    ...(!isSystemMessageType(message.messageType) && { lastMessage: message }),
    notRead: Math.min(MAX_UNREAD, entry.notRead + Number(isUnread)),
  }
}

export const countUnread = (...lists: (readonly ListEntry[] | undefined)[]): number =>
  lists.flatMap(list => list ?? []).reduce((sum, { notRead }) => sum + notRead, 0)

export const isGroup = (entry: ChatUser | ChatGroup): entry is ChatGroup => 'event' in entry
