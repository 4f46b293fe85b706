// Used by anyone with the mailed link. Separate from `digests.queries.ts`, so that screens load only their code.
import { type DigestFrequency, readDigestLink, setDigestByLink } from '@parvis/contract/digests.ts'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '#web/kernel/http/api.ts'
import { explain } from '#web/kernel/text/i18n.ts'
import { showToast } from '#web/ui/toasts.ts'

export const linkedDigestQuery = (token: string) =>
  queryOptions({
    queryKey: ['digests', 'link', token] as const,
    queryFn: ({ signal }) => call(readDigestLink, { body: { token }, signal }),
    gcTime: 0,
  })

/** Not optimistic: people close the page once it confirms the change, so the change must be stored before. */
export const useSetLinkedDigestFrequency = (token: string) =>
  useMutation({
    mutationFn: (rhythm: DigestFrequency) => call(setDigestByLink, { body: { token, rhythm } }),
    onSuccess: (digest, _, __, { client }) => client.setQueryData(linkedDigestQuery(token).queryKey, digest),
    onError: error => showToast({ kind: 'error', text: explain(error), cause: 'digest' }),
  })
