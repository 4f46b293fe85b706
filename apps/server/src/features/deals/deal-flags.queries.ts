import { sql } from 'kysely'
import type { Db, Tx } from '#server/kernel/postgres/db.ts'
import { type ReasonRow, reasonsColumn, subjectsAsRows } from '#server/kernel/postgres/reports.ts'
import type { SubjectKey } from '#server/kernel/report.ts'

export const hasFlaggedDeal = async (
  db: Db | Tx,
  flag: { community_id: string; deal_id: string; reporter_id: string },
  since: Date,
): Promise<boolean> =>
  (await db
    .selectFrom('deal_flags')
    .select('id')
    .where('community_id', '=', flag.community_id)
    .where('deal_id', '=', flag.deal_id)
    .where('reporter_id', '=', flag.reporter_id)
    .where('created_at', '>', since)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** The latest snapshot of a reported deal, with the reasons of all its reports. */
export interface DealReportRow {
  subject_id: string
  deal: Record<
    | 'title'
    | 'title_en'
    | 'description'
    | 'description_en'
    | 'promotion'
    | 'promotion_en'
    | 'price'
    | 'price_en'
    | 'web_site_url'
    | 'fb_url',
    string | null
  >
  reasons: ReasonRow[]
}

export const findDealReports = async (
  db: Db | Tx,
  subjects: readonly (SubjectKey & { since: Date })[],
): Promise<DealReportRow[]> => {
  if (subjects.length === 0) return []
  const { rows } = await sql<DealReportRow>`
    select s.id as subject_id, latest.snapshot as deal, ${reasonsColumn('deal_flags', 'deal_id')} as reasons
    from ${subjectsAsRows(subjects)} cross join lateral (
      select f.snapshot from deal_flags f where f.community_id = s.community_id and f.deal_id = s.id
      order by f.created_at desc limit 1) latest`.execute(db)
  return rows
}
