import { getDigest } from '@parvis/contract/digests.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/kernel/http/api.ts'
import { persisted } from '#web/kernel/offline/persisted.ts'

/** How often digests are mailed to the viewer. */
export const digestQuery = () =>
  queryOptions({
    queryKey: ['digests', 'mine'] as const,
    ...persisted,
    queryFn: ({ signal }) => call(getDigest, { signal }),
  })
