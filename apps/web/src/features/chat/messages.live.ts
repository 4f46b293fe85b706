import {
  type ChatGroup,
  type ChatUser,
  isVisibleMessage,
  listMessages,
  type Message,
  type VisibleMessage,
} from '@parvis/contract/chat.ts'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '#web/kernel/http/api.ts'
import { firstPage } from '#web/kernel/http/pages.ts'
import { waitForInitialFetches } from '#web/kernel/http/query-client.ts'
import { hasId, hasObject, isAuthor, type Message as Told } from '#web/kernel/live/live-frames.ts'
import type { Live } from '#web/kernel/live/live.ts'
import { outbox } from '#web/kernel/outbox/outbox.ts'
import type { PendingItem } from '#web/kernel/outbox/pending.ts'
import { chatKeys, groupsQuery, threadParamsOf, type Thread, type ThreadKey, usersQuery } from './chat.queries.ts'
import { changeNeighborPages, type ListEntry, countUnread, updateEntry, withLastMessage } from './lists.cache.ts'
import { setCurrentChat } from './current-chat.ts'
import { createThrottle } from './throttle.ts'
import { createReceipts } from './receipts.live.ts'
import { messageSender } from './send-message.ts'
import { closedReasonOf } from './closed-thread.ts'
import {
  conversationOf,
  findGap,
  isUnreadMessage,
  isSystemMessage,
  lastPlaceOf,
  withConversation,
  withLatest,
  withMessage,
  withoutPost,
} from './thread.cache.ts'
import { startTyping, stopTyping } from './typing.ts'
import { setUnreadMessages } from './unread-messages.ts'

/** The first refetch waits REFETCH_DELAY_MS to coalesce; the next ones run at least REFETCH_INTERVAL_MS apart. */
const REFETCH_DELAY_MS = 250
const REFETCH_INTERVAL_MS = 1500
/** Maximum number of receipts sent per list: the server limits the frames of a connection. */
const MAX_RECEIPTS_PER_LIST = 20
/**
 * Lists are fetched once the live connection is open, because no event is missed from then on; after this time they are
 * fetched without it.
 */
const CONNECTION_WAIT_MS = 3000

const isMessage = (data: Told['data']) =>
  typeof data.conversationId === 'string' &&
  typeof data.place === 'number' &&
  (data.hidden === true || (hasId(data) && hasObject(data, 'meta')))

const isReceipt = (data: Told['data']) =>
  typeof data.conversationId === 'string' && typeof data.userId === 'string' && typeof data.place === 'number'

/** Returns the id of the other person in a conversation of two, given one of its messages. */
const otherUserIn = ({ from, to }: VisibleMessage, me: string) => (from === me ? to : from)

/**
 * Applies live messages to the cached lists and conversations. `me` returns the viewer’s id. Returns the unsubscribe
 * function.
 */
