import { getCommunity } from '@parvis/contract/community.ts'
import { logIn } from '@parvis/contract/entry.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_PASSWORD, openTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let homeCommunityId: string
beforeAll(async () => {
  server = await openTestServer('demo')
  homeCommunityId = await server.communityId('les-tilleuls')
})
afterAll(() => server.close())

const json = { 'content-type': 'application/json' }

describe('the origin of a call', () => {
  const signIn = async (headers: Record<string, string>, withCookie = false, target: TestServer = server) => {
    const payload = JSON.stringify({
      email: 'neighbor@demo.example',
      password: DEMO_PASSWORD,
      communityId: await target.communityId('les-tilleuls'),
    })
    const { statusCode } = await target.app.inject({
      method: 'POST',
      url: '/api/auth',
      payload,
      headers: { host: 'parvis.test', ...json, ...(withCookie && { cookie: 'parvis=x' }), ...headers },
    })
    return statusCode
  }

  it.each([
    [{ origin: 'http://parvis.test' }, 200],
    [{ origin: 'https://parvis.test' }, 200],
    [{ origin: 'http://parvis.test:8080' }, 403],
    [{ origin: 'http://evil.example' }, 403],
    [{ origin: 'http://parvis.test.evil.example' }, 403],
    [{ origin: 'http://sub.parvis.test' }, 403],
    [{ origin: 'null' }, 403],
    [{ origin: '' }, 403],
    [{ 'sec-fetch-site': 'same-origin' }, 200],
    [{ 'sec-fetch-site': 'none' }, 200],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ origin: 'http://evil.example', 'sec-fetch-site': 'same-origin' }, 403],
  ])('of a log-in with %o leads to status %i', async (headers, status) =>
    expect(await signIn(headers as unknown as Record<string, string>, true)).toBe(status),
  )

  it('is required if the call has a cookie, but not without one', async () => {
    expect([await signIn({}, true), await signIn({}, false)]).toEqual([403, 200])
  })

  it('is not checked for reads', async () => {
    expect(
      (
        await server
          .visitor()
          .call(getCommunity, { params: { idOrUri: homeCommunityId } }, { origin: 'https://evil.example' })
      ).status,
    ).toBe(200)
  })

  it('is refused if it is http and the site has TLS, even with the site’s own host name', async () => {
    const behindProxy = await openTestServer('demo', { settings: { publicUrl: new URL('https://parvis.test') } })
    try {
      expect([
        await signIn({ origin: 'https://parvis.test' }, true, behindProxy),
        await signIn({ origin: 'http://parvis.test' }, true, behindProxy),
      ]).toEqual([200, 403])
    } finally {
      await behindProxy.close()
    }
  })

  it('may be the public URL, and with TLS the cookies are Secure', async () => {
    const behindProxy = await openTestServer('demo', { settings: { publicUrl: new URL('https://parvis.example.org') } })
    try {
      expect([
        await signIn({ origin: 'https://parvis.example.org' }, true, behindProxy),
        await signIn({ origin: 'http://parvis.example.org' }, true, behindProxy),
        await signIn({ origin: 'https://evil.example' }, true, behindProxy),
      ]).toEqual([200, 403, 403])
      const visitor = behindProxy.visitor()
      const { headers } = await visitor.call(
        logIn,
        { body: { email: 'neighbor@demo.example', password: DEMO_PASSWORD, communityId: homeCommunityId } },
        { origin: 'https://parvis.test' },
      )
      expect(String(headers['set-cookie'])).toMatch(/__Host-parvis=[\w-]{43};[^,]*Path=\/;[^,]*Secure/)
      expect(headers['strict-transport-security']).toMatch(/max-age=\d{7}/)
    } finally {
      await behindProxy.close()
    }
  })
})
