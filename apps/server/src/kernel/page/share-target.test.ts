import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MAX_BODY_BYTES, MAX_PICTURE_BYTES } from '@parvis/contract/limits.ts'
import { SHARE_TARGET_PATH } from '@parvis/contract/share-target.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestServer, type TestServer } from '../../testing/test-server.ts'

let folder: string
let server: TestServer
let port: number
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parvis-share-'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><html><head><title>Parvis</title></head></html>')
  server = await openTestServer('demo', { webDir: folder })
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  port = (server.app.server.address() as AddressInfo).port
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

interface Answer {
  status: number | undefined
  to: string | undefined
  body: string
}

const share = (headers: Record<string, string>, bytes: number): Promise<Answer> =>
  new Promise((done, failed) => {
    const sending = request({ port, method: 'POST', path: SHARE_TARGET_PATH, headers }, async answer => {
      const body = (await answer.toArray()).join('')
      done({ status: answer.statusCode, to: answer.headers.location, body })
    })
    sending.on('error', failed)
    const chunk = Buffer.alloc(64 * 1024, '-')
    let left = bytes
    const send = () => {
      while (left > 0) {
        const hasRoom = sending.write(chunk.subarray(0, Math.min(left, chunk.length)))
        left -= chunk.length
        if (!hasRoom) return void sending.once('drain', send)
      }
      sending.end()
    }
    send()
  })

describe('a POST to the share target that no service worker has handled', () => {
  it.each([
    ['multipart/form-data; boundary=x', 100],
    ['application/x-www-form-urlencoded', 100],
    ['application/json', 100],
    ['text/plain', MAX_BODY_BYTES + 1],
    ['no type at all', 100],
    ['application/pdf', MAX_PICTURE_BYTES],
    ['multipart/form-data; boundary=x', 9 * MAX_PICTURE_BYTES],
  ])('is redirected to the post form: %s of %i bytes', async (type, bytes) => {
    const before = process.memoryUsage().arrayBuffers
    const answer = await share({ 'content-type': type, 'content-length': String(bytes), accept: 'text/html' }, bytes)
    expect(answer).toEqual({ status: 303, to: '/?vers=shared', body: '' })
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(MAX_PICTURE_BYTES)
  })

  it('is redirected even if it has no length, type or body', async () => {
    const heads: Record<string, string>[] = [
      { 'transfer-encoding': 'chunked' },
      { 'content-length': '0' },
      { origin: 'null' },
    ]
    for (const headers of heads)
      expect(await share(headers, 'transfer-encoding' in headers ? 1000 : 0)).toMatchObject({ status: 303 })
  })

  it('is redirected when it comes from another site', async () => {
    const visitor = await server.as('neighbor@demo.example')
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const { status, to } = await share({ origin: 'https://evil.example', cookie, 'content-length': '9' }, 9)
    expect([status, to]).toEqual([303, '/?vers=shared'])
  })
})
