import { readFileSync } from 'node:fs'
import { checkVersion, checkVersionSignedIn, getInstallation } from '@parvis/contract/installation.ts'
import { CLIENT_VERSION } from '@parvis/contract/limits.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestServer, type TestServer } from '#server/testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer('demo', {
    settings: { minClientVersion: '1.4.0', contactEmail: 'bonjour@parvis.test.example' },
  })
})
afterAll(() => server.close())

const checkClientVersion = async (version: string) =>
  (await server.visitor().call(checkVersion, { body: { version, appname: 'parvis', isDev: false } })).answer

it('the version check returns whether the client is outdated, and whether it is too old to continue', async () => {
  expect(await checkClientVersion(CLIENT_VERSION)).toMatchObject({
    clientVersion: CLIENT_VERSION,
    needupdate: false,
    forceupdate: false,
  })
  expect(await checkClientVersion('1.4.0')).toMatchObject({ needupdate: true, forceupdate: false })
  expect(await checkClientVersion('1.3.9')).toMatchObject({ needupdate: true, forceupdate: true })
  expect(await checkClientVersion('99')).toMatchObject({ needupdate: false, forceupdate: false })
  expect(await checkClientVersion('latest')).toMatchObject({ needupdate: true, forceupdate: true })
})

it('the version check returns the server’s version and time', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))
  const { serverVersion, serverDateTime } = await checkClientVersion(CLIENT_VERSION)
  expect(serverVersion).toBe(version)
  expect(Math.abs(Date.parse(serverDateTime) - server.platform.clock.now().getTime())).toBeLessThan(60_000)
})

it.each([checkVersion, checkVersionSignedIn])(
  'the version check accepts a client whose version other endpoints reject: $path',
  async ({ path, access }) => {
    const visitor = server.visitor()
    const send = (url: string, method = 'GET') =>
      visitor.send({
        method,
        url,
        headers: {
          'x-client-version': '1.3.9',
          'content-type': 'application/json',
          'accept-language': 'fr-FR,fr;q=0.9',
        },
        ...(method === 'POST' && { payload: JSON.stringify({ version: '1.3.9' }) }),
      })
    expect((await send('/communities/les-tilleuls')).status).toBe(411)
    const reply = await send(path, 'POST')
    // The error is not about the version: the endpoint for signed-in clients only requires a session.
    if (access === 'session') expect(reply.error.key).toBe('nosession')
    else expect(reply.answer).toMatchObject({ needupdate: true, forceupdate: true, lang: 'fr' })
  },
)

it('getInstallation returns the contact address and the map style, whose origins the CSP allows', async () => {
  expect((await server.visitor().call(getInstallation)).answer).toEqual({
    publicUrl: null,
    tilesStyleUrl: null,
    contactEmail: 'bonjour@parvis.test.example',
    weather: false,
  })
  const mapped = await openTestServer('empty', {
    settings: {
      publicUrl: new URL('https://parvis.example/'),
      tilesStyleUrl: new URL('https://tiles.example/styles/plain'),
      externalOrigins: ['https://tiles.example', 'https://fonts.example'],
    },
  })
  try {
    const { answer, headers } = await mapped.visitor().call(getInstallation)
    expect(answer).toEqual({
      publicUrl: 'https://parvis.example',
      tilesStyleUrl: 'https://tiles.example/styles/plain',
      contactEmail: null,
      weather: false,
    })
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("connect-src 'self' https://tiles.example https://fonts.example;")
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';")
    expect(policy).toContain("worker-src 'self';")
  } finally {
    await mapped.close()
  }
})

it('the version check rejects a request without a valid version', async () => {
  const url = checkVersion.path
  for (const body of [{}, { version: 1 }, { version: 'x'.repeat(41) }]) {
    const reply = await server.visitor().send({
      method: 'POST',
      url,
      payload: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
    expect(reply.error.key).toBe('badrequest')
  }
})
