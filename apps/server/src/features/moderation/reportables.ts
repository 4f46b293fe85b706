import type { ReportedKind } from '@parvis/contract/moderation.ts'
import type { RetainedReport, Reportable } from '#server/kernel/report.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { CaseRow } from './moderation.queries.ts'

/** Returns how the feature of this kind of content reads, hides and erases reported content. */
export const getReportable = ({ features }: Pick<Platform, 'features'>, kind: ReportedKind): Reportable =>
  features.flatMap(({ reportable = [] }) => reportable).find(one => one.kind === kind)!

/** Returns the reports by case id, without the cases whose content is no longer retained. */
export const readReportsByCaseId = async (
  platform: Pick<Platform, 'db' | 'features'>,
  rows: readonly CaseRow[],
): Promise<ReadonlyMap<string, RetainedReport>> => {
  const entries = await Promise.all(
    [...Map.groupBy(rows, row => row.kind)].map(async ([kind, cases]) => {
      const reports = await getReportable(platform, kind).readReports(
        platform.db,
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
