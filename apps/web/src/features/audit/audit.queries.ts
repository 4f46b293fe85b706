import { listAudit } from '@parvis/contract/audit.ts'
import type { Query } from '@parvis/contract/endpoint.ts'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { call } from '#web/kernel/http/api.ts'
import { firstPage, nextPage } from '#web/kernel/http/pages.ts'

/** Filters of the audit log; an empty object lists everything. */
export type AuditParams = Pick<Query<typeof listAudit>, 'search' | 'act' | 'communityId' | 'from' | 'to'>

export const auditQuery = (params: AuditParams) =>
  infiniteQueryOptions({
    queryKey: ['audit', params],
    queryFn: ({ pageParam, signal }) => call(listAudit, { query: { ...params, ...pageParam }, signal }),
    initialPageParam: firstPage,
    getNextPageParam: nextPage,
    placeholderData: keepPreviousData,
  })
