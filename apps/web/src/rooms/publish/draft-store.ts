import { store, stored } from '#web/kernel/device/stored.ts'
import { findDraftPhoto, forgetDraftPhotos, saveDraftPhoto } from '#web/kernel/picture/draft-photos.ts'
import { readDraft, type PostDraft } from './post-draft.ts'
import { forgetPublications } from './publication-store.ts'
import { forgetTemplateDrafts } from './template-draft-store.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** posts begun and not yet published, by whose they are */
    postdrafts: Record<string, unknown>
  }
}

/** A draft belongs to a member of a community; that of a post which is being changed, to the post too. */
export const ownerOf = (userId: string, eventId?: string): string => (eventId ? `${userId} ${eventId}` : userId)

const savedDraft = (owner: string): PostDraft | null => readDraft(stored('postdrafts')?.[owner])

export const hasDraft = (owner: string): boolean => savedDraft(owner) !== null

/** Null forgets it. */
export const saveDraft = (owner: string, draft: PostDraft | null): void => {
  const { [owner]: _, ...others } = stored('postdrafts') ?? {}
  const drafts = draft ? { ...others, [owner]: draft } : others
  store('postdrafts', Object.keys(drafts).length > 0 ? drafts : null)
}

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

/** Whoever signs out leaves nothing behind that they began to write; whoever signs in, nothing of anybody else's (`but` their own). */
export const forgetDrafts = async (but?: string): Promise<void> => {
  const isDoomed = (owner: string) => owner.split(' ')[0] !== but
  const kept = Object.entries(stored('postdrafts') ?? {}).filter(([owner]) => !isDoomed(owner))
  store('postdrafts', kept.length > 0 ? Object.fromEntries(kept) : null)
  forgetPublications(isDoomed)
  forgetTemplateDrafts(isDoomed)
  await forgetDraftPhotos(isDoomed)
}
