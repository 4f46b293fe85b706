import { sql } from 'kysely'
import type { Db } from '../kernel/postgres/db.ts'

/**
 * Sets the amount in the bucket of a daily limit, all of it in the hour that began `hoursAgo` hours before this one.
 */
export const setAmount = (db: Db, bucket: string, amount: number, hoursAgo = 0) =>
  sql`insert into attempts (bucket, at, amounts)
    values (${bucket}, array[date_trunc('hour', now()) - ${hoursAgo}::int * interval '1 hour'], array[${amount}::int])
    on conflict (bucket) do update set at = excluded.at, amounts = excluded.amounts`.execute(db)

export const amountOf = async (db: Db, bucket: string): Promise<number> =>
  (await db.selectFrom('attempts').select('amounts').where('bucket', '=', bucket).executeTakeFirst())?.amounts?.reduce(
    (sum, one) => sum + one,
    0,
  ) ?? 0
