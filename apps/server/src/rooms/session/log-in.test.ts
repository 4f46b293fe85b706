import { getSession, logIn } from '@parvis/contract/session.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPerson } from '#server/testing/people.ts'
import { DEMO_PASSWORD, openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'

const password = 'correct horse'
let server: TestServer
let home: string

beforeAll(async () => {
  server = await openTestServer('demo')
  home = await server.communityId('les-tilleuls')
  await addPerson(server, { email: 'Elodie@Test.example', pseudo: 'Élodie-B', password, community: 'les-tilleuls' })
  await addPerson(server, { email: 'unconfirmed@test.example', password, community: 'les-tilleuls', confirmed: false })
  await addPerson(server, { email: 'waits@test.example', password, community: 'les-tilleuls', enabled: false })
  await addPerson(server, { email: 'elsewhere@test.example', pseudo: 'elsewhere', password, community: 'camping-des-pins' })
  await addPerson(server, { email: 'nowhere@test.example', password })
  await addPerson(server, { email: 'nopassword@test.example', community: 'les-tilleuls' })
})
afterAll(() => server.close())

const tryLogIn = (visitor: Visitor, email: string | undefined, word: string | undefined = password, communityId = home) =>
  visitor.call(logIn, { body: { email, password: word, communityId } })

/** What a first try from a clean address answers. */
const answerTo = async (email: string | undefined, word: string | undefined = password) => {
  await server.db.deleteFrom('attempts').execute()
  const { status, error } = await tryLogIn(server.visitor(), email, word)
  return { status, ...error }
}

describe('logging in', () => {
  it.each(['elodie@test.example', ' ELODIE@test.EXAMPLE ', 'Élodie-B', 'elodie-b', 'ÉLODIE-B'])('knows %s', async login => {
    const { answer } = await tryLogIn(server.visitor(), login)
    expect(answer).toMatchObject({ pseudo: 'Élodie-B', role: 'neighbor', strategy: 'local', communityId: home, customUri: 'les-tilleuls' })
  })

  it('keeps the browser signed in by an http-only cookie that is not what the database holds', async () => {
    const visitor = server.visitor()
    const { headers } = await tryLogIn(visitor, 'elodie-b')
    expect(String(headers['set-cookie'])).toMatch(/parvis=[\w-]{43};.*HttpOnly.*SameSite=Lax/)
    expect((await visitor.call(getSession)).answer.pseudo).toBe('Élodie-B')
    const stored = await server.db.selectFrom('sessions').select('token_hash').execute()
    expect(stored.map(row => row.token_hash)).not.toContain(visitor.cookies.get('parvis'))
  })

  it('ends the session that the browser had before', async () => {
    const visitor = await server.as('neighbor')
    const before = visitor.cookies.get('parvis')!
    await tryLogIn(visitor, 'elodie-b')
    const old = server.visitor()
    old.cookies.set('parvis', before)
    expect((await old.call(getSession)).error.key).toBe('unauthorized')
    expect((await visitor.call(getSession)).answer.pseudo).toBe('Élodie-B')
  })
})

describe('refusals', () => {
  it('asks for what is missing, first things first', async () => {
    expect(await answerTo(undefined, undefined)).toEqual({ status: 400, key: 'missingemailorpseudo', field: 'email' })
    expect(await answerTo('   ')).toEqual({ status: 400, key: 'missingemailorpseudo', field: 'email' })
    expect(await answerTo('elodie-b', '')).toEqual({ status: 400, key: 'missingpassword', field: 'password' })
    expect(await answerTo('elodie-b', 'x'.repeat(129))).toEqual({ status: 400, key: 'badrequest' })
  })

  it.each([
    ['nobody@test.example', password, 404, 'unknown'],
    ['nobody', password, 404, 'unknown'],
    // A pseudo is known in its own community alone.
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
  ])('%s with "%s": %i %s', async (login, word, status, key) => {
    expect(await answerTo(login, word)).toEqual({ status, key })
  })

  it('knows no community of that id', async () => {
    const { status, error } = await tryLogIn(server.visitor(), 'elodie-b', password, '00000000-0000-7000-8000-000000000000')
    expect([status, error.key]).toEqual([404, 'error404'])
  })

  it('hides which accounts exist where the installation says so', async () => {
    const hiding = await openTestServer('demo', { settings: { hideAccountExistence: true } })
    try {
      const communityId = await hiding.communityId('les-tilleuls')
      await addPerson(hiding, { email: 'unconfirmed@test.example', password, community: 'les-tilleuls', confirmed: false })
      const key = async (email: string, word: string) => (await hiding.visitor().call(logIn, { body: { email, password: word, communityId } })).error.key
      expect(await key('nobody@test.example', 'wrong word')).toBe('baduserpassword')
      expect(await key('neighbor@demo.example', 'wrong word')).toBe('baduserpassword')
      expect(await key('unconfirmed@test.example', 'wrong word')).toBe('baduserpassword')
      expect(await key('unconfirmed@test.example', password)).toBe('popup2')
    } finally {
      await hiding.close()
    }
  })
})

describe('guessing', () => {
  const guess = (visitor: Visitor) => tryLogIn(visitor, 'neighbor2@demo.example', 'wrong word')
  const right = (visitor: Visitor) => tryLogIn(visitor, 'neighbor2@demo.example', DEMO_PASSWORD)

  it('is over after five wrong passwords, for half an hour, the right one included', async () => {
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

  it('does not lock the owner out of a browser that is known', async () => {
    await server.db.deleteFrom('attempts').execute()
    const owner = server.visitor()
    expect((await right(owner)).status).toBe(200)
    const attacker = server.visitor()
    for (let count = 0; count < 6; count++) await guess(attacker)
    expect((await right(server.visitor())).status).toBe(429)
    expect((await right(owner)).status).toBe(200)
  })

  it('is not let through at once what would not pass in turn', async () => {
    await server.db.deleteFrom('attempts').execute()
    const attacker = server.visitor()
    const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await guess(attacker)).status))
    expect(statuses.filter(status => status === 401)).toHaveLength(5)
    expect(statuses.filter(status => status === 429)).toHaveLength(15)
  })

  it('is forgiven by a success', async () => {
    await server.db.deleteFrom('attempts').execute()
    const visitor = server.visitor()
    for (let round = 0; round < 3; round++) {
      for (let count = 0; count < 4; count++) expect((await guess(visitor)).status).toBe(401)
      expect((await right(visitor)).status).toBe(200)
    }
  })

  it('leaves a line in the record, without what was typed', async () => {
    await server.db.deleteFrom('attempts').execute()
    await guess(server.visitor())
    const last = await server.db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
    expect(last).toMatchObject({ act: 'login.failed', community_id: home, address: '127.0.0.1' })
    expect(JSON.stringify(last)).not.toMatch(/wrong word|demo\.example/)
  })
})
