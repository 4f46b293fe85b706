import '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import { WebSocketServer } from 'ws'
import { fail, keyedErrorOf, KeyedError } from '#server/kernel/errors.ts'
import { cookieNames, isSecure } from '#server/kernel/http/http.ts'
import { loadShown, protocolTokenOf, shownBy } from '#server/kernel/http/shells.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { AppContext } from '#server/kernel/feature.ts'
import { createRealtime, serverOptions } from './realtime.service.ts'
import { admit, refuseUpgrade } from './upgrade.ts'

/** The live connection at `/socket` shares the port with the API; only its upgrade request is HTTP. */
export const realtimeRoutes = (app: FastifyInstance, platform: Platform, house: AppContext) => {
  const sessionCookie = cookieNames(isSecure(platform.settings)).session
  const realtime = createRealtime(platform, house, app)
  const sockets = new WebSocketServer(serverOptions)
  let stopping = false

  sockets.on('wsClientError', (_error, socket) => refuseUpgrade(socket, new KeyedError('badrequest')))

  app.server.on('upgrade', async (request, socket, head) => {
    // A client may hang up while its session is loaded.
    const forget = () => socket.destroy()
    socket.on('error', forget)
    try {
      const { headers } = request
      const cookie = headers.cookie ? app.parseCookie(headers.cookie)[sessionCookie] : undefined
      const shown = shownBy(app.servesShells, protocolTokenOf(headers), cookie)
      const actor = await admit(request, app, shown, () => loadShown(house.loadSession, shown))
      if (stopping) fail('maintenance')
      sockets.handleUpgrade(request, socket, head, opened => {
        socket.off('error', forget)
        realtime.welcome(opened, socket, shown.token!, actor)
      })
    } catch (error) {
      refuseUpgrade(socket, keyedErrorOf(error))
    }
  })

  app.metrics.gauge('parvis_sockets', 'Open live connections', () => realtime.size())
  app.addHook('preClose', async () => {
    stopping = true
    await realtime.stop()
  })
}
