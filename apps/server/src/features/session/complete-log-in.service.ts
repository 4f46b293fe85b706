// Whoever has proved to be the owner of an account receives a session, which replaces that of the browser.
import '@fastify/cookie'
import type { Strategy } from '@parvis/contract/session.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fail } from '#server/kernel/errors.ts'
import type { AppContext } from '#server/kernel/feature.ts'
import { cookieNames, usesHttps } from '#server/kernel/http/http.ts'
import { canReceiveSession, isShellRequest } from '#server/kernel/http/shells.ts'
import { limitConcurrencyByKey } from '#server/kernel/limits/concurrency-limit.ts'
import { defineState, type Platform } from '#server/kernel/platform.ts'
import { cookieMaxAgeS } from './session.policy.ts'
import { getSessionUser, revokeSessions, startSession } from './session.service.ts'

const MAX_DEVICE_NAME_LENGTH = 200

/** A guest may call twice concurrently: the first call receives its response before the second replaces the session. */
const runOnePerUser = defineState(() => limitConcurrencyByKey(1))

export interface AuthenticatedUser {
  accountId: string
  communityId: string
  userId: string
  /** Set if a recovery code was used. */
  recoveryCodesLeft?: number
}

/** What a route needs to open a session. */
export const createLogInContext = (platform: Platform, { loadSession }: Pick<AppContext, 'loadSession'>) => {
  const secure = usesHttps(platform.settings)
  return {
    platform,
    loadSession,
    cookie: { path: '/', httpOnly: true, sameSite: 'lax', secure } as const,
    names: cookieNames(secure),
  }
}

export type LogInContext = ReturnType<typeof createLogInContext>

/**
 * Opens a session and ends the former session of the browser. A browser receives the token as a cookie, a native app in
 * the response.
 */
export const completeLogIn = async (
  { platform, loadSession, cookie, names }: LogInContext,
  request: FastifyRequest,
  reply: FastifyReply,
  proven: AuthenticatedUser & { mustSetPassword?: boolean; loggedInAt?: Date },
  strategy: Strategy,
) => {
  if (!canReceiveSession(request)) return fail('forbidden')
  const inShell = isShellRequest(request)
  const device = request.headers['user-agent']?.slice(0, MAX_DEVICE_NAME_LENGTH) ?? null
  const former = request.actor
  const isSameGuest = strategy === 'guest' && former?.userId === proven.userId
  // Other tabs reload their session when they receive the live event; the browser must have the new cookie by then.
  const afterResponse = (publish: () => void) => void reply.raw.once('finish', publish)
  if (former && !isSameGuest) await revokeSessions(platform, former, [former.sessionId], 'switch', afterResponse)
  return runOnePerUser(platform)(proven.userId, async () => {
    const { token } = await startSession(platform, { ...proven, strategy, inShell }, device)
    const actor = (await loadSession(token)) ?? fail('unauthorized')
    const answer = await getSessionUser(platform, actor)
    const { recoveryCodesLeft } = proven
    const sessionUser = recoveryCodesLeft === undefined ? answer : { ...answer, recoveryCodesLeft }
    if (inShell) {
      request.actor = actor
      return { ...sessionUser, token }
    }
    reply.setCookie(names.session, token, {
      ...cookie,
      maxAge: cookieMaxAgeS(actor.role, actor.loggedInAt, platform.clock.now()),
    })
    return sessionUser
  })
}
