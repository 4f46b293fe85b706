// The cases of one member: their data export, their anonymization when the member is erased, and the check whether a
// decision has closed the member’s access.
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import { type ExportFile, type ExportSubject, createExportFile } from '#server/kernel/data-export.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import type { MemberKey, TransactionContext } from '#server/kernel/report.ts'
import { findOwnCases } from './moderation.queries.ts'
import { isAccessClosedByDecision } from './earlier-decisions.queries.ts'

export const exportDecisions = (db: Db, { userId }: ExportSubject): ExportFile =>
  createExportFile('decisions', async () =>
    (await findOwnCases(db, userId)).map(row => ({
      about: row.kind,
      decision: row.decision,
      rule: row.rule,
      reason: row.reason,
      days: row.days ?? undefined,
      decidedAt: row.decided_at,
      restoredAt: row.restored_at ?? undefined,
      appeal: row.appealed_at ? { text: row.appeal_text, appealedAt: row.appealed_at } : undefined,
      outcome: row.appeal_decided_at
        ? { overturned: row.appeal_overturned, reason: row.appeal_reason, decidedAt: row.appeal_decided_at }
        : undefined,
    })),
  )

/**
 * Anonymizes the cases about an erased member and those that the member decided; pending cases about the member are
 * closed. The rows remain stored for the monthly counts.
 */
export const anonymizeCasesOfMember = async ({ db, clock }: Platform, { userId }: MemberKey): Promise<void> => {
  const now = clock.now()
  await db
    .updateTable('moderation_cases')
    .set({ decision: 'keep', decided_at: now, erased_at: now })
    .where('author_id', '=', userId)
    .where('decided_at', 'is', null)
    .execute()
  await db
    .updateTable('moderation_cases')
    .set(({ fn, val, ref, case: when }) => ({
      // a case about a profile has the person’s id as its subject, which is replaced by the id of the case
      subject_id: when().when('kind', '=', 'user').then(ref('id')).else(ref('subject_id')).end(),
      author_id: null,
      author_community_id: null,
      reason: null,
      appeal_text: null,
      appeal_reason: null,
      appeal_token_hash: null,
      picture_ids: [],
      erased_at: fn.coalesce('erased_at', val(now)),
      appealed_at: null,
      appeal_overturned: null,
      appeal_decided_at: null,
    }))
    .where('author_id', '=', userId)
    .execute()
  await db
    .updateTable('moderation_cases')
    .set({ decided_by: null, decided_by_account: null })
    .where('decided_by', '=', userId)
    .execute()
}

/** Throws `closedbydecision` if a decision to remove the member prevents this actor from opening the access again. */
export const assertAccessNotClosedByDecision = async (
  { tx }: TransactionContext,
  actor: Actor,
  member: MemberKey,
): Promise<void> => {
  if (await isAccessClosedByDecision(tx, member, actor.accountId)) fail('closedbydecision')
}
