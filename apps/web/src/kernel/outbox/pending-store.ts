import { createStore, del, promisifyRequest, type UseStore } from 'idb-keyval'
import type { PendingItem } from './pending.ts'
import { sortBySequence } from './queue-order.ts'

const database = createStore('parvis-unsent', 'waiting')

/** Runs `action` on the store; returns null if IndexedDB is not accessible or has no space left. */
export const withStore = async <T>(action: (store: UseStore) => Promise<T>): Promise<T | null> => {
  try {
    return await action(database)
  } catch {
    return null
  }
}

export const STORE_NAME_KEY = 'store'

const keyOf = ({ me, id }: PendingItem) => `${me} ${id}`

const isPendingItem = (value: unknown): value is PendingItem =>
  typeof value === 'object' &&
  value !== null &&
  (['me', 'id', 'kind', 'place', 'date'] as const).every(name => typeof (value as PendingItem)[name] === 'string')

/** Items of an older version have no sequence number: they come first, ordered by date. */
const parseItems = (values: readonly unknown[]): PendingItem[] =>
  values.filter(value => isPendingItem(value)).map(one => ({ ...one, seq: one.seq ?? 0 }))

/** The random name of the store. It is new after the browser has evicted the store, so that tabs can detect this. */
const storeNameOf = async (store: IDBObjectStore): Promise<string> => {
  const known: unknown = await promisifyRequest(store.get(STORE_NAME_KEY))
  if (typeof known === 'string') return known
  const name = crypto.randomUUID()
  store.put(name, STORE_NAME_KEY)
  return name
}

export interface SavedItem {
  store: string
  seq: number
}

/** A new item gets the next sequence number. Null if not saved; `gone` if another tab cancelled or replaced it. */
export const savePending = (
  item: PendingItem,
  isNew: boolean,
  storeName?: string,
): Promise<SavedItem | 'gone' | null> =>
  withStore(runTransaction =>
    runTransaction('readwrite', async records => {
      const store = await storeNameOf(records)
      const all = parseItems(await promisifyRequest<unknown[]>(records.getAll()))
      const same = all.find(one => keyOf(one) === keyOf(item) && one.date === item.date)
      if (!same && storeName === store) return 'gone'
      const next = 1 + Math.max(0, ...all.map(one => one.seq))
      const seq = same ? same.seq : isNew ? Math.max(next, item.seq) : item.seq
      records.put({ ...item, seq }, keyOf(item))
      await promisifyRequest(records.transaction)
      return { store, seq }
    }),
  )

export const deletePending = async (item: PendingItem): Promise<void> => {
  await withStore(store => del(keyOf(item), store))
}

/** The pending items of this member on this device, the oldest first; null if the database cannot be read. */
export const findPending = (me: string): Promise<{ store: string; waiting: PendingItem[] } | null> =>
  withStore(runTransaction =>
    runTransaction('readwrite', async records => {
      const store = await storeNameOf(records)
      const all = parseItems(await promisifyRequest<unknown[]>(records.getAll()))
      return { store, waiting: sortBySequence(all.filter(one => one.me === me)) }
    }),
  )

export const findPendingOfOthers = async (me: string | null): Promise<PendingItem[]> => {
  const all = await withStore(runTransaction =>
    runTransaction('readonly', records => promisifyRequest<unknown[]>(records.getAll())),
  )
  return parseItems(all ?? []).filter(one => one.me !== me)
}
