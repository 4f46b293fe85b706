// Guessing a password must neither lock its owner out nor be free: a refused caller is assigned the time of the next
// attempt, which later callers do not delay. Until then the server stores only a row and holds no request open.
import { sql } from 'kysely'
import { networkOf } from '../http/caller-address.ts'
import type { Db, Tx } from '../postgres/db.ts'
import { deleteInBatches } from '../postgres/delete-in-batches.ts'

declare module '../postgres/db.ts' {
  interface Tables {
    waits: { bucket: string; caller: string; due_at: Date; line: BackoffQueue | null; turns: number }
  }
}

export interface Caller {
  address: string
  isKnown: boolean
}

/** `new`: callers with few turns; `tried`: those who keep guessing; `seen`: known from an earlier login. */
type BackoffQueue = 'new' | 'tried' | 'seen'

const NEWCOMER_TURNS = 3
/** Seconds between two turns of a queue, and its longest wait; callers beyond the longest wait share a turn. */
const backoffQueues: Record<BackoffQueue, { spacing: number; maxWait: number }> = {
  new: { spacing: 1, maxWait: 60 },
  tried: { spacing: 30, maxWait: 24 * 60 * 60 },
  seen: { spacing: 0, maxWait: 30 },
}
const MAX_OWN_WAIT_S = 30
/** A turn expires if the caller does not retry within this time after the turn is due. */
const TURN_TTL_S = 600

/** Returns 0 if the caller may try now, and consumes the turn of the caller. The bucket must be locked. */
export const retryAfterSeconds = async (
  tx: Tx,
  { bucket, max, caller }: { bucket: string; max: number; caller: Caller },
  attemptCount: number,
): Promise<number> => {
  if (attemptCount < max) return 0
  const network = networkOf(caller.address)
  const own = await tx
    .selectFrom('waits')
    .select(['line', 'turns', sql<number>`ceil(extract(epoch from due_at - clock_timestamp()))::int`.as('seconds')])
    .where('bucket', '=', bucket)
    .where('caller', '=', network)
    .executeTakeFirst()
  if (own?.line && own.seconds > -TURN_TTL_S) {
    if (own.seconds > 0) return own.seconds
    await tx
      .updateTable('waits')
      .set(eb => ({ line: null, turns: eb('turns', '+', 1), due_at: sql<Date>`clock_timestamp()` }))
      .where('bucket', '=', bucket)
      .where('caller', '=', network)
      .execute()
    return 0
  }
  const line: BackoffQueue = caller.isKnown ? 'seen' : (own?.turns ?? 0) < NEWCOMER_TURNS ? 'new' : 'tried'
  const { spacing, maxWait } = backoffQueues[line]
  const wait = Math.min(MAX_OWN_WAIT_S, 2 ** (attemptCount - max))
  const { rows } = await sql<{ seconds: number }>`
    insert into waits (bucket, caller, line, turns, due_at)
    select ${bucket}, ${network}, ${line}, 0, clock_timestamp() + interval '1 second' * least(${maxWait}::float8, greatest(${wait}::float8,
      (select extract(epoch from max(due_at) - clock_timestamp()) + ${spacing}::float8 from waits where bucket = ${bucket} and line = ${line} and ${spacing} > 0)))
    on conflict (bucket, caller) do update set line = excluded.line, due_at = excluded.due_at
    returning ceil(extract(epoch from due_at - clock_timestamp()))::int as seconds`.execute(tx)
  return rows[0]!.seconds
}

export const clearBackoff = async (db: Db, { bucket, caller }: { bucket: string; caller: Caller }): Promise<void> => {
  await db.deleteFrom('waits').where('bucket', '=', bucket).where('caller', '=', networkOf(caller.address)).execute()
}

export const purgeOldBackoff = (db: Db): Promise<void> =>
  deleteInBatches(
    db,
    limit => sql`delete from waits where ctid = any(array(
      select ctid from waits where due_at < now() - interval '1 day' limit ${limit} for update skip locked))`,
  )
