import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { importJWK, jwtVerify } from 'jose'
import type { PushPayload } from '@parvis/contract/push-payload.ts'

/** A push as the browser decrypts it. */
export interface Pushed {
  browser: TestBrowser
  news: PushPayload
  ttl: number
  urgency: string | undefined
  topic: string | undefined
  /** The VAPID claims of the installation. */
  claims: Record<string, unknown>
}

export interface TestBrowser {
  id: string
  url: string
  /** The PushSubscription as a JSON string. */
  token: string
}

export interface PushService {
  origin: URL
  /** Subscribes a browser with the public key of an installation; pushes signed with another key are refused. */
  subscribe(publicKey: string): TestBrowser
  pushed: Pushed[]
  attempts: { browser: string; status: number | 'silence' }[]
  /**
   * Returns the status with which an attempt is refused, `silence` for no response at all, or undefined to accept it.
   */
  answer: ((browser: TestBrowser, attempts: number) => number | 'silence' | undefined) | null
  close(): Promise<void>
}

const CURVE = 'prime256v1'
const POINT_BYTES = 65
const SALT_BYTES = 16
/** Push services reject VAPID claims that are valid for longer than this. */
const MAX_CLAIM_S = 24 * 60 * 60

const derive = (key: Buffer, salt: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length))

/** Decrypts a message of a single record: RFC 8291 over RFC 8188. */
const decrypt = (encrypted: Buffer, browserKey: ECDH, auth: Buffer): string => {
  const salt = encrypted.subarray(0, SALT_BYTES)
  const keyLength = encrypted[SALT_BYTES + 4]!
  if (keyLength !== POINT_BYTES) throw new Error('not a push key')
  const senderKey = encrypted.subarray(SALT_BYTES + 5, SALT_BYTES + 5 + keyLength)
  const record = encrypted.subarray(SALT_BYTES + 5 + keyLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browserKey.getPublicKey(), senderKey])
  const secret = derive(browserKey.computeSecret(senderKey), auth, info, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = padded.lastIndexOf(2)
  return padded.subarray(0, end).toString('utf8')
}

/** Verifies the VAPID header (RFC 8292) and returns the sender’s key and claims; throws if it is invalid. */
const readClaims = async ({ headers }: IncomingMessage, origin: string) => {
  const [, token, key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(headers.authorization ?? '') ?? []
  const point = Buffer.from(key ?? '', 'base64url')
  if (!token || !key || point.length !== POINT_BYTES) throw new Error('no VAPID header')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map(part => part.toString('base64url'))
  const { payload } = await jwtVerify(token, await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256'), {
    audience: origin,
  })
  if (!payload.exp || payload.exp - Date.now() / 1000 > MAX_CLAIM_S)
    throw new Error('the claims are valid for too long')
  if (!/^(?:mailto:\S+@\S+|https:)/.test(payload.sub ?? '')) throw new Error('the claims have no contact address')
  return { key, claims: payload as Record<string, unknown> }
}

const readBody = async (request: IncomingMessage) => {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/**
 * Starts a local push service: it verifies keys, decrypts accepted pushes as the browser would, and refuses pushes as
 * the test specifies in `answer`.
 */
export const startPushService = async (): Promise<PushService> => {
  const browsers = new Map<string, TestBrowser & { browserKey: ECDH; auth: Buffer; publicKey: string }>()
  const service: Pick<PushService, 'pushed' | 'attempts' | 'answer'> = { pushed: [], attempts: [], answer: null }
  const handlePush = async (request: IncomingMessage, origin: string): Promise<number | 'silence'> => {
    const body = await readBody(request)
    const browser = browsers.get(request.url!.split('/').at(-1)!)
    if (request.method !== 'POST' || !browser) return 404
    const { headers } = request
    const { key, claims } = await readClaims(request, origin)
    if (key !== browser.publicKey) return 403
    const refusal = service.answer?.(browser, service.attempts.filter(one => one.browser === browser.id).length)
    if (refusal) return refusal
    const { id, url, token, browserKey, auth } = browser
    if (headers['content-encoding'] !== 'aes128gcm' || body.length > 4096 || !headers.ttl) return 400
    service.pushed.push({
      browser: { id, url, token },
      news: JSON.parse(decrypt(body, browserKey, auth)),
      ttl: Number(headers.ttl),
      urgency: headers.urgency as string | undefined,
      topic: headers.topic as string | undefined,
      claims,
    })
    return 201
  }
  const server = createServer((request, response) => {
    handlePush(request, `http://${request.headers.host}`)
      .catch(() => 401)
      .then(status => {
        service.attempts.push({ browser: request.url!.split('/').at(-1)!, status })
        if (status !== 'silence') response.writeHead(status).end()
      })
  })
  await new Promise<void>(done => {
    server.listen(0, '127.0.0.1', done)
  })
  const origin = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return Object.assign(service, {
    origin,
    subscribe(publicKey: string) {
      const browserKey = createECDH(CURVE)
      const p256dh = browserKey.generateKeys().toString('base64url')
      const auth = randomBytes(16)
      const id = randomBytes(16).toString('base64url')
      const url = `${origin.origin}/push/${id}`
      const token = JSON.stringify({
        endpoint: url,
        expirationTime: null,
        keys: { p256dh, auth: auth.toString('base64url') },
      })
      browsers.set(id, { id, url, token, browserKey, auth, publicKey })
      return { id, url, token }
    },
    close: () =>
      new Promise<void>(done => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  })
}
