import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mkdir } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeDataFolder } from './kernel/data-folder.ts'
import { openDb } from './kernel/postgres/db.ts'
import { cloneDatabase } from './testing/cluster.ts'
import { startServerProcess } from './testing/server-process.ts'
import { startErrorMessage } from './start-errors.ts'

const folder = mkdtempSync(join(tmpdir(), 'parvis-start-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('startErrorMessage explains system errors at the start in a sentence', async () => {
  writeFileSync(join(folder, 'file'), '')
  const errorTextOf = (work: Promise<unknown>) => work.then(() => 'it was not refused', startErrorMessage)
  expect(await errorTextOf(mkdir(join(folder, 'file/media'), { recursive: true }))).toMatch(
    /is a file, where a folder is needed/,
  )
  const makeFolder = async (...path: string[]) => makeDataFolder(join(...path))
  expect(await errorTextOf(makeFolder(folder, 'file'))).toMatch(/is a file, where a folder is needed/)
  // A path where no folder can be created, and where a recursive mkdir would retry forever.
  expect(await errorTextOf(makeFolder('/proc/parvis/data'))).toMatch(
    /^(\/proc\/parvis cannot be written to|This user may not use)/,
  )
  await makeFolder(folder, 'a/new/one')
  expect(existsSync(join(folder, 'a/new/one'))).toBe(true)
  const listen = (port: number, host: string) =>
    new Promise((done, failed) => {
      const server = createServer().once('error', failed)
      server.listen(port, host, () => done(server))
    })
  const other = (await listen(0, '127.0.0.1')) as ReturnType<typeof createServer>
  const { port } = other.address() as { port: number }
  expect(await errorTextOf(listen(port, '127.0.0.1'))).toBe(
    `Another program listens on port ${port} of 127.0.0.1 already. Stop it, or set PORT to another number.`,
  )
  expect(await errorTextOf(listen(0, '203.0.113.77'))).toBe(
    'This machine has no address 203.0.113.77. Set HOST to one that it has.',
  )
  other.close()
  const systemError = (code: string, more: object) => Object.assign(new Error(`${code}: raw`), { code, ...more })
  expect(startErrorMessage(systemError('EACCES', { syscall: 'listen', port: 80, address: '0.0.0.0' }))).toMatch(
    /^This user may not listen on port 80 of 0\.0\.0\.0\./,
  )
  expect(startErrorMessage(systemError('EACCES', { path: '/srv/data' }))).toMatch(
    /^This user may not use \/srv\/data\./,
  )
  expect(startErrorMessage(systemError('ENOSPC', { path: '/srv/data/media' }))).toMatch(
    /^The disk is full: \/srv\/data\/media/,
  )
  expect(startErrorMessage(new Error('anything else'))).toBe('anything else')
})

