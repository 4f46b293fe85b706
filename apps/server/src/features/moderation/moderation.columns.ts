import type { ModerationDecision, ModerationNews, ReportedKind } from '@parvis/contract/moderation.ts'
import { isAdminLike } from '@parvis/contract/roles.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#server/kernel/actor.ts'

/** A case as a notification tells of it. */
export interface CaseNewsRow {
  id: string
  about: ReportedKind
  news: ModerationNews
  decision: ModerationDecision | null
  overturned: boolean
}

/** The case `k` waits for a first decision, or for one on its appeal. */
export const waitsColumn: RawBuilder<boolean> = sql<boolean>`(k.decided_at is null
  or (k.appealed_at is not null and k.appeal_decided_at is null))`

/** What of the case `k` is news to the user `reader`; null where there is none. */
export const caseNewsColumn = (reader: RawBuilder<unknown>): RawBuilder<CaseNewsRow | null> => sql<CaseNewsRow | null>`
  case when k.id is not null then json_build_object('id', k.id, 'about', k.kind, 'decision', k.decision,
    'overturned', k.restored_at is not null, 'news', case
      when k.author_id is distinct from ${reader} then case when k.decided_at is null then 'report' else 'appeal' end
      when k.appeal_decided_at is not null or (k.restored_at is not null and k.decision <> 'keep') then 'outcome'
      else 'decision' end) end`

/** The case `k` is news to the reader `r` (`user_id`, `decides`). */
export const isCaseForReader: RawBuilder<boolean> = sql<boolean>`
  (case when k.author_id = r.user_id then k.decided_at is not null and (k.decision <> 'keep' or k.restored_at is not null)
    else r.decides and ${waitsColumn} end)`

/** A case that this actor may judge names the picture `m`: they see what they judge. */
export const isJudgedColumn = (actor: Actor): RawBuilder<boolean> =>
  isAdminLike(actor.role)
    ? sql<boolean>`exists (select from moderation_cases k join communities kc on kc.id = k.community_id
        where k.picture_ids @> array[m.id] and (${actor.role === 'webmaster'} or k.community_id = ${actor.communityId}::uuid
          or kc.organization_id = ${actor.organizationId}::uuid))`
    : sql<boolean>`false`
