// Others' guesses must never shut a door, and must not be free either. Past its limit a door is opened to one stranger at a time, each of
// whom has waited. Nobody is kept waiting with a request in hand: they are told when to come back, and the server holds a row, no more.
import { sql } from 'kysely'
import type { Tx } from './db.ts'

declare module './db.ts' {
  interface Tables {
    waits: { bucket: string; caller: string; due_at: Date }
  }
}

export interface Caller {
  address: string
  /** Has come in from this address before: waits like everybody, and then for nobody else. */
  isSeen: boolean
}

const LONGEST_WAIT_S = 30
/** Between two strangers, however many there are. */
const APART_S = 1
/** Who does not come back within this time waits anew. */
const TURN_LASTS_S = 600

/**
 * Seconds until this caller may try: 0 is now. The wait doubles with each hit over the limit, to half a minute; it belongs to the
 * address, so that others cannot use it up. Call it with the bucket locked.
 */
export const secondsToTurn = async (
  tx: Tx, { bucket, most, caller }: { bucket: string; most: number; caller: Caller }, { hits, since }: { hits: number; since: number | null },
): Promise<number> => {
  if (hits < most) return 0
  const wait = Math.min(LONGEST_WAIT_S, 2 ** (hits - most))
  const { rows } = await sql<{ seconds: number }>`
    insert into waits (bucket, caller, due_at) values (${bucket}, ${caller.address}, clock_timestamp() + ${wait}::int * interval '1 second')
    on conflict (bucket, caller) do update
      set due_at = case when waits.due_at < clock_timestamp() - ${TURN_LASTS_S}::int * interval '1 second' then excluded.due_at else waits.due_at end
    returning ceil(extract(epoch from due_at - clock_timestamp()))::int as seconds`.execute(tx)
  const { seconds } = rows[0]!
  if (seconds > 0) return seconds
  if (!caller.isSeen && since !== null && since < APART_S) return APART_S
  await tx.deleteFrom('waits').where('bucket', '=', bucket).where('caller', '=', caller.address).execute()
  return 0
}
