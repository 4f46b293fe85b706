import type { FeedPost } from '@parvis/contract/feed.ts'
import { useRef } from 'react'
import { draftStore } from '#web/kernel/device/drafts.ts'
import { useDraft } from '#web/kernel/device/use-draft.ts'
import { useDraftPhoto } from '#web/kernel/picture/use-draft-photo.ts'
import type { StoredDraft } from './draft-store.ts'
import { findPastedVideo } from './pasted-video.ts'
import { hasSameContent, type PostDraft, type PostDraftTexts, postShape } from './post-draft.ts'

export interface PostStart extends StoredDraft {
  /** Content of the form before the author types; an unchanged draft is not stored. */
  initialDraft: PostDraft
  editedPost: FeedPost | null
  /** Whether the photo is lost, because it was deleted with its post. */
  hasLostPhoto?: boolean
}

/** State of the post form; every change of the draft is stored on the device. */
export const usePostForm = (draftOwner: string, start: PostStart) => {
  const form = useDraft<PostDraft>({
    store: draftStore('postdrafts', draftOwner),
    shape: postShape,
    current: start.initialDraft,
    stored: start.draft,
    isSame: draft => hasSameContent(draft, start.initialDraft),
    // A draft that was sent keeps its key: the server may have stored the post under it.
    renew: ({ sent }) => (sent === 'no' ? { tmpId: crypto.randomUUID() } : {}),
  })
  const { change } = form
  const photo = useDraftPhoto(form, start.photo, draftOwner)
  const { draft } = photo
  const detectedLink = useRef<string | null>(null)

  const write = (language: 'fr' | 'en', texts: Partial<PostDraftTexts>) => {
    const link = texts.description !== undefined && draft.link === null ? findPastedVideo(texts.description) : null
    // A removed video link must not be detected again when the author types the next space.
    const isNewLink = link !== null && link !== detectedLink.current
    if (isNewLink) detectedLink.current = link
    change({ [language]: { ...draft[language], ...texts }, ...(isNewLink && { link }) })
  }

  return {
    ...photo,
    /** Whether there is a change to save when the author leaves. */
    isDirty: form.isTouched && form.isChanged,
    change,
    write,
    removeVideo: () => change({ link: null }),
  }
}
