// Administrators of the community approve or refuse a pending deal; the author is notified, and once one deal is
// approved, later deals of that author need no approval.
import type { Deal } from '@parvis/contract/deals.ts'
import type { Body } from '@parvis/contract/endpoint.ts'
import type { decideOnDeal as decideOnDealCall } from '@parvis/contract/write-deals.ts'
import { sql } from 'kysely'
import { type Actor, canModerate } from '#server/kernel/actor.ts'
import { audit, auditActor } from '#server/kernel/audit.ts'
import { fail } from '#server/kernel/errors.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import { trimmed } from '#server/kernel/text-input.ts'
import { notifyOfDealDecision } from './notify-deals.service.ts'
import { changeDeals } from './deal-visibility.service.ts'
import { dealState } from './deals.policy.ts'
import { getDealFor, lockDeal } from './deals.service.ts'

/** Idempotent. Throws `dealchanged` if the deal has changed since it was read, is over, or has the other decision. */
export const decideOnDeal = async (
  platform: Platform,
  actor: Actor,
  id: string,
  { approve, reason, version }: Body<typeof decideOnDealCall>,
): Promise<Deal> => {
  const { db, jobs, clock } = platform
  await inTransaction(db, async (tx, afterCommit) => {
    const row = await lockDeal(tx, clock, actor, id, 'edit')
    const place = { communityId: row.community_id, organizationId: row.organization_id }
    if (!canModerate(actor, place)) return fail('forbidden')
    if (approve ? row.approved_at : row.refused_at) return
    const now = clock.now()
    const isUnchanged = version === undefined || version === row.version
    if (!isUnchanged || dealState(row, now) !== 'waiting') return fail('dealchanged')
    const decision = approve
      ? { approved_at: now, refusal: null }
      : { refused_at: now, refusal: trimmed(reason) ?? null }
    await changeDeals(platform, { tx, afterCommit }, [row], async () => {
      await tx
        .updateTable('deals')
        .set({ ...decision, version: sql`version + 1`, updated_at: now })
        .where('id', '=', id)
        .execute()
      if (approve)
        await tx
          .insertInto('deal_authors')
          .values({ community_id: row.community_id, user_id: row.user_id, approved_at: now })
          .onConflict(conflict => conflict.doNothing())
          .execute()
      await audit(tx, {
        act: approve ? 'deal.approved' : 'deal.refused',
        ...auditActor(actor),
        communityId: row.community_id,
        subjectId: id,
      })
      const decided = { communityId: row.community_id, dealId: id, userId: row.user_id }
      await notifyOfDealDecision(platform, { tx, afterCommit }, decided)
      await jobs.enqueue(tx, afterCommit, 'deal.decided', { dealId: id, isApproved: approve })
    })
  })
  return getDealFor(platform, actor, id)
}
