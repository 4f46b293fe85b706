import { loadDraft as readStored, saveDraft as storeDraft } from '#web/kernel/device/drafts.ts'
import { findDraftPhoto, saveDraftPhoto } from '#web/kernel/picture/draft-photos.ts'
import { parseDraft, type PostDraft } from './post-draft.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** Drafts of posts, by owner. */
    postdrafts: Record<string, unknown>
  }
}

export const loadPostDraft = (owner: string): PostDraft | null => parseDraft(readStored('postdrafts', owner))

export const hasPostDraft = (owner: string): boolean => loadPostDraft(owner) !== null

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
  const draft = loadPostDraft(owner)
  if (!draft) return null
  if (draft.photo !== 'new') return { draft, photo: null }
  const photo = await findDraftPhoto(owner)
  return photo ? { draft, photo } : { draft: { ...draft, photo: 'none' }, photo: null }
}
