import { CLIENT_VERSION } from '@parvis/contract/limits.ts'
import { createStore, entries, promisifyRequest } from 'idb-keyval'
import { store as remember, stored } from '../device/stored.ts'
import { type ForgetPictures, MEMBER_CACHE, MEMBER_ID, PICTURES_CACHE } from './worker-messages.ts'

declare module '../device/stored.ts' {
  interface Stored {
    /** Something is kept here of what a member has seen: of whom, and of which version. */
    seen: string
  }
}

/** What the device keeps of what somebody has seen: one member's alone, and of one version of the app. */
const seen = createStore('parvis-seen', 'answers')

const OWNER = 'owner'
/** What no answer is called. */
const ANSWER = 'answer '

export interface KeptAnswer {
  key: readonly unknown[]
  data: unknown
  /** When the server last said so, milliseconds since 1970. */
  at: number
}

export interface KeptSeen {
  owner: string
  answers: KeptAnswer[]
  /** What else a feature keeps beside its answers, by the name that it gave it. */
  others: Map<string, unknown>
}

const ownerOf = (userId: string) => `${CLIENT_VERSION} ${userId}`

/** Null where the browser refuses its database: nothing is then kept. */
const inSeen = async <T>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => T | PromiseLike<T>,
): Promise<T | null> => {
  try {
    return await seen(mode, act)
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

/** Begins to keep for this member; what was another's, or another version's, is gone. */
export const openKept = async (userId: string): Promise<void> => {
  const owner = ownerOf(userId)
  remember('seen', owner)
  const isOthers = await inSeen('readwrite', async store => {
    const before: unknown = await promisifyRequest(store.get(OWNER))
    if (before === owner) return false
    store.clear()
    await promisifyRequest(store.put(owner, OWNER))
    return before !== undefined
  })
  if (!('caches' in globalThis)) return
  if (isOthers) await forgetPictures()
  const mark = await caches.open(MEMBER_CACHE)
  // a device without room knows that somebody is here, and not who
  await mark.put(MEMBER_ID, new Response(userId)).catch(() => {})
}

const putAll = (
  store: IDBObjectStore,
  answers: ReadonlyMap<string, KeptAnswer>,
  others: ReadonlyMap<string, unknown>,
) => {
  for (const [hash, answer] of answers) store.put(answer, ANSWER + hash)
  for (const [name, value] of others) store.put(value, name)
}

/** Writes answers, by the hash of their key, and what else is kept; nothing once somebody else is here. */
export const writeKept = async (
  userId: string,
  answers: ReadonlyMap<string, KeptAnswer>,
  others: ReadonlyMap<string, unknown>,
): Promise<void> => {
  await inSeen('readwrite', async store => {
    if ((await promisifyRequest<unknown>(store.get(OWNER))) !== ownerOf(userId)) return
    putAll(store, answers, others)
  })
}

/**
 * The same for a page that is being left, which lives to hear no answer: whose store it is, the device says at once, and
 * the browser is told to keep what it was given.
 */
export const writeKeptLeaving = (...given: Parameters<typeof writeKept>): void => {
  const [userId, answers, others] = given
  if (stored('strategy') === null || stored('seen') !== ownerOf(userId)) return void writeKept(...given)
  void inSeen('readwrite', store => {
    putAll(store, answers, others)
    store.transaction.commit()
  })
}

/** Forgets answers by the hash of their key; all of them without any. */
export const dropKept = async (hashes?: readonly string[]): Promise<void> => {
  await inSeen('readwrite', store => {
    if (!hashes) store.delete(IDBKeyRange.bound(ANSWER, `${ANSWER}\uffff`))
    for (const hash of hashes ?? []) store.delete(ANSWER + hash)
  })
}

/** What was seen on this device, by the member who is signed in; null for nobody, or for another version's. */
export const readKept = async (): Promise<KeptSeen | null> => {
  try {
    const all = new Map(await entries<string, unknown>(seen))
    const [version, owner] = String(all.get(OWNER)).split(' ')
    if (version !== CLIENT_VERSION || !owner) return null
    const isAnswer = ([name]: [string, unknown]) => name.startsWith(ANSWER)
    return {
      owner,
      answers: [...all].filter(isAnswer).map(([, answer]) => answer as KeptAnswer),
      others: new Map([...all].filter(entry => !isAnswer(entry))),
    }
  } catch {
    return null
  }
}

/** Nobody is signed in any more: nothing stays of what they saw. */
export const forgetKept = async (): Promise<void> => {
  if ('caches' in globalThis) {
    // first the mark: from now on the worker stores nothing
    await caches.delete(MEMBER_CACHE).catch(() => {})
    await forgetPictures()
  }
  const isGone = await inSeen('readwrite', async store => {
    await promisifyRequest(store.clear())
    return true
  })
  if (isGone) remember('seen', null)
}
