// Backoff queues of rate limits. Guesses by others must never lock anybody out, but must not be free either. Beyond its
// limit an entry point has queues: a caller is told when its turn is and keeps it whatever others do. No request is
// held open meanwhile; the server stores only a row.
import { sql } from 'kysely'
import { networkOf } from '../http/caller-address.ts'
import type { Db, Tx } from '../postgres/db.ts'
import { deleteInSlices } from '../postgres/delete-in-slices.ts'

declare module '../postgres/db.ts' {
  interface Tables {
    waits: { bucket: string; caller: string; due_at: Date; line: Line | null; turns: number }
  }
}

export interface Caller {
  address: string
  isSeen: boolean
}

/** `new`: few turns so far; `tried`: keeps guessing; `seen`: has signed in from this address before. */
type Line = 'new' | 'tried' | 'seen'

/** Turns per day before an address moves to the queue `tried`. */
const NEW_TURNS = 3
/** Seconds between two turns of a queue, and the longest wait in it; beyond that, turns coincide. */
const lines: Record<Line, { apart: number; longest: number }> = {
  new: { apart: 1, longest: 60 },
  tried: { apart: 30, longest: 24 * 60 * 60 },
  seen: { apart: 0, longest: 30 },
}
const LONGEST_OWN_WAIT_S = 30
/** A caller who does not come back within this time loses its turn. */
const TURN_LASTS_S = 600

/**
 * Seconds until this caller may try; 0 means now and uses up the turn. An address's own wait doubles with each attempt
 * over the limit, up to 30 s; in addition it waits for its place in the queue. Call it with the bucket locked.
 */
export const secondsToTurn = async (
  tx: Tx,
  { bucket, most, caller }: { bucket: string; most: number; caller: Caller },
  hits: number,
): Promise<number> => {
  if (hits < most) return 0
  const network = networkOf(caller.address)
  const own = await tx
    .selectFrom('waits')
    .select(['line', 'turns', sql<number>`ceil(extract(epoch from due_at - clock_timestamp()))::int`.as('seconds')])
    .where('bucket', '=', bucket)
    .where('caller', '=', network)
    .executeTakeFirst()
  if (own?.line && own.seconds > -TURN_LASTS_S) {
    if (own.seconds > 0) return own.seconds
    await tx
      .updateTable('waits')
      .set(eb => ({ line: null, turns: eb('turns', '+', 1), due_at: sql<Date>`clock_timestamp()` }))
      .where('bucket', '=', bucket)
      .where('caller', '=', network)
      .execute()
    return 0
  }
  const line: Line = caller.isSeen ? 'seen' : (own?.turns ?? 0) < NEW_TURNS ? 'new' : 'tried'
  const { apart, longest } = lines[line]
  const wait = Math.min(LONGEST_OWN_WAIT_S, 2 ** (hits - most))
  const { rows } = await sql<{ seconds: number }>`
    insert into waits (bucket, caller, line, turns, due_at)
    select ${bucket}, ${network}, ${line}, 0, clock_timestamp() + interval '1 second' * least(${longest}::float8, greatest(${wait}::float8,
      (select extract(epoch from max(due_at) - clock_timestamp()) + ${apart}::float8 from waits where bucket = ${bucket} and line = ${line} and ${apart} > 0)))
    on conflict (bucket, caller) do update set line = excluded.line, due_at = excluded.due_at
    returning ceil(extract(epoch from due_at - clock_timestamp()))::int as seconds`.execute(tx)
  return rows[0]!.seconds
}

export const forgetTurns = async (db: Db, { bucket, caller }: { bucket: string; caller: Caller }): Promise<void> => {
  await db.deleteFrom('waits').where('bucket', '=', bucket).where('caller', '=', networkOf(caller.address)).execute()
}

export const forgetOldTurns = async (db: Db): Promise<void> => {
  await deleteInSlices(
    db,
    limit => sql`delete from waits where ctid = any(array(
      select ctid from waits where due_at < now() - interval '1 day' limit ${limit} for update skip locked))`,
  )
}
