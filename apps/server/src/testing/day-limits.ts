import { sql } from 'kysely'
import type { Db } from '../kernel/postgres/db.ts'

/**
 * Sets the amount in the bucket of a day limit. The whole amount is counted in the hour that began `hoursAgo` hours
 * before the current hour.
 */
export const setBucketAmount = (db: Db, bucket: string, amount: number, hoursAgo = 0) =>
  sql`insert into attempts (bucket, at, amounts)
    values (${bucket}, array[date_trunc('hour', now()) - ${hoursAgo}::int * interval '1 hour'], array[${amount}::int])
    on conflict (bucket) do update set at = excluded.at, amounts = excluded.amounts`.execute(db)

export const bucketAmountOf = async (db: Db, bucket: string): Promise<number> =>
  (await db.selectFrom('attempts').select('amounts').where('bucket', '=', bucket).executeTakeFirst())?.amounts?.reduce(
    (sum, one) => sum + one,
    0,
  ) ?? 0
