// Pushes to Android phones through Firebase Cloud Messaging (HTTP v1), with a service account of the operator.
import { parseJson } from '#server/kernel/parse-json.ts'
import { postTrusted } from '#server/kernel/outside/fetch-trusted.ts'
import type { FcmSettings } from './phone-settings.ts'
import { createKeyBackoff, type PushOutcome, outcomeOfStatus, type Push, type PushService } from './push-service.ts'

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging'
const ASSERTION_S = 60 * 60
const MARGIN_MS = 60_000
const TIMEOUT_MS = 4_000
const MAX_RESPONSE_BYTES = 16_384
const limitsOf = ({ timeoutMs = TIMEOUT_MS }: FcmSettings) => ({ timeoutMs, maxBytes: MAX_RESPONSE_BYTES })

/** Names of the notification channels that the Android app creates; the second channel is silent. */
const channels = { audible: 'news', again: 'again' } as const

const readAnswer = (body: string) => (parseJson(body) ?? {}) as Record<string, unknown>

/** Returns the access token, or the status of the refusal. Rejects if the service cannot be reached. */
const requestAccessToken = async (settings: FcmSettings) => {
  const { clientEmail, key, tokenUrl } = settings
  const now = Math.floor(Date.now() / 1000)
  const { SignJWT } = await import('jose')
  const assertion = await new SignJWT({ scope: SCOPE })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(clientEmail)
    .setAudience(tokenUrl.href)
    .setIssuedAt(now)
    .setExpirationTime(now + ASSERTION_S)
    .sign(key)
  const body = String(new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }))
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await postTrusted(tokenUrl, { headers, body }, limitsOf(settings))
  const { access_token: token, expires_in: seconds } = readAnswer(answer.body)
  if (answer.status !== 200 || typeof token !== 'string') return { refused: answer.status }
  return { token, until: Date.now() + Number(seconds ?? 0) * 1000 - MARGIN_MS }
}

const createAccessTokenCache = (settings: FcmSettings) => {
  let pending: ReturnType<typeof requestAccessToken> | null = null
  const drop = () => {
    pending = null
  }
  return {
    drop,
    async get() {
      const current = await pending?.catch(() => null)
      if (!current?.token || current.until < Date.now()) pending = requestAccessToken(settings)
      return pending!
    },
  }
}

const messageOf = (token: string, { payload, ttl, urgency, topic, isFirst, unreadCount }: Push): string =>
  JSON.stringify({
    message: {
      token,
      notification: { title: payload.title, body: payload.body },
      data: { path: payload.path },
      android: {
        // no `collapse_key`: Google stores at most four of them for an offline phone, and each conversation would need
        // one
        priority: urgency === 'high' ? 'HIGH' : 'NORMAL',
        ttl: `${ttl}s`,
        notification: {
          tag: topic,
          channel_id: payload.again || isFirst ? channels.audible : channels.again,
          notification_count: unreadCount,
        },
      },
    },
  })

const readOutcome = (status: number, body: string): PushOutcome => {
  const details =
    ((readAnswer(body).error ?? {}) as { details?: { errorCode?: string; fieldViolations?: { field?: string }[] }[] })
      .details ?? []
  const code = details.find(({ errorCode }) => errorCode)?.errorCode
  const fields = details.flatMap(({ fieldViolations = [] }) => fieldViolations.map(({ field }) => field))
  if (status === 404 && code === 'UNREGISTERED') return 'gone'
  // an invalid argument means an invalid token if the error names the token or no field at all
  if (status === 400 && code === 'INVALID_ARGUMENT' && fields.every(field => field === 'message.token')) return 'gone'
  // a token of another project or of an iPhone is a fault of that device and must not stop other pushes
  if (code === 'SENDER_ID_MISMATCH' || code === 'THIRD_PARTY_AUTH_ERROR') return 'refused'
  if (status === 401 || status === 403) return 'keyrefused'
  return outcomeOfStatus(status)
}

export const createFcm = (settings: FcmSettings): PushService => {
  const access = createAccessTokenCache(settings)
  const backoff = createKeyBackoff('Google’s push service')
  const target = new URL(`/v1/projects/${encodeURIComponent(settings.projectId)}/messages:send`, settings.origin)
  const throwUnreachable = () => {
    // the error of a resolver or a connection may contain the host or URL
    throw new Error('the push service was not reached')
  }
  return {
    async post({ clock }, { address }, push) {
      const now = clock.now()
      if (backoff.isActive(now)) return { outcome: 'keyrefused', status: 0 }
      const current = await access.get().catch(throwUnreachable)
      if (current.token === undefined) {
        access.drop()
        const isOurFault = outcomeOfStatus(current.refused) !== 'later'
        if (isOurFault) backoff.start(now, `no access token, ${current.refused}`)
        return { outcome: isOurFault ? 'keyrefused' : 'later', status: current.refused }
      }
      const headers = { authorization: `Bearer ${current.token}`, 'content-type': 'application/json' }
      const posted = { headers, body: messageOf(address, push) }
      const answer = await postTrusted(target, posted, limitsOf(settings)).catch(throwUnreachable)
      const outcome = readOutcome(answer.status, answer.body)
      if (outcome === 'keyrefused') {
        access.drop()
        backoff.start(now, String(answer.status))
      }
      return { outcome, status: answer.status }
    },
  }
}
