import '@fastify/cookie'
import { forgetPassword, logIn, logInAsGuest, logInByLink, register, signUpAsGuest } from '@parvis/contract/entry.ts'
import { requestCommunity } from '@parvis/contract/find.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppContext } from '#server/kernel/feature.ts'
import { serve } from '#server/kernel/http/serve.ts'
import { deviceTokenOf, isShellRequest } from '#server/kernel/http/shells.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { DAY_MS } from '#server/kernel/limits/rate-limit.ts'
import { completeLogIn, createLogInContext, type LogInContext } from '../session/complete-log-in.service.ts'
import { appleRoutes } from './apple.routes.ts'
import { createCommunityRequest } from './community-request.service.ts'
import type { Caller } from './counted-attempt.service.ts'
import { createGuest, resumeGuest } from './guest.service.ts'
import { KNOWN_DEVICE_DAYS, rememberDevice } from './known-device.service.ts'
import { consumeLink } from './link.service.ts'
import { authenticateByPassword } from './log-in.service.ts'
import { registerByEmail, requestPasswordReset } from './register.service.ts'

const callerOf = ({ names }: LogInContext, request: FastifyRequest): Caller => ({
  address: request.address,
  deviceToken: isShellRequest(request) ? deviceTokenOf(request) : request.cookies[names.device],
})

export const entryRoutes = (app: FastifyInstance, platform: Platform, appContext: AppContext) => {
  const context = createLogInContext(platform, appContext)
  const { cookie, names } = context
  appleRoutes(
    app,
    platform,
    (...answer) => completeLogIn(context, ...answer),
    request => callerOf(context, request),
  )

  serve(app, logIn, [], async ({ body, request, reply }) => {
    const caller = callerOf(context, request)
    const proven = await authenticateByPassword(platform, body, caller)
    // Remembers the device only after the log-in, so that a refused log-in creates no known device.
    const answer = await completeLogIn(context, request, reply, proven, 'local')
    const deviceToken = await rememberDevice(platform.db, proven.accountId, caller.deviceToken)
    if (isShellRequest(request)) return { ...answer, deviceToken }
    reply.setCookie(names.device, deviceToken, { ...cookie, maxAge: (KNOWN_DEVICE_DAYS * DAY_MS) / 1000 })
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

  serve(app, requestCommunity, [], async ({ body, request }) => ({
    _id: await createCommunityRequest(platform, body, request.address),
  }))
}
