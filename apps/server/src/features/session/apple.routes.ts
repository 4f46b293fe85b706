import '@fastify/cookie'
import {
  APPLE_CALLBACK,
  type AppleOutcome,
  type FullName,
  logInWithApple,
  signUpWithApple,
  startWithApple,
} from '@parvis/contract/apple.ts'
import type { SessionUser, Strategy } from '@parvis/contract/session.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { audit } from '#server/kernel/audit.ts'
import { fail, KeyedError } from '#server/kernel/errors.ts'
import { cookieNames, isSecure } from '#server/kernel/http/http.ts'
import { serve } from '#server/kernel/http/serve.ts'
import { isShell } from '#server/kernel/http/shells.ts'
import { HALF_HOUR_MS, isAmongFirstInDay, takeHits } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { hashSecret, isSameSecret } from '#server/kernel/secrets.ts'
import { getCommunityEntrance } from '../community/community.service.ts'
import { proveByApple, registerByApple } from './apple-entry.service.ts'
import {
  type AppleIdentity,
  createAppleReader,
  giveNonce,
  isNonceGood,
  NONCE_MS,
  nonceForApple,
} from './apple-token.service.ts'
import type { Caller } from './counted-try.service.ts'
import { MOST_NOTED } from './log-in-limits.ts'
import type { Proven } from './log-in.service.ts'

declare module '#server/kernel/audit.ts' {
  interface AuditActs {
    'apple.failed': true
  }
}

type CallerOf = (request: FastifyRequest) => Caller
type Enter = (request: FastifyRequest, reply: FastifyReply, proven: Proven, strategy: Strategy) => Promise<SessionUser>

interface Told {
  bundleId?: string
  identityToken?: string
  nonce?: string
  fullName?: FullName
}

/** Payloads that the browser carries encrypted. */
interface Sealed {
  toApple: { door: string; nonceHash: string }
  fromApple: AppleIdentity
}

const MOST_FORM_BYTES = 32 * 1024

/** The `user` field, which Apple sends with the first sign-in only. It is not signed, so it may contain anything. */
const readFullName = (text: string | null): FullName | undefined => {
  try {
    const { name } = JSON.parse(text ?? '') as { name?: Record<string, unknown> }
    const told = (part: unknown) => (typeof part === 'string' ? part.slice(0, 200) : undefined)
    return name ? { givenName: told(name.firstName), familyName: told(name.lastName) } : undefined
  } catch {
    return undefined
  }
}

/**
 * Apple returns to us by a cross-site form post, which carries none of our cookies but the `SameSite=None` one made for
 * it. So the callback logs nobody in: it puts the verified identity into a `SameSite=Strict` cookie, and our own page
 * then asks to log in.
 */
