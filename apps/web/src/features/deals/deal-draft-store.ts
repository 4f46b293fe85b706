import { saveDraft, loadDraft } from '#web/kernel/device/drafts.ts'
import { findDraftPhoto, saveDraftPhoto } from '#web/kernel/picture/draft-photos.ts'
import { readDealDraft, type DealDraft } from './deal-draft.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** drafts of deals, by owner */
    dealdrafts: Record<string, unknown>
  }
}

/** The stored value, which is untrusted: see `readDealDraft`. */
export const storedDealDraft = (owner: string): unknown => loadDraft('dealdrafts', owner)

/** Shares the photo store with the drafts of posts, and is cleared with them at log-out. */
const photoKey = (owner: string) => {
  const [userId, dealId = 'new'] = owner.split(' ')
  return `${userId} deal ${dealId}`
}

/** Null deletes it. */
export const saveDealPhoto = (owner: string, photo: Blob | null): Promise<void> =>
  saveDraftPhoto(photoKey(owner), photo)

export interface SavedDealDraft {
  draft: DealDraft
  photo: Blob | null
}

/** The stored draft, or null. A photo that the device could not store is dropped from it. */
export const findDealDraft = async (owner: string): Promise<SavedDealDraft | null> => {
  const draft = readDealDraft(storedDealDraft(owner))
  if (draft?.photo !== 'new') return draft && { draft, photo: null }
  const photo = await findDraftPhoto(photoKey(owner))
  return { draft: photo ? draft : { ...draft, photo: draft.base?.photo ?? 'none' }, photo }
}

/** Null deletes the draft and its photo. */
export const saveDealDraft = (owner: string, draft: DealDraft | null): void => {
  if (!draft) void saveDealPhoto(owner, null)
  saveDraft('dealdrafts', owner, draft)
}
