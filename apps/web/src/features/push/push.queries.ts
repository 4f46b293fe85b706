import { getPushState } from '@parvis/contract/push.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/kernel/http/api.ts'
import { keptOnDevice } from '#web/kernel/offline/kept.ts'

export const pushKeys = { state: () => ['push'] as const }

/** Whether this session is registered; whoever opens the settings asks anew, as a push service may have let it go. */
export const pushStateQuery = () =>
  queryOptions({
    queryKey: pushKeys.state(),
    ...keptOnDevice,
    queryFn: ({ signal }) => call(getPushState, { signal }),
    staleTime: 0,
  })
