import {
  type Conversation,
  isSystemMessageType,
  isVisibleMessage,
  type Message,
  type MessagesPage,
  type VisibleMessage,
} from '@parvis/contract/chat.ts'
import type { QueryClient } from '@tanstack/react-query'
import { chatKeys, type Thread } from './chat.queries.ts'

/** Returns the messages of all loaded pages, oldest first. */
export const messagesOf = (thread: Thread): Message[] =>
  thread.pages.flatMap(page => page.docs).toSorted((a, b) => a.place - b.place)

export const conversationOf = (thread: Thread): Conversation | undefined => thread.pages[0]?.conversation

const changePage = (thread: Thread, at: number, change: (page: MessagesPage) => MessagesPage): Thread => ({
  ...thread,
  pages: thread.pages.map((page, n) => (n === at ? change(page) : page)),
})

export const withConversation = (thread: Thread, change: (before: Conversation) => Conversation): Thread =>
  changePage(thread, 0, page => (page.conversation ? { ...page, conversation: change(page.conversation) } : page))

/** The loaded conversations, each with its query key. */
export const cachedThreads = (queryClient: QueryClient) =>
  queryClient.getQueriesData<Thread>({ queryKey: chatKeys.threads() }).flatMap(([key, thread]) => {
    const conversation = thread && conversationOf(thread)
    return conversation ? [{ key, thread, conversation }] : []
  })

export const changeThread = (queryClient: QueryClient, key: readonly unknown[], change: (thread: Thread) => Thread) =>
  queryClient.setQueryData<Thread>(key, before => before && change(before))

export const changeThreads = (
  queryClient: QueryClient,
  conversationId: string | null,
  change: (thread: Thread) => Thread,
) => {
  for (const { key, conversation } of cachedThreads(queryClient))
    if (conversation._id === conversationId) changeThread(queryClient, key, change)
}

/** Returns the newer version of a message: once deleted, a message stays deleted, whichever version arrives later. */
const newerState = (before: Message, message: Message): Message =>
  isVisibleMessage(before) && before.deleted && isVisibleMessage(message) && !message.deleted ? before : message

/** Inserts or updates a message. A message older than the loaded pages is ignored: its page will contain it. */
export const withMessage = (thread: Thread, message: Message): Thread => {
  const { place, conversationId } = message
  const pageIndex = thread.pages.findIndex(page => page.docs.some(doc => doc.place === place))
  if (pageIndex !== -1)
    return changePage(thread, pageIndex, page => ({
      ...page,
      docs: page.docs.map(doc => (doc.place === place ? newerState(doc, message) : doc)),
    }))
  const last = thread.pages.at(-1)
  const oldest = last?.docs.at(-1)?.place ?? 0
  if (last?.hasNextPage && place < oldest) return thread
  const added = changePage(thread, 0, page => ({
    ...page,
    docs: [message, ...page.docs].toSorted((a, b) => b.place - a.place),
  }))
  return withConversation(added, before => ({
    ...before,
    _id: conversationId,
    lastPlace: Math.max(before.lastPlace, place),
  }))
}

/** Merges a refetched latest page into the conversation. */
export const withLatestPage = (thread: Thread, { docs, conversation }: MessagesPage): Thread => {
  const merged = docs.reduceRight(withMessage, thread)
  if (!conversation) return merged
  return withConversation(merged, before => ({
    ...conversation,
    // Live events may be newer than the page, so the higher `place` wins.
    lastPlace: Math.max(before.lastPlace, conversation.lastPlace),
    readPlace: Math.max(before.readPlace, conversation.readPlace),
    othersReceived: Math.max(before.othersReceived, conversation.othersReceived),
    othersRead: Math.max(before.othersRead, conversation.othersRead),
  }))
}

/** Removes a deleted post from the messages that link to it. */
export const withoutPost = (thread: Thread, eventId: string): Thread =>
  thread.pages.some(({ docs }) => docs.some(doc => isVisibleMessage(doc) && doc.event?._id === eventId))
    ? {
        ...thread,
        pages: thread.pages.map(page => ({
          ...page,
          docs: page.docs.map(doc =>
            isVisibleMessage(doc) && doc.event?._id === eventId ? { ...doc, event: null } : doc,
          ),
        })),
      }
    : thread

/** Returns the `place` of the last message before the first gap; null when there is no gap. */
export const findGap = (thread: Thread): number | null => {
  const places = messagesOf(thread).map(({ place }) => place)
  const at = places.findIndex((place, n) => n > 0 && place !== places[n - 1]! + 1)
  return at === -1 ? null : places[at - 1]!
}

export const lastPlaceOf = (thread: Thread): number => messagesOf(thread).at(-1)?.place ?? 0

export type ReceiptState = 'sent' | 'received' | 'read'

/** Delivery state of a message of the viewer. */
export const receiptStateOf = (
  { place }: Pick<VisibleMessage, 'place'>,
  { othersReceived, othersRead }: Pick<Conversation, 'othersReceived' | 'othersRead'>,
): ReceiptState => (place <= othersRead ? 'read' : place <= othersReceived ? 'received' : 'sent')

export const isSystemMessage = (message: VisibleMessage): boolean => isSystemMessageType(message.messageType)

/** Whether the message counts as unread for the viewer until they have read it. */
export const isUnreadMessage = (message: Message, me: string): message is VisibleMessage =>
  isVisibleMessage(message) && message.from !== me && !isSystemMessage(message) && !message.deleted
