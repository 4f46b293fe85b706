import { CLIENT_VERSION } from '@parvis/contract/limits.ts'
import { createStore, entries, promisifyRequest } from 'idb-keyval'
import { store as remember, stored } from '../device/stored.ts'
import { type ForgetPictures, MEMBER_CACHE, MEMBER_ID, PICTURES_CACHE } from './worker-messages.ts'

declare module '../device/stored.ts' {
  interface Stored {
    seen: string
  }
}

/** The persisted answers: of one member and one version of the app only. */
const seen = createStore('parvis-seen', 'answers')

const OWNER = 'owner'
const ANSWER = 'answer '

export interface PersistedAnswer {
  key: readonly unknown[]
  data: unknown
  at: number
}

export interface PersistedData {
  owner: string
  answers: PersistedAnswer[]
  others: Map<string, unknown>
}

const ownerOf = (userId: string) => `${CLIENT_VERSION} ${userId}`

/** Null if the browser refuses access to its database. */
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

const forgetPictures = async () => {
  await caches.delete(PICTURES_CACHE).catch(() => {})
  void navigator.serviceWorker?.getRegistration().then(
    found => found?.active?.postMessage({ forgetPictures: true } satisfies ForgetPictures, []),
    () => {},
  )
}

/** Starts persisting for this member; deletes what belongs to another member or another version. */
export const openPersisted = async (userId: string): Promise<void> => {
  const owner = ownerOf(userId)
  remember('seen', owner)
  const hadOtherOwner = await inDatabase('readwrite', async store => {
    const before: unknown = await promisifyRequest(store.get(OWNER))
    if (before === owner) return false
    store.clear()
    await promisifyRequest(store.put(owner, OWNER))
    return before !== undefined
  })
  if (!('caches' in globalThis)) return
  if (hadOtherOwner) await forgetPictures()
  const memberCache = await caches.open(MEMBER_CACHE)
  // Without storage space, the worker knows that somebody is signed in, but not who.
  await memberCache.put(MEMBER_ID, new Response(userId)).catch(() => {})
}

const putAll = (
  store: IDBObjectStore,
  answers: ReadonlyMap<string, PersistedAnswer>,
  others: ReadonlyMap<string, unknown>,
) => {
  for (const [hash, answer] of answers) store.put(answer, ANSWER + hash)
  for (const [name, value] of others) store.put(value, name)
}

/** Writes nothing once somebody else is signed in. */
export const writePersisted = async (
  userId: string,
  answers: ReadonlyMap<string, PersistedAnswer>,
  others: ReadonlyMap<string, unknown>,
): Promise<void> => {
  await inDatabase('readwrite', async store => {
    if ((await promisifyRequest<unknown>(store.get(OWNER))) !== ownerOf(userId)) return
    putAll(store, answers, others)
  })
}

/** For a page that is being left: checks the owner synchronously and commits explicitly. */
export const writePersistedOnLeave = (...args: Parameters<typeof writePersisted>): void => {
  const [userId, answers, others] = args
  if (stored('strategy') === null || stored('seen') !== ownerOf(userId)) return void writePersisted(...args)
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

/** What is persisted on this device for the signed-in member; null for nobody, or for another version. */
export const readPersisted = async (): Promise<PersistedData | null> => {
  try {
    const all = new Map(await entries<string, unknown>(seen))
    const [version, owner] = String(all.get(OWNER)).split(' ')
    if (version !== CLIENT_VERSION || !owner) return null
    const isAnswer = ([name]: [string, unknown]) => name.startsWith(ANSWER)
    return {
      owner,
      answers: [...all].filter(isAnswer).map(([, answer]) => answer as PersistedAnswer),
      others: new Map([...all].filter(entry => !isAnswer(entry))),
    }
  } catch {
    return null
  }
}

export const clearPersisted = async (): Promise<void> => {
  if ('caches' in globalThis) {
    // The mark goes first, so that the worker stores nothing from now on.
    await caches.delete(MEMBER_CACHE).catch(() => {})
    await forgetPictures()
  }
  const isCleared = await inDatabase('readwrite', async store => {
    await promisifyRequest(store.clear())
    return true
  })
  if (isCleared) remember('seen', null)
}
