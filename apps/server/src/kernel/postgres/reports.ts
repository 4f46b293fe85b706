import { sql } from 'kysely'
import { createExportFile, type ExportFile } from '../data-export.ts'
import type { Reportable, RetainedContent, RetainedReason, RuleAndReason, SubjectKey } from '../report.ts'
import type { Db, Tx } from './db.ts'

interface ReportRow<Snapshot> {
  subject_id: string
  snapshot: Snapshot
  reasons: (RuleAndReason & { at: string })[]
}

const toRetainedReason = (row: RuleAndReason & { at: string }): RetainedReason => ({ ...row, at: new Date(row.at) })

/** Returns a reader of the reports in a table; `present` returns the content of the snapshot stored with the latest report. */
export const readReportsIn =
  <Snapshot>(
    table: string,
    subjectColumn: string,
    present: (snapshot: Snapshot, subjectId: string) => Partial<RetainedContent>,
  ): Reportable['readReports'] =>
  async (db, subjects) => {
    if (subjects.length === 0) return new Map()
    const [reports, subject] = [sql.table(table), sql.ref(subjectColumn)]
    const { rows } = await sql<ReportRow<Snapshot>>`
      select s.id as subject_id, latest.snapshot, (
        select coalesce(json_agg(json_build_object('rule', r.rule, 'reason', r.reason, 'at', r.created_at) order by r.created_at), '[]')
        from ${reports} r where r.community_id = s.community_id and r.${subject} = s.id
          and r.created_at >= s.since and (r.rule is not null or r.reason is not null)) as reasons
      from unnest(${subjects.map(({ communityId }) => communityId)}::uuid[], ${subjects.map(({ subjectId }) => subjectId)}::uuid[],
        ${subjects.map(({ since }) => since)}::timestamptz[]) as s (community_id, id, since)
      cross join lateral (
        select f.snapshot from ${reports} f where f.community_id = s.community_id and f.${subject} = s.id
        order by f.created_at desc limit 1) latest`.execute(db)
    const nothing = { title: null, title_en: null, text: null, text_en: null, youtubeVideoId: null, messages: [] }
    return new Map(
      rows.map(({ subject_id, snapshot, reasons }) => [
        subject_id,
        { content: { ...nothing, ...present(snapshot, subject_id) }, reasons: reasons.map(toRetainedReason) },
      ]),
    )
  }

/** Whether this member has reported the subject after `since`. */
export const hasReportedSince = async (
  db: Db | Tx,
  { table, subjectColumn }: { table: string; subjectColumn: string },
  { communityId, subjectId, reporterId }: SubjectKey & { reporterId: string },
  since: Date,
): Promise<boolean> => {
  const { rows } = await sql`
    select from ${sql.table(table)} where community_id = ${communityId} and ${sql.ref(subjectColumn)} = ${subjectId}
      and reporter_id = ${reporterId} and created_at > ${since} limit 1`.execute(db)
  return rows.length > 0
}

/** Data export: the reports of a member in a table. */
export const createReportsExport = (db: Db, name: string, table: string, reporterId: string): ExportFile =>
  createExportFile(name, async () => {
    const { rows } = await sql`
      select rule, reason, created_at as "reportedAt" from ${sql.table(table)} where reporter_id = ${reporterId} order by id`.execute(
      db,
    )
    return rows
  })
