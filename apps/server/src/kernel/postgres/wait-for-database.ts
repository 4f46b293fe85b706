import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { keyedErrorOf } from '../errors.ts'
import type { DbOptions } from './db.ts'

const RETRY_MS = 1000
const LOG_EVERY_MS = 60_000
const CONNECT_MS = 5000

/** Waits without limit: a database may start late after a power cut. Throws errors that waiting does not solve. */
export const waitForDatabase = async (
  connection: DbOptions['connection'],
  log: (line: string) => void,
  retryMs = RETRY_MS,
): Promise<void> => {
  let loggedAt: number | null = null
  for (;;) {
    const client = new pg.Client({
      ...(typeof connection === 'string' ? { connectionString: connection } : connection),
      connectionTimeoutMillis: CONNECT_MS,
    })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('select 1')
      if (loggedAt !== null) log('The database is there.')
      return
    } catch (error) {
      if (keyedErrorOf(error).key !== 'maintenance') throw error
      if (loggedAt === null || Date.now() - loggedAt >= LOG_EVERY_MS) {
        loggedAt = Date.now()
        // An AggregateError has one reason for each IP address that was tried.
        const { errors = [error] } = error as AggregateError
        const reasons = (errors as Error[]).map(({ message }) => message).join('; ')
        log(`Waiting for the database at ${client.host}: ${reasons}`)
      }
      await wait(retryMs)
    } finally {
      void client.end().catch(() => {})
    }
  }
}
