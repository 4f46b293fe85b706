import { createStore, del, promisifyRequest, type UseStore } from 'idb-keyval'
import type { Waiting } from './waiting.ts'
import { inOrder } from './waiting-order.ts'

const box = createStore('parvis-unsent', 'waiting')

/** Null if the browser refuses access to its database or there is no space. */
export const inBox = async <T>(act: (store: UseStore) => Promise<T>): Promise<T | null> => {
  try {
    return await act(box)
  } catch {
    return null
  }
}

export const STORE_NAME = 'store'

const keyOf = ({ me, id }: Waiting) => `${me} ${id}`

const isWaiting = (value: unknown): value is Waiting =>
  typeof value === 'object' &&
  value !== null &&
  (['me', 'id', 'kind', 'place', 'date'] as const).every(name => typeof (value as Waiting)[name] === 'string')

/** Items of an older version have no number: they come first, by date. */
const read = (values: readonly unknown[]): Waiting[] =>
  values.filter(value => isWaiting(value)).map(one => ({ ...one, seq: one.seq ?? 0 }))

/** A store gets a new name after its content was evicted. */
const nameOf = async (store: IDBObjectStore): Promise<string> => {
  const known: unknown = await promisifyRequest(store.get(STORE_NAME))
  if (typeof known === 'string') return known
  const name = crypto.randomUUID()
  store.put(name, STORE_NAME)
  return name
}

export interface KeptAs {
  store: string
  seq: number
}

/**
 * Null if the device could not save it; `gone` if another tab has cancelled or replaced it. A new item is numbered
 * last, a known one keeps its number even after an eviction.
 */
export const keepWaiting = (waiting: Waiting, isNew: boolean, keptIn?: string): Promise<KeptAs | 'gone' | null> =>
  inBox(use =>
    use('readwrite', async records => {
      const store = await nameOf(records)
      const all = read(await promisifyRequest<unknown[]>(records.getAll()))
      const same = all.find(one => keyOf(one) === keyOf(waiting) && one.date === waiting.date)
      if (!same && keptIn === store) return 'gone'
      const next = 1 + Math.max(0, ...all.map(one => one.seq))
      const seq = same ? same.seq : isNew ? Math.max(next, waiting.seq) : waiting.seq
      records.put({ ...waiting, seq }, keyOf(waiting))
      await promisifyRequest(records.transaction)
      return { store, seq }
    }),
  )

export const dropWaiting = async (waiting: Waiting): Promise<void> => {
  await inBox(store => del(keyOf(waiting), store))
}

/** The pending items of this member on this device, the oldest first; null if the database cannot be read. */
export const findWaiting = (me: string): Promise<{ store: string; waiting: Waiting[] } | null> =>
  inBox(use =>
    use('readwrite', async records => {
      const store = await nameOf(records)
      const all = read(await promisifyRequest<unknown[]>(records.getAll()))
      return { store, waiting: inOrder(all.filter(one => one.me === me)) }
    }),
  )

/** Pending items of other members; all items if nobody is signed in (null). */
export const findWaitingOfOthers = async (me: string | null): Promise<Waiting[]> => {
  const all = await inBox(use => use('readonly', records => promisifyRequest<unknown[]>(records.getAll())))
  return read(all ?? []).filter(one => one.me !== me)
}
