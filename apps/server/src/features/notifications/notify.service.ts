// Features announce what happens to the things that they own: each kind and subject has one notification per recipient,
// which is renewed when the same happens again.
import type { NotificationKind, SwitchableKind } from '@parvis/contract/notifications.ts'
import { switchableKinds } from '@parvis/contract/notifications.ts'
import { type RawBuilder, sql } from 'kysely'
import type { RemovedSubjects } from '#server/kernel/notification-subject.ts'
import { newId } from '#server/kernel/ids.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { Db, Tx } from '#server/kernel/postgres/db.ts'
import type { SubjectKey, TransactionContext } from '#server/kernel/report.ts'
import { type InsertedRow, publishNotificationChanges, publishNotifications } from './notification-batch.ts'
import { canBeNotified, isKindEnabled } from './notifications.columns.ts'

interface Announcement {
  kind: NotificationKind
  subjectKind: string
  subjects: readonly SubjectKey[]
  /**
   * A query on `subjects` (`community_id`, `id`): the `subject_id` and the `community_id` and `user_id` of each
   * recipient, and the columns `details`. It locks the subjects against removal, unless `tx` has locked them.
   */
  recipients: RawBuilder<unknown>
  details?: readonly ('from_place' | 'place' | 'gone')[]
  /** Recipients who have the notification already receive it anew, at the top and unread. */
  isRenewed: boolean
  /** Notifies also members who have switched this kind off. */
  evenIfMuted?: boolean
}

/** A renewed notification of messages covers those of before too, unless they were read. Renewed without new messages, it stays. */
const renewal = sql`do update set id = excluded.id, told_at = excluded.told_at, is_read = false, gone = excluded.gone, place = excluded.place,
  from_place = greatest(excluded.from_place, case when notifications.is_read then notifications.place else notifications.from_place end)
  where excluded.place is null or notifications.place < excluded.place`

const isSwitchable = (kind: NotificationKind): kind is SwitchableKind => switchableKinds.some(one => one === kind)

/** Creates or renews notifications of those recipients who can be notified, and publishes them after the commit. */
export const notify = async (
  platform: Pick<Platform, 'bus' | 'clock'>,
  { tx, afterCommit }: TransactionContext,
  { kind, subjectKind, subjects, recipients, details = [], isRenewed, evenIfMuted = false }: Announcement,
): Promise<InsertedRow[]> => {
  const now = platform.clock.now()
  const [columns, values] = ['', 'r.'].map(prefix =>
    sql.join(
      details.map(column => sql`, ${sql.ref(`${prefix}${column}`)}`),
      sql``,
    ),
  )
  const isWanted = isSwitchable(kind) && !evenIfMuted ? isKindEnabled(kind) : sql`true`
  const { rows } = await sql<InsertedRow>`
    with subjects as materialized (
      select * from unnest(${subjects.map(one => one.communityId)}::uuid[], ${subjects.map(one => one.subjectId)}::uuid[],
        ${subjects.map(() => newId())}::uuid[]) as one (community_id, id, told_id)
    ), written as (
      insert into notifications (community_id, user_id, id, kind, subject_kind, subject_community_id, subject_id, told_at${columns})
      select u.community_id, u.id, s.told_id, ${kind}, ${subjectKind}, s.community_id, s.id, ${now}::timestamptz${values}
      from (${recipients}) r join subjects s on s.id = r.subject_id
      join users u on u.community_id = r.community_id and u.id = r.user_id
      join communities c on c.id = u.community_id
      where ${canBeNotified(now)} and ${isWanted}
      order by s.id, u.id
      on conflict (subject_kind, subject_id, kind, user_id) ${isRenewed ? renewal : sql`do nothing`}
      returning subject_id, community_id, user_id
    )
    select w.*, u.account_id from written w join users u on u.community_id = w.community_id and u.id = w.user_id`.execute(
    tx,
  )
  afterCommit(() => publishNotifications(platform, { kind, subjectKind }, rows))
  return rows
}