describe('the start of the server process', () => {
  let database: Awaited<ReturnType<typeof cloneDatabase>>
  beforeAll(async () => {
    database = await cloneDatabase('demo')
  })
  afterAll(() => database.drop())
  const startAndReadError = (env: Record<string, string>) =>
    startServerProcess(database.connection, undefined, env).then(
      async server => {
        await server.stop()
        return 'it started'
      },
      (error: Error) => error.message,
    )

  it.each([
    [
      'another SECRET_KEY',
      () => ({ SECRET_KEY: 'a secret that nothing here was encrypted with' }),
      /encrypted with another secret than SECRET_KEY/,
    ],
    ['no SECRET_KEY', () => ({ SECRET_KEY: '' }), /The secret of this installation is missing/],
    ['an invalid switch', () => ({ SHELLS: 'perhaps' }), /SHELLS must be 1 or 0/],
    [
      'the demo world with another value than DEMO=1',
      () => ({ DEMO: 'on' }),
      /The demo accounts have a public password, so they are not offered in production/,
    ],
    [
      'a demo world at a public address without DEMO=1',
      () => ({ PUBLIC_URL: 'https://parvis.example' }),
      /This database holds the demo world, whose accounts have a public password/,
    ],
    [
      'a demo world in production without DEMO=1',
      () => ({ NODE_ENV: 'production' }),
      /This database holds the demo world, whose accounts have a public password/,
    ],
    ['an invalid NODE_ENV', () => ({ NODE_ENV: 'prod' }), /NODE_ENV must be production, development or test/],
    [
      'a picture folder that is not writable',
      () => ({ DATA_DIR: '/sys' }),
      /This user may not use \/sys\/media|\/sys\/media cannot be written to/,
    ],
    ['a data folder that is a file', () => ({ DATA_DIR: join(folder, 'file') }), /is a file, where a folder is needed/],
  ])('fails with exit code 78 and explains the cause: %s', { timeout: 60_000 }, async (_, env, sentence) => {
    const output = await startAndReadError(env())
    expect(output).toMatch(/exit code 78/)
    expect(output).toMatch(sentence)
    expect(output).toContain('Parvis could not start. ')
    expect(output).not.toMatch(/\n\s+at /)
  })

  it(
    'fails if the database user may not create anything, and succeeds after the remedy that the message names',
    { timeout: 60_000 },
    async () => {
      const closed = await cloneDatabase('empty')
      const db = openDb({ connection: closed.connection, max: 1 })
      for (const schema of ['public', 'pgboss']) await sql`drop schema ${sql.id(schema)} cascade`.execute(db)
      await sql`create schema public`.execute(db)
      // These are the privileges of every new database since PostgreSQL 15.
      await sql`grant usage on schema public to public`.execute(db)
      const user = `stranger_${process.pid}`
      await sql`create role ${sql.id(user)}`.execute(db)
      const { host, database: name } = closed.connection
      // The test cluster has only one login role, so the connection logs in with it and switches to the new role.
      const as = encodeURIComponent(`-c role=${user}`)
      const DATABASE_URL = `postgres://parvis@localhost/${name}?host=${encodeURIComponent(host)}&options=${as}`
      const start = () =>
        startServerProcess(closed.connection, undefined, { DATABASE_URL }).then(
          async server => {
            await server.stop()
            return 'it started'
          },
          (error: Error) => error.message,
        )
      const output = await start()
      expect(output).toMatch(
        /exit code 78[^]+may not do everything in its database: permission denied for schema public\. Make it the owner/,
      )
      expect(output).not.toMatch(/\n\s+at /)
      // Applies the remedy that the error message names.
      await sql`alter database ${sql.id(name)} owner to ${sql.id(user)}`.execute(db)
      await sql`grant all on schema public to ${sql.id(user)}`.execute(db)
      expect(await start()).toBe('it started')
      await db.destroy()
      await closed.drop()
      const other = openDb({ connection: database.connection, max: 1 })
      await sql`drop role ${sql.id(user)}`.execute(other)
      await other.destroy()
    },
  )

  it('fails if there are pictures of an installation but the database is empty', { timeout: 60_000 }, async () => {
    const empty = await cloneDatabase('empty')
    const db = openDb({ connection: empty.connection, max: 1 })
    await sql`drop schema public cascade`.execute(db)
    await sql`create schema public`.execute(db)
    await mkdir(join(folder, 'data/media/0a'), { recursive: true })
    const output = await startServerProcess(empty.connection, undefined, {
      DATA_DIR: join(folder, 'data'),
    }).then(
      async server => {
        await server.stop()
        return 'it started'
      },
      (error: Error) => error.message,
    )
    expect(output).toMatch(
      /exit code 78[^]+holds the pictures of an installation, and the database that DATABASE_URL names is empty\./,
    )
    const { rows } = await sql`select 1 from pg_tables where schemaname = 'public'`.execute(db)
    expect(rows).toEqual([])
    await db.destroy()
    await empty.drop()
  })

  it(
    'warns about an unknown setting and missing pictures; a shutdown logs no lost connections',
    { timeout: 60_000 },
    async () => {
      const server = await startServerProcess(database.connection, undefined, {
        PUBLIC_URI: 'https://x.example',
      })
      expect(server.output()).toContain('The pictures of this installation are not in ')
      expect(server.output()).toContain(
        'PUBLIC_URI is not a setting of Parvis, and nothing reads it. Did you mean PUBLIC_URL?',
      )
      await server.stop()
      expect(server.exitStatus()).toBe('exit code 0')
      expect(server.output()).not.toContain('connection was lost')
    },
  )
})
