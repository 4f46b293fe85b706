import { store, stored } from '#web/kernel/device/stored.ts'
import { findDraftPhoto, saveDraftPhoto } from '#web/kernel/picture/draft-photos.ts'
import { readDealDraft, type DealDraft } from './deal-draft.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** good deals begun and not yet saved, by whose they are */
    dealdrafts: Record<string, unknown>
  }
}

/** A draft belongs to a member; that of a deal which is being changed, to the deal too. */
export const dealOwner = (userId: string, dealId?: string): string => (dealId ? `${userId} ${dealId}` : userId)

/** As the device remembers it: see `readDealDraft`. */
export const keptDealDraft = (owner: string): unknown => stored('dealdrafts')?.[owner]

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
  const { [owner]: _, ...others } = stored('dealdrafts') ?? {}
  const drafts = draft ? { ...others, [owner]: draft } : others
  store('dealdrafts', Object.keys(drafts).length > 0 ? drafts : null)
}

/**
 * Whoever signs out leaves nothing behind that they began to write; whoever signs in, nothing of anybody else's (`but`
 * their own).
 */
export const forgetDealDrafts = (but?: string): void => {
  const kept = Object.entries(stored('dealdrafts') ?? {}).filter(([owner]) => owner.split(' ')[0] === but)
  store('dealdrafts', kept.length > 0 ? Object.fromEntries(kept) : null)
}
