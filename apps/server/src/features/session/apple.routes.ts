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

/** The browser that calls, as its log-ins are counted. */
type CallerOf = (request: FastifyRequest) => Caller
type Enter = (request: FastifyRequest, reply: FastifyReply, proven: Proven, strategy: Strategy) => Promise<SessionUser>

/** What comes along with Apple's word, by whichever way it comes. */
interface Told {
  bundleId?: string
  identityToken?: string
  nonce?: string
  fullName?: FullName
}

/** What a browser carries for us and cannot read. */
interface Sealed {
  toApple: { door: string; nonceHash: string }
  fromApple: AppleIdentity
}

const MOST_FORM_BYTES = 32 * 1024

/** Apple's `user` field, with the first sign-in alone: nobody has signed it, so anything may stand there. */
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
 * A browser goes to Apple and comes back by a form that Apple's page sends, which brings none of our cookies but the
 * one made for it. So nobody is let in there: who they are goes into a cookie that no other site can send, and our own
 * page asks to go in.
 */
export const appleRoutes = (app: FastifyInstance, platform: Platform, enter: Enter, callerOf: CallerOf) => {
  const { db, clock, settings, secretBox } = platform
  const { apple } = settings
  const readToken = apple && createAppleReader(apple, clock)
  const secure = isSecure(settings)
  const names = cookieNames(secure)
  const life = { path: '/', httpOnly: true, maxAge: NONCE_MS / 1000 }
  // Browsers take it from their own machine without https too, and Apple knows no other address without it.
  const toApple = { ...life, sameSite: 'none', secure: true } as const
  const fromApple = { ...life, sameSite: 'strict', secure } as const

  const mustBeOffered = () => {
    if (!apple) fail('error404')
  }

  // Each with its name before it, so that what was sealed as one is not taken for the other.
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
      if (!identityToken || !nonce) throw new Error('no word of Apple')
      return { ...(await readToken!(identityToken, nonce, bundleId)), fullName: fullName ?? null }
    } catch (error) {
      // What is not as it should be, or that Apple's keys are out of reach: nobody is named, and the token is not told.
      const { code, claim, message } = error as { code?: string; claim?: string; message: string }
      request.log.warn({ code, claim, reason: message }, 'Apple’s word is not believed')
      await noteFailure(request.address)
      return fail('appleerror')
    }
  }

  /**
   * Who they are, by what an app of ours brings, or by the cookie of who has just come back; `toomanyrequests` for many
   * that were not believed.
   */
  const identityOf = (request: FastifyRequest, told: Told) => async (): Promise<AppleIdentity> => {
    if (told.identityToken === undefined) {
      // Good for as long as its nonce is.
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
    // an app asks Apple itself
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
   * What the form that came back means; the door is known wherever the state is ours, so that also who failed finds it.
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
      if (!(error instanceof KeyedError)) request.log.error({ err: error }, 'coming back from Apple failed')
      return { door, outcome: 'failed' }
    }
  }

  // Forms are read nowhere else.
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
