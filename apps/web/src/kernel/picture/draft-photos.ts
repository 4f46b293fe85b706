import { createStore, del, get, keys, set, type UseStore } from 'idb-keyval'
import { useEffect, useState } from 'react'
import { isOwnedBy } from '../device/drafts.ts'

const DRAFT_PHOTOS = 'draft-photos'
const PHOTOS = 'photos'

const photos = createStore(DRAFT_PHOTOS, PHOTOS)

/** Runs `action` on the store of draft photos; returns null if the browser refuses access to IndexedDB. */
const withStore = async <T>(action: (store: UseStore) => Promise<T>): Promise<T | null> => {
  try {
    return await action(photos)
  } catch {
    return null
  }
}

export const saveDraftPhoto = async (key: string, photo: Blob | null): Promise<void> => {
  await withStore(store => (photo ? set(key, photo, store) : del(key, store)))
}

export const findDraftPhoto = async (key: string): Promise<Blob | null> => {
  const photo = await withStore(store => get<unknown>(key, store))
  return photo instanceof Blob ? photo : null
}

export const clearDraftPhotos = async (exceptUserId?: string): Promise<void> => {
  const allKeys = (await withStore(store => keys(store))) ?? []
  await Promise.all(
    allKeys
      .map(String)
      .filter(key => !isOwnedBy(key, exceptUserId))
      .map(key => saveDraftPhoto(key, null)),
  )
}

/** The stored photo of a draft when the form was opened; null for none, undefined while the device is read. */
export const useStoredPhoto = (key: string): Blob | null | undefined => {
  const [photo, setPhoto] = useState<Blob | null>()
  useEffect(() => {
    void findDraftPhoto(key).then(setPhoto)
  }, [key])
  return photo
}
