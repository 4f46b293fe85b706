import { keepDraft, keptDraft } from '#web/kernel/device/drafts.ts'
import { findDraftPhoto, saveDraftPhoto } from '#web/kernel/picture/draft-photos.ts'
import { readDealDraft, type DealDraft } from './deal-draft.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** good deals begun and not yet saved, by whose they are */
    dealdrafts: Record<string, unknown>
  }
}

/** As the device remembers it: see `readDealDraft`. */
export const keptDealDraft = (owner: string): unknown => keptDraft('dealdrafts', owner)

/** Beside those of posts, whose owners are the same people; forgotten with them when they sign out. */
const photoName = (owner: string) => {
  const [userId, dealId = 'new'] = owner.split(' ')
  return `${userId} deal ${dealId}`
}

/** Null forgets it. */
export const keepDealPhoto = (owner: string, photo: Blob | null): Promise<void> =>
  saveDraftPhoto(photoName(owner), photo)

export interface BegunDeal {
  draft: DealDraft
  photo: Blob | null
}

/** What was begun and left; null for nothing. A photo that this device could not keep is missing from it. */
export const findDealDraft = async (owner: string): Promise<BegunDeal | null> => {
  const draft = readDealDraft(keptDealDraft(owner))
  if (draft?.photo !== 'new') return draft && { draft, photo: null }
  const photo = await findDraftPhoto(photoName(owner))
  return { draft: photo ? draft : { ...draft, photo: draft.base?.photo ?? 'none' }, photo }
}

/** Null forgets it, with its photo. */
export const keepDealDraft = (owner: string, draft: DealDraft | null): void => {
  if (!draft) void keepDealPhoto(owner, null)
  keepDraft('dealdrafts', owner, draft)
}
