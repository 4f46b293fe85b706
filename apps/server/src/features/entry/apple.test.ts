import { getCommunity } from '@parvis/contract/community.ts'
import { listEvents } from '@parvis/contract/feed.ts'
import { getProfile, updateProfile } from '@parvis/contract/profile.ts'
import { logInWithApple, signUpWithApple, startWithApple } from '@parvis/contract/entry-apple.ts'
import { logIn, register } from '@parvis/contract/entry.ts'
import { getSession } from '@parvis/contract/session.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FakeApple } from '#server/testing/apple.ts'
import { appleCalls, appleProfile, newApplePerson, openAppleServers } from '#server/testing/apple-sign-in.ts'
import { waitForMail } from '#server/testing/mails.ts'
import { addPerson, asPerson } from '#server/testing/people.ts'
import { turnOnFactor } from '#server/testing/second-factor.ts'
import { DEMO_PASSWORD, openTestServer, type TestServer } from '#server/testing/test-server.ts'
import { readAppleSettings } from './apple-settings.ts'

let apple: FakeApple
let server: TestServer
let home: string
let gare: string
let lac: string
let pins: string
beforeAll(async () => {
  ;({ apple, server, home } = await openAppleServers())
  gare = await server.communityId('quartier-de-la-gare')
  lac = await server.communityId('residence-du-lac')
  pins = await server.communityId('camping-des-pins')
})
afterAll(async () => {
  await server.close()
  await apple.close()
})
beforeEach(() => {
  server.clock.aheadMs = 0
  apple.areKeysUnavailable = false
})

const {
  newVisitor,
  sendCallbackForm: sendForm,
  signInAtApple: goAndReturn,
  logInAs,
  signUpAs,
} = appleCalls(() => ({ apple, server, home }))
const linkedSubjectsOf = (accountId: string) =>
  server.db.selectFrom('apple_subjects').select('subject').where('account_id', '=', accountId).execute()
const mailsTo = (email: string) => server.mailbox.mails.filter(({ to }) => to === email)

