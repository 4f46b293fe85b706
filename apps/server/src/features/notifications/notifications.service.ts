// A notification is read once on any device and purged after a while. Members choose which kinds they get.
import {
  type Notification,
  type NotificationSwitches,
  type SwitchedKind,
  switchedKinds,
} from '@parvis/contract/notifications.ts'
import { sql } from 'kysely'
import type { Actor } from '#server/kernel/actor.ts'
import { DAY_MS } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { deleteInSlices } from '#server/kernel/postgres/delete-in-slices.ts'
import type { AgesNow } from '#server/kernel/minors.ts'
import { LAST_ID } from '#server/kernel/ids.ts'
import { changeSettings } from './alerts.service.ts'
import { presentNotification } from './notifications.presenter.ts'
import {
  countUnread,
  findNotifications,
  findReaders,
  findSwitches,
  findUnread,
  type NotificationName,
  type Reader,
} from './notifications.queries.ts'

export const KEPT_DAYS = 30

/** The user of this account that can be notified; undefined for any other. */
export const findReaderOf = async (db: Db, actor: Actor, userId: string, now: Date): Promise<Reader | undefined> =>
  (await findReaders(db, actor, now)).find(reader => reader.userId === userId)

/** One notification as the recipient would see it now; null if it has been read or may not be shown any more. */
export const findUnreadOf = async (
  db: Db,
  reader: Reader,
  name: Pick<NotificationName, 'kind' | 'subjectId'>,
  ages: AgesNow,
): Promise<Notification | null> => {
  const row = await findUnread(db, reader, name, ages)
  return row ? presentNotification(row) : null
}

const MOST_TOLD = 50

/** Unread notifications of these kinds since then, the latest first, without muted kinds. */
export const findUnreadSince = async (
  db: Db,
  actor: Actor,
  kinds: readonly SwitchedKind[],
  since: Date,
  ages: AgesNow,
): Promise<Notification[]> => {
  const [rows, wanted] = await Promise.all([
    findNotifications(db, [actor], { before: LAST_ID, skip: 0, page: 1, limit: MOST_TOLD }, ages),
    findSwitches(db, actor),
  ])
  return rows
    .filter(
      ({ is_read, told_at, kind }) => !is_read && told_at > since && kinds.some(one => one === kind && wanted[one]),
    )
    .map(presentNotification)
}

/** Marks one and all older as read in all communities of the account, and returns how many are still unread. */
export const readUpTo = async (
  { db, bus, clock }: Platform,
  actor: Actor,
  upTo: Notification['_id'],
): Promise<number> => {
  const readers = await findReaders(db, actor, clock.now())
  const { numAffectedRows = 0n } = await sql`
    update notifications n set is_read = true
    from unnest(${readers.map(({ communityId }) => communityId)}::uuid[], ${readers.map(({ userId }) => userId)}::uuid[])
      as reader (community_id, user_id)
    where n.community_id = reader.community_id and n.user_id = reader.user_id and n.id <= ${upTo} and not n.is_read`.execute(
    db,
  )
  if (numAffectedRows > 0n) bus.announce('notification.read', { accountId: actor.accountId, upTo })
  return countUnread(db, readers, clock.now())
}

/** Unread notifications of all communities of the account, as the bell counts them. */
export const countUnreadOf = async ({ db, clock }: Platform, actor: Actor): Promise<number> => {
  const now = clock.now()
  return countUnread(db, await findReaders(db, actor, now), now)
}

export const setSwitches = async (
  platform: Platform,
  actor: Actor,
  asked: Partial<NotificationSwitches>,
): Promise<NotificationSwitches> => {
  const { db } = platform
  const among = (wanted: boolean): SwitchedKind[] => switchedKinds.filter(kind => asked[kind] === wanted)
  await changeSettings(platform, actor, tx =>
    sql`
      insert into notification_settings as s (community_id, user_id, muted)
      values (${actor.communityId}, ${actor.userId}, ${among(false)}::text[])
      on conflict (community_id, user_id) do update set muted = array(
        select kind from unnest(s.muted || excluded.muted) as kind where kind <> all (${among(true)}::text[]) group by kind order by kind)`.execute(
      tx,
    ),
  )
  return findSwitches(db, actor)
}

export const forgetOldNotifications = async (db: Db, now: Date): Promise<void> => {
  const before = new Date(now.getTime() - KEPT_DAYS * DAY_MS)
  await deleteInSlices(
    db,
    limit => sql`delete from notifications where ctid = any(array(
      select ctid from notifications where told_at < ${before} limit ${limit} for update skip locked))`,
  )
}