export const startChat = (queryClient: QueryClient, live: Live, me: () => string | undefined): (() => void) => {
  const threads = () => queryClient.getQueriesData<Thread>({ queryKey: chatKeys.threads() })
  const changeThreads = (conversationId: string, change: (thread: Thread) => Thread) => {
    for (const [key, thread] of threads())
      if (thread && conversationOf(thread)?._id === conversationId)
        queryClient.setQueryData<Thread>(key, before => before && change(before))
  }

  const requestedGaps = new Set<string>()
  /** Requests messages missing between two loaded ones, once for each gap. */
  const fillGaps = (conversationId: string) => {
    for (const [, thread] of threads()) {
      if (!thread || conversationOf(thread)?._id !== conversationId) continue
      const place = findGap(thread)
      const name = `${conversationId} ${place}`
      if (place === null || requestedGaps.has(name)) continue
      requestedGaps.add(name)
      live.send({ event: 'resume', conversations: { [conversationId]: place } })
    }
  }

  const [users, groups] = [chatKeys.users(), chatKeys.groups()]
  const people = [users, chatKeys.neighbors(), chatKeys.employees()]
  const getList = <T>(key: readonly unknown[]) => queryClient.getQueryData<T[]>(key)
  const updateUnreadCount = () => setUnreadMessages(countUnread(getList<ChatUser>(users), getList<ChatGroup>(groups)))

  const changeLists = (
    matches: (entry: ListEntry & { _id?: string }) => boolean,
    change: <T extends ListEntry>(entry: T) => T,
  ) => {
    let found = false
    for (const key of [...people, groups]) {
      const list = getList<ChatUser>(key)
      const next = list && updateEntry(list, matches, change)
      if (next) queryClient.setQueryData(key, next)
      if (key === users || key === groups) found ||= next !== undefined
    }
    changeNeighborPages(queryClient, docs => updateEntry(docs, matches, change) ?? docs)
    return found
  }

  const receipts = createReceipts(live)
  /** Changes made while a request is in flight; they are applied again to its response, which may be older. */
  let changesInFlight: (() => void)[] = []
  const isFetchingChat = () => queryClient.isFetching({ queryKey: chatKeys.all }) > 0
  const apply = <R>(change: () => R): R => {
    if (isFetchingChat()) changesInFlight.push(change)
    return change()
  }

  /**
   * Inserts a message into the cached conversations and lists; idempotent. Returns whether a list contains its
   * conversation.
   */
  const place = (message: Message, id: string): boolean => {
    const { conversationId } = message
    // A conversation of two has no id before its first message.
    if (isVisibleMessage(message) && message.to !== undefined) {
      const other = otherUserIn(message, id)
      for (const [key, thread] of threads()) {
        const conversation = thread && conversationOf(thread)
        if (conversation?._id === null && conversation.user?._id === other)
          queryClient.setQueryData<Thread>(
            key,
            before => before && withConversation(before, known => ({ ...known, _id: conversationId })),
          )
      }
    }
    changeThreads(conversationId, thread => withMessage(thread, message))
    fillGaps(conversationId)
    if (!isVisibleMessage(message)) return true
    const other = message.to === undefined ? undefined : otherUserIn(message, id)
    return changeLists(
      entry => entry.conversationId === conversationId || (other !== undefined && entry._id === other),
      entry => withLastMessage(entry, message, isUnreadMessage(message, id)),
    )
  }

  /** Adds a new conversation to the list of people. */
  const addConversation = (person: NonNullable<PendingItem['person']>, message: VisibleMessage) =>
    queryClient.setQueryData<ChatUser[]>(chatKeys.users(), users =>
      users?.every(({ _id }) => _id !== person._id)
        ? [withLastMessage({ ...person, online: false, notRead: 0 }, message, false), ...users]
        : users,
    )

  /** A first contact can disable the composer until the recipient answers; the answer enables it. */
  const mayChangeAbilities = ({ conversationId, place }: VisibleMessage) =>
    place === 1 ||
    threads().some(([, thread]) => {
      const conversation = thread && conversationOf(thread)
      return (
        conversation?._id === conversationId &&
        (!conversation.abilities.write || conversation.firstContact !== undefined)
      )
    })

  /** `person`: the recipient, when the message was sent from this device. */
  const onMessage = (message: Message, person?: PendingItem['person']) => {
    const id = me()
    if (!id) return
    const isListed = apply(() => place(message, id))
    if (!isVisibleMessage(message)) return
    stopTyping(message.conversationId, message.from)
    if (isSystemMessage(message) || mayChangeAbilities(message)) {
      outdated.add(message.conversationId)
      refetchOutdated.schedule()
    }
    // The list is refetched also when no screen shows it, because the unread counter of every screen needs it.
    if (!isListed) {
      // The outbox listed the person until now; the entry is added until the refetched list arrives.
      if (person) addConversation(person, message)
      void queryClient.invalidateQueries({
        queryKey: message.to === undefined ? chatKeys.groups() : chatKeys.users(),
        refetchType: 'all',
      })
    }
    if (isUnreadMessage(message, id)) receipts.received(message)
  }

  const applyRead = (conversationId: string, place: number) => {
    changeLists(
      entry => entry.conversationId === conversationId,
      entry => (place >= (entry.lastPlace ?? 0) ? { ...entry, notRead: 0 } : entry),
    )
    changeThreads(conversationId, thread =>
      withConversation(thread, before => ({ ...before, readPlace: Math.max(before.readPlace, place) })),
    )
  }

  /** Applies a receipt: all other members have received or read the messages up to `place`. */
  const applyOthersReceipt = (conversationId: string, place: number, receiptType: 'received' | 'read') => {
    const isRead = receiptType === 'read'
    changeThreads(conversationId, thread =>
      withConversation(thread, before => ({
        ...before,
        othersReceived: Math.max(before.othersReceived, place),
        ...(isRead && { othersRead: Math.max(before.othersRead, place) }),
      })),
    )
    changeLists(
      entry => entry.conversationId === conversationId,
      entry =>
        entry.lastMessage && entry.lastMessage.from === me() && entry.lastMessage.place <= place
          ? { ...entry, lastMessage: { ...entry.lastMessage, received: true, ...(isRead && { read: true }) } }
          : entry,
    )
  }

  /** Ids of conversations to refetch, because their members or abilities may have changed. */
  const outdated = new Set<string>()
  const refetchOutdated = createThrottle(REFETCH_DELAY_MS, REFETCH_INTERVAL_MS, () => {
    for (const [key, thread] of threads())
      if (thread && outdated.has(conversationOf(thread)?._id ?? '')) void fetchLatest(key)
    outdated.clear()
    void queryClient.invalidateQueries({ queryKey: chatKeys.groups() })
    return true
  })

  /** Acknowledges the unread messages in the lists as received by this device. */
  const sendListReceipts = () => {
    for (const key of [chatKeys.users(), chatKeys.groups()])
      for (const { conversationId, lastPlace, notRead } of (getList<ListEntry>(key) ?? []).slice(
        0,
        MAX_RECEIPTS_PER_LIST,
      ))
        if (conversationId && lastPlace && notRead > 0) receipts.received({ conversationId, place: lastPlace })
  }

  const fetchLists = async () => {
    if (!getList(chatKeys.users())) await queryClient.prefetchQuery(usersQuery())
    if (!getList(chatKeys.groups())) await queryClient.prefetchQuery(groupsQuery())
    sendListReceipts()
  }
  const connectionTimer = setTimeout(() => void fetchLists(), CONNECTION_WAIT_MS)

  /** Fetches the conversation and its latest messages. */
  const fetchLatest = (key: readonly unknown[]) =>
    call(listMessages, { query: { ...threadParamsOf(key.at(-1) as ThreadKey), ...firstPage } }).then(
      page =>
        queryClient.setQueryData<Thread>(key, before => before && withLatest(before, page), { updatedAt: Date.now() }),
      error => {
        // The viewer has lost access; the reset makes the screen show the reason.
        if (closedReasonOf(error)) void queryClient.resetQueries({ queryKey: key, exact: true })
        else void queryClient.invalidateQueries({ queryKey: key, exact: true, refetchType: 'none' })
      },
    )

  /**
   * Fetches what was missed while disconnected: resumes each conversation after its last message, and refetches the
   * lists and active queries.
   */
  const catchUp = async () => {
    clearTimeout(connectionTimer)
    requestedGaps.clear()
    const known: Record<string, number> = {}
    for (const [, thread] of threads()) {
      const id = thread && conversationOf(thread)?._id
      if (thread && id) known[id] = lastPlaceOf(thread)
    }
    if (Object.keys(known).length > 0) live.send({ event: 'resume', conversations: known })
    receipts.resendRead()
    await waitForInitialFetches(queryClient, chatKeys.all)
    for (const [key, thread] of threads()) {
      if (!thread) continue
      // The `resume` frame brings new messages only; this fetch also brings receipts and deletions.
      void fetchLatest(key)
    }
    await queryClient.invalidateQueries({
      queryKey: chatKeys.all,
      refetchType: 'all',
      predicate: ({ queryKey }) => !['thread', 'neighbors', 'neighborpages'].includes(String(queryKey[1])),
    })
    await fetchLists()
  }

  let again: ReturnType<typeof setTimeout> | undefined

  const changePerson = (key: readonly unknown[], userId: string, change: Partial<ChatUser>) =>
    queryClient.setQueryData<ChatUser[]>(key, people =>
      people?.map(person => (person._id === userId ? { ...person, ...change } : person)),
    )
  const changeInThreads = (userId: string, change: Partial<ChatUser>) => {
    const changed = <P extends { _id: string }>(person: P) =>
      person._id === userId ? { ...person, ...change } : person
    for (const [key, thread] of threads()) {
      const conversation = thread && conversationOf(thread)
      if (conversation?.user?._id !== userId && !conversation?.members?.some(({ _id }) => _id === userId)) continue
      queryClient.setQueryData<Thread>(
        key,
        before =>
          before &&
          withConversation(before, known => ({
            ...known,
            ...(known.user && { user: changed(known.user) }),
            ...(known.members && { members: known.members.map(changed) }),
          })),
      )
    }
  }

  const stops = [
    live.on('message.created', onMessage, isMessage),
    live.on(
      'message.updated',
      message =>
        apply(() => {
          changeThreads(message.conversationId, thread => withMessage(thread, message))
          if (isVisibleMessage(message))
            changeLists(
              entry => entry.lastMessage?._id === message._id,
              entry => ({ ...entry, lastMessage: message }),
            )
        }),
      isMessage,
    ),
    live.on(
      'message.read',
      ({ conversationId, userId, place }) => {
        apply(() =>
          userId === me() ? applyRead(conversationId, place) : applyOthersReceipt(conversationId, place, 'read'),
        )
      },
      isReceipt,
    ),
    live.on(
      'message.received',
      ({ conversationId, userId, place }) => {
        if (userId !== me()) apply(() => applyOthersReceipt(conversationId, place, 'received'))
      },
      isReceipt,
    ),
    // Deleting a post also removes its group and the links to it in other conversations.
    live.on(
      'event.deleted',
      ({ _id }) =>
        apply(() => {
          queryClient.setQueryData<ChatGroup[]>(chatKeys.groups(), groups =>
            groups?.filter(({ event }) => event._id !== _id),
          )
          for (const [key, thread] of threads()) {
            const conversation = thread && conversationOf(thread)
            if (conversation?.members && conversation.event?._id === _id)
              void queryClient.resetQueries({ queryKey: key, exact: true })
            else queryClient.setQueryData<Thread>(key, before => before && withoutPost(before, _id))
          }
        }),
      hasId,
    ),
    live.on(
      'message.typing',
      ({ conversationId, userId }) => startTyping(conversationId, userId),
      data => typeof data.conversationId === 'string' && typeof data.userId === 'string',
    ),
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
        if (tmpId !== undefined || error.key !== 'toomanyrequests') return
        clearTimeout(again)
        again = setTimeout(() => void catchUp(), 1000 * (error.retryAfter ?? 1))
      },
      data => hasObject(data, 'error'),
    ),
    live.on(
      'author.updated',
      author => {
        apply(() => {
          for (const key of people) changePerson(key, author._id, author)
          changeNeighborPages(queryClient, docs =>
            docs.map(person => (person._id === author._id ? { ...person, ...author } : person)),
          )
          changeInThreads(author._id, author)
        })
      },
      isAuthor,
    ),
    ...(['user.online', 'user.offline'] as const).map(name =>
      live.on(
        name,
        ({ _id }) =>
          apply(() => {
            const online = name === 'user.online'
            for (const key of [chatKeys.users(), chatKeys.employees()]) changePerson(key, _id, { online })
            changeInThreads(_id, { online })
          }),
        hasId,
      ),
    ),
    outbox.registerSender(
      'message',
      messageSender(live, (message, { person }) => onMessage(message, person)),
    ),
    live.on('connected', () => void catchUp()),
    queryClient.getQueryCache().subscribe(event => {
      const { query } = event
      if (event.type !== 'updated' || query.queryKey[0] !== chatKeys.all[0]) return
      if (query.queryKey[1] !== 'thread') updateUnreadCount()
      if (changesInFlight.length === 0) return
      const { action } = event
      if (action.type === 'success' && !action.manual) for (const again of changesInFlight.slice()) again()
      if (!isFetchingChat()) changesInFlight = []
    }),
  ]
  setCurrentChat({
    read: (conversationId, place) => {
      if (receipts.read(conversationId, place)) apply(() => applyRead(conversationId, place))
    },
    typing: name => void live.send({ event: 'typing', ...name }),
  })
  addEventListener('pagehide', receipts.flushRead)
  return () => {
    for (const stop of stops) stop()
    removeEventListener('pagehide', receipts.flushRead)
    receipts.stop()
    refetchOutdated.stop()
    clearTimeout(connectionTimer)
    clearTimeout(again)
    setCurrentChat(null)
  }
}
