// Members are notified of newcomers and of posts that match their alerts.
import { type RawBuilder, sql } from 'kysely'
import { newId } from '#server/kernel/ids.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { canBeNotified, isKindEnabled } from './notifications.columns.ts'
import { publishNotifications, type EventKey, type InsertedRow } from './notification-batch.ts'

/** Common table expressions: these posts as `published`, the communities that can read them as `reading`. */
const publishedAndReading = (events: readonly EventKey[], condition: RawBuilder<unknown>) => sql`
  published as materialized (
    select e.community_id, e.id, e.user_id, e.template_id, e.created_at, t.category_id, asked.told_id, author.account_id
    from unnest(${events.map(({ communityId }) => communityId)}::uuid[], ${events.map(({ eventId }) => eventId)}::uuid[],
      ${events.map(() => newId())}::uuid[]) as asked (community_id, event_id, told_id)
    join events e on e.community_id = asked.community_id and e.id = asked.event_id
    join users author on author.community_id = e.community_id and author.id = e.user_id
    left join templates t on t.id = e.template_id
    where ${condition}
    for key share of e
  ), reading as materialized (
    select distinct p.id, cc.community_id from published p
    join event_channels ec on ec.community_id = p.community_id and ec.event_id = p.id
    join community_channels cc on cc.channel_id = ec.channel_id
  )`

const withAccounts = sql`
  select w.event_id as subject_id, w.community_id, w.user_id, u.account_id from written w
  join users u on u.community_id = w.community_id and u.id = w.user_id`

/**
 * Notifies members, except the author, who had subscribed to all posts, the template or its category before the post. A
 * second call for the same post notifies nobody again.
 */
const notifySubscribers = async (platform: Pick<Platform, 'db' | 'bus' | 'clock'>, events: readonly EventKey[]) => {
  const now = platform.clock.now()
  const { rows } = await sql<InsertedRow>`
    with ${publishedAndReading(events, sql`e.group_id not in ('welcome', 'weather') and t.accept_notif is not false`)}, asking as (
      select p.id, s.community_id, s.user_id from published p join reading r using (id)
      join notification_settings s on s.community_id = r.community_id and s.all_since <= p.created_at
      union
      select p.id, a.community_id, a.user_id from published p join reading r using (id)
      join template_alerts a on a.community_id = r.community_id and a.subject_id in (p.template_id, p.category_id) and a.created_at <= p.created_at
    ), written as (
      insert into notifications (community_id, user_id, id, kind, event_community_id, event_id, told_at)
      select asking.community_id, asking.user_id, p.told_id, 'alert', p.community_id, p.id, ${now}::timestamptz
      from asking join published p using (id)
      join users u on u.community_id = asking.community_id and u.id = asking.user_id
      join communities c on c.id = u.community_id
      where u.account_id <> p.account_id and ${canBeNotified(now)}
      order by p.id, asking.user_id
      on conflict (event_id, kind, user_id) do nothing
      returning event_id, community_id, user_id
    ) ${withAccounts}`.execute(platform.db)
  publishNotifications(platform, 'alert', rows)
}

/** Notifies members who joined before the newcomer and have not muted notifications of newcomers. */
const notifyOfNewcomers = async (platform: Pick<Platform, 'db' | 'bus' | 'clock'>, events: readonly EventKey[]) => {
  const now = platform.clock.now()
  const { rows } = await sql<InsertedRow>`
    with ${publishedAndReading(events, sql`e.group_id = 'welcome'`)}, written as (
      insert into notifications (community_id, user_id, id, kind, event_community_id, event_id, told_at)
      select u.community_id, u.id, p.told_id, 'welcome', p.community_id, p.id, ${now}::timestamptz
      from published p join reading r using (id)
      join users u on u.community_id = r.community_id
      join communities c on c.id = u.community_id
      where u.account_id <> p.account_id and not u.first_login and u.created_at < p.created_at
        and ${canBeNotified(now)} and ${isKindEnabled('welcome')}
      order by p.id, u.id
      on conflict (event_id, kind, user_id) do nothing
      returning event_id, community_id, user_id
    ) ${withAccounts}`.execute(platform.db)
  publishNotifications(platform, 'welcome', rows)
}

export const notifyOfPosts = async (
  platform: Pick<Platform, 'db' | 'bus' | 'clock'>,
  events: readonly EventKey[],
): Promise<void> => {
  if (events.length === 0) return
  await notifySubscribers(platform, events)
  await notifyOfNewcomers(platform, events)
}
