import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestServer, type TestServer } from '#server/testing/test-server.ts'
import { readAppLinks } from './app-links.ts'

const print = 'AB'.padEnd(95, ':CD')
const appLinks = readAppLinks({ IOS_APP: 'ABCDE12345.org.parvis.app', ANDROID_APP: `org.parvis.app ${print}` })

let server: TestServer
let without: TestServer
beforeAll(async () => {
  server = await openTestServer('empty', { settings: { appLinks } })
  without = await openTestServer('empty')
})
afterAll(() => Promise.all([server.close(), without.close()]))

const ask = async ({ app }: TestServer, name: string) => {
  const { statusCode, headers, json } = await app.inject(`/.well-known/${name}`)
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
  return json<unknown>()
}

it('tells iOS that the app opens all links except those that the server answers itself', async () => {
  const told = (await ask(server, 'apple-app-site-association')) as {
    applinks: { details: { appIDs: string[]; components: { '/': string; exclude?: boolean }[] }[] }
  }
  const [{ appIDs, components } = { appIDs: [], components: [] }] = told.applinks.details
  expect(appIDs).toEqual(['ABCDE12345.org.parvis.app'])
  expect(components.at(-1)).toEqual({ '/': '*' })
  expect(components).toContainEqual({ '/': '/calendar/*', exclude: true })
  expect(components).toContainEqual({ '/': '/api/*', exclude: true })
})

it('tells Android which app is ours, by its certificates', async () => {
  expect(await ask(server, 'assetlinks.json')).toEqual([
    {
      relation: ['delegate_permission/common.handle_all_urls'],
      target: { namespace: 'android_app', package_name: 'org.parvis.app', sha256_cert_fingerprints: [print] },
    },
  ])
})

it('names no app when none is configured', async () => {
  expect(await ask(without, 'apple-app-site-association')).toEqual({ applinks: { details: [] } })
  expect(await ask(without, 'assetlinks.json')).toEqual([])
})

it('requires both settings in the notation of Apple and Google', () => {
  expect(readAppLinks({})).toEqual({ ios: null, android: null })
  for (const IOS_APP of ['org.parvis.app', 'abcde12345.org.parvis.app'])
    expect(() => readAppLinks({ IOS_APP })).toThrow('IOS_APP')
  for (const ANDROID_APP of ['org.parvis.app', `org.parvis.app ${print}:EF`, `org.parvis.app,${print}`])
    expect(() => readAppLinks({ ANDROID_APP })).toThrow('ANDROID_APP')
})
