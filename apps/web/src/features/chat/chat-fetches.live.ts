import { listMessages } from '@parvis/contract/chat.ts'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '#web/kernel/http/api.ts'
import { firstPage } from '#web/kernel/http/pages.ts'
import { waitForInitialFetches } from '#web/kernel/http/query-client.ts'
import type { LiveConnection } from '#web/kernel/live/live.ts'
import { cachedList } from './chat-cache.ts'
import { chatKeys, groupsQuery, threadParamsOf, type Thread, type ThreadKey, usersQuery } from './chat.queries.ts'
import { closedReasonOf } from './closed-thread.ts'
import type { ListEntry } from './lists.cache.ts'
import type { Receipts } from './receipts.live.ts'
import { cachedThreads, findGap, lastPlaceOf, withLatestPage } from './thread.cache.ts'
import { createThrottle } from './throttle.ts'

/** The first refetch waits REFETCH_DELAY_MS for more events; later ones are at least REFETCH_INTERVAL_MS apart. */
const REFETCH_DELAY_MS = 250
const REFETCH_INTERVAL_MS = 1500
/** Maximum number of receipts sent per list: the server limits the frames of a connection. */
const MAX_RECEIPTS_PER_LIST = 20
/** Lists are fetched once the live connection is open, so that no event is missed; at the latest after this time. */
const CONNECTION_WAIT_MS = 3000

/** Fetches the conversation and its latest messages. */
const fetchLatest = (queryClient: QueryClient, key: readonly unknown[]) =>
  call(listMessages, { query: { ...threadParamsOf(key.at(-1) as ThreadKey), ...firstPage } }).then(
    page =>
      queryClient.setQueryData<Thread>(key, before => before && withLatestPage(before, page), {
        updatedAt: Date.now(),
      }),
    error => {
      // The viewer has lost access; the reset makes the screen show the reason.
      if (closedReasonOf(error)) void queryClient.resetQueries({ queryKey: key, exact: true })
      else void queryClient.invalidateQueries({ queryKey: key, exact: true, refetchType: 'none' })
    },
  )

/** Acknowledges the unread messages in the lists as received by this device. */
const sendListReceipts = (queryClient: QueryClient, receipts: Receipts) => {
  for (const key of [chatKeys.users(), chatKeys.groups()])
    for (const { conversationId, lastPlace, notRead } of (cachedList<ListEntry>(queryClient, key) ?? []).slice(
      0,
      MAX_RECEIPTS_PER_LIST,
    ))
      if (conversationId && lastPlace && notRead > 0) receipts.received({ conversationId, place: lastPlace })
}

const fetchLists = async (queryClient: QueryClient, receipts: Receipts) => {
  await queryClient.prefetchQuery({ ...usersQuery(), staleTime: 'static' })
  await queryClient.prefetchQuery({ ...groupsQuery(), staleTime: 'static' })
  sendListReceipts(queryClient, receipts)
}

/** Requests, for each cached conversation, the messages that are newer than its last cached message. */
const resumeThreads = (queryClient: QueryClient, live: LiveConnection) => {
  const lastPlaces: Record<string, number> = {}
  for (const { thread, conversation } of cachedThreads(queryClient))
    if (conversation._id) lastPlaces[conversation._id] = lastPlaceOf(thread)
  if (Object.keys(lastPlaces).length > 0) live.send({ event: 'resume', conversations: lastPlaces })
}

const refetchAll = async (queryClient: QueryClient) => {
  await waitForInitialFetches(queryClient, chatKeys.all)
  // The `resume` frame brings new messages only; this fetch also brings receipts and deletions.
  for (const { key } of cachedThreads(queryClient)) void fetchLatest(queryClient, key)
  await queryClient.invalidateQueries({
    queryKey: chatKeys.all,
    refetchType: 'all',
    predicate: ({ queryKey }) => !['thread', 'neighbors', 'neighborpages'].includes(String(queryKey[1])),
  })
}

/** Requests messages that are missing between two loaded messages, once for each gap. */
const createGapRequests = (queryClient: QueryClient, live: LiveConnection) => {
  const requested = new Set<string>()
  return {
    request: (conversationId: string) => {
      for (const { thread, conversation } of cachedThreads(queryClient)) {
        if (conversation._id !== conversationId) continue
        const place = findGap(thread)
        const gapKey = `${conversationId} ${place}`
        if (place === null || requested.has(gapKey)) continue
        requested.add(gapKey)
        live.send({ event: 'resume', conversations: { [conversationId]: place } })
      }
    },
    clear: () => requested.clear(),
  }
}

/** Refetches the marked conversations, because their members or abilities may have changed. */
const createOutdatedThreads = (queryClient: QueryClient) => {
  const outdated = new Set<string>()
  const refetch = createThrottle(REFETCH_DELAY_MS, REFETCH_INTERVAL_MS, () => {
    for (const { key, conversation } of cachedThreads(queryClient))
      if (outdated.has(conversation._id ?? '')) void fetchLatest(queryClient, key)
    outdated.clear()
    void queryClient.invalidateQueries({ queryKey: chatKeys.groups() })
  })
  return {
    mark: (conversationId: string) => {
      outdated.add(conversationId)
      refetch.schedule()
    },
    stop: refetch.stop,
  }
}

/** Fetches what live events did not bring: the lists, missing messages, and what changed while disconnected. */
export const createChatFetches = (queryClient: QueryClient, live: LiveConnection, receipts: Receipts) => {
  const gaps = createGapRequests(queryClient, live)
  const outdatedThreads = createOutdatedThreads(queryClient)
  const connectionTimer = setTimeout(() => void fetchLists(queryClient, receipts), CONNECTION_WAIT_MS)
  let retryTimer: ReturnType<typeof setTimeout> | undefined

  /** Resumes each conversation after its last message; refetches the lists and active queries. */
  const catchUp = async () => {
    clearTimeout(connectionTimer)
    gaps.clear()
    resumeThreads(queryClient, live)
    receipts.resendRead()
    await refetchAll(queryClient)
    await fetchLists(queryClient, receipts)
  }
  return {
    catchUp,
    catchUpAfter: (seconds: number) => {
      clearTimeout(retryTimer)
      retryTimer = setTimeout(() => void catchUp(), 1000 * seconds)
    },
    fillGaps: gaps.request,
    markOutdated: outdatedThreads.mark,
    stop: () => {
      outdatedThreads.stop()
      clearTimeout(connectionTimer)
      clearTimeout(retryTimer)
    },
  }
}

export type ChatFetches = ReturnType<typeof createChatFetches>
