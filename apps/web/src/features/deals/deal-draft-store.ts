import { saveDraft, loadDraft } from '#web/kernel/device/drafts.ts'
import { findDraftPhoto, saveDraftPhoto } from '#web/kernel/picture/draft-photos.ts'
import { readDealDraft, type DealDraft } from './deal-draft.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** Drafts of deals, by author and edited deal. */
    dealdrafts: Record<string, unknown>
  }
}

/** Returns the stored value, which is untrusted; `readDealDraft` validates it. */
export const storedDealDraft = (draftKey: string): unknown => loadDraft('dealdrafts', draftKey)

/** Key of a draft photo in the store that also contains the draft photos of posts, and that log-out clears. */
const photoKey = (draftKey: string) => {
  const [userId, dealId = 'new'] = draftKey.split(' ')
  return `${userId} deal ${dealId}`
}

/** Saves the photo of a draft; null deletes it. */
export const saveDealPhoto = (draftKey: string, photo: Blob | null): Promise<void> =>
  saveDraftPhoto(photoKey(draftKey), photo)

export interface SavedDealDraft {
  draft: DealDraft
  photo: Blob | null
}

/** Returns the stored draft, or null. A new photo that is not stored is replaced by the photo of the saved deal. */
export const findDealDraft = async (draftKey: string): Promise<SavedDealDraft | null> => {
  const draft = readDealDraft(storedDealDraft(draftKey))
  if (draft?.photo !== 'new') return draft && { draft, photo: null }
  const photo = await findDraftPhoto(photoKey(draftKey))
  return { draft: photo ? draft : { ...draft, photo: draft.base?.photo ?? 'none' }, photo }
}

/** Saves a draft; null deletes it with its photo. */
export const saveDealDraft = (draftKey: string, draft: DealDraft | null): void => {
  if (!draft) void saveDealPhoto(draftKey, null)
  saveDraft('dealdrafts', draftKey, draft)
}
