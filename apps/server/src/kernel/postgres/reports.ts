import { type RawBuilder, sql } from 'kysely'
import type { SubjectName } from '../report.ts'

/** Subjects of reports as rows `s` (`community_id`, `id`, `since`). */
export const subjectsAsRows = (subjects: readonly (SubjectName & { since: Date })[]): RawBuilder<unknown> =>
  sql`unnest(${subjects.map(({ communityId }) => communityId)}::uuid[], ${subjects.map(({ subjectId }) => subjectId)}::uuid[],
    ${subjects.map(({ since }) => since)}::timestamptz[]) as s (community_id, id, since)`

/** Why the subject `s` was reported since then: texts with their time as JSON, the oldest first. */
export const reasonsColumn = (table: string, subject: string): RawBuilder<{ text: string; at: string }[]> =>
  sql`(select coalesce(json_agg(json_build_object('text', r.reason, 'at', r.created_at) order by r.created_at), '[]')
    from ${sql.table(table)} r where r.community_id = s.community_id and r.${sql.ref(subject)} = s.id
      and r.created_at >= s.since and r.reason is not null)`
