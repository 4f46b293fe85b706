// Each morning the digests of a community are enqueued exactly once, even if a process dies: the progress is stored in
// the same transaction as the jobs.
import { FIRST_ID } from '#server/kernel/ids.ts'
import { DAY_MS } from '#server/kernel/limits/rate-limit.ts'
import { currentAgeRule } from '#server/kernel/minors.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { isMonday, isBeforeSendingEnd } from './digests.policy.ts'
import { unstartedDigestDays, dueMembers, lockDigestDay } from './digests.queries.ts'

export interface DigestDay {
  communityId: string
  /** YYYY-MM-DD, in the time zone of the community. */
  day: string
}

const COMMUNITY_BATCH_SIZE = 100
const MEMBER_BATCH_SIZE = 500
/** Pause between two mails of a community, so that mail servers do not take them for spam. */
const PACE_MS = 200
const RETENTION_DAYS = 7

export const startDueDigestDays = async ({ db, clock, jobs }: Platform): Promise<void> => {
  const now = clock.now()
  for (;;) {
    const startedCount = await inTransaction(db, async (tx, afterCommit) => {
      const { rows: unstarted } = await unstartedDigestDays(now, COMMUNITY_BATCH_SIZE).execute(tx)
      if (unstarted.length === 0) return 0
      const inserted = await tx
        .insertInto('digest_days')
        .values(unstarted)
        .onConflict(conflict => conflict.doNothing())
        .returning(['community_id as communityId', 'day'])
        .execute()
      for (const digestDay of inserted) await jobs.enqueue(tx, afterCommit, 'digests.members', digestDay)
      return unstarted.length
    })
    if (startedCount < COMMUNITY_BATCH_SIZE) return
  }
}

/** Enqueues the jobs of one batch of members, and itself if more remain. A repeated run continues after that batch. */
export const enqueueDigestsOfDay = async (
  platform: Platform,
  { communityId, day }: DigestDay,
  batchSize = MEMBER_BATCH_SIZE,
): Promise<void> => {
  const { db, clock, jobs } = platform
  await inTransaction(db, async (tx, afterCommit) => {
    const row = await lockDigestDay(tx, communityId, day)
    if (!row || !isBeforeSendingEnd(day, row.timezone, clock.now())) return
    const next = { communityId, after: row.reached ?? FIRST_ID, limit: batchSize }
    const { rows } = await dueMembers(next, isMonday(day), currentAgeRule(platform)).execute(tx)
    const reached = rows.at(-1)?.id
    if (!reached) return
    await tx
      .updateTable('digest_days')
      .set({ reached })
      .where('community_id', '=', communityId)
      .where('day', '=', day)
      .execute()
    const sendJobs = rows.map(({ id: userId }, at) => ({ data: { communityId, userId, day }, delayMs: at * PACE_MS }))
    await jobs.enqueueAll(tx, afterCommit, 'digests.send', sendJobs)
    if (rows.length === batchSize)
      await jobs.enqueueAll(tx, afterCommit, 'digests.members', [
        { data: { communityId, day }, delayMs: batchSize * PACE_MS },
      ])
  })
}

export const purgeOldDigestDays = async (db: Db, now: Date): Promise<void> => {
  const before = new Date(now.getTime() - RETENTION_DAYS * DAY_MS).toISOString().slice(0, 10)
  await db.deleteFrom('digest_days').where('day', '<', before).execute()
}
