import type { Outgoing } from '@parvis/contract/chat.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Live } from '#web/kernel/live/live.ts'
import { createOutbox, type Outbox } from '#web/kernel/outbox/outbox.ts'
import { messageSender, placeOf } from './send-message.ts'
import { ME, OTHER, someMessage, THIRD } from './some-message.ts'

type Heard = (data: never) => void

/** A live connection whose frames wait for the test to answer them. */
const heard = new Map<string, Set<Heard>>()
let sent: Outgoing[]
let stands: boolean
let outbox: Outbox
let stored: string[]

const live = {
  send: frame => {
    if (stands) sent.push(frame as unknown as Outgoing)
    return stands
  },
  on: (name: string, listener: Heard) => {
    heard.set(name, (heard.get(name) ?? new Set()).add(listener))
    return () => void heard.get(name)?.delete(listener)
  },
} as Pick<Live, 'send' | 'on'>

const say = (name: string, data: object) => {
  for (const listener of heard.get(name) ?? []) listener({ event: name, ...data } as never)
}
const accept = (tmpId: string) => say('sent', { tmpId, message: someMessage(1, { tmpId }) })
const refuse = (tmpId: string, key: string, more = {}) => say('error', { tmpId, error: { key, ...more } })
const write = (tmpId: string, to = OTHER) =>
  void outbox.send({ kind: 'message', id: tmpId, place: placeOf({ to }), payload: { tmpId, to, text: tmpId } })
const waiting = () => outbox.waiting().map(({ id }) => id)
const names = () => sent.map(({ tmpId }) => tmpId)

beforeEach(async () => {
  vi.useFakeTimers()
  heard.clear()
  sent = []
  stored = []
  stands = true
  outbox = createOutbox()
  outbox.serve(
    'message',
    messageSender(live, ({ tmpId }) => void stored.push(tmpId)),
  )
  await outbox.open(ME)
})
afterEach(() => {
  outbox.close()
  vi.useRealTimers()
})
const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms)

test('sends the messages of one conversation in order, and other conversations independently', async () => {
  for (const tmpId of ['a', 'b']) write(tmpId)
  write('c', THIRD)
  await pass()
  expect(names()).toEqual(['a', 'c'])
  accept('a')
  await pass()
  expect(names()).toEqual(['a', 'c', 'b'])
  expect(waiting()).toEqual(['b', 'c'])
  expect(stored).toEqual(['a'])
})

test('sends again under the same id after a timeout or a rate limit; later messages wait', async () => {
  for (const tmpId of ['a', 'b']) write(tmpId)
  await pass(14_000)
  expect(names()).toEqual(['a', 'a'])
  refuse('a', 'toomanyrequests', { retryAfter: 7 })
  await pass(6_900)
  expect(names()).toEqual(['a', 'a'])
  await pass(200)
  expect(names()).toEqual(['a', 'a', 'a'])
  accept('a')
  await pass()
  expect(names()).toEqual(['a', 'a', 'a', 'b'])
})

test('keeps a refused message, sends the next one, and retries when its author asks to', async () => {
  for (const tmpId of ['a', 'b']) write(tmpId)
  await pass()
  refuse('a', 'forbidden')
  await pass()
  expect(names()).toEqual(['a', 'b'])
  expect(outbox.waiting()[0]).toMatchObject({ refused: { key: 'forbidden' } })
  accept('b')
  await pass(60_000)
  expect(names()).toEqual(['a', 'b'])
  outbox.sendAgain('a')
  await pass()
  accept('a')
  await pass()
  expect(stored).toEqual(['b', 'a'])
  expect(waiting()).toEqual([])
})

test('falls back to HTTP without a connection, and retries when the answer is lost', async () => {
  stands = false
  const calls: Outgoing[] = []
  const meant: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, { body, headers }: RequestInit) => {
    meant.push((headers as Record<string, string>)['x-user'])
    calls.push(JSON.parse(String(body)) as Outgoing)
    if (calls.length === 1) throw new TypeError('network')
    return new Response(JSON.stringify(someMessage(1, { tmpId: 'a' })))
  })
  write('a')
  await pass(60_000)
  expect(calls.map(({ tmpId }) => tmpId)).toEqual(['a', 'a'])
  expect(meant).toEqual([ME, ME])
  expect(stored).toEqual(['a'])
  vi.unstubAllGlobals()
})

test('keeps a message for its owner when the connection belongs to another user', async () => {
  write('a')
  await pass()
  expect(sent).toMatchObject([{ tmpId: 'a', userId: ME }])
  refuse('a', 'otheruser')
  await pass(4_000)
  expect(names()).toEqual(['a', 'a'])
  expect(outbox.waiting()[0]).not.toHaveProperty('refused')
})

test('does not send or report messages of another user', async () => {
  write('a')
  await pass()
  await outbox.open(THIRD)
  expect(waiting()).toEqual([])
  accept('a')
  await pass(60_000)
  expect(stored).toEqual([])
  expect(names()).toEqual(['a'])
})

test('does not upload a photo again when only the message is retried', async () => {
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
  void outbox.send({ kind: 'message', id: 'a', place: placeOf(payload), payload, photo })
  await pass()
  await vi.dynamicImportSettled()
  await pass(14_000)
  const withPhoto = { tmpId: 'a', image: '/media/m1' }
  expect(sent).toMatchObject([withPhoto, withPhoto])
  expect(uploads).toEqual(['/media'])
  vi.unstubAllGlobals()
})
