import type { FeedPage, LiveEvent } from '@parvis/contract/feed.ts'
import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLive, type Live, type LiveSocket } from '#web/kernel/live/live.ts'
import { freshQuery } from './feed.fresh.ts'
import { answerPost } from './feed.mutations.ts'
import { type FeedData, postsOf } from './feed.pages.ts'
import { feedQuery } from './feed.queries.ts'
import { listenToFeed } from './feed.socket.ts'

const HOME = 'home'
const post = (id: string): LiveEvent =>
  ({
    _id: id,
    userId: 'ana',
    user: { _id: 'ana' },
    communityId: HOME,
    groupId: 'post',
    eventId: {},
    channelsIds: [],
    interestedUsersIds: [],
    interestedCount: 0,
    abilities: { edit: false },
  }) as unknown as LiveEvent

let queryClient: QueryClient
let live: Live
let socket: LiveSocket
/** The feed as the server would answer it now; each call waits until it is let through. */
let posts: string[]
/** What the reader had answered when a call set out. */
let interested: string[]
let calls: (() => void)[]
let stop: () => void

beforeEach(() => {
  posts = ['2', '1']
  interested = []
  calls = []
  vi.stubGlobal('fetch', () => {
    const answer: FeedPage = {
      docs: posts.map(id => ({ ...post(id), interested: interested.includes(id) })),
      page: 1,
      hasNextPage: false,
      nextPage: null,
      cursor: null,
      templatesUpdateTimestamp: '',
    }
    return new Promise<Response>(done => {
      calls.push(() => done(new Response(JSON.stringify(answer))))
    })
  })
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  queryClient = new QueryClient()
  live = createLive(
    () => (socket = { readyState: 0, send() {}, close() {}, onopen: null, onmessage: null, onclose: null }),
  )
  // as the screen does: the list, and what keeps its top true once it is there
  const list = new InfiniteQueryObserver(queryClient, feedQuery(HOME, {}))
  const options = () => ({ ...freshQuery(HOME, {}, queryClient), enabled: list.getCurrentResult().isSuccess })
  const fresh = new QueryObserver(queryClient, options())
  const stops = [
    listenToFeed(queryClient, live, () => 'me'),
    list.subscribe(() => fresh.setOptions(options())),
    fresh.subscribe(() => {}),
  ]
  stop = () => {
    for (const one of stops) one()
  }
})
afterEach(() => {
  stop()
  live.close()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const stand = () => socket.onopen?.call(socket as WebSocket, new Event('open'))
const letThrough = () =>
  vi.waitFor(() => {
    for (const done of calls.splice(0)) done()
    expect(queryClient.isFetching()).toBe(0)
  })
const shown = () => postsOf(queryClient.getQueryData<FeedData>(feedQuery(HOME, {}).queryKey)!).map(({ _id }) => _id)

test('what was posted before the connection stood for the first time is read, by one call', async () => {
  await letThrough()
  live.open()
  posts = ['3', ...posts]
  stand()
  await vi.waitFor(() => expect(calls).toHaveLength(1))
  await letThrough()
  await vi.waitFor(() => expect(shown()).toEqual(['3', '2', '1']))
  expect(calls).toHaveLength(0)
})

test('so is what was posted while the list was on its way', async () => {
  live.open()
  posts = ['3', ...posts]
  stand()
  await letThrough()
  await vi.waitFor(async () => {
    await letThrough()
    expect(shown()).toEqual(['3', '2', '1'])
  })
})

test('an answer that is on its way is not undone by a list that the server read before it', async () => {
  interested = ['2']
  await letThrough()
  const given = () =>
    postsOf(queryClient.getQueryData<FeedData>(feedQuery(HOME, {}).queryKey)!).map(one => one.interested)
  const [post] = postsOf(queryClient.getQueryData<FeedData>(feedQuery(HOME, {}).queryKey)!)
  const answered = answerPost(queryClient, 'me', { post: post!, interested: false })
  await vi.waitFor(() => expect(calls).toHaveLength(1))
  expect(given()).toEqual([false, false])
  live.open()
  stand()
  await vi.waitFor(() => expect(calls).toHaveLength(2))
  const [answer, list] = calls.splice(0)
  list!()
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(given()).toEqual([false, false])
  interested = []
  answer!()
  await answered
  expect(given()).toEqual([false, false])
})

test('nor by the word of the one before it, and a tap elsewhere counts', async () => {
  interested = ['2']
  await letThrough()
  live.open()
  stand()
  await vi.waitFor(() => expect(calls).toHaveLength(1))
  await letThrough()
  const [first] = postsOf(queryClient.getQueryData<FeedData>(feedQuery(HOME, {}).queryKey)!)
  const now = () => postsOf(queryClient.getQueryData<FeedData>(feedQuery(HOME, {}).queryKey)!)[0]!
  const say = (data: object) =>
    socket.onmessage?.call(
      socket as WebSocket,
      new MessageEvent('message', {
        data: JSON.stringify({ event: 'event.interest', data: { _id: '2', userId: 'me', ...data } }),
      }),
    )
  const answered = answerPost(queryClient, 'me', { post: first!, interested: false })
  await vi.waitFor(() => expect(calls).toHaveLength(1))
  say({ interested: true, interestedCount: 4 })
  expect(now()).toMatchObject({ interested: false, interestedCount: 4 })
  interested = []
  for (const done of calls.splice(0)) done()
  await answered
  expect(now().interested).toBe(false)
  say({ interested: true, interestedCount: 5 })
  expect(now()).toMatchObject({ interested: true, interestedCount: 5 })
})
