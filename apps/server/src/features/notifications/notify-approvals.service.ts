// Staff are notified of pending members and deals; the person concerned is notified of the decision.
import { type RawBuilder, sql } from 'kysely'
import { newId } from '#server/kernel/ids.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { canBeNotified, isKindEnabled } from './notifications.columns.ts'
import {
  publishNotificationChanges,
  publishNotifications,
  type TransactionContext,
  type InsertedRow,
} from './notification-batch.ts'

type NotifyPlatform = Pick<Platform, 'bus' | 'clock'>

interface MemberKey {
  communityId: string
  userId: string
}

interface DealKey {
  communityId: string
  dealId: string
  userId: string
}

/** Staff of a community: see `moderates` and `assertCanRunCommunity`. */
const isStaff = sql<boolean>`u.role in ('administrator', 'webmaster') and not u.first_login`

interface ApprovalNotification {
  communityId: string
  subject: { column: 'person_id' | 'deal_id'; id: string }
  isRecipient: RawBuilder<boolean>
  /** Whether an earlier notification of the same member or deal becomes unread again. */
  makesUnreadAgain: boolean
}

const notifyOfApproval = async (
  platform: NotifyPlatform,
  { tx, afterCommit }: TransactionContext,
  { communityId, subject, isRecipient, makesUnreadAgain }: ApprovalNotification,
): Promise<void> => {
  const now = platform.clock.now()
  const column = sql.ref(subject.column)
  const onConflict = makesUnreadAgain
    ? sql`do update set id = excluded.id, told_at = excluded.told_at, is_read = false`
    : sql`do nothing`
  const { rows } = await sql<InsertedRow>`
    with written as (
      insert into notifications (community_id, user_id, id, kind, ${column}, told_at)
      select u.community_id, u.id, ${newId()}::uuid, 'approval', ${subject.id}::uuid, ${now}::timestamptz
      from users u join communities c on c.id = u.community_id
      where u.community_id = ${communityId} and ${isRecipient} and ${canBeNotified(now)}
      on conflict (${column}, user_id) where ${column} is not null ${onConflict}
      returning ${column} as subject_id, community_id, user_id
    )
    select w.subject_id, w.community_id, w.user_id, u.account_id from written w
    join users u on u.community_id = w.community_id and u.id = w.user_id`.execute(tx)
  afterCommit(() => publishNotifications(platform, 'approval', rows))
}

const staffExcept = (userId: string) =>
  sql<boolean>`(u.id <> ${userId} and ${isStaff} and ${isKindEnabled('approval')})`

export const notifyOfPendingMember = (
  platform: NotifyPlatform,
  context: TransactionContext,
  { communityId, userId }: MemberKey,
): Promise<void> =>
  notifyOfApproval(platform, context, {
    communityId,
    subject: { column: 'person_id', id: userId },
    isRecipient: staffExcept(userId),
    makesUnreadAgain: false,
  })

/**
 * Deletes the staff notifications of a member who is no longer pending. Call this before the member’s row is deleted.
 */
export const retractPendingMemberNotifications = async (
  platform: Pick<Platform, 'bus'>,
  { tx, afterCommit }: TransactionContext,
  { userId }: Pick<MemberKey, 'userId'>,
): Promise<void> => {
  const { rows } = await sql<Pick<InsertedRow, 'account_id'>>`
    delete from notifications n using users u
    where n.person_id = ${userId} and n.user_id <> ${userId} and u.community_id = n.community_id and u.id = n.user_id
    returning u.account_id`.execute(tx)
  afterCommit(() => publishNotificationChanges(platform, rows))
}

export const notifyOfAdmission = (
  platform: NotifyPlatform,
  context: TransactionContext,
  { communityId, userId }: MemberKey,
): Promise<void> =>
  notifyOfApproval(platform, context, {
    communityId,
    subject: { column: 'person_id', id: userId },
    isRecipient: sql<boolean>`u.id = ${userId}`,
    makesUnreadAgain: false,
  })

/** Notifies staff of a pending deal and deletes earlier notifications of the deal. */
export const notifyOfPendingDeal = async (
  platform: NotifyPlatform,
  context: TransactionContext,
  deal: DealKey,
): Promise<void> => {
  const { communityId, dealId, userId } = deal
  await retractDealNotifications(platform, context, deal)
  await notifyOfApproval(platform, context, {
    communityId,
    subject: { column: 'deal_id', id: dealId },
    isRecipient: staffExcept(userId),
    makesUnreadAgain: true,
  })
}

export const retractDealNotifications = async (
  platform: Pick<Platform, 'bus'>,
  { tx, afterCommit }: TransactionContext,
  { dealId }: Pick<DealKey, 'dealId'>,
): Promise<void> => {
  const { rows } = await sql<Pick<InsertedRow, 'account_id'>>`
    delete from notifications n using users u
    where n.deal_id = ${dealId} and u.community_id = n.community_id and u.id = n.user_id
    returning u.account_id`.execute(tx)
  afterCommit(() => publishNotificationChanges(platform, rows))
}

/** Notifies the author that a deal was approved or refused, and deletes earlier notifications of the deal. */
export const notifyOfDealDecision = async (
  platform: NotifyPlatform,
  context: TransactionContext,
  deal: DealKey,
): Promise<void> => {
  const { communityId, dealId, userId } = deal
  await retractDealNotifications(platform, context, deal)
  await notifyOfApproval(platform, context, {
    communityId,
    subject: { column: 'deal_id', id: dealId },
    isRecipient: sql<boolean>`(u.id = ${userId} and ${isKindEnabled('approval')})`,
    makesUnreadAgain: true,
  })
}
