// An open connection receives live events that it may read as soon as they are stored, and nothing from the moment its
// session ends.
import type { Duplex } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import {
  closeCodes,
  type RevokedReason,
  PING_MS,
  type ServerFrame,
  TOO_MANY_FRAMES,
} from '@parvis/contract/realtime.ts'
import { SOCKET_PROTOCOL } from '@parvis/contract/shells.ts'
import type { FastifyInstance } from 'fastify'
import { Compile } from 'typebox/compile'
import type { ServerOptions, WebSocket } from 'ws'
import { type Actor, isConcerned, withSilence } from '#server/kernel/actor.ts'
import { KeyedError, keyedErrorOf } from '#server/kernel/errors.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { AppContext } from '#server/kernel/feature.ts'
import { type Connection, hangUp, tell } from './connection.ts'
import { createConnections } from './connections.ts'
import { createDelivery } from './delivery.ts'
import { createFrameCount, readFrame, refusal, writeFrame } from './frames.ts'
import { createPace } from './pace.ts'
import { createPresenceDelivery, presenceNames } from './presence-delivery.ts'
import { findMinors } from '../session/minors.service.ts'
import { canConnect } from './realtime.policy.ts'
import { createPresenceWatch } from './presence-watch.ts'

export const MAX_FRAME_BYTES = 64 * 1024
export const SOCKETS_PER_USER = 5

/**
 * Compression would cost five times the memory and time of what it saves. Pings are answered by hand, so that they
 * count towards the frame limit.
 */
export const serverOptions: ServerOptions = {
  noServer: true,
  perMessageDeflate: false,
  maxPayload: MAX_FRAME_BYTES,
  maxFragments: 64,
  autoPong: false,
  clientTracking: false,
  // Browsers offer no protocol; native shells offer ours, followed by their token.
  handleProtocols: asked => asked.has(SOCKET_PROTOCOL) && SOCKET_PROTOCOL,
}

const PULSE_MS = 5000
const MOST_SILENCE = (2.5 * PING_MS) / PULSE_MS
/** Heartbeats after which an idle connection is authorized again. */
const LOOK_AGAIN_AFTER = 6
/** WebSocket close codes: going away, and try again later. */
const goingAway = 1001
const comeBack = 1013
const STOP_MS = 1000

