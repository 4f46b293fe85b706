import { registerPush, unregisterPush } from '@parvis/contract/push.ts'
import { logOut, revokeSession } from '@parvis/contract/session.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createPostExternal } from '#server/kernel/outside/post-external.ts'
import { visitorWithSession } from '#server/testing/people.ts'
import { type PushService, startPushService, type TestBrowser } from '#server/testing/push-service.ts'
import { BACKOFF_MS, browserPushCalls, PUSH_ZONE } from '#server/testing/push-members.ts'
import { openTestServer, type TestServer } from '#server/testing/test-server.ts'
import { openSession } from '../session/session.service.ts'
import { MAX_ENDPOINTS_PER_ACCOUNT, REGISTRATIONS_PER_MINUTE } from './register.service.ts'
import { sendPush } from './send-push.service.ts'

const HOUR_MS = 60 * 60_000
let service: PushService
let server: TestServer
let home: string
beforeAll(async () => {
  service = await startPushService()
  server = await openTestServer('demo', {
    zone: PUSH_ZONE,
    pauseDivisor: 20,
    settings: { pushTestOrigin: service.origin },
  })
  home = await server.communityId('les-tilleuls')
})
afterEach(() => {
  service.answer = null
  server.clock.aheadMs = 0
})
afterAll(async () => {
  await server.close()
  await service.close()
})

const { person, keyOf, register, isRegistered, send, pushesTo, expectPushed, expectNotified, endpointOf, queuedFor } =
  browserPushCalls(() => ({ server, service }))

