import { listBlocked } from '@parvis/contract/blocks.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/kernel/http/api.ts'
import { persisted } from '#web/kernel/offline/persisted.ts'

export const blockKeys = { list: () => ['blocks'] as const }

/** The people the viewer has blocked, latest first. */
export const blockedPeopleQuery = () =>
  queryOptions({ queryKey: blockKeys.list(), ...persisted, queryFn: ({ signal }) => call(listBlocked, { signal }) })
