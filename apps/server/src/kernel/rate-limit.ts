import { type Generated, sql } from 'kysely'
import type { Db, Tx } from './db.ts'
import { KeyedError } from './errors.ts'
import { newId } from './ids.ts'

declare module './db.ts' {
  interface Tables {
    attempts: { id: string; bucket: string; at: Generated<Date> }
  }
}

/** At most `most` hits of one bucket within `windowMs`. */
export interface Limit {
  bucket: string
  most: number
  windowMs: number
}

export const MINUTE_MS = 60_000
export const HALF_HOUR_MS = 30 * 60_000
export const DAY_MS = 24 * 60 * 60_000

/**
 * Counts a hit in every bucket, or throws `toomanyrequests` (`params.seconds`: until the oldest is forgiven). In a transaction of the
 * caller's the hit is there when its work is, and calls made at once wait for each other. Answers the hits.
 */
export const countHits = async (tx: Tx, limits: readonly Limit[]): Promise<string[]> => {
  const ids: string[] = []
  for (const { bucket, most, windowMs } of [...limits].sort((a, b) => (a.bucket < b.bucket ? -1 : 1))) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${bucket}, 0))`.execute(tx)
    const { rows } = await sql<{ hits: number; seconds: number | null }>`
      select count(*)::int as hits, ceil(extract(epoch from min(at) + ${windowMs}::float8 * interval '1 millisecond' - clock_timestamp()))::int as seconds
      from attempts where bucket = ${bucket} and at > clock_timestamp() - ${windowMs}::float8 * interval '1 millisecond'`.execute(tx)
    const [row] = rows
    if (row && row.hits >= most) throw new KeyedError('toomanyrequests', { params: { seconds: Math.max(1, row.seconds ?? 1) } })
    const id = newId()
    await tx.insertInto('attempts').values({ id, bucket }).execute()
    ids.push(id)
  }
  return ids
}

/**
 * Counts a hit in every bucket before the work that it allows, so that calls made at once cannot pass together; when one bucket is
 * full, none is counted. Where only failures count, the caller forgives a success by the function that this answers.
 */
export const takeHits = async (db: Db, limits: readonly Limit[]): Promise<() => Promise<void>> => {
  const ids = await db.transaction().execute(tx => countHits(tx, limits))
  return async () => {
    await db.deleteFrom('attempts').where('id', 'in', ids).execute()
  }
}

/** Clears every hit of a bucket: a success forgives the failures before it. */
export const clearHits = async (db: Db, bucket: string): Promise<void> => {
  await db.deleteFrom('attempts').where('bucket', '=', bucket).execute()
}

/** Drops what no window reaches any more. */
export const forgetOldHits = async (db: Db): Promise<void> => {
  await sql`delete from attempts where at < now() - interval '1 day'`.execute(db)
}
