import '@fastify/cookie'
import {
  getSession,
  listSessions,
  logIn,
  logInAsGuest,
  logOut,
  revokeSession,
  signUpAsGuest,
  type Strategy,
} from '@parvis/contract/session.ts'
import { isApiPath } from '@parvis/contract/paths.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import { cookieNames, isSecure } from '#server/kernel/http/http.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { House } from '#server/kernel/room.ts'
import { serve } from '#server/kernel/http/serve.ts'
import { limitConcurrencyByKey } from '#server/kernel/limits/concurrency-limit.ts'
import { becomeGuest, returnAsGuest } from './guest.service.ts'
import { DEVICE_DAYS, rememberDevice } from './known-device.service.ts'
import { type Proven, proveByPassword } from './log-in.service.ts'
import { presentMySession, presentSession } from './session.presenter.ts'
import { findAccountSessions, findMemberships, findSessionUser } from './session.queries.ts'
import { enterAs, revokeSessions, signOutElsewhere } from './session.service.ts'

const DAY_S = 24 * 60 * 60
const SESSION_COOKIE_DAYS = 90
const LONGEST_DEVICE_NAME = 200

/** A guest who comes twice at once: the first is answered before the second takes the session's place. */
const inTurn = limitConcurrencyByKey(1)

export const sessionRoutes = (app: FastifyInstance, platform: Platform, { loadSession }: House) => {
  const { db, settings } = platform
  const secure = isSecure(settings)
  const names = cookieNames(secure)
  const cookie = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const

  app.addHook('onRequest', async request => {
    // Pages and their files are the same for everybody: only calls ask who is there.
    if (isApiPath(request.url)) request.actor = await loadSession(request.cookies[names.session])
  })

  const answerSession = async (actor: Actor) => {
    const [user, memberships] = await Promise.all([
      findSessionUser(db, actor.communityId, actor.userId),
      findMemberships(db, actor.accountId),
    ])
    return presentSession(actor, user, memberships)
  }

  /** A new session for each login; the one that the browser held before ends with it. */
  const enter = async (request: FastifyRequest, reply: FastifyReply, proven: Proven, strategy: Strategy) => {
    const device = request.headers['user-agent']?.slice(0, LONGEST_DEVICE_NAME) ?? null
    const former = request.actor
    const isReplaced = strategy === 'guest' && former?.userId === proven.userId
    if (former && !isReplaced) await revokeSessions(platform, former, [former.sessionId], 'switch')
    return inTurn(proven.userId, async () => {
      const { token } = await enterAs(platform, { ...proven, strategy }, device)
      const answer = await answerSession((await loadSession(token)) ?? fail('nosession'))
      reply.setCookie(names.session, token, { ...cookie, maxAge: SESSION_COOKIE_DAYS * DAY_S })
      return answer
    })
  }

  serve(app, getSession, [], async ({ actor }) => answerSession(actor ?? fail('unauthorized')))

  serve(app, logIn, [], async ({ body, request, reply }) => {
    const deviceToken = request.cookies[names.device]
    const proven = await proveByPassword(platform, body, { address: request.address, deviceToken })
    reply.setCookie(names.device, await rememberDevice(db, proven.accountId, deviceToken), {
      ...cookie,
      maxAge: DEVICE_DAYS * DAY_S,
    })
    return enter(request, reply, proven, 'local')
  })

  serve(app, logInAsGuest, [], async ({ body, request, reply }) =>
    enter(request, reply, await returnAsGuest(platform, body), 'guest'),
  )

  serve(app, signUpAsGuest, [], async ({ body, request, reply }) =>
    enter(request, reply, await becomeGuest(platform, body, request.address), 'guest'),
  )

  serve(app, logOut, [], async ({ actor, reply }) => {
    await revokeSessions(platform, actor, [actor.sessionId], 'logout')
    reply.clearCookie(names.session, cookie)
    return { _id: actor.sessionId }
  })

  serve(app, listSessions, [], async ({ actor }) =>
    (await findAccountSessions(db, actor.accountId)).map(row => presentMySession(actor, row)),
  )

  serve(app, revokeSession, [], async ({ actor, query }) => {
    await signOutElsewhere(platform, actor, query._id)
    return { _id: query._id ?? null }
  })
}