describe('signing up with Apple', () => {
  it('leads to the profile form, with the name and without a password field, and then to the feed', async () => {
    const person = newApplePerson({ name: { firstName: ' Camille ', lastName: 'Roussel' } })
    const { visitor, reply } = await signUpAs(person)
    expect(reply.answer).toMatchObject({ needUpdate: true, firstLogin: true, role: 'neighbor', strategy: 'apple' })
    expect((await visitor.call(listEvents, { query: { filter: 'all' } })).error.key).toBe('forbidden')
    const { answer: mine } = await visitor.call(getProfile)
    expect(mine).toMatchObject({ firstname: 'Camille', lastname: 'Roussel', needPassword: false, needEmail: false })
    const pseudo = `cam${person.sub.slice(4, 12)}`
    expect((await visitor.call(updateProfile, { body: appleProfile(pseudo) })).answer.needUpdate).toBe(false)
    expect((await visitor.call(listEvents, { query: { filter: 'all' } })).status).toBe(200)
    const { email, confirmed_at, language } = await server.db
      .selectFrom('accounts')
      .selectAll()
      .where('email', '=', person.email)
      .executeTakeFirstOrThrow()
    expect({ email, language }).toEqual({ email: person.email, language: 'fr' })
    expect(confirmed_at).not.toBeNull()
    expect(mailsTo(person.email)).toEqual([])

    const again = await logInAs(person)
    expect(again.reply.answer).toMatchObject({ pseudo, needUpdate: false, strategy: 'apple' })
  })

  it('reuses the Apple identity of a log-in that found no account', async () => {
    const person = newApplePerson({ name: { firstName: 'Ada', lastName: 'L' } })
    const { visitor, reply } = await logInAs(person)
    expect(reply.error.key).toBe('unknown')
    const { answer } = await visitor.call(signUpWithApple, { body: { communityId: home } })
    expect(answer).toMatchObject({ needUpdate: true, firstname: 'Ada' })
  })

  it('checks the registration key before it reveals anything about the account, and limits wrong keys to five', async () => {
    const person = newApplePerson()
    const visitor = newVisitor()
    const body = { communityId: gare }
    expect((await visitor.call(signUpWithApple, { body })).error).toEqual({ key: 'missingkey', field: 'registerkey' })
    const wrong = { ...body, registerkey: 'WRONG' }
    await goAndReturn(visitor, person, { communityId: gare })
    for (let time = 1; time <= 5; time++)
      expect((await visitor.call(signUpWithApple, { body: wrong })).error.key).toBe('badneighborhoodkey')
    const right = { ...body, registerkey: 'gare demo 2026' }
    expect((await visitor.call(signUpWithApple, { body: right })).error.key).toBe('toomanyrequests')
    // Sends the correct key from another IP address, with the Apple identity of the first attempt.
    const { answer } = await visitor.call(signUpWithApple, { body: right }, { 'x-forwarded-for': '203.0.113.9' })
    expect(answer.needUpdate).toBe(true)
  })

  it('is allowed if registration is open, and in a private neighbourhood only with its key', async () => {
    expect((await signUpAs(newApplePerson(), { communityId: pins })).reply.error.key).toBe('unauthorized')
    expect((await signUpAs(newApplePerson(), { communityId: lac })).reply.error.key).toBe('missingkey')
    expect(
      (await signUpAs(newApplePerson(), { communityId: lac, registerkey: 'LAC-DEMO-2026' })).reply.answer.needUpdate,
    ).toBe(true)
  })

  it('leaves the member pending if the community approves newcomers', async () => {
    const where = server.db.updateTable('communities').where('id', '=', home)
    await where.set({ need_approval: true }).execute()
    try {
      const person = newApplePerson({ name: { firstName: 'Ada', lastName: 'L' } })
      const { visitor, reply } = await signUpAs(person)
      expect(reply.answer.needUpdate).toBe(true)
      const saved = await visitor.call(updateProfile, { body: appleProfile(`ada${person.sub.slice(4, 12)}`) })
      expect(saved.error.key).toBe('popup4')
      const again = await logInAs(person)
      expect(again.reply.status).toBe(423)
      expect(again.reply.error.key).toBe('popup4')
    } finally {
      await where.set({ need_approval: false }).execute()
    }
  })

  it('refuses an e-mail that Apple has not verified, and does not open the account with that e-mail', async () => {
    const email = `${randomUUID()}@unsure.example`
    const { accountId } = await addPerson(server, { email, password: DEMO_PASSWORD, community: 'les-tilleuls' })
    for (const email_verified of [false, 'false', undefined]) {
      const unverified = newApplePerson({ email, email_verified })
      expect((await signUpAs(unverified)).reply.error.key).toBe('applenomail')
      expect((await logInAs(unverified)).reply.error.key).toBe('unknown')
    }
    expect((await signUpAs(newApplePerson({ email: undefined }))).reply.error.key).toBe('applenomail')
    expect(await linkedSubjectsOf(accountId)).toEqual([])
  })

  it('adds a membership of another community if the member is logged in; otherwise returns an error', async () => {
    const person = newApplePerson()
    await signUpAs(person, { communityId: lac, registerkey: 'LAC-DEMO-2026' })
    expect((await signUpAs(person)).reply.error.key).toBe('alreadyregistereduserothercommunity')

    const account = await server.db
      .selectFrom('apple_subjects')
      .select('account_id')
      .where('subject', '=', person.sub)
      .executeTakeFirstOrThrow()
    const { visitor, reply } = await logInAs(person, lac)
    const former = reply.answer._id
    const { reply: joined } = await signUpAs(person, { visitor })
    expect(joined.answer).toMatchObject({ needUpdate: true, communityId: home })
    expect(joined.answer._id).not.toBe(former)
    const users = await server.db
      .selectFrom('users')
      .select('id')
      .where('account_id', '=', account.account_id)
      .execute()
    expect(users).toHaveLength(2)
  })

  it('creates one account for two concurrent sign-ups', async () => {
    const person = newApplePerson()
    const visitors = [newVisitor(), newVisitor()]
    for (const visitor of visitors) await goAndReturn(visitor, person)
    const replies = await Promise.all(
      visitors.map(visitor => visitor.call(signUpWithApple, { body: { communityId: home } })),
    )
    expect(new Set(replies.map(({ answer }) => answer._id)).size).toBe(1)
  })
})

describe('logging in with Apple', () => {
  it('returns unknown without an account, unauthorized in another community, and popup4 when disabled', async () => {
    expect((await logInAs(newApplePerson())).reply.error.key).toBe('unknown')
    const person = newApplePerson()
    const { reply } = await signUpAs(person)
    const elsewhere = await logInAs(person, gare)
    expect(elsewhere.reply.status).toBe(403)
    expect(elsewhere.reply.error.key).toBe('unauthorized')
    await server.db.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', reply.answer._id).execute()
    expect((await logInAs(person)).reply.error.key).toBe('popup4')
  })

  it('opens the account with the same e-mail, mails its owner, and leaves the password valid', async () => {
    const email = `${randomUUID()}@member.example`
    const { accountId } = await addPerson(server, { email, password: DEMO_PASSWORD, community: 'les-tilleuls' })
    const person = newApplePerson({ email: email.toUpperCase() })
    // Signing up logs an existing member in.
    expect((await signUpAs(person)).reply.answer).toMatchObject({ needUpdate: false, strategy: 'apple' })
    expect(await linkedSubjectsOf(accountId)).toEqual([{ subject: person.sub }])
    expect((await waitForMail(server, email)).subject).toBe('Votre compte s’ouvre désormais avec Apple')
    const { answer } = await newVisitor().call(logIn, { body: { email, password: DEMO_PASSWORD, communityId: home } })
    expect(answer.strategy).toBe('local')
    // The account is now found by the Apple subject: another e-mail changes nothing, and no second mail is sent.
    const { reply } = await logInAs({ ...person, email: `${randomUUID()}@other.example` })
    expect(reply.answer.strategy).toBe('apple')
    expect(mailsTo(email)).toHaveLength(1)
  })

  it('does not link an account that may not log in to this community', async () => {
    const email = `${randomUUID()}@member.example`
    const { accountId } = await addPerson(server, { email, community: 'les-tilleuls' })
    expect((await logInAs(newApplePerson({ email }), gare)).reply.error.key).toBe('unauthorized')
    expect(await linkedSubjectsOf(accountId)).toEqual([])
  })

  it('confirms an account that was registered by e-mail and not confirmed', async () => {
    const person = newApplePerson()
    await newVisitor().call(register, { body: { communityId: home, email: person.email } })
    const { visitor, reply } = await logInAs(person)
    expect(reply.answer).toMatchObject({ needUpdate: true, firstLogin: true })
    expect((await visitor.call(getProfile)).answer).toMatchObject({ needPassword: false })
  })

  it('ends the former session of the browser', async () => {
    const { visitor } = await asPerson(server, { email: `${randomUUID()}@member.example`, community: 'les-tilleuls' })
    const former = visitor.cookies.get('parvis')!
    const person = newApplePerson()
    await signUpAs(person)
    await logInAs(person, home, visitor)
    const old = server.visitor()
    old.cookies.set('parvis', former)
    expect((await old.call(getSession)).error.key).toBe('unauthorized')
  })
})

