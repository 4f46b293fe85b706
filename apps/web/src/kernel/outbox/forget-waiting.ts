import { delMany, keys } from 'idb-keyval'
import { inBox, STORE_NAME } from './waiting-store.ts'

const isOfAnother = (key: string, but: string | null | undefined) => key !== STORE_NAME && key.split(' ')[0] !== but

/** How much others than this member have left on this device: the same person in their other communities. */
export const countOthersWaiting = async (but: string | null): Promise<number> =>
  (await inBox(async store => (await keys<string>(store)).filter(key => isOfAnother(key, but)).length)) ?? 0

/** What others than this member have left; of all of them without one. Other tabs see that it was meant to go. */
export const forgetWaiting = async (but?: string): Promise<void> => {
  await inBox(async store => {
    const all = await keys<string>(store)
    await delMany(
      all.filter(key => isOfAnother(key, but)),
      store,
    )
  })
}
