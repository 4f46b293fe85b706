// An open screen hears of what it may read as soon as it is stored, and of nothing more from the moment its session
// ends.
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
 * Deflate would cost five times the memory and time of what it saves; pings are answered by our own count of frames.
 */
export const serverOptions: ServerOptions = {
  noServer: true,
  perMessageDeflate: false,
  maxPayload: MAX_FRAME_BYTES,
  maxFragments: 64,
  autoPong: false,
  clientTracking: false,
  // a browser asks for none; what stands behind ours is a token
  handleProtocols: asked => asked.has(SOCKET_PROTOCOL) && SOCKET_PROTOCOL,
}

const PULSE_MS = 5000
/** Two and a half pings, in pulses. */
const MOST_SILENCE = (2.5 * PING_MS) / PULSE_MS
/** Pulses until a screen that nobody tells anything is looked at all the same. */
const LOOK_AGAIN_AFTER = 6
/** The codes of the protocol for a server that goes away, and for one that could not do what it was to do. */
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
  /** Coming back, the app fetches everything anew: so nothing stays missing. */
  const onMissed = (missed: Iterable<Connection>, error: unknown) => {
    log.warn({ err: error }, 'live connections could not be told')
    for (const connection of missed) if (connections.all.has(connection)) sendAway(connection, comeBack)
  }

  /** Others may look at the same moment, for what they tell: whoever finds the session gone knows why. */
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
      // With the database away it is looked at the next time.
      else if (++connection.pulses % LOOK_AGAIN_AFTER === 0) stillAuthorized(connection).catch(() => {})
    }
  }, PULSE_MS).unref()

  const understood = new Map(frames.map(handler => [handler.event, { ...handler, check: Compile(handler.schema) }]))

  /**
   * Answers what a feature makes of a frame, or why it is refused. Resolves once the next one of the same connection may
   * be handled.
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
    // With the database away nobody's session can be looked at; a sign of life tells nothing.
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
    /** Says what is too much, and sends away who does not listen. */
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
    // What breaks the protocol is closed with its code by the parser; there is nothing to add.
    socket.on('error', () => {})
    socket.on('close', () => letGo(connection))
    const [oldest, ...others] = connections.ofUser(actor.userId)
    if (oldest && others.length >= SOCKETS_PER_USER - 1) sendAway(oldest, closeCodes.tooMany)
    connections.add(connection)
    presenceWatch.cameIn(actor)
    // The session may have ended while the connection was being made.
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
