// PostgreSQL is lost while a server sets up its database: no partial state remains, and the next start continues.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { openDb } from './kernel/postgres/db.ts'
import { migrationNames } from './kernel/postgres/migrate.ts'
import { emptySetup } from './testing/audit-calls/world.ts'
import { fastTempFolder } from './testing/cluster.ts'
import { isLong } from './testing/long.ts'
import { getPostmaster } from './testing/lost-databases.ts'
import { startServerProcess } from './testing/server-process.ts'

const folder = mkdtempSync(join(fastTempFolder(), 'parvis-first-'))
// When started by root, PostgreSQL runs as "nobody", who must be able to enter the folder.
chmodSync(folder, 0o711)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const postgresKillerOption = `--import ${join(import.meta.dirname, 'testing/killed-postmaster.ts')}`

/** Starts a server that loses PostgreSQL at a statement containing `statementText`; returns how the server ended. */
const startAndLosePostgres = async (statementText: string) => {
  const env = { NODE_OPTIONS: postgresKillerOption, KILL_POSTGRES_AT: statementText, DEMO: '1' }
  const server = await startServerProcess({ dataDir: folder }, undefined, env).catch((error: Error) => error.message)
  if (typeof server === 'string') return server
  await server.stop()
  return 'it started'
}

it.runIf(process.platform === 'linux')(
  'if PostgreSQL is lost during a first start, the server reports it and the next start completes the setup',
  async () => {
    const names = await migrationNames()
    const lostReport =
      /^The server did not start \(exit code 1\)[^]+Nothing is left half done: the next start goes on\./
    if (isLong) {
      const lostInMigration = await startAndLosePostgres(names[3]!)
      expect(lostInMigration).toMatch(lostReport)
      expect(lostInMigration).not.toContain('Database brought up to date')
    }
    const lostInFilling = await startAndLosePostgres('insert into "communities"')
    expect(lostInFilling).toMatch(lostReport)
    // A connection may outlive its postmaster long enough for one more commit, so only the migrations after that are
    // certain to be listed.
    expect(lostInFilling).toContain(names.slice(5).join(', '))
    expect(lostInFilling).toContain('PostgreSQL was lost while the demo world was made.')

    const server = await startServerProcess({ dataDir: folder })
    const db = openDb({
      connection: { host: getPostmaster(folder).socket, user: 'parvis', database: 'postgres' },
      max: 1,
    })
    try {
      expect(server.output()).not.toContain('Database brought up to date')
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
      const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(db)
      expect(rows.map(({ name }) => name)).toEqual(names)
      for (const table of ['communities', 'users', 'media', 'events'] as const) {
        expect([table, await db.selectFrom(table).select('id').execute()]).toEqual([table, []])
      }
      // A lock that the running server holds must not block the setup.
      const secret = /installation#(\S+)/.exec(server.output())?.[1]
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
