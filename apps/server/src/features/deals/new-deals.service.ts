// Finds deals of a community that were listed after a given time.
import type { Deal } from '@parvis/contract/deals.ts'
import { PAGE_SIZE } from '@parvis/contract/limits.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { LAST_ID } from '#server/kernel/ids.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { findCommunityDeals } from './deal-list.queries.ts'
import type { DealFacts } from './deals.policy.ts'
import { presentDeal } from './deals.presenter.ts'

const visibleSince = ({ approved_at, starts_at }: Pick<DealFacts, 'approved_at' | 'starts_at'>): number =>
  Math.max(approved_at?.getTime() ?? Infinity, starts_at?.getTime() ?? 0)

/** Deals of the newest page that are new to this viewer, except the viewer’s own; empty where deals are disabled. */
export const findNewDeals = async ({ db, clock }: Platform, actor: Actor, since: Date): Promise<Deal[]> => {
  if (!actor.community.gooddeal) return []
  const now = clock.now()
  const start = { before: LAST_ID, skip: 0, page: 1, limit: PAGE_SIZE }
  const rows = await findCommunityDeals(db, { communityId: actor.communityId, categoryIds: undefined, now, start })
  return rows
    .filter(row => visibleSince(row) > since.getTime() && row.user_id !== actor.userId)
    .filter(row => !actor.hiddenUserIds.includes(row.user_id))
    .map(row => presentDeal(actor, row, now, undefined))
}