describe('a browser', () => {
  it('is registered for its session until it unregisters', async () => {
    const one = await person()
    expect(await isRegistered(one)).toBe(false)
    const browser = await register(one)
    expect(await endpointOf(browser)).toMatchObject({ user_id: one.userId, os: 'web', language: 'fr' })
    expect((await one.visitor.call(unregisterPush)).answer).toMatchObject({ registered: false })
    expect((await one.visitor.call(unregisterPush)).status).toBe(200)
    expect(await endpointOf(browser)).toBeUndefined()
  })

  it('is registered once per session: the next registration replaces the previous one', async () => {
    const one = await person()
    const [first, second] = [await register(one), await register(one, undefined, 'en')]
    expect(await endpointOf(first)).toBeUndefined()
    expect(await endpointOf(second)).toMatchObject({ language: 'en' })
  })

  it('stays registered only while it is among the ten latest registrations of its account', async () => {
    const to = await person()
    const first = await register(to)
    const sessions = await Promise.all(
      Array.from({ length: MAX_ENDPOINTS_PER_ACCOUNT }, () =>
        openSession(
          server.db,
          { accountId: to.accountId, userId: to.userId, communityId: home, strategy: 'local' },
          null,
        ),
      ),
    )
    const others: TestBrowser[] = []
    for (const { token } of sessions) others.push(await register({ visitor: visitorWithSession(server, token) }))
    expect(await endpointOf(first)).toBeUndefined()
    for (const other of others) expect(await endpointOf(other)).toBeDefined()
  })

  it('belongs to the last user who registers it, also with concurrent registrations', async () => {
    const [one, other] = [await person(), await person()]
    const browser = await register(one)
    await register(other, browser)
    expect(await endpointOf(browser)).toMatchObject({ user_id: other.userId })
    expect(await isRegistered(one)).toBe(false)
    const body = { token: browser.token, os: 'web' as const, lang: 'fr' as const }
    const calls = Array.from({ length: 6 }, (_, at) =>
      (at % 2 === 0 ? one : other).visitor.call(registerPush, { body }),
    )
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(6).fill(200))
    const rows = await server.db
      .selectFrom('push_endpoints')
      .select('user_id')
      .where('address', '=', browser.url)
      .execute()
    expect(rows).toHaveLength(1)
  })

  it('is deleted with its session or its user', async () => {
    const one = await person()
    const browser = await register(one)
    await one.visitor.call(logOut)
    expect(await endpointOf(browser)).toBeUndefined()

    const two = await person()
    const away = await openSession(
      server.db,
      { accountId: two.accountId, userId: two.userId, communityId: home, strategy: 'local' },
      null,
    )
    const elsewhere = await register({ visitor: visitorWithSession(server, away.token) })
    await two.visitor.call(revokeSession)
    expect(await endpointOf(elsewhere)).toBeUndefined()

    const three = await person()
    const last = await register(three)
    await server.db.deleteFrom('users').where('id', '=', three.userId).execute()
    expect(await endpointOf(last)).toBeUndefined()
  })

  it.each([
    'not JSON',
    'null',
    '[]',
    '{"endpoint":17}',
    '{"endpoint":"https://push.example/a"}',
    '{"endpoint":"https://push.example/a","keys":null}',
    JSON.stringify({ endpoint: 'https://push.example/a', keys: { p256dh: 'AAAA', auth: 'AAAAAAAAAAAAAAAAAAAAAA' } }),
  ])('is not registered with an invalid subscription: %s', async token => {
    const { visitor } = await person()
    expect((await visitor.call(registerPush, { body: { token, os: 'web', lang: 'fr' } })).error).toEqual({
      key: 'badrequest',
      field: 'token',
    })
  })

  it('is registered only with a URL on the public internet, which is checked without connecting to it', async () => {
    const one = await person()
    const { token, url } = service.subscribe(await keyOf(one))
    const before = service.attempts.length
    const otherPort = new URL(url)
    otherPort.port = String(Number(otherPort.port) + 1)
    for (const endpoint of [
      url.replace('http:', 'https:'),
      otherPort.href,
      url.replace('127.0.0.1', 'localhost'),
      url.replace('127.0.0.1', '[::1]'),
      'https://127.0.0.1/push',
      'https://2130706433/push',
      'https://[::ffff:127.0.0.1]/push',
      'https://10.0.0.1/push',
      'https://169.254.169.254/latest',
      'https://localhost/push',
      'https://push.example:8443/push',
      'ftp://push.example/push',
    ]) {
      const body = {
        token: JSON.stringify({ ...JSON.parse(token), endpoint }),
        os: 'web' as const,
        lang: 'fr' as const,
      }
      expect([endpoint, (await one.visitor.call(registerPush, { body })).error.key]).toEqual([endpoint, 'badrequest'])
      await server.db.deleteFrom('attempts').execute()
    }
    expect(service.attempts.length).toBe(before)
    expect(await isRegistered(one)).toBe(false)
  })

  it('can be registered only a limited number of times per minute', async () => {
    const one = await person()
    const { token } = service.subscribe(await keyOf(one))
    const body = { token, os: 'web' as const, lang: 'fr' as const }
    for (let at = 0; at < REGISTRATIONS_PER_MINUTE; at++)
      expect((await one.visitor.call(registerPush, { body })).status).toBe(200)
    expect((await one.visitor.call(registerPush, { body })).error.key).toBe('toomanyrequests')
  })
})

