import { afterAll, beforeAll, expect, it, test } from 'vitest'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { openTestServer, type TestServer } from '#server/testing/test-server.ts'

const LONG_RESPONSE_URL = '/events?page=1&filter=all'

let server: TestServer
let cookie: string
beforeAll(async () => {
  server = await openTestServer('demo')
  const { cookies } = await server.as('neighbor')
  cookie = Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ')
})
afterAll(() => server.close())

const fetchWith = async (encoding: string | undefined, url = LONG_RESPONSE_URL, method: 'GET' | 'HEAD' = 'GET') => {
  const { statusCode, headers, rawPayload } = await server.app.inject({
    url,
    method,
    headers: { cookie, ...(encoding !== undefined && { 'accept-encoding': encoding }) },
  })
  return { status: statusCode, headers, bytes: rawPayload }
}

test.each([
  ['br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['GZIP;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.000,gzip;q=0.1', 'gzip'],
  ['br;q=0', undefined],
  ['identity', undefined],
  ['abr, gzipped', undefined],
  ['gzip;q=1, br;q=0.1', 'gzip'],
  ['gzip;q=0.8, br;q=0.9', 'br'],
  ['*', 'br'],
  ['*;q=0.5, br;q=0', 'gzip'],
  ['identity, br;q=0.5', undefined],
  ['br ; q=0.2 , gzip', 'gzip'],
  ['br;q=nonsense, gzip', 'gzip'],
  ['', undefined],
  [undefined, undefined],
])('with accept-encoding %j the response has content-encoding %s', async (acceptEncoding, encoding) => {
  const plain = await fetchWith(undefined)
  const { headers, bytes } = await fetchWith(acceptEncoding)
  expect([headers['content-encoding'], headers.vary]).toEqual([encoding, expect.stringContaining('accept-encoding')])
  const unpacked = encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes
  expect(unpacked.equals(plain.bytes)).toBe(true)
  expect(headers['content-length']).toBe(String(bytes.length))
  const head = await fetchWith(acceptEncoding, LONG_RESPONSE_URL, 'HEAD')
  expect([head.headers['content-encoding'], head.headers['content-length'], head.bytes.length]).toEqual([
    encoding,
    headers['content-length'],
    0,
  ])
})

it('the API page is compressed with gzip only', async () => {
  const plain = await fetchWith(undefined, '/docs/api')
  expect([plain.headers['content-encoding'], plain.headers['content-type']]).toEqual([
    undefined,
    'application/json; charset=utf-8',
  ])
  const { headers, bytes } = await fetchWith('br, gzip', '/docs/api')
  expect([headers['content-encoding'], gunzipSync(bytes).equals(plain.bytes)]).toEqual(['gzip', true])
  const others = await fetchWith('br', '/docs/api')
  expect([others.headers['content-encoding'], others.headers.vary, others.bytes.equals(plain.bytes)]).toEqual([
    undefined,
    plain.headers.vary,
    true,
  ])
  expect(String(plain.headers.vary).match(/accept-encoding/g)).toHaveLength(1)
})

it('short responses and pictures are not compressed', async () => {
  const { id } = await server.db
    .selectFrom('media')
    .select('id')
    .where('class', '=', 'public')
    .where('unused_since', 'is', null)
    .limit(1)
    .executeTakeFirstOrThrow()
  for (const url of ['/healthz', `/media/${id}/full`]) {
    const { status, headers, bytes } = await fetchWith('br, gzip', url)
    expect([url, status, headers['content-encoding']]).toEqual([url, 200, undefined])
    expect([url, headers['content-length']]).toEqual([url, String(bytes.length)])
  }
})
