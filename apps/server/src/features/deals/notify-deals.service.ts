// Staff are notified of pending deals; the author is notified of the decision.
import type { Platform } from '#server/kernel/platform.ts'
import type { TransactionContext } from '#server/kernel/report.ts'
import { notifyStaffOfApproval, notifyUserOfApproval } from '../membership/notify-approvals.service.ts'
import { retractNotifications } from '../notifications/notify.service.ts'

type NotifyPlatform = Pick<Platform, 'bus' | 'clock'>

interface DealKey {
  communityId: string
  dealId: string
  userId: string
}

const dealApproval = ({ communityId, dealId }: DealKey) => ({
  subjectKind: 'deal',
  subject: { communityId, subjectId: dealId },
  isRenewed: true,
})

export const retractDealNotifications = (
  platform: Pick<Platform, 'bus'>,
  context: TransactionContext,
  { dealId }: Pick<DealKey, 'dealId'>,
): Promise<void> => retractNotifications(platform, context, { subjectKind: 'deal', subjectId: dealId })

/** Notifies staff of a pending deal and deletes earlier notifications of the deal. */
export const notifyOfPendingDeal = async (
  platform: NotifyPlatform,
  context: TransactionContext,
  deal: DealKey,
): Promise<void> => {
  await retractDealNotifications(platform, context, deal)
  await notifyStaffOfApproval(platform, context, dealApproval(deal), deal.userId)
}

/** Notifies the author that a deal was approved or refused, and deletes earlier notifications of the deal. */
export const notifyOfDealDecision = async (
  platform: NotifyPlatform,
  context: TransactionContext,
  deal: DealKey,
): Promise<void> => {
  await retractDealNotifications(platform, context, deal)
  await notifyUserOfApproval(platform, context, dealApproval(deal), deal.userId)
}
