import { delMany, keys } from 'idb-keyval'
import { inBox, STORE_NAME } from './waiting-store.ts'

/** Keeps the store's name, so that other tabs do not take it for evicted and save the items again. */
export const forgetWaiting = async (but?: string): Promise<void> => {
  await inBox(async store => {
    const all = await keys<string>(store)
    await delMany(
      all.filter(key => key !== STORE_NAME && key.split(' ')[0] !== but),
      store,
    )
  })
}
