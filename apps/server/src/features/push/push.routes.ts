import { getPushState, registerPush, unregisterPush } from '@parvis/contract/push.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '#server/kernel/http/serve.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { readPushState, registerBrowser, unregisterBrowser } from './register.service.ts'
import { catchUpWithNews, watchNews } from './tell-browsers.service.ts'

export const pushRoutes = (app: FastifyInstance, platform: Platform) => {
  const log = (error: unknown) => app.log.error(error, 'pushes could not be enqueued')
  const stopWatching = watchNews(platform, log)
  app.addHook('onListen', async () => void catchUpWithNews(platform).catch(log))
  app.addHook('onClose', stopWatching)

  serve(app, getPushState, [], async ({ actor }) => readPushState(platform, actor))

  serve(app, registerPush, [], async ({ actor, body }) => {
    await registerBrowser(platform, actor, body)
    return readPushState(platform, actor)
  })

  serve(app, unregisterPush, [], async ({ actor }) => {
    await unregisterBrowser(platform, actor)
    return readPushState(platform, actor)
  })
}
