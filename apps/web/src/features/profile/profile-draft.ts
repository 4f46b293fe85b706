import { draftOwner, keepDraft, keptDraft } from '#web/kernel/device/drafts.ts'
import { findDraftPhoto, saveDraftPhoto } from '#web/kernel/picture/draft-photos.ts'
import { restored, type ProfileDraft } from './profile-form.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** profiles that have not been saved yet, by whose they are; passwords are never kept */
    profiledrafts: Record<string, unknown>
  }
}

/** The first profile is another form than the later ones. */
const firstOf = (userId: string) => draftOwner(userId, 'first')

/** What was typed of a first profile before a reload, over what the server knows. */
export const findDraft = (userId: string, blank: ProfileDraft): ProfileDraft =>
  restored(blank, keptDraft('profiledrafts', firstOf(userId)))

export const saveDraft = (userId: string, draft: ProfileDraft): void =>
  keepDraft('profiledrafts', firstOf(userId), draft)

export const forgetDraft = (userId: string): void => {
  keepDraft('profiledrafts', firstOf(userId), null)
  void keepFace(userId, null)
}

/** Beside the photos of other drafts, whose owners are the same people; forgotten with them when they sign out. */
const photoName = (userId: string) => `${userId} face`

/** The face that was picked and not saved yet; null for none, and for one that this device could not keep. */
export const findFace = (userId: string): Promise<Blob | null> => findDraftPhoto(photoName(userId))

/** Null forgets it. */
export const keepFace = (userId: string, photo: Blob | null): Promise<void> => saveDraftPhoto(photoName(userId), photo)
