// Plays random live events, calls and taps against the fake server, and compares the shown lists with the
// server state.
import type { FeedPost } from '@parvis/contract/feed.ts'
import type { ServerMessage } from '@parvis/contract/realtime.ts'
import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query'
import { vi } from 'vitest'
import { subscribeToFeed } from '../feed.live.ts'
import { feedKeys, feedQuery, listIdOf } from '../feed.queries.ts'
import { isPinned } from '../feed.pinned.ts'
import { loadedListOf, topQuery } from '../feed.top.ts'
import { postQuery } from '../post.queries.ts'
import { postStoreOf } from '../posts.store.ts'
import { createFakeLive, flushMicrotasks, interceptCalls, ME, shownPostsOf } from './live-feed.ts'
import { category, createRandom, createWorld, HOME } from './live-world.ts'

const STEPS = 40
const HALF_HOUR_MS = 1_800_000
const DAY_MS = 86_400_000
const filters = ['all', 'community', 'my', 'post', 'activity', category]
const searches = [...filters.map(filter => ({ filter, search: '' })), { filter: 'all', search: 'alpha' }]

/** Creates observers for every list and some posts, like the screens of the app. */
const openScreens = (queryClient: QueryClient, pages: () => string[]) => {
  const lists = searches.map(one => new InfiniteQueryObserver(queryClient, feedQuery(HOME, one)))
  const stops = lists.map((list, n) => {
    const options = () => ({ ...topQuery(HOME, searches[n]!, queryClient), enabled: list.getCurrentResult().isSuccess })
    const top = new QueryObserver(queryClient, { ...options(), refetchInterval: false as const })
    const stopList = list.subscribe(() => top.setOptions({ ...options(), refetchInterval: false as const }))
    const stopTop = top.subscribe(() => {})
    return () => {
      stopTop()
      stopList()
    }
  })
  const openPages = () => {
    for (const id of pages()) stops.push(new QueryObserver(queryClient, postQuery(id)).subscribe(() => {}))
  }
  return { lists, openPages, close: () => stops.forEach(stop => stop()) }
}

export interface Fault {
  /** Corrupts a live message; null drops the message. */
  message?: (message: ServerMessage, at: number) => ServerMessage | null
  /** Whether the client refetches nothing on connection. */
  skipsCatchUp?: boolean
}

/** A client and a fake server with random content. The order in which `random` is called decides the sequence. */
const startSequence = (seed: number, fault: Fault, hasPins: boolean) => {
  const random = createRandom(seed)
  // A separate generator, so that sequences without pins do not change.
  const pinRandom = createRandom(-seed)
  const world = createWorld(random, ME, random() < 0.3)
  for (let n = 0; n < Math.floor(random() * 70); n++) world.create()
  for (let n = 0; n < 30; n++) world.step()
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const posts = postStoreOf(queryClient)
  const { pendingCalls, answerCall } = interceptCalls(world, () => random() < 0.5)
  const { live, emit } = createFakeLive()
  const stop = subscribeToFeed(queryClient, live, () => ME)
  /** Ids of the posts whose own pages are open. */
  const pages = world.stored.slice(0, 3).map(post => post.id)
  const screens = openScreens(queryClient, () => pages)
  return {
    seed,
    fault,
    hasPins,
    random,
    pinRandom,
    world,
    queryClient,
    posts,
    pendingCalls,
    answerCall,
    emit,
    pages,
    screens,
    /** Live messages sent but not received; delivered in any order, some of them twice. */
    inFlight: [] as ServerMessage[],
    isConnected: false,
    /** Whether the connection is never lost and no list refreshed, so that only live events keep the lists correct. */
    isCalm: random() < 0.5,
    delivered: 0,
    /** Optimistic answers that the server has not confirmed. */
    taps: [] as (() => void)[],
    end: () => {
      screens.close()
      stop()
      queryClient.clear()
    },
  }
}

type Sequence = ReturnType<typeof startSequence>

const connect = (sequence: Sequence) => {
  sequence.isConnected = true
  if (!sequence.fault.skipsCatchUp) sequence.emit('connected', true)
}

/** Delivers a random live message in flight. */
const deliverAny = (sequence: Sequence) => {
  const { inFlight, random, fault } = sequence
  const n = Math.floor(random() * inFlight.length)
  const message = inFlight[n]!
  if (random() < 0.8) inFlight.splice(n, 1)
  const copy = structuredClone(message)
  const at = ++sequence.delivered
  const heard = fault.message ? fault.message(copy, at) : copy
  if (heard) sequence.emit(heard.event, heard.data as never)
}

const publish = ({ isConnected, inFlight }: Sequence, message: ServerMessage) => {
  if (isConnected) inFlight.push(message)
}

