import type { LiveEvent } from '@parvis/contract/feed.ts'
import { editPost, publishPost } from '@parvis/contract/publish.ts'
import { acknowledged, call } from '#web/kernel/http/api.ts'
import { upload } from '#web/kernel/http/upload.ts'
import { bodyOf, moveOf, type PostDraft } from './post-draft.ts'

export interface Sending {
  draft: PostDraft
  photo: Blob | null
  /** The post to edit. */
  editedId?: string
  signal: AbortSignal
  onProgress: (done: number) => void
  /** User id that the request is meant for, where another user may be signed in. */
  as?: string
  /** How long the server may stay silent, in milliseconds. An upload has the default. */
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
 * Sends a post, new or edited. When an earlier attempt arrived although its answer was lost, the server answers with
 * that version; later edits are then sent as a change.
 */
export const sendPost = async (sending: Sending): Promise<LiveEvent> => {
  if (sending.editedId) return acknowledged(await change(sending, sending.editedId))
  const post = acknowledged(await publish(sending))
  return sending.draft.sent === 'changed' ? acknowledged(await change(sending, post._id)) : post
}
