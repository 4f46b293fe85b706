import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fetchTrusted } from './fetch-trusted.ts'

let server: Server
let base: string
const requests: string[] = []
beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(request.url!)
    if (request.url === '/away') response.writeHead(302, { location: '/facts' }).end()
    else if (request.url === '/long') response.end(JSON.stringify('x'.repeat(5000)))
    else if (request.url === '/facts') response.end('{"of":"this machine"}')
  })
  await new Promise<void>(done => {
    server.listen(0, '127.0.0.1', done)
  })
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const limits = { timeoutMs: 300, maxBytes: 1000 }

it('fetchTrusted accepts a URL of the operator without https and on this machine', async () => {
  expect(await fetchTrusted(new URL(`${base}/facts`), limits)).toEqual({ of: 'this machine' })
})

it('fetchTrusted follows no redirect, and limits time and size', async () => {
  requests.length = 0
  await expect(fetchTrusted(new URL(`${base}/away`), limits)).rejects.toThrow('answered 302')
  expect(requests).toEqual(['/away'])
  await expect(fetchTrusted(new URL(`${base}/long`), limits)).rejects.toThrow('too long')
  await expect(fetchTrusted(new URL(`${base}/silent`), limits)).rejects.toThrow('too slow')
})

it('errors of fetchTrusted do not contain the URL', async () => {
  const error = await fetchTrusted(new URL('http://127.0.0.1:9/?appid=secret'), limits).catch((one: Error) => one)
  expect(String(error)).not.toMatch(/secret|127/)
})

/**
 * The only files that may open connections. The operator configures all their target addresses, except for the
 * `*-external` files.
 */
const allowedFiles = [
  'features/entry/apple-token.service.ts',
  'kernel/mail/mail.ts',
  'kernel/outside/fetch-external.ts',
  'kernel/outside/fetch-trusted.ts',
  'kernel/outside/post-external.ts',
]

it('no other server file opens connections', () => {
  const root = join(import.meta.dirname, '../..')
  const opensConnection =
    /(?<![.\w])fetch\(|(?:node:)?https?'(?<!type:? .*)|createRemoteJWKSet|nodemailer|sendNotification|'undici'|\.createConnection\(/
  const found = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.ts') && !/\.test\.ts$|^testing\//.test(file))
    .filter(file =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .some(
          line =>
            !line.startsWith('import type') &&
            !line.includes('import { type IncomingMessage') &&
            opensConnection.test(line),
        ),
    )
  expect(found.sort()).toEqual(allowedFiles)
})
