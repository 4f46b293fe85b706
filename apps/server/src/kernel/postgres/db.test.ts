import { setTimeout as wait } from 'node:timers/promises'
import { CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { cloneDatabase } from '../../testing/cluster.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../../testing/database-proxy.ts'
import { type Db, openDb } from './db.ts'
import { keyedErrorOf } from '../errors.ts'

const pingDb = (db: Db) => db.executeQuery(CompiledQuery.raw('select 1'))

let database: Awaited<ReturnType<typeof cloneDatabase>>
let proxy: DatabaseProxy
let other: pg.Client
const opened: Db[] = []
const open = (options: Partial<Parameters<typeof openDb>[0]> = {}) => {
  const db = openDb({ connection: database.connection, max: 6, ...options })
  opened.push(db)
  return db
}

beforeAll(async () => {
  database = await cloneDatabase('empty')
  proxy = await startDatabaseProxy(database.connection.host)
  other = new pg.Client(database.connection)
  await other.connect()
})
afterEach(async () => {
  proxy.isPaused = false
  await Promise.all(opened.splice(0).map(db => db.destroy()))
})
afterAll(async () => {
  await other.end()
  await proxy.close()
  await database.drop()
})

const proxyConnection = () => ({
  host: '127.0.0.1',
  port: proxy.port,
  user: 'parvis',
  database: database.connection.database,
})
const keyOf = (work: Promise<unknown>) =>
  work.then(
    () => 'answered',
    error => keyedErrorOf(error).key,
  )
const sleeping = (db: Db) => keyOf(sql`select pg_sleep(30)`.execute(db))
const terminateOthers = () =>
  other.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
  )
const waitUntilBusy = async (count: number) => {
  for (;;) {
    const { rows } = await other.query<{ busy: number }>(`select count(*)::int as busy from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`)
    if (rows[0]!.busy >= count) return
    // pause: polling interval
    await wait(10)
  }
}

const waitUntilDisconnected = () =>
  vi.waitFor(
    async () => {
      const { rows } = await other.query<{ count: number }>(`select count(*)::int as count from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`)
      expect(rows[0]!.count).toBe(0)
    },
    { timeout: 10_000, interval: 5 },
  )

it('a terminated connection fails only its own query, and is replaced', async () => {
  const db = open()
  const transaction = keyOf(
    db.transaction().execute(async tx => {
      await sql`create table unseen (a int)`.execute(tx)
      await sql`select pg_sleep(30)`.execute(tx)
    }),
  )
  const answers = [transaction, ...Array.from({ length: 5 }, () => sleeping(db))]
  await waitUntilBusy(6)
  await terminateOthers()
  expect(await Promise.all(answers)).toEqual(Array.from({ length: 6 }, () => 'maintenance'))
  await pingDb(db)
  expect((await sql`select to_regclass('unseen') as found`.execute(db)).rows).toEqual([{ found: null }])
  await Promise.all(Array.from({ length: 6 }, () => pingDb(db)))
  await terminateOthers()
  await terminateOthers()
  await vi.waitFor(() => expect(db.pool.totalCount).toBe(0), { timeout: 10_000, interval: 5 })
  await pingDb(db)
})

it('a transaction whose connection is terminated between statements fails with `maintenance` and frees its slot', async () => {
  const db = open({ max: 1 })
  const answer = keyOf(
    db.transaction().execute(async tx => {
      await pingDb(tx)
      await terminateOthers()
      await waitUntilDisconnected()
      await pingDb(tx)
    }),
  )
  expect(await answer).toBe('maintenance')
  await pingDb(db)
  expect(db.pool).toMatchObject({ totalCount: 1, idleCount: 1, waitingCount: 0 })
})

it('a statement is cancelled after its timeout, also while it waits for a lock', async () => {
  const db = open({ statementTimeoutMs: 300 })
  await other.query('select pg_advisory_lock(1)')
  expect(await Promise.all([sleeping(db), keyOf(sql`select pg_advisory_lock(1)`.execute(db))])).toEqual([
    'maintenance',
    'maintenance',
  ])
  await other.query('select pg_advisory_unlock(1)')
  await pingDb(db)
})

it('queries fail while PostgreSQL is unresponsive, and the pool reconnects when it answers again', async () => {
  const db = open({ connection: proxyConnection(), statementTimeoutMs: 300 })
  await Promise.all([pingDb(db), pingDb(db)])
  proxy.isPaused = true
  const begin = performance.now()
  expect(await Promise.all([keyOf(pingDb(db)), keyOf(db.transaction().execute(tx => pingDb(tx)))])).toEqual([
    'maintenance',
    'maintenance',
  ])
  expect(performance.now() - begin).toBeGreaterThan(1000)
  proxy.isPaused = false
  await pingDb(db)
  // an idle connection does not count as unresponsive
  // pause: longer than the timeout
  await wait(1600)
  expect(db.pool).toMatchObject({ totalCount: 1, idleCount: 1, waitingCount: 0 })
  await pingDb(db)
})

it('a query that waits too long for a connection fails, and is removed from the queue', async () => {
  const db = open({ max: 1 })
  const busy = sleeping(db)
  await waitUntilBusy(1)
  expect(await keyOf(pingDb(db))).toBe('maintenance')
  expect(db.pool.waitingCount).toBe(0)
  await terminateOthers()
  expect(await busy).toBe('maintenance')
  await pingDb(db)
})

it('an idle transaction is ended, which releases its locks', async () => {
  const db = open({ statementTimeoutMs: 100 })
  const isFree = async () =>
    (await other.query<{ free: boolean }>('select pg_try_advisory_lock(4711) as free')).rows[0]!.free
  const stuck = db.transaction().execute(async tx => {
    await sql`select pg_advisory_xact_lock(4711)`.execute(tx)
    await vi.waitFor(async () => expect(await isFree()).toBe(true), { timeout: 20_000, interval: 20 })
    await pingDb(tx)
  })
  const [outcome] = await Promise.allSettled([stuck])
  expect(outcome.status).toBe('rejected')
})
