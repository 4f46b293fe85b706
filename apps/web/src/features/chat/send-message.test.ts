import type { OutgoingMessage } from '@parvis/contract/chat.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LiveConnection } from '#web/kernel/live/live.ts'
import { createOutbox, type Outbox } from '#web/kernel/outbox/outbox.ts'
import { messageSender, queueOf } from './send-message.ts'
import { ME, OTHER, someMessage, THIRD } from './some-message.ts'

type Listener = (data: never) => void

/** Listeners of the fake live connection, whose frames the test answers. */
const listeners = new Map<string, Set<Listener>>()
let sent: OutgoingMessage[]
let isConnected: boolean
let outbox: Outbox
let stored: string[]

const live = {
  send: frame => {
    if (isConnected) sent.push(frame as unknown as OutgoingMessage)
    return isConnected
  },
  on: (name: string, listener: Listener) => {
    listeners.set(name, (listeners.get(name) ?? new Set()).add(listener))
    return () => void listeners.get(name)?.delete(listener)
  },
} as Pick<LiveConnection, 'send' | 'on'>

const receive = (name: string, data: object) => {
  for (const listener of listeners.get(name) ?? []) listener({ event: name, ...data } as never)
}
const accept = (tmpId: string) => receive('sent', { tmpId, message: someMessage(1, { tmpId }) })
const refuse = (tmpId: string, key: string, fields = {}) => receive('error', { tmpId, error: { key, ...fields } })
const write = (tmpId: string, to = OTHER) =>
  void outbox.send({ kind: 'message', id: tmpId, place: queueOf({ to }), payload: { tmpId, to, text: tmpId } })
const pendingIds = () => outbox.pending().map(({ id }) => id)
const sentIds = () => sent.map(({ tmpId }) => tmpId)

beforeEach(async () => {
  vi.useFakeTimers()
  listeners.clear()
  sent = []
  stored = []
  isConnected = true
  outbox = createOutbox()
  outbox.registerSender(
    'message',
    messageSender(live, ({ tmpId }) => void stored.push(tmpId)),
  )
  await outbox.open(ME)
})
afterEach(() => {
  outbox.close()
  vi.useRealTimers()
})
const advance = (ms = 0) => vi.advanceTimersByTimeAsync(ms)

test('messages of one conversation are sent in order, and independently of other conversations', async () => {
  for (const tmpId of ['a', 'b']) write(tmpId)
  write('c', THIRD)
  await advance()
  expect(sentIds()).toEqual(['a', 'c'])
  accept('a')
  await advance()
  expect(sentIds()).toEqual(['a', 'c', 'b'])
  expect(pendingIds()).toEqual(['b', 'c'])
  expect(stored).toEqual(['a'])
})

test('after a timeout or a rate limit, a message is sent again under the same id before later messages', async () => {
  for (const tmpId of ['a', 'b']) write(tmpId)
  await advance(14_000)
  expect(sentIds()).toEqual(['a', 'a'])
  refuse('a', 'toomanyrequests', { retryAfter: 7 })
  await advance(6_900)
  expect(sentIds()).toEqual(['a', 'a'])
  await advance(200)
  expect(sentIds()).toEqual(['a', 'a', 'a'])
  accept('a')
  await advance()
  expect(sentIds()).toEqual(['a', 'a', 'a', 'b'])
})

test('a refused message stays in the outbox without blocking the next one, and is sent again only on request', async () => {
  for (const tmpId of ['a', 'b']) write(tmpId)
  await advance()
  refuse('a', 'forbidden')
  await advance()
  expect(sentIds()).toEqual(['a', 'b'])
  expect(outbox.pending()[0]).toMatchObject({ refused: { key: 'forbidden' } })
  accept('b')
  await advance(60_000)
  expect(sentIds()).toEqual(['a', 'b'])
  outbox.retry('a')
  await advance()
  accept('a')
  await advance()
  expect(stored).toEqual(['b', 'a'])
  expect(pendingIds()).toEqual([])
})

test('without a live connection a message is sent over HTTP, and sent again when the response is lost', async () => {
  isConnected = false
  const calls: OutgoingMessage[] = []
  const userHeaders: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, { body, headers }: RequestInit) => {
    userHeaders.push((headers as Record<string, string>)['x-user'])
    calls.push(JSON.parse(String(body)) as OutgoingMessage)
    if (calls.length === 1) throw new TypeError('network')
    return new Response(JSON.stringify(someMessage(1, { tmpId: 'a' })))
  })
  write('a')
  await advance(60_000)
  expect(calls.map(({ tmpId }) => tmpId)).toEqual(['a', 'a'])
  expect(userHeaders).toEqual([ME, ME])
  expect(stored).toEqual(['a'])
  vi.unstubAllGlobals()
})

test('a message is not refused but sent again later when the live connection belongs to another user', async () => {
  write('a')
  await advance()
  expect(sent).toMatchObject([{ tmpId: 'a', userId: ME }])
  refuse('a', 'otheruser')
  await advance(4_000)
  expect(sentIds()).toEqual(['a', 'a'])
  expect(outbox.pending()[0]).not.toHaveProperty('refused')
})

test('after a change of user, the pending messages of the former user are neither sent nor listed', async () => {
  write('a')
  await advance()
  await outbox.open(THIRD)
  expect(pendingIds()).toEqual([])
  accept('a')
  await advance(60_000)
  expect(stored).toEqual([])
  expect(sentIds()).toEqual(['a'])
})

test('a retried message does not upload its photo again', async () => {
  const uploads: string[] = []
  class AnsweredRequest {
    upload = {}
    status = 200
    responseText = '{"uri":"/media/m1"}'
    onload?: () => void
    onloadend?: () => void
    open(_: string, address: string) {
      uploads.push(address)
    }
    setRequestHeader() {}
    send() {
      this.onload?.()
      this.onloadend?.()
    }
  }
  vi.stubGlobal('XMLHttpRequest', AnsweredRequest)
  const photo = new Blob(['x'], { type: 'image/jpeg' })
  const payload = { tmpId: 'a', to: OTHER }
  void outbox.send({ kind: 'message', id: 'a', place: queueOf(payload), payload, photo })
  await advance()
  await vi.dynamicImportSettled()
  await advance(14_000)
  const withPhoto = { tmpId: 'a', image: '/media/m1' }
  expect(sent).toMatchObject([withPhoto, withPhoto])
  expect(uploads).toEqual(['/media'])
  vi.unstubAllGlobals()
})
