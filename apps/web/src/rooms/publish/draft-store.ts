import { createStore, del, get, keys, set, type UseStore } from 'idb-keyval'
import { forgetDraftsOf, isOf, keepDraft as keepIn, keptDraft } from '#web/kernel/device/drafts.ts'
import { readDraft, type PostDraft } from './post-draft.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** posts begun and not yet published, by whose they are */
    postdrafts: Record<string, unknown>
  }
}

/** The browser's database that holds the photos of drafts. */
const DRAFT_PHOTOS = 'draft-photos'
const PHOTOS = 'photos'

const savedDraft = (owner: string): PostDraft | null => readDraft(keptDraft('postdrafts', owner))

export const hasDraft = (owner: string): boolean => savedDraft(owner) !== null

/** Null forgets it. */
export const saveDraft = (owner: string, draft: PostDraft | null): void => keepIn('postdrafts', owner, draft)

const photos = createStore(DRAFT_PHOTOS, PHOTOS)

/** Null where the browser refuses its database: the photo is then just not remembered. */
const inPhotos = async <T>(act: (store: UseStore) => Promise<T>): Promise<T | null> => {
  try {
    return await act(photos)
  } catch {
    return null
  }
}

/** Null forgets it. */
export const savePhoto = async (owner: string, photo: Blob | null): Promise<void> => {
  await inPhotos(store => (photo ? set(owner, photo, store) : del(owner, store)))
}

export const dropDraft = (owner: string): void => {
  saveDraft(owner, null)
  void savePhoto(owner, null)
}

export interface KeptDraft {
  draft: PostDraft
  photo: Blob | null
}

/** One that was thrown away, taken back. */
export const keepDraft = (owner: string, { draft, photo }: KeptDraft): void => {
  saveDraft(owner, draft)
  void savePhoto(owner, photo)
}

/** What was begun and left. A photo that this device could not keep is missing from it. */
export const findDraft = async (owner: string): Promise<KeptDraft | null> => {
  const draft = savedDraft(owner)
  if (!draft) return null
  if (draft.photo !== 'new') return { draft, photo: null }
  const kept = await inPhotos(store => get<unknown>(owner, store))
  return kept instanceof Blob ? { draft, photo: kept } : { draft: { ...draft, photo: 'none' }, photo: null }
}

/** What somebody else began goes when they leave, and its photos with it. */
export const forgetDrafts = async (but?: string): Promise<void> => {
  for (const drafts of ['postdrafts', 'publications', 'templatedrafts'] as const) forgetDraftsOf(drafts, but)
  const owners = (await inPhotos(store => keys(store))) ?? []
  await Promise.all(
    owners
      .map(String)
      .filter(owner => !isOf(owner, but))
      .map(owner => savePhoto(owner, null)),
  )
}
