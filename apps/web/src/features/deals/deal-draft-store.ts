import { saveDraft, loadDraft } from '#web/kernel/device/drafts.ts'
import { findDraftPhoto, saveDraftPhoto } from '#web/kernel/picture/draft-photos.ts'
import { readDealDraft, type DealDraft } from './deal-draft.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** Drafts of deals, by owner. */
    dealdrafts: Record<string, unknown>
  }
}

/** Returns the stored value, which is untrusted; `readDealDraft` validates it. */
export const storedDealDraft = (owner: string): unknown => loadDraft('dealdrafts', owner)

/** Deal photos share the store of the post drafts, which log-out clears. */
const photoKey = (owner: string) => {
  const [userId, dealId = 'new'] = owner.split(' ')
  return `${userId} deal ${dealId}`
}

/** Saves the photo of a draft; null deletes it. */
export const saveDealPhoto = (owner: string, photo: Blob | null): Promise<void> =>
  saveDraftPhoto(photoKey(owner), photo)

export interface SavedDealDraft {
  draft: DealDraft
  photo: Blob | null
}

/** Returns the stored draft, or null. Drops a photo that the device could not store. */
export const findDealDraft = async (owner: string): Promise<SavedDealDraft | null> => {
  const draft = readDealDraft(storedDealDraft(owner))
  if (draft?.photo !== 'new') return draft && { draft, photo: null }
  const photo = await findDraftPhoto(photoKey(owner))
  return { draft: photo ? draft : { ...draft, photo: draft.base?.photo ?? 'none' }, photo }
}

/** Saves a draft; null deletes it with its photo. */
export const saveDealDraft = (owner: string, draft: DealDraft | null): void => {
  if (!draft) void saveDealPhoto(owner, null)
  saveDraft('dealdrafts', owner, draft)
}
