import { rmSync } from 'node:fs'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { STYLE, writeWebApp } from '../../testing/built-web-app.ts'
import { openTestServer, type TestServer } from '../../testing/test-server.ts'

let folder: string
let server: TestServer
beforeAll(async () => {
  folder = writeWebApp()
  server = await openTestServer('demo', { webDir: folder })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

describe('the files of the app', () => {
  const ask = (url: string, method: 'GET' | 'HEAD' = 'GET', accept = '*/*') =>
    server.app.inject({ url, method, headers: { accept, 'accept-encoding': 'br' } })

  it('are served precompressed, and cached forever if their name contains a hash', async () => {
    for (const method of ['GET', 'HEAD'] as const) {
      const { statusCode, headers, rawPayload } = await ask('/assets/app.css', method)
      expect([statusCode, headers['content-encoding'], headers['content-type'], headers['cache-control']]).toEqual([
        200,
        'br',
        'text/css; charset=utf-8',
        'public, max-age=31536000, immutable',
      ])
      expect(headers['content-length']).toBe(String(brotliCompressSync(STYLE).length))
      if (method === 'GET') expect(brotliDecompressSync(rawPayload).toString()).toBe(STYLE)
    }
  })

  it.each([
    ['gzip;q=1, br;q=0.1', 'gzip'],
    ['br;q=0.9, gzip;q=0.2', 'br'],
    ['br;q=0, *', 'gzip'],
    ['identity, br;q=0.5', undefined],
    ['br;q=0', undefined],
    [undefined, undefined],
  ])('are served for accept-encoding %j with content-encoding %s', async (acceptEncoding, encoding) => {
    const { headers, rawPayload } = await server.app.inject({
      url: '/assets/app.css',
      headers: acceptEncoding === undefined ? {} : { 'accept-encoding': acceptEncoding },
    })
    expect([headers['content-encoding'], headers.vary]).toEqual([encoding, expect.stringContaining('accept-encoding')])
    const unpacked =
      encoding === 'br' ? brotliDecompressSync(rawPayload) : encoding ? gunzipSync(rawPayload) : rawPayload
    expect(unpacked.toString()).toBe(STYLE)
  })

  it('are not served at the paths of their compressed variants', async () => {
    for (const url of ['/assets/app.css.br', '/assets/app.css.gz'])
      for (const method of ['GET', 'HEAD'] as const)
        expect([url, (await ask(url, method)).statusCode]).toEqual([url, 404])
    expect((await ask('/assets/app.css.br', 'GET', 'text/html')).statusCode).toBe(404)
    expect((await ask('/assets/lone.gz')).body).toBe('a download of its own')
  })

  it('without a hash in their name are revalidated, and range requests are ignored', async () => {
    const { headers, body } = await server.app.inject({ url: '/first-paint.js?again' })
    expect([headers['cache-control'], body]).toEqual(['no-cache', '0'])
    for (const range of ['bytes=99999-', 'bytes=0-0', 'bytes=abc', 'bytes=5-2'])
      expect((await server.app.inject({ url: '/first-paint.js', headers: { range } })).statusCode).toBe(200)
    const known = await server.app.inject({ url: '/first-paint.js', headers: { 'if-none-match': headers.etag } })
    expect(known.statusCode).toBe(304)
  })

  it.each([
    '/assets/gone.js',
    '/.vite/pages.json',
    '/assets/../.vite/pages.json',
    '/assets/%2e%2e/.vite/pages.json',
    '/assets/..%2f.vite%2fpages.json',
    '/assets/%2e%2e/%2e%2e/package.json',
  ])('do not include %s', async url => {
    const { statusCode, body } = await ask(url)
    expect([statusCode, body]).toEqual([404, expect.not.stringContaining('/les-tilleuls')])
  })
})
