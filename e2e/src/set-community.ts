import { inTransaction } from '../../apps/server/src/kernel/postgres/after-commit.ts'
import { refreshCommunityDeals } from '../../apps/server/src/features/deals/deal-days.service.ts'
import type { TestServer } from '../../apps/server/src/testing/test-server.ts'

interface Switches {
  accept_posts?: boolean
  subscribe?: boolean
  gooddeal?: boolean
  weather?: boolean
}

/**
 * Changes the feature switches of a community without publishing a live event. Updates the listed flags of its deals in
 * the same transaction, as the admin page does: otherwise they would be wrong until a job corrects them, at most a
 * minute later.
 */
export const setFeatureSwitches = async (
  { db, platform, communityId }: TestServer,
  customUri: string,
  switches: Switches,
): Promise<void> => {
  const id = await communityId(customUri)
  await inTransaction(db, async tx => {
    await tx.updateTable('communities').set(switches).where('id', '=', id).execute()
    if (switches.gooddeal !== undefined) await refreshCommunityDeals(tx, id, { now: platform.clock.now() })
  })
}
