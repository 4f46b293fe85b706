import type { FeedPost } from '@parvis/contract/feed.ts'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { isOutcomeUnknown, isServerUnreachable } from '#web/kernel/outbox/network-error.ts'
import type { OutgoingItem } from '#web/kernel/outbox/pending.ts'
import { useIsMounted } from '#web/kernel/screen/use-is-mounted.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { queueSend } from '#web/ui/queue-send.ts'
import { showToast } from '#web/ui/toasts.ts'
import { assertNothingQueued, FORM_STALL_TIMEOUT_MS } from './pending-posts.ts'
import { savePublication } from './publication-store.ts'
import { sendPublication } from './send-publication.ts'

export interface PublicationSendingOptions {
  key: string
  createPending: () => OutgoingItem
  onPublished: (event: FeedPost, isMounted: boolean) => void
  onQueued: () => void
  onError: (error: unknown) => void
}

/** Publishes from a template, or queues the publication in the outbox if the server is unreachable. */
export const usePublicationSending = (options: PublicationSendingOptions) => {
  const { t, explain } = useText()
  const isMounted = useIsMounted()
  /** Whether the author cancelled the request in flight, which is then not sent again automatically. */
  const isCancelled = useRef(false)
  const isFormOpen = () => isMounted.current && !isCancelled.current
  const { mutate, isPending } = useMutation({
    mutationFn: async (request: Parameters<typeof sendPublication>[0]) => {
      await assertNothingQueued()
      return sendPublication(request, { timeoutMs: FORM_STALL_TIMEOUT_MS })
    },
    onSuccess: event => {
      savePublication(options.key, null)
      showToast({ text: t('templates.published') })
      options.onPublished(event, isFormOpen())
    },
    // Awaited: the form keeps sending until the publication is in the outbox.
    onError: async error => {
      const queued = !isCancelled.current && isServerUnreachable(error) && (await queueSend(options.createPending()))
      if (queued) {
        if (queued === 'device') savePublication(options.key, null)
        if (isMounted.current) options.onQueued()
        return
      }
      if (!isFormOpen()) {
        const text = isOutcomeUnknown(error)
          ? t('templates.unanswered')
          : t('templates.failed.left', { why: explain(error) })
        return void showToast({ kind: 'error', text })
      }
      options.onError(error)
    },
  })
  /** To be called when the author leaves the form: a toast then shows a failure, and a failed request is not queued. */
  const markFormLeft = () => {
    isCancelled.current = true
  }
  return { send: mutate, isSending: isPending, markFormLeft }
}
