import type { ChatGroup, ChatUser, SeenMessage } from '@parvis/contract/chat.ts'

/** What all lists of conversations say of one. */
export type Listed = Pick<ChatUser, 'notRead' | 'conversationId' | 'lastPlace' | 'lastMessage'>

const MOST_COUNTED = 100

/** A list whose entry of this conversation is changed; undefined where it has none. */
export const withEntry = <T extends Listed>(
  list: readonly T[],
  isIt: (entry: T) => boolean,
  change: (entry: T) => T,
): T[] | undefined => (list.some(isIt) ? list.map(entry => (isIt(entry) ? change(entry) : entry)) : undefined)

/** A new message at the end of an entry; `isNew` when it waits to be read. */
export const withLastMessage = <T extends Listed>(entry: T, message: SeenMessage, isNew: boolean): T => {
  if (entry.lastPlace !== undefined && message.place <= entry.lastPlace) {
    // another state of the one that stands there
    return entry.lastMessage?.place === message.place ? { ...entry, lastMessage: message } : entry
  }
  const isLine = message.messageType === 'joined' || message.messageType === 'left'
  return {
    ...entry,
    conversationId: message.conversationId,
    lastPlace: message.place,
    ...(!isLine && { lastMessage: message }),
    notRead: Math.min(MOST_COUNTED, entry.notRead + Number(isNew)),
  }
}

export const notReadIn = (...lists: (readonly Listed[] | undefined)[]): number =>
  lists.flatMap(list => list ?? []).reduce((sum, { notRead }) => sum + notRead, 0)

export const isGroup = (entry: ChatUser | ChatGroup): entry is ChatGroup => 'event' in entry
