import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Tx } from '../kernel/postgres/db.ts'
import type { TestServer } from './test-server.ts'

/** Resolves once `expected` connections are waiting for a lock. */
export const waitForLockWaiters = (tx: Tx, expected: number): Promise<void> =>
  expect
    .poll(
      async () => {
        // Within a transaction PostgreSQL caches pg_stat_activity until its snapshot is cleared.
        await sql`select pg_stat_clear_snapshot()`.execute(tx)
        const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(tx)
        return rows[0]!.count
      },
      { timeout: 20_000, interval: 10 },
    )
    .toBe(expected)

/**
 * Makes two calls that overlap: a table lock stops both before their first write. Without the lock the first call has
 * often finished before the second one has read.
 */
export const runOverlapping = async <T>(
  { db }: Pick<TestServer, 'db'>,
  table: string,
  call: (callNumber: number) => Promise<T>,
): Promise<T[]> => {
  const replies = await db.transaction().execute(async tx => {
    await sql`lock table ${sql.table(table)} in share mode`.execute(tx)
    const calls = [call(1), call(2)]
    await waitForLockWaiters(tx, calls.length)
    return calls
  })
  return Promise.all(replies)
}
