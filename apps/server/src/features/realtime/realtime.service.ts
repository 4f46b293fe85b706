// An open connection receives live events that its user may read once they are stored, and none after its session ends.
import type { Duplex } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { closeCodes, PING_INTERVAL_MS, TOO_MANY_FRAMES } from '@parvis/contract/realtime.ts'
import { SOCKET_PROTOCOL } from '@parvis/contract/shells.ts'
import type { FastifyInstance } from 'fastify'
import type { ServerOptions, WebSocket } from 'ws'
import { type Actor, isAffectedByChange, withHiddenUser } from '#server/kernel/actor.ts'
import { KeyedError } from '#server/kernel/errors.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { AppContext } from '#server/kernel/feature.ts'
import { type Connection, sendFrame } from './connection.ts'
import { type ConnectionControl, createConnectionControl } from './connection-control.ts'
import { type Connections, createConnections } from './connections.ts'
import { createDelivery } from './delivery.ts'
import { createFrameReceiver } from './frame-receiver.ts'
import { createFrameLimiter, parseFrame, errorFrame } from './frames.ts'
import { createThrottle } from './throttle.ts'
import { createPresenceDelivery, presenceEventNames } from './presence-delivery.ts'
import { findMinors } from '#server/kernel/minors.ts'

export const MAX_FRAME_BYTES = 64 * 1024
export const SOCKETS_PER_USER = 5

/**
 * No compression, because it costs five times what it saves. No automatic pongs: our code answers pings, so that they
 * count as frames.
 */
export const webSocketServerOptions: ServerOptions = {
  noServer: true,
  perMessageDeflate: false,
  maxPayload: MAX_FRAME_BYTES,
  maxFragments: 64,
  autoPong: false,
  clientTracking: false,
  // Browsers offer no subprotocol; native shells offer our subprotocol, followed by their token.
  handleProtocols: offered => offered.has(SOCKET_PROTOCOL) && SOCKET_PROTOCOL,
}

const HEARTBEAT_MS = 5000
const MAX_MISSED_HEARTBEATS = (2.5 * PING_INTERVAL_MS) / HEARTBEAT_MS
/** Number of heartbeats after which a connection is authorized again. */
const RECHECK_AFTER_HEARTBEATS = 6
/** WebSocket close code: going away. */
const GOING_AWAY = 1001
const STOP_TIMEOUT_MS = 1000

interface Realtime {
  platform: Platform
  connections: Connections
  control: ConnectionControl
}

/** Delivers what is published on the bus to the open connections. Returns functions that stop the delivery. */
const subscribeToBus = ({ platform, connections, control }: Realtime) => {
  const { background, bus, features } = platform
  const { stillAuthorized, onMissed } = control
  const throttle = createThrottle(createDelivery({ platform, connections, stillAuthorized, onMissed }), background)
  const deliverPresence = createPresenceDelivery({
    background,
    connections,
    stillAuthorized,
    onMissed,
    findMinors: (communityId, userIds) => findMinors(platform, communityId, userIds),
  })
  return [
    ...features
      .flatMap(({ liveEvents = [] }) => liveEvents)
      .map(definition => bus.subscribe(definition.name, message => throttle.publish({ definition, message }))),
    ...presenceEventNames.map(name => bus.subscribe(name, arrivals => deliverPresence(name, arrivals))),
    bus.subscribe('session.revoked', ({ sessionIds, reason }) => {
      for (const connection of connections.all)
        if (sessionIds.includes(connection.actor.sessionId)) control.revoke(connection, reason)
    }),
    bus.subscribe('actor.changed', change => {
      for (const connection of connections.all) {
        connections.refresh(connection, withHiddenUser(connection.actor, change))
        if (isAffectedByChange(connection.actor, change)) {
          const end = background.beginTask()
          control
            .recheckAfterChange(connection)
            .catch(error => onMissed([connection], error))
            .finally(end)
        }
      }
    }),
    throttle.stop,
  ]
}

