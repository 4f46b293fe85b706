import {
  type Digest,
  type DigestRhythm,
  type LinkedDigest,
  setDigest,
  setDigestByLink,
} from '@parvis/contract/digests.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/kernel/http/api.ts'
import { explain } from '#web/kernel/text/i18n.ts'
import { showToast } from '#web/ui/toasts.ts'
import { digestKeys, linkedDigestQuery } from './digests.queries.ts'

const tellFailure = (error: unknown) => showToast({ kind: 'error', text: explain(error), cause: 'digest' })

/** Shown at once, and as it was when the server refuses. */
export const useRhythm = () => {
  const queryClient = useQueryClient()
  const key = digestKeys.mine()
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
      tellFailure(error)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
  }).mutate
}

/** By the link of a mail: shown once the server has done it, since its reader closes the page then. */
export const useLinkedRhythm = (token: string) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (rhythm: DigestRhythm) => call(setDigestByLink, { body: { token, rhythm } }),
    onSuccess: digest => {
      queryClient.setQueryData<LinkedDigest>(linkedDigestQuery(token).queryKey, digest)
      // of who is signed in here the settings say the same
      void queryClient.invalidateQueries({ queryKey: digestKeys.mine() })
    },
    onError: tellFailure,
  })
}
