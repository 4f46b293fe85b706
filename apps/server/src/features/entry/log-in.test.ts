import { logIn } from '@parvis/contract/entry.ts'
import { getSession } from '@parvis/contract/session.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPerson } from '#server/testing/people.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'

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
  ])('accepts the login %s', async login => {
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
      // The limits reveal no account either: guesses at a known and at an unknown e-mail are refused at the same
      // attempt, from one IP address or many.
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
