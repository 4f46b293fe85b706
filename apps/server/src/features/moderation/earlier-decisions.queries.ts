// What other cases about the same content or the same author have decided.
import type { Tx } from '#server/kernel/postgres/db.ts'
import type { MemberKey } from '#server/kernel/report.ts'
import type { CaseRow } from './moderation.queries.ts'

export const findOtherSuspension = async (
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

/** Whether another case hides the same content. Does not apply to profiles, because each case hides its own texts. */
export const isHiddenElsewhere = async (
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

const findLastDecided = (tx: Tx, kind: CaseRow['kind'], subjectId: string) =>
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
export const wasCleared = async (tx: Tx, kind: CaseRow['kind'], subjectId: string): Promise<boolean> => {
  const last = await findLastDecided(tx, kind, subjectId)
  return last !== undefined && (last.decision === 'keep' || last.restored_at !== null)
}

/** Whether the last decision on the same content was by this account and was overturned on appeal. */
export const isOverruled = async (
  tx: Tx,
  kind: CaseRow['kind'],
  subjectId: string,
  accountId: string,
): Promise<boolean> => {
  const last = await findLastDecided(tx, kind, subjectId)
  return last?.appeal_overturned === true && last.decided_by_account === accountId
}

/** Whether a decision keeps this member out. Once final, it still binds the person who took it, but nobody else. */
export const isClosedByDecision = async (
  tx: Tx,
  { communityId, userId }: MemberKey,
  byAccount: string,
): Promise<boolean> =>
  (await tx
    .selectFrom('moderation_cases')
    .select('id')
    .where('author_community_id', '=', communityId)
    .where('author_id', '=', userId)
    .where('kind', '=', 'user')
    .where('decision', '=', 'remove')
    .where('restored_at', 'is', null)
    .where(eb => eb.or([eb('erased_at', 'is', null), eb('decided_by_account', '=', byAccount)]))
    .limit(1)
    .executeTakeFirst()) !== undefined
