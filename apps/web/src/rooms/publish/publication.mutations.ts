import type { LiveEvent } from '@parvis/contract/feed.ts'
import { type PublicationBody, publishTemplate, removeTemplate } from '@parvis/contract/templates.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/kernel/http/api.ts'
import { templateKeys } from './templates.queries.ts'

/** Goes on when its screen is left; `hooks` hear of the end all the same. */
export const usePublishTemplate = (hooks: {
  onSent: (event: LiveEvent) => void
  onFailed: (error: unknown) => void
}) => {
  const { mutate, isPending } = useMutation({
    mutationFn: (body: PublicationBody) => call(publishTemplate, { body }),
    onSuccess: hooks.onSent,
    onError: hooks.onFailed,
  })
  return { send: mutate, sending: isPending }
}

/** Offers a template no more. */
export const useRemoveTemplate = (hooks: { onRemoved: () => void; onFailed: (error: unknown) => void }) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(removeTemplate, { params: { id } }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: templateKeys.all })
      hooks.onRemoved()
    },
    onError: hooks.onFailed,
  })
}
