import type { ReportedKind } from '@parvis/contract/moderation.ts'
import type { Db, Tx } from '#server/kernel/postgres/db.ts'
import type { RetainedReport, Reportable } from '#server/kernel/report.ts'
import { reportedMessages } from '../chat/reported-message.service.ts'
import { reportedDeals } from '../deals/reported-deal.service.ts'
import { reportedPosts } from '../feed/reported-post.service.ts'
import { reportedPeople } from '../people/reported-person.service.ts'
import type { CaseRow } from './moderation.queries.ts'

/** The handlers of reports for each kind of content, from the feature that owns the content. */
export const reportables: Readonly<Record<ReportedKind, Reportable>> = {
  post: reportedPosts,
  message: reportedMessages,
  deal: reportedDeals,
  user: reportedPeople,
}

/** Returns the reports by case id, without the cases whose content is no longer retained. */
export const readReportsByCaseId = async (
  db: Db | Tx,
  rows: readonly CaseRow[],
): Promise<ReadonlyMap<string, RetainedReport>> => {
  const entries = await Promise.all(
    [...Map.groupBy(rows, row => row.kind)].map(async ([kind, cases]) => {
      const reports = await reportables[kind].readReports(
        db,
        cases.map(row => ({ communityId: row.community_id, subjectId: row.subject_id, since: row.opened_at })),
      )
      return cases.flatMap(row => {
        const report = reports.get(row.subject_id)
        return report ? [[row.id, report] as const] : []
      })
    }),
  )
  return new Map(entries.flat())
}
