import type { FeedPost } from '@parvis/contract/feed.ts'
import { removeTemplate } from '@parvis/contract/templates.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/kernel/http/api.ts'
import { sendPublication } from './send-publication.ts'
import { templateKeys } from './templates.queries.ts'
import { FORM_STALL_TIMEOUT_MS, assertNothingQueued } from './pending-posts.ts'

/** Publishes from a template. Publishing and its callbacks continue after the screen is closed. */
export const usePublishTemplate = (callbacks: {
  onSent: (event: FeedPost) => void
  /** Awaited: `isSending` remains true until the returned promise resolves. */
  onFailed: (error: unknown) => Promise<void> | void
}) => {
  const { mutate, isPending } = useMutation({
    mutationFn: async (request: Parameters<typeof sendPublication>[0]) => {
      await assertNothingQueued()
      return sendPublication(request, { timeoutMs: FORM_STALL_TIMEOUT_MS })
    },
    onSuccess: callbacks.onSent,
    onError: callbacks.onFailed,
  })
  return { send: mutate, isSending: isPending }
}

export const useRemoveTemplate = (callbacks: { onRemoved: () => void; onFailed: (error: unknown) => void }) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(removeTemplate, { params: { id } }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: templateKeys.all })
      callbacks.onRemoved()
    },
    onError: callbacks.onFailed,
  })
}
