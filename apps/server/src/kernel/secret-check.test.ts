import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { cloneDatabase } from '../testing/cluster.ts'
import { type Db, openDb } from './postgres/db.ts'
import { createSecretBox } from './secret-box.ts'
import { resolveSecret } from './secret-check.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let db: Db
let dataDir: string
beforeAll(async () => {
  database = await cloneDatabase('empty')
  db = openDb({ connection: database.connection, max: 1 })
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'parvis-secret-'))
})
afterEach(async () => {
  rmSync(dataDir, { recursive: true })
  await db.deleteFrom('secret_check').execute()
})

const logged: string[] = []
const resolve = (more: { secretKey?: string; secretLost?: boolean } = {}, sealed: string[] = []) =>
  resolveSecret(
    db,
    { secretKey: null, secretLost: false, dataDir, ...more },
    async () => sealed,
    line => logged.push(line),
  )
const storedCheck = async () => (await db.selectFrom('secret_check').select('sealed').executeTakeFirst())?.sealed
const file = () => join(dataDir, 'secret')
const OTHER = 'another secret than the one of the beginning'

it('a secret is created for a new database and used at every later start', async () => {
  const secret = await resolve()
  expect(readFileSync(file(), 'utf8')).toBe(secret)
  const check = await storedCheck()
  expect(createSecretBox(secret).open(check!)).not.toBeNull()
  expect(await resolve()).toBe(secret)
  expect(await storedCheck()).toBe(check)
})

it('a secret other than that of the database is refused, and nothing is changed', async () => {
  await resolve()
  const check = await storedCheck()
  writeFileSync(file(), OTHER)
  await expect(resolve()).rejects.toThrow(
    `This database was encrypted with another secret than the one in ${dataDir}/secret. Put back the right one from your backup. Nothing was changed.`,
  )
  await expect(resolve({ secretKey: OTHER })).rejects.toThrow('with another secret than SECRET_KEY.')
  expect([await storedCheck(), readFileSync(file(), 'utf8')]).toEqual([check, OTHER])
})

it('a missing secret is not replaced by a new one', async () => {
  await resolve({ secretKey: OTHER })
  await expect(resolve()).rejects.toThrow(
    `The secret of this installation is missing: SECRET_KEY is not set, and there is no file ${dataDir}/secret.`,
  )
  expect(existsSync(file())).toBe(false)
})

it('without a stored check value, as in a former version, the secret is checked against encrypted values', async () => {
  const sealed = [createSecretBox(OTHER).seal('the key of a community')]
  await expect(resolve({}, sealed)).rejects.toThrow('The secret of this installation is missing')
  await expect(resolve({ secretKey: 'x'.repeat(32) }, sealed)).rejects.toThrow('with another secret than SECRET_KEY')
  expect(await storedCheck()).toBeUndefined()
  expect(await resolve({ secretKey: OTHER }, sealed)).toBe(OTHER)
  expect(await storedCheck()).toBeDefined()
})

it('a secret declared lost is replaced, and only the new secret is accepted afterwards', async () => {
  await resolve({ secretKey: OTHER })
  const secret = await resolve({ secretLost: true })
  expect(logged.at(-1)).toMatch(/^SECRET_LOST is set: .*--without-second-factor/)
  expect(await resolve()).toBe(secret)
  await expect(resolve({ secretKey: OTHER })).rejects.toThrow('with another secret')
})
