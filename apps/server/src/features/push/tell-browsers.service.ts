// What somebody is told in any of their communities is pushed to each of their browsers, once. What they have not read
// is the queue: what a crash has cut off is found in it at the next start, so that writing a message or answering a
// post costs nothing more.
import type { NotificationKind } from '@parvis/contract/notifications.ts'
import { sql } from 'kysely'
import { DAY_MS, MINUTE_MS } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { deleteInSlices } from '#server/kernel/postgres/delete-in-slices.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { Order } from '#server/kernel/jobs/jobs.ts'
import { writeTogether } from '#server/kernel/write-together.ts'

/** Who has the app open somewhere has as long to read it there. */
export const OPEN_APP_MS = 10_000
/** What is told is stored a while before. */
const OVERLAP_MS = 10 * MINUTE_MS
/** After a longer silence what is older is no news any more. */
const MOST_LATE_MS = DAY_MS
const KEPT_MS = 7 * DAY_MS

interface Told {
  endpoint_id: string
  subject_id: string
  /** Who was told: of the account whose session the browser holds, in whichever community. */
  user_id: string
  /** Who is signed in there. */
  holder_id: string
  kind: NotificationKind
}

/**
 * Puts a push for each browser of these accounts into the queue that has not been told the latest yet; null is everybody.
 * Done again it puts none.
 */
export const tellBrowsers = async (
  { db, jobs, clock, presence }: Platform,
  accountIds: readonly string[] | null,
  since: Date,
): Promise<void> => {
  if (accountIds?.length === 0) return
  await inTransaction(db, async (tx, afterCommit) => {
    const { rows } = await sql<Told>`
      with browser as materialized (
        select e.id, e.user_id as holder_id, u.community_id, u.id as user_id,
          greatest(e.created_at, ${since}::timestamptz) as since
        from push_endpoints e
        join users holder on holder.community_id = e.community_id and holder.id = e.user_id
        join users u on u.account_id = holder.account_id
        where ${accountIds === null ? sql`true` : sql`e.user_id in (select id from users where account_id = any (${accountIds}::uuid[]))`}
      ), news as materialized (
        select distinct on (b.id, subject.id) b.id as endpoint_id, subject.id as subject_id, b.user_id, b.holder_id,
          n.kind, n.id as told_id
        from browser b
        join notifications n on n.community_id = b.community_id and n.user_id = b.user_id and not n.is_read and n.told_at >= b.since
        cross join lateral (select coalesce(n.event_id, n.conversation_id, n.deal_id, n.person_id, n.case_id, n.gone_event_id) as id) subject
        order by b.id, subject.id, n.id desc
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
    const orders = rows.map(
      ({ endpoint_id: endpointId, subject_id: subjectId, user_id: userId, holder_id, kind }): Order<'push.send'> => ({
        data: { endpointId, userId, kind, subjectId },
        key: `${endpointId} ${subjectId}`,
        ...((presence.isOnline(holder_id) || presence.isOnline(userId)) && { afterMs: OPEN_APP_MS }),
      }),
    )
    await jobs.enqueueAll(tx, afterCommit, 'push.send', orders)
  })
}

const MOST_TOGETHER = 500
/** Between two statements: what is told meanwhile goes together. The first of a while goes at once. */
const GAP_MS = 100

/** Tells the browsers of whom the bus names. Answers how to stop, once what is being told is told. */
export const watchNews = (platform: Platform, log: (error: unknown) => void): (() => Promise<void>) => {
  const browsers = writeTogether<string>(platform.background, {
    gapMs: GAP_MS,
    mostTogether: MOST_TOGETHER,
    write: accountIds => tellBrowsers(platform, accountIds, new Date(platform.clock.now().getTime() - OVERLAP_MS)),
    log,
  })
  const stop = platform.bus.listen('notification.created', ({ receivers }) => {
    for (const { accountId } of receivers) browsers.note(accountId, accountId)
  })
  return async () => {
    stop()
    await browsers.stop()
  }
}

/** Looks through what came since all was told, and a little before. */
export const catchUpWithNews = async (platform: Platform): Promise<void> => {
  const { db, clock } = platform
  const now = clock.now()
  const { told_until } = await db.selectFrom('push_progress').select('told_until').executeTakeFirstOrThrow()
  const since = Math.max(told_until.getTime() - OVERLAP_MS, now.getTime() - MOST_LATE_MS)
  await tellBrowsers(platform, null, new Date(since))
  await db.updateTable('push_progress').set({ told_until: now }).where('told_until', '<', now).execute()
}

/** Of what is this old nothing is told any more. */
export const forgetOldNews = async ({ db, clock }: Platform): Promise<void> => {
  const before = new Date(clock.now().getTime() - KEPT_MS)
  await deleteInSlices(
    db,
    limit => sql`delete from push_news where ctid = any(array(
      select ctid from push_news where told_at < ${before} limit ${limit} for update skip locked))`,
  )
}