interface NotifiedSubject {
  subjectKind: string
  subjectId: string
  kind?: NotificationKind
}

const subjectCondition = ({ subjectKind, subjectId, kind }: NotifiedSubject) =>
  sql`n.subject_kind = ${subjectKind} and n.subject_id = ${subjectId} and ${kind ? sql`n.kind = ${kind}` : sql`true`}`

/** Deletes the notifications about a subject, except its own recipient’s, and publishes the change. */
export const retractNotifications = async (
  platform: Pick<Platform, 'bus'>,
  { tx, afterCommit }: TransactionContext,
  subject: NotifiedSubject,
  { exceptUserId = null }: { exceptUserId?: string | null } = {},
): Promise<void> => {
  const { rows } = await sql<Pick<InsertedRow, 'account_id'>>`
    delete from notifications n using users u
    where ${subjectCondition(subject)} and n.user_id is distinct from ${exceptUserId} and u.community_id = n.community_id and u.id = n.user_id
    returning u.account_id`.execute(tx)
  afterCommit(() => publishNotificationChanges(platform, rows))
}

/** Publishes that the content of notifications about these subjects has changed, so that open screens refetch them. */
export const publishContentChanges = async (
  platform: Pick<Platform, 'bus'>,
  { tx, afterCommit }: TransactionContext,
  { kind, subjectKind, subjectIds }: { kind: NotificationKind; subjectKind: string; subjectIds: readonly string[] },
): Promise<void> => {
  const { rows } = await sql<Pick<InsertedRow, 'account_id'>>`
    select distinct u.account_id from notifications n join users u on u.community_id = n.community_id and u.id = n.user_id
    where n.subject_kind = ${subjectKind} and n.subject_id = any (${subjectIds}::uuid[]) and n.kind = ${kind}`.execute(
    tx,
  )
  afterCommit(() => publishNotificationChanges(platform, rows))
}

export interface ReadPlace {
  subjectId: string
  userId: string
  place: number
}

/** Marks notifications as read by members who have read the subject itself up to a place. */
export const markReadUpToPlaces = async (
  { db, bus }: Pick<Platform, 'db' | 'bus'>,
  subjectKind: string,
  places: readonly ReadPlace[],
): Promise<void> => {
  const { rows } = await sql<{ id: string; account_id: string }>`
    update notifications n set is_read = true
    from unnest(${places.map(({ subjectId }) => subjectId)}::uuid[], ${places.map(({ userId }) => userId)}::uuid[],
      ${places.map(({ place }) => place)}::int[]) as seen (subject_id, user_id, place), users u
    where n.subject_kind = ${subjectKind} and n.subject_id = seen.subject_id and n.user_id = seen.user_id
      and n.place <= seen.place and not n.is_read and u.community_id = n.community_id and u.id = n.user_id
    returning n.id, u.account_id`.execute(db)
  for (const [accountId, read] of Map.groupBy(rows, row => row.account_id))
    bus.publish('notification.read', { accountId, ids: read.map(({ id }) => id) })
}

/** Stores in notifications about a subject what they still say when it is removed, so that they outlive it. */
export const retainNotifications = async (
  tx: Tx,
  subject: NotifiedSubject,
  gone: RawBuilder<unknown>,
): Promise<void> => {
  await sql`update notifications n set gone = ${gone} where ${subjectCondition(subject)}`.execute(tx)
}

export const deleteRetainedByAuthor = async (db: Db, authorId: string): Promise<void> => {
  await sql`delete from notifications where gone ->> 'author_id' = ${authorId}`.execute(db)
}

/** Deletes the notifications about removed subjects, except those that outlive them. */
export const deleteNotificationsAbout = async (tx: Tx, { subjectKind, ids }: RemovedSubjects): Promise<void> => {
  await sql`delete from notifications where subject_kind = ${subjectKind} and subject_id = any (${ids}::uuid[]) and gone is null`.execute(
    tx,
  )
}
