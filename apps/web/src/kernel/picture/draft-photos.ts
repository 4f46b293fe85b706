import { createStore, del, get, keys, set, type UseStore } from 'idb-keyval'
import { isOf } from '../device/drafts.ts'

/** The browser's database that holds the photos of drafts. */
const DRAFT_PHOTOS = 'draft-photos'
const PHOTOS = 'photos'

const photos = createStore(DRAFT_PHOTOS, PHOTOS)

/** Null where the browser refuses its database: the photo is then just not remembered. */
const inPhotos = async <T>(act: (store: UseStore) => Promise<T>): Promise<T | null> => {
  try {
    return await act(photos)
  } catch {
    return null
  }
}

/** Keeps the photo of a draft on the device, under the name of whose it is and which; null forgets it. */
export const saveDraftPhoto = async (owner: string, photo: Blob | null): Promise<void> => {
  await inPhotos(store => (photo ? set(owner, photo, store) : del(owner, store)))
}

/** Null for one that this device could not keep. */
export const findDraftPhoto = async (owner: string): Promise<Blob | null> => {
  const kept = await inPhotos(store => get<unknown>(owner, store))
  return kept instanceof Blob ? kept : null
}

/** Forgets all of them; `but` whose they are stays. */
export const forgetDraftPhotos = async (but?: string): Promise<void> => {
  const owners = (await inPhotos(store => keys(store))) ?? []
  await Promise.all(
    owners
      .map(String)
      .filter(owner => !isOf(owner, but))
      .map(owner => saveDraftPhoto(owner, null)),
  )
}