export const createRealtime = (
  platform: Platform,
  { loadSession, announcements, frames }: AppContext,
  app: FastifyInstance,
) => {
  const { log } = app
  const { background, bus, clock } = platform
  const connections = createConnections()
  const presenceWatch = createPresenceWatch(platform, connections)

  const letGo = (connection: Connection) => {
    if (connections.remove(connection)) presenceWatch.wentOut(connection.actor)
  }
  const sendAway = (connection: Connection, code: number, reason?: string) => {
    letGo(connection)
    hangUp(connection, code, reason)
  }
  const revoke = (connection: Connection, reason: RevokedReason) => {
    tell(connection, writeFrame({ event: 'session.revoked', data: { reason } }))
    sendAway(connection, closeCodes.revoked)
  }
  const stillAuthorized = async (connection: Connection) => {
    const actor = await loadSession(connection.token)
    if (!connections.all.has(connection)) return false
    if (canConnect(actor)) connections.refresh(connection, actor)
    else revoke(connection, connection.endsAs)
    return canConnect(actor)
  }
  /** The client fetches everything after reconnecting, so nothing stays missing. */
  const onMissed = (missed: Iterable<Connection>, error: unknown) => {
    log.warn({ err: error }, 'live connections could not be reached and must reconnect')
    for (const connection of missed) if (connections.all.has(connection)) sendAway(connection, comeBack)
  }

  /** A concurrent delivery may find the session revoked first and must know the reason. */
  const lookAfterChange = async (connection: Connection) => {
    connection.endsAs = 'staff'
    if (await stillAuthorized(connection)) connection.endsAs = 'logout'
  }

  const pace = createPace(createDelivery({ platform, connections, stillAuthorized, onMissed }), background)
  const announcePresence = createPresenceDelivery({
    background,
    connections,
    stillAuthorized,
    onMissed,
    findMinors: (communityId, userIds) => findMinors(platform, communityId, userIds),
  })
  const stopListening = [
    ...announcements.map(announcement =>
      bus.listen(announcement.name, message => pace.announce({ announcement, message })),
    ),
    ...presenceNames.map(name => bus.listen(name, arrivals => announcePresence(name, arrivals))),
    bus.listen('session.revoked', ({ sessionIds, reason }) => {
      for (const connection of connections.all)
        if (sessionIds.includes(connection.actor.sessionId)) revoke(connection, reason)
    }),
    bus.listen('actor.changed', change => {
      for (const connection of connections.all) {
        connections.refresh(connection, withSilence(connection.actor, change))
        if (isConcerned(connection.actor, change)) {
          const end = background.begin()
          lookAfterChange(connection)
            .catch(error => onMissed([connection], error))
            .finally(end)
        }
      }
    }),
  ]

  const pulse = setInterval(() => {
    for (const connection of connections.all) {
      if (++connection.silence > MOST_SILENCE) connection.socket.terminate()
      // If the database is unavailable, the next check decides.
      else if (++connection.pulses % LOOK_AGAIN_AFTER === 0) stillAuthorized(connection).catch(() => {})
    }
  }, PULSE_MS).unref()

  const understood = new Map(frames.map(handler => [handler.event, { ...handler, check: Compile(handler.schema) }]))

  /**
   * Replies with the feature's answer to a frame, or with an error. Resolves once the next frame of the same connection
   * may be handled.
   */
  const handle = async (connection: Connection, frame: { event: string; tmpId?: string }) => {
    const refuse = (error: unknown) => {
      const keyed = keyedErrorOf(error)
      if (keyed.key === 'unexpectederror') log.error({ err: error }, `a frame "${frame.event}" could not be handled`)
      tell(connection, refusal(keyed, frame))
    }
    try {
      const handler = understood.get(frame.event)
      if (!handler?.check.Check(frame)) return refuse(new KeyedError('badrequest'))
      if (!(await stillAuthorized(connection))) return
      const reply = (answer: ServerFrame) => tell(connection, writeFrame(answer))
      const left = await handler.handle(platform, { actor: connection.actor, reply }, frame as never)
      if (!left) return
      const end = background.begin()
      left.rest.catch(refuse).finally(end)
    } catch (error) {
      refuse(error)
    }
  }

  const hear = async (connection: Connection, frame: { event: string; tmpId?: string } | null) => {
    if (frame?.event !== 'ping') {
      connection.turn = connection.turn.then(() =>
        frame ? handle(connection, frame) : tell(connection, refusal(new KeyedError('badrequest'), null)),
      )
      return connection.turn
    }
    // Without the database no session can be checked; a pong reveals nothing.
    if (await stillAuthorized(connection).catch(() => true))
      tell(connection, writeFrame({ event: 'pong', serverDateTime: clock.now().toISOString() }))
  }

  const welcome = (socket: WebSocket, wire: Duplex, token: string, actor: Actor) => {
    const connection: Connection = {
      socket,
      wire,
      openedAt: clock.now().getTime(),
      token,
      actor,
      dress: actor.inShell ? frame => app.signPictures.inFrame(frame, actor) : frame => frame,
      endsAs: 'logout',
      silence: 0,
      pulses: 0,
      turn: Promise.resolve(),
    }
    const countFrame = createFrameCount()
    const mayBeHeard = (frame: { tmpId?: string } | null = null) => {
      connection.silence = 0
      if (!connections.all.has(connection)) return false
      const seconds = countFrame(performance.now())
      if (seconds === 'close') sendAway(connection, closeCodes.tooMany, TOO_MANY_FRAMES)
      else if (seconds !== null)
        tell(connection, refusal(new KeyedError('toomanyrequests', { params: { seconds } }), frame))
      return seconds === null
    }
    socket.on('message', (data, isBinary) => {
      const frame = isBinary ? null : readFrame(String(data))
      if (!mayBeHeard(frame)) return
      const end = background.begin()
      void hear(connection, frame).finally(end)
    })
    socket.on('ping', data => {
      if (mayBeHeard()) socket.pong(data)
    })
    // The parser closes the socket with the right code for a protocol error.
    socket.on('error', () => {})
    socket.on('close', () => letGo(connection))
    const [oldest, ...others] = connections.ofUser(actor.userId)
    if (oldest && others.length >= SOCKETS_PER_USER - 1) sendAway(oldest, closeCodes.tooMany)
    connections.add(connection)
    presenceWatch.cameIn(actor)
    // The session may have ended while the connection was being opened.
    stillAuthorized(connection).catch(error => onMissed([connection], error))
  }

  const stop = async () => {
    clearInterval(pulse)
    for (const unlisten of stopListening) unlisten()
    pace.stop()
    const open = [...connections.all]
    const closed = Promise.all(open.map(({ socket }) => new Promise(done => socket.once('close', done))))
    for (const connection of open) sendAway(connection, goingAway)
    presenceWatch.stop()
    await Promise.race([closed, wait(STOP_MS, undefined, { ref: false })])
  }

  return { welcome, stop, size: () => connections.all.size }
}
