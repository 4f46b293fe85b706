import { CompiledQuery, Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'

/** Every table of the database. Each room adds its own by declaring this interface again beside its columns. */
// oxlint-disable-next-line typescript/no-empty-interface
export interface Tables {}

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

// int8 stays a string, as pg hands it over; timestamps become Date; a date (no time) stays 'YYYY-MM-DD'.
pg.types.setTypeParser(pg.types.builtins.DATE, text => text)
const { TIMESTAMPTZ } = pg.types.builtins
const parseInstant = pg.types.getTypeParser(TIMESTAMPTZ) as (text: string) => Date
// Nearly all come in UTC, and the platform reads ISO several times faster than the driver does.
pg.types.setTypeParser(TIMESTAMPTZ, text => (text[10] === ' ' && text.endsWith('+00') ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : parseInstant(text)))

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
  onError?: (error: Error) => void
}

const pools = new WeakMap<Db, pg.Pool>()

/** Connections that are open and idle, and queries that wait for one. */
export const poolUse = (db: Db): { open: number; idle: number; waiting: number } => {
  const pool = pools.get(db)
  return { open: pool?.totalCount ?? 0, idle: pool?.idleCount ?? 0, waiting: pool?.waitingCount ?? 0 }
}

/** The pool and Kysely over it. Close both with `db.destroy()`. */
export const openDb = ({ connection, max = 10, nameStatements = true, onError = () => {} }: DbOptions): Db => {
  const settings: pg.PoolConfig = typeof connection === 'string' ? { connectionString: connection } : { ...connection }
  const pool = new pg.Pool({
    ...settings,
    max,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 60_000,
    ...(nameStatements && { Client: namingClient() as unknown as typeof pg.Client }),
  } as pg.PoolConfig)
  // An idle connection that dies must not take the process with it: the next query opens another.
  pool.on('error', onError)
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  pools.set(db, pool)
  return db
}

/** One row of nothing: throws when the database does not answer. */
export const pingDb = (db: Db) => db.executeQuery(CompiledQuery.raw('select 1'))
