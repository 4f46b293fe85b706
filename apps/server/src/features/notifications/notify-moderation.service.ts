// Staff are notified of reports and appeals, and authors of decisions and of the outcome of appeals.
import { type RawBuilder, sql } from 'kysely'
import { newId } from '#server/kernel/ids.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { canBeNotified } from './notifications.columns.ts'
import {
  publishNotificationChanges,
  publishNotifications,
  type TransactionContext,
  type InsertedRow,
} from './notification-batch.ts'

type NotifyPlatform = Pick<Platform, 'bus' | 'clock'>

const notifyOfCase = async (
  platform: NotifyPlatform,
  { tx, afterCommit }: TransactionContext,
  caseId: string,
  isRecipient: RawBuilder<boolean>,
) => {
  const now = platform.clock.now()
  const { rows } = await sql<InsertedRow>`
    with written as (
      insert into notifications (community_id, user_id, id, kind, case_id, told_at)
      select u.community_id, u.id, ${newId()}::uuid, 'moderation', ${caseId}::uuid, ${now}::timestamptz
      from users u join communities c on c.id = u.community_id where ${isRecipient} and ${canBeNotified(now)}
      on conflict (case_id, user_id) where case_id is not null
      do update set id = excluded.id, told_at = excluded.told_at, is_read = false
      returning case_id as subject_id, community_id, user_id
    )
    select w.subject_id, w.community_id, w.user_id, u.account_id from written w
    join users u on u.community_id = w.community_id and u.id = w.user_id`.execute(tx)
  afterCommit(() => publishNotifications(platform, 'moderation', rows))
  return rows.length
}

interface PendingCase {
  communityId: string
  caseId: string
  authorId: string | null
  /** The person who decided on the case before and is not notified again. */
  deciderId?: string | null
}

/**
 * Notifies the administrators and webmasters of a community, except the author and the decider; if there are none, the
 * webmasters of all communities.
 */
export const notifyTeamOfCase = async (
  platform: NotifyPlatform,
  context: TransactionContext,
  { communityId, caseId, authorId, deciderId = null }: PendingCase,
): Promise<void> => {
  // compares accounts, because one person may have several memberships
  const isOther = sql`not u.first_login and u.account_id <> all (array(
    select o.account_id from users o where o.id = any (array[${authorId}, ${deciderId}]::uuid[])))`
  const notifiedCount = await notifyOfCase(
    platform,
    context,
    caseId,
    sql<boolean>`(u.community_id = ${communityId} and u.role in ('administrator', 'webmaster') and ${isOther})`,
  )
  if (notifiedCount === 0)
    await notifyOfCase(platform, context, caseId, sql<boolean>`(u.role = 'webmaster' and ${isOther})`)
}

/** Deletes the notifications of a case that is no longer pending. */
export const retractCaseNotifications = async (
  platform: Pick<Platform, 'bus'>,
  { tx, afterCommit }: TransactionContext,
  caseId: string,
): Promise<void> => {
  const { rows } = await sql<Pick<InsertedRow, 'account_id'>>`
    delete from notifications n using users u
    where n.case_id = ${caseId} and u.community_id = n.community_id and u.id = n.user_id
    returning u.account_id`.execute(tx)
  afterCommit(() => publishNotificationChanges(platform, rows))
}

export const notifyAuthorOfCase = async (
  platform: NotifyPlatform,
  context: TransactionContext,
  { caseId, communityId, userId }: { caseId: string; communityId: string; userId: string },
): Promise<void> => {
  await notifyOfCase(platform, context, caseId, sql<boolean>`(u.community_id = ${communityId} and u.id = ${userId})`)
}
