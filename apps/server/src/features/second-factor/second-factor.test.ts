// Tests logging in with a second factor at each entry point.
import { proveOwner } from '@parvis/contract/leaving.ts'
import { TOTP_SECONDS } from '@parvis/contract/second-factor.ts'
import { logIn, logInByLink } from '@parvis/contract/entry.ts'
import { getSession, logOut, switchCommunity } from '@parvis/contract/session.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import {
  actsOf,
  addFactorOwner,
  errorOf,
  newAddressHeader,
  OWNER_PASSWORD,
  wrongCodeOf,
} from '#server/testing/second-factor-owners.ts'
import { addPerson } from '#server/testing/people.ts'
import { totpCodeAt } from '#server/testing/second-factor.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'

let server: TestServer
let home: string
beforeAll(async () => {
  server = await openTestServer('demo', { trustedProxies: { hops: 1 } })
  home = await server.communityId('les-tilleuls')
})
beforeEach(async () => {
  await server.db.deleteFrom('attempts').execute()
})
afterAll(() => server.close())

const addOwner = () => addFactorOwner(server)

describe('logging in with a second factor', () => {
  it('requires a code, refuses a wrong one, and accepts a correct one', async () => {
    const owner = await addOwner()
    expect(errorOf(await owner.logInWith())).toEqual([401, 'codemissing', 'code'])
    expect(errorOf(await owner.logInWith('  '))).toEqual([401, 'codemissing', 'code'])
    expect(errorOf(await owner.logInWith(wrongCodeOf(server, owner)))).toEqual([401, 'badcode', 'code'])
    expect(errorOf(await owner.logInWith('12345'))).toEqual([401, 'badcode', 'code'])
    const { answer } = await owner.logInWith(owner.nextCode().replace(/(.{3})/, ' $1 - '))
    expect(answer).toMatchObject({ _id: owner.userId, strategy: 'local', needSecondFactor: false })
    expect(answer.recoveryCodesLeft).toBeUndefined()
    expect(await actsOf(server, owner)).toEqual(['factor.on', 'factor.failed', 'factor.failed', 'login'])
  })

  it('does not reveal the factor if the password is wrong', async () => {
    const owner = await addOwner()
    expect(errorOf(await owner.logInWith(undefined, { word: 'wrong word' }))).toEqual([
      401,
      'baduserpassword',
      undefined,
    ])
    expect(errorOf(await owner.logInWith(owner.nextCode(), { word: 'wrong word' }))).toEqual([
      401,
      'baduserpassword',
      undefined,
    ])
  })

  it('accepts a code once: not again, not concurrently, and no code of an earlier time step', async () => {
    const owner = await addOwner()
    const code = owner.nextCode()
    const both = await Promise.all([owner.logInWith(code), owner.logInWith(code)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
    expect(errorOf(await owner.logInWith(code))).toEqual([401, 'badcode', 'code'])
    const before = totpCodeAt(owner.secret, new Date(server.platform.clock.now().getTime() - TOTP_SECONDS * 1000))
    expect(errorOf(await owner.logInWith(before))).toEqual([401, 'badcode', 'code'])
  })

  it('refuses the code that was used to turn the factor on', async () => {
    const owner = await addOwner()
    const code = totpCodeAt(owner.secret, server.platform.clock.now())
    expect(errorOf(await owner.logInWith(code))).toEqual([401, 'badcode', 'code'])
  })

  it('accepts codes of a clock that is off by half a minute, and no more', async () => {
    const owner = await addOwner()
    const codeAt = (off: number) => totpCodeAt(owner.secret, new Date(server.platform.clock.now().getTime() + off))
    server.clock.aheadMs += 10 * TOTP_SECONDS * 1000
    expect((await owner.logInWith(codeAt(-2 * TOTP_SECONDS * 1000))).status).toBe(401)
    expect((await owner.logInWith(codeAt(2 * TOTP_SECONDS * 1000))).status).toBe(401)
    expect((await owner.logInWith(codeAt(-TOTP_SECONDS * 1000))).status).toBe(200)
    expect((await owner.logInWith(codeAt(TOTP_SECONDS * 1000))).status).toBe(200)
  })

  it('accepts a recovery code once, returns the number left, audits its use and notifies the owner', async () => {
    const owner = await addOwner()
    const [first, second] = owner.recoveryCodes as [string, string]
    const { answer } = await owner.logInWith(first.toLowerCase().replaceAll('-', ' '))
    expect(answer.recoveryCodesLeft).toBe(9)
    expect(errorOf(await owner.logInWith(first))).toEqual([401, 'badcode', 'code'])
    expect((await owner.logInWith(second)).answer.recoveryCodesLeft).toBe(8)
    expect((await actsOf(server, owner)).filter(act => act === 'factor.recovery')).toHaveLength(2)
    const mails = () => server.mailbox.mails.filter(({ to }) => to === owner.email).map(({ subject }) => subject)
    await expect.poll(mails).toContain('Un code de secours a ouvert votre compte')
  })

  it('accepts only one of several concurrent calls with the same recovery code', async () => {
    const owner = await addOwner()
    const code = owner.recoveryCodes[4]!
    const found = await Promise.all([1, 2, 3].map(() => owner.logInWith(code)))
    expect(found.map(({ status }) => status).sort()).toEqual([200, 401, 401])
  })

  it('stores neither the secret nor the recovery codes in plain text', async () => {
    const owner = await addOwner()
    const { db } = server
    const factor = await db.selectFrom('second_factors').selectAll().where('account_id', '=', owner.accountId).execute()
    const codes = await db.selectFrom('recovery_codes').selectAll().where('account_id', '=', owner.accountId).execute()
    const stored = JSON.stringify([factor, codes])
    expect(codes).toHaveLength(10)
    for (const secret of [owner.secret, ...owner.recoveryCodes].flatMap(one => [one, one.replace(/[ -]/g, '')]))
      expect(stored).not.toContain(secret)
  })
})

describe('guessing codes', () => {
  it('shares its limit with passwords, by IP address and account', async () => {
    const owner = await addOwner()
    const headers = newAddressHeader()
    for (let turn = 0; turn < 3; turn++)
      expect(errorOf(await owner.logInWith(wrongCodeOf(server, owner), { headers }))).toEqual([401, 'badcode', 'code'])
    for (let turn = 0; turn < 2; turn++)
      expect((await owner.logInWith(undefined, { word: 'wrong word', headers })).error.key).toBe('baduserpassword')
    expect((await owner.logInWith(owner.nextCode(), { headers })).error.key).toBe('toomanyrequests')
    expect((await owner.logInWith(owner.nextCode())).status).toBe(200)
  })

  it('does not count a missing code as failure or success', async () => {
    const owner = await addOwner()
    const headers = newAddressHeader()
    for (let turn = 0; turn < 4; turn++) await owner.logInWith(wrongCodeOf(server, owner), { headers })
    for (let turn = 0; turn < 8; turn++)
      expect((await owner.logInWith(undefined, { headers })).error.key).toBe('codemissing')
    expect((await owner.logInWith(wrongCodeOf(server, owner), { headers })).error.key).toBe('badcode')
    expect((await owner.logInWith(undefined, { headers })).error.key).toBe('toomanyrequests')
  })

  it('does not change a caller’s position in the backoff queue by a missing code', async () => {
    const owner = await addOwner()
    for (let turn = 0; turn < 20; turn++) await owner.logInWith(wrongCodeOf(server, owner))
    const headers = newAddressHeader()
    const waits = () =>
      server.db.selectFrom('waits').selectAll().where('bucket', 'like', `%${owner.accountId}%`).execute()
    expect((await owner.logInWith(undefined, { headers })).error.key).toBe('toomanyrequests')
    await server.db
      .updateTable('waits')
      .set({ due_at: new Date(Date.now() - 1000) })
      .execute()
    expect((await owner.logInWith(undefined, { headers })).error.key).toBe('codemissing')
    expect((await waits()).map(({ turns }) => turns)).toEqual([1])
  })

  it('does not block a known device of the owner', async () => {
    const owner = await addOwner()
    const visitor = server.visitor()
    const headers = newAddressHeader()
    expect((await owner.logInWith(owner.nextCode(), { visitor, headers })).status).toBe(200)
    await visitor.call(logOut)
    for (let turn = 0; turn < 30; turn++) await owner.logInWith(wrongCodeOf(server, owner), turn < 6 ? { headers } : {})
    // The owner is warned once that somebody knows the password.
    const told = () =>
      server.mailbox.mails.filter(({ to, subject }) => to === owner.email && /mot de passe/.test(subject))
    await expect.poll(() => told().map(({ subject }) => subject)).toEqual(['Quelqu’un connaît votre mot de passe'])
    expect((await actsOf(server, owner)).filter(act => act === 'factor.guessed')).toHaveLength(1)
    expect((await owner.logInWith(owner.nextCode(), { headers })).error.key).toBe('toomanyrequests')
    expect((await owner.logInWith(owner.nextCode(), { visitor, headers })).status).toBe(200)
  })
})

/** Strings of the length of a code, in scripts whose characters take several bytes. */
const foreignCodes = ['١٢٣٤٥٦', 'ABCDEÉ', '१२३४५६', '𝟙𝟚𝟛é', '𐐀𐐁𐐂', 'ÀÉÎÕÜÇÀÉÎÕÜÇ', '12345\u06f6', 'é'.repeat(64)]

describe('a code in unexpected characters', () => {
  it.each(foreignCodes)('is refused, counted and audited at every entry point: %s', async code => {
    const owner = await addOwner()
    expect(errorOf(await owner.logInWith(code))).toEqual([401, 'badcode', 'code'])
    const token = await owner.newToken()
    const link = await server.visitor().call(logInByLink, { body: { token, code } }, newAddressHeader())
    expect(errorOf(link)).toEqual([401, 'badcode', 'code'])
    const proof = await owner.visitor.call(proveOwner, { body: { currentpassword: OWNER_PASSWORD, code } })
    expect(errorOf(proof)).toEqual([400, 'badcode', 'code'])
    expect((await actsOf(server, owner)).filter(act => act === 'factor.failed')).toHaveLength(3)
    const { n } = await server.db
      .selectFrom('attempts')
      .select(eb => eb.fn.countAll<string>().as('n'))
      .where('bucket', 'like', `%${owner.accountId}%`)
      .executeTakeFirstOrThrow()
    expect(Number(n)).toBeGreaterThan(0)
    expect((await owner.logInWith(owner.nextCode())).status).toBe(200)
  })

  it('is accepted with full-width digits, and with NUL or spaces between digits', async () => {
    const owner = await addOwner()
    const wide = owner.nextCode().replace(/\d/g, one => String.fromCodePoint(0xff10 + Number(one)))
    expect((await owner.logInWith(`\0${wide.slice(0, 3)}\u00a0\u200b${wide.slice(3)} `)).status).toBe(200)
  })

  it('is refused as malformed if it is longer than any valid code', async () => {
    const owner = await addOwner()
    expect(errorOf(await owner.logInWith('1'.repeat(1000)))).toEqual([400, 'badrequest', undefined])
  })
})

describe('other entry points of an account with a second factor', () => {
  const logInByToken = (token: string, code?: string, headers = newAddressHeader()) => {
    const visitor = server.visitor()
    return visitor.call(logInByLink, { body: { token, ...(code && { code }) } }, headers)
  }

  it('require the code with a mailed link, which only a correct code consumes', async () => {
    const owner = await addOwner()
    const token = await owner.newToken()
    expect(errorOf(await logInByToken(token))).toEqual([401, 'codemissing', 'code'])
    expect(errorOf(await logInByToken(token, wrongCodeOf(server, owner)))).toEqual([401, 'badcode', 'code'])
    expect((await logInByToken(token, owner.nextCode())).answer).toMatchObject({ strategy: 'jwt', needPassword: true })
    expect((await logInByToken(token, owner.nextCode())).error.key).toBe('tokenexpired')
    expect((await logInByToken(await owner.newToken(), owner.recoveryCodes[0])).answer.recoveryCodesLeft).toBe(9)
  })

  it('report an expired link without requiring a code', async () => {
    const owner = await addOwner()
    const token = await owner.newToken()
    server.clock.aheadMs += 2 * 60 * 60_000
    expect((await logInByToken(token)).error.key).toBe('tokenexpired')
  })

  it('share one limit between wrong codes with a link and with a password', async () => {
    const owner = await addOwner()
    const headers = newAddressHeader()
    const token = await owner.newToken()
    for (let turn = 0; turn < 5; turn++) await logInByToken(token, wrongCodeOf(server, owner), headers)
    expect((await logInByToken(token, owner.nextCode(), headers)).error.key).toBe('toomanyrequests')
    expect((await owner.logInWith(owner.nextCode(), { headers })).error.key).toBe('toomanyrequests')
    expect((await logInByToken(token, owner.nextCode())).status).toBe(200)
  })

  it('do not require a code when switching to another community', async () => {
    const owner = await addOwner()
    const communityId = await server.communityId('camping-des-pins')
    await server.db
      .insertInto('users')
      .values({
        community_id: communityId,
        id: newId(),
        account_id: owner.accountId,
        role: 'neighbor',
        pseudo: newId(),
        enabled_at: new Date(),
      })
      .execute()
    const visitor = server.visitor()
    await owner.logInWith(owner.nextCode(), { visitor })
    expect((await visitor.call(switchCommunity, { body: { communityId } })).status).toBe(200)
    expect((await visitor.call(getSession)).answer.abilities.useSecondFactor).toBe(true)
  })
})

describe('proving ownership of the account before a sensitive change', () => {
  const prove = (visitor: Visitor, body: { currentpassword?: string; code?: string }) =>
    visitor.call(proveOwner, { body })

  it('needs the password and a second-factor code', async () => {
    const owner = await addOwner()
    expect(errorOf(await prove(owner.visitor, { currentpassword: 'wrong word', code: owner.nextCode() }))).toEqual([
      400,
      'baduserpassword',
      'currentpassword',
    ])
    expect(errorOf(await prove(owner.visitor, { currentpassword: OWNER_PASSWORD }))).toEqual([
      400,
      'codemissing',
      'code',
    ])
    expect(
      errorOf(await prove(owner.visitor, { currentpassword: OWNER_PASSWORD, code: wrongCodeOf(server, owner) })),
    ).toEqual([400, 'badcode', 'code'])
    expect((await prove(owner.visitor, { currentpassword: OWNER_PASSWORD, code: owner.nextCode() })).answer).toEqual({
      proof: 'done',
    })
  })

  it('is refused after ten wrong codes', async () => {
    const owner = await addOwner()
    const code = () => ({ currentpassword: OWNER_PASSWORD, code: wrongCodeOf(server, owner) })
    for (let turn = 0; turn < 10; turn++) expect((await prove(owner.visitor, code())).error.key).toBe('badcode')
    expect((await prove(owner.visitor, code())).error.key).toBe('toomanyrequests')
  })
})

it('a code is ignored when logging in to an account without a second factor', async () => {
  const email = `nofactor@test.example`
  await addPerson(server, { email, password: OWNER_PASSWORD, community: 'les-tilleuls' })
  const { status } = await server
    .visitor()
    .call(logIn, { body: { email, password: OWNER_PASSWORD, code: '123456', communityId: home } })
  expect(status).toBe(200)
})
