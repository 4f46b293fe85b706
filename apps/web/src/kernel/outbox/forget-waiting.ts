import { delMany, keys } from 'idb-keyval'
import { inBox, STORE_NAME } from './waiting-store.ts'

/** What others than this member have left; of all of them without one. Other tabs see that it was meant to go. */
export const forgetWaiting = async (but?: string): Promise<void> => {
  await inBox(async store => {
    const all = await keys<string>(store)
    await delMany(
      all.filter(key => key !== STORE_NAME && key.split(' ')[0] !== but),
      store,
    )
  })
}
