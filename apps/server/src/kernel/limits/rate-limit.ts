import { type Generated, sql } from 'kysely'
import type { Db, Tx } from '../postgres/db.ts'
import { KeyedError } from '../errors.ts'
import { newId } from '../ids.ts'
import { type Caller, forgetOldTurns, forgetTurns, secondsToTurn } from './slow-down.ts'

declare module '../postgres/db.ts' {
  interface Tables {
    attempts: { id: string; bucket: string; at: Generated<Date> }
  }
}

/** At most `most` hits of one bucket within `windowMs`. A bucket begins with its name, which has its row in `docs/limits.md`. */
export interface Limit {
  bucket: string
  most: number
  windowMs: number
}

export const MINUTE_MS = 60_000
export const HALF_HOUR_MS = 30 * 60_000
export const DAY_MS = 24 * 60 * 60_000

/** How full a bucket is: its hits, and seconds until the oldest is forgiven. */
const look = async (db: Db, { bucket, windowMs }: Limit) => {
  const { rows } = await sql<{ hits: number; free: number | null }>`
    select count(*)::int as hits, ceil(extract(epoch from min(at) + ${windowMs}::float8 * interval '1 millisecond' - clock_timestamp()))::int as free
    from attempts where bucket = ${bucket} and at > clock_timestamp() - ${windowMs}::float8 * interval '1 millisecond'`.execute(
    db,
  )
  return rows[0]!
}

/** Calls made at once wait for each other; every call takes its locks in the same order. */
const lock = async (tx: Tx, limits: readonly Limit[]) => {
  for (const bucket of limits.map(limit => limit.bucket).sort())
    await sql`select pg_advisory_xact_lock(hashtextextended(${bucket}, 0))`.execute(tx)
}

const tooMany = (seconds: number) => new KeyedError('toomanyrequests', { params: { seconds: Math.max(1, seconds) } })

const mustHaveRoom = async (tx: Tx, limits: readonly Limit[]) => {
  for (const limit of limits) {
    const { hits, free } = await look(tx, limit)
    if (hits >= limit.most) throw tooMany(free ?? 1)
  }
}

const addHits = async (tx: Tx, limits: readonly Limit[]) => {
  const hits = limits.map(({ bucket }) => ({ id: newId(), bucket }))
  await tx.insertInto('attempts').values(hits).execute()
  return hits.map(({ id }) => id)
}

/** One hit, as `take_hits` of the database counts it: a statement that calls it fails with what `tooManyOf` reads when a bucket is full. */
export const hitOf = ({ bucket, most, windowMs }: Limit) => ({
  id: newId(),
  bucket,
  most,
  window: `${windowMs} milliseconds`,
})

const FULL = 'PV429'

/** `toomanyrequests` for the error of a statement that found a bucket full; any other error as it is. */
export const tooManyOf = (error: unknown): unknown => {
  const { code, detail } = (error ?? {}) as { code?: string; detail?: string }
  return code === FULL ? tooMany(Number(detail)) : error
}

/**
 * Counts a hit in every bucket, or throws `toomanyrequests` (`params.seconds`: until the oldest is forgiven). In a transaction of the
 * caller's the hit is there when its work is, and calls made at once wait for each other. Answers the hits.
 */
export const countHits = async (db: Db, limits: readonly Limit[]): Promise<string[]> => {
  const hits = limits.map(hitOf)
  const ids = hits.map(({ id }) => id)
  try {
    await sql`select take_hits(${ids}::uuid[], ${hits.map(({ bucket }) => bucket)}::text[], ${hits.map(({ most }) => most)}::int[],
      ${hits.map(({ window }) => window)}::interval[])`.execute(db)
  } catch (error) {
    throw tooManyOf(error)
  }
  return ids
}

/** The same where a full `slowdown` gives its caller a turn to wait for. */
const countHitsInTurn = async (db: Db, limits: readonly Limit[], slowdown: Limit & { caller: Caller }) => {
  const all = [...limits, slowdown]
  // The wait that a caller is given outlasts the refusal: it is no reason to roll back.
  const { seconds, ids } = await db.transaction().execute(async tx => {
    await lock(tx, all)
    await mustHaveRoom(tx, limits)
    const wait = await secondsToTurn(tx, slowdown, (await look(tx, slowdown)).hits)
    return { seconds: wait, ids: wait > 0 ? [] : await addHits(tx, all) }
  })
  if (seconds > 0) throw tooMany(seconds)
  return ids
}

/**
 * Counts a hit in every bucket before the work that it allows, so that calls made at once cannot pass together; when one bucket is
 * full, none is counted. Where only failures count, the caller forgives a success by the function that this answers.
 * A full `slowdown` makes its caller wait and come back, and refuses nobody for good (see `slow-down.ts`).
 */
export const takeHits = async (
  db: Db,
  limits: readonly Limit[],
  slowdown?: Limit & { caller: Caller },
): Promise<() => Promise<void>> => {
  const ids = slowdown ? await countHitsInTurn(db, limits, slowdown) : await countHits(db, limits)
  return async () => {
    await db.deleteFrom('attempts').where('id', 'in', ids).execute()
    if (slowdown) await forgetTurns(db, slowdown)
  }
}

export const isFull = async (db: Db, limit: Limit): Promise<boolean> => (await look(db, limit)).hits >= limit.most

/** Whether this is among the first `most` times within a day that the bucket is asked: for what is told once, or noted so often. */
export const isAmongFirstInDay = async (db: Db, bucket: string, most = 1): Promise<boolean> => {
  try {
    await takeHits(db, [{ bucket, most, windowMs: DAY_MS }])
    return true
  } catch (error) {
    if (error instanceof KeyedError) return false
    throw error
  }
}

/** Clears every hit of a bucket: a success forgives the failures before it. */
export const clearHits = async (db: Db, bucket: string): Promise<void> => {
  await db.deleteFrom('attempts').where('bucket', '=', bucket).execute()
}

/** Drops what no window reaches any more. */
export const forgetOldHits = async (db: Db): Promise<void> => {
  await sql`delete from attempts where at < now() - interval '1 day'`.execute(db)
  await forgetOldTurns(db)
}
