// Members are notified of posts while they can read them: of answers to their own, of changes to those that they
// answered, of newcomers, and of posts that match their alerts.
import { MAX_NAMED_ACTORS, type Notification } from '@parvis/contract/notifications.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#server/kernel/actor.ts'
import type { AgeRule } from '#server/kernel/minors.ts'
import type {
  NotificationContent,
  NotificationDelivery,
  NotificationRow,
  NotificationSubject,
} from '#server/kernel/notification-subject.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { notificationsAsRows } from '../notifications/notifications.columns.ts'
import { authorColumn, type AuthorRow, presentAuthor } from '#server/kernel/author.ts'
import { type Change, eventChangeText } from './change-text.ts'
import { ifTextVisible, joinTemplate, notifiedEventColumns, type NotifiedEventRow } from './notified-event.columns.ts'
import { presentNotifiedEvent } from './notified-event.presenter.ts'

interface EventNotificationRow extends NotifiedEventRow {
  at: number
  change: Change | null
  actors: AuthorRow[]
  count: number
}

/** Of a changed, cancelled or removed event: its time and place, or those before the removal. */
const changeColumn = sql`case
  when n.gone is not null then n.gone
  when n.kind in ('changed', 'calledoff') then (select jsonb_build_object('date_id', e.date_id, 'time_id', e.time_id,
    'starts_at', e.starts_at, 'timezone', home.timezone, 'place', p.name, 'place_en', p.name_en, 'reason', ${ifTextVisible(sql`e.cancel_reason`)})
    from communities home left join places p on p.community_id = e.community_id and p.id = e.place_id
    where home.id = e.community_id) end`

/** The latest people who answered `e`, from its community or organisation, without users hidden from the recipient. */
const latestAnswerers = (ageRule: AgeRule) => sql`(
  select coalesce(json_agg(latest.author order by latest.created_at desc), '[]') from (
    select ${authorColumn('au', ageRule)} as author, a.created_at
    from event_answers a join users au on au.id = a.user_id and au.community_id in (
      select c.id from communities c join communities home on home.id = e.community_id
      where c.id = home.id or c.organization_id = home.organization_id)
    where a.community_id = e.community_id and a.event_id = e.id and a.user_id <> all (r.hidden_user_ids)
    order by a.created_at desc limit ${sql.lit(MAX_NAMED_ACTORS)}) latest)`

/** The number of answers to `e` by users hidden from the recipient, to subtract from the count. */
const hiddenAnswersCount = sql`case when cardinality(r.hidden_user_ids) = 0 then 0 else (
  select count(*)::int from event_answers a
  where a.community_id = e.community_id and a.event_id = e.id and a.user_id = any (r.hidden_user_ids)) end`

const readEventNotifications: NotificationSubject['read'] = async (db: Db, rows, ageRule) => {
  const found = await sql<EventNotificationRow>`
    select n.at, ${notifiedEventColumns}, ${changeColumn} as change,
      case when n.kind = 'answer' then ${latestAnswerers(ageRule)} else json_build_array(${authorColumn('au', ageRule)}) end as actors,
      case when n.kind = 'answer' then e.interested_count - ${hiddenAnswersCount} else 1 end as count
    from ${notificationsAsRows(rows)}
    left join events e on e.community_id = n.subject_community_id and e.id = n.subject_id
    ${joinTemplate}
    left join users au on au.community_id = n.subject_community_id and au.id = coalesce(e.user_id, (n.gone ->> 'author_id')::uuid)
    where e.id is not null or n.gone is not null`.execute(db)
  return new Map(found.rows.map(row => [rows[row.at]!, presentContent(rows[row.at]!, row)]))
}

const presentContent = ({ kind }: NotificationRow, row: EventNotificationRow): NotificationContent => ({
  fields: {
    ...presentNotifiedEvent(row),
    ...(row.change && {
      text: eventChangeText('fr', kind, row.change),
      lang: { en: { text: eventChangeText('en', kind, row.change) } },
    }),
  },
  actors: row.actors.map(presentAuthor),
  count: row.count,
  ...(row.event?.channel_ids && { audience: { channelIds: row.event.channel_ids, userId: row.event.author_id } }),
})

const isEventVisible: RawBuilder<boolean> = sql<boolean>`(case when n.gone is not null then (n.gone ->> 'author_id')::uuid <> all (r.hidden_user_ids)
  else exists (select from events e where e.community_id = n.subject_community_id and e.id = n.subject_id and case
    when n.kind = 'answer' then exists (select from event_answers a where a.community_id = e.community_id and a.event_id = e.id
      and a.user_id <> all (r.hidden_user_ids) offset 0)
    else e.user_id <> all (r.hidden_user_ids) end
  and (e.user_id = r.user_id or exists (select from event_channels ec where ec.community_id = e.community_id and ec.event_id = e.id
    and ec.channel_id = any (r.channel_ids) offset 0)) offset 0) end)`

/** Whether the actor can read the event now. A removed event needs no check. */
const canReadEvent = (actor: Actor, { audience }: NotificationContent): boolean =>
  !audience ||
  (!actor.hiddenUserIds.includes(audience.userId) &&
    (actor.userId === audience.userId || audience.channelIds.some(id => actor.channelIds.includes(id))))

const HOUR_S = 60 * 60
const path = ({ event }: Notification) => `actualites/publication?id=${event?._id}`
const common = { path, textKey: ({ kind }: Notification) => kind }
/** Urgent, because people may be on their way to the event. */
const change: NotificationDelivery = {
  ...common,
  ttl: 24 * HOUR_S,
  urgency: 'high',
  soundsAgain: true,
  isSameForCommunity: true,
}

export const eventSubject: NotificationSubject = {
  subjectKind: 'event',
  deliveries: {
    answer: { ...common, ttl: 24 * HOUR_S, urgency: 'normal' },
    changed: change,
    calledoff: change,
    alert: { ...common, ttl: 12 * HOUR_S, urgency: 'normal', isSameForCommunity: true },
    welcome: { ...common, ttl: 12 * HOUR_S, urgency: 'low', isSameForCommunity: true },
  },
  isVisible: () => isEventVisible,
  exists: sql<boolean>`exists (select from events e where e.community_id = n.subject_community_id and e.id = n.subject_id)`,
  read: readEventNotifications,
  canReceive: canReadEvent,
}
