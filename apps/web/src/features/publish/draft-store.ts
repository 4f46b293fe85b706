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

export const hasPostDraft = (owner: string): boolean => loadDraft(owner) !== null

/** Whether the owner has a stored draft with another idempotency key. */
export const hasOtherPostDraft = (owner: string, { tmpId }: PostDraft): boolean =>
  hasPostDraft(owner) && loadDraft(owner)?.tmpId !== tmpId

/** Whether the stored draft is the one that was sent, without later edits. */
export const matchesSentDraft = (owner: string, sent: PostDraft): boolean => {
  const current = loadDraft(owner)
  return current?.tmpId === sent.tmpId && current.sent === sent.sent && contentOf(current) === contentOf(sent)
}

/** Saves a draft; null deletes it. */
export const savePostDraft = (owner: string, draft: PostDraft | null): void => storeDraft('postdrafts', owner, draft)

export const deletePostDraft = (owner: string): void => {
  savePostDraft(owner, null)
  void saveDraftPhoto(owner, null)
}

export interface StoredDraft {
  draft: PostDraft
  photo: Blob | null
}

/** Restores a discarded draft, or one from the outbox, with its photo. */
export const restorePostDraft = (owner: string, { draft, photo }: StoredDraft): void => {
  savePostDraft(owner, draft)
  void saveDraftPhoto(owner, photo)
}

/** Returns the stored draft, or null. Omits a photo that the device could not store. */
export const findPostDraft = async (owner: string): Promise<StoredDraft | null> => {
  const draft = loadDraft(owner)
  if (!draft) return null
  if (draft.photo !== 'new') return { draft, photo: null }
  const photo = await findDraftPhoto(owner)
  return photo ? { draft, photo } : { draft: { ...draft, photo: 'none' }, photo: null }
}
