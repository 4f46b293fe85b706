import type { FeedPost } from '@parvis/contract/feed.ts'
import { useRef } from 'react'
import { isAborted } from '#web/kernel/http/aborted.ts'
import { useUploadMutation } from '#web/kernel/http/use-upload-mutation.ts'
import { isOutcomeUnknown, isServerUnreachable } from '#web/kernel/outbox/network-error.ts'
import { isAtCamera } from '#web/kernel/picture/taken-photo.ts'
import { useIsMounted } from '#web/kernel/screen/use-is-mounted.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { queueSend } from '#web/ui/queue-send.ts'
import { showToast } from '#web/ui/toasts.ts'
import { useDraftSavedToast } from '#web/ui/use-draft-saved-toast.ts'
import { deletePostDraft, hasPostDraft } from './draft-store.ts'
import { assertNothingQueued, createPendingPost, FORM_STALL_TIMEOUT_MS } from './pending-posts.ts'
import { isDeleted } from './publish-errors.ts'
import { sendPost, type PostRequest } from './send-post.ts'
import type { usePostForm } from './use-post-form.ts'

export interface PostSendingOptions {
  draftOwner: string
  form: ReturnType<typeof usePostForm>
  edited: FeedPost | null
  onPublished: (event: FeedPost, isMounted: boolean) => void
  onQueued: () => void
  /** Called when the edited post turns out to be deleted. */
  onPostDeleted: (edited: FeedPost) => void
  onError: (error: unknown) => void
}

/** Queues the post if the server is unreachable. Shows a toast if a draft remains when the author leaves. */
export const usePostSending = (options: PostSendingOptions) => {
  const { draftOwner, form, edited } = options
  const { draft } = form
  const { t, explain } = useText()
  const isMounted = useIsMounted()
  const isDone = useRef(false)
  const sending = useUploadMutation({
    mutationFn: async (request: Pick<PostRequest, 'draft' | 'photo' | 'editedId'>, controls) => {
      await assertNothingQueued()
      return sendPost({ ...request, ...controls, timeoutMs: FORM_STALL_TIMEOUT_MS })
    },
    onSuccess: event => {
      isDone.current = true
      deletePostDraft(draftOwner)
      showToast({ text: t(edited ? 'publish.saved' : 'publish.published') })
      options.onPublished(event, isMounted.current)
    },
    // Awaited: the form keeps sending until the post is in the outbox.
    onError: async (error, request) => {
      const sent = isOutcomeUnknown(error) && request.draft.sent === 'no' ? 'maybe' : request.draft.sent
      const queued =
        isServerUnreachable(error) && (await queueSend(createPendingPost({ ...draft, sent }, form.photo, edited?._id)))
      if (queued) {
        isDone.current = true
        if (queued === 'device') deletePostDraft(draftOwner)
        if (isMounted.current) options.onQueued()
        return
      }
      form.change({ sent })
      if (!isMounted.current) showToast({ kind: 'error', text: t('publish.failed.left', { why: explain(error) }) })
      else if (isAborted(error)) showToast({ kind: 'info', text: t('publish.stopped') })
      else if (edited && isDeleted(error)) options.onPostDeleted(edited)
      else options.onError(error)
    },
  })

  useDraftSavedToast(() =>
    // A draft that was discarded, perhaps in another tab, is not announced as saved.
    form.isDirty && !sending.isPending && !isDone.current && !isAtCamera('post') && hasPostDraft(draftOwner)
      ? { text: t('publish.draft.kept'), label: t('publish.draft.discard'), discard: () => deletePostDraft(draftOwner) }
      : null,
  )

  return sending
}
