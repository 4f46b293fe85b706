import { isVisibleMessage, type Message, type VisibleMessage } from '@parvis/contract/chat.ts'
import type { QueryClient } from '@tanstack/react-query'
import { hasId, hasObject, isAuthor, type Message as Told } from '#web/kernel/live/live-frames.ts'
import type { Live } from '#web/kernel/live/live.ts'
import { outbox } from '#web/kernel/outbox/outbox.ts'
import type { PendingItem } from '#web/kernel/outbox/pending.ts'
import { createChangesInFlight } from './changes-in-flight.ts'
import {
  addConversation,
  applyOthersReceipt,
  applyRead,
  cachedThreads,
  insertIntoLists,
  insertIntoThreads,
  removePost,
  updateAuthor,
  updateMessage,
  updateOnline,
  updateUnreadCount,
} from './chat-cache.ts'
import { type ChatFetches, createChatFetches } from './chat-fetches.live.ts'
import { chatKeys } from './chat.queries.ts'
import { setCurrentChat } from './current-chat.ts'
import { createReceipts, type Receipts } from './receipts.live.ts'
import { messageSender } from './send-message.ts'
import { conversationOf, isSystemMessage, isUnreadMessage } from './thread.cache.ts'
import { startTyping, stopTyping } from './typing.ts'

const isMessage = (data: Told['data']) =>
  typeof data.conversationId === 'string' &&
  typeof data.place === 'number' &&
  (data.hidden === true || (hasId(data) && hasObject(data, 'meta')))

const isReceipt = (data: Told['data']) =>
  typeof data.conversationId === 'string' && typeof data.userId === 'string' && typeof data.place === 'number'

/** What the handlers of live events share. */
interface ChatContext {
  queryClient: QueryClient
  live: Live
  me: () => string | undefined
  receipts: Receipts
  fetches: ChatFetches
  /** Applies a change, and applies it again to the response of a request in flight. */
  apply: <R>(change: () => R) => R
}

/**
 * Inserts a message into the cached conversations and lists; idempotent. Returns whether a list contains its
 * conversation.
 */
const insertMessage = ({ queryClient, fetches }: ChatContext, message: Message, me: string): boolean => {
  insertIntoThreads(queryClient, message, me)
  fetches.fillGaps(message.conversationId)
  return !isVisibleMessage(message) || insertIntoLists(queryClient, message, me)
}

/** A first contact can disable the composer until the recipient answers; the answer enables it. */
const mayChangeAbilities = (queryClient: QueryClient, { conversationId, place }: VisibleMessage) =>
  place === 1 ||
  cachedThreads(queryClient).some(([, thread]) => {
    const conversation = thread && conversationOf(thread)
    return (
      conversation?._id === conversationId && (!conversation.abilities.write || conversation.firstContact !== undefined)
    )
  })

/** `person`: the recipient, when the message was sent from this device. */
const onMessage = (context: ChatContext, message: Message, person?: PendingItem['person']) => {
  const { queryClient, fetches, receipts } = context
  const me = context.me()
  if (!me) return
  const isListed = context.apply(() => insertMessage(context, message, me))
  if (!isVisibleMessage(message)) return
  stopTyping(message.conversationId, message.from)
  if (isSystemMessage(message) || mayChangeAbilities(queryClient, message)) fetches.markOutdated(message.conversationId)
  // The list is refetched also when no screen shows it, because the unread counter of every screen needs it.
  if (!isListed) {
    // The outbox listed the person until now; the entry is added until the refetched list arrives.
    if (person) addConversation(queryClient, person, message)
    void queryClient.invalidateQueries({
      queryKey: message.to === undefined ? chatKeys.groups() : chatKeys.users(),
      refetchType: 'all',
    })
  }
  if (isUnreadMessage(message, me)) receipts.received(message)
}

const subscribeToMessages = (context: ChatContext) => {
  const { queryClient, live, me, apply } = context
  return [
    live.on('message.created', message => onMessage(context, message), isMessage),
    live.on('message.updated', message => apply(() => updateMessage(queryClient, message)), isMessage),
    live.on(
      'message.read',
      ({ conversationId, userId, place }) => {
        apply(() =>
          userId === me()
            ? applyRead(queryClient, conversationId, place)
            : applyOthersReceipt(queryClient, { conversationId, place, type: 'read' }, me()),
        )
      },
      isReceipt,
    ),
    live.on(
      'message.received',
      ({ conversationId, userId, place }) => {
        if (userId === me()) return
        apply(() => applyOthersReceipt(queryClient, { conversationId, place, type: 'received' }, me()))
      },
      isReceipt,
    ),
    live.on('event.deleted', ({ _id }) => apply(() => removePost(queryClient, _id)), hasId),
    live.on(
      'message.typing',
      ({ conversationId, userId }) => startTyping(conversationId, userId),
      data => typeof data.conversationId === 'string' && typeof data.userId === 'string',
    ),
  ]
}

const subscribeToReplies = ({ queryClient, live, fetches }: ChatContext) => [
  live.on(
    'resumed',
    ({ truncated }) => {
      if (truncated) void queryClient.resetQueries({ queryKey: chatKeys.threads() })
    },
    data => typeof data.truncated === 'boolean',
  ),
  // The server limited the rate of requests: catchUp() runs again later.
  live.on(
    'error',
    ({ tmpId, error }) => {
      if (tmpId === undefined && error.key === 'toomanyrequests') fetches.catchUpAfter(error.retryAfter ?? 1)
    },
    data => hasObject(data, 'error'),
  ),
]

const subscribeToPeople = ({ queryClient, live, apply }: ChatContext) => [
  live.on('author.updated', author => apply(() => updateAuthor(queryClient, author)), isAuthor),
  ...(['user.online', 'user.offline'] as const).map(name =>
    live.on(name, ({ _id }) => apply(() => updateOnline(queryClient, _id, name === 'user.online')), hasId),
  ),
]

/**
 * Applies live messages to the cached lists and conversations. `me` returns the viewer’s id. Returns the unsubscribe
 * function.
 */
export const startChat = (queryClient: QueryClient, live: Live, me: () => string | undefined): (() => void) => {
  const receipts = createReceipts(live)
  const changes = createChangesInFlight(queryClient)
  const fetches = createChatFetches(queryClient, live, receipts)
  const context: ChatContext = { queryClient, live, me, receipts, fetches, apply: changes.apply }
  const stops = [
    ...subscribeToMessages(context),
    ...subscribeToReplies(context),
    ...subscribeToPeople(context),
    outbox.registerSender(
      'message',
      messageSender(live, (message, { person }) => onMessage(context, message, person)),
    ),
    live.on('connected', () => void fetches.catchUp()),
    queryClient.getQueryCache().subscribe(event => {
      const { queryKey } = event.query
      if (event.type !== 'updated' || queryKey[0] !== chatKeys.all[0]) return
      if (queryKey[1] !== 'thread') updateUnreadCount(queryClient)
      changes.onUpdate(event)
    }),
  ]
  setCurrentChat({
    read: (conversationId, place) => {
      if (receipts.read(conversationId, place)) changes.apply(() => applyRead(queryClient, conversationId, place))
    },
    typing: name => void live.send({ event: 'typing', ...name }),
  })
  addEventListener('pagehide', receipts.flushRead)
  return () => {
    for (const stop of stops) stop()
    removeEventListener('pagehide', receipts.flushRead)
    receipts.stop()
    fetches.stop()
    setCurrentChat(null)
  }
}
