import { sql } from 'kysely'
import { type ReasonRow, reasonsColumn, subjectsAsRows } from '#server/kernel/postgres/reports.ts'
import type { Db, Tx } from '#server/kernel/postgres/db.ts'
import type { SubjectKey } from '#server/kernel/report.ts'

/** The latest snapshot of a reported message and the messages around it, with the reasons of all its reports. */
export interface MessageReportRow {
  subject_id: string
  messages: {
    id: string
    place: number
    user_id: string
    text: string | null
    image_id: string | null
    youtube_video_id: string | null
    created_at: string
  }[]
  reasons: ReasonRow[]
}

export const findMessageReports = async (
  db: Db | Tx,
  subjects: readonly (SubjectKey & { since: Date })[],
): Promise<MessageReportRow[]> => {
  if (subjects.length === 0) return []
  const { rows } = await sql<MessageReportRow>`
    select s.id as subject_id, latest.snapshot as messages, ${reasonsColumn('message_flags', 'message_id')} as reasons
    from ${subjectsAsRows(subjects)} cross join lateral (
      select f.snapshot from message_flags f where f.community_id = s.community_id and f.message_id = s.id
      order by f.created_at desc limit 1) latest`.execute(db)
  return rows
}