describe('a push service', () => {
  it.each([401, 403, 404, 410])(
    'that answers %i is not called again, and the registration of the browser is deleted',
    async status => {
      const [from, to] = [await person(), await person()]
      const browser = await register(to)
      service.answer = ({ id }) => (id === browser.id ? status : undefined)
      await send(from, to)
      await server.settled()
      expect(await endpointOf(browser)).toBeUndefined()
      expect(await isRegistered(to)).toBe(false)
      service.answer = null
      await send(from, to)
      await server.settled()
      expect(service.attempts.filter(one => one.browser === browser.id)).toHaveLength(1)
    },
  )

  it.each([429, 500])('that answers %i is called again, and receives the push once', async status => {
    const [from, to] = [await person(), await person()]
    const browser = await register(to)
    service.answer = ({ id }, tries) => (id === browser.id && tries < 1 ? status : undefined)
    await send(from, to)
    await server.settled()
    expect(pushesTo(browser)).toEqual([])
    await server.advanceTime(BACKOFF_MS)
    await expectPushed(browser)
    expect(service.attempts.filter(one => one.browser === browser.id).map(one => one.status)).toEqual([status, 201])
  })

  it('that refuses permanently is not retried, and the browser stays registered', async () => {
    const [from, to] = [await person(), await person()]
    const browser = await register(to)
    service.answer = ({ id }) => (id === browser.id ? 413 : undefined)
    await send(from, to)
    await server.settled()
    expect(await queuedFor(browser)).toEqual([])
    await server.advanceTime(BACKOFF_MS)
    expect(service.attempts.filter(one => one.browser === browser.id)).toHaveLength(1)
    expect(await endpointOf(browser)).toBeDefined()
  })

  it('that times out is called by one push at a time until it answers again', async () => {
    const to = await person()
    const browser = await register(to)
    const others = await Promise.all(Array.from({ length: 24 }, () => person()))
    const { postExternal } = server.platform
    const shortTimeout = createPostExternal(service.origin, { timeoutMs: 150 })
    server.platform.postExternal = {
      ...postExternal,
      post: (address, posted) => (address === browser.url ? shortTimeout : postExternal).post(address, posted),
    }
    onTestFinished(() => {
      server.platform.postExternal = postExternal
    })
    const tries = () => service.attempts.filter(one => one.browser === browser.id)
    service.answer = ({ id }) => (id === browser.id ? 'silence' : undefined)
    await Promise.all(others.map(from => send(from, to)))
    await expect.poll(tries).not.toEqual([])
    // pushes to other browsers are sent meanwhile
    const [from, third] = [others[0]!, await person()]
    const open = await register(third)
    await send(from, third)
    await expectPushed(open)
    await server.settled()
    // Only the pushes in flight when the service first timed out call it, and then one push at a time.
    expect(tries().length).toBeLessThan(8 + 4)
    expect((await endpointOf(browser))!.failing_since).not.toBe(null)
    service.answer = null
    server.platform.postExternal = postExternal
    // the first push finds that the service answers again; the other pushes waited for this result
    for (let rounds = 0; rounds < 3; rounds++) await server.advanceTime(BACKOFF_MS)
    expect(pushesTo(browser)).toHaveLength(others.length)
    expect(await endpointOf(browser)).toMatchObject({ failing_since: null, rests_until: null })
  })

  it('that fails for a week has its browser unregistered', async () => {
    const [from, to] = [await person(), await person()]
    const browser = await register(to)
    service.answer = ({ id }) => (id === browser.id ? 503 : undefined)
    await send(from, to)
    await server.settled()
    expect(await endpointOf(browser)).toMatchObject({ failing_since: expect.any(Date) })
    await server.db
      .updateTable('push_endpoints')
      .set({ failing_since: new Date(Date.now() - 8 * 24 * HOUR_MS) })
      .where('address', '=', browser.url)
      .execute()
    await server.advanceTime(BACKOFF_MS)
    expect(await endpointOf(browser)).toBeUndefined()
  })

  it('that cannot be reached is retried, and the error does not contain its URL', async () => {
    const [from, to] = [await person(), await person()]
    const browser = await register(to)
    const { id: endpointId } = (await endpointOf(browser))!
    await service.close()
    try {
      const { conversationId: subjectId } = (await send(from, to)).answer
      await expectNotified(to)
      const order = { endpointId, userId: to.userId, kind: 'message', subjectId } as const
      const attempt = async () => {
        // the queue may have tried first and started a backoff
        await server.db
          .updateTable('push_endpoints')
          .set({ failing_since: null, rests_until: null })
          .where('id', '=', endpointId)
          .execute()
        return String(await sendPush(server.platform, order).catch((one: Error) => one))
      }
      await expect.poll(attempt).toBe('Error: the push service was not reached')
      await server.db.deleteFrom('push_endpoints').where('id', '=', endpointId).execute()
    } finally {
      service = await startPushService()
      server.platform.settings.pushTestOrigin = service.origin
      server.platform.postExternal = createPostExternal(service.origin)
    }
  })
})
