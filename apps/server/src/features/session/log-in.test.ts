import { setTimeout as wait } from 'node:timers/promises'
import { getSession, logIn } from '@parvis/contract/session.ts'
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
  await addPerson(server, { email: 'unconfirmed@test.example', password, community: 'les-tilleuls', confirmed: false })
  await addPerson(server, { email: 'waits@test.example', password, community: 'les-tilleuls', enabled: false })
  await addPerson(server, {
    email: 'elsewhere@test.example',
    pseudo: 'elsewhere',
    password,
    community: 'camping-des-pins',
  })
  await addPerson(server, { email: 'nowhere@test.example', password })
  await addPerson(server, { email: 'nopassword@test.example', community: 'les-tilleuls' })
})
afterAll(() => server.close())

const tryLogIn = (
  visitor: Visitor,
  email: string | undefined,
  word: string | undefined = password,
  communityId = home,
) => visitor.call(logIn, { body: { email, password: word, communityId } })

const firstReplyTo = async (email: string | undefined, word: string | undefined = password) => {
  await server.db.deleteFrom('attempts').execute()
  const { status, error } = await tryLogIn(server.visitor(), email, word)
  return { status, ...error }
}

describe('logging in', () => {
  it.each([
    'elodie@test.example',
    ' ELODIE@test.EXAMPLE ',
    // Copied e-mails with invisible characters, and in full width.
    '\u200b\u2068elodie@test.exam\u00adple\u2069\u202c\ufe0f\u3164',
    'ｅｌｏｄｉｅ＠ｔｅｓｔ．ｅｘａｍｐｌｅ',
    'Élodie-B',
    'elodie-b',
    'ÉLODIE-B',
    'E\u0301lodie-B\u200e',
  ])('accepts %s', async login => {
    const { answer } = await tryLogIn(server.visitor(), login)
    expect(answer).toMatchObject({
      pseudo: 'Élodie-B',
      role: 'neighbor',
      strategy: 'local',
      communityId: home,
      customUri: 'les-tilleuls',
    })
  })

  it('sets an http-only cookie whose value is not stored in plain text', async () => {
    const visitor = server.visitor()
    const { headers } = await tryLogIn(visitor, 'elodie-b')
    expect(String(headers['set-cookie'])).toMatch(/parvis=[\w-]{43};.*HttpOnly.*SameSite=Lax/)
    expect((await visitor.call(getSession)).answer.pseudo).toBe('Élodie-B')
    const stored = await server.db.selectFrom('sessions').select('token_hash').execute()
    expect(stored.map(row => row.token_hash)).not.toContain(visitor.cookies.get('parvis'))
  })

  it('ends the former session of the browser', async () => {
    const visitor = await server.as('neighbor')
    const before = visitor.cookies.get('parvis')!
    await tryLogIn(visitor, 'elodie-b')
    const old = server.visitor()
    old.cookies.set('parvis', before)
    expect((await old.call(getSession)).error.key).toBe('unauthorized')
    expect((await visitor.call(getSession)).answer.pseudo).toBe('Élodie-B')
  })
})

