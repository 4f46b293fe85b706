import { AUDIT_PAGE_SIZE, listAudit } from '@parvis/contract/audit.ts'
import type { FastifyInstance } from 'fastify'
import { fail } from '#server/kernel/errors.ts'
import { createPage, pageStart } from '#server/kernel/http/pagination.ts'
import { serve } from '#server/kernel/http/serve.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { assertWebmaster } from './audit.policy.ts'
import { presentEntry, presentAuditCommunity } from './audit.presenter.ts'
import { findCommunities, findEntries, findEntryKey, findReferencedEntities } from './audit.queries.ts'
import { readAuditFilter } from './audit.search.ts'
import { recordAuditLogRead } from './audit.service.ts'

export const auditRoutes = (app: FastifyInstance, platform: Platform) => {
  const { db } = platform

  serve(app, listAudit, [assertWebmaster], async ({ actor, query, request }) => {
    const { page: _, cursor: __, ...filters } = query
    const scope = ['audit', filters]
    const start = pageStart(query, scope)
    if (start.skip > 0) return fail('badrequest', { field: 'cursor' })
    // Reading is audited before the query runs, so that the result already contains the reader’s own entry.
    await recordAuditLogRead(platform, actor, request.address)
    const filter = await readAuditFilter(db, filters, actor.community.timezone)
    const after = query.cursor === undefined ? null : await findEntryKey(db, start.before)
    // If the entry of the cursor was purged after a year, everything older was purged too.
    const rows = after === undefined ? [] : await findEntries(db, filter, after)
    const pageRows = rows.slice(0, AUDIT_PAGE_SIZE)
    const [references, places] = await Promise.all([
      findReferencedEntities(db, pageRows),
      query.cursor === undefined ? findCommunities(db) : [],
    ])
    const page = createPage(
      pageRows.map(row => presentEntry(row, references)),
      start,
      { hasNextPage: rows.length > pageRows.length, lastKey: pageRows.at(-1)?.id, scope },
    )
    return { ...page, communities: places.map(presentAuditCommunity) }
  })
}
