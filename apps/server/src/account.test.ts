import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { updateProfile } from '@parvis/contract/profile.ts'
import { logInByLink } from '@parvis/contract/session.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { clusterVariables } from './testing/cluster.ts'
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
  const token = /https:\/\/p\.example\/les-tilleuls\/connexion\?token=([\w-]{43})/.exec(stdout)![1]!
  const visitor = server.visitor()
  const { answer } = await visitor.call(logInByLink, { body: { token } })
  expect(answer).toMatchObject({ role: 'webmaster', needPassword: true })
  const saved = await visitor.call(updateProfile, { body: { newpassword: 'retour au parvis' } })
  expect(saved.answer.needUpdate).toBe(false)
  const other = await run('neighbor@demo.example')
  expect([other.status, other.stderr]).toEqual([1, expect.stringContaining('Webmasters: webmaster@demo.example')])
}, 60_000)
