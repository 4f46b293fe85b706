import { type Digest, type DigestRhythm, setDigest } from '@parvis/contract/digests.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/kernel/http/api.ts'
import { explain } from '#web/kernel/text/i18n.ts'
import { showToast } from '#web/ui/toasts.ts'
import { digestQuery } from './digests.queries.ts'

/** Optimistic: shows the new frequency at once and restores the previous one when the server refuses. */
export const useRhythm = () => {
  const queryClient = useQueryClient()
  const key = digestQuery().queryKey
  return useMutation({
    scope: { id: 'digest' },
    mutationFn: (rhythm: DigestRhythm) => call(setDigest, { body: { rhythm } }),
    onMutate: rhythm => {
      const before = queryClient.getQueryData<Digest>(key)
      if (before) queryClient.setQueryData<Digest>(key, { ...before, rhythm, chosen: true })
      return before
    },
    onError: (error, _, before) => {
      queryClient.setQueryData(key, before)
      showToast({ kind: 'error', text: explain(error), cause: 'digest' })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
  }).mutate
}
