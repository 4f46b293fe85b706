import { draftOwner, keepDraft, keptDraft } from '#web/kernel/device/drafts.ts'
import { findDraftPhoto, saveDraftPhoto } from '#web/kernel/picture/draft-photos.ts'
import { restored, type ProfileDraft } from './profile-form.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** Unsaved profiles by user id; passwords are never stored. */
    profiledrafts: Record<string, unknown>
  }
}

/** The first profile has another form than later ones, hence a key of its own. */
const firstOf = (userId: string) => draftOwner(userId, 'first')

/** The stored draft of a first profile, merged over the values of the server. */
export const findDraft = (userId: string, blank: ProfileDraft): ProfileDraft =>
  restored(blank, keptDraft('profiledrafts', firstOf(userId)))

export const saveDraft = (userId: string, draft: ProfileDraft): void =>
  keepDraft('profiledrafts', firstOf(userId), draft)

export const forgetDraft = (userId: string): void => {
  keepDraft('profiledrafts', firstOf(userId), null)
  void keepFace(userId, null)
}

/** Stored with the photos of other drafts, and deleted with them at log-out. */
const photoName = (userId: string) => `${userId} face`

/** The photo that was picked and not saved yet; null for none, and for one that the device could not store. */
export const findFace = (userId: string): Promise<Blob | null> => findDraftPhoto(photoName(userId))

/** Null deletes it. */
export const keepFace = (userId: string, photo: Blob | null): Promise<void> => saveDraftPhoto(photoName(userId), photo)
