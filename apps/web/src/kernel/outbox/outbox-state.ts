import { setUnsentCount } from './unsent-count.ts'
import type { PendingItem, UnsentKind } from './pending.ts'
import { isListed, isSameItem } from './queue-order.ts'
import type { Sender } from './sender.ts'

/** What an outbox knows; the functions of `outbox-storage.ts` and `outbox-sending.ts` work on it. */
export interface OutboxState {
  items: readonly PendingItem[]
  me: string | null
  listeners: Set<() => void>
  senders: Map<UnsentKind, Sender<UnsentKind, { _id: string }>>
  displayed: Map<string, { of: PendingItem; end: () => void }>
  /** The store of each saved item. A missing item was handled by another tab, or evicted if the store is new. */
  storedIn: Map<string, string>
  runningPlaces: Set<string>
  timers: Map<string, { timer: ReturnType<typeof setTimeout>; waitMs: number }>
  attempts: Map<string, AbortController>
  failures: Map<string, number>
  channel: BroadcastChannel
}

/** The state of an outbox that is not open yet. */
export const createOutboxState = (): OutboxState => ({
  items: [],
  me: null,
  listeners: new Set(),
  senders: new Map(),
  displayed: new Map(),
  storedIn: new Map(),
  runningPlaces: new Set(),
  timers: new Map(),
  attempts: new Map(),
  failures: new Map(),
  channel: new BroadcastChannel('parvis-unsent'),
})

/** Displays the items that are neither displayed yet nor refused, and removes the display of all others. */
export const updateDisplayed = ({ items, senders, displayed }: OutboxState): void => {
  const pending = new Map(items.filter(({ refused }) => !refused).map(one => [one.id, one]))
  // The new version is displayed before the old one is removed, to avoid flicker.
  const outdated = [...displayed].filter(([id, { of }]) => !pending.has(id) || !isSameItem(pending.get(id)!, of))
  for (const [id] of outdated) displayed.delete(id)
  for (const [id, of] of pending) {
    const show = senders.get(of.kind)?.show
    if (show && !displayed.has(id)) displayed.set(id, { of, end: show(of) })
  }
  for (const [, { end }] of outdated) end()
}

/** Tells the subscribers that the outbox has changed. */
export const notify = ({ listeners }: OutboxState): void => {
  for (const changed of listeners) changed()
}

/** Updates the counter of unsent items. */
export const updateCount = ({ items }: OutboxState): void => setUnsentCount(items.filter(isListed).length)

/** Replaces the items, and updates their display and their count. */
export const setItems = (state: OutboxState, next: readonly PendingItem[]): void => {
  state.items = next
  updateDisplayed(state)
  updateCount(state)
  notify(state)
}
