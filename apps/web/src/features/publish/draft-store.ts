import { keepDraft as keepIn, keptDraft } from '#web/kernel/device/drafts.ts'
import { findDraftPhoto, saveDraftPhoto } from '#web/kernel/picture/draft-photos.ts'
import { contentOf, readDraft, type PostDraft } from './post-draft.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** Posts not published yet, by draft owner. */
    postdrafts: Record<string, unknown>
  }
}

const savedDraft = (owner: string): PostDraft | null => readDraft(keptDraft('postdrafts', owner))

export const hasDraft = (owner: string): boolean => savedDraft(owner) !== null

/** Another draft than this one has been started there. */
export const hasOtherDraft = (owner: string, { tmpId }: PostDraft): boolean =>
  hasDraft(owner) && savedDraft(owner)?.tmpId !== tmpId

/** The stored draft has not changed since it was sent. */
export const isAsSent = (owner: string, sent: PostDraft): boolean => {
  const kept = savedDraft(owner)
  return kept?.tmpId === sent.tmpId && kept.sent === sent.sent && contentOf(kept) === contentOf(sent)
}

/** Null deletes it. */
export const saveDraft = (owner: string, draft: PostDraft | null): void => keepIn('postdrafts', owner, draft)

export const dropDraft = (owner: string): void => {
  saveDraft(owner, null)
  void saveDraftPhoto(owner, null)
}

export interface KeptDraft {
  draft: PostDraft
  photo: Blob | null
}

/** Restores a draft with its photo, after a discard or from the outbox. */
export const keepDraft = (owner: string, { draft, photo }: KeptDraft): void => {
  saveDraft(owner, draft)
  void saveDraftPhoto(owner, photo)
}

/** The draft of an earlier visit; a photo that the device could not store is missing from it. */
export const findDraft = async (owner: string): Promise<KeptDraft | null> => {
  const draft = savedDraft(owner)
  if (!draft) return null
  if (draft.photo !== 'new') return { draft, photo: null }
  const photo = await findDraftPhoto(owner)
  return photo ? { draft, photo } : { draft: { ...draft, photo: 'none' }, photo: null }
}
