// Members are notified of newcomers and of posts that match their alerts.
import { type RawBuilder, sql } from 'kysely'
import type { NotificationKind } from '@parvis/contract/notifications.ts'
import { coalesce } from '#server/kernel/coalesce.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { EventKey } from '../feed/change-event.service.ts'
import { notify } from '../notifications/notify.service.ts'

/** Pause between two batches of posts; the first post after a pause is processed at once. */
const POSTS_GAP_MS = 100
const RETRY_MS = 5_000
const BATCH_SIZE = 200

/** Common table expressions: these posts as `published`, the communities that can read them as `reading`. */
const publishedAndReading = (condition: RawBuilder<unknown>) => sql`
  published as materialized (
    select e.community_id, e.id, e.user_id, e.template_id, e.created_at, t.category_id, author.account_id
    from subjects s
    join events e on e.community_id = s.community_id and e.id = s.id
    join users author on author.community_id = e.community_id and author.id = e.user_id
    left join templates t on t.id = e.template_id
    where ${condition}
    for key share of e
  ), reading as materialized (
    select distinct p.id, cc.community_id from published p
    join event_channels ec on ec.community_id = p.community_id and ec.event_id = p.id
    join community_channels cc on cc.channel_id = ec.channel_id
  )`

/** Members, except the author, who had subscribed to all posts, the template or its category before the post. */
const subscribers = sql`
  with ${publishedAndReading(sql`e.group_id not in ('welcome', 'weather') and t.accept_notif is not false`)}, asking as (
    select p.id, s.community_id, s.user_id from published p join reading r using (id)
    join notification_settings s on s.community_id = r.community_id and s.all_since <= p.created_at
    union
    select p.id, a.community_id, a.user_id from published p join reading r using (id)
    join template_alerts a on a.community_id = r.community_id and a.subject_id in (p.template_id, p.category_id) and a.created_at <= p.created_at
  )
  select p.id as subject_id, u.community_id, u.id as user_id
  from asking join published p using (id)
  join users u on u.community_id = asking.community_id and u.id = asking.user_id
  where u.account_id <> p.account_id`

/** Members who joined before the newcomer. */
const membersBefore = sql`
  with ${publishedAndReading(sql`e.group_id = 'welcome'`)}
  select p.id as subject_id, u.community_id, u.id as user_id
  from published p join reading r using (id)
  join users u on u.community_id = r.community_id
  where u.account_id <> p.account_id and not u.first_login and u.created_at < p.created_at`

/** A second call for the same posts notifies nobody again. */
export const notifyOfPosts = async (
  platform: Pick<Platform, 'db' | 'bus' | 'clock'>,
  events: readonly EventKey[],
): Promise<void> => {
  if (events.length === 0) return
  const subjects = events.map(({ communityId, eventId }) => ({ communityId, subjectId: eventId }))
  const notifyOf = (kind: NotificationKind, recipients: RawBuilder<unknown>) =>
    inTransaction(platform.db, (tx, afterCommit) =>
      notify(platform, { tx, afterCommit }, { kind, subjectKind: 'event', subjects, recipients, isRenewed: false }),
    )
  await notifyOf('alert', subscribers)
  await notifyOf('welcome', membersBefore)
}

export const startPostNotifications = (
  platform: Platform,
  logError: (error: unknown) => void,
): (() => Promise<void>) => {
  const posts = coalesce<EventKey>({
    background: platform.background,
    key: ({ eventId }) => eventId,
    firstAfterMs: 0,
    gapMs: POSTS_GAP_MS,
    most: BATCH_SIZE,
    retryMs: RETRY_MS,
    write: batch => notifyOfPosts(platform, batch),
    logError,
  })
  const stop = platform.bus.subscribe('event.created', posts.add)
  return async () => {
    stop()
    await posts.stop()
  }
}

export const notifyOfMissedPosts = async (platform: Platform, since: string): Promise<void> => {
  // the query makes one index range scan per community
  const { rows } = await sql<EventKey>`
    select c.id as "communityId", recent.id as "eventId" from communities c
      cross join lateral (select e.id from events e where e.community_id = c.id and e.id > ${since} offset 0) recent`.execute(
    platform.db,
  )
  for (let at = 0; at < rows.length; at += BATCH_SIZE) await notifyOfPosts(platform, rows.slice(at, at + BATCH_SIZE))
}
