import { createStore, del, delMany, entries, set, type UseStore } from 'idb-keyval'
import type { Waiting } from './waiting.ts'

const box = createStore('parvis-unsent', 'waiting')

/** Null where the browser refuses its database, or has no room: what waits is then forgotten with the page. */
const inBox = async <T>(act: (store: UseStore) => Promise<T>): Promise<T | null> => {
  try {
    return await act(box)
  } catch {
    return null
  }
}

const keyOf = ({ me, id }: Waiting) => `${me} ${id}`

const isWaiting = (value: unknown): value is Waiting =>
  typeof value === 'object' &&
  value !== null &&
  (['me', 'id', 'kind', 'place', 'date'] as const).every(name => typeof (value as Waiting)[name] === 'string')

/** False where the device could not keep it. */
export const keepWaiting = async (waiting: Waiting): Promise<boolean> =>
  (await inBox(async store => {
    await set(keyOf(waiting), waiting, store)
    return true
  })) ?? false

export const dropWaiting = async (waiting: Waiting): Promise<void> => {
  await inBox(store => del(keyOf(waiting), store))
}

/** What this member has left to be sent on this device, the first one first; null where nobody can tell. */
export const findWaiting = async (me: string): Promise<Waiting[] | null> => {
  const all = await inBox(store => entries<string, unknown>(store))
  return (
    all &&
    all
      .map(([, value]) => value)
      .filter(value => isWaiting(value))
      .filter(waiting => waiting.me === me)
      .sort((a, b) => a.date.localeCompare(b.date))
  )
}

/** What others than this member have left; of all of them without one. */
export const forgetWaiting = async (but?: string): Promise<void> => {
  await inBox(async store => {
    const keys = (await entries<string, unknown>(store)).map(([key]) => key)
    await delMany(
      keys.filter(key => key.split(' ')[0] !== but),
      store,
    )
  })
}
