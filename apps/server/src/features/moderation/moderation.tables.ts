import type { ModerationDecision, ModerationRule, ReportedKind } from '@parvis/contract/moderation.ts'
import type { Generated } from 'kysely'

declare module '#server/kernel/postgres/db.ts' {
  interface Tables {
    moderation_cases: {
      community_id: string
      id: string
      kind: ReportedKind
      subject_id: string
      /** Null if nobody wrote the content, and after the author is erased. */
      author_id: string | null
      author_community_id: string | null
      concerns_minor: boolean
      flags_count: number
      picture_ids: string[]
      opened_at: Date
      flagged_at: Date
      hidden_at: Generated<Date | null>
      decision: Generated<ModerationDecision | null>
      rule: Generated<ModerationRule | null>
      reason: Generated<string | null>
      days: Generated<number | null>
      decided_at: Generated<Date | null>
      decided_by: Generated<string | null>
      decided_by_account: Generated<string | null>
      suspended_until: Generated<Date | null>
      restored_at: Generated<Date | null>
      erased_at: Generated<Date | null>
      appeal_token_hash: Generated<string | null>
      appeal_text: Generated<string | null>
      appealed_at: Generated<Date | null>
      appeal_overturned: Generated<boolean | null>
      appeal_reason: Generated<string | null>
      appeal_decided_at: Generated<Date | null>
      /** The age in hours at which the team was last reminded of the pending case or appeal. */
      reminded_hours: Generated<number>
    }
  }
}
