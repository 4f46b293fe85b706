import { getCommunity } from '@parvis/contract/community.ts'
import { listEvents } from '@parvis/contract/feed.ts'
import { getProfile, updateProfile } from '@parvis/contract/profile.ts'
import { APPLE_CALLBACK, logInWithApple, signUpWithApple, startWithApple } from '@parvis/contract/apple.ts'
import { getSession, logIn, register } from '@parvis/contract/session.ts'
import { randomUUID } from 'node:crypto'
import { type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newSecret } from '#server/kernel/secrets.ts'
import { type ApplePerson, BUNDLE_ID, type FakeApple, startApple } from '#server/testing/apple.ts'
import { waitForMail } from '#server/testing/mails.ts'
import { addPerson, asPerson } from '#server/testing/people.ts'
import { turnOnFactor } from '#server/testing/second-factor.ts'
import { DEMO_PASSWORD, openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'
import { readAppleSettings } from './apple-settings.ts'
import { purgeOldNonces, NONCE_MS, nonceForApple } from './apple-token.service.ts'

let apple: FakeApple
let server: TestServer
let home: string
let gare: string
let lac: string
let pins: string
beforeAll(async () => {
  apple = await startApple()
  server = await openTestServer('demo', { trustedProxies: { hops: 1 }, settings: { apple: apple.settings } })
  home = await server.communityId('les-tilleuls')
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
  apple.unavailable = false
})

let callers = 0
/** Each visitor has an IP address of their own, so that the rate limits of one test do not affect another. */
const newVisitor = (): Visitor => {
  const visitor = server.visitor()
  const address = `198.51.100.${(callers++ % 250) + 1}`
  return {
    ...visitor,
    call: (endpoint, given, headers) => visitor.call(endpoint, given, { 'x-forwarded-for': address, ...headers }),
  }
}

const newApplePerson = (more: Partial<ApplePerson> = {}): ApplePerson & { email: string } => {
  const sub = `001.${randomUUID()}`
  return { sub, email: `${sub.slice(4, 16)}@privaterelay.appleid.com`, email_verified: true, ...more } as never
}

/** Starts a sign-in; `asked` returns a parameter of the URL at Apple. */
const goToApple = async (visitor: Visitor, communityId = home) => {
  const { answer } = await visitor.call(startWithApple, { body: { communityId } })
  const { searchParams } = new URL(answer.url)
  return { ...answer, asked: (name: string) => searchParams.get(name) ?? '' }
}

const sendForm = (visitor: Visitor, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  visitor.send({
    method: 'POST',
    url: APPLE_CALLBACK,
    payload: new URLSearchParams(fields).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: apple.origin,
      'sec-fetch-site': 'cross-site',
      ...headers,
    },
  })

type Claims = JWTPayload & Partial<ApplePerson>

/** Signs in at Apple as this person; returns the reply of the callback. */
const goAndReturn = async (
  visitor: Visitor,
  { name, ...person }: ApplePerson,
  { communityId = home, claims = {} as Claims } = {},
) => {
  const { asked } = await goToApple(visitor, communityId)
  const id_token = await apple.sign({ ...person, nonce: asked('nonce'), ...claims })
  return sendForm(visitor, { state: asked('state'), id_token, ...(name && { user: JSON.stringify({ name }) }) })
}

const logInAs = async (person: ApplePerson, communityId = home, visitor = newVisitor()) => {
  const back = await goAndReturn(visitor, person, { communityId })
  expect(back.headers.location).toMatch(/\/connexion\?apple=back$/)
  return { visitor, reply: await visitor.call(logInWithApple, { body: { communityId } }) }
}

const signUpAs = async (
  person: ApplePerson,
  { communityId = home, registerkey = undefined as string | undefined, visitor = newVisitor() } = {},
) => {
  await goAndReturn(visitor, person, { communityId })
  const body = { communityId, ...(registerkey && { registerkey }), lang: 'fr' as const }
  return { visitor, reply: await visitor.call(signUpWithApple, { body }) }
}

const profile = (pseudo: string) => ({ pseudo, confirmage: true, confirmaddress: true })
const linkedSubjectsOf = (accountId: string) =>
  server.db.selectFrom('apple_subjects').select('subject').where('account_id', '=', accountId).execute()
const mailsTo = (email: string) => server.mailbox.mails.filter(({ to }) => to === email)

describe('signing up with Apple', () => {
  it('opens the profile form with the name and without a password field, and then the feed', async () => {
    const person = newApplePerson({ name: { firstName: ' Camille ', lastName: 'Roussel' } })
    const { visitor, reply } = await signUpAs(person)
    expect(reply.answer).toMatchObject({ needUpdate: true, firstLogin: true, role: 'neighbor', strategy: 'apple' })
    expect((await visitor.call(listEvents, { query: { filter: 'all' } })).error.key).toBe('forbidden')
    const { answer: mine } = await visitor.call(getProfile)
    expect(mine).toMatchObject({ firstname: 'Camille', lastname: 'Roussel', needPassword: false, needEmail: false })
    const pseudo = `cam${person.sub.slice(4, 12)}`
    expect((await visitor.call(updateProfile, { body: profile(pseudo) })).answer.needUpdate).toBe(false)
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
      const saved = await visitor.call(updateProfile, { body: profile(`ada${person.sub.slice(4, 12)}`) })
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

  it('adds a membership in the same organisation, or anywhere if logged in; otherwise returns an error', async () => {
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

  it('opens the account with the same e-mail, mails its owner, and keeps the password valid', async () => {
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

describe('an identity token', () => {
  /** Signs up with an identity token, as a native app does. */
  const signUpWithToken = async (make: (nonce: string) => Promise<string>, more: Record<string, unknown> = {}) => {
    const visitor = newVisitor()
    const { nonce } = await goToApple(visitor)
    const identityToken = await make(nonce)
    const body = { communityId: home, identityToken, nonce, ...more }
    return { visitor, body, reply: await visitor.call(signUpWithApple, { body }) }
  }
  const claims = (nonce: string, more: Claims = {}): Claims => ({ ...newApplePerson(), nonce, ...more })
  const seconds = (from = 0) => Math.floor(Date.now() / 1000) + from

  it('is accepted with the nonce in plain or hashed, for the web app or a configured native app', async () => {
    const ok = [
      await signUpWithToken(nonce => apple.sign(claims(nonce))),
      await signUpWithToken(nonce => apple.sign(claims(nonceForApple(nonce)))),
      await signUpWithToken(nonce => apple.sign(claims(nonce, { aud: BUNDLE_ID })), { bundleId: BUNDLE_ID }),
      await signUpWithToken(nonce => apple.sign(claims(nonce, { email_verified: 'true' }))),
      await signUpWithToken(nonce => apple.sign(claims(nonce)), { fullName: { givenName: 'Ada' } }),
    ]
    expect(ok.map(({ reply }) => reply.status)).toEqual(ok.map(() => 200))
  })

  it.each<[string, (nonce: string) => Promise<string>, Record<string, unknown>?]>([
    ['for another audience', nonce => apple.sign(claims(nonce, { aud: 'somebody.else' }))],
    ['for an app of ours that made no request', nonce => apple.sign(claims(nonce, { aud: BUNDLE_ID }))],
    [
      'for an app that is not ours',
      nonce => apple.sign(claims(nonce, { aud: 'foreign.app' })),
      { bundleId: 'foreign.app' },
    ],
    ['by another issuer', nonce => apple.sign(claims(nonce, { iss: 'https://apple.example' }))],
    ['once it has expired', nonce => apple.sign(claims(nonce, { exp: seconds(-60) }))],
    ['without an expiry', nonce => apple.sign(claims(nonce, { exp: undefined }))],
    ['without a subject', nonce => apple.sign(claims(nonce, { sub: undefined }))],
    ['signed with a foreign key', nonce => apple.forge(claims(nonce))],
    [
      'when it is unsigned',
      async nonce =>
        new UnsecuredJWT({ iss: 'https://appleid.apple.com', aud: 'example.parvis.web', ...claims(nonce) })
          .setIssuedAt()
          .setExpirationTime('10m')
          .encode(),
    ],
    [
      'signed with the public keys as an HMAC secret',
      async nonce =>
        new SignJWT({ iss: 'https://appleid.apple.com', aud: 'example.parvis.web', ...claims(nonce) })
          .setProtectedHeader({ alg: 'HS256', kid: 'test-key' })
          .setIssuedAt()
          .setExpirationTime('10m')
          .sign(new TextEncoder().encode(JSON.stringify(await (await fetch(apple.settings.keysUrl)).json()))),
    ],
    ['without the nonce', () => apple.sign(claims('', { nonce: undefined }))],
    ['with another nonce', () => apple.sign(claims(newSecret()))],
    ['when it is truncated', async nonce => (await apple.sign(claims(nonce))).slice(0, -9)],
    ['when it is not a JWT', async () => 'not.a.token'],
  ])('is rejected %s', async (_why, make, more) => {
    const { reply } = await signUpWithToken(make, more)
    expect({ status: reply.status, key: reply.error.key }).toEqual({ status: 401, key: 'appleerror' })
  })

  it('is rejected with a nonce that is unknown, expired or used', async () => {
    const visitor = newVisitor()
    const nonce = newSecret()
    const body = { communityId: home, identityToken: await apple.sign(claims(nonce)), nonce }
    expect((await visitor.call(signUpWithApple, { body })).error.key).toBe('appleerror')
    expect((await visitor.call(signUpWithApple, { body: { communityId: home } })).error.key).toBe('appleerror')

    const used = await signUpWithToken(given => apple.sign(claims(given)))
    expect(used.reply.status).toBe(200)
    expect((await used.visitor.call(signUpWithApple, { body: used.body })).error.key).toBe('appleerror')

    const { nonce: old } = await goToApple(visitor)
    const late = { communityId: home, identityToken: await apple.sign(claims(old, { exp: seconds(3600) })), nonce: old }
    server.clock.aheadMs = NONCE_MS + 1000
    expect((await visitor.call(signUpWithApple, { body: late })).error.key).toBe('appleerror')
    await purgeOldNonces(server.db, server.platform.clock.now())
    expect(await server.db.selectFrom('apple_nonces').selectAll().execute()).toEqual([])
  })

  it('may be invalid twenty times; accepted tokens do not count', async () => {
    const visitor = newVisitor()
    const body = { communityId: home, identityToken: 'not.a.token', nonce: newSecret() }
    for (let time = 1; time <= 20; time++)
      expect((await visitor.call(logInWithApple, { body })).error.key).toBe('appleerror')
    expect((await visitor.call(logInWithApple, { body })).error.key).toBe('toomanyrequests')
  })
})

describe('the callback from Apple', () => {
  const statusAndLocation = (reply: { status: number; headers: Record<string, unknown> }) => [
    reply.status,
    reply.headers.location,
  ]
  const failed = [303, '/les-tilleuls/connexion?apple=failed']

  it('returns to the community, with http-only cookies and no secret in any URL', async () => {
    const visitor = newVisitor()
    const { response, url, nonce } = await (async () => {
      const reply = await visitor.call(startWithApple, { body: { communityId: home } })
      return { response: reply, ...reply.answer }
    })()
    expect(String(response.headers['set-cookie'])).toMatch(/HttpOnly; Secure; SameSite=None/)
    expect(url).not.toContain(nonce)
    expect(new URL(url).origin).toBe(apple.origin)
    expect(new URL(url).searchParams.get('redirect_uri')).toBe(`http://parvis.test${APPLE_CALLBACK}`)
    const back = await goAndReturn(visitor, newApplePerson())
    expect(statusAndLocation(back)).toEqual([303, '/les-tilleuls/connexion?apple=back'])
    const set = String(back.headers['set-cookie'])
    expect(set).toMatch(/parvis-from-apple=[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Strict/)
    expect([...visitor.cookies.keys()]).toEqual(['parvis-from-apple'])
    await visitor.call(signUpWithApple, { body: { communityId: home } })
    expect([...visitor.cookies.keys()]).toEqual(['parvis'])
  })

  it('is valid for ten minutes, even if the browser keeps the cookie longer', async () => {
    const visitor = newVisitor()
    await goAndReturn(visitor, newApplePerson())
    server.clock.aheadMs = NONCE_MS + 1000
    expect((await visitor.call(signUpWithApple, { body: { communityId: home } })).error.key).toBe('appleerror')
  })

  it('reports that the user cancelled the sign-in', async () => {
    const visitor = newVisitor()
    const { asked } = await goToApple(visitor)
    const back = await sendForm(visitor, { state: asked('state'), error: 'user_cancelled_authorize' })
    expect(statusAndLocation(back)).toEqual([303, '/les-tilleuls/connexion?apple=cancelled'])
    expect([...visitor.cookies.keys()]).toEqual([])
  })

  it('fails for an invalid token, and while the keys of Apple cannot be fetched', async () => {
    const visitor = newVisitor()
    expect(
      statusAndLocation(await goAndReturn(visitor, newApplePerson(), { claims: { aud: 'somebody.else' } })),
    ).toEqual(failed)
    expect(visitor.cookies.has('parvis-from-apple')).toBe(false)
    const { asked } = await goToApple(visitor)
    expect(statusAndLocation(await sendForm(visitor, { state: asked('state'), error: 'server_error' }))).toEqual(failed)

    const other = await openTestServer('demo', { settings: { apple: apple.settings } })
    try {
      apple.unavailable = true
      const there = other.visitor()
      const { answer } = await there.call(startWithApple, { body: { communityId: home } })
      const { searchParams } = new URL(answer.url)
      const id_token = await apple.sign({ ...newApplePerson(), nonce: searchParams.get('nonce')! })
      expect(statusAndLocation(await sendForm(there, { state: searchParams.get('state')!, id_token }))).toEqual(failed)
    } finally {
      await other.close()
    }
  })

  it('accepts the state once, and only from the browser that started the sign-in', async () => {
    const victim = newVisitor()
    const attacker = newVisitor()
    const { asked } = await goToApple(attacker)
    const attackerForm = {
      state: asked('state'),
      id_token: await apple.sign({ ...newApplePerson(), nonce: asked('nonce') }),
    }
    // Tests a browser that has started no sign-in, and one that has started its own.
    expect(statusAndLocation(await sendForm(victim, attackerForm))).toEqual(failed)
    await goToApple(victim)
    expect(statusAndLocation(await sendForm(victim, attackerForm))).toEqual(failed)
    const { asked: own } = await goToApple(victim)
    const mixed = { state: asked('state'), id_token: await apple.sign({ ...newApplePerson(), nonce: own('nonce') }) }
    expect(statusAndLocation(await sendForm(victim, mixed))).toEqual(failed)
    expect(victim.cookies.has('parvis-from-apple')).toBe(false)
    await goToApple(victim)
    for (const state of ['', 'anything', 'x'.repeat(200), asked('nonce')])
      expect(statusAndLocation(await sendForm(victim, { ...attackerForm, state }))).toEqual([
        303,
        '/connexion?apple=failed',
      ])
    // A payload sealed for one purpose must not be accepted for another.
    const fromApple = newVisitor()
    await goAndReturn(fromApple, newApplePerson())
    expect(
      statusAndLocation(
        await sendForm(victim, { ...attackerForm, state: fromApple.cookies.get('parvis-from-apple')! }),
      ),
    ).toEqual([303, '/connexion?apple=failed'])
    victim.cookies.set('parvis-from-apple', asked('state'))
    expect((await victim.call(logInWithApple, { body: { communityId: home } })).error.key).toBe('appleerror')
    expect(statusAndLocation(await sendForm(attacker, attackerForm))).toEqual([
      303,
      '/les-tilleuls/connexion?apple=back',
    ])
    expect(statusAndLocation(await sendForm(attacker, attackerForm))).toEqual(failed)
  })

  it('is accepted from Apple’s origin only, and no other route accepts forms', async () => {
    const visitor = newVisitor()
    const { asked } = await goToApple(visitor)
    const form = { state: asked('state'), id_token: await apple.sign({ ...newApplePerson(), nonce: asked('nonce') }) }
    for (const origin of ['http://parvis.test', 'https://apple.example', 'null', `${apple.origin}.example`])
      expect((await sendForm(visitor, form, { origin })).error.key).toBe('forbidden')
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const elsewhere = { method: 'POST', url: logInWithApple.path, payload: 'communityId=1', headers }
    expect((await visitor.send(elsewhere)).status).toBe(415)
    const body = { communityId: home }
    for (const endpoint of [startWithApple, logInWithApple, signUpWithApple])
      expect((await visitor.call(endpoint, { body }, { origin: apple.origin })).error.key).toBe('forbidden')
  })

  it('takes only the names from the unsigned user field', async () => {
    for (const user of ['', '{', 'null', '[]', '{"name":7}', '{"name":{"firstName":{}}}']) {
      const visitor = newVisitor()
      const { asked } = await goToApple(visitor)
      const id_token = await apple.sign({ ...newApplePerson(), nonce: asked('nonce') })
      expect(statusAndLocation(await sendForm(visitor, { state: asked('state'), id_token, user }))[1]).toContain(
        'apple=back',
      )
    }
    const person = newApplePerson({ name: { firstName: 'É'.repeat(500), lastName: '' } })
    const { visitor } = await signUpAs(person)
    expect((await visitor.call(getProfile)).answer).toMatchObject({ firstname: 'É'.repeat(60), lastname: null })
  })

  it('allows a hundred started sign-ins in half an hour from one IP address', async () => {
    const visitor = newVisitor()
    const body = { communityId: home }
    const replies = await Promise.all(Array.from({ length: 101 }, () => visitor.call(startWithApple, { body })))
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(1)
  })
})

describe('the installation', () => {
  it('tells clients whether it offers Apple, and returns 404 if it does not', async () => {
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
  it('needs a code after Apple, without a second sign-in, and is not linked before it', async () => {
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
