import { delMany, keys } from 'idb-keyval'
import { withStore, STORE_NAME_KEY } from './pending-store.ts'

/** Preserves the store’s name: otherwise other tabs would assume an eviction and save their items again. */
export const clearPending = async (exceptUserId?: string): Promise<void> => {
  await withStore(async store => {
    const all = await keys<string>(store)
    await delMany(
      all.filter(key => key !== STORE_NAME_KEY && key.split(' ')[0] !== exceptUserId),
      store,
    )
  })
}
