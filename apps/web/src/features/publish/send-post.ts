import type { FeedPost } from '@parvis/contract/feed.ts'
import { editPost, publishPost } from '@parvis/contract/publish.ts'
import { assertAcknowledged } from '#web/kernel/http/api.ts'
import { sendWithPhoto } from '#web/kernel/http/upload.ts'
import type { UploadControls } from '#web/kernel/http/use-upload-mutation.ts'
import { bodyOf, scheduleOf, type PostDraft } from './post-draft.ts'

export interface PostRequest extends UploadControls {
  draft: PostDraft
  photo: Blob | null
  /** Id of the edited post; absent for a new post. */
  editedId?: string
  /** Id of the user who wrote the post, as another user may be logged in by now. */
  as?: string
  /** How long to wait for a response, in milliseconds; an upload uses the default. */
  timeoutMs?: number
}

/** If the server stored an earlier attempt, it returns that version, and later edits are sent as an update. */
export const sendPost = async ({ draft, photo, editedId, ...rest }: PostRequest): Promise<FeedPost> => {
  const { tmpId, ...texts } = bodyOf(draft)
  const options = { ...rest, photo: draft.photo === 'new' ? photo : null }
  const edit = async (id: string) =>
    assertAcknowledged(
      await sendWithPhoto(editPost, { ...options, params: { id }, body: { ...texts, ...scheduleOf(draft) } }),
    )
  if (editedId) return edit(editedId)
  const post = assertAcknowledged(await sendWithPhoto(publishPost, { ...options, body: { ...texts, tmpId } }))
  return draft.sent === 'changed' ? edit(post._id) : post
}
