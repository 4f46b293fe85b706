import { keepDraft as keepIn, keptDraft } from '#web/kernel/device/drafts.ts'
import { findDraftPhoto, saveDraftPhoto } from '#web/kernel/picture/draft-photos.ts'
import { contentOf, readDraft, type PostDraft } from './post-draft.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** posts begun and not yet published, by whose they are */
    postdrafts: Record<string, unknown>
  }
}

const savedDraft = (owner: string): PostDraft | null => readDraft(keptDraft('postdrafts', owner))

export const hasDraft = (owner: string): boolean => savedDraft(owner) !== null

/** Something else has been begun there than this one. */
export const hasOtherDraft = (owner: string, { tmpId }: PostDraft): boolean =>
  hasDraft(owner) && savedDraft(owner)?.tmpId !== tmpId

/** It still is what was sent off from there. */
export const isAsSent = (owner: string, sent: PostDraft): boolean => {
  const kept = savedDraft(owner)
  return kept?.tmpId === sent.tmpId && kept.sent === sent.sent && contentOf(kept) === contentOf(sent)
}

/** Null forgets it. */
export const saveDraft = (owner: string, draft: PostDraft | null): void => keepIn('postdrafts', owner, draft)

export const dropDraft = (owner: string): void => {
  saveDraft(owner, null)
  void saveDraftPhoto(owner, null)
}

export interface KeptDraft {
  draft: PostDraft
  photo: Blob | null
}

/** One that was thrown away, taken back. */
export const keepDraft = (owner: string, { draft, photo }: KeptDraft): void => {
  saveDraft(owner, draft)
  void saveDraftPhoto(owner, photo)
}

/** What was begun and left. A photo that this device could not keep is missing from it. */
export const findDraft = async (owner: string): Promise<KeptDraft | null> => {
  const draft = savedDraft(owner)
  if (!draft) return null
  if (draft.photo !== 'new') return { draft, photo: null }
  const photo = await findDraftPhoto(owner)
  return photo ? { draft, photo } : { draft: { ...draft, photo: 'none' }, photo: null }
}
