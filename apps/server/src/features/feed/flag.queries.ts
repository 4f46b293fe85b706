import { sql } from 'kysely'
import type { SubjectKey } from '#server/kernel/report.ts'
import { type ReasonRow, reasonsColumn, subjectsAsRows } from '#server/kernel/postgres/reports.ts'
import type { Db, Tx } from '#server/kernel/postgres/db.ts'

/** A flagged post: its content from the snapshot of the latest flag, and the reasons of all flags. */
export interface PostReportRow {
  subject_id: string
  post: Record<
    | 'title'
    | 'title_en'
    | 'description'
    | 'description_en'
    | 'post_description'
    | 'post_description_en'
    | 'youtube_video_id',
    string | null
  > & {
    /** Undefined in snapshots that were stored before posts could be cancelled. */
    cancel_reason?: string | null
  }
  reasons: ReasonRow[]
}

export const findPostReports = async (
  db: Db | Tx,
  subjects: readonly (SubjectKey & { since: Date })[],
): Promise<PostReportRow[]> => {
  if (subjects.length === 0) return []
  const { rows } = await sql<PostReportRow>`
    select s.id as subject_id, latest.snapshot as post, ${reasonsColumn('event_flags', 'event_id')} as reasons
    from ${subjectsAsRows(subjects)} cross join lateral (
      select f.snapshot from event_flags f where f.community_id = s.community_id and f.event_id = s.id
      order by f.created_at desc limit 1) latest`.execute(db)
  return rows
}
