import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'

/** Every table of the database. Each feature adds its own by declaring this interface again beside its columns. */
// oxlint-disable-next-line typescript/no-empty-interface
export interface Tables {}

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

// int8 stays a string, as pg hands it over; timestamps become Date; a date (no time) stays 'YYYY-MM-DD'.
pg.types.setTypeParser(pg.types.builtins.DATE, text => text)
const { TIMESTAMPTZ } = pg.types.builtins
const parseInstant = pg.types.getTypeParser(TIMESTAMPTZ) as (text: string) => Date
// Nearly all come in UTC, and the platform reads ISO several times faster than the driver does.
pg.types.setTypeParser(TIMESTAMPTZ, text =>
  text[10] === ' ' && text.endsWith('+00')
    ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
    : parseInstant(text),
)

/** Statements beyond this many texts go unnamed: a text built per call would fill every connection's memory. */
const MOST_NAMES = 1000

/** A client that prepares each statement under a name made from its text, so that PostgreSQL parses it once. */
const namingClient = () => {
  const names = new Map<string, string>()
  const nameOf = (text: string) => {
    const known = names.get(text)
    if (known || names.size >= MOST_NAMES) return known
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
  /** A libpq address, or the settings of one; a unix socket's folder may stand as host. */
  connection: string | pg.ClientConfig
  /** Connections held at most. */
  max?: number
  /** Off behind a pooler that hands one connection to many (PgBouncer in transaction mode). */
  nameStatements?: boolean
  /** How long a call may wait for a connection, in milliseconds; 5 seconds without it. */
  waitMs?: number
  /**
   * How long one statement may take, in milliseconds; PostgreSQL breaks it off then. Without it as long as it takes.
   */
  statementMs?: number
  /** Told of connections that are lost; a call whose own is closed by PostgreSQL says so itself. */
  onError?: (error: Error) => void
}

const pools = new WeakMap<Db, pg.Pool>()

/** Connections that are open and idle, and queries that wait for one. */
export const poolUse = (db: Db): { open: number; idle: number; waiting: number } => {
  const pool = pools.get(db)
  return { open: pool?.totalCount ?? 0, idle: pool?.idleCount ?? 0, waiting: pool?.waitingCount ?? 0 }
}

/**
 * Statements in whose time a transaction may wait for its next one: a process that stands still holds no rows for
 * longer.
 */
const IDLE_TRANSACTIONS = 3

/** How much longer than a statement may take its connection may be silent, for the way there and back. */
const GRACE_MS = 1000

/** What the types of a client leave out. */
interface Inside {
  connection: EventEmitter & { stream: Socket }
  readyForQuery: boolean
  _ending: boolean
  _queryable: boolean
}

/** Last words: PostgreSQL closes the connection behind them. */
const farewells = /^(57P|25P03)/

/**
 * A connection that was closed on the call that used it goes back to no pool, where the next call would find it dead.
 */
const keepFromPool = (client: pg.PoolClient) => {
  const inside = client as unknown as Inside
  inside.connection.on('errorMessage', ({ code }: { code?: string }) => {
    if (code && farewells.test(code)) inside._queryable = false
  })
}

/**
 * A connection that is asked and says nothing for so long is cut: whoever waits gets an error, and the pool opens
 * another.
 */
const cutWhenSilent = (client: pg.PoolClient, silentMs: number) => {
  const inside = client as unknown as Inside
  const { stream } = inside.connection
  stream.setTimeout(silentMs)
  stream.on('timeout', () => {
    if (inside.readyForQuery && !inside._ending) return
    stream.destroy(Object.assign(new Error(`PostgreSQL has not answered for ${silentMs} ms`), { code: 'ETIMEDOUT' }))
  })
}

/** The pool and Kysely over it. Close both with `db.destroy()`. */
export const openDb = (options: DbOptions): Db => {
  const { connection, max = 10, nameStatements = true, waitMs = 5000, statementMs, onError = () => {} } = options
  const settings: pg.PoolConfig = typeof connection === 'string' ? { connectionString: connection } : { ...connection }
  const pool = new pg.Pool({
    ...settings,
    max,
    connectionTimeoutMillis: waitMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    // A pooler takes no such setting at the start of a connection.
    ...(statementMs &&
      nameStatements && {
        statement_timeout: statementMs,
        idle_in_transaction_session_timeout: IDLE_TRANSACTIONS * statementMs,
      }),
    // Statements are named and run many times over: PostgreSQL plans each once a connection, not anew at each call.
    ...(nameStatements && { options: '-c plan_cache_mode=force_generic_plan' }),
    ...(nameStatements && { Client: namingClient() as unknown as typeof pg.Client }),
  } as pg.PoolConfig)
  // The pool hears a connection only while it is idle. A busy one that dies fails the call that uses it; that it died
  // must be heard all the same, or the process ends.
  pool.on('connect', client => {
    client.on('error', onError)
    keepFromPool(client)
    if (statementMs) cutWhenSilent(client, statementMs + GRACE_MS)
  })
  pool.on('error', () => {})
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  pools.set(db, pool)
  return db
}
