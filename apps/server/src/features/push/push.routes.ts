import { getPushState, registerPush, unregisterPush } from '@parvis/contract/push.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '#server/kernel/http/serve.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { readPushState, registerEndpoint, unregisterEndpoint } from './register.service.ts'
import { enqueueMissedPushes, startEnqueuingPushes } from './enqueue-pushes.service.ts'

export const pushRoutes = (app: FastifyInstance, platform: Platform) => {
  const log = (error: unknown) => app.log.error(error, 'pushes could not be enqueued')
  const stopEnqueuing = startEnqueuingPushes(platform, log)
  app.addHook('onListen', async () => void enqueueMissedPushes(platform).catch(log))
  app.addHook('onClose', stopEnqueuing)

  serve(app, getPushState, [], async ({ actor }) => readPushState(platform, actor))

  serve(app, registerPush, [], async ({ actor, body }) => {
    await registerEndpoint(platform, actor, body)
    return readPushState(platform, actor)
  })

  serve(app, unregisterPush, [], async ({ actor }) => {
    await unregisterEndpoint(platform, actor)
    return readPushState(platform, actor)
  })
}
