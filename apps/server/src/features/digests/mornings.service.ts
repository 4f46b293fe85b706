// Each morning the digests of a community are enqueued exactly once, even if a process dies: the progress is stored in
// the same transaction as the jobs.
import { FIRST_ID } from '#server/kernel/ids.ts'
import { DAY_MS } from '#server/kernel/limits/rate-limit.ts'
import { agesOf } from '#server/kernel/minors.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { isMonday, isStillTime } from './digests.policy.ts'
import { begunMornings, dueMembers, lockDay } from './digests.queries.ts'

export interface Morning {
  communityId: string
  /** YYYY-MM-DD, in the time zone of the community. */
  day: string
}

const COMMUNITIES_AT_ONCE = 100
const SLICE = 500
/** Between two mails of a community, so that mail servers do not see a flood. */
const PACE_MS = 200
const KEPT_DAYS = 7

export const beginDigests = async ({ db, clock, jobs }: Platform): Promise<void> => {
  const now = clock.now()
  for (;;) {
    const begun = await inTransaction(db, async (tx, afterCommit) => {
      const { rows: found } = await begunMornings(now, COMMUNITIES_AT_ONCE).execute(tx)
      if (found.length === 0) return 0
      const noted = await tx
        .insertInto('digest_days')
        .values(found)
        .onConflict(conflict => conflict.doNothing())
        .returning(['community_id as communityId', 'day'])
        .execute()
      for (const morning of noted) await jobs.enqueue(tx, afterCommit, 'digests.members', morning)
      return found.length
    })
    if (begun < COMMUNITIES_AT_ONCE) return
  }
}

/** Enqueues one batch, and itself if there are more members. A repeated run goes on where the last one stopped. */
export const queueMembers = async (platform: Platform, { communityId, day }: Morning, slice = SLICE): Promise<void> => {
  const { db, clock, jobs } = platform
  await inTransaction(db, async (tx, afterCommit) => {
    const row = await lockDay(tx, communityId, day)
    if (!row || !isStillTime(day, row.timezone, clock.now())) return
    const next = { communityId, after: row.reached ?? FIRST_ID, limit: slice }
    const { rows } = await dueMembers(next, isMonday(day), agesOf(platform)).execute(tx)
    const reached = rows.at(-1)?.id
    if (!reached) return
    await tx
      .updateTable('digest_days')
      .set({ reached })
      .where('community_id', '=', communityId)
      .where('day', '=', day)
      .execute()
    const orders = rows.map(({ id: userId }, at) => ({ data: { communityId, userId, day }, afterMs: at * PACE_MS }))
    await jobs.enqueueAll(tx, afterCommit, 'digests.send', orders)
    if (rows.length === slice)
      await jobs.enqueueAll(tx, afterCommit, 'digests.members', [
        { data: { communityId, day }, afterMs: slice * PACE_MS },
      ])
  })
}

export const forgetOldMornings = async (db: Db, now: Date): Promise<void> => {
  const before = new Date(now.getTime() - KEPT_DAYS * DAY_MS).toISOString().slice(0, 10)
  await db.deleteFrom('digest_days').where('day', '<', before).execute()
}
