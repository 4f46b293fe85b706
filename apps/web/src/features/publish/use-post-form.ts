import type { LiveEvent } from '@parvis/contract/feed.ts'
import { useEffect, useRef, useState } from 'react'
import { onStored } from '#web/kernel/device/stored.ts'
import { saveDraftPhoto } from '#web/kernel/picture/draft-photos.ts'
import { hasDraft, saveDraft, type KeptDraft } from './draft-store.ts'
import { pastedVideo } from './pasted-video.ts'
import { saysSame, type PostDraft, type Words } from './post-draft.ts'
import { preparePhoto, type PhotoTrouble } from '#web/kernel/picture/prepare-photo.ts'

export interface PostStart extends KeptDraft {
  /** Content of the form before anything is written: an unchanged draft is not stored. */
  untouched: PostDraft
  edited: LiveEvent | null
  /** The photo was deleted with its post. */
  lostPhoto?: boolean
}

/** The draft of a post, stored on the device with every change. */
export const usePostForm = (owner: string, start: PostStart) => {
  const [draft, setDraft] = useState(start.draft)
  const [photo, setPhoto] = useState(start.photo)
  const [preparing, setPreparing] = useState(false)
  const [photoTrouble, setPhotoTrouble] = useState<PhotoTrouble | null>(null)
  const [touched, setTouched] = useState(false)
  const found = useRef<string | null>(null)

  useEffect(() => {
    if (touched) saveDraft(owner, saysSame(draft, start.untouched) ? null : draft)
  }, [owner, draft, touched, start.untouched])

  // Another tab has sent the post with this idempotency key, so what is written here is another post.
  useEffect(
    () =>
      onStored('postdrafts', () => {
        if (!hasDraft(owner))
          setDraft(before => (before.sent === 'no' ? { ...before, tmpId: crypto.randomUUID() } : before))
      }),
    [owner],
  )

  const change = (patch: Partial<PostDraft>) => {
    setTouched(true)
    setDraft(before => ({ ...before, ...(before.sent === 'maybe' && { sent: 'changed' }), ...patch }))
  }

  const write = (language: 'fr' | 'en', words: Partial<Words>) => {
    const link = words.description !== undefined && draft.link === null ? pastedVideo(words.description) : null
    // A video that was removed must not come back with the next space.
    const staged = link !== null && link !== found.current
    if (staged) found.current = link
    change({ [language]: { ...draft[language], ...words }, ...(staged && { link }) })
  }

  const pick = async (file: File) => {
    setPreparing(true)
    const prepared = await preparePhoto(file)
    setPreparing(false)
    setPhotoTrouble(prepared.trouble ?? null)
    if (!prepared.photo) return
    setPhoto(prepared.photo)
    change({ photo: 'new' })
    await saveDraftPhoto(owner, prepared.photo)
  }

  const removePhoto = () => {
    setPhoto(null)
    setPhotoTrouble(null)
    change({ photo: 'none' })
    void saveDraftPhoto(owner, null)
  }

  const removeVideo = () => change({ link: null })

  return {
    draft,
    photo,
    preparing,
    photoTrouble,
    /** True when there is something to save on leaving. */
    begun: touched && !saysSame(draft, start.untouched),
    change,
    write,
    pick,
    removePhoto,
    removeVideo,
  }
}
