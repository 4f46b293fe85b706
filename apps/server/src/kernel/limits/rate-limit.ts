import { sql } from 'kysely'
import { selectRows } from '../postgres/rows.ts'
import type { Db } from '../postgres/db.ts'
import { KeyedError } from '../errors.ts'
import { type Caller, purgeOldBackoff, clearBackoff, retryAfterSeconds } from './backoff-queue.ts'

declare module '../postgres/db.ts' {
  interface Tables {
    attempts: { bucket: string; at: Date[]; amounts: number[] | null }
  }
}

/**
 * At most `max` attempts within `windowMs` milliseconds. `max` is below 1,000, because a bucket stores no more
 * attempts. With `amount`, the amounts of a day may add up to `max`.
 */
export interface Limit {
  bucket: string
  max: number
  windowMs: number
  amount?: number
}

export const MINUTE_MS = 60_000
export const HALF_HOUR_MS = 30 * 60_000
export const HOUR_MS = 60 * 60_000
export const DAY_MS = 24 * 60 * 60_000

const interval = (windowMs: number) => `${windowMs} milliseconds`

const tooManyRequests = (seconds: number, limit?: 'day') =>
  new KeyedError('toomanyrequests', { params: { seconds: Math.max(1, seconds), ...(limit && { limit }) } })

const countAttempts = async (db: Db, { bucket, windowMs }: Limit): Promise<number> => {
  const { rows } = await sql<{ hits: number }>`
    select cardinality(hits_within(at, ${interval(windowMs)}::interval)) as hits from attempts where bucket = ${bucket}`.execute(
    db,
  )
  return rows[0]?.hits ?? 0
}

export const takeHitArguments = ({ bucket, max, windowMs }: Limit) => ({ bucket, max, window: interval(windowMs) })

const LIMIT_REACHED = 'PV429'

/** Converts the SQL error of a reached limit to `toomanyrequests`; returns any other error unchanged. */
export const toRateLimitError = (error: unknown): unknown => {
  const { code, detail, hint } = (error ?? {}) as { code?: string; detail?: string; hint?: string }
  return code === LIMIT_REACHED ? tooManyRequests(Number(detail), hint === 'day' ? 'day' : undefined) : error
}

/** Can be refunded by `bucket` and `at` (microseconds). An amount cannot; its `used` is the new total. */
export interface Attempt {
  bucket: string
  at: string | null
  used: number | null
}

/** Locks the buckets in order. If one limit is reached, records nothing and throws `toomanyrequests`. */
export const recordAttempts = async (db: Db, limits: readonly Limit[]): Promise<Attempt[]> => {
  const counted = limits.filter(({ amount }) => amount !== 0)
  const hits = counted.map(takeHitArguments)
  try {
    return await selectRows(
      db,
      sql<Attempt>`
      select bucket, case when amount is null then take_hit(bucket, most, within)::text end as at,
        case when amount is not null then take_amount(bucket, amount, most, within) end as used
      from (
        select * from unnest(${hits.map(({ bucket }) => bucket)}::text[], ${hits.map(({ max }) => max)}::int[],
          ${hits.map(({ window }) => window)}::interval[], ${counted.map(({ amount }) => amount ?? null)}::int[])
          as asked (bucket, most, within, amount) order by bucket offset 0
      ) in_order`,
    )
  } catch (error) {
    throw toRateLimitError(error)
  }
}

export const recordedAmount = ({ bucket }: Limit, used: number | null): Pick<Attempt, 'bucket' | 'used'> => ({
  bucket,
  used,
})

const refundAttempts = async (db: Db, attempts: readonly Attempt[]) => {
  await sql`
    update attempts a set at = array_remove(a.at, hit.at)
    from unnest(${attempts.map(({ bucket }) => bucket)}::text[], ${attempts.map(({ at }) => at)}::timestamptz[]) as hit (bucket, at)
    where a.bucket = hit.bucket`.execute(db)
}

const NO_LIMIT = 2 ** 31 - 1

/** Like `recordAttempts`, with a backoff: the queued turn must survive a refusal, so nothing is rolled back. */
const recordAttemptsWithBackoff = async (db: Db, limits: readonly Limit[], backoff: Limit & { caller: Caller }) => {
  const { seconds, hits } = await db.transaction().execute(async tx => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${backoff.bucket}, 0))`.execute(tx)
    const counted = await recordAttempts(tx, limits)
    const wait = await retryAfterSeconds(tx, backoff, await countAttempts(tx, backoff))
    if (wait > 0) await refundAttempts(tx, counted)
    else counted.push(...(await recordAttempts(tx, [{ ...backoff, max: NO_LIMIT }])))
    return { seconds: wait, hits: counted }
  })
  if (seconds > 0) throw tooManyRequests(seconds)
  return hits
}

/**
 * Records attempts before the work that they allow, so that concurrent calls cannot exceed the limit. If only failures
 * count, call the returned function after a success to refund the attempts. `backoff` refuses callers only for a while.
 */
export const consume = async (
  db: Db,
  limits: readonly Limit[],
  backoff?: Limit & { caller: Caller },
): Promise<(options?: { keepBackoff?: boolean }) => Promise<void>> => {
  const hits = backoff ? await recordAttemptsWithBackoff(db, limits, backoff) : await recordAttempts(db, limits)
  return async ({ keepBackoff = false } = {}) => {
    await refundAttempts(db, hits)
    if (backoff && !keepBackoff) await clearBackoff(db, backoff)
  }
}

export const isLimitReached = async (db: Db, limit: Limit): Promise<boolean> =>
  (await countAttempts(db, limit)) >= limit.max

export const isAmongFirstOfDay = (db: Db, bucket: string, max = 1): Promise<boolean> =>
  recordIfWithinLimit(db, { bucket, max, windowMs: DAY_MS })

export const recordIfWithinLimit = async (db: Db, limit: Limit): Promise<boolean> => {
  try {
    await consume(db, [limit])
    return true
  } catch (error) {
    if (error instanceof KeyedError) return false
    throw error
  }
}

export const clearAttempts = async (db: Db, bucket: string): Promise<void> => {
  await db.deleteFrom('attempts').where('bucket', '=', bucket).execute()
}

const BATCH_SIZE = 5_000

/** Deletes attempts older than every window. Iterates over buckets by name, as there is no index by time. */
export const purgeOldAttempts = async (db: Db): Promise<void> => {
  for (let after: string | null = ''; after !== null;) {
    const { rows } = await sql<{ last: string | null }>`
      with page as materialized (
        select ctid as place, bucket from attempts where bucket > ${after} order by bucket limit ${BATCH_SIZE}
      ), gone as (
        -- by their places: a table that has just grown would be read whole for each page
        delete from attempts where ctid = any(array(
          select ctid from attempts a where ctid = any(array(select place from page))
            and (a.at[cardinality(a.at)] < now() - interval '1 day' or cardinality(a.at) = 0) for update of a skip locked))
      )
      select max(bucket) as last from page`.execute(db)
    after = rows[0]!.last
  }
  await purgeOldBackoff(db)
}
