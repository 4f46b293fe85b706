import { serverTime } from '../device/clock.ts'
import { assertAcknowledged } from '../http/api.ts'
import { createStallTimeout } from '../http/stall-timeout.ts'
import { asApiError, isTransientError, isServerFailure, refusalOf } from './transient-error.ts'
import { setUnsentCount } from './unsent-count.ts'
import type { OutgoingItem, UnsentKind, PendingItem } from './pending.ts'
import { hasChanged, sortBySequence, isListed, isSameItem, nextSeq } from './queue-order.ts'
import { deletePending, findPending, savePending } from './pending-store.ts'

const RETRY_MS = 3_000
const MAX_RETRY_MS = 60_000

/** After this many server failures an item counts as refused, and the next item is sent. */
const MAX_FAILURES = 5

export interface Attempt<K extends UnsentKind = UnsentKind> {
  signal: AbortSignal
  onProgress: () => void
  /** Saves changes to the item, such as an uploaded photo, that a further attempt need not repeat. */
  change: (patch: Partial<Pick<PendingItem<K>, 'payload' | 'photo'>>) => void
}

export interface Sender<K extends UnsentKind, Answer extends { _id: string }> {
  /** Sends the item. A response without an id counts as none, and the item is sent again. */
  send: (pending: PendingItem<K>, attempt: Attempt<K>) => Promise<Answer>
  onSent: (answer: Answer, pending: PendingItem<K>) => void
  /** Displays the item before the server has accepted it. Returns the function that removes this display. */
  show?: (pending: PendingItem<K>) => () => void
}

export type StorageLocation = 'device' | 'page' | null

export interface Outbox {
  pending: () => readonly PendingItem[]
  subscribe: (changed: () => void) => () => void
  isSending: (id: string) => boolean
  registerSender: <K extends UnsentKind, Answer extends { _id: string }>(
    kind: K,
    sender: Sender<K, Answer>,
  ) => () => void
  /** The user id of the signed-in member; null if nobody is signed in or the outbox is not open yet. */
  owner: () => string | null
  /** Queues an item and returns where it is stored until it is sent. */
  send: (item: OutgoingItem) => Promise<StorageLocation>
  hasPending: (place: string) => boolean
  retry: (id: string) => void
  /** Removes an item and returns it; null if there is no such item. It may already have reached the server. */
  cancel: (id: string) => OutgoingItem | null
  open: (me: string | null) => Promise<void>
  retryAll: () => void
  close: () => void
}

/** Ensures that only one tab sends to a `place`. Without the Web Locks API, the ids prevent duplicates. */
const withTabLock = async (name: string, action: () => Promise<void>): Promise<void> => {
  if (navigator.locks) await navigator.locks.request(`outbox ${name}`, action)
  else await action()
}

