import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { updateProfile } from '@parvis/contract/profile.ts'
import { logInByLink } from '@parvis/contract/session.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { clusterVariables } from './testing/cluster.ts'
import { asPerson } from './testing/people.ts'
import { turnOn } from './testing/second-factor.ts'
import { openTestServer, type TestServer } from './testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer('demo')
})
afterAll(() => server.close())

const run = async (...given: string[]) => {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(server.db)
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'account.ts'), ...given], {
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH!,
      DATABASE_URL: `postgres://parvis@localhost/${rows[0]!.name}?host=${encodeURIComponent(process.env[clusterVariables.host]!)}`,
      PUBLIC_URL: 'https://p.example',
    },
  })
  return { status, stdout, stderr }
}

it('gives a webmaster a link to a new password, and nobody else', async () => {
  const { status, stdout } = await run('Webmaster@demo.example')
  expect(status).toBe(0)
  const token = /https:\/\/p\.example\/les-tilleuls\/connexion#token=([\w-]{43})/.exec(stdout)![1]!
  const visitor = server.visitor()
  const { answer } = await visitor.call(logInByLink, { body: { token } })
  expect(answer).toMatchObject({ role: 'webmaster', needPassword: true })
  const saved = await visitor.call(updateProfile, { body: { newpassword: 'retour au parvis' } })
  expect(saved.answer.needUpdate).toBe(false)
  const other = await run('neighbor@demo.example')
  expect([other.status, other.stderr]).toEqual([1, expect.stringContaining('Webmasters: webmaster@demo.example')])
}, 60_000)

it('takes a lost second factor off where that is asked for, and signs the account out everywhere', async () => {
  const email = 'second@test.example'
  const { visitor, accountId } = await asPerson(server, { email, role: 'webmaster', community: 'les-tilleuls' })
  await turnOn(server, visitor)
  const left = () =>
    server.db.selectFrom('second_factors').select('since').where('account_id', '=', accountId).execute()
  const sessions = () =>
    server.db
      .selectFrom('sessions as s')
      .innerJoin('accounts as a', 'a.id', 's.account_id')
      .select('s.id')
      .where('a.email', '=', email)
      .execute()
  expect((await run(email)).status).toBe(0)
  expect([await left(), await sessions()].map(rows => rows.length)).toEqual([1, 1])
  const { status, stdout } = await run(email, '--without-second-factor')
  expect([status, stdout]).toEqual([0, expect.stringContaining('The second factor is taken off')])
  expect([await left(), await sessions()]).toEqual([[], []])
  const token = /#token=([\w-]{43})/.exec(stdout)![1]!
  expect((await server.visitor().call(logInByLink, { body: { token } })).answer.role).toBe('webmaster')
  const again = await run(email, '--without-second-factor')
  expect(again.stdout).toContain('This account has no second factor.')
}, 60_000)
