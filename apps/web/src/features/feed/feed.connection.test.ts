import type { FeedPage } from '@parvis/contract/feed.ts'
import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLiveConnection, type LiveConnection } from '#web/kernel/live/live.ts'
import type { LiveSocket } from '#web/kernel/live/live-connection.ts'
import { listContentOf } from './feed.lists.ts'
import { subscribeToFeed } from './feed.live.ts'
import { feedQuery, listIdOf } from './feed.queries.ts'
import { loadedListOf, topQuery } from './feed.top.ts'
import { postQuery } from './post.queries.ts'
import { postStoreOf } from './posts.store.ts'
import { somePost } from './testing/some-post.ts'

const HOME = 'home'

let queryClient: QueryClient
let live: LiveConnection
let socket: LiveSocket
/** Ids of the posts that the server returns at the moment; each call waits for answerCalls(). */
let posts: string[]
let calls: (() => void)[]
let stop: () => void

beforeEach(() => {
  posts = ['2', '1']
  calls = []
  vi.stubGlobal('fetch', (path: string) => {
    const page: FeedPage = {
      docs: posts.map(id => somePost(id)),
      page: 1,
      hasNextPage: false,
      nextPage: null,
      cursor: null,
      templatesUpdateTimestamp: '',
    }
    const answer = path.startsWith('/events?') ? page : somePost(path.split('/').at(-1)!, { version: 2 })
    return new Promise<Response>(respond => {
      calls.push(() => respond(new Response(JSON.stringify(answer))))
    })
  })
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  queryClient = new QueryClient()
  live = createLiveConnection(
    () => (socket = { readyState: 0, send() {}, close() {}, onopen: null, onmessage: null, onclose: null }),
  )
  // As on the feed screen: the list, and the query that refreshes the top of the loaded list.
  const list = new InfiniteQueryObserver(queryClient, feedQuery(HOME, {}))
  const options = () => ({ ...topQuery(HOME, {}, queryClient), enabled: list.getCurrentResult().isSuccess })
  const top = new QueryObserver(queryClient, options())
  const stops = [
    subscribeToFeed(queryClient, live, () => 'me'),
    list.subscribe(() => top.setOptions(options())),
    top.subscribe(() => {}),
  ]
  stop = () => {
    for (const one of stops) one()
  }
})
afterEach(() => {
  stop()
  live.close()
  queryClient.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const openSocket = () => socket.onopen?.call(socket as WebSocket, new Event('open'))
const answerCalls = () =>
  vi.waitFor(() => {
    for (const respond of calls.splice(0)) respond()
    expect(queryClient.isFetching()).toBe(0)
  })
const shownIds = () => {
  const list = listIdOf(HOME, {})
  return listContentOf(list, loadedListOf(queryClient, list)!, postStoreOf(queryClient)).ids
}

test('posts published before the live connection opens for the first time are loaded, by one call', async () => {
  await answerCalls()
  live.open()
  posts = ['3', ...posts]
  openSocket()
  await vi.waitFor(() => expect(calls).toHaveLength(1))
  await answerCalls()
  await vi.waitFor(() => expect(shownIds()).toEqual(['3', '2', '1']))
  expect(calls).toHaveLength(0)
})

test('posts published while the list is loading are loaded too', async () => {
  live.open()
  posts = ['3', ...posts]
  openSocket()
  await answerCalls()
  await vi.waitFor(async () => {
    await answerCalls()
    expect(shownIds()).toEqual(['3', '2', '1'])
  })
})

test('posts deleted while disconnected disappear on each reconnection', async () => {
  await answerCalls()
  live.open()
  for (const rest of [['2'], []]) {
    posts = rest
    openSocket()
    await vi.waitFor(() => expect(calls).toHaveLength(1))
    await answerCalls()
    await vi.waitFor(() => expect(shownIds()).toEqual(rest))
  }
})

test('a reconnection refetches the post on screen at once, and invalidates a list that is not on screen', async () => {
  await answerCalls()
  const page = new QueryObserver(queryClient, postQuery('1'))
  const close = page.subscribe(() => {})
  await answerCalls()
  const mine = feedQuery(HOME, { filter: 'my' })
  void queryClient.infiniteQuery(mine)
  await answerCalls()
  live.open()
  openSocket()
  await vi.waitFor(() => expect(calls).toHaveLength(2))
  await answerCalls()
  expect(postStoreOf(queryClient).versionOf('1')).toBe(2)
  expect(queryClient.getQueryState(mine.queryKey)?.isInvalidated).toBe(true)
  close()
})

test.each([
  ['event.created', { _id: '3' }],
  ['event.updated', { _id: '2', version: 9 }],
  ['event.deleted', { _id: '2' }],
  ['event.interest', { _id: '2', version: 9 }],
  ['event.interest', { _id: '2', interestedCount: 1 }],
])('an incomplete live event %s (%o) changes nothing', async (event, data) => {
  live.open()
  openSocket()
  await answerCalls()
  const before = shownIds()
  socket.onmessage?.call(socket as WebSocket, { data: JSON.stringify({ event, data }) } as MessageEvent)
  await answerCalls()
  expect(shownIds()).toEqual(before)
  expect(postStoreOf(queryClient).get('2')?.version).toBe(somePost('2').version)
  const whole = { event: 'event.created', data: somePost('3') }
  socket.onmessage?.call(socket as WebSocket, { data: JSON.stringify(whole) } as MessageEvent)
  expect(shownIds()).toEqual(['3', '2', '1'])
})
