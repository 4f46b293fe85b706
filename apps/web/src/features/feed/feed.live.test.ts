import type { FeedPost } from '@parvis/contract/feed.ts'
import type { ServerMessage } from '@parvis/contract/realtime.ts'
import { InfiniteQueryObserver, notifyManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { LiveEvents } from '#web/kernel/live/live.ts'
import { subscribeToFeed } from './feed.live.ts'
import { feedKeys, feedQuery } from './feed.queries.ts'
import { topQuery } from './feed.top.ts'
import { answersQuery } from './post.queries.ts'
import { postStoreOf } from './posts.store.ts'
import { createFakeLive, flushMicrotasks, interceptCalls, ME, shownPostsOf } from './testing/live-feed.ts'
import { HOME, createWorld, createRandom, type World } from './testing/live-world.ts'

beforeAll(() => notifyManager.setScheduler(queueMicrotask))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Opens a feed with observers; its calls wait until settle() answers them. */
const openFeed = (world: World) => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const { pendingCalls, answerCall } = interceptCalls(world)
  const { live, emit } = createFakeLive()
  const stops = [subscribeToFeed(queryClient, live, () => ME)]
  const list = new InfiniteQueryObserver(queryClient, feedQuery(HOME, {}))
  const options = () => ({ ...topQuery(HOME, {}, queryClient), enabled: list.getCurrentResult().isSuccess })
  const top = new QueryObserver(queryClient, options())
  stops.push(
    list.subscribe(() => top.setOptions(options())),
    top.subscribe(() => {}),
  )
  const settle = async () => {
    await flushMicrotasks()
    while (pendingCalls.length > 0) {
      answerCall()
      await flushMicrotasks()
    }
  }
  const shownPosts = () => shownPostsOf(queryClient, { filter: 'all', search: '' })
  return { queryClient, list, emit, settle, shownPosts, pendingCalls, close: () => stops.forEach(stop => stop()) }
}

test('a reconnection refetches the missed changes, and keeps the loaded pages', async () => {
  const world = createWorld(createRandom(7), ME, false)
  for (let n = 0; n < 90; n++) world.create()
  const { queryClient, list, emit, settle, shownPosts, close } = openFeed(world)
  await settle()
  void list.fetchNextPage()
  await settle()
  const before = shownPosts()
  const [gone, changed] = [before[30]!._id, before[25]!._id]
  world.stored.splice(
    world.stored.findIndex(post => post.id === gone),
    1,
  )
  Object.assign(
    world.stored.find(post => post.id === changed)!,
    { text: 'changed', version: 2 },
  )
  for (let n = 0; n < 50; n++) world.create()
  emit('connected', true)
  await settle()
  const after = shownPosts()
  expect(after.map(post => post._id)).toEqual(
    world
      .listed('all')
      .slice(0, after.length)
      .map(post => post._id),
  )
  expect(after.length).toBeGreaterThanOrEqual(before.length + 50 - 1)
  expect(after.find(post => post._id === changed)?.dateUpdated).toBe('changed')
  // An unchanged post is the same object, so its card does not render again.
  expect(after.find(post => post._id === before[5]!._id)).toBe(before[5])
  close()
  queryClient.clear()
})

test('after a long absence, a long list restarts at the top instead of being refetched completely', async () => {
  const world = createWorld(createRandom(8), ME, false)
  for (let n = 0; n < 500; n++) world.create()
  const { queryClient, list, emit, settle, shownPosts, pendingCalls, close } = openFeed(world)
  await settle()
  for (let n = 0; n < 14; n++) {
    void list.fetchNextPage()
    await settle()
  }
  expect(shownPosts()).toHaveLength(300)
  let calls = 0
  const count = async () => {
    await flushMicrotasks()
    while (pendingCalls.length > 0) {
      calls++
      pendingCalls.splice(0, 1)[0]!()
      await flushMicrotasks()
    }
  }
  world.create()
  emit('connected', true)
  await count()
  expect([calls, shownPosts().length]).toEqual([10, 301])
  for (let n = 0; n < 300; n++) world.create()
  emit('connected', true)
  await count()
  expect([calls, shownPosts().length]).toEqual([20, 200])
  // The list continues from the new last page.
  void list.fetchNextPage()
  await settle()
  expect(shownPosts().map(post => post._id)).toEqual(
    world
      .listed('all')
      .slice(0, 220)
      .map(post => post._id),
  )
  close()
  queryClient.clear()
})

