// A deal hidden by moderators is visible only to users who manage it, until it is restored or erased.
import { sql } from 'kysely'
import { removeSubjects } from '#server/kernel/notification-subject.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import { readReportsIn } from '#server/kernel/postgres/reports.ts'
import {
  joinTexts,
  type Reportable,
  type Visibility,
  type SubjectKey,
  type TransactionContext,
} from '#server/kernel/report.ts'
import { releasePicture } from '../media/media.service.ts'
import { tryLockDeal } from './deals.service.ts'
import { retractDealNotifications } from './notify-deals.service.ts'
import { dealWithId, updateListedFlags, readDealVisibility, publishDealChange } from './deal-visibility.service.ts'

const setDealVisibility = async (
  platform: Platform,
  { tx, afterCommit }: TransactionContext,
  { communityId, subjectId: dealId }: SubjectKey,
  visibility: Visibility,
) => {
  const hidden = visibility !== 'visible'
  const now = platform.clock.now()
  const before = await readDealVisibility(tx, dealId)
  const { numUpdatedRows } = await tx
    .updateTable('deals')
    .set({ hidden_at: hidden ? now : null, version: sql`version + 1`, updated_at: now })
    .where('id', '=', dealId)
    .where('hidden_at', hidden ? 'is' : 'is not', null)
    .executeTakeFirst()
  if (!numUpdatedRows) return
  await updateListedFlags(tx, dealWithId(dealId), now)
  const after = await readDealVisibility(tx, dealId)
  afterCommit(() => platform.bus.publish('display.changed', { ids: [dealId] }))
  publishDealChange(platform, afterCommit, { dealId, homeId: communityId, before, after })
}

const eraseReportedDeal = async (platform: Platform, { communityId, subjectId }: SubjectKey) => {
  const removed = await inTransaction(platform.db, async (tx, afterCommit) => {
    if (await tryLockDeal(tx, subjectId))
      await retractDealNotifications(platform, { tx, afterCommit }, { dealId: subjectId })
    await tx.deleteFrom('deal_flags').where('community_id', '=', communityId).where('deal_id', '=', subjectId).execute()
    await removeSubjects(platform, tx, { subjectKind: 'deal', ids: [subjectId] })
    return tx
      .deleteFrom('deals')
      .where('id', '=', subjectId)
      .where('hidden_at', 'is not', null)
      .returning(['photo_id', 'map_photo_id'])
      .executeTakeFirst()
  })
  for (const picture of [removed?.photo_id, removed?.map_photo_id]) await releasePicture(platform, picture, 'public')
}

type DealText = 'title' | 'description' | 'promotion' | 'price'

const readReports = readReportsIn<Record<DealText | `${DealText}_en` | 'web_site_url' | 'fb_url', string | null>>(
  'deal_flags',
  'deal_id',
  deal => ({
    title: deal.title,
    title_en: deal.title_en,
    text: joinTexts(deal.description, deal.promotion, deal.price, deal.web_site_url, deal.fb_url),
    text_en: joinTexts(deal.description_en, deal.promotion_en, deal.price_en),
  }),
)

export const reportedDeals: Reportable = {
  kind: 'deal',
  readReports,
  lockSubject: (tx, { subjectId }) => tryLockDeal(tx, subjectId),
  setVisibility: setDealVisibility,
  erase: eraseReportedDeal,
  purgeOldReports: async (db, before) => {
    await db.deleteFrom('deal_flags').where('created_at', '<', before).execute()
  },
}
