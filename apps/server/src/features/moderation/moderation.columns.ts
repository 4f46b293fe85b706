import type { ModerationDecision, ModerationNotice, ReportedKind } from '@parvis/contract/moderation.ts'
import { isAdminLike } from '@parvis/contract/roles.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#server/kernel/actor.ts'

export interface CaseNewsRow {
  id: string
  about: ReportedKind
  news: ModerationNotice
  decision: ModerationDecision | null
  overturned: boolean
}

/** Whether the case `k` is pending: without a decision, or with an undecided appeal. */
export const isPendingColumn: RawBuilder<boolean> = sql<boolean>`(k.decided_at is null
  or (k.appealed_at is not null and k.appeal_decided_at is null))`

/** The state of case `k` that this user is notified of: report, appeal, decision or outcome; null without a case. */
export const caseNewsColumn = (
  recipient: RawBuilder<unknown>,
): RawBuilder<CaseNewsRow | null> => sql<CaseNewsRow | null>`
  case when k.id is not null then json_build_object('id', k.id, 'about', k.kind, 'decision', k.decision,
    'overturned', k.restored_at is not null, 'news', case
      when k.author_id is distinct from ${recipient} then case when k.decided_at is null then 'report' else 'appeal' end
      when k.appeal_decided_at is not null or (k.restored_at is not null and k.decision <> 'keep') then 'outcome'
      else 'decision' end) end`

/**
 * Whether the recipient `r` is notified of case `k`: its author once a breach is found or the content is visible again,
 * or a moderator (`r.decides`) while the case is pending.
 */
export const isCaseForRecipient: RawBuilder<boolean> = sql<boolean>`
  (case when k.author_id = r.user_id then k.decided_at is not null and (k.decision <> 'keep' or k.restored_at is not null)
    else r.decides and ${isPendingColumn} end)`

/** Whether the picture `m` belongs to a case that this actor may decide. */
export const isReviewableColumn = (actor: Actor): RawBuilder<boolean> =>
  isAdminLike(actor.role)
    ? sql<boolean>`exists (select from moderation_cases k join communities kc on kc.id = k.community_id
        where k.picture_ids @> array[m.id] and (${actor.role === 'webmaster'} or k.community_id = ${actor.communityId}::uuid
          or kc.organization_id = ${actor.organizationId}::uuid))`
    : sql<boolean>`false`
