// A notification that is read on one device is read on all. It is purged after `RETENTION_DAYS`. Members choose which
// kinds they receive.
import {
  type Notification,
  type NotificationSwitches,
  type SwitchableKind,
  switchableKinds,
} from '@parvis/contract/notifications.ts'
import { sql } from 'kysely'
import type { Actor } from '#server/kernel/actor.ts'
import { DAY_MS } from '#server/kernel/limits/rate-limit.ts'
import { notificationSubjectsOf } from '#server/kernel/notification-subject.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { deleteInBatches } from '#server/kernel/postgres/delete-in-batches.ts'
import { FIRST_ID, LAST_ID } from '#server/kernel/ids.ts'
import { changeAlertSettings } from './alerts.service.ts'
import { type LoadedNotification, loadNotifications } from './notifications.presenter.ts'
import {
  countUnread,
  findNotifications,
  findAccountRecipients,
  findNotificationsByKey,
  findNotificationSwitches,
  findUnreadRow,
  type NotificationKey,
  type Recipient,
} from './notifications.queries.ts'

export const RETENTION_DAYS = 30

/** Returns the user with this id if it belongs to the actor’s account and can be notified. */
export const findAccountRecipient = async (
  db: Db,
  actor: Actor,
  userId: string,
  now: Date,
): Promise<Recipient | undefined> =>
  (await findAccountRecipients(db, actor, now)).find(recipient => recipient.userId === userId)

/** Returns one notification with its current content; undefined if it is read, is muted or may no longer be shown. */
export const findUnreadNotification = async (
  platform: Platform,
  recipient: Recipient,
  key: Pick<NotificationKey, 'kind' | 'subjectId'>,
): Promise<LoadedNotification | undefined> => {
  const { db, clock } = platform
  const row = await findUnreadRow(db, notificationSubjectsOf(platform), recipient, key, clock.now())
  return row && (await loadNotifications(platform, [row]))[0]
}

/** Returns one notification, read or not; undefined if it was deleted. */
export const findNotification = async (
  platform: Platform,
  key: NotificationKey,
): Promise<LoadedNotification | undefined> => {
  const rows = await findNotificationsByKey(platform.db, notificationSubjectsOf(platform), [key])
  return (await loadNotifications(platform, rows))[0]
}

const MAX_SEARCHED = 50

/** Returns the latest unread notifications of these kinds after `since`, the latest first, without muted kinds. */
export const findUnreadNotificationsSince = async (
  platform: Platform,
  actor: Actor,
  kinds: readonly SwitchableKind[],
  since: Date,
): Promise<Notification[]> => {
  const { db, clock } = platform
  const start = { before: LAST_ID, skip: 0, page: 1, limit: MAX_SEARCHED }
  const [rows, switches] = await Promise.all([
    findNotifications(db, notificationSubjectsOf(platform), [actor], start, clock.now()),
    findNotificationSwitches(db, actor),
  ])
  const wanted = rows.filter(
    ({ is_read, told_at, kind }) => !is_read && told_at > since && kinds.some(one => one === kind && switches[one]),
  )
  return (await loadNotifications(platform, wanted)).map(({ view }) => view)
}

/** Marks a notification and all older ones as read in all communities of the account; returns the unread count. */
export const markReadUpTo = async (platform: Platform, actor: Actor, upTo: Notification['_id']): Promise<number> => {
  const { db, bus, clock } = platform
  const recipients = await findAccountRecipients(db, actor, clock.now())
  const { numAffectedRows = 0n } = await sql`
    update notifications n set is_read = true
    from unnest(${recipients.map(({ communityId }) => communityId)}::uuid[], ${recipients.map(({ userId }) => userId)}::uuid[])
      as reader (community_id, user_id)
    where n.community_id = reader.community_id and n.user_id = reader.user_id and n.id <= ${upTo} and not n.is_read`.execute(
    db,
  )
  if (numAffectedRows > 0n) bus.publish('notification.read', { accountId: actor.accountId, upTo })
  return countUnread(db, notificationSubjectsOf(platform), recipients, clock.now())
}

/** Counts the unread notifications of all communities of the account, for the bell. */
export const countUnreadOfAccount = async (platform: Platform, actor: Actor): Promise<number> => {
  const { db, clock } = platform
  const now = clock.now()
  return countUnread(db, notificationSubjectsOf(platform), await findAccountRecipients(db, actor, now), now)
}

export const changeNotificationSwitches = async (
  platform: Platform,
  actor: Actor,
  changes: Partial<NotificationSwitches>,
): Promise<NotificationSwitches> => {
  const { db } = platform
  const kindsSetTo = (wanted: boolean): SwitchableKind[] => switchableKinds.filter(kind => changes[kind] === wanted)
  await changeAlertSettings(platform, actor, tx =>
    sql`
      insert into notification_settings as s (community_id, user_id, muted)
      values (${actor.communityId}, ${actor.userId}, ${kindsSetTo(false)}::text[])
      on conflict (community_id, user_id) do update set muted = array(
        select kind from unnest(s.muted || excluded.muted) as kind where kind <> all (${kindsSetTo(true)}::text[]) group by kind order by kind)`.execute(
      tx,
    ),
  )
  return findNotificationSwitches(db, actor)
}

export const purgeOldNotifications = async (db: Db, now: Date): Promise<void> => {
  const before = new Date(now.getTime() - RETENTION_DAYS * DAY_MS)
  await deleteInBatches(
    db,
    limit => sql`delete from notifications where ctid = any(array(
      select ctid from notifications where told_at < ${before} limit ${limit} for update skip locked))`,
  )
}

/** Subjects per statement. */
const BATCH_SIZE = 1_000

/** Deletes notifications whose subject no longer exists, which a removal has missed, except those that outlive it. */
export const deleteOrphanedNotifications = async (platform: Pick<Platform, 'db' | 'features'>): Promise<void> => {
  for (const { subjectKind, exists } of notificationSubjectsOf(platform).values()) {
    let after: string | undefined = FIRST_ID
    while (after) {
      const { rows }: { rows: { id: string }[] } = await sql<{ id: string }>`
        with n as materialized (
          select distinct on (subject_id) subject_id, subject_community_id from notifications
          where subject_kind = ${subjectKind} and subject_id > ${after}::uuid order by subject_id limit ${BATCH_SIZE}
        ), orphaned as (
          delete from notifications where subject_kind = ${subjectKind} and gone is null
            and subject_id in (select n.subject_id from n where not ${exists})
        )
        select subject_id as id from n order by subject_id desc limit 1`.execute(platform.db)
      after = rows[0]?.id
    }
  }
}
