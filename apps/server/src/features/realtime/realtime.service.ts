// An open connection receives live events that it may read once they are stored, and nothing after its session ends.
import type { Duplex } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import {
  closeCodes,
  type RevokedReason,
  PING_INTERVAL_MS,
  type ServerFrame,
  TOO_MANY_FRAMES,
} from '@parvis/contract/realtime.ts'
import { SOCKET_PROTOCOL } from '@parvis/contract/shells.ts'
import type { FastifyInstance } from 'fastify'
import { Compile } from 'typebox/compile'
import type { ServerOptions, WebSocket } from 'ws'
import { type Actor, isAffected, withHiddenUser } from '#server/kernel/actor.ts'
import { KeyedError, keyedErrorOf } from '#server/kernel/errors.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { AppContext } from '#server/kernel/feature.ts'
import { type Connection, closeConnection, sendFrame } from './connection.ts'
import { createConnections } from './connections.ts'
import { createDelivery } from './delivery.ts'
import { createFrameLimiter, parseFrame, errorFrame, encodeFrame } from './frames.ts'
import { createThrottle } from './throttle.ts'
import { createPresenceDelivery, presenceNames } from './presence-delivery.ts'
import { findMinors } from '../session/minors.service.ts'
import { canConnect } from './realtime.policy.ts'
import { createPresenceWatch } from './presence-watch.ts'

export const MAX_FRAME_BYTES = 64 * 1024
export const SOCKETS_PER_USER = 5

/** Compression costs five times what it saves. Our code answers pings, so that they count as frames. */
export const serverOptions: ServerOptions = {
  noServer: true,
  perMessageDeflate: false,
  maxPayload: MAX_FRAME_BYTES,
  maxFragments: 64,
  autoPong: false,
  clientTracking: false,
  // Browsers offer no protocol; native shells offer ours, followed by their token.
  handleProtocols: offered => offered.has(SOCKET_PROTOCOL) && SOCKET_PROTOCOL,
}

const HEARTBEAT_MS = 5000
const MAX_MISSED_HEARTBEATS = (2.5 * PING_INTERVAL_MS) / HEARTBEAT_MS
/** Heartbeats after which an idle connection is authorized again. */
const RECHECK_AFTER_HEARTBEATS = 6
/** WebSocket close codes: going away, and try again later. */
const GOING_AWAY = 1001
const TRY_AGAIN_LATER = 1013
const STOP_TIMEOUT_MS = 1000

