import { isVisibleMessage, type Message, type VisibleMessage } from '@parvis/contract/chat.ts'
import type { QueryClient } from '@tanstack/react-query'
import { hasId, hasObjectField, isAuthor, type LiveMessage as Told } from '#web/kernel/live/live-frames.ts'
import type { LiveConnection } from '#web/kernel/live/live.ts'
import { outbox } from '#web/kernel/outbox/outbox.ts'
import type { PendingItem } from '#web/kernel/outbox/pending.ts'
import { createChangesInFlight } from './changes-in-flight.ts'
import {
  addConversation,
  applyOthersReceipt,
  markReadByViewer,
  changePersonInThreads,
  insertIntoLists,
  insertIntoThreads,
  removePost,
  updateAuthor,
  updateMessage,
  updateUnreadCount,
} from './chat-cache.ts'
import { type ChatFetches, createChatFetches } from './chat-fetches.live.ts'
import { chatKeys } from './chat.queries.ts'
import { runningChat } from './running-chat.ts'
import { createReceipts, type Receipts } from './receipts.live.ts'
import { messageSender } from './send-message.ts'
import { cachedThreads, isSystemMessage, isUnreadMessage } from './thread.cache.ts'
import { addTypingPerson, removeTypingPerson } from './typing.ts'

const isMessage = (data: Told['data']) =>
  typeof data.conversationId === 'string' &&
  typeof data.place === 'number' &&
  (data.hidden === true || (hasId(data) && hasObjectField(data, 'meta')))

const isReceipt = (data: Told['data']) =>
  typeof data.conversationId === 'string' && typeof data.userId === 'string' && typeof data.place === 'number'

/** Objects that the handlers of live events share. */
interface ChatContext {
  queryClient: QueryClient
  live: LiveConnection
  me: () => string | undefined
  receipts: Receipts
  fetches: ChatFetches
  /** Applies a change, and applies it again to the response of a request in flight. */
  applyChange: <R>(change: () => R) => R
}

/** Idempotent. Returns whether a list contains the conversation of the message. */
const insertMessage = ({ queryClient, fetches }: ChatContext, message: Message, me: string): boolean => {
  insertIntoThreads(queryClient, message, me)
  fetches.fillGaps(message.conversationId)
  return !isVisibleMessage(message) || insertIntoLists(queryClient, message, me)
}

/** Whether abilities may change: a first contact can disable the composer until the recipient answers. */
const mayChangeAbilities = (queryClient: QueryClient, { conversationId, place }: VisibleMessage) =>
  place === 1 ||
  cachedThreads(queryClient).some(
    ({ conversation: { _id, abilities, firstContact } }) =>
      _id === conversationId && (!abilities.write || firstContact !== undefined),
  )

/** Handles a new message. `person` is the recipient of a message that was sent from this device. */
const onMessage = (context: ChatContext, message: Message, person?: PendingItem['person']) => {
  const { queryClient, fetches, receipts } = context
  const me = context.me()
  if (!me) return
  const isListed = context.applyChange(() => insertMessage(context, message, me))
  if (!isVisibleMessage(message)) return
  removeTypingPerson(message.conversationId, message.from)
  if (isSystemMessage(message) || mayChangeAbilities(queryClient, message)) fetches.markOutdated(message.conversationId)
  // The list is refetched also when no screen shows it, because the unread counter of every screen needs it.
  if (!isListed) {
    // Until now the list showed the person because of the pending message; until the refetch this entry does.
    if (person) addConversation(queryClient, person, message)
    void queryClient.invalidateQueries({
      queryKey: message.to === undefined ? chatKeys.groups() : chatKeys.users(),
      refetchType: 'all',
    })
  }
  if (isUnreadMessage(message, me)) receipts.received(message)
}

const subscribeToMessages = (context: ChatContext) => {
  const { queryClient, live, me, applyChange } = context
  return [
    live.on('message.created', message => onMessage(context, message), isMessage),
    live.on('message.updated', message => applyChange(() => updateMessage(queryClient, message)), isMessage),
    live.on(
      'message.read',
      ({ conversationId, userId, place }) => {
        applyChange(() =>
          userId === me()
            ? markReadByViewer(queryClient, conversationId, place)
            : applyOthersReceipt(queryClient, { conversationId, place, isRead: true }, me()),
        )
      },
      isReceipt,
    ),
    live.on(
      'message.received',
      ({ conversationId, userId, place }) => {
        if (userId === me()) return
        applyChange(() => applyOthersReceipt(queryClient, { conversationId, place, isRead: false }, me()))
      },
      isReceipt,
    ),
    live.on('event.deleted', ({ _id }) => applyChange(() => removePost(queryClient, _id)), hasId),
    live.on(
      'message.typing',
      ({ conversationId, userId }) => addTypingPerson(conversationId, userId),
      data => typeof data.conversationId === 'string' && typeof data.userId === 'string',
    ),
  ]
}

const subscribeToFrameReplies = ({ queryClient, live, fetches }: ChatContext) => [
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
    data => hasObjectField(data, 'error'),
  ),
]

const subscribeToPeople = ({ queryClient, live, applyChange }: ChatContext) => [
  live.on('author.updated', author => applyChange(() => updateAuthor(queryClient, author)), isAuthor),
  ...(['user.online', 'user.offline'] as const).map(name =>
    live.on(
      name,
      ({ _id }) => applyChange(() => changePersonInThreads(queryClient, _id, { online: name === 'user.online' })),
      hasId,
    ),
  ),
]

/** Applies live messages to the cache; `me` returns the viewer’s id. Returns the unsubscribe function. */
export const startChat = (
  queryClient: QueryClient,
  live: LiveConnection,
  me: () => string | undefined,
): (() => void) => {
  const receipts = createReceipts(live)
  const changes = createChangesInFlight(queryClient)
  const fetches = createChatFetches(queryClient, live, receipts)
  const context: ChatContext = { queryClient, live, me, receipts, fetches, applyChange: changes.applyChange }
  const stops = [
    ...subscribeToMessages(context),
    ...subscribeToFrameReplies(context),
    ...subscribeToPeople(context),
    outbox.registerSender(
      'message',
      messageSender(live, (message, { person }) => onMessage(context, message, person)),
    ),
    live.on('connected', () => void fetches.catchUp()),
    changes.stop,
    queryClient.getQueryCache().subscribe(({ type, query: { queryKey } }) => {
      if (type === 'updated' && queryKey[0] === chatKeys.all[0] && queryKey[1] !== 'thread')
        updateUnreadCount(queryClient)
    }),
  ]
  runningChat.set({
    markRead: (conversationId, place) => {
      if (receipts.markRead(conversationId, place))
        changes.applyChange(() => markReadByViewer(queryClient, conversationId, place))
    },
    sendTyping: target => void live.send({ event: 'typing', ...target }),
  })
  addEventListener('pagehide', receipts.flushRead)
  return () => {
    for (const stop of stops) stop()
    removeEventListener('pagehide', receipts.flushRead)
    receipts.stop()
    fetches.stop()
    runningChat.set(null)
  }
}
