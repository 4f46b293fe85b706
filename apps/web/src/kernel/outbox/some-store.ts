import type { Waiting } from './waiting.ts'
import { inOrder } from './waiting-order.ts'
import type * as store from './waiting-store.ts'

/** Replaces pending-store.ts in tests; pending-store.browser.test.tsx tests the real one. */
export const device = {
  kept: new Map<string, Waiting>(),
  store: 'first',
  hasRoom: true,
  /** Clears the store as an eviction does, without notice. */
  empty: (name: string) => {
    device.kept.clear()
    device.store = name
  },
  renew: () => {
    device.empty('first')
    device.hasRoom = true
  },
}

const keyOf = ({ me, id }: Waiting) => `${me} ${id}`

export const keepWaiting: typeof store.keepWaiting = async (waiting, isNew, keptIn) => {
  if (!device.hasRoom) return null
  const before = device.kept.get(keyOf(waiting))
  if (before?.date !== waiting.date && keptIn === device.store) return 'gone'
  const last = Math.max(0, ...[...device.kept.values()].map(one => one.seq))
  const seq = before?.date === waiting.date ? before.seq : isNew ? Math.max(last + 1, waiting.seq) : waiting.seq
  device.kept.set(keyOf(waiting), { ...waiting, seq })
  return { store: device.store, seq }
}

export const dropWaiting: typeof store.dropWaiting = async waiting => void device.kept.delete(keyOf(waiting))

export const findWaiting: typeof store.findWaiting = async me => ({
  store: device.store,
  waiting: inOrder([...device.kept.values()].filter(one => one.me === me)),
})
