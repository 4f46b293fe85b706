// Two tabs of one member keep what waits in one store of the device.
import type { Outgoing } from '@parvis/contract/chat.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Live } from '#web/kernel/live/live.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import type { Waiting } from './outbox-store.ts'
import { ME, OTHER, someMessage } from './some-message.ts'

const kept = vi.hoisted(() => new Map<string, unknown>())
vi.mock('./outbox-store.ts', () => ({
  keepWaiting: async (waiting: Waiting) => void kept.set(waiting.message.tmpId, waiting),
  dropWaiting: async (waiting: Waiting) => void kept.delete(waiting.message.tmpId),
  findWaiting: async (me: string) =>
    ([...kept.values()] as Waiting[]).filter(one => one.me === me).sort((a, b) => a.date.localeCompare(b.date)),
}))

/** What the server has stored, in this order; a name that it knows it does not store again. */
let stored: string[]
let refused: string[]
let stands: boolean
const tabs: Outbox[] = []

const openTab = async () => {
  const listeners = new Map<string, Set<(data: never) => void>>()
  const tell = (name: string, data: object) => {
    for (const listener of listeners.get(name) ?? []) listener(data as never)
  }
  const live = {
    send: frame => {
      const { tmpId } = frame as unknown as Outgoing
      if (!stands) return false
      setTimeout(() => {
        if (refused.includes(tmpId)) return tell('error', { tmpId, error: { key: 'forbidden' } })
        if (!stored.includes(tmpId)) stored.push(tmpId)
        tell('sent', { tmpId, message: someMessage(stored.indexOf(tmpId) + 1, { tmpId }) })
      }, 20)
      return true
    },
    on: (name: string, listener: (data: never) => void) => {
      listeners.set(name, (listeners.get(name) ?? new Set()).add(listener))
      return () => void listeners.get(name)?.delete(listener)
    },
  } as Pick<Live, 'send' | 'on'>
  const outbox = createOutbox(live, () => {})
  await outbox.open(ME)
  tabs.push(outbox)
  return outbox
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
  kept.clear()
  stored = []
  refused = []
  stands = false
})
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.close()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const write = async (tab: Outbox, tmpId: string) => {
  tab.send({ me: ME, message: { tmpId, to: OTHER, text: tmpId }, date: new Date().toISOString() })
  await vi.advanceTimersByTimeAsync(200)
}

test('what two tabs wrote in turn while they were offline goes out in the order in which it was written', async () => {
  const [one, two] = [await openTab(), await openTab()]
  for (const [tab, tmpId] of [
    [one, 'a'],
    [two, 'b'],
    [one, 'c'],
    [two, 'd'],
  ] as const)
    await write(tab, tmpId)
  stands = true
  for (const tab of tabs) tab.wake()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(stored).toEqual(['a', 'b', 'c', 'd'])
  expect([one, two].flatMap(tab => tab.waiting())).toEqual([])
  expect(kept.size).toBe(0)
})

test('what is refused in one tab holds up nothing in the other, and is told in its own', async () => {
  const [one, two] = [await openTab(), await openTab()]
  await write(one, 'a')
  await write(two, 'b')
  refused = ['a']
  stands = true
  for (const tab of tabs) tab.wake()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(stored).toEqual(['b'])
  expect(one.waiting()).toMatchObject([{ message: { tmpId: 'a' }, refused: 'forbidden' }])
})
