// Local fakes of APNs and FCM: they verify keys and refuse pushes as the test specifies.
import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { createServer as createHttpServer, type IncomingMessage } from 'node:http'
import { createServer, type IncomingHttpHeaders, type ServerHttp2Session } from 'node:http2'
import type { AddressInfo, Server } from 'node:net'
import { type JWTPayload, jwtVerify } from 'jose'
import type { ApnsSettings, FcmSettings } from '../features/push/phone-settings.ts'

export interface PushedToPhone {
  token: string
  title: string
  body: string
  /** The screen that a tap on the notification opens. */
  path: string
  badge: number
  /** Whether the notification makes a sound. */
  sounds: boolean
  /** A later push with the same tag replaces this notification. */
  tag: string
  ttl: number
  isUrgent: boolean
  raw: string
}

/** How a fake refuses a push: with a status and the service's reason, or without any response. */
export type PhoneRefusal = { status: number; reason?: string } | 'silence'

export interface PhonePushService<S> {
  settings: S
  /** Registers a phone; returns its push token. */
  newToken(): string
  pushed: PushedToPhone[]
  attempts: { token: string; status: number | 'silence' }[]
  refusePush: ((token: string, attempts: number) => PhoneRefusal | undefined) | null
  close(): Promise<void>
}

export interface FakeApns extends PhonePushService<ApnsSettings> {
  connections(): number
}

export interface FakeFcm extends PhonePushService<FcmSettings> {
  tokenRequests(): number
  tokenRequestStatus: number | null
}

const listen = async (server: Server): Promise<URL> => {
  await new Promise<void>(done => {
    server.listen(0, '127.0.0.1', done)
  })
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
}

const readAll = async (stream: AsyncIterable<Buffer>): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Payload limit of both services. */
const MAX_BYTES = 4_096
const HOUR_S = 60 * 60

const countAttempts = ({ attempts }: Pick<PhonePushService<unknown>, 'attempts'>, token: string) =>
  attempts.filter(one => one.token === token).length

const isValidToken = async (
  headers: IncomingHttpHeaders,
  { keyId, teamId }: ApnsSettings,
  publicKey: KeyObject,
): Promise<boolean> => {
  const [, token] = /^bearer ([\w.-]+)$/.exec(headers.authorization ?? '') ?? []
  try {
    const { payload, protectedHeader } = await jwtVerify(token!, publicKey, { issuer: teamId, algorithms: ['ES256'] })
    const age = Date.now() / 1000 - (payload.iat ?? 0)
    return protectedHeader.kid === keyId && age > -5 && age < HOUR_S
  } catch {
    return false
  }
}

const readApnsPush = (token: string, headers: IncomingHttpHeaders, raw: string): PushedToPhone => {
  const { aps, path } = JSON.parse(raw) as {
    aps: { alert: { title: string; body: string }; badge: number; sound?: string; 'thread-id': string }
    path: string
  }
  return {
    ...aps.alert,
    token,
    path,
    badge: aps.badge,
    sounds: aps.sound !== undefined,
    tag: String(headers['apns-collapse-id']),
    ttl: Number(headers['apns-expiration']) - Math.floor(Date.now() / 1000),
    isUrgent: headers['apns-priority'] === '10',
    raw,
  }
}