/** Lets the viewer answer a post; the server confirms or refuses it later. */
const tap = (sequence: Sequence) => {
  const { world, posts, random, taps } = sequence
  const post = world.stored.find(one => !one.isHidden && one.author !== ME && posts.get(one.id))
  if (!post) return
  const end = posts.beginAction(post.id, { kind: 'answer', userId: ME, interested: !posts.get(post.id)!.interested })
  const isRefused = random() < 0.3
  taps.push(() => {
    if (!isRefused && !post.isHidden) {
      publish(sequence, world.answerBy(post, ME))
      posts.addFetched([world.present(post)])
    }
    end()
  })
}

const changeServer = (sequence: Sequence) => {
  const { world, hasPins, pinRandom } = sequence
  publish(sequence, world.step())
  const pinned = hasPins && pinRandom() < 0.4 ? world.pin(pinRandom) : null
  if (pinned) publish(sequence, pinned)
  if (hasPins && pinRandom() < 0.1) vi.setSystemTime(Date.now() + HALF_HOUR_MS)
}

const changeConnection = (sequence: Sequence) => {
  const { random, isConnected, isCalm, inFlight } = sequence
  const chance = random()
  if (!isConnected && chance < 0.3) connect(sequence)
  else if (isConnected && !isCalm && chance < 0.03) {
    // A disconnection loses the live messages in flight.
    sequence.isConnected = false
    inFlight.length = 0
  }
}

/** At random, fetches the next page of a list, and refreshes its top. */
const fetchAny = ({ random, screens, isCalm, queryClient }: Sequence) => {
  const one = Math.floor(random() * searches.length)
  if (random() < 0.1) void screens.lists[one]!.fetchNextPage({ cancelRefetch: false }).catch(() => {})
  if (!isCalm && random() < 0.1)
    void queryClient.refetchQueries(
      { queryKey: feedKeys.top(HOME, searches[one]!), exact: true },
      { cancelRefetch: false },
    )
}

const playStep = (sequence: Sequence, n: number) => {
  const { random, inFlight, pendingCalls, answerCall, taps, screens } = sequence
  changeServer(sequence)
  changeConnection(sequence)
  while (inFlight.length > 0 && random() < 0.5) deliverAny(sequence)
  if (random() < 0.5) answerCall(Math.floor(random() * pendingCalls.length))
  if (random() < 0.1) tap(sequence)
  if (random() < 0.3) taps.splice(0, 1)[0]?.()
  if (n === 5) screens.openPages()
  fetchAny(sequence)
}

/** Answers all calls until nothing is fetched any more. */
const settle = async ({ seed, pendingCalls, answerCall, queryClient }: Sequence) => {
  for (let n = 0; n < 300; n++) {
    while (pendingCalls.length > 0) answerCall()
    await flushMicrotasks()
    if (queryClient.isFetching() === 0 && pendingCalls.length === 0) return
  }
  throw new Error(`${seed} never settles`)
}

// Versions are not compared, because an event with only a count does not change the version of the cached
// post.
const comparable = (post: FeedPost | null | undefined) =>
  post
    ? {
        ...post,
        version: 0,
        interestedUsersIds: post.interestedUsersIds.toSorted(),
        // No live event announces that a pin has expired.
        pinnedUntil: isPinned(post) ? post.pinnedUntil : undefined,
      }
    : null

const findDifferences = ({ seed, queryClient, world, posts, pages }: Sequence) => [
  ...searches.flatMap(one => {
    const { pages: parts } = loadedListOf(queryClient, listIdOf(HOME, one))!
    // Compares only the range that was loaded.
    const listed = world.listed(one.filter, one.search).filter(post => post._id >= parts.at(-1)!.low)
    const expected = [...world.pinned(one.filter, one.search), ...listed]
    const shown = shownPostsOf(queryClient, one)
    const same = JSON.stringify(shown.map(comparable)) === JSON.stringify(expected.map(comparable))
    return same ? [] : [`${seed} ${one.filter} ${one.search}`]
  }),
  ...pages.flatMap(id => {
    const post = world.stored.find(one => one.id === id && !one.isHidden)
    const expected = post ? comparable(world.present(post)) : null
    const same = JSON.stringify(comparable(posts.get(id))) === JSON.stringify(expected)
    return same ? [] : [`${seed} page ${id}`]
  }),
]

/** Plays one random sequence. Returns the differences between the shown lists and the server state. */
export const playSequence = async (seed: number, fault: Fault = {}, hasPins = true): Promise<string[]> => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const sequence = startSequence(seed, fault, hasPins)
  for (let n = 0; n < STEPS; n++) {
    playStep(sequence, n)
    // Awaited here and not in `playStep`: each `await` lets responses arrive, which changes the sequence of a seed.
    if (sequence.random() < 0.5) await flushMicrotasks()
  }
  for (const end of sequence.taps.splice(0)) end()
  if (!sequence.isConnected) connect(sequence)
  while (sequence.inFlight.length > 0) deliverAny(sequence)
  await settle(sequence)
  const differences = findDifferences(sequence)
  // The expiry of a pin must take effect without a live event or a fetch.
  vi.setSystemTime(Date.now() + DAY_MS)
  differences.push(...findDifferences(sequence))
  sequence.end()
  return differences
}