export const createRealtime = (
  platform: Platform,
  { loadSession, liveEvents, frameHandlers }: AppContext,
  app: FastifyInstance,
) => {
  const { log } = app
  const { background, bus, clock } = platform
  const connections = createConnections()
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
  /** The client fetches everything after reconnecting, so nothing stays missing. */
  const onMissed = (missed: Iterable<Connection>, error: unknown) => {
    log.warn({ err: error }, 'live connections could not be reached and must reconnect')
    for (const connection of missed) if (connections.all.has(connection)) disconnect(connection, TRY_AGAIN_LATER)
  }

  /** A concurrent delivery may find the session revoked first and must know the reason. */
  const recheckAfterChange = async (connection: Connection) => {
    connection.revokedReason = 'staff'
    if (await stillAuthorized(connection)) connection.revokedReason = 'logout'
  }

  const throttle = createThrottle(createDelivery({ platform, connections, stillAuthorized, onMissed }), background)
  const deliverPresence = createPresenceDelivery({
    background,
    connections,
    stillAuthorized,
    onMissed,
    findMinors: (communityId, userIds) => findMinors(platform, communityId, userIds),
  })
  const unsubscribers = [
    ...liveEvents.map(definition =>
      bus.subscribe(definition.name, message => throttle.publish({ definition, message })),
    ),
    ...presenceNames.map(name => bus.subscribe(name, arrivals => deliverPresence(name, arrivals))),
    bus.subscribe('session.revoked', ({ sessionIds, reason }) => {
      for (const connection of connections.all)
        if (sessionIds.includes(connection.actor.sessionId)) revoke(connection, reason)
    }),
    bus.subscribe('actor.changed', change => {
      for (const connection of connections.all) {
        connections.refresh(connection, withHiddenUser(connection.actor, change))
        if (isAffected(connection.actor, change)) {
          const end = background.begin()
          recheckAfterChange(connection)
            .catch(error => onMissed([connection], error))
            .finally(end)
        }
      }
    }),
  ]

  const heartbeat = setInterval(() => {
    for (const connection of connections.all) {
      if (++connection.missedHeartbeats > MAX_MISSED_HEARTBEATS) connection.socket.terminate()
      // If the database is unavailable, the next check decides.
      else if (++connection.heartbeats % RECHECK_AFTER_HEARTBEATS === 0) stillAuthorized(connection).catch(() => {})
    }
  }, HEARTBEAT_MS).unref()

  const handlers = new Map(
    frameHandlers.map(handler => [handler.event, { ...handler, check: Compile(handler.schema) }]),
  )

  /** Answers a frame. Resolves once the next frame of the same connection may be handled. */
  const handle = async (connection: Connection, frame: { event: string; tmpId?: string }) => {
    const refuse = (error: unknown) => {
      const keyed = keyedErrorOf(error)
      if (keyed.key === 'unexpectederror') log.error({ err: error }, `a frame "${frame.event}" could not be handled`)
      sendFrame(connection, errorFrame(keyed, frame))
    }
    try {
      const handler = handlers.get(frame.event)
      if (!handler?.check.Check(frame)) return refuse(new KeyedError('badrequest'))
      if (!(await stillAuthorized(connection))) return
      const reply = (answer: ServerFrame) => sendFrame(connection, encodeFrame(answer))
      const pending = await handler.handle(platform, { actor: connection.actor, reply }, frame as never)
      if (!pending) return
      const end = background.begin()
      pending.rest.catch(refuse).finally(end)
    } catch (error) {
      refuse(error)
    }
  }

  const receive = async (connection: Connection, frame: { event: string; tmpId?: string } | null) => {
    if (frame?.event !== 'ping') {
      connection.queue = connection.queue.then(() =>
        frame ? handle(connection, frame) : sendFrame(connection, errorFrame(new KeyedError('badrequest'), null)),
      )
      return connection.queue
    }
    // Without the database no session can be checked; a pong reveals nothing.
    if (await stillAuthorized(connection).catch(() => true))
      sendFrame(connection, encodeFrame({ event: 'pong', serverDateTime: clock.now().toISOString() }))
  }

  const accept = (socket: WebSocket, stream: Duplex, token: string, actor: Actor) => {
    const connection: Connection = {
      socket,
      stream,
      openedAt: clock.now().getTime(),
      token,
      actor,
      transformFrame: actor.isShellSession ? frame => app.signPictures.signFrame(frame, actor) : frame => frame,
      revokedReason: 'logout',
      missedHeartbeats: 0,
      heartbeats: 0,
      queue: Promise.resolve(),
    }
    const countFrame = createFrameLimiter()
    const isWithinLimit = (frame: { tmpId?: string } | null = null) => {
      connection.missedHeartbeats = 0
      if (!connections.all.has(connection)) return false
      const seconds = countFrame(performance.now())
      if (seconds === 'close') disconnect(connection, closeCodes.tooMany, TOO_MANY_FRAMES)
      else if (seconds !== null)
        sendFrame(connection, errorFrame(new KeyedError('toomanyrequests', { params: { seconds } }), frame))
      return seconds === null
    }
    socket.on('message', (data, isBinary) => {
      const frame = isBinary ? null : parseFrame(String(data))
      if (!isWithinLimit(frame)) return
      const end = background.begin()
      void receive(connection, frame).finally(end)
    })
    socket.on('ping', data => {
      if (isWithinLimit()) socket.pong(data)
    })
    // The parser closes the socket with the right code for a protocol error.
    socket.on('error', () => {})
    socket.on('close', () => unregister(connection))
    const [oldest, ...others] = connections.ofUser(actor.userId)
    if (oldest && others.length >= SOCKETS_PER_USER - 1) disconnect(oldest, closeCodes.tooMany)
    connections.add(connection)
    presenceWatch.connected(actor)
    // The session may have ended while the connection was being opened.
    stillAuthorized(connection).catch(error => onMissed([connection], error))
  }

  const stop = async () => {
    clearInterval(heartbeat)
    for (const unsubscribe of unsubscribers) unsubscribe()
    throttle.stop()
    const open = [...connections.all]
    const closed = Promise.all(open.map(({ socket }) => new Promise(done => socket.once('close', done))))
    for (const connection of open) disconnect(connection, GOING_AWAY)
    presenceWatch.stop()
    await Promise.race([closed, wait(STOP_TIMEOUT_MS, undefined, { ref: false })])
  }

  return { accept, stop, size: () => connections.all.size }
}
