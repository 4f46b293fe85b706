import type { FeedPost } from '@parvis/contract/feed.ts'
import { useEffect, useRef, useState } from 'react'
import { onStoredChange } from '#web/kernel/device/stored.ts'
import { saveDraftPhoto } from '#web/kernel/picture/draft-photos.ts'
import { hasPostDraft, savePostDraft, type StoredDraft } from './draft-store.ts'
import { findPastedVideo } from './pasted-video.ts'
import { hasSameContent, type PostDraft, type PostDraftTexts } from './post-draft.ts'
import { useDraftPhoto } from './use-draft-photo.ts'

export interface PostStart extends StoredDraft {
  /** Content of the form before the author types; an unchanged draft is not stored. */
  initialDraft: PostDraft
  editedPost: FeedPost | null
  /** Whether the photo is lost, because it was deleted with its post. */
  hasLostPhoto?: boolean
}

/** State of the post form; every change of the draft is stored on the device. */
export const usePostForm = (draftOwner: string, start: PostStart) => {
  const [draft, setDraft] = useState(start.draft)
  const [isTouched, setIsTouched] = useState(false)
  const detectedLink = useRef<string | null>(null)

  useEffect(() => {
    if (isTouched) savePostDraft(draftOwner, hasSameContent(draft, start.initialDraft) ? null : draft)
  }, [draftOwner, draft, isTouched, start.initialDraft])

  // When another tab has sent the post with this idempotency key, this form uses a new key and becomes another post.
  useEffect(
    () =>
      onStoredChange('postdrafts', () => {
        if (!hasPostDraft(draftOwner))
          setDraft(before => (before.sent === 'no' ? { ...before, tmpId: crypto.randomUUID() } : before))
      }),
    [draftOwner],
  )

  const change = (patch: Partial<PostDraft>) => {
    setIsTouched(true)
    setDraft(before => ({ ...before, ...(before.sent === 'maybe' && { sent: 'changed' }), ...patch }))
  }

  const write = (language: 'fr' | 'en', texts: Partial<PostDraftTexts>) => {
    const link = texts.description !== undefined && draft.link === null ? findPastedVideo(texts.description) : null
    // A removed video link must not be detected again when the author types the next space.
    const isNewLink = link !== null && link !== detectedLink.current
    if (isNewLink) detectedLink.current = link
    change({ [language]: { ...draft[language], ...texts }, ...(isNewLink && { link }) })
  }

  const photo = useDraftPhoto(start.photo, change, photo => saveDraftPhoto(draftOwner, photo))

  const removeVideo = () => change({ link: null })

  return {
    draft,
    ...photo,
    /** Whether there is a change to save when the author leaves. */
    isDirty: isTouched && !hasSameContent(draft, start.initialDraft),
    change,
    write,
    removeVideo,
  }
}
