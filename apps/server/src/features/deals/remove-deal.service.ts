// An author removes a deal for good; posts published from it keep their text. A removal by moderators only hides it, as
// a decision that the author can read and appeal.
import type { Actor } from '#server/kernel/actor.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { RuleAndReason } from '#server/kernel/report.ts'
import type { AppContext } from '#server/kernel/feature.ts'
import { releasePicture } from '../media/media.service.ts'
import { takeBackDealWaits } from '../notifications/tell-approvals.service.ts'
import { readStanding } from './deal-standing.service.ts'
import { lockDeal } from './deals.service.ts'
import { keepDeal, subjectOf } from './keep-deal.service.ts'
import { noteDealOf } from './note-deal.service.ts'

export const removeDeal = async (
  platform: Platform,
  onRemoval: AppContext['onRemoval'],
  actor: Actor,
  id: string,
  words: RuleAndReason,
): Promise<void> => {
  const { db, bus, clock } = platform
  const pictures = await inTransaction(db, async (tx, afterCommit) => {
    const work = { tx, afterCommit }
    const row = await lockDeal(tx, clock, actor, id, 'remove')
    await takeBackDealWaits(platform, work, { dealId: id })
    if (row.user_id !== actor.userId) {
      await noteDealOf(tx, actor, 'deal.removed', row)
      const at = clock.now()
      await keepDeal(tx, id, { reporterId: null, rule: null, reason: null, at })
      await onRemoval(platform, work, { ...(await subjectOf(tx, row)), remover: actor, at, ...words })
      return []
    }
    const { listed, communityIds } = await readStanding(tx, id)
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
