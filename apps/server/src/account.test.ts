import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { updateProfile } from '@parvis/contract/profile.ts'
import { logInByLink } from '@parvis/contract/entry.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDb } from './kernel/postgres/db.ts'
import { cloneDatabase, clusterVariables } from './testing/cluster.ts'
import { asPerson } from './testing/people.ts'
import { turnOnFactor } from './testing/second-factor.ts'
import { openTestServer, type TestServer } from './testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer('demo')
})
afterAll(() => server.close())

const databaseUrl = (name: string) =>
  `postgres://parvis@localhost/${name}?host=${encodeURIComponent(process.env[clusterVariables.host]!)}`
const runAccountCommandIn = (place: { DATABASE_URL: string } | { DATA_DIR: string }, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'account.ts'), ...args], {
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH!,
      ...place,
      PUBLIC_URL: 'https://p.example',
    },
  })
  return { status, stdout, stderr }
}
const runAccountCommand = async (...args: string[]) => {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(server.db)
  return runAccountCommandIn({ DATABASE_URL: databaseUrl(rows[0]!.name) }, ...args)
}

it('the account command creates nothing if there is no installation, and its error names the folder or DATABASE_URL', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parvis-account-'))
  const nowhere = join(folder, 'nowhere')
  for (const place of [folder, nowhere]) {
    const { status, stdout, stderr } = runAccountCommandIn({ DATA_DIR: place }, 'webmaster@demo.example')
    expect([status, stdout, stderr]).toEqual([
      1,
      '',
      `There is no installation in ${place}. Set DATA_DIR to the folder of the server, or DATABASE_URL to its database, as the server has them.\n`,
    ])
  }
  expect([readdirSync(folder), existsSync(nowhere)]).toEqual([[], false])
  rmSync(folder, { recursive: true })
  const empty = await cloneDatabase('empty')
  const db = openDb({ connection: empty.connection, max: 1 })
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  await db.destroy()
  const { status, stderr } = runAccountCommandIn(
    { DATABASE_URL: databaseUrl(empty.connection.database) },
    'webmaster@demo.example',
  )
  expect([status, stderr]).toEqual([
    1,
    expect.stringContaining('There is no installation in the database that DATABASE_URL names.'),
  ])
  await empty.drop()
}, 60_000)

it('the account command prints a link to set a new password for a webmaster, and fails for any other account', async () => {
  const { status, stdout } = await runAccountCommand('Webmaster@demo.example')
  expect(status).toBe(0)
  const token = /https:\/\/p\.example\/les-tilleuls\/connexion#token=([\w-]{43})/.exec(stdout)![1]!
  const visitor = server.visitor()
  const { answer } = await visitor.call(logInByLink, { body: { token } })
  expect(answer).toMatchObject({ role: 'webmaster', needPassword: true })
  const saved = await visitor.call(updateProfile, { body: { newpassword: 'retour au parvis' } })
  expect(saved.answer.needUpdate).toBe(false)
  const other = await runAccountCommand('neighbor@demo.example')
  expect([other.status, other.stderr]).toEqual([1, expect.stringContaining('Webmasters: webmaster@demo.example')])
}, 60_000)

it('with --without-second-factor, the account command removes the second factor and ends all sessions of the account', async () => {
  const email = 'second@test.example'
  const { visitor, accountId } = await asPerson(server, { email, role: 'webmaster', community: 'les-tilleuls' })
  await turnOnFactor(server, visitor)
  const findFactors = () =>
    server.db.selectFrom('second_factors').select('since').where('account_id', '=', accountId).execute()
  const findSessions = () =>
    server.db
      .selectFrom('sessions as s')
      .innerJoin('accounts as a', 'a.id', 's.account_id')
      .select('s.id')
      .where('a.email', '=', email)
      .execute()
  expect((await runAccountCommand(email)).status).toBe(0)
  expect([await findFactors(), await findSessions()].map(rows => rows.length)).toEqual([1, 1])
  const { status, stdout } = await runAccountCommand(email, '--without-second-factor')
  expect([status, stdout]).toEqual([0, expect.stringContaining('The second factor is taken off')])
  expect([await findFactors(), await findSessions()]).toEqual([[], []])
  const token = /#token=([\w-]{43})/.exec(stdout)![1]!
  expect((await server.visitor().call(logInByLink, { body: { token } })).answer.role).toBe('webmaster')
  const again = await runAccountCommand(email, '--without-second-factor')
  expect(again.stdout).toContain('This account has no second factor.')
}, 60_000)
