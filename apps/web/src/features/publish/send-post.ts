import type { FeedPost } from '@parvis/contract/feed.ts'
import { editPost, publishPost } from '@parvis/contract/publish.ts'
import { assertAcknowledged, call } from '#web/kernel/http/api.ts'
import { upload } from '#web/kernel/http/upload.ts'
import { bodyOf, scheduleOf, type PostDraft } from './post-draft.ts'

export interface PostRequest {
  draft: PostDraft
  photo: Blob | null
  /** The post to edit. */
  editedId?: string
  signal: AbortSignal
  onProgress: (done: number) => void
  /** User id that the request is meant for, where another user may be signed in. */
  as?: string
  /** How long the server may stay silent, in milliseconds. An upload has the default. */
  timeoutMs?: number
}

const filesOf = ({ draft, photo }: PostRequest) =>
  draft.photo === 'new' && photo ? [new File([photo], 'photo.jpg', { type: photo.type })] : []

const edit = (request: PostRequest, id: string): Promise<FeedPost> => {
  const { signal, onProgress, draft, as, timeoutMs } = request
  const { tmpId: _, ...texts } = bodyOf(draft)
  const body = { ...texts, ...scheduleOf(draft) }
  const files = filesOf(request)
  return files.length > 0
    ? upload(editPost, { params: { id }, body, files, signal, onProgress, as })
    : call(editPost, { params: { id }, body, signal, as, timeoutMs })
}

const publish = (request: PostRequest): Promise<FeedPost> => {
  const { signal, onProgress, draft, as, timeoutMs } = request
  const body = bodyOf(draft)
  const files = filesOf(request)
  return files.length > 0
    ? upload(publishPost, { body, files, signal, onProgress, as })
    : call(publishPost, { body, signal, as, timeoutMs })
}

/**
 * Sends a post, new or edited. When an earlier attempt arrived although its answer was lost, the server answers with
 * that version; later edits are then sent as a change.
 */
export const sendPost = async (request: PostRequest): Promise<FeedPost> => {
  if (request.editedId) return assertAcknowledged(await edit(request, request.editedId))
  const post = assertAcknowledged(await publish(request))
  return request.draft.sent === 'changed' ? assertAcknowledged(await edit(request, post._id)) : post
}
