import { getPushState } from '@parvis/contract/push.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/kernel/http/api.ts'
import { persisted } from '#web/kernel/offline/persisted.ts'

/** Refetched whenever the settings open, since a push service may have ended the registration. */
export const pushStateQuery = () =>
  queryOptions({
    queryKey: ['push'],
    ...persisted,
    queryFn: ({ signal }) => call(getPushState, { signal }),
    staleTime: 0,
  })
