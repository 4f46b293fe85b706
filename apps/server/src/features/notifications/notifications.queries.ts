import { type NotificationKind, type NotificationSwitches, switchableKinds } from '@parvis/contract/notifications.ts'
import type { Role } from '@parvis/contract/roles.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#server/kernel/actor.ts'
import type { ListStart } from '#server/kernel/http/pagination.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import type {
  NotificationRow,
  NotificationSubject,
  notificationSubjectsOf,
} from '#server/kernel/notification-subject.ts'
import { selectRows } from '#server/kernel/postgres/rows.ts'
import { canBeNotified, excludedUserIdsColumn } from './notifications.columns.ts'

/** Unread notifications are counted up to this number. */
const MAX_COUNTED = 100

/** A user of the account in one of its communities, for whom notifications are read. */
export interface Recipient {
  communityId: string
  userId: string
  role: Role
  channelIds: readonly string[]
  hiddenUserIds: readonly string[]
}

/** Returns the actor and the other users of the actor’s account that can be notified. */
export const findAccountRecipients = async (db: Db, actor: Actor, now: Date): Promise<Recipient[]> => {
  const { rows } = await sql<Recipient>`
    select u.community_id as "communityId", u.id as "userId", u.role, ${excludedUserIdsColumn} as "hiddenUserIds",
      array(select cc.channel_id from community_channels cc where cc.community_id = u.community_id) as "channelIds"
    from users u join communities c on c.id = u.community_id
    where u.account_id = ${actor.accountId} and u.id <> ${actor.userId} and not u.first_login and ${canBeNotified(now)}`.execute(
    db,
  )
  return [actor, ...rows]
}

type Subjects = ReturnType<typeof notificationSubjectsOf>

/** Chooses between what the subject kinds declare for the notification `n`; those without a declaration are `false`. */
const bySubjectKind = (
  subjects: Subjects,
  conditionOf: (subject: NotificationSubject) => RawBuilder<boolean> | undefined,
) =>
  sql<boolean>`case n.subject_kind ${sql.join(
    [...subjects.values()].flatMap(subject => {
      const condition = conditionOf(subject)
      return condition ? [sql`when ${sql.lit(subject.subjectKind)} then ${condition}`] : []
    }),
    sql` `,
  )} else false end`

const isVisibleToRecipient = (subjects: Subjects, now: Date) => bySubjectKind(subjects, one => one.isVisible(now))

const isRead = (subjects: Subjects) => sql<boolean>`(n.is_read or ${bySubjectKind(subjects, one => one.isReadInPlace)})`

const rowColumns = (
  subjects: Subjects,
) => sql`n.id, n.community_id, n.user_id, n.kind, n.subject_kind, n.subject_community_id, n.subject_id,
  n.from_place, n.place, n.gone, n.told_at, ${isRead(subjects)} as is_read, r.hidden_user_ids`

const recipientsAsRows = (recipients: readonly Recipient[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(
    recipients.map(({ communityId, userId, role, channelIds, hiddenUserIds }) => ({
      community_id: communityId,
      user_id: userId,
      decides: role === 'administrator' || role === 'webmaster',
      channel_ids: channelIds,
      hidden_user_ids: hiddenUserIds,
    })),
  )}::jsonb) as r (community_id uuid, user_id uuid, decides boolean, channel_ids uuid[], hidden_user_ids uuid[])`

export const findNotifications = (
  db: Db,
  subjects: Subjects,
  recipients: readonly Recipient[],
  { before, skip, limit }: ListStart,
  now: Date,
): Promise<NotificationRow[]> =>
  selectRows(
    db,
    sql<NotificationRow>`
    select ${rowColumns(subjects)} from (
      select own.*, r.hidden_user_ids from ${recipientsAsRows(recipients)} cross join lateral (
        select n.* from notifications n
        where n.community_id = r.community_id and n.user_id = r.user_id and n.id < ${before} and ${isVisibleToRecipient(subjects, now)}
        order by n.id desc limit ${limit === null ? null : skip + limit}) own
      order by own.id desc offset ${skip} limit ${limit}) n
    cross join lateral (select n.user_id, n.hidden_user_ids) r
    order by n.id desc`,
  )

export const countUnread = async (
  db: Db,
  subjects: Subjects,
  recipients: readonly Recipient[],
  now: Date,
): Promise<number> => {
  const { rows } = await sql<{ unread: number }>`
    select count(*)::int as unread from (
      select from ${recipientsAsRows(recipients)} cross join lateral (
        select n.* from notifications n
        where n.community_id = r.community_id and n.user_id = r.user_id and not n.is_read offset 0) n
      where ${isVisibleToRecipient(subjects, now)} and not ${isRead(subjects)}
      limit ${MAX_COUNTED}) counted`.execute(db)
  return rows[0]!.unread
}

export interface NotificationKey {
  kind: NotificationKind
  subjectKind: string
  subjectId: string
  userId: string
}

/** Returns one row for each key whose notification still exists. */
export const findNotificationsByKey = (
  db: Db,
  subjects: Subjects,
  keys: readonly NotificationKey[],
): Promise<NotificationRow[]> =>
  selectRows(
    db,
    sql<NotificationRow>`
    select ${rowColumns(subjects)}
    from unnest(${keys.map(({ subjectKind }) => subjectKind)}::text[], ${keys.map(({ subjectId }) => subjectId)}::uuid[],
      ${keys.map(({ kind }) => kind)}::text[], ${keys.map(({ userId }) => userId)}::uuid[]) as asked (subject_kind, subject_id, kind, user_id)
    join notifications n using (subject_kind, subject_id, kind, user_id)
    join users u on u.community_id = n.community_id and u.id = n.user_id
    join communities c on c.id = u.community_id
    cross join lateral (select n.user_id, ${excludedUserIdsColumn} as hidden_user_ids) r
    order by n.id desc`,
  )

/** Returns one notification; undefined if it is read, is muted or may no longer be shown. */
export const findUnreadRow = async (
  db: Db,
  subjects: Subjects,
  recipient: Recipient,
  { kind, subjectId }: Pick<NotificationKey, 'kind' | 'subjectId'>,
  now: Date,
): Promise<NotificationRow | undefined> => {
  const { rows } = await sql<NotificationRow>`
    select ${rowColumns(subjects)} from ${recipientsAsRows([recipient])} join notifications n
      on n.community_id = r.community_id and n.user_id = r.user_id and n.kind = ${kind} and not n.is_read
        and n.subject_id = ${subjectId}
    where ${isVisibleToRecipient(subjects, now)} and not exists (select from notification_settings s
      where s.community_id = r.community_id and s.user_id = r.user_id and n.kind = any (s.muted))
    order by n.id desc`.execute(db)
  return rows[0]?.is_read === false ? rows[0] : undefined
}

export const findNotificationSwitches = async (
  db: Db,
  { communityId, userId }: Actor,
): Promise<NotificationSwitches> => {
  const settings = await db
    .selectFrom('notification_settings')
    .select('muted')
    .where('community_id', '=', communityId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return Object.fromEntries(
    switchableKinds.map(kind => [kind, !settings?.muted.includes(kind)]),
  ) as NotificationSwitches
}
