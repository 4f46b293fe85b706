import type { ServerFrame } from '@parvis/contract/realtime.ts'
import type { FastifyBaseLogger } from 'fastify'
import { Compile } from 'typebox/compile'
import { KeyedError, keyedErrorOf } from '#server/kernel/errors.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { AuthorizationCheck } from './authorized-connections.ts'
import { type Connection, sendFrame } from './connection.ts'
import { encodeFrame, errorFrame } from './frames.ts'

type Frame = { event: string; tmpId?: string }

/** Returns a function that answers frames in the order of arrival. It receives null for a malformed frame. */
export const createFrameReceiver = (
  platform: Platform,
  stillAuthorized: AuthorizationCheck,
  log: FastifyBaseLogger,
) => {
  const { background, clock, features } = platform
  const handlers = new Map(
    features
      .flatMap(({ frameHandlers = [] }) => frameHandlers)
      .map(handler => [handler.event, { ...handler, check: Compile(handler.schema) }]),
  )

  /** Answers a frame. Resolves once the next frame of the same connection may be handled. */
  const handle = async (connection: Connection, frame: Frame) => {
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
      const end = background.beginTask()
      pending.remainingWork.catch(refuse).finally(end)
    } catch (error) {
      refuse(error)
    }
  }

  return async (connection: Connection, frame: Frame | null): Promise<void> => {
    if (frame?.event !== 'ping') {
      connection.queue = connection.queue.then(() =>
        frame ? handle(connection, frame) : sendFrame(connection, errorFrame(new KeyedError('badrequest'), null)),
      )
      return connection.queue
    }
    // Without the database no session can be checked; the ping is answered anyway, because a pong reveals nothing.
    if (await stillAuthorized(connection).catch(() => true))
      sendFrame(connection, encodeFrame({ event: 'pong', serverDateTime: clock.now().toISOString() }))
  }
}
