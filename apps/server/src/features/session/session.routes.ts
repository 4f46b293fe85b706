import '@fastify/cookie'
import { USER_HEADER } from '@parvis/contract/endpoint.ts'
import { isApiPath } from '@parvis/contract/paths.ts'
import { getSession, listSessions, logOut, revokeSession, switchCommunity } from '@parvis/contract/session.ts'
import type { FastifyInstance } from 'fastify'
import { fail } from '#server/kernel/errors.ts'
import type { AppContext } from '#server/kernel/feature.ts'
import { serve } from '#server/kernel/http/serve.ts'
import { bearerOf, credentialFrom, loadSessionByCredential } from '#server/kernel/http/shells.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { completeLogIn, createLogInContext, type LogInContext } from './complete-log-in.service.ts'
import { presentMySession } from './session.presenter.ts'
import { findOwnSessions, getSessionUser, revokeOwnSessions, revokeSessions } from './session.service.ts'
import { auditSwitch, getSwitchTarget } from './switch.service.ts'

const setRequestActors = (app: FastifyInstance, { loadSession, names }: LogInContext) => {
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

export const sessionRoutes = (app: FastifyInstance, platform: Platform, appContext: AppContext) => {
  const context = createLogInContext(platform, appContext)
  const { cookie, names } = context
  setRequestActors(app, context)

  serve(app, getSession, [], async ({ actor }) => getSessionUser(platform, actor ?? fail('unauthorized')))

  serve(app, switchCommunity, [], async ({ body, actor, request, reply }) => {
    const target = await getSwitchTarget(platform, actor, body)
    await auditSwitch(platform, target, request.address)
    const { loggedInAt, mustSetPassword } = actor
    return completeLogIn(context, request, reply, { ...target, loggedInAt, mustSetPassword }, actor.strategy)
  })

  serve(app, logOut, [], async ({ actor, reply }) => {
    await revokeSessions(platform, actor, [actor.sessionId], 'logout')
    if (!actor.isShellSession) reply.clearCookie(names.session, cookie)
    return { _id: actor.sessionId }
  })

  serve(app, listSessions, [], async ({ actor }) =>
    (await findOwnSessions(platform, actor)).map(row => presentMySession(actor, row)),
  )

  serve(app, revokeSession, [], async ({ actor, query }) => {
    await revokeOwnSessions(platform, actor, query._id)
    return { _id: query._id ?? null }
  })
}
