import { setUnsentCount } from './unsent-count.ts'
import type { PendingItem, UnsentKind } from './pending.ts'
import { isListed, isSameItem } from './queue-order.ts'
import type { Sender } from './sender.ts'

/** The state of an outbox; the functions of `outbox-storage.ts` and `outbox-sending.ts` read and change it. */
export interface OutboxState {
  items: readonly PendingItem[]
  ownerId: string | null
  listeners: Set<() => void>
  senders: Map<UnsentKind, Sender<UnsentKind, { _id: string }>>
  displayed: Map<string, { of: PendingItem; removeDisplay: () => void }>
  /** Store name per saved item: an item missing in that store was removed elsewhere; a new name means an eviction. */
  storeNames: Map<string, string>
  sendingPlaces: Set<string>
  timers: Map<string, { timer: ReturnType<typeof setTimeout>; waitMs: number }>
  attempts: Map<string, AbortController>
  failures: Map<string, number>
  channel: BroadcastChannel
}

/** The state of an outbox that is not open yet. */
export const createOutboxState = (): OutboxState => ({
  items: [],
  ownerId: null,
  listeners: new Set(),
  senders: new Map(),
  displayed: new Map(),
  storeNames: new Map(),
  sendingPlaces: new Set(),
  timers: new Map(),
  attempts: new Map(),
  failures: new Map(),
  channel: new BroadcastChannel('parvis-unsent'),
})

/** Displays the pending items that are not displayed yet; removes the display of sent, refused and replaced ones. */
export const updateDisplayed = ({ items, senders, displayed }: OutboxState): void => {
  const pending = new Map(items.filter(({ refused }) => !refused).map(one => [one.id, one]))
  // The new version is displayed before the old one is removed, to avoid flicker.
  const outdated = [...displayed].filter(([id, { of }]) => !pending.has(id) || !isSameItem(pending.get(id)!, of))
  for (const [id] of outdated) displayed.delete(id)
  for (const [id, of] of pending) {
    const show = senders.get(of.kind)?.display
    if (show && !displayed.has(id)) displayed.set(id, { of, removeDisplay: show(of) })
  }
  for (const [, { removeDisplay }] of outdated) removeDisplay()
}

export const notifySubscribers = ({ listeners }: OutboxState): void => {
  for (const changed of listeners) changed()
}

export const updateUnsentCount = ({ items }: OutboxState): void => setUnsentCount(items.filter(isListed).length)

/** Replaces the items, and updates their display and their count. */
export const setItems = (state: OutboxState, next: readonly PendingItem[]): void => {
  state.items = next
  updateDisplayed(state)
  updateUnsentCount(state)
  notifySubscribers(state)
}
