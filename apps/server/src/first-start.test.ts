// PostgreSQL is lost while a server makes its database: nothing is left half done, and the next start goes on.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { openDb } from './kernel/postgres/db.ts'
import { migrationNames } from './kernel/postgres/migrate.ts'
import { emptySetup } from './testing/audit-calls.ts'
import { memoryOrDisk } from './testing/cluster.ts'
import { isLong } from './testing/long.ts'
import { postmasterOf } from './testing/lost-databases.ts'
import { startServerProcess } from './testing/server-process.ts'

const folder = mkdtempSync(join(memoryOrDisk(), 'parvis-first-'))
// started by root, PostgreSQL runs as "nobody", who must be able to walk in
chmodSync(folder, 0o711)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const preload = `--import ${join(import.meta.dirname, 'testing/killed-postmaster.ts')}`

/** Starts a server that loses PostgreSQL at a statement with these words; answers how that ended. */
const startAndLose = async (words: string) => {
  const env = { NODE_OPTIONS: preload, KILL_POSTGRES_AT: words, DEMO: '1' }
  const server = await startServerProcess({ dataDir: folder }, undefined, env).catch((error: Error) => error.message)
  if (typeof server === 'string') return server
  await server.stop()
  return 'it started'
}

it.runIf(process.platform === 'linux')(
  'says so and may be started again, whenever it happens',
  async () => {
    const names = await migrationNames()
    const lost = /^The server did not start \(exit code 1\)[^]+Nothing is left half done: the next start goes on\./
    if (isLong) {
      const inMigration = await startAndLose(names[3]!)
      expect(inMigration).toMatch(lost)
      expect(inMigration).not.toContain('Database brought up to date')
    }
    const inFilling = await startAndLose('insert into "communities"')
    expect(inFilling).toMatch(lost)
    // What a connection outlives its postmaster by may be enough for a commit.
    expect(inFilling).toContain(names.slice(5).join(', '))
    expect(inFilling).toContain('PostgreSQL was lost while the demo world was made.')

    const server = await startServerProcess({ dataDir: folder })
    const db = openDb({
      connection: { host: postmasterOf(folder).socket, user: 'parvis', database: 'postgres' },
      max: 1,
    })
    try {
      expect(server.said()).not.toContain('Database brought up to date')
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
      const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(db)
      expect(rows.map(({ name }) => name)).toEqual(names)
      for (const table of ['communities', 'users', 'media', 'events'] as const) {
        expect([table, await db.selectFrom(table).select('id').execute()]).toEqual([table, []])
      }
      // nothing that the running server holds stands in the way of setting it up
      const secret = /installation#(\S+)/.exec(server.said())?.[1]
      const body = { ...emptySetup, email: 'ada@first.example', firstname: 'Ada', lastname: 'Byron', secret }
      const headers = { 'content-type': 'application/json', origin: server.url }
      const answer = await fetch(`${server.url}/admin/setup`, { method: 'POST', headers, body: JSON.stringify(body) })
      expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('deux')])
    } finally {
      await db.destroy()
      await server.stop()
    }
  },
  240_000,
)