export const startFakeApns = async (): Promise<FakeApns> => {
  const { privateKey: key, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const sessions = new Set<ServerHttp2Session>()
  let connections = 0
  const server = createServer()
  const service: FakeApns = {
    settings: {
      key,
      keyId: 'KEY1234567',
      teamId: 'TEAM123456',
      topic: 'example.parvis.app',
      origin: await listen(server),
    },
    newToken: () => randomBytes(32).toString('hex'),
    pushed: [],
    attempts: [],
    refusePush: null,
    connections: () => connections,
    close: () =>
      new Promise(done => {
        for (const session of sessions) session.destroy()
        server.close(() => done())
      }),
  }
  const handlePush = async (
    token: string,
    headers: IncomingHttpHeaders,
    body: Buffer,
  ): Promise<PhoneRefusal | null> => {
    if (!(await isValidToken(headers, service.settings, publicKey)))
      return { status: 403, reason: 'InvalidProviderToken' }
    if (headers['apns-topic'] !== service.settings.topic) return { status: 400, reason: 'TopicDisallowed' }
    if (!/^[0-9a-f]{64}$/.test(token)) return { status: 400, reason: 'BadDeviceToken' }
    const refusal = service.refusePush?.(token, countAttempts(service, token))
    if (refusal) return refusal
    if (body.length > MAX_BYTES) return { status: 413, reason: 'PayloadTooLarge' }
    if (headers['apns-push-type'] !== 'alert' || String(headers['apns-collapse-id'] ?? '').length > 64)
      return { status: 400, reason: 'InvalidPushType' }
    service.pushed.push(readApnsPush(token, headers, String(body)))
    return null
  }
  server.on('session', session => {
    connections++
    sessions.add(session)
    session.on('close', () => sessions.delete(session))
  })
  server.on('stream', async (stream, headers) => {
    stream.on('error', () => {})
    const token = String(headers[':path']).replace(/^\/3\/device\//, '')
    const refusal = await handlePush(token, headers, await readAll(stream as AsyncIterable<Buffer>))
    const status = refusal === 'silence' ? 'silence' : (refusal?.status ?? 200)
    service.attempts.push({ token, status })
    if (status === 'silence' || stream.destroyed) return
    stream.respond({ ':status': status })
    stream.end(
      refusal && refusal !== 'silence' && refusal.reason ? JSON.stringify({ reason: refusal.reason }) : undefined,
    )
  })
  return service
}

interface FcmMessage {
  token: string
  notification: { title: string; body: string }
  data: { path: string }
  android: {
    priority: string
    ttl: string
    notification: { tag: string; channel_id: string; notification_count: number }
  }
}

const readFcmPush = (raw: string): PushedToPhone => {
  const { message } = JSON.parse(raw) as { message: FcmMessage }
  const { token, notification, data, android } = message
  return {
    ...notification,
    token,
    path: data.path,
    badge: android.notification.notification_count,
    sounds: android.notification.channel_id === 'news',
    tag: android.notification.tag,
    ttl: Number(/^(\d+)s$/.exec(android.ttl)![1]),
    isUrgent: android.priority === 'HIGH',
    raw,
  }
}

const fcmErrorBody = (status: number, reason?: string) =>
  JSON.stringify({
    error: {
      code: status,
      message: 'refused',
      status: 'REFUSED',
      details: reason ? [{ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode: reason }] : [],
    },
  })

/** Whether the body of a token request has a valid assertion for our service account. */
const isValidTokenRequest = async (
  body: string,
  { clientEmail: issuer, tokenUrl }: FcmSettings,
  publicKey: KeyObject,
): Promise<boolean> => {
  const form = new URLSearchParams(body)
  const claims = await jwtVerify(form.get('assertion') ?? '', publicKey, {
    issuer,
    audience: tokenUrl.href,
    algorithms: ['RS256'],
  }).then(
    ({ payload }) => payload,
    (): JWTPayload => ({}),
  )
  return (
    form.get('grant_type') === 'urn:ietf:params:oauth:grant-type:jwt-bearer' &&
    claims.scope === 'https://www.googleapis.com/auth/firebase.messaging' &&
    (claims.exp ?? 0) - (claims.iat ?? 0) <= HOUR_S
  )
}

const handleFcmPush = (
  service: FakeFcm,
  accessTokens: ReadonlySet<string>,
  request: IncomingMessage,
  raw: string,
): PhoneRefusal | null => {
  if (request.url !== `/v1/projects/${service.settings.projectId}/messages:send`) return { status: 404 }
  if (!accessTokens.has(/^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '')) return { status: 401 }
  const push = readFcmPush(raw)
  const refusal = service.refusePush?.(push.token, countAttempts(service, push.token))
  if (refusal) return refusal
  if (raw.length > MAX_BYTES) return { status: 400, reason: 'INVALID_ARGUMENT' }
  service.pushed.push(push)
  return null
}

export const startFakeFcm = async (): Promise<FakeFcm> => {
  const { privateKey: key, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const accessTokens = new Set<string>()
  let tokenRequests = 0
  const server = createHttpServer()
  const origin = await listen(server)
  const service: FakeFcm = {
    settings: {
      key,
      projectId: 'parvis-test',
      clientEmail: 'push@parvis-test.iam.example',
      tokenUrl: new URL('/token', origin),
      origin,
    },
    newToken: () => `${randomBytes(16).toString('base64url')}:APA91b${randomBytes(100).toString('base64url')}`,
    pushed: [],
    attempts: [],
    refusePush: null,
    tokenRequestStatus: null,
    tokenRequests: () => tokenRequests,
    close: () =>
      new Promise(done => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
  const grantAccessToken = async (body: string): Promise<[number, string]> => {
    tokenRequests++
    if (service.tokenRequestStatus) return [service.tokenRequestStatus, '{"error":"invalid_grant"}']
    if (!(await isValidTokenRequest(body, service.settings, publicKey))) return [400, '{"error":"invalid_grant"}']
    const token = randomBytes(24).toString('base64url')
    accessTokens.add(token)
    return [200, JSON.stringify({ access_token: token, expires_in: 3599, token_type: 'Bearer' })]
  }
  server.on('request', async (request, response) => {
    const body = String(await readAll(request))
    if (request.url === '/token') {
      const [status, text] = await grantAccessToken(body)
      return response.writeHead(status, { 'content-type': 'application/json' }).end(text)
    }
    const refusal = handleFcmPush(service, accessTokens, request, body)
    const status = refusal === 'silence' ? 'silence' : (refusal?.status ?? 200)
    service.attempts.push({ token: (JSON.parse(body) as { message: FcmMessage }).message.token, status })
    if (refusal === 'silence') return
    response
      .writeHead(refusal?.status ?? 200, { 'content-type': 'application/json' })
      .end(refusal ? fcmErrorBody(refusal.status, refusal.reason) : '{"name":"projects/parvis-test/messages/1"}')
  })
  return service
}
