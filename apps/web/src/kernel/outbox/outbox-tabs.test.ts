// @vitest-environment node
// Tests two tabs of one member, which share one store of pending items.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../http/api.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { device } from './memory-store.ts'

vi.mock('./pending-store.ts', () => import('./memory-store.ts'))
const { savedItems } = device

const ME = 'me'
/** The ids that the server has stored, in this order; it ignores an id that it already has. */
let stored: string[]
let calls: string[]
let refused: string[]
let isOnline: boolean
let responseMs: number
const tabs: Outbox[] = []

const openTab = async () => {
  const outbox = createOutbox()
  outbox.registerSender('report', {
    send: async ({ id }, { signal }) => {
      calls.push(id)
      await new Promise((done, failed) => {
        // pause: the stub of a call responds after some time
        setTimeout(done, responseMs)
        signal.addEventListener('abort', () => failed(signal.reason))
      })
      if (!isOnline) throw new ApiError('networkerror', 0)
      if (refused.includes(id)) throw new ApiError('forbidden', 403)
      if (!stored.includes(id)) stored.push(id)
      return { _id: id }
    },
    onSent: () => {},
  })
  await outbox.open(ME)
  tabs.push(outbox)
  return outbox
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  device.reset()
  stored = []
  calls = []
  refused = []
  isOnline = false
  responseMs = 20
})
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.close()
  vi.useRealTimers()
})

/** Advances the fake timers in steps, because messages between tabs are delivered without timers. */
const advance = async (ms: number) => {
  for (let step = 0; step < 10; step++) {
    await vi.advanceTimersByTimeAsync(ms / 10)
    await new Promise(done => {
      setImmediate(done)
    })
  }
}
const write = async (tab: Outbox, id: string) => {
  void tab.send({ kind: 'report', id, place: 'team', payload: { kind: 'post', id } })
  await advance(200)
}
const reconnect = async () => {
  isOnline = true
  for (const tab of tabs) tab.retryAll()
  await advance(10_000)
}

test('items that two tabs wrote alternately while offline are sent in the order written', async () => {
  const [one, two] = [await openTab(), await openTab()]
  for (const [tab, id] of [
    [one, 'a'],
    [two, 'b'],
    [one, 'c'],
    [two, 'd'],
  ] as const)
    await write(tab, id)
  await reconnect()
  expect(stored).toEqual(['a', 'b', 'c', 'd'])
  expect([one, two].flatMap(tab => tab.pending())).toEqual([])
  expect(savedItems.size).toBe(0)
})

test('both tabs list the items of both tabs, and which of them are refused', async () => {
  const [one, two] = [await openTab(), await openTab()]
  await write(one, 'a')
  await write(two, 'b')
  expect([one, two].map(tab => tab.pending().map(({ id }) => id))).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ])
  refused = ['a']
  await reconnect()
  expect(stored).toEqual(['b'])
  for (const tab of [one, two]) expect(tab.pending()).toMatchObject([{ id: 'a', refused: { key: 'forbidden' } }])
})

test('an item that was cancelled in the other tab is not sent', async () => {
  const [one, two] = [await openTab(), await openTab()]
  for (const id of ['a', 'b']) await write(one, id)
  two.cancel('a')
  await advance(200)
  await reconnect()
  expect(stored).toEqual(['b'])
  expect(one.pending()).toEqual([])
})

test('cancelling an item in the other tab aborts its attempt, and the server does not receive it', async () => {
  const [one, two] = [await openTab(), await openTab()]
  await write(one, 'a')
  isOnline = true
  responseMs = 5_000
  one.retryAll()
  await advance(1_000)
  two.cancel('a')
  await advance(10_000)
  expect(calls.at(-1)).toBe('a')
  expect(stored).toEqual([])
  expect([[one, two].flatMap(tab => tab.pending()), savedItems.size]).toEqual([[], 0])
})

test('the items of a closed tab are sent by the other tab', async () => {
  const [one, two] = [await openTab(), await openTab()]
  await write(one, 'a')
  one.close()
  isOnline = true
  two.retryAll()
  await advance(10_000)
  expect(stored).toEqual(['a'])
})

test('items are sent once each after the browser has evicted their store', async () => {
  const [one, two] = [await openTab(), await openTab()]
  for (const [tab, id] of [
    [one, 'a'],
    [two, 'b'],
    [one, 'c'],
  ] as const)
    await write(tab, id)
  device.evict('second')
  await reconnect()
  expect(stored).toEqual(['a', 'b', 'c'])
  expect([one, two].flatMap(tab => tab.pending())).toEqual([])
  expect(savedItems.size).toBe(0)
})

test('items are sent in the order written although the clocks of the tabs disagree', async () => {
  const [one, two] = [await openTab(), await openTab()]
  await write(one, 'a')
  vi.setSystemTime(Date.now() - 3_600_000)
  await write(two, 'b')
  vi.setSystemTime(Date.now() + 1_800_000)
  await write(one, 'c')
  await reconnect()
  expect(stored).toEqual(['a', 'b', 'c'])
})
