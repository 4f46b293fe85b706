import type { PendingItem } from './pending.ts'
import { sortBySequence } from './queue-order.ts'
import type * as store from './pending-store.ts'

/** The state of this replacement of pending-store.ts in unit tests; a browser test tests the real store. */
export const device = {
  savedItems: new Map<string, PendingItem>(),
  store: 'first',
  hasRoom: true,
  evict: (name: string) => {
    device.savedItems.clear()
    device.store = name
  },
  reset: () => {
    device.evict('first')
    device.hasRoom = true
  },
}

const keyOf = ({ me, id }: PendingItem) => `${me} ${id}`

export const savePending: typeof store.savePending = async (item, isNew, storeName) => {
  if (!device.hasRoom) return null
  const before = device.savedItems.get(keyOf(item))
  if (before?.date !== item.date && storeName === device.store) return 'gone'
  const last = Math.max(0, ...[...device.savedItems.values()].map(one => one.seq))
  const seq = before?.date === item.date ? before.seq : isNew ? Math.max(last + 1, item.seq) : item.seq
  device.savedItems.set(keyOf(item), { ...item, seq })
  return { store: device.store, seq }
}

export const deletePending: typeof store.deletePending = async item => void device.savedItems.delete(keyOf(item))

export const findPending: typeof store.findPending = async me => ({
  store: device.store,
  waiting: sortBySequence([...device.savedItems.values()].filter(one => one.me === me)),
})
