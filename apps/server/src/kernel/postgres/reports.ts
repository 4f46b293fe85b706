import { type RawBuilder, sql } from 'kysely'
import type { RetainedReason, RuleAndReason, SubjectKey } from '../report.ts'

/** SQL: the reported subjects as rows `s` (`community_id`, `id`, `since`). */
export const subjectsAsRows = (subjects: readonly (SubjectKey & { since: Date })[]): RawBuilder<unknown> =>
  sql`unnest(${subjects.map(({ communityId }) => communityId)}::uuid[], ${subjects.map(({ subjectId }) => subjectId)}::uuid[],
    ${subjects.map(({ since }) => since)}::timestamptz[]) as s (community_id, id, since)`

export interface ReasonRow extends RuleAndReason {
  at: string
}

export const reasonsColumn = (table: string, subjectColumn: string): RawBuilder<ReasonRow[]> =>
  sql`(select coalesce(json_agg(json_build_object('rule', r.rule, 'reason', r.reason, 'at', r.created_at) order by r.created_at), '[]')
    from ${sql.table(table)} r where r.community_id = s.community_id and r.${sql.ref(subjectColumn)} = s.id
      and r.created_at >= s.since and (r.rule is not null or r.reason is not null))`

export const toRetainedReasons = (rows: readonly ReasonRow[]): RetainedReason[] =>
  rows.map(row => ({ ...row, at: new Date(row.at) }))
