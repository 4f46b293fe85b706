// Pushes to Apple devices (APNs): one HTTP/2 connection, authenticated by a token signed with the operator’s key.
import { parseJson } from '#server/kernel/parse-json.ts'
import { createPostHttp2, type Http2Answer } from '#server/kernel/outside/post-http2.ts'
import type { ApnsSettings } from './phone-settings.ts'
import { createKeyBackoff, type PushOutcome, outcomeOfStatus, type Push, type PushService } from './push-service.ts'

/** How long a signed token is used: Apple accepts it for an hour and refuses a new one within twenty minutes. */
const TOKEN_MS = 40 * 60_000

const createProviderToken = ({ key, keyId, teamId }: ApnsSettings) => {
  let token: Promise<string> | null = null
  let madeAt = 0
  return {
    get: (): Promise<string> => {
      if (!token || Date.now() - madeAt > TOKEN_MS) {
        madeAt = Date.now()
        token = import('jose').then(({ SignJWT }) =>
          new SignJWT().setProtectedHeader({ alg: 'ES256', kid: keyId }).setIssuer(teamId).setIssuedAt().sign(key),
        )
      }
      return token
    },
    drop: () => {
      token = null
    },
  }
}

const payloadOf = ({ payload: { title, body, path, again }, isFirst, unreadCount }: Push): string =>
  JSON.stringify({
    aps: {
      alert: { title, body },
      badge: unreadCount,
      'thread-id': path.split('/')[1],
      // a push that replaces another is silent, unless there is a new message or change
      ...((again || isFirst) && { sound: 'default' }),
    },
    path,
  })

const reasonOf = (body: string): string => String((parseJson(body) as { reason?: unknown } | null)?.reason ?? '')

/** Reasons for a refusal that point to a wrong configuration, not to the device. */
const configurationReasons: ReadonlySet<string> = new Set([
  'BadTopic',
  'MissingTopic',
  'TopicDisallowed',
  'MissingProviderToken',
])

const readOutcome = ({ status }: Http2Answer, reason: string): PushOutcome => {
  if (status === 410 || (status === 400 && reason === 'BadDeviceToken')) return 'gone'
  if (status === 403 && reason === 'ExpiredProviderToken') return 'later'
  if (status === 403 || configurationReasons.has(reason)) return 'keyrefused'
  return outcomeOfStatus(status)
}

export const createApns = (settings: ApnsSettings): PushService => {
  const post = createPostHttp2(settings.origin, settings)
  const token = createProviderToken(settings)
  const backoff = createKeyBackoff('Apple’s push service')
  return {
    async post({ clock }, { address }, push) {
      const now = clock.now()
      if (backoff.isActive(now)) return { outcome: 'keyrefused', status: 0 }
      const headers = {
        authorization: `bearer ${await token.get()}`,
        'apns-topic': settings.topic,
        'apns-push-type': 'alert',
        'apns-collapse-id': push.topic,
        'apns-expiration': Math.floor(now.getTime() / 1000) + push.ttl,
        'apns-priority': push.urgency === 'high' ? 10 : 5,
        'content-type': 'application/json',
      }
      const answer = await post(`/3/device/${address}`, headers, payloadOf(push)).catch(() => {
        // the error of a connection may contain the URL with the token of the device
        throw new Error('the push service was not reached')
      })
      const reason = reasonOf(answer.body)
      const outcome = readOutcome(answer, reason)
      if (reason === 'ExpiredProviderToken') token.drop()
      if (outcome === 'keyrefused') backoff.start(now, `${answer.status} ${reason}`.trim())
      return { outcome, status: answer.status }
    },
  }
}
