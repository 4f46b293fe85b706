import { type ChatUser, NEIGHBORS_PER_PAGE } from '@parvis/contract/chat.ts'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLive, type Live, type LiveSocket } from '#web/kernel/live/live.ts'
import { listenToPresence } from './chat.live.ts'
import { neighborsQuery } from './chat.queries.ts'
import { neighborPagesQuery } from './neighbors.queries.ts'

const person = (id: string, online: boolean): ChatUser => ({ _id: id, pseudo: id, online }) as ChatUser

let queryClient: QueryClient
let live: Live
let socket: LiveSocket
/** The list as the server would answer it now; each call waits until it is let through. */
let people: ChatUser[]
let calls: (() => void)[]
let stop: () => void

beforeEach(() => {
  people = [person('ana', false), person('bob', false)]
  calls = []
  vi.stubGlobal('fetch', () => {
    const answer = JSON.stringify(people)
    return new Promise<Response>(done => {
      calls.push(() => done(new Response(answer)))
    })
  })
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  queryClient = new QueryClient()
  live = createLive(
    () => (socket = { readyState: 0, send() {}, close() {}, onopen: null, onmessage: null, onclose: null }),
  )
  const listening = listenToPresence(queryClient, live)
  const watching = new QueryObserver(queryClient, neighborsQuery()).subscribe(() => {})
  stop = () => {
    listening()
    watching()
  }
})
afterEach(() => {
  stop()
  live.close()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const stand = () => socket.onopen?.call(socket as WebSocket, new Event('open'))
const tell = (event: 'user.online' | 'user.offline', _id: string) =>
  socket.onmessage?.call(socket as WebSocket, { data: JSON.stringify({ event, data: { _id } }) } as MessageEvent)
const letThrough = () =>
  vi.waitFor(() => {
    for (const done of calls.splice(0)) done()
    expect(queryClient.isFetching()).toBe(0)
  })
const here = () =>
  queryClient
    .getQueryData<ChatUser[]>(neighborsQuery().queryKey)
    ?.filter(({ online }) => online)
    .map(({ _id }) => _id)

test('who came before the connection stood for the first time is there', async () => {
  await letThrough()
  live.open()
  people = [person('ana', true), person('bob', false)]
  stand()
  await vi.waitFor(() => expect(calls).toHaveLength(1))
  await letThrough()
  expect(here()).toEqual(['ana'])
})

test('so is who came before it while the list was on its way', async () => {
  live.open()
  people = [person('ana', true), person('bob', false)]
  stand()
  await vi.waitFor(async () => {
    await letThrough()
    expect(here()).toEqual(['ana'])
  })
})

test('who comes or goes while the list is on its way is not undone by it', async () => {
  await letThrough()
  live.open()
  people = [person('ana', true), person('bob', false)]
  stand()
  await vi.waitFor(() => expect(calls).toHaveLength(1))
  tell('user.offline', 'ana')
  tell('user.online', 'bob')
  await letThrough()
  expect(here()).toEqual(['bob'])
})

test('who comes or goes is told to the pages of neighbours too', async () => {
  const { queryKey } = neighborPagesQuery('a')
  const page = { page: 1, hasNextPage: false, nextPage: null, cursor: null }
  queryClient.setQueryData(queryKey, { pages: [{ ...page, docs: [person('ana', false)] }], pageParams: [{ page: 1 }] })
  const isAnaThere = () => queryClient.getQueryData(queryKey)?.pages[0]?.docs[0]?.online
  await letThrough()
  live.open()
  stand()
  tell('user.online', 'ana')
  expect(isAnaThere()).toBe(true)
  tell('user.offline', 'ana')
  expect(isAnaThere()).toBe(false)
})

describe('the first neighbours are asked for anew', () => {
  const many = (count: number, online: boolean) => Array.from({ length: count }, (_, n) => person(`p${n}`, online))
  /** The connection stands, and these are the first neighbours. */
  const begin = async (first: ChatUser[]) => {
    await letThrough()
    live.open()
    people = first
    stand()
    await vi.waitFor(() => expect(calls).toHaveLength(1))
    await letThrough()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  }
  afterEach(() => void vi.useRealTimers())
  /** Calls that set out within this time of the fake clock; each is answered. */
  const callsWithin = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms)
    const begun = calls.length
    for (const done of calls.splice(0)) done()
    await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0), { interval: 1 })
    return begun
  }

  test('for somebody whom they do not name, and for others soon after not at once', async () => {
    await begin([person('ana', true)])
    tell('user.online', 'zoe')
    tell('user.online', 'zed')
    expect(await callsWithin(300)).toBe(1)
    tell('user.online', 'yan')
    expect(await callsWithin(20_000)).toBe(0)
    expect(await callsWithin(15_000)).toBe(1)
    tell('user.online', 'ana')
    expect(await callsWithin(60_000)).toBe(0)
  })

  test('not while all that they have room for are there, until one of these goes', async () => {
    await begin(many(NEIGHBORS_PER_PAGE, true))
    tell('user.online', 'zoe')
    expect(await callsWithin(60_000)).toBe(0)
    tell('user.offline', 'p3')
    expect(await callsWithin(300)).toBe(1)
  })
})
