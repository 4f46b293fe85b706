import { draftKey, type DraftStore, draftStore } from '#web/kernel/device/drafts.ts'
import { saveDraftPhoto } from '#web/kernel/picture/draft-photos.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** Unsaved profiles by user id; passwords are never stored. */
    profiledrafts: Record<string, unknown>
  }
}

export const myProfileDrafts = (userId: string): DraftStore => draftStore('profiledrafts', userId)

/** The first profile has a form of its own, and therefore a storage key of its own. */
export const firstProfileDrafts = (userId: string): DraftStore => draftStore('profiledrafts', draftKey(userId, 'first'))

export const deleteFirstProfileDraft = (userId: string): void => {
  firstProfileDrafts(userId).save(null)
  void savePickedPhoto(userId, null)
}

/** Key of the picked photo in the store of draft photos, which log-out clears. */
export const pickedPhotoKey = (userId: string): string => `${userId} face`

/** Stores the picked photo; null deletes it. */
export const savePickedPhoto = (userId: string, photo: Blob | null): Promise<void> =>
  saveDraftPhoto(pickedPhotoKey(userId), photo)
