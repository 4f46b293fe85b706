import { assertAcknowledged } from '../http/api.ts'
import { createStallTimeout } from '../http/stall-timeout.ts'
import { notify, type OutboxState } from './outbox-state.ts'
import { changeItem, removeItem, syncFromStore } from './outbox-storage.ts'
import type { PendingItem } from './pending.ts'
import { isSameItem } from './queue-order.ts'
import { asApiError, isServerFailure, isTransientError, refusalOf } from './transient-error.ts'

const RETRY_MS = 3_000
const MAX_RETRY_MS = 60_000

/** After this many server failures an item counts as refused, and the next item is sent. */
const MAX_FAILURES = 5

/** Ensures that only one tab sends to a `place`. Without the Web Locks API, the ids prevent duplicates. */
const withTabLock = async (name: string, action: () => Promise<void>): Promise<void> => {
  if (navigator.locks) await navigator.locks.request(`outbox ${name}`, action)
  else await action()
}

const scheduleRetry = (state: OutboxState, place: string, seconds: number) => {
  const before = state.timers.get(place)?.waitMs ?? 0
  const waitMs = Math.min(before ? before * 2 : RETRY_MS, MAX_RETRY_MS)
  const timer = setTimeout(() => void sendAllTo(state, place), Math.max(waitMs, seconds * 1000))
  state.timers.set(place, { timer, waitMs })
}

/** Handles a failed attempt. Returns whether the next item of this `place` can be sent. */
const handleFailure = (state: OutboxState, item: PendingItem, failure: unknown): boolean => {
  const { failures } = state
  if (!state.items.some(one => isSameItem(one, item))) return true
  const error = asApiError(failure)
  const failed = (failures.get(item.id) ?? 0) + (isServerFailure(error) ? 1 : 0)
  failures.set(item.id, failed)
  if (isTransientError(error) && failed < MAX_FAILURES) {
    scheduleRetry(state, item.place, Number(error.params?.seconds ?? 0))
    return false
  }
  failures.delete(item.id)
  changeItem(state, item, { refused: refusalOf(error) })
  return true
}

/** Sends an item. Returns whether the next item of this `place` can be sent. */
const sendOne = async (state: OutboxState, next: PendingItem): Promise<boolean> => {
  const { controller, restart, clear } = createStallTimeout()
  state.attempts.set(next.id, controller)
  notify(state)
  const sender = state.senders.get(next.kind)!
  try {
    const answer = assertAcknowledged(
      await sender.send(next, {
        signal: controller.signal,
        onProgress: restart,
        change: patch => changeItem(state, next, patch as Partial<PendingItem>),
      }),
    )
    const removal = removeItem(state, next)
    // If another member has signed in since, they must not see the result.
    if (next.me === state.me) sender.onSent(answer, next)
    await removal
    state.failures.delete(next.id)
    state.timers.delete(next.place)
    const others = [...state.timers.keys()].filter(place => place !== next.place)
    sendTo(state, others)
    return true
  } catch (failure) {
    return handleFailure(state, next, failure)
  } finally {
    clear()
    state.attempts.delete(next.id)
    notify(state)
  }
}

const sendAllTo = async (state: OutboxState, place: string) => {
  const { runningPlaces, timers } = state
  if (runningPlaces.has(place) || state.me === null) return
  const isSendable = (one: PendingItem) => one.place === place && !one.refused && state.senders.has(one.kind)
  runningPlaces.add(place)
  const ownerId = state.me
  try {
    await withTabLock(`${ownerId} ${place}`, async () => {
      for (;;) {
        await syncFromStore(state)
        const next = state.me === ownerId && state.items.find(isSendable)
        if (!next) return void timers.delete(place)
        if (!(await sendOne(state, next))) return
      }
    })
  } finally {
    runningPlaces.delete(place)
  }
  // Items may have been added after the last check of the loop.
  if (state.items.some(isSendable) && !timers.has(place)) void sendAllTo(state, place)
}

/** Sends the items of these places now, without waiting for their retry. */
export const sendTo = (state: OutboxState, places: Iterable<string>): void => {
  for (const place of new Set(places)) {
    clearTimeout(state.timers.get(place)?.timer)
    void sendAllTo(state, place)
  }
}

/** Sends all items now, and starts anew with the shortest delay before a retry. */
export const sendAll = (state: OutboxState): void => {
  const places = state.items.map(({ place }) => place)
  sendTo(state, places)
  state.timers.clear()
}
