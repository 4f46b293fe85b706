import { type Digest, type DigestFrequency, setDigest } from '@parvis/contract/digests.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/kernel/http/api.ts'
import { explain } from '#web/kernel/text/i18n.ts'
import { showToast } from '#web/ui/toasts.ts'
import { digestQuery } from './digests.queries.ts'

/** Optimistic: shows the new frequency at once and restores the previous one when the server refuses. */
export const useSetDigestFrequency = () => {
  const queryClient = useQueryClient()
  const key = digestQuery().queryKey
  return useMutation({
    scope: { id: 'digest' },
    mutationFn: (rhythm: DigestFrequency) => call(setDigest, { body: { rhythm } }),
    onMutate: rhythm => {
      const previous = queryClient.getQueryData<Digest>(key)
      if (previous) queryClient.setQueryData<Digest>(key, { ...previous, rhythm, chosen: true })
      return previous
    },
    onError: (error, _, previous) => {
      queryClient.setQueryData(key, previous)
      showToast({ kind: 'error', text: explain(error), cause: 'digest' })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
  }).mutate
}
