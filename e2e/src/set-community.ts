import { inTransaction } from '../../apps/server/src/kernel/postgres/after-commit.ts'
import { reachCommunity } from '../../apps/server/src/features/deals/deal-days.service.ts'
import type { TestServer } from '../../apps/server/src/testing/test-server.ts'

interface Switches {
  accept_posts?: boolean
  subscribe?: boolean
  gooddeal?: boolean
  weather?: boolean
}

/**
 * Switches what a community offers and tells nobody. The marks of its deals follow in the same transaction, as they do
 * from the desk: the job that marks them each minute would otherwise meet deals switched off and leave them so for a
 * minute.
 */
export const setCommunity = async (
  { db, platform, communityId }: TestServer,
  customUri: string,
  switches: Switches,
): Promise<void> => {
  const id = await communityId(customUri)
  await inTransaction(db, async tx => {
    await tx.updateTable('communities').set(switches).where('id', '=', id).execute()
    if (switches.gooddeal !== undefined) await reachCommunity(tx, id, { now: platform.clock.now() })
  })
}
