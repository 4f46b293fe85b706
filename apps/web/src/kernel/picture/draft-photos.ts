import { createStore, del, get, keys, set, type UseStore } from 'idb-keyval'
import { isOf } from '../device/drafts.ts'

const DRAFT_PHOTOS = 'draft-photos'
const PHOTOS = 'photos'

const photos = createStore(DRAFT_PHOTOS, PHOTOS)

/** Null if the browser refuses access to its database: the photo is then not stored. */
const inPhotos = async <T>(act: (store: UseStore) => Promise<T>): Promise<T | null> => {
  try {
    return await act(photos)
  } catch {
    return null
  }
}

export const saveDraftPhoto = async (owner: string, photo: Blob | null): Promise<void> => {
  await inPhotos(store => (photo ? set(owner, photo, store) : del(owner, store)))
}

export const findDraftPhoto = async (owner: string): Promise<Blob | null> => {
  const kept = await inPhotos(store => get<unknown>(owner, store))
  return kept instanceof Blob ? kept : null
}

export const forgetDraftPhotos = async (but?: string): Promise<void> => {
  const owners = (await inPhotos(store => keys(store))) ?? []
  await Promise.all(
    owners
      .map(String)
      .filter(owner => !isOf(owner, but))
      .map(owner => saveDraftPhoto(owner, null)),
  )
}
