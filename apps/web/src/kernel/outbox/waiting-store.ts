import { createStore, del, promisifyRequest, type UseStore } from 'idb-keyval'
import type { Waiting } from './waiting.ts'
import { inOrder } from './waiting-order.ts'

const box = createStore('parvis-unsent', 'waiting')

/** Null where the browser refuses its database, or has no feature: what waits is then forgotten with the page. */
export const inBox = async <T>(act: (store: UseStore) => Promise<T>): Promise<T | null> => {
  try {
    return await act(box)
  } catch {
    return null
  }
}

/** Where the store's own name lies, beside what waits. */
export const STORE_NAME = 'store'

const keyOf = ({ me, id }: Waiting) => `${me} ${id}`

const isWaiting = (value: unknown): value is Waiting =>
  typeof value === 'object' &&
  value !== null &&
  (['me', 'id', 'kind', 'place', 'date'] as const).every(name => typeof (value as Waiting)[name] === 'string')

/** What an older version has kept has no number: it comes first, by its date. */
const read = (values: readonly unknown[]): Waiting[] =>
  values.filter(value => isWaiting(value)).map(one => ({ ...one, seq: one.seq ?? 0 }))

/** A store that was emptied gets another name. */
const nameOf = async (store: IDBObjectStore): Promise<string> => {
  const known: unknown = await promisifyRequest(store.get(STORE_NAME))
  if (typeof known === 'string') return known
  const name = crypto.randomUUID()
  store.put(name, STORE_NAME)
  return name
}

/** Where something was kept, and which number it has there. */
export interface KeptAs {
  store: string
  seq: number
}

/**
 * Null where the device could not keep it. What is `isNew` comes after all that is there, whichever tab has written
 * that; what was there before keeps its number, also in a store that was emptied meanwhile. What was kept in this store
 * (`keptIn`) and is there no more was taken back, or written anew, in another tab: it is `gone`.
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

/** What this member has left to be sent on this device, the first one first; null where nobody can tell. */
export const findWaiting = (me: string): Promise<{ store: string; waiting: Waiting[] } | null> =>
  inBox(use =>
    use('readwrite', async records => {
      const store = await nameOf(records)
      const all = read(await promisifyRequest<unknown[]>(records.getAll()))
      return { store, waiting: inOrder(all.filter(one => one.me === me)) }
    }),
  )

/**
 * What others than this member have left on this device: the same person, in their other communities. Null is nobody:
 * then whatever is left here by anybody.
 */
export const findWaitingOfOthers = async (me: string | null): Promise<Waiting[]> => {
  const all = await inBox(use => use('readonly', records => promisifyRequest<unknown[]>(records.getAll())))
  return read(all ?? []).filter(one => one.me !== me)
}
