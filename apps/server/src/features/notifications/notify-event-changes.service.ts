// Members who answered an event are notified when its time or place changes, or when it is cancelled or removed before
// it takes place: in the app, by push, and by mail if it starts soon.
import type { NotificationKind } from '@parvis/contract/notifications.ts'
import { type RawBuilder, sql } from 'kysely'
import { newId } from '#server/kernel/ids.ts'
import { DAY_MS } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { Db, Tx } from '#server/kernel/postgres/db.ts'
import { canBeNotified, eventTitle, eventTitleEn, excludedUserIdsColumn } from './notifications.columns.ts'
import {
  publishNotificationChanges,
  publishNotifications,
  type EventKey,
  type TransactionContext,
  type InsertedRow,
} from './notification-batch.ts'

type NotifyPlatform = Pick<Platform, 'bus' | 'clock' | 'jobs'>
type ChangeKind = 'changed' | 'calledoff'

/** A change to an event that starts within this time is also mailed, because members may open the app too late. */
export const MAIL_WITHIN_MS = 2 * DAY_MS

declare module '#server/kernel/jobs/jobs.ts' {
  interface JobData {
    'change.mail': { userId: string; kind: NotificationKind; subjectId: string }
  }
}

/**
 * The people who answered event `e` of community `home` and can still read `e` and see its author, without the author.
 */
const notifiableAnswerers = (now: Date) => sql`
  event_answers a join users u on u.id = a.user_id and u.community_id in (
    select c.id from communities c where c.id = home.id or c.organization_id = home.organization_id)
  join communities c on c.id = u.community_id
  where a.community_id = e.community_id and a.event_id = e.id and u.account_id <> author.account_id and ${canBeNotified(now)}
    and e.user_id <> all (${excludedUserIdsColumn})
    and exists (select from event_channels ec join community_channels cc on cc.channel_id = ec.channel_id
      where ec.community_id = e.community_id and ec.event_id = e.id and cc.community_id = u.community_id)`

const insertChange = (
  { communityId, eventId }: EventKey,
  kind: ChangeKind,
  now: Date,
  subjectSql: { columns: RawBuilder<unknown>; values: RawBuilder<unknown>; conflict: RawBuilder<unknown> },
) => sql<InsertedRow>`
  with written as (
    insert into notifications (community_id, user_id, id, kind, told_at, ${subjectSql.columns})
    select u.community_id, u.id, ${newId()}::uuid, ${kind}, ${now}::timestamptz, ${subjectSql.values}
    from events e join communities home on home.id = e.community_id
    join users author on author.community_id = e.community_id and author.id = e.user_id
    cross join lateral (select u.community_id, u.id from ${notifiableAnswerers(now)}) u
    where e.community_id = ${communityId} and e.id = ${eventId}
    order by u.id
    on conflict ${subjectSql.conflict} do update set id = excluded.id, told_at = excluded.told_at, is_read = false
    returning coalesce(event_id, gone_event_id) as subject_id, community_id, user_id
  )
  select w.*, u.account_id from written w join users u on u.community_id = w.community_id and u.id = w.user_id`

const mailAndPublish = async (
  platform: NotifyPlatform,
  { tx, afterCommit }: TransactionContext,
  kind: ChangeKind,
  rows: readonly InsertedRow[],
  starts: readonly Date[],
) => {
  const now = platform.clock.now().getTime()
  const startsSoon = starts.some(at => at.getTime() - now < MAIL_WITHIN_MS)
  if (startsSoon)
    await platform.jobs.enqueueAll(
      tx,
      afterCommit,
      'change.mail',
      rows.map(({ user_id: userId, subject_id: subjectId }) => ({ data: { userId, kind, subjectId } })),
    )
  afterCommit(() => publishNotifications(platform, kind, rows))
}

/**
 * Notifies answerers of the latest change; an earlier notification of a change becomes unread again. `starts` are the
 * new and the former start.
 */
export const notifyOfEventChange = async (
  platform: NotifyPlatform,
  context: TransactionContext,
  event: EventKey,
  { kind, starts }: { kind: ChangeKind; starts: readonly Date[] },
): Promise<void> => {
  const { tx, afterCommit } = context
  if (kind === 'calledoff') {
    // deletes the notification of an earlier change, because the new time or place of a cancelled event is of no use
    const { rows } = await sql<Pick<InsertedRow, 'account_id'>>`
      with dropped as (
        delete from notifications n where n.event_id = ${event.eventId} and n.kind = 'changed' returning community_id, user_id
      )
      select u.account_id from dropped d join users u on u.community_id = d.community_id and u.id = d.user_id`.execute(
      tx,
    )
    afterCommit(() => publishNotificationChanges(platform, rows))
  }
  const { rows } = await insertChange(event, kind, platform.clock.now(), {
    columns: sql`event_community_id, event_id`,
    values: sql`e.community_id, e.id`,
    conflict: sql`(event_id, kind, user_id)`,
  }).execute(tx)
  await mailAndPublish(platform, context, kind, rows, starts)
}

/** The copy of a removed event `e` of community `home` that is stored in its notifications. */
const removedEventCopy = sql`jsonb_build_object('title', ${eventTitle}, 'title_en', ${eventTitleEn}, 'group_id', e.group_id, 'date_id', e.date_id, 'time_id', e.time_id,
  'starts_at', e.starts_at, 'timezone', home.timezone, 'community_id', e.community_id, 'author_id', e.user_id)`

/**
 * Copies the event into its cancellation notifications, so that they outlive the event. Call this before the event is
 * removed, in the same transaction.
 */
export const retainCancellations = async (tx: Tx, { communityId, eventId }: EventKey): Promise<void> => {
  await sql`
    update notifications n set event_community_id = null, event_id = null, gone_event_id = e.id, gone = ${removedEventCopy}
    from events e join communities home on home.id = e.community_id
    where e.community_id = ${communityId} and e.id = ${eventId} and n.event_id = e.id and n.kind = 'calledoff'`.execute(
    tx,
  )
}

/**
 * Notifies answerers of the removal of an upcoming event. The notification outlives the event. Call this before the
 * event is removed, in the same transaction.
 */
export const notifyOfEventRemoval = async (
  platform: NotifyPlatform,
  context: TransactionContext,
  event: EventKey,
  starts: readonly Date[],
): Promise<void> => {
  const { rows } = await insertChange(event, 'calledoff', platform.clock.now(), {
    columns: sql`gone_event_id, gone`,
    values: sql`e.id, ${removedEventCopy}`,
    conflict: sql`(gone_event_id, user_id) where gone_event_id is not null`,
  }).execute(context.tx)
  await mailAndPublish(platform, context, 'calledoff', rows, starts)
}

export const deleteRemovalNotificationsByAuthor = async (db: Db, authorId: string): Promise<void> => {
  await sql`delete from notifications where gone ->> 'author_id' = ${authorId}`.execute(db)
}
