// Sessions of our apps for iOS and Android use bearer tokens instead of cookies; neither replaces the other.
import { logInWithApple, startWithApple } from '@parvis/contract/entry-apple.ts'
import { leaveCommunity } from '@parvis/contract/leaving.ts'
import { logIn, logInAsGuest, logInByLink, signUpAsGuest } from '@parvis/contract/entry.ts'
import { getSession, listSessions, logOut, switchCommunity } from '@parvis/contract/session.ts'
import { DEVICE_HEADER, shellOrigins } from '@parvis/contract/shells.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { newSecret } from '#server/kernel/secrets.ts'
import { type FakeApple, startFakeApple } from '#server/testing/apple.ts'
import { addPerson, visitorWithSession } from '#server/testing/people.ts'
import { asShellPerson, openShell, type Shell, shellAs, shellWithToken } from '#server/testing/shells.ts'
import { DEMO_PASSWORD, openTestServer, type TestServer } from '#server/testing/test-server.ts'
import { makeLink } from '../entry/link.service.ts'

let apple: FakeApple
let server: TestServer
let communityId: string
beforeAll(async () => {
  apple = await startFakeApple()
  server = await openTestServer('demo', { settings: { apple: apple.settings } })
  communityId = await server.communityId('les-tilleuls')
})
afterAll(async () => {
  await server.close()
  await apple.close()
})

const password = 'correct horse'
const logInBody = (email = 'neighbor@demo.example', typed = DEMO_PASSWORD) => ({ email, password: typed, communityId })
const getSessionByToken = (token: string) => shellWithToken(server, token).call(getSession)

describe('a shell (our native app)', () => {
  it.each(shellOrigins)('receives a token and no cookie when it logs in: %s', async origin => {
    const shell = openShell(server, origin)
    const { answer, headers } = await shell.call(logIn, { body: logInBody() })
    expect(answer.token).toMatch(/^[\w-]{43}$/)
    expect(answer.deviceToken).toMatch(/^[\w-]{43}$/)
    expect(headers).toMatchObject({ 'access-control-allow-origin': origin, 'cache-control': 'no-store' })
    const again = await shell.call(getSession)
    expect(again.answer.pseudo).toBe(answer.pseudo)
    expect(again.answer).not.toHaveProperty('token')
    expect(again.answer).not.toHaveProperty('deviceToken')
  })

  it('logs in as a guest, again as the same guest, and by a mailed link', async () => {
    const shell = openShell(server)
    const body = { communityId, deviceId: newSecret() }
    const first = (await shell.call(signUpAsGuest, { body })).answer
    const { token } = shell
    const second = (await openShell(server).call(logInAsGuest, { body })).answer
    expect(second._id).toBe(first._id)
    expect(second.token).not.toBe(token)
    expect((await getSessionByToken(token!)).status).toBe(403)
    const person = await addPerson(server, { email: 'linked@shells.example', community: 'les-tilleuls' })
    const link = await makeLink(server.platform, { ...person, communityId, purpose: 'reset' })
    const linked = await openShell(server).call(logInByLink, { body: { token: link.token } })
    expect(linked.answer).toMatchObject({ strategy: 'jwt', needPassword: true })
    expect(linked.answer.token).toMatch(/^[\w-]{43}$/)
  })

  it('receives a new token when it switches community, and its former token is revoked', async () => {
    const { visitor, accountId } = await asShellPerson(server, {
      email: 'two@shells.example',
      community: 'les-tilleuls',
    })
    const there = await server.communityId('camping-des-pins')
    const row = { community_id: there, id: newId(), account_id: accountId, role: 'neighbor' as const }
    await server.db
      .insertInto('users')
      .values({ ...row, pseudo: 'Deux', enabled_at: new Date() })
      .execute()
    const former = visitor.token!
    const { answer } = await visitor.call(switchCommunity, { body: { communityId: there } })
    expect(answer.communityId).toBe(there)
    expect(visitor.token).not.toBe(former)
    expect((await getSessionByToken(former)).status).toBe(403)
    expect((await visitor.call(getSession)).answer.communityId).toBe(there)
  })

  it('logs in with Apple by the nonce that it has requested', async () => {
    const person = await addPerson(server, { email: 'apple@shells.example', community: 'les-tilleuls' })
    expect(person.userId).toBeTruthy()
    const shell = openShell(server)
    const { nonce } = (await shell.call(startWithApple, { body: { communityId } })).answer
    const identityToken = await apple.sign({ nonce, sub: 'shell', email: 'apple@shells.example', email_verified: true })
    const { answer } = await shell.call(logInWithApple, { body: { communityId, identityToken, nonce } })
    expect(answer).toMatchObject({ _id: person.userId, strategy: 'apple', token: shell.token })
  })

  it('is listed as our app among the devices, and can be logged out', async () => {
    const { visitor } = await asShellPerson(server, { email: 'listed@shells.example', community: 'les-tilleuls' })
    expect((await visitor.call(listSessions)).answer).toMatchObject([{ current: true, inApp: true }])
    const { token } = visitor
    await visitor.call(logOut)
    expect((await getSessionByToken(token!)).status).toBe(403)
    expect((await shellWithToken(server, token!).call(listSessions)).error.key).toBe('nosession')
  })

  it('receives no cookie when it leaves the community', async () => {
    const { visitor } = await asShellPerson(server, { email: 'leaver@shells.example', community: 'les-tilleuls' })
    expect((await visitor.call(leaveCommunity)).status).toBe(200)
  })

  it('is a known device by its device token, and not without it', async () => {
    const email = 'known@shells.example'
    await addPerson(server, { email, community: 'les-tilleuls', password })
    const known = openShell(server)
    await known.call(logIn, { body: logInBody(email, password) })
    const logInWrongly = async (shell: Shell) => {
      const reply = await shell.call(logIn, { body: logInBody(email, 'wrong') })
      return reply.status
    }
    // The limit for unknown devices is used up for this IP address and account, but not for this device.
    const unknownDevice = openShell(server)
    for (let round = 0; round < 5; round++) expect(await logInWrongly(unknownDevice)).toBe(401)
    expect(await logInWrongly(unknownDevice)).toBe(429)
    known.token = null
    expect((await known.call(logIn, { body: logInBody(email, password) })).status).toBe(200)
    // In a browser the device header is ignored: only the cookie identifies the device.
    const browser = server.visitor()
    const requestHeaders = await browser.call(
      logIn,
      { body: logInBody(email, password) },
      { [DEVICE_HEADER]: known.deviceToken! },
    )
    expect(requestHeaders.status).toBe(429)
  })
})

