import { assertAcknowledged } from '../http/api.ts'
import { createStallTimeout } from '../http/stall-timeout.ts'
import { notifySubscribers, type OutboxState } from './outbox-state.ts'
import { changeItem, removeItem, syncFromStore } from './outbox-storage.ts'
import type { PendingItem } from './pending.ts'
import { isSameItem } from './queue-order.ts'
import { asApiError, isServerFailure, isTransientError, refusalOf } from './transient-error.ts'

const RETRY_MS = 3_000
const MAX_RETRY_MS = 60_000

/** After this many server failures an item is marked as refused, and the next item is sent. */
const MAX_FAILURES = 5

/** Ensures that only one tab sends to a `place`. Without Web Locks, two tabs may send; the server ignores known ids. */
const withTabLock = async (name: string, action: () => Promise<void>): Promise<void> => {
  if (navigator.locks) await navigator.locks.request(`outbox ${name}`, action)
  else await action()
}

const scheduleRetry = (state: OutboxState, place: string, minSeconds: number) => {
  const before = state.timers.get(place)?.waitMs ?? 0
  const waitMs = Math.min(before ? before * 2 : RETRY_MS, MAX_RETRY_MS)
  const timer = setTimeout(() => void sendItemsOfPlace(state, place), Math.max(waitMs, minSeconds * 1000))
  state.timers.set(place, { timer, waitMs })
}

/** Handles a failed attempt. Returns whether the next item of this `place` can be sent. */
const handleFailure = (state: OutboxState, item: PendingItem, failure: unknown): boolean => {
  const { failures } = state
  if (!state.items.some(one => isSameItem(one, item))) return true
  const error = asApiError(failure)
  const failureCount = (failures.get(item.id) ?? 0) + (isServerFailure(error) ? 1 : 0)
  failures.set(item.id, failureCount)
  if (isTransientError(error) && failureCount < MAX_FAILURES) {
    scheduleRetry(state, item.place, Number(error.params?.seconds ?? 0))
    return false
  }
  failures.delete(item.id)
  changeItem(state, item, { refused: refusalOf(error) })
  return true
}

/** Sends an item. Returns whether the next item of this `place` can be sent. */
const sendItem = async (state: OutboxState, next: PendingItem): Promise<boolean> => {
  const { controller, restart, clear } = createStallTimeout()
  state.attempts.set(next.id, controller)
  notifySubscribers(state)
  const sender = state.senders.get(next.kind)!
  try {
    const answer = assertAcknowledged(
      await sender.send(next, {
        signal: controller.signal,
        onProgress: restart,
        changeItem: patch => changeItem(state, next, patch as Partial<PendingItem>),
      }),
    )
    const removal = removeItem(state, next)
    // If another member has signed in since, they must not see the result.
    if (next.me === state.ownerId) sender.onSent(answer, next)
    await removal
    state.failures.delete(next.id)
    state.timers.delete(next.place)
    const others = [...state.timers.keys()].filter(place => place !== next.place)
    sendItemsOfPlaces(state, others)
    return true
  } catch (failure) {
    return handleFailure(state, next, failure)
  } finally {
    clear()
    state.attempts.delete(next.id)
    notifySubscribers(state)
  }
}

const sendItemsOfPlace = async (state: OutboxState, place: string) => {
  const { sendingPlaces, timers } = state
  if (sendingPlaces.has(place) || state.ownerId === null) return
  const isSendable = (one: PendingItem) => one.place === place && !one.refused && state.senders.has(one.kind)
  sendingPlaces.add(place)
  const ownerId = state.ownerId
  try {
    await withTabLock(`${ownerId} ${place}`, async () => {
      for (;;) {
        await syncFromStore(state)
        const next = state.ownerId === ownerId && state.items.find(isSendable)
        if (!next) return void timers.delete(place)
        if (!(await sendItem(state, next))) return
      }
    })
  } finally {
    sendingPlaces.delete(place)
  }
  // Items may have been added after the last check of the loop.
  if (state.items.some(isSendable) && !timers.has(place)) void sendItemsOfPlace(state, place)
}

/** Sends the items of these places now, without waiting for their retry. */
export const sendItemsOfPlaces = (state: OutboxState, places: Iterable<string>): void => {
  for (const place of new Set(places)) {
    clearTimeout(state.timers.get(place)?.timer)
    void sendItemsOfPlace(state, place)
  }
}

/** Sends all items now, and resets the delays before a retry. */
export const sendAllItems = (state: OutboxState): void => {
  const places = state.items.map(({ place }) => place)
  sendItemsOfPlaces(state, places)
  state.timers.clear()
}
