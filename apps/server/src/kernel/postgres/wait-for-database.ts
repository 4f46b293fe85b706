import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { keyedErrorOf } from '../errors.ts'
import type { DbOptions } from './db.ts'

const TRY_EVERY_MS = 1000
const TELL_EVERY_MS = 60_000
const CONNECT_MS = 5000

/**
 * Resolves once PostgreSQL answers, however long that takes: after a power cut it may start later than the server.
 * Throws errors that waiting does not solve, such as a wrong password or an unknown database.
 */
export const waitForDatabase = async (
  connection: DbOptions['connection'],
  say: (line: string) => void,
  tryEveryMs = TRY_EVERY_MS,
): Promise<void> => {
  let toldAt: number | null = null
  for (;;) {
    const client = new pg.Client({
      ...(typeof connection === 'string' ? { connectionString: connection } : connection),
      connectionTimeoutMillis: CONNECT_MS,
    })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('select 1')
      if (toldAt !== null) say('The database is there.')
      return
    } catch (error) {
      if (keyedErrorOf(error).key !== 'maintenance') throw error
      if (toldAt === null || Date.now() - toldAt >= TELL_EVERY_MS) {
        toldAt = Date.now()
        // one reason for each address that was tried
        const { errors = [error] } = error as AggregateError
        const reasons = (errors as Error[]).map(({ message }) => message).join('; ')
        say(`Waiting for the database at ${client.host}: ${reasons}`)
      }
      await wait(tryEveryMs)
    } finally {
      void client.end().catch(() => {})
    }
  }
}
