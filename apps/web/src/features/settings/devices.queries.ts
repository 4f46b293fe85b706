import { listSessions } from '@parvis/contract/session.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/kernel/http/api.ts'

export const deviceKeys = { list: () => ['devices'] as const }

/** The viewer's devices, refetched whenever the settings open: no live event reports another log-in. */
export const devicesQuery = () =>
  queryOptions({
    queryKey: deviceKeys.list(),
    queryFn: ({ signal }) => call(listSessions, { signal }),
    staleTime: 0,
  })
