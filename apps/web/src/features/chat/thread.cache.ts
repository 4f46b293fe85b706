import {
  type Conversation,
  isLine,
  isSeen,
  type Message,
  type MessagesPage,
  type SeenMessage,
} from '@parvis/contract/chat.ts'
import type { Thread } from './chat.queries.ts'

/** Its messages, the first one first. */
export const messagesOf = (thread: Thread): Message[] =>
  thread.pages.flatMap(page => page.docs).toSorted((a, b) => a.place - b.place)

export const conversationOf = (thread: Thread): Conversation | undefined => thread.pages[0]?.conversation

const changePage = (thread: Thread, at: number, change: (page: MessagesPage) => MessagesPage): Thread => ({
  ...thread,
  pages: thread.pages.map((page, n) => (n === at ? change(page) : page)),
})

export const withConversation = (thread: Thread, change: (before: Conversation) => Conversation): Thread =>
  changePage(thread, 0, page => (page.conversation ? { ...page, conversation: change(page.conversation) } : page))

/** What was taken away stays so, whatever was on its way. */
const later = (before: Message, message: Message): Message =>
  isSeen(before) && before.deleted && isSeen(message) && !message.deleted ? before : message

/**
 * A message in its place: a new one, or another state of one that is there. What lies before all that was read is left
 * to be read.
 */
export const withMessage = (thread: Thread, message: Message): Thread => {
  const { place, conversationId } = message
  const known = thread.pages.findIndex(page => page.docs.some(doc => doc.place === place))
  if (known !== -1)
    return changePage(thread, known, page => ({
      ...page,
      docs: page.docs.map(doc => (doc.place === place ? later(doc, message) : doc)),
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

/** A page that was read anew, over what is there. */
export const withLatest = (thread: Thread, { docs, conversation }: MessagesPage): Thread => {
  const merged = docs.reduceRight(withMessage, thread)
  if (!conversation) return merged
  return withConversation(merged, before => ({
    ...conversation,
    // told meanwhile: a place only ever grows
    lastPlace: Math.max(before.lastPlace, conversation.lastPlace),
    readPlace: Math.max(before.readPlace, conversation.readPlace),
    othersReceived: Math.max(before.othersReceived, conversation.othersReceived),
    othersRead: Math.max(before.othersRead, conversation.othersRead),
  }))
}

/** The post is gone: what linked it links nothing any more. */
export const withoutEvent = (thread: Thread, eventId: string): Thread =>
  thread.pages.some(({ docs }) => docs.some(doc => isSeen(doc) && doc.event?._id === eventId))
    ? {
        ...thread,
        pages: thread.pages.map(page => ({
          ...page,
          docs: page.docs.map(doc => (isSeen(doc) && doc.event?._id === eventId ? { ...doc, event: null } : doc)),
        })),
      }
    : thread

/** The first place that is missing after what is known; null where none is. */
export const gapIn = (thread: Thread): number | null => {
  const places = messagesOf(thread).map(({ place }) => place)
  const at = places.findIndex((place, n) => n > 0 && place !== places[n - 1]! + 1)
  return at === -1 ? null : places[at - 1]!
}

export const lastPlaceIn = (thread: Thread): number => messagesOf(thread).at(-1)?.place ?? 0

export type Tick = 'sent' | 'received' | 'read'

/** How far a message of one's own has come. */
export const tickOf = (
  { place }: Pick<SeenMessage, 'place'>,
  { othersReceived, othersRead }: Pick<Conversation, 'othersReceived' | 'othersRead'>,
): Tick => (place <= othersRead ? 'read' : place <= othersReceived ? 'received' : 'sent')

/** A line of the group itself. */
export const isSystem = (message: SeenMessage): boolean => isLine(message.messageType)

/** Whether it waits to be read by this reader. */
export const isForReading = (message: Message, me: string): message is SeenMessage =>
  isSeen(message) && message.from !== me && !isSystem(message) && !message.deleted
