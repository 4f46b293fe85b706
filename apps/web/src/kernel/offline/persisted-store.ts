import { CLIENT_VERSION } from '@parvis/contract/limits.ts'
import { createStore, entries, promisifyRequest } from 'idb-keyval'
import { store as remember, stored } from '../device/stored.ts'
import { type ForgetPictures, MEMBER_CACHE, MEMBER_ID_PATH, PICTURES_CACHE } from './worker-messages.ts'

declare module '../device/stored.ts' {
  interface Stored {
    seen: string
  }
}

/** The database of persisted responses; all are of one member and one version of the app. */
const seen = createStore('parvis-seen', 'answers')

const OWNER = 'owner'
const ANSWER = 'answer '

export interface PersistedResponse {
  key: readonly unknown[]
  data: unknown
  at: number
}

export interface PersistedData {
  owner: string
  answers: PersistedResponse[]
  others: Map<string, unknown>
}

const versionedOwner = (userId: string) => `${CLIENT_VERSION} ${userId}`

/** Runs `action` in a transaction; returns null if the browser refuses access to IndexedDB. */
const inDatabase = async <T>(
  mode: IDBTransactionMode,
  action: (store: IDBObjectStore) => T | PromiseLike<T>,
): Promise<T | null> => {
  try {
    return await seen(mode, action)
  } catch {
    return null
  }
}

const deleteCachedPictures = async () => {
  await caches.delete(PICTURES_CACHE).catch(() => {})
  void navigator.serviceWorker?.getRegistration().then(
    found => found?.active?.postMessage({ forgetPictures: true } satisfies ForgetPictures, []),
    () => {},
  )
}

/** Starts persisting for this member; deletes the data of another member or another app version. */
export const openPersisted = async (userId: string): Promise<void> => {
  const owner = versionedOwner(userId)
  remember('seen', owner)
  const hadOtherOwner = await inDatabase('readwrite', async store => {
    const before: unknown = await promisifyRequest(store.get(OWNER))
    if (before === owner) return false
    store.clear()
    await promisifyRequest(store.put(owner, OWNER))
    return before !== undefined
  })
  if (!('caches' in globalThis)) return
  if (hadOtherOwner) await deleteCachedPictures()
  const memberCache = await caches.open(MEMBER_CACHE)
  // If this entry cannot be stored, the existing cache still tells the worker that somebody is signed in.
  await memberCache.put(MEMBER_ID_PATH, new Response(userId)).catch(() => {})
}

const putAll = (
  store: IDBObjectStore,
  answers: ReadonlyMap<string, PersistedResponse>,
  others: ReadonlyMap<string, unknown>,
) => {
  for (const [hash, answer] of answers) store.put(answer, ANSWER + hash)
  for (const [name, value] of others) store.put(value, name)
}

/** Writes responses and other values to the device, unless another member has signed in meanwhile. */
export const writePersisted = async (
  userId: string,
  answers: ReadonlyMap<string, PersistedResponse>,
  others: ReadonlyMap<string, unknown>,
): Promise<void> => {
  await inDatabase('readwrite', async store => {
    if ((await promisifyRequest<unknown>(store.get(OWNER))) !== versionedOwner(userId)) return
    putAll(store, answers, others)
  })
}

/** Does the same as `writePersisted` while the page unloads: checks the owner synchronously and commits at once. */
export const writePersistedOnLeave = (...args: Parameters<typeof writePersisted>): void => {
  const [userId, answers, others] = args
  if (stored('strategy') === null || stored('seen') !== versionedOwner(userId)) return void writePersisted(...args)
  void inDatabase('readwrite', store => {
    putAll(store, answers, others)
    store.transaction.commit()
  })
}

export const deletePersisted = async (hashes?: readonly string[]): Promise<void> => {
  await inDatabase('readwrite', store => {
    if (!hashes) store.delete(IDBKeyRange.bound(ANSWER, `${ANSWER}\uffff`))
    for (const hash of hashes ?? []) store.delete(ANSWER + hash)
  })
}

/** The persisted data; null if nobody is signed in, another app version stored it, or it cannot be read. */
export const readPersisted = async (): Promise<PersistedData | null> => {
  try {
    const all = new Map(await entries<string, unknown>(seen))
    const [version, owner] = String(all.get(OWNER)).split(' ')
    if (version !== CLIENT_VERSION || !owner) return null
    const isAnswer = ([name]: [string, unknown]) => name.startsWith(ANSWER)
    return {
      owner,
      answers: [...all].filter(isAnswer).map(([, answer]) => answer as PersistedResponse),
      others: new Map([...all].filter(entry => !isAnswer(entry))),
    }
  } catch {
    return null
  }
}

export const clearPersisted = async (): Promise<void> => {
  if ('caches' in globalThis) {
    // MEMBER_CACHE is deleted first, because the worker stores pictures as long as that cache exists.
    await caches.delete(MEMBER_CACHE).catch(() => {})
    await deleteCachedPictures()
  }
  const isCleared = await inDatabase('readwrite', async store => {
    await promisifyRequest(store.clear())
    return true
  })
  if (isCleared) remember('seen', null)
}
