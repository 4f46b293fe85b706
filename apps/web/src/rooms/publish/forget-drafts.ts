import { store } from '#web/kernel/stored.ts'

/** The browser's database that holds the photos of drafts. */
export const DRAFT_PHOTOS = 'draft-photos'

/** Whoever signs out leaves nothing behind that they began to write. */
export const forgetDrafts = (): void => {
  store('postdrafts', null)
  try {
    indexedDB.deleteDatabase(DRAFT_PHOTOS)
  } catch {}
}
