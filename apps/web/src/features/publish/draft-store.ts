import { loadDraft as readStored, saveDraft as storeDraft } from '#web/kernel/device/drafts.ts'
import { findDraftPhoto, saveDraftPhoto } from '#web/kernel/picture/draft-photos.ts'
import { contentOf, parseDraft, type PostDraft } from './post-draft.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** Drafts of posts, by owner. */
    postdrafts: Record<string, unknown>
  }
}

const loadDraft = (owner: string): PostDraft | null => parseDraft(readStored('postdrafts', owner))

export const hasDraft = (owner: string): boolean => loadDraft(owner) !== null

/** Whether the owner has a stored draft with another idempotency key. */
export const hasOtherDraft = (owner: string, { tmpId }: PostDraft): boolean =>
  hasDraft(owner) && loadDraft(owner)?.tmpId !== tmpId

/** Whether the stored draft is unchanged since it was sent. */
export const matchesSent = (owner: string, sent: PostDraft): boolean => {
  const current = loadDraft(owner)
  return current?.tmpId === sent.tmpId && current.sent === sent.sent && contentOf(current) === contentOf(sent)
}

/** Saves a draft; null deletes it. */
export const saveDraft = (owner: string, draft: PostDraft | null): void => storeDraft('postdrafts', owner, draft)

export const deleteDraft = (owner: string): void => {
  saveDraft(owner, null)
  void saveDraftPhoto(owner, null)
}

export interface SavedDraft {
  draft: PostDraft
  photo: Blob | null
}

/** Restores a discarded draft, or one from the outbox, with its photo. */
export const restoreDraft = (owner: string, { draft, photo }: SavedDraft): void => {
  saveDraft(owner, draft)
  void saveDraftPhoto(owner, photo)
}

/** Returns the stored draft, or null. Omits a photo that the device could not store. */
export const findDraft = async (owner: string): Promise<SavedDraft | null> => {
  const draft = loadDraft(owner)
  if (!draft) return null
  if (draft.photo !== 'new') return { draft, photo: null }
  const photo = await findDraftPhoto(owner)
  return photo ? { draft, photo } : { draft: { ...draft, photo: 'none' }, photo: null }
}
