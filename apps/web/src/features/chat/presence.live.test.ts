import { type ChatUser, NEIGHBORS_PER_PAGE } from '@parvis/contract/chat.ts'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLiveConnection, type LiveConnection } from '#web/kernel/live/live.ts'
import type { LiveSocket } from '#web/kernel/live/live-connection.ts'
import { listenToPresence } from './presence.live.ts'
import { neighborsQuery } from './chat.queries.ts'
import { neighborPagesQuery } from './neighbors.queries.ts'

const person = (id: string, online: boolean): ChatUser => ({ _id: id, pseudo: id, online }) as ChatUser

let queryClient: QueryClient
let live: LiveConnection
let socket: LiveSocket
/** The neighbours that the server returns at the moment; each request waits for answerRequests(). */
let neighbors: ChatUser[]
let calls: (() => void)[]
let stop: () => void

beforeEach(() => {
  neighbors = [person('ana', false), person('bob', false)]
  calls = []
  vi.stubGlobal('fetch', () => {
    const answer = JSON.stringify(neighbors)
    return new Promise<Response>(done => {
      calls.push(() => done(new Response(answer)))
    })
  })
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  queryClient = new QueryClient()
  live = createLiveConnection(
    () => (socket = { readyState: 0, send() {}, close() {}, onopen: null, onmessage: null, onclose: null }),
  )
  const stopListening = listenToPresence(queryClient, live)
  const unsubscribe = new QueryObserver(queryClient, neighborsQuery()).subscribe(() => {})
  stop = () => {
    stopListening()
    unsubscribe()
  }
})
afterEach(() => {
  stop()
  live.close()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const openConnection = () => socket.onopen?.call(socket as WebSocket, new Event('open'))
const receive = (event: 'user.online' | 'user.offline', _id: string) =>
  socket.onmessage?.call(socket as WebSocket, { data: JSON.stringify({ event, data: { _id } }) } as MessageEvent)
const answerRequests = () =>
  vi.waitFor(() => {
    for (const done of calls.splice(0)) done()
    expect(queryClient.isFetching()).toBe(0)
  })
const onlineIds = () =>
  queryClient
    .getQueryData<ChatUser[]>(neighborsQuery().queryKey)
    ?.filter(({ online }) => online)
    .map(({ _id }) => _id)

test('the neighbours are refetched when the live connection opens for the first time', async () => {
  await answerRequests()
  live.open()
  neighbors = [person('ana', true), person('bob', false)]
  openConnection()
  await vi.waitFor(() => expect(calls).toHaveLength(1))
  await answerRequests()
  expect(onlineIds()).toEqual(['ana'])
})

test('the neighbours are also refetched when their first request was in flight as the connection opened', async () => {
  live.open()
  neighbors = [person('ana', true), person('bob', false)]
  openConnection()
  await vi.waitFor(async () => {
    await answerRequests()
    expect(onlineIds()).toEqual(['ana'])
  })
})

test('a presence change that arrives while the list is loading is not lost', async () => {
  await answerRequests()
  live.open()
  neighbors = [person('ana', true), person('bob', false)]
  openConnection()
  await vi.waitFor(() => expect(calls).toHaveLength(1))
  receive('user.offline', 'ana')
  receive('user.online', 'bob')
  await answerRequests()
  expect(onlineIds()).toEqual(['bob'])
})

test('presence changes also apply to the paginated list of neighbours', async () => {
  const { queryKey } = neighborPagesQuery('a')
  const page = { page: 1, hasNextPage: false, nextPage: null, cursor: null }
  queryClient.setQueryData(queryKey, { pages: [{ ...page, docs: [person('ana', false)] }], pageParams: [{ page: 1 }] })
  const isAnaOnline = () => queryClient.getQueryData(queryKey)?.pages[0]?.docs[0]?.online
  await answerRequests()
  live.open()
  openConnection()
  receive('user.online', 'ana')
  expect(isAnaOnline()).toBe(true)
  receive('user.offline', 'ana')
  expect(isAnaOnline()).toBe(false)
})

describe('the refetch of the first page of neighbours', () => {
  const many = (count: number, online: boolean) => Array.from({ length: count }, (_, n) => person(`p${n}`, online))
  /** Connects and answers the request for neighbours with `first`. */
  const connectWith = async (first: ChatUser[]) => {
    await answerRequests()
    live.open()
    neighbors = first
    openConnection()
    await vi.waitFor(() => expect(calls).toHaveLength(1))
    await answerRequests()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  }
  afterEach(() => void vi.useRealTimers())
  /** Counts and answers the calls sent while the fake clock advances by `ms`. */
  const callsWithin = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms)
    const callCount = calls.length
    for (const done of calls.splice(0)) done()
    await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0), { interval: 1 })
    return callCount
  }

  test('runs when an unlisted neighbour comes online, and is throttled for further neighbours', async () => {
    await connectWith([person('ana', true)])
    receive('user.online', 'zoe')
    receive('user.online', 'zed')
    expect(await callsWithin(300)).toBe(1)
    receive('user.online', 'yan')
    expect(await callsWithin(20_000)).toBe(0)
    expect(await callsWithin(15_000)).toBe(1)
    receive('user.online', 'ana')
    expect(await callsWithin(60_000)).toBe(0)
  })

  test('is skipped while everybody on a full page is online, until one of them goes offline', async () => {
    await connectWith(many(NEIGHBORS_PER_PAGE, true))
    receive('user.online', 'zoe')
    expect(await callsWithin(60_000)).toBe(0)
    receive('user.offline', 'p3')
    expect(await callsWithin(300)).toBe(1)
  })
})
