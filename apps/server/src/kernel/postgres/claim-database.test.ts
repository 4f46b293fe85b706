import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { cloneDatabase } from '../../testing/cluster.ts'
import { advisoryLocks } from './advisory-locks.ts'
import { type Claim, claimDatabase, type ClaimOptions } from './claim-database.ts'
import { type Db, openDb } from './db.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let db: Db
beforeAll(async () => {
  database = await cloneDatabase('empty')
  db = openDb({ connection: database.connection, max: 1 })
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const claims: Claim[] = []
const logged: string[] = []
const claim = async (name: string, more: Partial<ClaimOptions> = {}) => {
  const claimed = await claimDatabase({
    connection: database.connection,
    name,
    version: '1.2.3',
    hasOwnConnection: true,
    log: line => logged.push(line),
    onLost: by => logged.push(`lost to ${by}`),
    waitMs: 300,
    heartbeatMs: 20,
    ...more,
  })
  claims.push(claimed)
  return claimed
}
const readRow = async () =>
  (
    await sql<{ name: string; age: number }>`
    select name, extract(epoch from now() - seen_at)::float as age from servers`.execute(db)
  ).rows[0]
/** Writes the row of another server, renewed `secondsAgo` seconds ago, without holding its lock. */
const writeRow = (secondsAgo: number) =>
  sql`insert into servers (id, name, version, seen_at)
    values (gen_random_uuid(), 'the former', '1.0.0', now() - make_interval(secs => ${secondsAgo}))
    on conflict (one) do update set id = excluded.id, name = excluded.name, seen_at = excluded.seen_at`.execute(db)

beforeEach(() => {
  logged.length = 0
})
afterEach(async () => {
  for (const one of claims.splice(0)) await one.release()
  await sql`delete from servers`.execute(db)
})

it('a second server waits for the first to stop, then fails with an error that names it', async () => {
  await claim('process 1 on here')
  await expect(claim('process 2 on here')).rejects.toThrow(
    /^Another Parvis server is using this database: process 1 on here, version 1\.2\.3, last seen 0 s ago\./,
  )
  expect(logged).toEqual(['Waiting for another Parvis server to leave this database: process 1 on here'])
  expect((await readRow())!.name).toBe('process 1 on here')
})

it('a second server takes over at once after a clean stop', async () => {
  const first = await claim('one')
  await first.release()
  expect(await readRow()).toBeUndefined()
  const next = claim('two', { waitMs: 20_000 })
  await next
  expect(logged).toEqual([])
  expect((await readRow())!.name).toBe('two')
})

it('one second after a crash, which releases the lock, another server takes over', async () => {
  await writeRow(1)
  await claim('next')
  expect((await readRow())!.name).toBe('next')
})

it('a second server behind a pooler, or after a machine died, waits for two missed heartbeats', async () => {
  await writeRow(5)
  await expect(claim('next', { hasOwnConnection: false })).rejects.toThrow('the former')
  await writeRow(26)
  await claim('next', { hasOwnConnection: false })
  expect((await readRow())!.name).toBe('next')
})

it('a server renews its row, also after its connection was terminated', async () => {
  const one = await claim('one')
  await setRowAge(60)
  await expect.poll(async () => (await readRow())!.age, { timeout: 10_000 }).toBeLessThan(5)
  expect(logged).toEqual([])
  await sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = ${advisoryLocks.server}
    and database = (select oid from pg_database where datname = current_database())`.execute(db)
  await setRowAge(60)
  await expect.poll(async () => (await readRow())!.age, { timeout: 10_000 }).toBeLessThan(5)
  expect(one.isLost()).toBe(false)
  await expect.poll(() => logged, { timeout: 10_000 }).toHaveLength(1)
  expect(logged[0]).toMatch(/^The database was out of reach for \d+\.\d s, and is back\.$/)
  await expect(claim('two')).rejects.toThrow('one, version 1.2.3')
})

const setRowAge = (seconds: number) =>
  sql`update servers set seen_at = now() - make_interval(secs => ${seconds})`.execute(db)

it('a server that reconnects while another one checks the lock acquires the lock again and is not replaced', async () => {
  const one = await claim('one', { heartbeatMs: 60_000 })
  const probe = openDb({ connection: database.connection, max: 1 })
  try {
    const probing = sql`select pg_advisory_lock(${advisoryLocks.server})`.execute(probe)
    const waitingLocks = sql<{ pid: number }>`select pid from pg_locks where locktype = 'advisory' and not granted`
    await expect.poll(async () => (await waitingLocks.execute(db)).rows.length).toBe(1)
    // The row is made older first, so that the renewal clearly lowers its age.
    await setRowAge(5)
    const { age } = (await readRow())!
    await sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted
      and objid = ${advisoryLocks.server} and database = (select oid from pg_database where datname = current_database())`.execute(
      db,
    )
    await probing
    await expect.poll(async () => (await readRow())!.age).toBeLessThan(age)
  } finally {
    await probe.destroy()
  }
  await expect(claim('two', { waitMs: 1500 })).rejects.toThrow('Another Parvis server is using this database: one')
  expect([one.isLost(), (await readRow())!.name]).toEqual([false, 'one'])
})

it('a server that renews its row is not replaced, even without a lock', async () => {
  await writeRow(0)
  const next = claim('two', { waitMs: 1500 }).catch((error: Error) => error.message)
  let isOver = false
  const renewed = (async () => {
    while (!isOver) await writeRow(0)
  })()
  const answer = await next
  isOver = true
  await renewed
  expect(answer).toEqual(expect.stringContaining('Another Parvis server is using this database: the former'))
  expect((await readRow())!.name).toBe('the former')
})

it('a server that only lost its connection is not replaced', async () => {
  const one = await claim('one', { heartbeatMs: 60_000 })
  const next = claim('two', { waitMs: 1500 }).catch((error: Error) => error.message)
  for (let at = 0; at < 3; at++) {
    await sql`select pg_terminate_backend(pid) from pg_locks
      where locktype = 'advisory' and objid = ${advisoryLocks.server} and database = (select oid from pg_database where datname = current_database())`.execute(
      db,
    )
    // pause: the other server checks four times a second
    await new Promise(done => setTimeout(done, 300))
  }
  expect(await next).toMatch('Another Parvis server is using this database: one')
  expect([one.isLost(), (await readRow())!.name]).toEqual([false, 'one'])
})

it('a server that took over from a dead machine acquires the lock once the lock is released', async () => {
  const deadServer = openDb({ connection: database.connection, max: 1 })
  await sql`select pg_advisory_lock(${advisoryLocks.server})`.execute(deadServer)
  await writeRow(26)
  const one = await claim('one')
  await expect(claim('two')).rejects.toThrow('one, version 1.2.3')
  await deadServer.destroy()
  const holders = () =>
    sql`select 1 from pg_locks where locktype = 'advisory' and objid = ${advisoryLocks.server} and granted
      and database = (select oid from pg_database where datname = current_database())`.execute(db)
  await expect.poll(async () => (await holders()).rows.length, { timeout: 10_000 }).toBe(1)
  await expect(claim('two')).rejects.toThrow('one, version 1.2.3')
  expect(one.isLost()).toBe(false)
})

it('a replaced server reports its replacement once, and does not delete the row of the new server', async () => {
  const one = await claim('one')
  await writeRow(0)
  await expect.poll(one.isLost, { timeout: 10_000 }).toBe(true)
  expect(logged).toEqual(['lost to the former'])
  await one.release()
  expect((await readRow())!.name).toBe('the former')
})
