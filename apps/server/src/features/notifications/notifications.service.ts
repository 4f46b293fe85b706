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
import type { Platform } from '#server/kernel/platform.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { deleteInBatches } from '#server/kernel/postgres/delete-in-batches.ts'
import type { CurrentAgeRule } from '#server/kernel/minors.ts'
import { LAST_ID } from '#server/kernel/ids.ts'
import { changeAlertSettings } from './alerts.service.ts'
import { presentNotification } from './notifications.presenter.ts'
import {
  countUnread,
  findNotifications,
  findAccountRecipients,
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

/** Returns one notification with its current content; null if it is read, is muted or may no longer be shown. */
export const findUnreadNotification = async (
  db: Db,
  recipient: Recipient,
  key: Pick<NotificationKey, 'kind' | 'subjectId'>,
  ageRule: CurrentAgeRule,
): Promise<Notification | null> => {
  const row = await findUnreadRow(db, recipient, key, ageRule)
  return row ? presentNotification(row) : null
}

const MAX_SEARCHED = 50

/** Returns the latest unread notifications of these kinds after `since`, the latest first, without muted kinds. */
export const findUnreadNotificationsSince = async (
  db: Db,
  actor: Actor,
  kinds: readonly SwitchableKind[],
  since: Date,
  ageRule: CurrentAgeRule,
): Promise<Notification[]> => {
  const [rows, switches] = await Promise.all([
    findNotifications(db, [actor], { before: LAST_ID, skip: 0, page: 1, limit: MAX_SEARCHED }, ageRule),
    findNotificationSwitches(db, actor),
  ])
  return rows
    .filter(
      ({ is_read, told_at, kind }) => !is_read && told_at > since && kinds.some(one => one === kind && switches[one]),
    )
    .map(presentNotification)
}

/** Marks a notification and all older ones as read in all communities of the account; returns the unread count. */
export const markReadUpTo = async (
  { db, bus, clock }: Platform,
  actor: Actor,
  upTo: Notification['_id'],
): Promise<number> => {
  const recipients = await findAccountRecipients(db, actor, clock.now())
  const { numAffectedRows = 0n } = await sql`
    update notifications n set is_read = true
    from unnest(${recipients.map(({ communityId }) => communityId)}::uuid[], ${recipients.map(({ userId }) => userId)}::uuid[])
      as reader (community_id, user_id)
    where n.community_id = reader.community_id and n.user_id = reader.user_id and n.id <= ${upTo} and not n.is_read`.execute(
    db,
  )
  if (numAffectedRows > 0n) bus.publish('notification.read', { accountId: actor.accountId, upTo })
  return countUnread(db, recipients, clock.now())
}

/** Counts the unread notifications of all communities of the account, for the bell. */
export const countUnreadOfAccount = async ({ db, clock }: Platform, actor: Actor): Promise<number> => {
  const now = clock.now()
  return countUnread(db, await findAccountRecipients(db, actor, now), now)
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
