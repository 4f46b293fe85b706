import { getProfile } from '@parvis/contract/profile.ts'
import { APPLE_CALLBACK, logInWithApple, signUpWithApple, startWithApple } from '@parvis/contract/entry-apple.ts'
import { SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newSecret } from '#server/kernel/secrets.ts'
import { BUNDLE_ID, type FakeApple } from '#server/testing/apple.ts'
import { appleCalls, type AppleClaims, newApplePerson, openAppleServers } from '#server/testing/apple-sign-in.ts'
import { openTestServer, type TestServer } from '#server/testing/test-server.ts'
import { purgeOldNonces, NONCE_MS, nonceForApple } from './apple-token.service.ts'

let apple: FakeApple
let server: TestServer
let home: string
beforeAll(async () => {
  ;({ apple, server, home } = await openAppleServers())
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
  goToApple,
  sendCallbackForm: sendForm,
  signInAtApple: goAndReturn,
  signUpAs,
} = appleCalls(() => ({ apple, server, home }))

describe('an identity token', () => {
  /** Signs up with an identity token, as a native app does. */
  const signUpWithToken = async (make: (nonce: string) => Promise<string>, more: Record<string, unknown> = {}) => {
    const visitor = newVisitor()
    const { nonce } = await goToApple(visitor)
    const identityToken = await make(nonce)
    const body = { communityId: home, identityToken, nonce, ...more }
    return { visitor, body, reply: await visitor.call(signUpWithApple, { body }) }
  }
  const claims = (nonce: string, more: AppleClaims = {}): AppleClaims => ({ ...newApplePerson(), nonce, ...more })
  const seconds = (from = 0) => Math.floor(Date.now() / 1000) + from

  it('is accepted with a plain or hashed nonce, for the web app or a configured native app', async () => {
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

  it('is refused with toomanyrequests after twenty invalid tokens', async () => {
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

  it('sets a cookie that is valid for ten minutes, even if the browser stores it longer', async () => {
    const visitor = newVisitor()
    await goAndReturn(visitor, newApplePerson())
    server.clock.aheadMs = NONCE_MS + 1000
    expect((await visitor.call(signUpWithApple, { body: { communityId: home } })).error.key).toBe('appleerror')
  })

  it('reports that the user cancelled the sign-in', async () => {
    const visitor = newVisitor()
    const { appleParam } = await goToApple(visitor)
    const back = await sendForm(visitor, { state: appleParam('state'), error: 'user_cancelled_authorize' })
    expect(statusAndLocation(back)).toEqual([303, '/les-tilleuls/connexion?apple=cancelled'])
    expect([...visitor.cookies.keys()]).toEqual([])
  })

  it('reports a failure for an invalid token, and while the keys of Apple cannot be fetched', async () => {
    const visitor = newVisitor()
    expect(
      statusAndLocation(await goAndReturn(visitor, newApplePerson(), { claims: { aud: 'somebody.else' } })),
    ).toEqual(failed)
    expect(visitor.cookies.has('parvis-from-apple')).toBe(false)
    const { appleParam } = await goToApple(visitor)
    expect(statusAndLocation(await sendForm(visitor, { state: appleParam('state'), error: 'server_error' }))).toEqual(
      failed,
    )

    const other = await openTestServer('demo', { settings: { apple: apple.settings } })
    try {
      apple.areKeysUnavailable = true
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
    const { appleParam } = await goToApple(attacker)
    const attackerForm = {
      state: appleParam('state'),
      id_token: await apple.sign({ ...newApplePerson(), nonce: appleParam('nonce') }),
    }
    // Tests a browser that has started no sign-in, and one that has started its own.
    expect(statusAndLocation(await sendForm(victim, attackerForm))).toEqual(failed)
    await goToApple(victim)
    expect(statusAndLocation(await sendForm(victim, attackerForm))).toEqual(failed)
    const { appleParam: own } = await goToApple(victim)
    const mixed = {
      state: appleParam('state'),
      id_token: await apple.sign({ ...newApplePerson(), nonce: own('nonce') }),
    }
    expect(statusAndLocation(await sendForm(victim, mixed))).toEqual(failed)
    expect(victim.cookies.has('parvis-from-apple')).toBe(false)
    await goToApple(victim)
    for (const state of ['', 'anything', 'x'.repeat(200), appleParam('nonce')])
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
    victim.cookies.set('parvis-from-apple', appleParam('state'))
    expect((await victim.call(logInWithApple, { body: { communityId: home } })).error.key).toBe('appleerror')
    expect(statusAndLocation(await sendForm(attacker, attackerForm))).toEqual([
      303,
      '/les-tilleuls/connexion?apple=back',
    ])
    expect(statusAndLocation(await sendForm(attacker, attackerForm))).toEqual(failed)
  })

  it('is accepted from Apple’s origin only, and no other route accepts form posts', async () => {
    const visitor = newVisitor()
    const { appleParam } = await goToApple(visitor)
    const form = {
      state: appleParam('state'),
      id_token: await apple.sign({ ...newApplePerson(), nonce: appleParam('nonce') }),
    }
    for (const origin of ['http://parvis.test', 'https://apple.example', 'null', `${apple.origin}.example`])
      expect((await sendForm(visitor, form, { origin })).error.key).toBe('forbidden')
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const elsewhere = { method: 'POST', url: logInWithApple.path, payload: 'communityId=1', headers }
    expect((await visitor.send(elsewhere)).status).toBe(415)
    const body = { communityId: home }
    for (const endpoint of [startWithApple, logInWithApple, signUpWithApple])
      expect((await visitor.call(endpoint, { body }, { origin: apple.origin })).error.key).toBe('forbidden')
  })

  it('reads only the names from the unsigned user field, and ignores a malformed field', async () => {
    for (const user of ['', '{', 'null', '[]', '{"name":7}', '{"name":{"firstName":{}}}']) {
      const visitor = newVisitor()
      const { appleParam } = await goToApple(visitor)
      const id_token = await apple.sign({ ...newApplePerson(), nonce: appleParam('nonce') })
      expect(statusAndLocation(await sendForm(visitor, { state: appleParam('state'), id_token, user }))[1]).toContain(
        'apple=back',
      )
    }
    const person = newApplePerson({ name: { firstName: 'É'.repeat(500), lastName: '' } })
    const { visitor } = await signUpAs(person)
    expect((await visitor.call(getProfile)).answer).toMatchObject({ firstname: 'É'.repeat(60), lastname: null })
  })

  it('follows the start of a sign-in, which one IP address may request at most a hundred times in half an hour', async () => {
    const visitor = newVisitor()
    const body = { communityId: home }
    const replies = await Promise.all(Array.from({ length: 101 }, () => visitor.call(startWithApple, { body })))
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(1)
  })
})
