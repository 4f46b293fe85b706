import { closeCodes, type RevokedReason } from '@parvis/contract/realtime.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { LoadSession } from '#server/kernel/actor.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { type Connection, closeConnection, sendFrame } from './connection.ts'
import type { Connections } from './connections.ts'
import { encodeFrame } from './frames.ts'
import { createPresenceWatch } from './presence-watch.ts'
import { canConnect } from './realtime.policy.ts'

/** WebSocket close code: try again later. */
const TRY_AGAIN_LATER = 1013

export type ConnectionControl = ReturnType<typeof createConnectionControl>

/** Registers, authorizes and closes the live connections of this process. */
export const createConnectionControl = (
  platform: Platform,
  connections: Connections,
  loadSession: LoadSession,
  log: FastifyBaseLogger,
) => {
  const presenceWatch = createPresenceWatch(platform, connections)

  const unregister = (connection: Connection) => {
    if (connections.remove(connection)) presenceWatch.disconnected(connection.actor)
  }
  const disconnect = (connection: Connection, code: number, reason?: string) => {
    unregister(connection)
    closeConnection(connection, code, reason)
  }
  const revoke = (connection: Connection, reason: RevokedReason) => {
    sendFrame(connection, encodeFrame({ event: 'session.revoked', data: { reason } }))
    disconnect(connection, closeCodes.revoked)
  }
  const stillAuthorized = async (connection: Connection) => {
    const actor = await loadSession(connection.token)
    if (!connections.all.has(connection)) return false
    if (canConnect(actor)) connections.refresh(connection, actor)
    else revoke(connection, connection.revokedReason)
    return canConnect(actor)
  }

  return {
    register(connection: Connection) {
      connections.add(connection)
      presenceWatch.connected(connection.actor)
    },
    unregister,
    disconnect,
    revoke,
    stillAuthorized,
    /**
     * Checks a session again after a change by the team. Sets `revokedReason` first, because a concurrent delivery may
     * find the session revoked before this check does.
     */
    async recheckAfterChange(connection: Connection) {
      connection.revokedReason = 'staff'
      if (await stillAuthorized(connection)) connection.revokedReason = 'logout'
    },
    /** Disconnects these connections: their clients reconnect and fetch everything that they missed. */
    onMissed(missed: Iterable<Connection>, error: unknown) {
      log.warn({ err: error }, 'live connections could not be reached and must reconnect')
      for (const connection of missed) if (connections.all.has(connection)) disconnect(connection, TRY_AGAIN_LATER)
    },
    stopPresence: presenceWatch.stop,
  }
}
