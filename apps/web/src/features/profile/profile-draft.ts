import { draftKey, loadDraft, saveDraft as storeDraft } from '#web/kernel/device/drafts.ts'
import { findDraftPhoto, saveDraftPhoto } from '#web/kernel/picture/draft-photos.ts'
import { restoreDraft, type ProfileDraft } from './profile-form.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** Unsaved profiles by user id; passwords are never stored. */
    profiledrafts: Record<string, unknown>
  }
}

/** The first profile has a form of its own, and therefore a storage key of its own. */
const firstProfileKey = (userId: string) => draftKey(userId, 'first')

/** The stored draft of a first profile, merged over the values of the server. */
export const findFirstProfileDraft = (userId: string, savedValues: ProfileDraft): ProfileDraft =>
  restoreDraft(savedValues, loadDraft('profiledrafts', firstProfileKey(userId)))

export const saveFirstProfileDraft = (userId: string, draft: ProfileDraft): void =>
  storeDraft('profiledrafts', firstProfileKey(userId), draft)

export const deleteFirstProfileDraft = (userId: string): void => {
  storeDraft('profiledrafts', firstProfileKey(userId), null)
  void savePickedPhoto(userId, null)
}

/** Key of the picked photo in the store of draft photos, which log-out clears. */
const photoKey = (userId: string) => `${userId} face`

/** The photo that was picked and not saved yet; null for none, and for one that the device could not store. */
export const findPickedPhoto = (userId: string): Promise<Blob | null> => findDraftPhoto(photoKey(userId))

/** Stores the picked photo; null deletes it. */
export const savePickedPhoto = (userId: string, photo: Blob | null): Promise<void> =>
  saveDraftPhoto(photoKey(userId), photo)
