import type { FeedPost } from '@parvis/contract/feed.ts'
import { editPost, publishPost } from '@parvis/contract/publish.ts'
import { assertAcknowledged, call } from '#web/kernel/http/api.ts'
import { upload } from '#web/kernel/http/upload.ts'
import { bodyOf, scheduleOf, type PostDraft } from './post-draft.ts'

export interface PostRequest {
  draft: PostDraft
  photo: Blob | null
  /** Id of the edited post; absent for a new post. */
  editedId?: string
  signal: AbortSignal
  onProgress: (done: number) => void
  /** Id of the user who wrote the post, as another user may be logged in by now. */
  as?: string
  /** How long to wait for a response, in milliseconds; an upload uses the default. */
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

/** If the server stored an earlier attempt, it returns that version, and later edits are sent as an update. */
export const sendPost = async (request: PostRequest): Promise<FeedPost> => {
  if (request.editedId) return assertAcknowledged(await edit(request, request.editedId))
  const post = assertAcknowledged(await publish(request))
  return request.draft.sent === 'changed' ? assertAcknowledged(await edit(request, post._id)) : post
}
