import type { ChatUser } from '@parvis/contract/chat.ts'
import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLiveConnection, type LiveConnection } from '#web/kernel/live/live.ts'
import type { LiveSocket } from '#web/kernel/live/live-connection.ts'
import { outbox } from '#web/kernel/outbox/outbox.ts'
import { chatKeys, threadQuery, usersQuery } from './chat.queries.ts'
import { runningChat } from './running-chat.ts'
import { startChat } from './messages.live.ts'
import { CONVERSATION, ME, OTHER, THIRD, someConversation, someMessage, somePage } from './some-message.ts'
import { conversationOf, messagesOf } from './thread.cache.ts'

const thread = threadQuery({ who: OTHER })
const entry = (lastPlace: number, notRead: number): ChatUser =>
  ({
    ...someConversation().user,
    conversationId: CONVERSATION,
    lastPlace,
    notRead,
    lastMessage: someMessage(lastPlace),
  }) as ChatUser

interface PendingRequest {
  path: string
  answer(body: unknown): void
  fail(key: string): void
}

let queryClient: QueryClient
let live: LiveConnection
let socket: LiveSocket
let sentFrames: { event: string; [key: string]: unknown }[]
/** Requests that the test has not answered yet. */
let requests: PendingRequest[]
let stops: (() => void)[]

