// Who keeps a deal removes it for good: what was published from it keeps its words.
import type { Actor } from '#server/kernel/actor.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import { releasePicture } from '../media/media.service.ts'
import { takeBackDealWaits } from '../notifications/tell-approvals.service.ts'
import { readStanding } from './deal-standing.service.ts'
import { lockDeal } from './deals.service.ts'
import { noteDealOf } from './note-deal.service.ts'

export const removeDeal = async (platform: Platform, actor: Actor, id: string): Promise<void> => {
  const { db, bus, clock } = platform
  const pictures = await inTransaction(db, async (tx, afterCommit) => {
    const row = await lockDeal(tx, clock, actor, id, 'remove')
    const { listed, communityIds } = await readStanding(tx, id)
    await takeBackDealWaits(platform, { tx, afterCommit }, { dealId: id })
    await noteDealOf(tx, actor, 'deal.removed', row)
    await tx.deleteFrom('deals').where('id', '=', id).execute()
    const { user_id, community_id, organization_id, gooddeal } = row
    const home = { user_id, community_id, organization_id, gooddeal }
    afterCommit(() => bus.announce('shown.changed', { ids: [id] }))
    for (const communityId of listed ? communityIds : [community_id])
      afterCommit(() => bus.announce('deal.removed', { dealId: id, communityId, home, listed }))
    return [row.photo?.id, row.map_photo?.id]
  })
  for (const picture of pictures) if (picture) await releasePicture(platform, picture, 'public')
}
