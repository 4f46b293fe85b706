import { loadDraft as readStored, saveDraft as storeDraft } from '#web/kernel/device/drafts.ts'
import { findDraftPhoto, saveDraftPhoto } from '#web/kernel/picture/draft-photos.ts'
import { contentOf, parseDraft, type PostDraft } from './post-draft.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** Posts not published yet, by draft owner. */
    postdrafts: Record<string, unknown>
  }
}

const loadDraft = (owner: string): PostDraft | null => parseDraft(readStored('postdrafts', owner))

export const hasDraft = (owner: string): boolean => loadDraft(owner) !== null

/** Another draft than this one has been started there. */
export const hasOtherDraft = (owner: string, { tmpId }: PostDraft): boolean =>
  hasDraft(owner) && loadDraft(owner)?.tmpId !== tmpId

/** The stored draft has not changed since it was sent. */
export const matchesSent = (owner: string, sent: PostDraft): boolean => {
  const current = loadDraft(owner)
  return current?.tmpId === sent.tmpId && current.sent === sent.sent && contentOf(current) === contentOf(sent)
}

/** Null deletes it. */
export const saveDraft = (owner: string, draft: PostDraft | null): void => storeDraft('postdrafts', owner, draft)

export const deleteDraft = (owner: string): void => {
  saveDraft(owner, null)
  void saveDraftPhoto(owner, null)
}

export interface SavedDraft {
  draft: PostDraft
  photo: Blob | null
}

/** Restores a draft with its photo, after a discard or from the outbox. */
export const restoreDraft = (owner: string, { draft, photo }: SavedDraft): void => {
  saveDraft(owner, draft)
  void saveDraftPhoto(owner, photo)
}

/** The draft of an earlier visit; a photo that the device could not store is missing from it. */
export const findDraft = async (owner: string): Promise<SavedDraft | null> => {
  const draft = loadDraft(owner)
  if (!draft) return null
  if (draft.photo !== 'new') return { draft, photo: null }
  const photo = await findDraftPhoto(owner)
  return photo ? { draft, photo } : { draft: { ...draft, photo: 'none' }, photo: null }
}