describe('the installation', () => {
  it('reports whether it offers signing in with Apple; if not, it responds with 404 to the Apple endpoints', async () => {
    const find = { params: { idOrUri: 'les-tilleuls' } }
    expect((await server.visitor().call(getCommunity, find)).answer.abilities.signInWithApple).toBe(true)
    const without = await openTestServer('demo')
    try {
      const visitor = without.visitor()
      expect((await visitor.call(getCommunity, find)).answer.abilities.signInWithApple).toBe(false)
      const body = { communityId: home }
      for (const endpoint of [startWithApple, logInWithApple, signUpWithApple])
        expect((await visitor.call(endpoint, { body })).error.key).toBe('error404')
      expect((await sendForm(visitor, {})).status).toBe(404)
    } finally {
      await without.close()
    }
  })

  it('reads the Apple settings and rejects invalid ones', () => {
    expect(readAppleSettings({})).toBeNull()
    const https = { APPLE_CLIENT_ID: ' org.example.web ', PUBLIC_URL: 'https://parvis.example' }
    expect(readAppleSettings({ ...https, APPLE_BUNDLE_IDS: 'org.one, org.two,' })).toMatchObject({
      clientId: 'org.example.web',
      bundleIds: ['org.one', 'org.two'],
      authorizeUrl: new URL('https://appleid.apple.com/auth/authorize'),
      keysUrl: new URL('https://appleid.apple.com/auth/keys'),
    })
    expect(() => readAppleSettings({ ...https, PUBLIC_URL: 'http://parvis.example' })).toThrow(/PUBLIC_URL/)
    expect(() => readAppleSettings({ ...https, APPLE_KEYS_URL: 'keys' })).toThrow(/APPLE_KEYS_URL/)
  })
})

describe('an account with a second factor', () => {
  it('needs a code after the sign-in with Apple, accepts it without a second sign-in, and is linked only after a correct code', async () => {
    const person = newApplePerson()
    const owner = await asPerson(server, { email: person.email, role: 'employee', community: 'les-tilleuls' })
    const { recoveryCodes, nextCode } = await turnOnFactor(server, owner.visitor)
    const { visitor, reply } = await logInAs(person)
    expect([reply.status, reply.error]).toEqual([401, { key: 'codemissing', field: 'code' }])
    const tryWith = (code: string) => visitor.call(logInWithApple, { body: { communityId: home, code } })
    expect((await tryWith('no code')).error.key).toBe('badcode')
    expect(await linkedSubjectsOf(owner.accountId)).toEqual([])
    const { answer } = await tryWith(nextCode())
    expect([answer._id, answer.strategy]).toEqual([owner.userId, 'apple'])
    const lifeOfCookie = /parvis=[\w-]{43}; Max-Age=(\d+)/
    expect((await linkedSubjectsOf(owner.accountId)).map(({ subject }) => subject)).toEqual([person.sub])

    const again = await signUpAs(person)
    expect(again.reply.error.key).toBe('codemissing')
    const body = { communityId: home, code: recoveryCodes[0] }
    const signedUp = await again.visitor.call(signUpWithApple, { body })
    expect(signedUp.answer).toMatchObject({ _id: owner.userId, recoveryCodesLeft: 9 })
    // The session of a staff member lasts a week, and so does its cookie.
    const maxAge = Number(lifeOfCookie.exec([signedUp.headers['set-cookie']].flat().join(' '))?.[1])
    expect(Math.abs(maxAge - 7 * 24 * 3600)).toBeLessThan(120)
  })
})
