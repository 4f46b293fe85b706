import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestServer, type TestServer } from '#server/testing/test-server.ts'
import { readAppLinks } from './app-links.ts'

const fingerprint = 'AB'.padEnd(95, ':CD')
const appLinks = readAppLinks({ IOS_APP: 'ABCDE12345.org.parvis.app', ANDROID_APP: `org.parvis.app ${fingerprint}` })

let server: TestServer
let serverWithoutApps: TestServer
beforeAll(async () => {
  server = await openTestServer('empty', { settings: { appLinks } })
  serverWithoutApps = await openTestServer('empty')
})
afterAll(() => Promise.all([server.close(), serverWithoutApps.close()]))

const fetchWellKnown = async ({ app }: TestServer, name: string) => {
  const { statusCode, headers, json } = await app.inject(`/.well-known/${name}`)
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
  return json<unknown>()
}

it('the file for iOS opens all links in the app except those that the server answers itself', async () => {
  const association = (await fetchWellKnown(server, 'apple-app-site-association')) as {
    applinks: { details: { appIDs: string[]; components: { '/': string; exclude?: boolean }[] }[] }
  }
  const [{ appIDs, components } = { appIDs: [], components: [] }] = association.applinks.details
  expect(appIDs).toEqual(['ABCDE12345.org.parvis.app'])
  expect(components.at(-1)).toEqual({ '/': '*' })
  expect(components).toContainEqual({ '/': '/calendar/*', exclude: true })
  expect(components).toContainEqual({ '/': '/api/*', exclude: true })
})

it('the file for Android contains the package name and the certificates of our app', async () => {
  expect(await fetchWellKnown(server, 'assetlinks.json')).toEqual([
    {
      relation: ['delegate_permission/common.handle_all_urls'],
      target: { namespace: 'android_app', package_name: 'org.parvis.app', sha256_cert_fingerprints: [fingerprint] },
    },
  ])
})

it('the files for iOS and Android name no app if none is configured', async () => {
  expect(await fetchWellKnown(serverWithoutApps, 'apple-app-site-association')).toEqual({ applinks: { details: [] } })
  expect(await fetchWellKnown(serverWithoutApps, 'assetlinks.json')).toEqual([])
})

it('IOS_APP and ANDROID_APP must have the format that Apple and Google define', () => {
  expect(readAppLinks({})).toEqual({ ios: null, android: null })
  for (const IOS_APP of ['org.parvis.app', 'abcde12345.org.parvis.app'])
    expect(() => readAppLinks({ IOS_APP })).toThrow('IOS_APP')
  for (const ANDROID_APP of ['org.parvis.app', `org.parvis.app ${fingerprint}:EF`, `org.parvis.app,${fingerprint}`])
    expect(() => readAppLinks({ ANDROID_APP })).toThrow('ANDROID_APP')
})
