// An author deletes a deal; posts published from it keep their text. A removal by moderators only hides the deal, as a
// decision that the author can read and appeal.
import type { Actor } from '#server/kernel/actor.ts'
import { removeSubjects } from '#server/kernel/notification-subject.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import { recordRemoval, type RuleAndReason } from '#server/kernel/report.ts'
import { releasePicture } from '../media/media.service.ts'
import { retractDealNotifications } from './notify-deals.service.ts'
import { readDealVisibility } from './deal-visibility.service.ts'
import { lockDeal } from './deals.service.ts'
import { storeDealSnapshot, buildReportSubject } from './deal-snapshot.service.ts'
import { auditDealAct } from './audit-deal.service.ts'

export const removeDeal = async (
  platform: Platform,
  actor: Actor,
  id: string,
  ruleAndReason: RuleAndReason,
): Promise<void> => {
  const { db, bus, clock } = platform
  const pictures = await inTransaction(db, async (tx, afterCommit) => {
    const context = { tx, afterCommit }
    const row = await lockDeal(tx, clock, actor, id, 'remove')
    await retractDealNotifications(platform, context, { dealId: id })
    if (row.user_id !== actor.userId) {
      await auditDealAct(tx, actor, 'deal.removed', row)
      const at = clock.now()
      await storeDealSnapshot(tx, id, { reporterId: null, rule: null, reason: null, at })
      await recordRemoval(platform, context, {
        ...(await buildReportSubject(tx, row)),
        remover: actor,
        at,
        ...ruleAndReason,
      })
      return []
    }
    const { listed: wasListed, communityIds } = await readDealVisibility(tx, id)
    await tx.deleteFrom('deals').where('id', '=', id).execute()
    await removeSubjects(platform, tx, { subjectKind: 'deal', ids: [id] })
    const { user_id, community_id, organization_id, gooddeal } = row
    const ownership = { user_id, community_id, organization_id, gooddeal }
    afterCommit(() => bus.publish('display.changed', { ids: [id] }))
    for (const communityId of wasListed ? communityIds : [community_id])
      afterCommit(() => bus.publish('deal.removed', { dealId: id, communityId, ownership, wasListed }))
    return [row.photo?.id, row.map_photo?.id]
  })
  for (const picture of pictures) await releasePicture(platform, picture, 'public')
}
