import '@fastify/cookie'
import {
  changeLanguage,
  forgetPassword,
  getSession,
  listSessions,
  logIn,
  logInAsGuest,
  logInByLink,
  logOut,
  register,
  revokeSession,
  signUpAsGuest,
  type Strategy,
  switchCommunity,
} from '@parvis/contract/session.ts'
import {
  beginSecondFactor,
  getSecondFactor,
  makeRecoveryCodes,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from '@parvis/contract/second-factor.ts'
import { USER_HEADER } from '@parvis/contract/endpoint.ts'
import { isApiPath } from '@parvis/contract/paths.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fail } from '#server/kernel/errors.ts'
import { cookieNames, usesHttps } from '#server/kernel/http/http.ts'
import { defineState, type Platform } from '#server/kernel/platform.ts'
import type { AppContext } from '#server/kernel/feature.ts'
import { serve } from '#server/kernel/http/serve.ts'
import {
  bearerOf,
  canReceiveSession,
  isShellRequest,
  loadSessionByCredential,
  deviceTokenOf,
  credentialFrom,
} from '#server/kernel/http/shells.ts'
import { limitConcurrencyByKey } from '#server/kernel/limits/concurrency-limit.ts'
import { appleRoutes } from './apple.routes.ts'
import type { Caller } from './counted-attempt.service.ts'
import { createGuest, resumeGuest } from './guest.service.ts'
import { KNOWN_DEVICE_DAYS, rememberDevice } from './known-device.service.ts'
import { consumeLink } from './link.service.ts'
import { type AuthenticatedUser, authenticateByPassword } from './log-in.service.ts'
import { saveLanguage } from './member.service.ts'
import { requestPasswordReset, registerByEmail } from './register.service.ts'
import {
  createFactorSecret,
  getSecondFactorState,
  renewRecoveryCodes,
  turnOffFactor,
  turnOnFactor,
} from './second-factor-setup.service.ts'
import { cookieMaxAgeS, assertCanUseFactor } from './session.policy.ts'
import { presentMySession } from './session.presenter.ts'
import {
  startSession,
  findOwnSessions,
  getSwitchTarget,
  getSessionUser,
  auditSwitch,
  revokeSessions,
  revokeOwnSessions,
} from './session.service.ts'

const DAY_S = 24 * 60 * 60
const MAX_DEVICE_NAME_LENGTH = 200

/** A guest may call twice concurrently: the first call receives its response before the second replaces the session. */
const runOnePerUser = defineState(() => limitConcurrencyByKey(1))

interface SessionRouteContext {
  platform: Platform
  loadSession: AppContext['loadSession']
  cookie: { path: string; httpOnly: boolean; sameSite: 'lax'; secure: boolean }
  names: ReturnType<typeof cookieNames>
}

const setRequestActors = (app: FastifyInstance, { loadSession, names }: SessionRouteContext) => {
  app.addHook('onRequest', async request => {
    // Pages and assets are the same for everybody: only API calls need an actor.
    if (!isApiPath(request.url)) return
    const credential = credentialFrom(app.servesShells, bearerOf(request.headers), request.cookies[names.session])
    const readActor = () => loadSessionByCredential(loadSession, credential)
    request.actor = await readActor()
    // A page that has not noticed a log-in in another tab must not act as the new user.
    const intendedUserId = request.headers[USER_HEADER]
    if (intendedUserId !== undefined && request.actor && request.actor.userId !== intendedUserId) fail('otheruser')
    request.reloadActor = readActor
  })
}

/**
 * Opens a session and ends the former session of the browser. A browser receives the token as a cookie, a native app in
 * the response.
 */
const completeLogIn = async (
  { platform, loadSession, cookie, names }: SessionRouteContext,
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

const callerOf = ({ names }: SessionRouteContext, request: FastifyRequest): Caller => ({
  address: request.address,
  deviceToken: isShellRequest(request) ? deviceTokenOf(request) : request.cookies[names.device],
})

const logInRoutes = (app: FastifyInstance, context: SessionRouteContext) => {
  const { platform, cookie, names } = context

  serve(app, getSession, [], async ({ actor }) => getSessionUser(platform, actor ?? fail('unauthorized')))

  serve(app, logIn, [], async ({ body, request, reply }) => {
    const caller = callerOf(context, request)
    const proven = await authenticateByPassword(platform, body, caller)
    // Remembers the device only after the log-in, so that a refused log-in creates no known device.
    const answer = await completeLogIn(context, request, reply, proven, 'local')
    const deviceToken = await rememberDevice(platform.db, proven.accountId, caller.deviceToken)
    if (isShellRequest(request)) return { ...answer, deviceToken }
    reply.setCookie(names.device, deviceToken, { ...cookie, maxAge: KNOWN_DEVICE_DAYS * DAY_S })
    return answer
  })

  serve(app, logInAsGuest, [], async ({ body, request, reply }) =>
    completeLogIn(context, request, reply, await resumeGuest(platform, body, request.address), 'guest'),
  )

  serve(app, signUpAsGuest, [], async ({ body, request, reply }) =>
    completeLogIn(context, request, reply, await createGuest(platform, body, request.address), 'guest'),
  )

  serve(app, register, [], async ({ body, actor, request }) => ({
    popup: await registerByEmail(platform, body, actor, request.address),
  }))

  serve(app, forgetPassword, [], async ({ body, request }) => ({
    popup: await requestPasswordReset(platform, body, request.address),
  }))

  serve(app, logInByLink, [], async ({ body, request, reply }) => {
    const { purpose, ...proven } = await consumeLink(platform, body, callerOf(context, request))
    return completeLogIn(context, request, reply, { ...proven, mustSetPassword: purpose === 'reset' }, 'jwt')
  })

  serve(app, switchCommunity, [], async ({ body, actor, request, reply }) => {
    const target = await getSwitchTarget(platform, actor, body)
    await auditSwitch(platform, target, request.address)
    const { loggedInAt, mustSetPassword } = actor
    return completeLogIn(context, request, reply, { ...target, loggedInAt, mustSetPassword }, actor.strategy)
  })
}

const ownSessionRoutes = (app: FastifyInstance, { platform, cookie, names }: SessionRouteContext) => {
  serve(app, changeLanguage, [], async ({ actor, body }) => {
    await saveLanguage(platform, actor, body.lang)
    return { lang: body.lang }
  })

  serve(app, logOut, [], async ({ actor, reply }) => {
    await revokeSessions(platform, actor, [actor.sessionId], 'logout')
    if (!actor.isShellSession) reply.clearCookie(names.session, cookie)
    return { _id: actor.sessionId }
  })

  serve(app, getSecondFactor, [assertCanUseFactor], ({ actor }) => getSecondFactorState(platform, actor))

  serve(app, beginSecondFactor, [assertCanUseFactor], ({ actor }) => createFactorSecret(platform, actor))

  serve(app, turnOnSecondFactor, [assertCanUseFactor], ({ actor, body }) => turnOnFactor(platform, actor, body.code))

  serve(app, turnOffSecondFactor, [assertCanUseFactor], async ({ actor }) => {
    await turnOffFactor(platform, actor)
    return { _id: actor.userId }
  })

  serve(app, makeRecoveryCodes, [assertCanUseFactor], ({ actor }) => renewRecoveryCodes(platform, actor))

  serve(app, listSessions, [], async ({ actor }) =>
    (await findOwnSessions(platform, actor)).map(row => presentMySession(actor, row)),
  )

  serve(app, revokeSession, [], async ({ actor, query }) => {
    await revokeOwnSessions(platform, actor, query._id)
    return { _id: query._id ?? null }
  })
}

export const sessionRoutes = (app: FastifyInstance, platform: Platform, { loadSession }: AppContext) => {
  const secure = usesHttps(platform.settings)
  const context: SessionRouteContext = {
    platform,
    loadSession,
    cookie: { path: '/', httpOnly: true, sameSite: 'lax', secure },
    names: cookieNames(secure),
  }
  setRequestActors(app, context)
  appleRoutes(
    app,
    platform,
    (...answer) => completeLogIn(context, ...answer),
    request => callerOf(context, request),
  )
  logInRoutes(app, context)
  ownSessionRoutes(app, context)
}