/** Terminates connections that are silent, and authorizes the others again from time to time. */
const startHeartbeat = ({ connections, control }: Realtime) =>
  setInterval(() => {
    for (const connection of connections.all) {
      if (++connection.missedHeartbeats > MAX_MISSED_HEARTBEATS) connection.socket.terminate()
      // If the database is unavailable, the next check decides.
      else if (++connection.heartbeats % RECHECK_AFTER_HEARTBEATS === 0)
        control.stillAuthorized(connection).catch(() => {})
    }
  }, HEARTBEAT_MS).unref()

/** Returns a function that counts a frame, refuses it over the limit, and returns whether the frame may be handled. */
const limitFrames = ({ connections, control }: Realtime, connection: Connection) => {
  const countFrame = createFrameLimiter()
  return (frame: { tmpId?: string } | null = null): boolean => {
    connection.missedHeartbeats = 0
    if (!connections.all.has(connection)) return false
    const seconds = countFrame(performance.now())
    if (seconds === 'close') control.disconnect(connection, closeCodes.tooMany, TOO_MANY_FRAMES)
    else if (seconds !== null)
      sendFrame(connection, errorFrame(new KeyedError('toomanyrequests', { params: { seconds } }), frame))
    return seconds === null
  }
}

const listenToSocket = (
  realtime: Realtime,
  connection: Connection,
  receive: ReturnType<typeof createFrameReceiver>,
): void => {
  const { platform, control } = realtime
  const { socket } = connection
  const isWithinLimit = limitFrames(realtime, connection)
  socket.on('message', (data, isBinary) => {
    const frame = isBinary ? null : parseFrame(String(data))
    if (!isWithinLimit(frame)) return
    const end = platform.background.beginTask()
    void receive(connection, frame).finally(end)
  })
  socket.on('ping', data => {
    if (isWithinLimit()) socket.pong(data)
  })
  // A protocol error needs no handling: the parser closes the socket with the right code.
  socket.on('error', () => {})
  socket.on('close', () => control.unregister(connection))
}

const closeAll = async ({ connections, control }: Realtime) => {
  const open = [...connections.all]
  const closed = Promise.all(open.map(({ socket }) => new Promise(done => socket.once('close', done))))
  for (const connection of open) control.disconnect(connection, GOING_AWAY)
  control.stopPresence()
  await Promise.race([closed, wait(STOP_TIMEOUT_MS, undefined, { ref: false })])
}

export const createRealtime = (platform: Platform, { loadSession }: AppContext, app: FastifyInstance) => {
  const connections = createConnections()
  const control = createConnectionControl(platform, connections, loadSession, app.log)
  const realtime: Realtime = { platform, connections, control }
  const stopFunctions = subscribeToBus(realtime)
  const heartbeat = startHeartbeat(realtime)
  const receive = createFrameReceiver(platform, control.stillAuthorized, app.log)

  const accept = (socket: WebSocket, stream: Duplex, token: string, actor: Actor) => {
    const connection: Connection = {
      socket,
      stream,
      openedAt: platform.clock.now().getTime(),
      token,
      actor,
      transformFrame: actor.isShellSession ? frame => app.signPictures.signFrame(frame, actor) : frame => frame,
      revokedReason: 'logout',
      missedHeartbeats: 0,
      heartbeats: 0,
      queue: Promise.resolve(),
    }
    listenToSocket(realtime, connection, receive)
    const [oldest, ...others] = connections.ofUser(actor.userId)
    if (oldest && others.length >= SOCKETS_PER_USER - 1) control.disconnect(oldest, closeCodes.tooMany)
    control.register(connection)
    // The session may have ended while the connection was being opened.
    control.stillAuthorized(connection).catch(error => control.onMissed([connection], error))
  }

  const stop = async () => {
    clearInterval(heartbeat)
    for (const stopDelivering of stopFunctions) stopDelivering()
    await closeAll(realtime)
  }

  return { accept, stop, size: () => connections.all.size }
}
