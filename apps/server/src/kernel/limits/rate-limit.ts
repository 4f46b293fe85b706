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
 * At most `max` attempts per bucket within `windowMs`; below 1,000, as a bucket stores no more. With `amount` the sum
 * of amounts is limited, counted by the hour over a day. A bucket's first word is its name, which is listed in
 * `docs/limits.md`.
 */
export interface Limit {
  bucket: string
  most: number
  windowMs: number
  amount?: number
}

export const MINUTE_MS = 60_000
export const HALF_HOUR_MS = 30 * 60_000
export const HOUR_MS = 60 * 60_000
export const DAY_MS = 24 * 60 * 60_000

const within = (windowMs: number) => `${windowMs} milliseconds`

const tooMany = (seconds: number, limit?: 'day') =>
  new KeyedError('toomanyrequests', { params: { seconds: Math.max(1, seconds), ...(limit && { limit }) } })

const countedIn = async (db: Db, { bucket, windowMs }: Limit): Promise<number> => {
  const { rows } = await sql<{ hits: number }>`
    select cardinality(hits_within(at, ${within(windowMs)}::interval)) as hits from attempts where bucket = ${bucket}`.execute(
    db,
  )
  return rows[0]?.hits ?? 0
}

/** The arguments of the SQL function `take_hit`, whose error `toRateLimitError` converts. */
export const hitOf = ({ bucket, most, windowMs }: Limit) => ({ bucket, most, window: within(windowMs) })

const FULL = 'PV429'

/** Converts the SQL error of a reached limit to `toomanyrequests`; returns any other error unchanged. */
export const tooManyOf = (error: unknown): unknown => {
  const { code, detail, hint } = (error ?? {}) as { code?: string; detail?: string; hint?: string }
  return code === FULL ? tooMany(Number(detail), hint === 'day' ? 'day' : undefined) : error
}

/**
 * A recorded attempt, which can be refunded by its bucket and its time in microseconds. For an amount, which cannot,
 * `used` is the new total.
 */
export interface Hit {
  bucket: string
  at: string | null
  used: number | null
}

/**
 * Records an attempt in every bucket, or throws `toomanyrequests` (`params.seconds`: until the oldest attempt expires)
 * and records none. Within a transaction it is rolled back with it; concurrent calls wait for each other in the order
 * of buckets.
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

export const amountOf = ({ bucket }: Limit, used: number | null): Pick<Hit, 'bucket' | 'used'> => ({ bucket, used })

const forgiveHits = async (db: Db, hits: readonly Hit[]) => {
  await sql`
    update attempts a set at = array_remove(a.at, hit.at)
    from unnest(${hits.map(({ bucket }) => bucket)}::text[], ${hits.map(({ at }) => at)}::timestamptz[]) as hit (bucket, at)
    where a.bucket = hit.bucket`.execute(db)
}

const NO_LIMIT = 2 ** 31 - 1

/** The same with a backoff. The place in its queue outlasts a refusal, so the transaction is not rolled back. */
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
 * Records an attempt in every bucket before the work that it allows, so that concurrent calls cannot pass together;
 * when one limit is reached, none is counted. Where only failures count, call the returned function to refund the
 * attempt after a success; with `keepBackoff` the caller keeps its place in the queue. A reached `backoff` limit delays
 * its caller instead of refusing for the whole window (see `backoff-queue.ts`).
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

/** Whether this is among the first `max` calls of a day, for what should be sent only so often. */
export const isAmongFirstInDay = (db: Db, bucket: string, most = 1): Promise<boolean> =>
  isAmongFirst(db, { bucket, most, windowMs: DAY_MS })

export const isAmongFirst = async (db: Db, limit: Limit): Promise<boolean> => {
  try {
    await takeHits(db, [limit])
    return true
  } catch (error) {
    if (error instanceof KeyedError) return false
    throw error
  }
}

export const clearHits = async (db: Db, bucket: string): Promise<void> => {
  await db.deleteFrom('attempts').where('bucket', '=', bucket).execute()
}

const LOOKED_AT = 5_000

/** Deletes attempts that no window reaches. Buckets are read by name, as there is no index by time. */
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
