import { sql } from 'kysely'
import type { Db } from '../postgres/db.ts'
import { KeyedError } from '../errors.ts'
import { type Caller, forgetOldTurns, forgetTurns, secondsToTurn } from './slow-down.ts'

declare module '../postgres/db.ts' {
  interface Tables {
    attempts: { bucket: string; at: Date[]; amounts: number[] | null }
  }
}

/**
 * At most `most` hits of one bucket within `windowMs`; fewer than a thousand, as a bucket keeps no more. With `amount`
 * it is how much there may be, counted by the hour: the window is then a day. A bucket begins with its name, which has
 * its row in `docs/limits.md`.
 */
export interface Limit {
  bucket: string
  most: number
  windowMs: number
  /** What this call adds; where that is nothing it is not counted. */
  amount?: number
}

export const MINUTE_MS = 60_000
export const HALF_HOUR_MS = 30 * 60_000
export const HOUR_MS = 60 * 60_000
export const DAY_MS = 24 * 60 * 60_000

const within = (windowMs: number) => `${windowMs} milliseconds`

/** `limit: 'day'` where it is no matter of a moment. */
const tooMany = (seconds: number, limit?: 'day') =>
  new KeyedError('toomanyrequests', { params: { seconds: Math.max(1, seconds), ...(limit && { limit }) } })

/** How many hits a bucket holds. */
const countedIn = async (db: Db, { bucket, windowMs }: Limit): Promise<number> => {
  const { rows } = await sql<{ hits: number }>`
    select cardinality(hits_within(at, ${within(windowMs)}::interval)) as hits from attempts where bucket = ${bucket}`.execute(
    db,
  )
  return rows[0]?.hits ?? 0
}

/**
 * What `take_hit` of the database is given: a statement that calls it fails with what `tooManyOf` reads when the bucket
 * is full.
 */
export const hitOf = ({ bucket, most, windowMs }: Limit) => ({ bucket, most, window: within(windowMs) })

const FULL = 'PV429'

/** `toomanyrequests` for the error of a statement that found a bucket full; any other error as it is. */
export const tooManyOf = (error: unknown): unknown => {
  const { code, detail, hint } = (error ?? {}) as { code?: string; detail?: string; hint?: string }
  return code === FULL ? tooMany(Number(detail), hint === 'day' ? 'day' : undefined) : error
}

/**
 * A hit as it is forgiven, by its bucket and its time to the microsecond; of an amount, which is not forgiven, what
 * there is with it.
 */
export interface Hit {
  bucket: string
  at: string | null
  used: number | null
}

/**
 * Counts a hit in every bucket, or throws `toomanyrequests` (`params.seconds`: until the oldest is forgiven). In a
 * transaction of the caller's the hit is there when its work is, and calls made at once wait for each other, in the
 * order of the buckets. Answers the hits.
 */
export const countHits = async (db: Db, limits: readonly Limit[]): Promise<Hit[]> => {
  const counted = limits.filter(({ amount }) => amount !== 0)
  const hits = counted.map(hitOf)
  try {
    const { rows } = await sql<Hit>`
      select bucket, case when amount is null then take_hit(bucket, most, within)::text end as at,
        case when amount is not null then take_amount(bucket, amount, most, within) end as used
      from (
        select * from unnest(${hits.map(({ bucket }) => bucket)}::text[], ${hits.map(({ most }) => most)}::int[],
          ${hits.map(({ window }) => window)}::interval[], ${counted.map(({ amount }) => amount ?? null)}::int[])
          as asked (bucket, most, within, amount) order by bucket offset 0
      ) in_order`.execute(db)
    return rows
  } catch (error) {
    throw tooManyOf(error)
  }
}

/** What a statement that calls `take_amount` of the database itself has counted. */
export const amountOf = ({ bucket }: Limit, used: number | null): Pick<Hit, 'bucket' | 'used'> => ({ bucket, used })

const forgiveHits = async (db: Db, hits: readonly Hit[]) => {
  await sql`
    update attempts a set at = array_remove(a.at, hit.at)
    from unnest(${hits.map(({ bucket }) => bucket)}::text[], ${hits.map(({ at }) => at)}::timestamptz[]) as hit (bucket, at)
    where a.bucket = hit.bucket`.execute(db)
}

/** More than any bucket holds. */
const NO_LIMIT = 2 ** 31 - 1

/**
 * The same where a full `slowdown` gives its caller a turn to wait for, which outlasts the refusal: it is no reason to
 * roll back.
 */
const countHitsInTurn = async (db: Db, limits: readonly Limit[], slowdown: Limit & { caller: Caller }) => {
  const { seconds, hits } = await db.transaction().execute(async tx => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${slowdown.bucket}, 0))`.execute(tx)
    const counted = await countHits(tx, limits)
    const wait = await secondsToTurn(tx, slowdown, await countedIn(tx, slowdown))
    if (wait > 0) await forgiveHits(tx, counted)
    else counted.push(...(await countHits(tx, [{ ...slowdown, most: NO_LIMIT }])))
    return { seconds: wait, hits: counted }
  })
  if (seconds > 0) throw tooMany(seconds)
  return hits
}

/**
 * Counts a hit in every bucket before the work that it allows, so that calls made at once cannot pass together; when
 * one bucket is full, none is counted. Where only failures count, the caller forgives a success by the function that
 * this answers; with `keepsTurns` it was none, and the caller stays in the line where they stood. A full `slowdown` makes its caller wait and come back, and refuses nobody for good (see
 * `slow-down.ts`).
 */
export const takeHits = async (
  db: Db,
  limits: readonly Limit[],
  slowdown?: Limit & { caller: Caller },
): Promise<(how?: { keepsTurns?: boolean }) => Promise<void>> => {
  const hits = slowdown ? await countHitsInTurn(db, limits, slowdown) : await countHits(db, limits)
  return async ({ keepsTurns = false } = {}) => {
    await forgiveHits(db, hits)
    if (slowdown && !keepsTurns) await forgetTurns(db, slowdown)
  }
}

export const isFull = async (db: Db, limit: Limit): Promise<boolean> => (await countedIn(db, limit)) >= limit.most

/**
 * Whether this is among the first `most` times within a day that the bucket is asked: for what is told once, or noted
 * so often.
 */
export const isAmongFirstInDay = (db: Db, bucket: string, most = 1): Promise<boolean> =>
  isAmongFirst(db, { bucket, most, windowMs: DAY_MS })

/** The same within another time. */
export const isAmongFirst = async (db: Db, limit: Limit): Promise<boolean> => {
  try {
    await takeHits(db, [limit])
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

/** Buckets that one statement looks at. */
const LOOKED_AT = 5_000

/** Drops what no window reaches any more: goes through the buckets by name, as they have no order by time. */
export const forgetOldHits = async (db: Db): Promise<void> => {
  for (let after: string | null = ''; after !== null;) {
    const { rows } = await sql<{ last: string | null }>`
      with page as materialized (
        select ctid as place, bucket from attempts where bucket > ${after} order by bucket limit ${LOOKED_AT}
      ), gone as (
        -- by their places: a table that has just grown would be read whole for each page
        delete from attempts where ctid = any(array(
          select ctid from attempts a where ctid = any(array(select place from page))
            and (a.at[cardinality(a.at)] < now() - interval '1 day' or cardinality(a.at) = 0) for update of a skip locked))
      )
      select max(bucket) as last from page`.execute(db)
    after = rows[0]!.last
  }
  await forgetOldTurns(db)
}
