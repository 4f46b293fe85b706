import { serverTime } from '../device/clock.ts'
import { acknowledged } from '../http/api.ts'
import { patience } from '../http/patience.ts'
import { asApiError, isPassing, isServerFailure, refusalOf } from './passing.ts'
import { setUnsent } from './unsent-count.ts'
import type { ToSend, UnsentKind, Waiting } from './waiting.ts'
import { differs, inOrder, isListed, isSame, nextSeq } from './waiting-order.ts'
import { dropWaiting, findWaiting, keepWaiting } from './waiting-store.ts'

const AGAIN_MS = 3_000
const MOST_AGAIN_MS = 60_000

/** After this many server failures an item is set aside, and the next one is sent. */
const MOST_FAILURES = 5

export interface Attempt<K extends UnsentKind = UnsentKind> {
  /** Aborted when the attempt stalls, or when the item is cancelled. */
  signal: AbortSignal
  onProgress: () => void
  /** Saves what a further attempt need not repeat. */
  change: (patch: Partial<Pick<Waiting<K>, 'payload' | 'photo'>>) => void
}

export interface Sender<K extends UnsentKind, Answer extends { _id: string }> {
  /** An answer without an id counts as none, and the item is sent again. */
  send: (waiting: Waiting<K>, attempt: Attempt<K>) => Promise<Answer>
  /** Called when the server has accepted the item, unless somebody else is signed in by then. */
  onSent: (answer: Answer, waiting: Waiting<K>) => void
  /** Displays the item before the server has accepted it. Returns a function that ends this. */
  show?: (waiting: Waiting<K>) => () => void
}

export type Kept = 'device' | 'page' | null

export interface Outbox {
  waiting: () => readonly Waiting[]
  subscribe: (changed: () => void) => () => void
  isUnderWay: (id: string) => boolean
  serve: <K extends UnsentKind, Answer extends { _id: string }>(kind: K, sender: Sender<K, Answer>) => () => void
  /** The user id of the member; null before the outbox is opened, and for nobody. */
  owner: () => string | null
  /** Queues an item and returns where it is saved until sent. */
  send: (item: ToSend) => Promise<Kept>
  holds: (place: string) => boolean
  sendAgain: (id: string) => void
  /** Returns the item as it was given; null if it is gone. It may have reached the server. */
  forget: (id: string) => ToSend | null
  open: (me: string | null) => Promise<void>
  wake: () => void
  close: () => void
}

/** Only one tab at a time sends to one place. Without browser locks, the ids prevent duplicates. */
const alone = async (name: string, act: () => Promise<void>): Promise<void> => {
  if (navigator.locks) await navigator.locks.request(`outbox ${name}`, act)
  else await act()
}