test('live events do not cancel a fetch in flight', async () => {
  const world = createWorld(createRandom(9), ME, false)
  for (let n = 0; n < 30; n++) world.create()
  const { queryClient, emit, settle, shownPosts, pendingCalls, close } = openFeed(world)
  await settle()
  const missed = world.create().data
  emit('connected', true)
  await flushMicrotasks()
  expect(pendingCalls).toHaveLength(1)
  for (let n = 0; n < 5; n++) {
    const { event, data } = world.create()
    emit(event, data as never)
    await flushMicrotasks()
  }
  expect(pendingCalls).toHaveLength(1)
  await settle()
  expect(shownPosts().map(post => post._id)).toContain((missed as FeedPost)._id)
  expect(shownPosts().map(post => post._id)).toEqual(
    world
      .listed('all')
      .slice(0, shownPosts().length)
      .map(post => post._id),
  )
  close()
  queryClient.clear()
})

test('pinned posts load with the first page, before any live event', async () => {
  const world = createWorld(createRandom(9), ME, false)
  for (let n = 0; n < 60; n++) world.create()
  const pinRandom = createRandom(9)
  while (world.pinned('all').length < 2) world.pin(pinRandom)
  const { queryClient, pendingCalls, shownPosts, close } = openFeed(world)
  await flushMicrotasks()
  pendingCalls.splice(0, 1)[0]!()
  await flushMicrotasks()
  expect(shownPosts()).toEqual([...world.pinned('all'), ...world.listed('all').slice(0, 20)])
  close()
  queryClient.clear()
})

test('a live event of an answer invalidates the list of people who answered', () => {
  const queryClient = new QueryClient()
  const { live, emit } = createFakeLive()
  subscribeToFeed(queryClient, live, () => ME)
  queryClient.setQueryData(answersQuery('a').queryKey, { pages: [], pageParams: [] })
  emit('event.interest', { _id: 'a', version: 2, interestedCount: 1 })
  expect(queryClient.getQueryState(feedKeys.answers('a'))?.isInvalidated).toBe(true)
})

test('joining a group on another device refetches the post; leaving the group drops the list of its members', async () => {
  const world = createWorld(createRandom(1), ME, false)
  world.create()
  const post = Object.assign(world.stored[0]!, {
    author: 'ana',
    group: 'activity',
    isHidden: false,
    isPast: false,
    answers: ['bob'],
  })
  const { pendingCalls, answerCall } = interceptCalls(world)
  const queryClient = new QueryClient()
  const posts = postStoreOf(queryClient)
  const { live, emit } = createFakeLive()
  subscribeToFeed(queryClient, live, () => ME)
  posts.addFetched([world.present(post)])
  const receive = ({ event, data }: ServerMessage) =>
    emit(event as 'event.interest', data as LiveEvents['event.interest'])
  const joining = world.answerBy(post, ME)
  receive(joining)
  answerCall()
  await flushMicrotasks()
  expect(posts.get(post.id)).toEqual(world.present(post))
  expect(posts.get(post.id)?.abilities.seeAnswers).toBe(true)
  // A repeated live event causes no fetch.
  receive(joining)
  expect(pendingCalls).toEqual([])
  queryClient.setQueryData(answersQuery(post.id).queryKey, { pages: [], pageParams: [] })
  receive(world.answerBy(post, ME))
  expect(queryClient.getQueryState(feedKeys.answers(post.id))).toBeUndefined()
})
