// Audits actions on a deal by users other than its author.
import type { Actor } from '#server/kernel/actor.ts'
import { audit } from '#server/kernel/audit.ts'
import type { Tx } from '#server/kernel/postgres/db.ts'
import type { DealRow } from './deals.queries.ts'

export const auditDealAct = async (
  tx: Tx,
  { userId, accountId }: Actor,
  act: 'deal.changed' | 'deal.ended' | 'deal.removed' | 'deal.mapped',
  { id, community_id: communityId, user_id: authorId }: Pick<DealRow, 'id' | 'community_id' | 'user_id'>,
): Promise<void> => {
  if (userId !== authorId) await audit(tx, { act, communityId, userId, accountId, subjectId: id })
}
