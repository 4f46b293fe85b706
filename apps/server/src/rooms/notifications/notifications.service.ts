// Who was told what: a row for each post and kind, written once whatever is done again.
import type { Notification } from '@parvis/contract/notifications.ts'
import { sql } from 'kysely'
import type { Actor } from '#server/kernel/actor.ts'
import { newId } from '#server/kernel/ids.ts'
import { DAY_MS } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { AfterCommit } from '#server/kernel/postgres/after-commit.ts'
import type { Db, Tx } from '#server/kernel/postgres/db.ts'
import { canBeTold } from './notifications.columns.ts'
import { countUnread } from './notifications.queries.ts'

/** How long a notification is kept. */
export const KEPT_DAYS = 30

interface EventName {
  communityId: string
  eventId: string
}

type Written = { event_id: string; community_id: string; user_id: string }

/**
 * Tells everybody of these posts who has asked to hear of them: all posts, their template, or its category as it is now. Whoever asked after
 * a post was published is not told of it, nor is its author, in whatever community they read it. Done again it writes nothing.
 */
export const tellAlerts = async (
  { db, bus, clock }: Pick<Platform, 'db' | 'bus' | 'clock'>,
  events: readonly EventName[],
): Promise<void> => {
  if (events.length === 0) return
  const now = clock.now()
  const { rows } = await sql<Written>`
    with published as materialized (
      select e.community_id, e.id, e.user_id, e.template_id, e.created_at, t.category_id, asked.told_id, author.account_id
      from unnest(${events.map(({ communityId }) => communityId)}::uuid[], ${events.map(({ eventId }) => eventId)}::uuid[],
        ${events.map(() => newId())}::uuid[]) as asked (community_id, event_id, told_id)
      join events e on e.community_id = asked.community_id and e.id = asked.event_id
      join users author on author.community_id = e.community_id and author.id = e.user_id
      left join templates t on t.id = e.template_id
      where e.group_id not in ('welcome', 'weather') and t.accept_notif is not false
      for key share of e
    ), reading as materialized (
      select distinct p.id, cc.community_id from published p
      join event_channels ec on ec.community_id = p.community_id and ec.event_id = p.id
      join community_channels cc on cc.channel_id = ec.channel_id
    ), asking as (
      select p.id, s.community_id, s.user_id from published p join reading r using (id)
      join notification_settings s on s.community_id = r.community_id and s.all_since <= p.created_at
      union
      select p.id, a.community_id, a.user_id from published p join reading r using (id)
      join template_alerts a on a.community_id = r.community_id and a.subject_id in (p.template_id, p.category_id) and a.created_at <= p.created_at
    )
    insert into notifications (community_id, user_id, id, kind, event_community_id, event_id, told_at)
    select asking.community_id, asking.user_id, p.told_id, 'alert', p.community_id, p.id, ${now}::timestamptz
    from asking join published p using (id)
    join users u on u.community_id = asking.community_id and u.id = asking.user_id
    join communities c on c.id = u.community_id
    where u.account_id <> p.account_id and ${canBeTold(now)}
    order by p.id, asking.user_id
    on conflict (event_id, kind, user_id) do nothing
    returning event_id, community_id, user_id`.execute(db)
  for (const [eventId, told] of Map.groupBy(rows, row => row.event_id)) {
    const receivers = told.map(row => ({ communityId: row.community_id, userId: row.user_id }))
    bus.announce('notification.created', { kind: 'alert', eventId, receivers })
  }
}

/**
 * Tells the author of a post that somebody has answered it, in the transaction of the answer: the one row of that post is unread again. Whoever
 * holds the lock of the event calls it.
 */
export const tellAnswered = async (
  { bus, clock }: Pick<Platform, 'bus' | 'clock'>,
  { tx, afterCommit }: { tx: Tx; afterCommit: AfterCommit },
  { communityId, eventId }: EventName,
): Promise<void> => {
  const now = clock.now()
  const { rows } = await sql<Written>`
    insert into notifications (community_id, user_id, id, kind, event_community_id, event_id, told_at)
    select e.community_id, e.user_id, ${newId()}::uuid, 'answer', e.community_id, e.id, ${now}::timestamptz
    from events e join users u on u.community_id = e.community_id and u.id = e.user_id join communities c on c.id = e.community_id
    where e.community_id = ${communityId} and e.id = ${eventId} and e.group_id <> 'weather' and ${canBeTold(now)}
    on conflict (event_id, kind, user_id) do update set id = excluded.id, told_at = excluded.told_at, is_read = false
    returning event_id, community_id, user_id`.execute(tx)
  for (const { community_id, user_id } of rows) {
    const receivers = [{ communityId: community_id, userId: user_id }]
    afterCommit(() => bus.announce('notification.created', { kind: 'answer', eventId, receivers }))
  }
}

/** Once nobody answers any more, nothing is said of it. */
export const takeBackAnswered = async (tx: Tx, { communityId, eventId }: EventName): Promise<void> => {
  await sql`delete from notifications n where n.event_id = ${eventId} and n.kind = 'answer'
    and not exists (select from event_answers a where a.community_id = ${communityId} and a.event_id = ${eventId})`.execute(
    tx,
  )
}

/** Takes one and all before it for read; answers how many are still unread. */
export const readUpTo = async (db: Db, actor: Actor, upTo: Notification['_id']): Promise<number> => {
  await db
    .updateTable('notifications')
    .set({ is_read: true })
    .where('community_id', '=', actor.communityId)
    .where('user_id', '=', actor.userId)
    .where('id', '<=', upTo)
    .where('is_read', '=', false)
    .execute()
  return countUnread(db, actor)
}

export const forgetOldNotifications = async (db: Db, now: Date): Promise<void> => {
  await db
    .deleteFrom('notifications')
    .where('told_at', '<', new Date(now.getTime() - KEPT_DAYS * DAY_MS))
    .execute()
}
