import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'

/** All tables. Each feature adds its own by declaration merging. */
// oxlint-disable-next-line typescript/no-empty-interface
export interface Tables {}

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

// int8 stays a string, as pg returns it; timestamps become Date; a date without a time stays 'YYYY-MM-DD'.
pg.types.setTypeParser(pg.types.builtins.DATE, text => text)
const { TIMESTAMPTZ } = pg.types.builtins
const parseInstant = pg.types.getTypeParser(TIMESTAMPTZ) as (text: string) => Date
// Nearly all timestamps are in UTC, and `Date` parses ISO 8601 several times faster than pg does.
pg.types.setTypeParser(TIMESTAMPTZ, text =>
  text[10] === ' ' && text.endsWith('+00')
    ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
    : parseInstant(text),
)

/** Beyond this number statements are unnamed: generated SQL texts would fill the memory of every connection. */
const MAX_NAMED_STATEMENTS = 1000

/** Names each statement by its text, so that PostgreSQL parses and plans it only once per connection. */
const createNamingClient = () => {
  const names = new Map<string, string>()
  const nameOf = (text: string) => {
    const known = names.get(text)
    if (known || names.size >= MAX_NAMED_STATEMENTS) return known
    const name = `s${names.size}`
    names.set(text, name)
    return name
  }
  return class NamingClient extends pg.Client {
    override query(...args: unknown[]): never {
      const [text, values] = args
      if (typeof text === 'string' && Array.isArray(values) && values.length > 0) {
        const name = nameOf(text)
        if (name) args.splice(0, 2, { name, text, values })
      }
      return (super.query as (...all: unknown[]) => never)(...args)
    }
  }
}

export interface DbOptions {
  connection: string | pg.ClientConfig
  max?: number
  /** False behind a pooler in transaction mode, such as PgBouncer, where named statements do not work. */
  nameStatements?: boolean
  waitMs?: number
  statementTimeoutMs?: number
  onError?: (error: Error) => void
}

/** A database with the pool of its connections. */
export type PooledDb = Db & { pool: pg.Pool }

/** An idle transaction is ended after this many statement timeouts: a hanging process must not hold row locks. */
const IDLE_TRANSACTION_FACTOR = 3

const SILENCE_GRACE_MS = 1000

interface ClientInternals {
  connection: EventEmitter & { stream: Socket }
  readyForQuery: boolean
  _ending: boolean
  _queryable: boolean
}

const terminatingSqlStates = /^(57P|25P03)/

/** Keeps a terminated connection from returning to the pool, where it would make the next query fail. */
const discardWhenTerminated = (client: pg.PoolClient) => {
  const internals = client as unknown as ClientInternals
  internals.connection.on('errorMessage', ({ code }: { code?: string }) => {
    if (code && terminatingSqlStates.test(code)) internals._queryable = false
  })
}

/** Destroys a connection that does not answer in time: its query fails, and the pool opens a new connection. */
const destroyWhenSilent = (client: pg.PoolClient, silentMs: number) => {
  const internals = client as unknown as ClientInternals
  const { stream } = internals.connection
  stream.setTimeout(silentMs)
  stream.on('timeout', () => {
    if (internals.readyForQuery && !internals._ending) return
    stream.destroy(Object.assign(new Error(`PostgreSQL has not answered for ${silentMs} ms`), { code: 'ETIMEDOUT' }))
  })
}

/** Opens a connection pool with Kysely. `db.destroy()` closes both. */
export const openDb = (options: DbOptions): PooledDb => {
  const { connection, max = 10, nameStatements = true, waitMs = 5000, statementTimeoutMs, onError = () => {} } = options
  const settings: pg.PoolConfig = typeof connection === 'string' ? { connectionString: connection } : { ...connection }
  const pool = new pg.Pool({
    ...settings,
    max,
    connectionTimeoutMillis: waitMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    ...(statementTimeoutMs &&
      nameStatements && {
        statement_timeout: statementTimeoutMs,
        idle_in_transaction_session_timeout: IDLE_TRANSACTION_FACTOR * statementTimeoutMs,
      }),
    // Named statements are executed many times: a generic plan avoids planning each execution.
    ...(nameStatements && { options: '-c plan_cache_mode=force_generic_plan' }),
    ...(nameStatements && { Client: createNamingClient() as unknown as typeof pg.Client }),
  } as pg.PoolConfig)
  // Without this listener, losing a busy connection would end the process: the pool handles only idle connections.
  pool.on('connect', client => {
    client.on('error', onError)
    discardWhenTerminated(client)
    if (statementTimeoutMs) destroyWhenSilent(client, statementTimeoutMs + SILENCE_GRACE_MS)
  })
  pool.on('error', () => {})
  return Object.assign(new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }), { pool })
}
