import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Tx } from '../kernel/postgres/db.ts'
import type { TestServer } from './test-server.ts'

/** Comes back once so many connections wait for a lock. */
export const untilWaiting = (tx: Tx, many: number): Promise<void> =>
  expect
    .poll(
      async () => {
        // PostgreSQL reads the state of the others once in a transaction, unless told to forget it
        await sql`select pg_stat_clear_snapshot()`.execute(tx)
        const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(tx)
        return rows[0]!.count
      },
      { timeout: 20_000, interval: 10 },
    )
    .toBe(many)

/**
 * Makes two calls that meet: neither writes to the table before both have come to where they wait, for it or for each
 * other. Without it the first is often over before the second has looked.
 */
export const bothBeforeWriting = async <T>(
  { db }: Pick<TestServer, 'db'>,
  table: string,
  call: (which: number) => Promise<T>,
): Promise<T[]> => {
  const replies = await db.transaction().execute(async tx => {
    await sql`lock table ${sql.table(table)} in share mode`.execute(tx)
    const made = [call(1), call(2)]
    await untilWaiting(tx, made.length)
    return made
  })
  return Promise.all(replies)
}
