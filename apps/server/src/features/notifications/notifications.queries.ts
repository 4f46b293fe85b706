import { type NotificationKind, type NotificationSwitches, switchableKinds } from '@parvis/contract/notifications.ts'
import type { Role } from '@parvis/contract/roles.ts'
import { sql } from 'kysely'
import type { Actor } from '#server/kernel/actor.ts'
import type { ListStart } from '#server/kernel/http/pagination.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { isCaseForRecipient } from '../moderation/moderation.columns.ts'
import type { CurrentAgeRule } from '#server/kernel/minors.ts'
import { canBeNotified, excludedUserIdsColumn } from './notifications.columns.ts'
import {
  MAX_COUNTED,
  type NotificationRow,
  coveredMessages,
  selectNotifications,
} from './select-notifications.queries.ts'

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

/**
 * Whether the notification `n` is shown to the recipient `r`: never from a hidden user, nor about a subject that the
 * recipient may no longer read. Those who decide on an approval no longer see it once it is decided.
 */
const isVisibleToRecipient = (now: Date) => sql`case n.kind
  when 'message' then exists (select from conversation_members cm
    join conversations t on t.community_id = cm.community_id and t.id = cm.conversation_id
    left join events e on e.community_id = t.community_id and e.id = t.event_id
    where cm.community_id = n.conversation_community_id and cm.conversation_id = n.conversation_id and cm.user_id = r.user_id
      and cm.left_at is null and case when t.event_id is null
        then t.low_user_id <> all (r.hidden_user_ids) and t.high_user_id <> all (r.hidden_user_ids)
        else (e.user_id is null or e.user_id <> all (r.hidden_user_ids)) and (e.hidden_at is null or e.user_id = r.user_id) end
      and exists (select from ${coveredMessages} offset 0) offset 0)
  when 'moderation' then exists (select from moderation_cases k where k.id = n.case_id and ${isCaseForRecipient} offset 0)
  when 'approval' then case
    when n.deal_id is not null then exists (select from deals d where d.id = n.deal_id and case when d.user_id = r.user_id
      then d.approved_at is not null or d.refused_at is not null
      else r.decides and d.user_id <> all (r.hidden_user_ids) and d.approved_at is null and d.refused_at is null
        and (d.ends_at is null or d.ends_at > ${now}) end offset 0)
    else n.person_id = r.user_id or (r.decides and exists (select from users p where p.community_id = n.community_id and p.id = n.person_id
      and p.id <> all (r.hidden_user_ids) and p.enabled_at is null and p.disabled_at is null offset 0)) end
  else case when n.gone is not null then (n.gone ->> 'author_id')::uuid <> all (r.hidden_user_ids)
    else exists (select from events e where e.community_id = n.event_community_id and e.id = n.event_id and case
      when n.kind = 'answer' then exists (select from event_answers a where a.community_id = e.community_id and a.event_id = e.id
        and a.user_id <> all (r.hidden_user_ids) offset 0)
      else e.user_id <> all (r.hidden_user_ids) end
    and (e.user_id = r.user_id or exists (select from event_channels ec where ec.community_id = e.community_id and ec.event_id = e.id
      and ec.channel_id = any (r.channel_ids) offset 0)) offset 0) end end`

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

export const findNotifications = async (
  db: Db,
  recipients: readonly Recipient[],
  { before, skip, limit }: ListStart,
  ageRule: CurrentAgeRule,
): Promise<NotificationRow[]> => {
  const theirs = sql`
    select own.*, r.hidden_user_ids from ${recipientsAsRows(recipients)} cross join lateral (
      select n.* from notifications n
      where n.community_id = r.community_id and n.user_id = r.user_id and n.id < ${before} and ${isVisibleToRecipient(ageRule.now)}
      order by n.id desc limit ${limit === null ? null : skip + limit}) own
    order by own.id desc offset ${skip} limit ${limit}`
  return (await selectNotifications(theirs, ageRule).execute(db)).rows
}

export const countUnread = async (db: Db, recipients: readonly Recipient[], now: Date): Promise<number> => {
  const { rows } = await sql<{ unread: number }>`
    select count(*)::int as unread from (
      select from ${recipientsAsRows(recipients)} cross join lateral (
        select n.* from notifications n
        where n.community_id = r.community_id and n.user_id = r.user_id and not n.is_read offset 0) n
      where ${isVisibleToRecipient(now)}
        and (n.kind <> 'message' or not exists (select from conversation_members cm where cm.community_id = n.conversation_community_id
          and cm.conversation_id = n.conversation_id and cm.user_id = n.user_id and cm.read_place >= n.place offset 0))
      limit ${MAX_COUNTED}) counted`.execute(db)
  return rows[0]!.unread
}

export interface NotificationKey {
  kind: NotificationKind
  subjectId: string
  userId: string
}

/** Returns one row for each key whose notification still exists. */
export const findNotificationsByKey = async (
  db: Db,
  keys: readonly NotificationKey[],
  ageRule: CurrentAgeRule,
): Promise<NotificationRow[]> => {
  const named = sql`
    select n.*, ${excludedUserIdsColumn} as hidden_user_ids
    from unnest(${keys.map(({ kind }) => kind)}::text[], ${keys.map(({ subjectId }) => subjectId)}::uuid[],
      ${keys.map(({ userId }) => userId)}::uuid[]) as asked (kind, subject_id, user_id)
    cross join lateral (
      select * from notifications one where asked.kind in ('alert', 'answer', 'welcome', 'changed', 'calledoff')
        and one.event_id = asked.subject_id and one.kind = asked.kind and one.user_id = asked.user_id
      union all select * from notifications one where asked.kind = 'calledoff'
        and one.gone_event_id = asked.subject_id and one.user_id = asked.user_id
      union all select * from notifications one where asked.kind = 'message'
        and one.conversation_id = asked.subject_id and one.user_id = asked.user_id
      union all select * from notifications one where asked.kind = 'approval'
        and one.deal_id = asked.subject_id and one.user_id = asked.user_id
      union all select * from notifications one where asked.kind = 'approval'
        and one.person_id = asked.subject_id and one.user_id = asked.user_id
      union all select * from notifications one where asked.kind = 'moderation'
        and one.case_id = asked.subject_id and one.user_id = asked.user_id) n
    join users u on u.community_id = n.community_id and u.id = n.user_id
    join communities c on c.id = u.community_id`
  return (await selectNotifications(named, ageRule).execute(db)).rows
}

/** Returns the current content of one notification; undefined if it is read, is muted or may no longer be shown. */
export const findUnreadRow = async (
  db: Db,
  recipient: Recipient,
  { kind, subjectId }: Pick<NotificationKey, 'kind' | 'subjectId'>,
  ageRule: CurrentAgeRule,
): Promise<NotificationRow | undefined> => {
  const theirs = sql`
    select n.*, r.hidden_user_ids from ${recipientsAsRows([recipient])} join notifications n
      on n.community_id = r.community_id and n.user_id = r.user_id and n.kind = ${kind} and not n.is_read
        and ${subjectId} in (n.event_id, n.conversation_id, n.deal_id, n.person_id, n.case_id, n.gone_event_id)
    where ${isVisibleToRecipient(ageRule.now)} and not exists (select from notification_settings s
      where s.community_id = r.community_id and s.user_id = r.user_id and n.kind = any (s.muted))`
  const row = (await selectNotifications(theirs, ageRule).execute(db)).rows[0]
  return row?.is_read === false ? row : undefined
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
