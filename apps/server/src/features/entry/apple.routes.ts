import '@fastify/cookie'
import {
  APPLE_CALLBACK,
  type AppleOutcome,
  type FullName,
  logInWithApple,
  signUpWithApple,
  startWithApple,
} from '@parvis/contract/entry-apple.ts'
import type { SessionUser, Strategy } from '@parvis/contract/session.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fail, KeyedError } from '#server/kernel/errors.ts'
import { cookieNames, usesHttps } from '#server/kernel/http/http.ts'
import { serve } from '#server/kernel/http/serve.ts'
import { isShellRequest } from '#server/kernel/http/shells.ts'
import { HALF_HOUR_MS, consume } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { hashSecret, isSameSecret } from '#server/kernel/secrets.ts'
import { getRegistrationRules } from '../community/community.service.ts'
import { authenticateByApple, registerByApple } from './apple-entry.service.ts'
import {
  type AppleIdentity,
  createAppleTokenVerifier,
  createNonce,
  isNonceValid,
  NONCE_MS,
  nonceForApple,
} from './apple-token.service.ts'
import type { Caller } from './counted-attempt.service.ts'
import { auditRepeatable } from '../session/session.service.ts'
import type { AuthenticatedUser } from '../session/complete-log-in.service.ts'

type CallerOf = (request: FastifyRequest) => Caller
type CompleteLogIn = (
  request: FastifyRequest,
  reply: FastifyReply,
  proven: AuthenticatedUser,
  strategy: Strategy,
) => Promise<SessionUser>

interface AppleResponse {
  bundleId?: string
  identityToken?: string
  nonce?: string
  fullName?: FullName
}

/** Payloads that pass through the browser in encrypted form; `door` is the `customUri` of the community. */
interface SealedPayloads {
  toApple: { door: string; nonceHash: string }
  fromApple: AppleIdentity
}

const MAX_FORM_BYTES = 32 * 1024

/** Parses the `user` field of the first sign-in. The field is not signed, so it may contain anything. */
const readFullName = (text: string | null): FullName | undefined => {
  try {
    const { name } = JSON.parse(text ?? '') as { name?: Record<string, unknown> }
    const namePart = (part: unknown) => (typeof part === 'string' ? part.slice(0, 200) : undefined)
    return name ? { givenName: namePart(name.firstName), familyName: namePart(name.lastName) } : undefined
  } catch {
    return undefined
  }
}

/**
 * Apple returns to us by a cross-site form post, with which the browser sends only our `SameSite=None` cookie. Because
 * of that the callback logs nobody in: it puts the verified identity into a `SameSite=Strict` cookie, and our own page
 * then requests the log-in.
 */
const createCookies = (settings: Platform['settings']) => {
  const secure = usesHttps(settings)
  const names = cookieNames(secure)
  const options = { path: '/', httpOnly: true, maxAge: NONCE_MS / 1000 }
  return {
    // Browsers accept `Secure` cookies from localhost without https; all other hosts need https for Apple anyway.
    toApple: { name: names.toApple, options: { ...options, sameSite: 'none', secure: true } as const },
    fromApple: { name: names.fromApple, options: { ...options, sameSite: 'strict', secure } as const },
  }
}

interface AppleContext {
  platform: Platform
  /** Null where Sign in with Apple is not configured; the routes then respond with `error404`. */
  verifyIdentityToken: ReturnType<typeof createAppleTokenVerifier> | null
  cookies: ReturnType<typeof createCookies>
}

// The prefix `kind` prevents a payload sealed for one purpose from being accepted for the other.
const seal = <K extends keyof SealedPayloads>({ secretBox }: Platform, kind: K, payload: SealedPayloads[K]) =>
  secretBox.seal(`${kind} ${JSON.stringify(payload)}`)
const open = <K extends keyof SealedPayloads>(
  { secretBox }: Platform,
  kind: K,
  sealed: string | null | undefined,
): SealedPayloads[K] | null => {
  const text = sealed ? secretBox.open(sealed) : null
  return text?.startsWith(`${kind} `) ? (JSON.parse(text.slice(kind.length)) as SealedPayloads[K]) : null
}

const auditFailure = async ({ db }: Platform, address: string) => {
  await auditRepeatable(db, `apple-noted ${address}`, { act: 'apple.failed', address })
}

const verifyToken = async (
  { platform, verifyIdentityToken }: AppleContext,
  request: FastifyRequest,
  { identityToken, nonce, bundleId, fullName }: AppleResponse,
) => {
  try {
    if (!identityToken || !nonce) throw new Error('identity token or nonce missing')
    return { ...(await verifyIdentityToken!(identityToken, nonce, bundleId)), fullName: fullName ?? null }
  } catch (error) {
    // Either the token is invalid or the keys of Apple cannot be fetched. The token itself is not logged.
    const { code, claim, message } = error as { code?: string; claim?: string; message: string }
    request.log.warn({ code, claim, reason: message }, 'Apple identity token rejected')
    await auditFailure(platform, request.address)
    return fail('appleerror')
  }
}

/**
 * Returns a function that verifies the identity token of a native app, or reads the identity from the cookie of the
 * callback. It throws `appleerror`, and `toomanyrequests` after many rejected tokens.
 */
