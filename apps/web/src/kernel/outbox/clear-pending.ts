import { delMany, keys } from 'idb-keyval'
import { withStore, STORE_NAME_KEY } from './pending-store.ts'

/** Keeps the store's name, so that other tabs do not take it for evicted and save the items again. */
export const clearPending = async (exceptUserId?: string): Promise<void> => {
  await withStore(async store => {
    const all = await keys<string>(store)
    await delMany(
      all.filter(key => key !== STORE_NAME_KEY && key.split(' ')[0] !== exceptUserId),
      store,
    )
  })
}