/** Sends what the member writes, in order and without duplicates, until the server accepts or refuses it. */
export const createOutbox = (): Outbox => {
  let items: readonly PendingItem[] = []
  let me: string | null = null
  const listeners = new Set<() => void>()
  const senders = new Map<UnsentKind, Sender<UnsentKind, { _id: string }>>()
  const displayed = new Map<string, { of: PendingItem; end: () => void }>()
  /** The store of each saved item. A missing item was handled by another tab, or evicted if the store is new. */
  const storedIn = new Map<string, string>()
  const runningPlaces = new Set<string>()
  const timers = new Map<string, { timer: ReturnType<typeof setTimeout>; waitMs: number }>()
  const attempts = new Map<string, AbortController>()
  const failures = new Map<string, number>()
  const channel = new BroadcastChannel('parvis-unsent')
  const notifyTabs = (ownerId: string) => {
    // A BroadcastChannel has a single origin, so postMessage takes no target origin here.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    channel.postMessage(ownerId)
  }

  const updateDisplayed = () => {
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
  const notify = () => {
    for (const changed of listeners) changed()
  }
  const updateCount = () => setUnsentCount(items.filter(isListed).length)
  const setItems = (next: readonly PendingItem[]) => {
    items = next
    updateDisplayed()
    updateCount()
    notify()
  }
  const save = async ({ onlyHere, ...pending }: PendingItem): Promise<StorageLocation> => {
    const storeName = storedIn.get(pending.id)
    const saved = await savePending(pending, !onlyHere && storeName === undefined, storeName)
    if (saved === 'gone') {
      setItems(items.filter(one => !isSameItem(one, pending)))
      attempts.get(pending.id)?.abort()
      return 'device'
    }
    const at = items.findIndex(one => isSameItem(one, pending))
    const one = items[at]
    if (one && (Boolean(saved) === Boolean(one.onlyHere) || (saved && saved.seq !== one.seq)))
      setItems(
        sortBySequence(items.with(at, { ...one, seq: saved?.seq ?? one.seq, onlyHere: saved ? undefined : true })),
      )
    if (!saved) return 'page'
    storedIn.set(pending.id, saved.store)
    notifyTabs(pending.me)
    return 'device'
  }
  const change = (before: PendingItem, patch: Partial<PendingItem>) => {
    const at = items.findIndex(one => isSameItem(one, before))
    if (at < 0) return
    const next = { ...items[at]!, ...patch } as PendingItem
    setItems(items.with(at, next))
    void save(next)
  }
  const remove = async (pending: PendingItem) => {
    setItems(items.filter(one => !isSameItem(one, pending)))
    // The outbox contains a later version of the item under the same id, which stays.
    if (items.some(one => one.id === pending.id && one.me === pending.me)) return
    storedIn.delete(pending.id)
    await deletePending(pending)
    notifyTabs(pending.me)
  }

  const syncFromStore = async () => {
    const ownerId = me
    if (ownerId === null) return
    const before = new Map(items.map(one => [one.id, one]))
    const storedBefore = new Map(storedIn)
    const found = await findPending(ownerId)
    if (me !== ownerId || !found) return
    const storedItems = new Map(found.waiting.map(one => [one.id, one]))
    const lostItems: PendingItem[] = []
    const merged = items.flatMap(one => {
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
    for (const { id } of found.waiting) storedIn.set(id, found.store)
    const next = sortBySequence([...merged, ...found.waiting.filter(({ id }) => !knownIds.has(id))])
    const gone = items.filter(({ id }) => !next.some(other => other.id === id))
    if (next.length !== items.length || next.some((one, at) => one !== items[at])) setItems(next)
    for (const { id } of gone) attempts.get(id)?.abort()
    await Promise.all(lostItems.map(save))
  }

  const isSendableTo = (place: string) => (one: PendingItem) =>
    one.place === place && !one.refused && senders.has(one.kind)

  const scheduleRetry = (place: string, seconds: number) => {
    const before = timers.get(place)?.waitMs ?? 0
    const waitMs = Math.min(before ? before * 2 : RETRY_MS, MAX_RETRY_MS)
    const timer = setTimeout(() => void sendAllTo(place), Math.max(waitMs, seconds * 1000))
    timers.set(place, { timer, waitMs })
  }

  const sendOne = async (next: PendingItem): Promise<boolean> => {
    const { controller, restart, clear } = createStallTimeout()
    attempts.set(next.id, controller)
    notify()
    const sender = senders.get(next.kind)!
    try {
      const answer = assertAcknowledged(
        await sender.send(next, {
          signal: controller.signal,
          onProgress: restart,
          change: patch => change(next, patch as Partial<PendingItem>),
        }),
      )
      const removal = remove(next)
      // If another member has signed in since, they must not see the result.
      if (next.me === me) sender.onSent(answer, next)
      await removal
      failures.delete(next.id)
      timers.delete(next.place)
      retryOthers(next.place)
      return true
    } catch (failure) {
      if (!items.some(one => isSameItem(one, next))) return true
      const error = asApiError(failure)
      const failed = (failures.get(next.id) ?? 0) + (isServerFailure(error) ? 1 : 0)
      failures.set(next.id, failed)
      if (isTransientError(error) && failed < MAX_FAILURES) {
        scheduleRetry(next.place, Number(error.params?.seconds ?? 0))
        return false
      }
      failures.delete(next.id)
      change(next, { refused: refusalOf(error) })
      return true
    } finally {
      clear()
      attempts.delete(next.id)
      notify()
    }
  }

  const sendAllTo = async (place: string) => {
    if (runningPlaces.has(place) || me === null) return
    runningPlaces.add(place)
    const ownerId = me
    try {
      await withTabLock(`${ownerId} ${place}`, async () => {
        for (;;) {
          await syncFromStore()
          const next = me === ownerId && items.find(isSendableTo(place))
          if (!next) return void timers.delete(place)
          if (!(await sendOne(next))) return
        }
      })
    } finally {
      runningPlaces.delete(place)
    }
    // Items may have been added after the last check of the loop.
    if (items.some(isSendableTo(place)) && !timers.has(place)) void sendAllTo(place)
  }

  const run = (places: Iterable<string>) => {
    for (const place of new Set(places)) {
      clearTimeout(timers.get(place)?.timer)
      void sendAllTo(place)
    }
  }
  const retryOthers = (except: string) => run([...timers.keys()].filter(place => place !== except))
  const retryAll = () => {
    const all = items.map(({ place }) => place)
    run(all)
    timers.clear()
  }

  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data === me) void syncFromStore().then(retryAll)
  }

  const clear = () => {
    for (const { timer } of timers.values()) clearTimeout(timer)
    timers.clear()
    storedIn.clear()
    setItems([])
  }

  return {
    pending: () => items,
    subscribe: changed => {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
    isSending: id => attempts.has(id),
    registerSender: (kind, sender) => {
      senders.set(kind, sender as unknown as Sender<UnsentKind, { _id: string }>)
      updateDisplayed()
      run(items.filter(one => one.kind === kind).map(({ place }) => place))
      return () => void senders.delete(kind)
    },
    owner: () => me,
    send: async item => {
      if (me === null) return null
      const date = new Date(serverTime()).toISOString()
      const pending = { ...item, me, date, seq: nextSeq(items) } as PendingItem
      storedIn.delete(pending.id)
      failures.delete(pending.id)
      setItems([...items.filter(({ id }) => id !== pending.id), pending])
      const saving = save(pending)
      run([pending.place])
      return saving
    },
    hasPending: place => items.some(one => one.place === place && !one.refused),
    retry: id => {
      const refused = items.find(one => one.id === id)
      if (refused) change(refused, { refused: undefined })
      retryAll()
    },
    cancel: id => {
      const gone = items.find(one => one.id === id)
      if (!gone) return null
      const attempt = attempts.get(id)
      void remove(gone).then(() => attempt?.abort())
      const { me: _, date: __, seq: ___, refused: ____, onlyHere: _____, ...item } = gone
      return item as OutgoingItem
    },
    open: async userId => {
      if (userId !== me) {
        if (me !== null) clear()
        me = userId
        notify()
      }
      await syncFromStore()
      updateCount()
      retryAll()
    },
    retryAll,
    close: () => {
      me = null
      clear()
      channel.close()
    },
  }
}

export const outbox = createOutbox()
