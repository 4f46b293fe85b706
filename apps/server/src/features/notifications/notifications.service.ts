// What somebody was told is read once, on whatever device, and forgotten after a while; what they want to be told is
// theirs to say.
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

/** How long a notification is kept. */
export const KEPT_DAYS = 30

/** The user of this actor's account who can be told of anything; undefined for another one. */
export const findReaderOf = async (db: Db, actor: Actor, userId: string, now: Date): Promise<Reader | undefined> =>
  (await findReaders(db, actor, now)).find(reader => reader.userId === userId)

/**
 * What this reader was told of something, as they would find it now; null where they have read it, or hear nothing of
 * it any more.
 */
export const findUnreadOf = async (
  db: Db,
  reader: Reader,
  name: Pick<NotificationName, 'kind' | 'subjectId'>,
  ages: AgesNow,
): Promise<Notification | null> => {
  const row = await findUnread(db, reader, name, ages)
  return row ? presentNotification(row) : null
}

/** Looked through for what somebody was told of a while. */
const MOST_TOLD = 50

/**
 * Of these kinds what this reader was told since then and has not read, the latest first; of what is switched off
 * nothing.
 */
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

/** Takes one and all before it for read, in all the communities of the account; answers how many are still unread. */
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

/** How many of the news of all communities of the account nobody has read yet, as the bell counts them. */
export const countUnreadOf = async ({ db, clock }: Platform, actor: Actor): Promise<number> => {
  const now = clock.now()
  return countUnread(db, await findReaders(db, actor, now), now)
}

/** Lets kinds come from now on, or come no more; what was told before stays. */
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