export const appleRoutes = (app: FastifyInstance, platform: Platform, enter: Enter, callerOf: CallerOf) => {
  const { db, clock, settings, secretBox } = platform
  const { apple } = settings
  const readToken = apple && createAppleReader(apple, clock)
  const secure = isSecure(settings)
  const names = cookieNames(secure)
  const life = { path: '/', httpOnly: true, maxAge: NONCE_MS / 1000 }
  // Browsers accept `Secure` cookies from localhost without https, and Apple allows no other address without it.
  const toApple = { ...life, sameSite: 'none', secure: true } as const
  const fromApple = { ...life, sameSite: 'strict', secure } as const

  const mustBeOffered = () => {
    if (!apple) fail('error404')
  }

  // With the kind as a prefix, so that a payload sealed for one purpose cannot be used for the other.
  const seal = <K extends keyof Sealed>(kind: K, what: Sealed[K]) => secretBox.seal(`${kind} ${JSON.stringify(what)}`)
  const open = <K extends keyof Sealed>(kind: K, sealed: string | null | undefined): Sealed[K] | null => {
    const text = sealed ? secretBox.open(sealed) : null
    return text?.startsWith(`${kind} `) ? (JSON.parse(text.slice(kind.length)) as Sealed[K]) : null
  }

  const noteFailure = async (address: string) => {
    if (await isAmongFirstInDay(db, `apple-noted ${address}`, MOST_NOTED))
      await audit(db, { act: 'apple.failed', address })
  }

  const believe = async (request: FastifyRequest, { identityToken, nonce, bundleId, fullName }: Told) => {
    try {
      if (!identityToken || !nonce) throw new Error('identity token or nonce missing')
      return { ...(await readToken!(identityToken, nonce, bundleId)), fullName: fullName ?? null }
    } catch (error) {
      // Either the token is invalid or the keys of Apple are out of reach. The token itself is not logged.
      const { code, claim, message } = error as { code?: string; claim?: string; message: string }
      request.log.warn({ code, claim, reason: message }, 'Apple identity token rejected')
      await noteFailure(request.address)
      return fail('appleerror')
    }
  }

  /**
   * Reads the identity from the token of a native app, or from the cookie that the callback has set; `toomanyrequests`
   * after many rejected tokens.
   */
  const identityOf = (request: FastifyRequest, told: Told) => async (): Promise<AppleIdentity> => {
    if (told.identityToken === undefined) {
      return open('fromApple', request.cookies[names.fromApple]) ?? fail('appleerror')
    }
    const forgive = await takeHits(db, [
      { bucket: `apple-address ${request.address}`, most: 20, windowMs: HALF_HOUR_MS },
    ])
    const identity = await believe(request, told)
    await forgive()
    return identity
  }

  const letIn = async (request: FastifyRequest, reply: FastifyReply, proven: Proven) => {
    if (!isShell(request)) reply.clearCookie(names.fromApple, fromApple)
    return enter(request, reply, proven, 'apple')
  }

  serve(app, startWithApple, [mustBeOffered], async ({ body, request, reply }) => {
    const community = await getCommunityEntrance(db, body.communityId)
    await takeHits(db, [{ bucket: `apple-start ${request.address}`, most: 100, windowMs: HALF_HOUR_MS }])
    const nonce = await giveNonce(platform)
    // A native app asks Apple itself and keeps the nonce.
    if (!isShell(request)) reply.setCookie(names.toApple, nonce, toApple)
    const url = new URL(apple!.authorizeUrl)
    url.search = new URLSearchParams({
      client_id: apple!.clientId,
      redirect_uri: `${platform.site.origin}${APPLE_CALLBACK}`,
      response_type: 'code id_token',
      response_mode: 'form_post',
      scope: 'name email',
      state: seal('toApple', { door: community.customUri, nonceHash: hashSecret(nonce) }),
      nonce: nonceForApple(nonce),
    }).toString()
    return { url: url.href, nonce }
  })

  serve(app, logInWithApple, [mustBeOffered], async ({ body, request, reply }) =>
    letIn(request, reply, await proveByApple(platform, body, identityOf(request, body), callerOf(request))),
  )

  serve(app, signUpWithApple, [mustBeOffered], async ({ body, actor, request, reply }) =>
    letIn(request, reply, await registerByApple(platform, body, identityOf(request, body), actor, callerOf(request))),
  )

  /**
   * The outcome of the callback; the community is known from our state, so that a failed sign-in returns to the right
   * page.
   */
  const comeBack = async (
    request: FastifyRequest,
    reply: FastifyReply,
    form: URLSearchParams,
  ): Promise<{ door: string | null; outcome: AppleOutcome }> => {
    const state = open('toApple', form.get('state'))
    const nonce = request.cookies[names.toApple]
    const door = state?.door ?? null
    if (!state || !nonce || !isSameSecret(state.nonceHash, hashSecret(nonce))) return { door, outcome: 'failed' }
    if (form.get('error') === 'user_cancelled_authorize') return { door, outcome: 'cancelled' }
    try {
      const identityToken = form.get('id_token') ?? undefined
      const identity = await believe(request, { identityToken, nonce, fullName: readFullName(form.get('user')) })
      if (!(await isNonceGood(db, state.nonceHash, clock.now()))) return { door, outcome: 'failed' }
      reply.setCookie(names.fromApple, seal('fromApple', identity), fromApple)
      return { door, outcome: 'back' }
    } catch (error) {
      if (!(error instanceof KeyedError)) request.log.error({ err: error }, 'handling the Apple callback failed')
      return { door, outcome: 'failed' }
    }
  }

  // In a scope of its own: no other route accepts forms.
  void app.register(async scope => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: MOST_FORM_BYTES },
      (_request: FastifyRequest, text: string, done) => done(null, new URLSearchParams(text)),
    )
    scope.post(APPLE_CALLBACK, async (request, reply) => {
      mustBeOffered()
      if (request.headers.origin !== apple!.authorizeUrl.origin) return fail('forbidden')
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
      const { door, outcome } = await comeBack(request, reply, form)
      reply.clearCookie(names.toApple, toApple)
      return reply.redirect(door ? `/${door}/connexion?apple=${outcome}` : `/connexion?apple=${outcome}`, 303)
    })
  })
}
