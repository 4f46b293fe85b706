import type { LiveEvent } from '@parvis/contract/feed.ts'
import { editPost, publishPost } from '@parvis/contract/publish.ts'
import { acknowledged, call } from '#web/kernel/http/api.ts'
import { upload } from '#web/kernel/http/upload.ts'
import { bodyOf, moveOf, type PostDraft } from './post-draft.ts'

export interface Sending {
  draft: PostDraft
  photo: Blob | null
  /** The post that is being changed. */
  editedId?: string
  signal: AbortSignal
  onProgress: (done: number) => void
  /** As whom it is meant, where that may not be who is signed in. */
  as?: string
  /** So long the server may be silent about words, in milliseconds. A picture has the usual time. */
  patienceMs?: number
}

const filesOf = ({ draft, photo }: Sending) =>
  draft.photo === 'new' && photo ? [new File([photo], 'photo.jpg', { type: photo.type })] : []

const change = (sending: Sending, id: string): Promise<LiveEvent> => {
  const { signal, onProgress, draft, as, patienceMs } = sending
  const { tmpId: _, ...words } = bodyOf(draft)
  const body = { ...words, ...moveOf(draft) }
  const files = filesOf(sending)
  return files.length > 0
    ? upload(editPost, { params: { id }, body, files, signal, onProgress, as })
    : call(editPost, { params: { id }, body, signal, as, patienceMs })
}

const publish = (sending: Sending): Promise<LiveEvent> => {
  const { signal, onProgress, draft, as, patienceMs } = sending
  const body = bodyOf(draft)
  const files = filesOf(sending)
  return files.length > 0
    ? upload(publishPost, { body, files, signal, onProgress, as })
    : call(publishPost, { body, signal, as, patienceMs })
}

/**
 * Sends a post, new or changed. Where an earlier attempt has arrived although its answer was lost, the server answers
 * with what that one said: what was written since is put into it.
 */
export const sendPost = async (sending: Sending): Promise<LiveEvent> => {
  if (sending.editedId) return acknowledged(await change(sending, sending.editedId))
  const post = acknowledged(await publish(sending))
  return sending.draft.sent === 'changed' ? acknowledged(await change(sending, post._id)) : post
}
