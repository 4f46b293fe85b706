import { setTimeout as wait } from 'node:timers/promises'
import { logIn } from '@parvis/contract/entry.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '#server/kernel/limits/rate-limit.ts'
import { hashSecret, newSecret } from '#server/kernel/secrets.ts'
import { addPerson } from '#server/testing/people.ts'
import { DEMO_PASSWORD, openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'
import { purgeOldDevices, rememberDevice } from './known-device.service.ts'

const password = 'correct horse'
let server: TestServer
let home: string

beforeAll(async () => {
  server = await openTestServer('demo')
  home = await server.communityId('les-tilleuls')
  await addPerson(server, { email: 'Elodie@Test.example', pseudo: 'Élodie-B', password, community: 'les-tilleuls' })
})
afterAll(() => server.close())

const tryLogIn = (
  visitor: Visitor,
  email: string | undefined,
  word: string | undefined = password,
  communityId = home,
) => visitor.call(logIn, { body: { email, password: word, communityId } })

describe('guessing passwords', () => {
  const guess = (visitor: Visitor) => tryLogIn(visitor, 'neighbor2@demo.example', 'wrong word')
  const right = (visitor: Visitor) => tryLogIn(visitor, 'neighbor2@demo.example', DEMO_PASSWORD)

  it('is blocked for half an hour after five wrong passwords, even with the correct password', async () => {
    await server.db.deleteFrom('attempts').execute()
    const attacker = server.visitor()
    for (let count = 0; count < 5; count++) expect((await guess(attacker)).status).toBe(401)
    const { status, error, headers } = await guess(attacker)
    expect([status, error.key]).toEqual([429, 'toomanyrequests'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(1700)
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(1800)
    expect((await right(attacker)).status).toBe(429)
    expect((await tryLogIn(attacker, 'elodie-b')).status).toBe(200)
  })

  it('does not lock the owner out of a known device', async () => {
    await server.db.deleteFrom('attempts').execute()
    const owner = server.visitor()
    expect((await right(owner)).status).toBe(200)
    const attacker = server.visitor()
    for (let count = 0; count < 6; count++) await guess(attacker)
    expect((await right(server.visitor())).status).toBe(429)
    expect((await right(owner)).status).toBe(200)
  })

  it('cannot exceed the limit by concurrent calls', async () => {
    await server.db.deleteFrom('attempts').execute()
    const attacker = server.visitor()
    const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await guess(attacker)).status))
    expect(statuses.filter(status => status === 401)).toHaveLength(5)
    expect(statuses.filter(status => status === 429)).toHaveLength(15)
  })

  it('has its earlier failures cleared by a successful log-in', async () => {
    await server.db.deleteFrom('attempts').execute()
    const visitor = server.visitor()
    for (let round = 0; round < 3; round++) {
      for (let count = 0; count < 4; count++) expect((await guess(visitor)).status).toBe(401)
      expect((await right(visitor)).status).toBe(200)
    }
  })

  it('is counted by account, whatever name was typed', async () => {
    await server.db.deleteFrom('attempts').execute()
    const attacker = server.visitor()
    const notations = [
      'elodie-b',
      'ÉLODIE-B',
      'e\u0301lodie-b',
      'élodïe-b',
      '\uff45lodie-b',
      ' elodie@test.example',
      'ELODIE@test.example',
      'èlòdìè-b',
    ]
    const statuses: number[] = []
    for (const login of notations) statuses.push((await tryLogIn(attacker, login, 'wrong word')).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
  })

  it('does not store a typed name that no account has', async () => {
    await tryLogIn(server.visitor(), 'my-secret-by-mistake', 'wrong word')
    const buckets = await server.db.selectFrom('attempts').select('bucket').execute()
    expect(JSON.stringify(buckets)).not.toContain('my-secret')
  })

  it('is limited on a known device too, by a separate limit', async () => {
    await server.db.deleteFrom('attempts').execute()
    const owner = server.visitor()
    expect((await right(owner)).status).toBe(200)
    const statuses: number[] = []
    for (let count = 0; count < 12; count++) statuses.push((await guess(owner)).status)
    // The limit of the IP address is unaffected: after ten guesses the device counts as unknown.
    expect((await right(owner)).status).toBe(200)
    for (let count = 0; count < 17; count++) statuses.push((await guess(owner)).status)
    expect(statuses).toEqual([...Array.from({ length: 12 + 15 }, () => 401), 429, 429])
  })

  it('lets the owner log in from anywhere after a wait, and is audited once', async () => {
    const { accountId } = await addPerson(server, {
      email: 'besieged@test.example',
      password,
      community: 'les-tilleuls',
    })
    const { db } = server
    const seconds = (count: number) => sql<Date>`clock_timestamp() - ${count}::int * interval '1 second'`
    // Simulates more than twenty failures of others today, from other IP addresses.
    const failed = sql<Date[]>`array_fill(clock_timestamp() - interval '10 minutes', array[24])`
    await db
      .insertInto('attempts')
      .values({ bucket: `login-account ${accountId}`, at: failed })
      .execute()
    const owner = server.visitor()
    const first = await tryLogIn(owner, 'besieged@test.example')
    expect([first.status, first.error.params, first.headers['retry-after']]).toEqual([429, { seconds: 16 }, '16'])
    expect((await tryLogIn(owner, 'besieged', 'wrong word')).error.params!.seconds).toBeLessThanOrEqual(16)
    await db
      .updateTable('waits')
      .set({ due_at: seconds(0) })
      .execute()
    expect((await tryLogIn(owner, 'besieged@test.example', 'wrong word')).status).toBe(401)
    expect((await tryLogIn(owner, 'besieged@test.example')).error.params).toEqual({ seconds: 30 })
    await db
      .updateTable('waits')
      .set({ due_at: seconds(0) })
      .execute()
    await db.updateTable('attempts').set({ at: failed }).where('bucket', '=', `login-account ${accountId}`).execute()
    expect((await tryLogIn(owner, 'besieged@test.example')).status).toBe(200)
    expect((await tryLogIn(owner, 'besieged@test.example')).status).toBe(200)
    expect(
      await db.selectFrom('audit_log').select('act').where('account_id', '=', accountId).orderBy('id').execute(),
    ).toEqual(['login.failed', 'login.slowed', 'login', 'login', 'session.revoked'].map(act => ({ act })))
  })

  it('is audited without the typed name and password', async () => {
    await server.db.deleteFrom('attempts').execute()
    await guess(server.visitor())
    const last = await server.db
      .selectFrom('audit_log')
      .selectAll()
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(last).toMatchObject({ act: 'login.failed', community_id: home, address: '127.0.0.1' })
    expect(JSON.stringify(last)).not.toMatch(/wrong word|demo\.example/)
  })
})

describe('a known device', () => {
  const deviceOf = (visitor: Visitor) => visitor.cookies.get('parvis-device')
  const devices = (accountId: string) =>
    server.db.selectFrom('known_devices').selectAll().where('account_id', '=', accountId).execute()
  const add = (name: string) =>
    addPerson(server, { email: `${name}@test.example`, password, community: 'les-tilleuls' })
  const enter = (visitor: Visitor, name: string) => tryLogIn(visitor, `${name}@test.example`)
  beforeAll(() => server.db.deleteFrom('attempts').execute())

  it('is recognized by a cookie that the server has set, never by one that the client invented', async () => {
    await add('careful')
    for (const brought of ['x', 'y'.repeat(4000), newSecret()]) {
      const visitor = server.visitor()
      visitor.cookies.set('parvis-device', brought)
      await enter(visitor, 'careful')
      expect(deviceOf(visitor)).toMatch(/^[\w-]{43}$/)
      expect(deviceOf(visitor)).not.toBe(brought)
    }
  })

  it('has the same cookie after another log-in', async () => {
    await add('regular')
    const visitor = server.visitor()
    await enter(visitor, 'regular')
    const first = deviceOf(visitor)
    await enter(visitor, 'regular')
    expect(deviceOf(visitor)).toBe(first)
  })

  it('has one token for all accounts that logged in on the device, which replaces a planted token', async () => {
    const [mine, theirs] = [await add('planter'), await add('victim')]
    const shared = server.visitor()
    await enter(shared, 'planter')
    const planted = deviceOf(shared)!
    await enter(shared, 'victim')
    expect(deviceOf(shared)).not.toBe(planted)
    const [one, other] = [await devices(mine.accountId), await devices(theirs.accountId)]
    expect(one.map(row => row.device_hash)).toEqual(other.map(row => row.device_hash))
    expect(one.map(row => row.device_hash)).toEqual([hashSecret(deviceOf(shared)!)])
  })

  it('is one of at most twenty per account: the least recently used is removed', async () => {
    const { accountId } = await add('traveller')
    const visitors: Visitor[] = []
    for (let count = 0; count < 22; count++) {
      const visitor = server.visitor()
      visitors.push(visitor)
      await rememberDevice(server.db, accountId, undefined).then(token => visitor.cookies.set('parvis-device', token))
      // Each device is seen in another millisecond, so that their order is known.
      // pause: a millisecond goes by
      await wait(2)
    }
    const left = new Set((await devices(accountId)).map(row => row.device_hash))
    expect(visitors.map(visitor => left.has(hashSecret(deviceOf(visitor)!)))).toEqual(visitors.map((_, at) => at >= 2))
  })

  it('is deleted when its cookie expires', async () => {
    await purgeOldDevices(server.db, new Date(Date.now() + 729 * DAY_MS))
    expect((await server.db.selectFrom('known_devices').select('device_hash').execute()).length).toBeGreaterThan(0)
    await purgeOldDevices(server.db, new Date(Date.now() + 731 * DAY_MS))
    expect(await server.db.selectFrom('known_devices').select('device_hash').execute()).toEqual([])
  })
})
