// Decisions of earlier cases about the same content or the same author.
import type { Tx } from '#server/kernel/postgres/db.ts'
import type { MemberKey } from '#server/kernel/report.ts'
import type { CaseRow } from './moderation.queries.ts'

export const findOtherSuspensionEnd = async (
  tx: Tx,
  { id, author_id }: Pick<CaseRow, 'id' | 'author_id'>,
  now: Date,
): Promise<Date | null> => {
  const { until } = await tx
    .selectFrom('moderation_cases')
    .select(({ fn }) => fn.max('suspended_until').as('until'))
    .where('author_id', '=', author_id)
    .where('id', '<>', id)
    .where('restored_at', 'is', null)
    .where('suspended_until', '>', now)
    .executeTakeFirstOrThrow()
  return until
}

/** Whether another case hides the same content. Always false for profiles, of which each case hides its own texts. */
export const isHiddenByOtherCase = async (
  tx: Tx,
  { id, kind, subject_id }: Pick<CaseRow, 'id' | 'kind' | 'subject_id'>,
): Promise<boolean> =>
  kind !== 'user' &&
  (await tx
    .selectFrom('moderation_cases')
    .select('id')
    .where('subject_id', '=', subject_id)
    .where('kind', '=', kind)
    .where('id', '<>', id)
    .where('hidden_at', 'is not', null)
    .where('restored_at', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined

const findLastDecision = (tx: Tx, kind: CaseRow['kind'], subjectId: string) =>
  tx
    .selectFrom('moderation_cases')
    .select(['decision', 'restored_at', 'appeal_overturned', 'decided_by_account'])
    .where('subject_id', '=', subjectId)
    .where('kind', '=', kind)
    .where('decided_at', 'is not', null)
    .orderBy('decided_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Whether the last decision on the same content found no breach or was undone. */
export const wasContentCleared = async (tx: Tx, kind: CaseRow['kind'], subjectId: string): Promise<boolean> => {
  const last = await findLastDecision(tx, kind, subjectId)
  return last !== undefined && (last.decision === 'keep' || last.restored_at !== null)
}

/** Whether the last decision on this content was made by this account and was overturned on appeal. */
export const wasOverruledOnAppeal = async (
  tx: Tx,
  kind: CaseRow['kind'],
  subjectId: string,
  accountId: string,
): Promise<boolean> => {
  const last = await findLastDecision(tx, kind, subjectId)
  return last?.appeal_overturned === true && last.decided_by_account === accountId
}

/**
 * Whether a decision to remove the member prevents this account from opening the member’s access again. A final removal
 * prevents only the account that decided on it.
 */
export const isAccessClosedByDecision = async (
  tx: Tx,
  { communityId, userId }: MemberKey,
  openingAccountId: string,
): Promise<boolean> =>
  (await tx
    .selectFrom('moderation_cases')
    .select('id')
    .where('author_community_id', '=', communityId)
    .where('author_id', '=', userId)
    .where('kind', '=', 'user')
    .where('decision', '=', 'remove')
    .where('restored_at', 'is', null)
    .where(eb => eb.or([eb('erased_at', 'is', null), eb('decided_by_account', '=', openingAccountId)]))
    .limit(1)
    .executeTakeFirst()) !== undefined
