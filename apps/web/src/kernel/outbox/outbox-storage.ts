import { setItems, type OutboxState } from './outbox-state.ts'
import type { PendingItem } from './pending.ts'
import { deletePending, findPending, savePending } from './pending-store.ts'
import { hasChanged, isSameItem, sortBySequence } from './queue-order.ts'

export type StorageLocation = 'device' | 'page' | null

const itemsWithout = (state: OutboxState, item: PendingItem) => state.items.filter(one => !isSameItem(one, item))

const notifyTabs = ({ channel }: OutboxState, ownerId: string) => {
  // A BroadcastChannel has a single origin, so postMessage takes no target origin here.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage(ownerId)
}

/** Saves an item on the device, unless another tab has removed it meanwhile. */
export const saveItem = async (state: OutboxState, { onlyHere, ...pending }: PendingItem): Promise<StorageLocation> => {
  const storeName = state.storeNames.get(pending.id)
  const saved = await savePending(pending, !onlyHere && storeName === undefined, storeName)
  if (saved === 'gone') {
    setItems(state, itemsWithout(state, pending))
    state.attempts.get(pending.id)?.abort()
    return 'device'
  }
  const at = state.items.findIndex(one => isSameItem(one, pending))
  const one = state.items[at]
  if (one && (Boolean(saved) === Boolean(one.onlyHere) || (saved && saved.seq !== one.seq))) {
    const stored = { ...one, seq: saved?.seq ?? one.seq, onlyHere: saved ? undefined : (true as const) }
    setItems(state, sortBySequence(state.items.with(at, stored)))
  }
  if (!saved) return 'page'
  state.storeNames.set(pending.id, saved.store)
  notifyTabs(state, pending.me)
  return 'device'
}

/** Changes an item, unless it was removed or replaced meanwhile. */
export const changeItem = (state: OutboxState, before: PendingItem, patch: Partial<PendingItem>): void => {
  const at = state.items.findIndex(one => isSameItem(one, before))
  if (at < 0) return
  const next = { ...state.items[at]!, ...patch } as PendingItem
  setItems(state, state.items.with(at, next))
  void saveItem(state, next)
}

export const removeItem = async (state: OutboxState, pending: PendingItem): Promise<void> => {
  setItems(state, itemsWithout(state, pending))
  // A later version of the item has the same id and must remain in the store.
  if (state.items.some(one => one.id === pending.id && one.me === pending.me)) return
  state.storeNames.delete(pending.id)
  await deletePending(pending)
  notifyTabs(state, pending.me)
}

/** Applies what other tabs have changed in the store, and saves the items again that the browser has evicted. */
export const syncFromStore = async (state: OutboxState): Promise<void> => {
  const ownerId = state.ownerId
  if (ownerId === null) return
  const before = new Map(state.items.map(one => [one.id, one]))
  const storedBefore = new Map(state.storeNames)
  const found = await findPending(ownerId)
  if (state.ownerId !== ownerId || !found) return
  const storedItems = new Map(found.waiting.map(one => [one.id, one]))
  const lostItems: PendingItem[] = []
  const merged = state.items.flatMap(one => {
    // An item that this tab has written or changed during the read is newer than the stored one.
    if (before.get(one.id) !== one) return [one]
    const other = storedItems.get(one.id)
    if (other) return [one.seq > other.seq || !hasChanged(one, other) ? one : other]
    const store = storedBefore.get(one.id)
    if (store === found.store) return []
    if (store !== undefined) lostItems.push(one)
    return [one]
  })
  const knownIds = new Set([...before.keys(), ...merged.map(({ id }) => id)])
  for (const { id } of found.waiting) state.storeNames.set(id, found.store)
  const next = sortBySequence([...merged, ...found.waiting.filter(({ id }) => !knownIds.has(id))])
  const gone = state.items.filter(({ id }) => !next.some(other => other.id === id))
  if (next.length !== state.items.length || next.some((one, at) => one !== state.items[at])) setItems(state, next)
  for (const { id } of gone) state.attempts.get(id)?.abort()
  await Promise.all(lostItems.map(one => saveItem(state, one)))
}