describe('no token is returned to', () => {
  const capacitor = { origin: shellOrigins[0], 'x-client': 'shell' }
  it.each<[string, Record<string, string>, number]>([
    ['our own page', { 'x-client': 'shell' }, 200],
    ['our own page with Sec-Fetch-Site: same-origin', { 'x-client': 'shell', 'sec-fetch-site': 'same-origin' }, 200],
    ['a shell’s page without X-Client', { origin: shellOrigins[0] }, 403],
    ['a shell’s page with another X-Client', { ...capacitor, 'x-client': 'Shell' }, 403],
    ['a shell’s page with a cookie', { ...capacitor, cookie: 'parvis=x' }, 403],
    ['a shell’s page with any cookie', { ...capacitor, cookie: 'theme=dark' }, 403],
    ['a shell’s page with Sec-Fetch-Site: same-origin', { ...capacitor, 'sec-fetch-site': 'same-origin' }, 403],
    ['a shell’s page with Sec-Fetch-Site: none', { ...capacitor, 'sec-fetch-site': 'none' }, 403],
    [
      'a page served from the origin of shells',
      { origin: 'https://localhost', host: 'localhost', 'x-client': 'shell' },
      200,
    ],
    ['a page of another origin', { ...capacitor, origin: 'https://evil.example' }, 403],
    ['an origin that resembles a shell’s', { ...capacitor, origin: 'capacitor://localhost.evil.example' }, 403],
    ['another port', { ...capacitor, origin: 'https://localhost:8443' }, 403],
    ['an opaque origin', { ...capacitor, origin: 'null' }, 403],
    ['plain http', { ...capacitor, origin: 'http://localhost' }, 403],
  ])('%s', async (_, headers, status) => {
    const reply = await server.visitor().call(logIn, { body: logInBody() }, headers)
    expect(reply.status).toBe(status)
    if (status === 200) expect(reply.answer).not.toHaveProperty('token')
    if (status === 200) expect(reply.answer).not.toHaveProperty('deviceToken')
  })
})

describe('the token of a shell', () => {
  it('does not work as a cookie, nor a cookie as a token', async () => {
    const shell = await shellAs(server, 'neighbor')
    expect((await visitorWithSession(server, shell.token!).call(listSessions)).error.key).toBe('nosession')
    const browser = await server.as('neighbor')
    expect((await shellWithToken(server, browser.cookies.get('parvis')!).call(listSessions)).error.key).toBe(
      'nosession',
    )
  })

  it('is used alone: cookies sent with it are ignored', async () => {
    const browser = await server.as('neighbor')
    for (const authorization of ['Bearer', 'Bearer ', 'bearer x', 'Bearer x y', `Bearer ${newSecret()}`])
      expect([authorization, (await browser.call(listSessions, {}, { authorization })).status]).toEqual([
        authorization,
        401,
      ])
    // Basic authentication is for the proxy, so its header is ignored.
    expect((await browser.call(listSessions, {}, { authorization: 'Basic eDp5' })).status).toBe(200)
  })

  it('opens no new session by a log-in request that does not come from one of our apps', async () => {
    const shell = await shellAs(server, 'neighbor')
    const authorization = `Bearer ${shell.token}`
    const requestHeaders: Record<string, string>[] = [{ authorization }, { authorization, origin: shellOrigins[0] }]
    for (const headers of requestHeaders)
      expect((await server.visitor().call(logIn, { body: logInBody() }, headers)).error.key).toBe('forbidden')
    expect((await shell.call(listSessions)).status).toBe(200)
  })

  it('is refused if the installation does not support apps', async () => {
    const closed = await openTestServer('demo', { settings: { servesShells: false } })
    const { accountId, userId } = await addPerson(closed, { email: 'closed@shells.example', community: 'les-tilleuls' })
    expect([accountId, userId].every(Boolean)).toBe(true)
    const { visitor } = await asShellPerson(closed, { email: 'shut@shells.example', community: 'les-tilleuls' })
    const reply = await visitor.call(listSessions)
    expect([reply.error.key, reply.headers['access-control-allow-origin']]).toEqual(['nosession', undefined])
    expect((await openShell(closed).call(logIn, { body: logInBody() })).error.key).toBe('forbidden')
    await closed.close()
  })
})
