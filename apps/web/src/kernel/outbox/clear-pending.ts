import { delMany, keys } from 'idb-keyval'
import { withStore, STORE_NAME_KEY } from './pending-store.ts'

/**
 * Deletes the pending items, except those of `exceptUserId`. The name of the store is preserved: otherwise other tabs
 * would assume that the browser evicted the store, and save their items again.
 */
export const clearPending = async (exceptUserId?: string): Promise<void> => {
  await withStore(async store => {
    const all = await keys<string>(store)
    await delMany(
      all.filter(key => key !== STORE_NAME_KEY && key.split(' ')[0] !== exceptUserId),
      store,
    )
  })
}
