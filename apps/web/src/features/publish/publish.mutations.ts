import type { FeedPost } from '@parvis/contract/feed.ts'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { isOutcomeUnknown } from '#web/kernel/outbox/network-error.ts'
import type { PostDraft } from './post-draft.ts'
import { sendPost } from './send-post.ts'
import { FORM_STALL_TIMEOUT_MS, assertNothingQueued } from './pending-posts.ts'

export interface SendCallbacks {
  onSent: (event: FeedPost) => void
  /** Awaited: `isSending` remains true until the returned promise resolves. */
  onFailed: (error: unknown, sent: PostDraft['sent']) => Promise<void> | void
}

/** Sends a post. Sending and its callbacks continue after the screen is closed. */
export const useSendPost = ({ onSent, onFailed }: SendCallbacks) => {
  const [progress, setProgress] = useState<number | null>(null)
  const abort = useRef<AbortController>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: async (request: { draft: PostDraft; photo: Blob | null; editedId?: string }) => {
      abort.current = new AbortController()
      await assertNothingQueued()
      const { signal } = abort.current
      return sendPost({ ...request, signal, onProgress: setProgress, timeoutMs: FORM_STALL_TIMEOUT_MS })
    },
    onSuccess: onSent,
    onError: (error, { draft }) =>
      onFailed(error, isOutcomeUnknown(error) && draft.sent === 'no' ? 'maybe' : draft.sent),
    onSettled: () => setProgress(null),
  })
  return { send: mutate, isSending: isPending, progress, abortSend: () => abort.current?.abort() }
}