/** Sends what the member writes: in order, once, and until the server accepts or refuses it. */
export const createOutbox = (): Outbox => {
  let box: readonly Waiting[] = []
  let me: string | null = null
  const listeners = new Set<() => void>()
  const senders = new Map<UnsentKind, Sender<UnsentKind, { _id: string }>>()
  const shown = new Map<string, { of: Waiting; end: () => void }>()
  /**
   * Saved ids and their store: an id missing in the same store was sent or cancelled in another tab; another store
   * means an eviction, after which the items are saved again.
   */
  const kept = new Map<string, string>()
  const running = new Set<string>()
  const timers = new Map<string, { timer: ReturnType<typeof setTimeout>; waitMs: number }>()
  const underWay = new Map<string, AbortController>()
  const failures = new Map<string, number>()
  const tabs = new BroadcastChannel('parvis-unsent')
  const tellTabs = (whose: string) => {
    // A BroadcastChannel has one origin and takes no target origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    tabs.postMessage(whose)
  }

  const showAll = () => {
    const waiting = new Map(box.filter(({ refused }) => !refused).map(one => [one.id, one]))
    // The new display begins before the old one ends, to avoid flicker.
    const over = [...shown].filter(([id, { of }]) => !waiting.has(id) || !isSame(waiting.get(id)!, of))
    for (const [id] of over) shown.delete(id)
    for (const [id, of] of waiting) {
      const show = senders.get(of.kind)?.show
      if (show && !shown.has(id)) shown.set(id, { of, end: show(of) })
    }
    for (const [, { end }] of over) end()
  }
  const tell = () => {
    for (const changed of listeners) changed()
  }
  const count = () => setUnsent(box.filter(isListed).length)
  const put = (next: readonly Waiting[]) => {
    box = next
    showAll()
    count()
    tell()
  }
  const keep = async ({ onlyHere, ...waiting }: Waiting): Promise<Kept> => {
    const keptIn = kept.get(waiting.id)
    const as = await keepWaiting(waiting, !onlyHere && keptIn === undefined, keptIn)
    if (as === 'gone') {
      // Cancelled or replaced in another tab.
      put(box.filter(one => !isSame(one, waiting)))
      underWay.get(waiting.id)?.abort()
      return 'device'
    }
    const at = box.findIndex(one => isSame(one, waiting))
    const one = box[at]
    if (one && (Boolean(as) === Boolean(one.onlyHere) || (as && as.seq !== one.seq)))
      put(inOrder(box.with(at, { ...one, seq: as?.seq ?? one.seq, onlyHere: as ? undefined : true })))
    if (!as) return 'page'
    kept.set(waiting.id, as.store)
    tellTabs(waiting.me)
    return 'device'
  }
  const change = (before: Waiting, patch: Partial<Waiting>) => {
    const at = box.findIndex(one => isSame(one, before))
    if (at < 0) return
    const next = { ...box[at]!, ...patch } as Waiting
    put(box.with(at, next))
    void keep(next)
  }
  const drop = async (waiting: Waiting) => {
    put(box.filter(one => !isSame(one, waiting)))
    // The device holds a later version under the same id.
    if (box.some(one => one.id === waiting.id && one.me === waiting.me)) return
    kept.delete(waiting.id)
    await dropWaiting(waiting)
    tellTabs(waiting.me)
  }

  /** Merges what another tab of this member has stored, changed, sent or cancelled. */
  const look = async () => {
    const whose = me
    if (whose === null) return
    const before = new Map(box.map(one => [one.id, one]))
    const wasKept = new Map(kept)
    const found = await findWaiting(whose)
    if (me !== whose || !found) return
    const there = new Map(found.waiting.map(one => [one.id, one]))
    const lost: Waiting[] = []
    const own = box.flatMap(one => {
      // An item written or changed here meanwhile is newer than the stored one.
      if (before.get(one.id) !== one) return [one]
      const other = there.get(one.id)
      if (other) return [one.seq > other.seq || !differs(one, other) ? one : other]
      const store = wasKept.get(one.id)
      if (store === found.store) return []
      if (store !== undefined) lost.push(one)
      return [one]
    })
    const here = new Set([...before.keys(), ...own.map(({ id }) => id)])
    for (const { id } of found.waiting) kept.set(id, found.store)
    const next = inOrder([...own, ...found.waiting.filter(({ id }) => !here.has(id))])
    const gone = box.filter(({ id }) => !next.some(other => other.id === id))
    if (next.length !== box.length || next.some((one, at) => one !== box[at])) put(next)
    for (const { id } of gone) underWay.get(id)?.abort()
    await Promise.all(lost.map(keep))
  }

  const goesTo = (place: string) => (one: Waiting) => one.place === place && !one.refused && senders.has(one.kind)

  const later = (place: string, seconds: number) => {
    const before = timers.get(place)?.waitMs ?? 0
    const waitMs = Math.min(before ? before * 2 : AGAIN_MS, MOST_AGAIN_MS)
    const timer = setTimeout(() => void runPlace(place), Math.max(waitMs, seconds * 1000))
    timers.set(place, { timer, waitMs })
  }

  const sendOne = async (next: Waiting): Promise<boolean> => {
    const { abort, moved, end } = patience()
    underWay.set(next.id, abort)
    tell()
    const sender = senders.get(next.kind)!
    try {
      const answer = acknowledged(
        await sender.send(next, {
          signal: abort.signal,
          onProgress: moved,
          change: patch => change(next, patch as Partial<Waiting>),
        }),
      )
      const dropped = drop(next)
      // Another member must not see the result.
      if (next.me === me) sender.onSent(answer, next)
      await dropped
      failures.delete(next.id)
      timers.delete(next.place)
      wakeOthers(next.place)
      return true
    } catch (failure) {
      if (!box.some(one => isSame(one, next))) return true
      const error = asApiError(failure)
      const failed = (failures.get(next.id) ?? 0) + (isServerFailure(error) ? 1 : 0)
      failures.set(next.id, failed)
      if (isPassing(error) && failed < MOST_FAILURES) {
        later(next.place, Number(error.params?.seconds ?? 0))
        return false
      }
      failures.delete(next.id)
      change(next, { refused: refusalOf(error) })
      return true
    } finally {
      end()
      underWay.delete(next.id)
      tell()
    }
  }

  const runPlace = async (place: string) => {
    if (running.has(place) || me === null) return
    running.add(place)
    const whose = me
    try {
      await alone(`${whose} ${place}`, async () => {
        for (;;) {
          await look()
          const next = me === whose && box.find(goesTo(place))
          if (!next) return void timers.delete(place)
          if (!(await sendOne(next))) return
        }
      })
    } finally {
      running.delete(place)
    }
    // Items may have been added at the very end.
    if (box.some(goesTo(place)) && !timers.has(place)) void runPlace(place)
  }

  const run = (places: Iterable<string>) => {
    for (const place of new Set(places)) {
      clearTimeout(timers.get(place)?.timer)
      void runPlace(place)
    }
  }
  const wakeOthers = (but: string) => run([...timers.keys()].filter(place => place !== but))
  const wake = () => {
    const all = box.map(({ place }) => place)
    run(all)
    timers.clear()
  }

  tabs.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data === me) void look().then(wake)
  }

  const clear = () => {
    for (const { timer } of timers.values()) clearTimeout(timer)
    timers.clear()
    kept.clear()
    put([])
  }

  return {
    waiting: () => box,
    subscribe: changed => {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
    isUnderWay: id => underWay.has(id),
    serve: (kind, sender) => {
      senders.set(kind, sender as unknown as Sender<UnsentKind, { _id: string }>)
      showAll()
      run(box.filter(one => one.kind === kind).map(({ place }) => place))
      return () => void senders.delete(kind)
    },
    owner: () => me,
    send: async item => {
      if (me === null) return null
      const date = new Date(serverTime()).toISOString()
      const waiting = { ...item, me, date, seq: nextSeq(box) } as Waiting
      kept.delete(waiting.id)
      failures.delete(waiting.id)
      put([...box.filter(({ id }) => id !== waiting.id), waiting])
      const isKept = keep(waiting)
      run([waiting.place])
      return isKept
    },
    holds: place => box.some(one => one.place === place && !one.refused),
    sendAgain: id => {
      const refused = box.find(one => one.id === id)
      if (refused) change(refused, { refused: undefined })
      wake()
    },
    forget: id => {
      const gone = box.find(one => one.id === id)
      if (!gone) return null
      const attempt = underWay.get(id)
      void drop(gone).then(() => attempt?.abort())
      const { me: _, date: __, seq: ___, refused: ____, onlyHere: _____, ...item } = gone
      return item as ToSend
    },
    open: async userId => {
      if (userId !== me) {
        if (me !== null) clear()
        me = userId
        tell()
      }
      await look()
      count()
      wake()
    },
    wake,
    close: () => {
      me = null
      clear()
      tabs.close()
    },
  }
}

export const outbox = createOutbox()
