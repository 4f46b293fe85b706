import type { ChatUser } from '@parvis/contract/chat.ts'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLive, type Live, type LiveSocket } from '#web/kernel/live/live.ts'
import { listenToPresence } from './chat.live.ts'
import { neighborsQuery } from './chat.queries.ts'

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
