// Each notification is pushed once to each device. The unread notifications are the queue: a crash loses none.
import type { NotificationKind } from '@parvis/contract/notifications.ts'
import { sql } from 'kysely'
import { DAY_MS, MINUTE_MS } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { deleteInBatches } from '#server/kernel/postgres/delete-in-batches.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { JobRequest } from '#server/kernel/jobs/jobs.ts'
import { coalesce } from '#server/kernel/coalesce.ts'

/** Delay of a push to a member who has the app open on any device: they may read the notification there first. */
export const OPEN_APP_DELAY_MS = 10_000
/** Each search begins this much earlier, because notifications are stored a little before they are published. */
const OVERLAP_MS = 10 * MINUTE_MS
/** Maximum age at which a notification is still pushed, for example after a long downtime. */
const MAX_LATENESS_MS = DAY_MS
const RETENTION_MS = 7 * DAY_MS

interface DuePush {
  endpoint_id: string
  subject_id: string
  /** The notified user, in any community of the account that the device belongs to. */
  user_id: string
  holder_id: string
  kind: NotificationKind
}

/**
 * Enqueues a push to each device of these accounts (null: of all accounts) for each subject that has an unread
 * notification newer than the last one enqueued. A second call enqueues nothing more.
 */
export const enqueuePushes = async (
  { db, jobs, clock, presence }: Platform,
  accountIds: readonly string[] | null,
  since: Date,
): Promise<void> => {
  if (accountIds?.length === 0) return
  await inTransaction(db, async (tx, afterCommit) => {
    const { rows } = await sql<DuePush>`
      with browser as materialized (
        select e.id, e.user_id as holder_id, u.community_id, u.id as user_id,
          greatest(e.created_at, ${since}::timestamptz) as since
        from push_endpoints e
        join users holder on holder.community_id = e.community_id and holder.id = e.user_id
        join users u on u.account_id = holder.account_id
        where ${accountIds === null ? sql`true` : sql`e.user_id in (select id from users where account_id = any (${accountIds}::uuid[]))`}
      ), news as materialized (
        select distinct on (b.id, n.subject_id) b.id as endpoint_id, n.subject_id, b.user_id, b.holder_id,
          n.kind, n.id as told_id
        from browser b
        join notifications n on n.community_id = b.community_id and n.user_id = b.user_id and not n.is_read and n.told_at >= b.since
        order by b.id, n.subject_id, n.id desc
      ), told as (
        insert into push_news (endpoint_id, subject_id, told_id, told_at)
        select endpoint_id, subject_id, told_id, ${clock.now()}::timestamptz from news order by endpoint_id, subject_id
        on conflict (endpoint_id, subject_id) do update set told_id = excluded.told_id, told_at = excluded.told_at
          where push_news.told_id <> excluded.told_id
        returning endpoint_id, subject_id
      )
      select endpoint_id, subject_id, user_id, holder_id, kind from told join news using (endpoint_id, subject_id)`.execute(
      tx,
    )
    const pushJobs = rows.map(
      ({
        endpoint_id: endpointId,
        subject_id: subjectId,
        user_id: userId,
        holder_id,
        kind,
      }): JobRequest<'push.send'> => ({
        data: { endpointId, userId, kind, subjectId },
        key: `${endpointId} ${subjectId}`,
        ...((presence.isOnline(holder_id) || presence.isOnline(userId)) && { delayMs: OPEN_APP_DELAY_MS }),
      }),
    )
    await jobs.enqueueAll(tx, afterCommit, 'push.send', pushJobs)
  })
}

const MAX_BATCH_SIZE = 500
/** Minimum time between two batches; the first push after a quiet time is enqueued at once. */
const GAP_MS = 100
const RETRY_MS = 5_000

/**
 * Enqueues pushes for notifications when they are created. Returns a function that stops this, and resolves once
 * pending batches are written.
 */
export const startEnqueuingPushes = (platform: Platform, logError: (error: unknown) => void): (() => Promise<void>) => {
  const accounts = coalesce<string>({
    background: platform.background,
    firstAfterMs: 0,
    gapMs: GAP_MS,
    most: MAX_BATCH_SIZE,
    retryMs: RETRY_MS,
    write: accountIds => enqueuePushes(platform, accountIds, new Date(platform.clock.now().getTime() - OVERLAP_MS)),
    logError,
  })
  const stop = platform.bus.subscribe('notification.created', ({ recipients }) => {
    for (const { accountId } of recipients) accounts.add(accountId)
  })
  return async () => {
    stop()
    await accounts.stop()
  }
}

export const enqueueMissedPushes = async (platform: Platform): Promise<void> => {
  const { db, clock } = platform
  const now = clock.now()
  const { told_until } = await db.selectFrom('push_progress').select('told_until').executeTakeFirstOrThrow()
  const since = Math.max(told_until.getTime() - OVERLAP_MS, now.getTime() - MAX_LATENESS_MS)
  await enqueuePushes(platform, null, new Date(since))
  await db.updateTable('push_progress').set({ told_until: now }).where('told_until', '<', now).execute()
}

export const purgeOldPushNews = async ({ db, clock }: Platform): Promise<void> => {
  const before = new Date(clock.now().getTime() - RETENTION_MS)
  await deleteInBatches(
    db,
    limit => sql`delete from push_news where ctid = any(array(
      select ctid from push_news where told_at < ${before} limit ${limit} for update skip locked))`,
  )
}
