// The author of a post has one notification of all answers to it, which is deleted when the last answer is withdrawn.
import { sql } from 'kysely'
import { newId } from '#server/kernel/ids.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { canBeNotified, isKindEnabled } from './notifications.columns.ts'
import {
  publishNotificationChanges,
  publishNotifications,
  type EventKey,
  type TransactionContext,
  type InsertedRow,
} from './notification-batch.ts'

/**
 * Creates the notification or makes it unread again. Runs in the transaction that stores the answer and has locked the
 * event.
 */
export const notifyOfAnswer = async (
  platform: Pick<Platform, 'bus' | 'clock'>,
  { tx, afterCommit }: TransactionContext,
  { communityId, eventId }: EventKey,
): Promise<void> => {
  const now = platform.clock.now()
  const { rows } = await sql<InsertedRow>`
    with written as (
      insert into notifications (community_id, user_id, id, kind, event_community_id, event_id, told_at)
      select e.community_id, e.user_id, ${newId()}::uuid, 'answer', e.community_id, e.id, ${now}::timestamptz
      from events e join users u on u.community_id = e.community_id and u.id = e.user_id join communities c on c.id = e.community_id
      where e.community_id = ${communityId} and e.id = ${eventId} and e.group_id <> 'weather' and ${canBeNotified(now)}
        and ${isKindEnabled('answer')}
      on conflict (event_id, kind, user_id) do update set id = excluded.id, told_at = excluded.told_at, is_read = false
      returning event_id, community_id, user_id
    )
    select w.event_id as subject_id, w.community_id, w.user_id, u.account_id from written w
    join users u on u.community_id = w.community_id and u.id = w.user_id`.execute(tx)
  afterCommit(() => publishNotifications(platform, 'answer', rows))
}

/** Publishes the change to open screens, and deletes the notification if the post has no answer left. */
export const retractAnswerNotification = async (
  platform: Pick<Platform, 'bus'>,
  { tx, afterCommit }: TransactionContext,
  { communityId, eventId }: EventKey,
): Promise<void> => {
  const { rows } = await sql<Pick<InsertedRow, 'account_id'>>`
    with emptied as (
      delete from notifications n where n.event_id = ${eventId} and n.kind = 'answer'
        and not exists (select from event_answers a where a.community_id = ${communityId} and a.event_id = ${eventId})
    )
    select u.account_id from notifications n join users u on u.community_id = n.community_id and u.id = n.user_id
    where n.event_id = ${eventId} and n.kind = 'answer'`.execute(tx)
  afterCommit(() => publishNotificationChanges(platform, rows))
}
