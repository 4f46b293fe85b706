import { listSessions } from '@parvis/contract/session.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/kernel/http/api.ts'

export const deviceKeys = { list: () => ['devices'] as const }

/** Where the reader is logged in. Nobody tells of another log-in: whoever opens the settings asks anew. */
export const devicesQuery = () =>
  queryOptions({
    queryKey: deviceKeys.list(),
    queryFn: ({ signal }) => call(listSessions, { signal }),
    staleTime: 0,
  })
