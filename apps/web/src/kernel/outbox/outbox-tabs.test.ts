// @vitest-environment node
// Two tabs of one member keep what waits in one store of the device.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../http/api.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { device } from './some-store.ts'

vi.mock('./waiting-store.ts', () => import('./some-store.ts'))
const { kept } = device

const ME = 'me'
/** What the server has stored, in this order; a name that it knows it does not store again. */
let stored: string[]
let calls: string[]
let refused: string[]
let isReached: boolean
/** How long the server takes, in milliseconds. */
let tripMs: number
const tabs: Outbox[] = []

const openTab = async () => {
  const outbox = createOutbox()
  outbox.serve('report', {
    send: async ({ id }, { signal }) => {
      calls.push(id)
      await new Promise((done, failed) => {
        // pause: a stub of a call that takes its time
        setTimeout(done, tripMs)
        signal.addEventListener('abort', () => failed(signal.reason))
      })
      if (!isReached) throw new ApiError('networkerror', 0)
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
  device.renew()
  stored = []
  calls = []
  refused = []
  isReached = false
  tripMs = 20
})
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.close()
  vi.useRealTimers()
})

/** Tabs hear of each other outside the clock of the test. */
const pass = async (ms: number) => {
  for (let part = 0; part < 10; part++) {
    await vi.advanceTimersByTimeAsync(ms / 10)
    await new Promise(done => {
      setImmediate(done)
    })
  }
}
const write = async (tab: Outbox, id: string) => {
  void tab.send({ kind: 'report', id, place: 'team', payload: { kind: 'post', id } })
  await pass(200)
}
const comeBack = async () => {
  isReached = true
  for (const tab of tabs) tab.wake()
  await pass(10_000)
}

test('what two tabs wrote in turn while they were offline goes out in the order in which it was written', async () => {
  const [one, two] = [await openTab(), await openTab()]
  for (const [tab, id] of [
    [one, 'a'],
    [two, 'b'],
    [one, 'c'],
    [two, 'd'],
  ] as const)
    await write(tab, id)
  await comeBack()
  expect(stored).toEqual(['a', 'b', 'c', 'd'])
  expect([one, two].flatMap(tab => tab.waiting())).toEqual([])
  expect(kept.size).toBe(0)
})

test('both show what either wrote, and what is refused', async () => {
  const [one, two] = [await openTab(), await openTab()]
  await write(one, 'a')
  await write(two, 'b')
  expect([one, two].map(tab => tab.waiting().map(({ id }) => id))).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ])
  refused = ['a']
  await comeBack()
  expect(stored).toEqual(['b'])
  for (const tab of [one, two]) expect(tab.waiting()).toMatchObject([{ id: 'a', refused: { key: 'forbidden' } }])
})

test('what is taken back in one tab is not sent by the other', async () => {
  const [one, two] = [await openTab(), await openTab()]
  for (const id of ['a', 'b']) await write(one, id)
  two.forget('a')
  await pass(200)
  await comeBack()
  expect(stored).toEqual(['b'])
  expect(one.waiting()).toEqual([])
})

test('what is taken back in one tab while the other sends it is stopped there, and not kept anew', async () => {
  const [one, two] = [await openTab(), await openTab()]
  await write(one, 'a')
  isReached = true
  tripMs = 5_000
  one.wake()
  await pass(1_000)
  two.forget('a')
  await pass(10_000)
  expect(calls.at(-1)).toBe('a')
  expect(stored).toEqual([])
  expect([[one, two].flatMap(tab => tab.waiting()), kept.size]).toEqual([[], 0])
})

test('what a tab that was closed has left is sent by the one that is still open', async () => {
  const [one, two] = [await openTab(), await openTab()]
  await write(one, 'a')
  one.close()
  isReached = true
  two.wake()
  await pass(10_000)
  expect(stored).toEqual(['a'])
})

test('what the device has lost is in both tabs still; what one of them sends then, the other does not keep', async () => {
  const [one, two] = [await openTab(), await openTab()]
  for (const [tab, id] of [
    [one, 'a'],
    [two, 'b'],
    [one, 'c'],
  ] as const)
    await write(tab, id)
  device.empty('second')
  await comeBack()
  expect(stored).toEqual(['a', 'b', 'c'])
  expect([one, two].flatMap(tab => tab.waiting())).toEqual([])
  expect(kept.size).toBe(0)
})

test('what two tabs write under clocks that disagree goes out as it was written', async () => {
  const [one, two] = [await openTab(), await openTab()]
  await write(one, 'a')
  vi.setSystemTime(Date.now() - 3_600_000)
  await write(two, 'b')
  vi.setSystemTime(Date.now() + 1_800_000)
  await write(one, 'c')
  await comeBack()
  expect(stored).toEqual(['a', 'b', 'c'])
})
