import { type Digest, type DigestFrequency, setDigest } from '@parvis/contract/digests.ts'
import { call } from '#web/kernel/http/api.ts'
import { useOptimisticChange } from '#web/kernel/http/optimistic-change.ts'
import { explain } from '#web/kernel/text/i18n.ts'
import { showToast } from '#web/ui/toasts.ts'
import { digestQuery } from './digests.queries.ts'

export const useSetDigestFrequency = () => {
  const key = digestQuery().queryKey
  return useOptimisticChange({
    scope: 'digest',
    send: (rhythm: DigestFrequency) => call(setDigest, { body: { rhythm } }),
    newDataOf: (rhythm, queryClient) => {
      const before = queryClient.getQueryData<Digest>(key)
      return [[key, before && { ...before, rhythm, chosen: true }]]
    },
    keys: [key],
    onError: error => showToast({ kind: 'error', text: explain(error), cause: 'digest' }),
  }).mutate
}