describe('a refused log-in', () => {
  it('returns the first missing field', async () => {
    expect(await firstReplyTo(undefined, undefined)).toEqual({
      status: 400,
      key: 'missingemailorpseudo',
      field: 'email',
    })
    expect(await firstReplyTo('   ')).toEqual({ status: 400, key: 'missingemailorpseudo', field: 'email' })
    expect(await firstReplyTo('elodie-b', '')).toEqual({ status: 400, key: 'missingpassword', field: 'password' })
    expect(await firstReplyTo('elodie-b', 'x'.repeat(129))).toEqual({ status: 400, key: 'badrequest' })
  })

  it.each([
    ['nobody@test.example', password, 404, 'unknown'],
    ['nobody', password, 404, 'unknown'],
    // A pseudo belongs to one community only.
    ['elsewhere', password, 404, 'unknown'],
    ['unconfirmed@test.example', password, 406, 'popup2'],
    ['unconfirmed@test.example', 'wrong word', 406, 'popup2'],
    ['elodie-b', 'wrong word', 401, 'baduserpassword'],
    ['nopassword@test.example', password, 401, 'baduserpassword'],
    ['elsewhere@test.example', 'wrong word', 401, 'baduserpassword'],
    ['elsewhere@test.example', password, 403, 'unauthorized'],
    ['nowhere@test.example', password, 403, 'unauthorized'],
    ['waits@test.example', 'wrong word', 401, 'baduserpassword'],
    ['waits@test.example', password, 423, 'popup4'],
  ])('of %s with "%s" returns %i %s', async (login, word, status, key) => {
    expect(await firstReplyTo(login, word)).toEqual({ status, key })
  })

  it('returns 404 for an unknown community', async () => {
    const { status, error } = await tryLogIn(
      server.visitor(),
      'elodie-b',
      password,
      '00000000-0000-7000-8000-000000000000',
    )
    expect([status, error.key]).toEqual([404, 'error404'])
  })

  it('does not reveal which accounts exist if the installation hides them', async () => {
    const hiding = await openTestServer('demo', {
      trustedProxies: { hops: 1 },
      settings: { hideAccountExistence: true },
    })
    try {
      const communityId = await hiding.communityId('les-tilleuls')
      await addPerson(hiding, {
        email: 'unconfirmed@test.example',
        password,
        community: 'les-tilleuls',
        confirmed: false,
      })
      const key = async (email: string, word: string) =>
        (await hiding.visitor().call(logIn, { body: { email, password: word, communityId } })).error.key
      expect(await key('nobody@test.example', 'wrong word')).toBe('baduserpassword')
      expect(await key('neighbor@demo.example', 'wrong word')).toBe('baduserpassword')
      expect(await key('unconfirmed@test.example', 'wrong word')).toBe('baduserpassword')
      expect(await key('unconfirmed@test.example', password)).toBe('popup2')
      // The limits reveal no account either: both names are refused at the same attempt, from one IP address or many.
      await hiding.db.deleteFrom('attempts').execute()
      const statuses = async (email: string, addressOf: (turn: number) => string) => {
        const found: number[] = []
        for (let turn = 0; turn < 24; turn++) {
          found.push(
            (
              await hiding
                .visitor()
                .call(
                  logIn,
                  { body: { email, password: 'wrong word', communityId } },
                  { 'x-forwarded-for': addressOf(turn) },
                )
            ).status,
          )
        }
        return found
      }
      for (const addressOf of [(turn: number) => `198.18.${turn}.1`, () => '198.18.99.1']) {
        const [known, unknown] = [
          await statuses('neighbor2@demo.example', addressOf),
          await statuses('nobody2@demo.example', addressOf),
        ]
        expect(known).toEqual(unknown)
        expect(new Set(known)).toEqual(new Set([401, 429]))
        await hiding.db.deleteFrom('attempts').execute()
        await hiding.db.deleteFrom('waits').execute()
      }
      // Guesses at a pseudo do not affect the e-mail of the same account, which would reveal the connection.
      for (let turn = 0; turn < 24; turn++) await key('neighbor2', 'wrong word')
      expect(await key('neighbor2@demo.example', 'wrong word')).toBe(await key('nobody2@demo.example', 'wrong word'))
    } finally {
      await hiding.close()
    }
  }, 120_000)
})

describe('guessing passwords', () => {
  const guess = (visitor: Visitor) => tryLogIn(visitor, 'neighbor2@demo.example', 'wrong word')
  const right = (visitor: Visitor) => tryLogIn(visitor, 'neighbor2@demo.example', DEMO_PASSWORD)

  it('is blocked for half an hour after five wrong ones, even with the correct one', async () => {
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

  it('no longer counts earlier failures after a success', async () => {
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

  it('stores nothing about an unknown name', async () => {
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

  it('keeps its cookie from one log-in to the next', async () => {
    await add('regular')
    const visitor = server.visitor()
    await enter(visitor, 'regular')
    const first = deviceOf(visitor)
    await enter(visitor, 'regular')
    expect(deviceOf(visitor)).toBe(first)
  })

  it('is known to all accounts that logged in on it, but not by a planted cookie', async () => {
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
      // each in a millisecond of its own
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
