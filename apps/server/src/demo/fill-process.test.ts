import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Db, openDb } from '../kernel/postgres/db.ts'
import { cloneDatabase } from '../testing/cluster.ts'
import type { FillRequest } from './fill-database.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let db: Db
const mediaFolder = mkdtempSync(join(tmpdir(), 'parvis-fill-'))
beforeAll(async () => {
  database = await cloneDatabase('empty')
  db = openDb({ connection: database.connection, max: 1 })
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
  rmSync(mediaFolder, { recursive: true })
})

const startFillProcess = (catalogueOnly: boolean) => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'fill-process.ts')], {
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  const request: FillRequest = { connection: database.connection, mediaFolder, secret: 'x'.repeat(43), catalogueOnly }
  child.stdin.write(`${JSON.stringify(request)}\n`)
  return { child, ended: new Promise(done => child.once('exit', done)) }
}
const countConnections = async () =>
  (
    await sql`select 1 from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`.execute(db)
  ).rows.length

it(
  'the fill process exits when the server that started it dies, and leaves no partial data',
  { timeout: 60_000 },
  async () => {
    const { child, ended } = startFillProcess(false)
    await expect.poll(countConnections, { timeout: 30_000 }).toBeGreaterThan(0)
    // The pipe to the child process closes as it does when the server is killed.
    child.stdin.destroy()
    expect(await ended).toBe(1)
    await expect.poll(countConnections, { timeout: 10_000 }).toBe(0)
    expect(await db.selectFrom('communities').select('id').execute()).toEqual([])
  },
)

it('the fill process writes the requested catalogue and exits', { timeout: 60_000 }, async () => {
  expect(await startFillProcess(true).ended).toBe(0)
  expect(await db.selectFrom('templates').select('id').execute()).not.toEqual([])
})