const createIdentityReader =
  (context: AppleContext, request: FastifyRequest, response: AppleResponse) => async (): Promise<AppleIdentity> => {
    const { platform, cookies } = context
    if (response.identityToken === undefined) {
      return open(platform, 'fromApple', request.cookies[cookies.fromApple.name]) ?? fail('appleerror')
    }
    const limit = { bucket: `apple-address ${request.address}`, max: 20, windowMs: HALF_HOUR_MS }
    const refund = await consume(platform.db, [limit])
    const identity = await verifyToken(context, request, response)
    await refund()
    return identity
  }

/** Returns the address of Apple’s sign-in page, which leads back to the callback, and the nonce. */
const startSignIn = async (
  { platform, cookies }: AppleContext,
  communityId: string,
  request: FastifyRequest,
  reply: FastifyReply,
) => {
  const { db, settings, site } = platform
  const apple = settings.apple!
  const community = await getRegistrationRules(db, communityId)
  await consume(db, [{ bucket: `apple-start ${request.address}`, max: 100, windowMs: HALF_HOUR_MS }])
  const nonce = await createNonce(platform)
  // A native app contacts Apple itself and stores the nonce, so it receives no cookie.
  if (!isShellRequest(request)) reply.setCookie(cookies.toApple.name, nonce, cookies.toApple.options)
  const url = new URL(apple.authorizeUrl)
  url.search = new URLSearchParams({
    client_id: apple.clientId,
    redirect_uri: `${site.origin}${APPLE_CALLBACK}`,
    response_type: 'code id_token',
    response_mode: 'form_post',
    scope: 'name email',
    state: seal(platform, 'toApple', { door: community.customUri, nonceHash: hashSecret(nonce) }),
    nonce: nonceForApple(nonce),
  }).toString()
  return { url: url.href, nonce }
}

/**
 * Verifies the response of Apple and sets a cookie with the identity. The community is read from our `state`, so that a
 * failed sign-in also returns to the right page.
 */
const handleCallback = async (
  context: AppleContext,
  request: FastifyRequest,
  reply: FastifyReply,
  form: URLSearchParams,
): Promise<{ communityUri: string | null; outcome: AppleOutcome }> => {
  const { platform, cookies } = context
  const { db, clock } = platform
  const state = open(platform, 'toApple', form.get('state'))
  const nonce = request.cookies[cookies.toApple.name]
  const communityUri = state?.door ?? null
  if (!state || !nonce || !isSameSecret(state.nonceHash, hashSecret(nonce))) return { communityUri, outcome: 'failed' }
  if (form.get('error') === 'user_cancelled_authorize') return { communityUri, outcome: 'cancelled' }
  try {
    const identityToken = form.get('id_token') ?? undefined
    const response = { identityToken, nonce, fullName: readFullName(form.get('user')) }
    const identity = await verifyToken(context, request, response)
    if (!(await isNonceValid(db, state.nonceHash, clock.now()))) return { communityUri, outcome: 'failed' }
    reply.setCookie(cookies.fromApple.name, seal(platform, 'fromApple', identity), cookies.fromApple.options)
    return { communityUri, outcome: 'back' }
  } catch (error) {
    if (!(error instanceof KeyedError)) request.log.error({ err: error }, 'handling the Apple callback failed')
    return { communityUri, outcome: 'failed' }
  }
}

// Registered in a separate Fastify scope, so that no other route accepts form posts.
const callbackRoute = (app: FastifyInstance, context: AppleContext, assertAppleEnabled: () => void) =>
  app.register(async scope => {
    const { platform, cookies } = context
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
      (_request: FastifyRequest, text: string, done) => done(null, new URLSearchParams(text)),
    )
    scope.post(APPLE_CALLBACK, async (request, reply) => {
      assertAppleEnabled()
      if (request.headers.origin !== platform.settings.apple!.authorizeUrl.origin) return fail('forbidden')
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
      const { communityUri, outcome } = await handleCallback(context, request, reply, form)
      reply.clearCookie(cookies.toApple.name, cookies.toApple.options)
      return reply.redirect(
        communityUri ? `/${communityUri}/connexion?apple=${outcome}` : `/connexion?apple=${outcome}`,
        303,
      )
    })
  })

export const appleRoutes = (
  app: FastifyInstance,
  platform: Platform,
  completeLogIn: CompleteLogIn,
  callerOf: CallerOf,
) => {
  const { apple } = platform.settings
  const cookies = createCookies(platform.settings)
  const context: AppleContext = {
    platform,
    verifyIdentityToken: apple && createAppleTokenVerifier(apple, platform.clock),
    cookies,
  }

  const assertAppleEnabled = () => {
    if (!apple) fail('error404')
  }

  const completeAppleLogIn = async (request: FastifyRequest, reply: FastifyReply, proven: AuthenticatedUser) => {
    if (!isShellRequest(request)) reply.clearCookie(cookies.fromApple.name, cookies.fromApple.options)
    return completeLogIn(request, reply, proven, 'apple')
  }

  serve(app, startWithApple, [assertAppleEnabled], ({ body, request, reply }) =>
    startSignIn(context, body.communityId, request, reply),
  )

  serve(app, logInWithApple, [assertAppleEnabled], async ({ body, request, reply }) =>
    completeAppleLogIn(
      request,
      reply,
      await authenticateByApple(platform, body, createIdentityReader(context, request, body), callerOf(request)),
    ),
  )

  serve(app, signUpWithApple, [assertAppleEnabled], async ({ body, actor, request, reply }) =>
    completeAppleLogIn(
      request,
      reply,
      await registerByApple(platform, body, createIdentityReader(context, request, body), actor, callerOf(request)),
    ),
  )

  void callbackRoute(app, context, assertAppleEnabled)
}
