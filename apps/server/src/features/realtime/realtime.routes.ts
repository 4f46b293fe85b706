import '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import { WebSocketServer } from 'ws'
import { fail, keyedErrorOf, KeyedError } from '#server/kernel/errors.ts'
import { cookieNames, usesHttps } from '#server/kernel/http/http.ts'
import { loadSessionByCredential, protocolTokenOf, credentialFrom } from '#server/kernel/http/shells.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { AppContext } from '#server/kernel/feature.ts'
import { createRealtime, webSocketServerOptions } from './realtime.service.ts'
import { authorizeUpgrade, refuseUpgrade } from './upgrade.ts'

/** The live connection at `/socket` shares the port with the API; only its upgrade request is HTTP. */
export const realtimeRoutes = (app: FastifyInstance, platform: Platform, appContext: AppContext) => {
  const sessionCookie = cookieNames(usesHttps(platform.settings)).session
  const realtime = createRealtime(platform, appContext, app)
  const sockets = new WebSocketServer(webSocketServerOptions)
  let isStopping = false

  sockets.on('wsClientError', (_error, socket) => refuseUpgrade(socket, new KeyedError('badrequest')))

  app.server.on('upgrade', async (request, socket, head) => {
    // A client may hang up while its session is loaded.
    const destroy = () => socket.destroy()
    socket.on('error', destroy)
    try {
      const { headers } = request
      const cookie = headers.cookie ? app.parseCookie(headers.cookie)[sessionCookie] : undefined
      const credential = credentialFrom(app.servesShells, protocolTokenOf(headers), cookie)
      const actor = await authorizeUpgrade(request, app, credential, () =>
        loadSessionByCredential(appContext.loadSession, credential),
      )
      if (isStopping) fail('maintenance')
      sockets.handleUpgrade(request, socket, head, webSocket => {
        socket.off('error', destroy)
        realtime.accept(webSocket, socket, credential.token!, actor)
      })
    } catch (error) {
      refuseUpgrade(socket, keyedErrorOf(error))
    }
  })

  app.metrics.addGauge('parvis_sockets', 'Open live connections', () => realtime.size())
  app.addHook('preClose', async () => {
    isStopping = true
    await realtime.stop()
  })
}