beforeEach(() => {
  requests = []
  sentFrames = []
  vi.stubGlobal(
    'fetch',
    (path: string) =>
      new Promise<Response>(done =>
        requests.push({
          path,
          answer: body => done(new Response(JSON.stringify(body))),
          fail: key => done(new Response(JSON.stringify({ error: { key } }), { status: 403 })),
        }),
      ),
  )
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  live = createLiveConnection(
    () =>
      (socket = {
        readyState: 1,
        send: frame => void sentFrames.push(JSON.parse(String(frame)) as (typeof sentFrames)[number]),
        close() {},
        onopen: null,
        onmessage: null,
        onclose: null,
      }),
  )
  stops = [startChat(queryClient, live, () => ME)]
})
afterEach(() => {
  for (const stop of stops) stop()
  live.close()
  queryClient.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const receive = (event: string, data: unknown) =>
  socket.onmessage?.call(socket as WebSocket, { data: JSON.stringify({ event, data }) } as MessageEvent)
/** Answers the first pending request to this path. */
const answer = async (path: RegExp, body: unknown) => {
  await vi.waitFor(() => expect(requests.map(call => call.path)).toContainEqual(expect.stringMatching(path)))
  const at = requests.findIndex(call => path.test(call.path))
  requests.splice(at, 1)[0]!.answer(body)
}
const waitForFetches = () => vi.waitFor(() => expect(queryClient.isFetching()).toBe(0))
const connect = async () => {
  live.open()
  socket.onopen?.call(socket as WebSocket, new Event('open'))
  await answer(/\/messages\/users/, [entry(1, 0)])
  await answer(/\/messages\/events/, [])
  await waitForFetches()
}
const openThread = () => stops.push(new InfiniteQueryObserver(queryClient, thread).subscribe(() => {}))
const threadPath = /\/messages\?/
const firstPage = (places: number[], more = {}) =>
  somePage(
    places.map(place => someMessage(place)),
    someConversation({ lastPlace: places.at(-1)! }),
    more,
  )
const places = () => messagesOf(queryClient.getQueryData(thread.queryKey)!).map(({ place }) => place)
const listedPerson = () => queryClient.getQueryData(usersQuery().queryKey)?.[0]

test('a message and a read receipt are not lost if they arrive while the conversation is loading', async () => {
  await connect()
  openThread()
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  receive('message.created', someMessage(2))
  receive('message.read', { conversationId: CONVERSATION, userId: OTHER, place: 1 })
  await answer(threadPath, firstPage([1]))
  await waitForFetches()
  expect(places()).toEqual([1, 2])
  expect(conversationOf(queryClient.getQueryData(thread.queryKey)!)).toMatchObject({ lastPlace: 2, othersRead: 1 })
})

test('messages, deletions and receipts are not lost if they arrive while older pages are loading', async () => {
  await connect()
  const observer = new InfiniteQueryObserver(queryClient, thread)
  stops.push(observer.subscribe(() => {}))
  await answer(threadPath, firstPage([40, 41], { hasNextPage: true, nextPage: 2, cursor: 'older' }))
  await waitForFetches()
  void observer.fetchNextPage()
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  receive('message.created', someMessage(42))
  receive('message.updated', someMessage(41, { deleted: true, text: null }))
  receive('message.read', { conversationId: CONVERSATION, userId: OTHER, place: 41 })
  await answer(threadPath, firstPage([38, 39]))
  await waitForFetches()
  expect(places()).toEqual([38, 39, 40, 41, 42])
  const now = queryClient.getQueryData(thread.queryKey)!
  expect(messagesOf(now)[3]).toMatchObject({ deleted: true })
  expect(conversationOf(now)).toMatchObject({ lastPlace: 42, othersRead: 41 })
})

test('a message that arrives while the list is loading is counted once, whether or not the response contains it', async () => {
  await connect()
  stops.push(new QueryObserver(queryClient, usersQuery()).subscribe(() => {}))
  await waitForFetches().catch(() => {})
  for (const answered of [entry(1, 0), entry(2, 1)]) {
    for (const { answer: resolve } of requests.splice(0)) resolve([entry(1, 0)])
    await waitForFetches()
    queryClient.setQueryData(usersQuery().queryKey, [entry(1, 0)])
    void queryClient.invalidateQueries({ queryKey: usersQuery().queryKey })
    await vi.waitFor(() => expect(requests).toHaveLength(1))
    receive('message.created', someMessage(2))
    await answer(/\/messages\/users/, [answered])
    await waitForFetches()
    expect(listedPerson()).toMatchObject({ lastPlace: 2, notRead: 1, lastMessage: { place: 2 } })
  }
})

test('a message updates its group in the list, and the list is refetched if it does not contain the group', async () => {
  live.open()
  socket.onopen?.call(socket as WebSocket, new Event('open'))
  await answer(/\/messages\/users/, [])
  await answer(/\/messages\/events/, [{ conversationId: CONVERSATION, lastPlace: 1, notRead: 0 }])
  await waitForFetches()
  receive('message.created', someMessage(2, { to: undefined }))
  expect(queryClient.getQueryData<unknown[]>(chatKeys.groups())).toMatchObject([{ lastPlace: 2, notRead: 1 }])
  expect(queryClient.isFetching()).toBe(0)
  receive('message.created', someMessage(1, { to: undefined, conversationId: THIRD }))
  expect(queryClient.isFetching()).toBe(1)
})

test('a conversation that was read while the list was loading stays read', async () => {
  await connect()
  receive('message.created', someMessage(2))
  expect(listedPerson()).toMatchObject({ notRead: 1 })
  void queryClient.invalidateQueries({ queryKey: usersQuery().queryKey, refetchType: 'all' })
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  runningChat.get()!.markRead(CONVERSATION, 2)
  await answer(/\/messages\/users/, [entry(2, 1)])
  await waitForFetches()
  expect(listedPerson()).toMatchObject({ notRead: 0 })
  await vi.waitFor(() => expect(sentFrames).toContainEqual({ event: 'read', conversationId: CONVERSATION, place: 2 }))
})

test('reading on another device of the viewer clears the unread count; reading by the other person does not', async () => {
  await connect()
  receive('message.created', someMessage(2))
  receive('message.read', { conversationId: CONVERSATION, userId: OTHER, place: 2 })
  expect(listedPerson()).toMatchObject({ notRead: 1 })
  receive('message.read', { conversationId: CONVERSATION, userId: ME, place: 2 })
  expect(listedPerson()).toMatchObject({ notRead: 0 })
})

test('read receipts are throttled in a busy conversation, and the last one is sent', async () => {
  await connect()
  openThread()
  await answer(threadPath, firstPage([1]))
  await waitForFetches()
  vi.useFakeTimers()
  sentFrames.length = 0
  for (let place = 2; place <= 121; place++) {
    receive('message.created', someMessage(place))
    runningChat.get()!.markRead(CONVERSATION, place)
    await vi.advanceTimersByTimeAsync(80)
  }
  await vi.advanceTimersByTimeAsync(3000)
  vi.useRealTimers()
  expect(sentFrames.length).toBeLessThanOrEqual(10)
  expect(sentFrames.at(-1)).toEqual({ event: 'read', conversationId: CONVERSATION, place: 121 })
})

test('messages missing between two received ones are requested once', async () => {
  await connect()
  openThread()
  await answer(threadPath, firstPage([1]))
  await waitForFetches()
  receive('message.created', someMessage(3))
  receive('message.created', someMessage(4))
  expect(sentFrames.filter(({ event }) => event === 'resume')).toEqual([
    { event: 'resume', conversations: { [CONVERSATION]: 1 } },
  ])
  receive('message.created', someMessage(2))
  expect(places()).toEqual([1, 2, 3, 4])
})

test('a group is refetched when a member joins or leaves, and removed from the cache when the server refuses access', async () => {
  await connect()
  openThread()
  await answer(threadPath, firstPage([1]))
  await waitForFetches()
  receive('message.created', someMessage(2, { messageType: 'joined' }))
  await answer(threadPath, somePage([someMessage(2)], someConversation({ lastPlace: 2, membersCount: 7 })))
  const shown = () => conversationOf(queryClient.getQueryData(thread.queryKey)!)
  await vi.waitFor(() => expect(shown()?.membersCount).toBe(7))
  receive('message.created', someMessage(3, { messageType: 'left' }))
  const refuse = async () => {
    await vi.waitFor(() => expect(requests.some(call => threadPath.test(call.path))).toBe(true), 4_000)
    for (const call of requests.splice(0)) call.fail('forbidden')
  }
  await refuse()
  await vi.waitFor(() => expect(queryClient.getQueryData(thread.queryKey)).toBeUndefined(), 4_000)
})

test('a deleted post is removed from the messages that link to it', async () => {
  await connect()
  openThread()
  const post = { _id: 'p' } as never
  await answer(
    threadPath,
    somePage([someMessage(1, { event: post, eventId: 'p' })], someConversation({ lastPlace: 1 })),
  )
  await waitForFetches()
  receive('event.deleted', { _id: 'p' })
  expect(messagesOf(queryClient.getQueryData(thread.queryKey)!)).toMatchObject([{ event: null }])
})

test('a new contact stays in the list after sending, until the refetched list contains them', async () => {
  await connect()
  await outbox.open(ME)
  const person = { ...someConversation().user!, _id: THIRD }
  const payload = { tmpId: 'first', to: THIRD, text: 'Bonjour' }
  void outbox.send({ kind: 'message', id: 'first', place: `to ${THIRD}`, payload, person })
  await vi.waitFor(() =>
    expect(sentFrames).toContainEqual(expect.objectContaining({ event: 'message', tmpId: 'first' })),
  )
  const message = someMessage(1, { from: ME, to: THIRD, conversationId: 'new', tmpId: 'first' })
  socket.onmessage?.call(
    socket as WebSocket,
    { data: JSON.stringify({ event: 'sent', tmpId: 'first', message }) } as MessageEvent,
  )
  await vi.waitFor(() => expect(outbox.pending()).toEqual([]))
  expect(listedPerson()).toMatchObject({
    _id: THIRD,
    conversationId: 'new',
    lastMessage: { tmpId: 'first' },
    notRead: 0,
  })
  await answer(/\/messages\/users/, [{ ...entry(1, 0), _id: THIRD, conversationId: 'new' }, entry(1, 0)])
  await waitForFetches()
  expect(queryClient.getQueryData(usersQuery().queryKey)?.map(({ _id }) => _id)).toEqual([THIRD, OTHER])
  await outbox.open(null)
})

test('after several `toomanyrequests` errors, the `resume` frame is sent again only once', async () => {
  await connect()
  openThread()
  await answer(threadPath, firstPage([1]))
  await waitForFetches()
  sentFrames = []
  for (let attempt = 0; attempt < 3; attempt++)
    socket.onmessage?.call(
      socket as WebSocket,
      {
        data: JSON.stringify({ event: 'error', error: { key: 'toomanyrequests', retryAfter: 0.2 } }),
      } as MessageEvent,
    )
  await vi.waitFor(() => expect(sentFrames.filter(({ event }) => event === 'resume')).toHaveLength(1), 2_000)
})
