import { newId } from '../kernel/ids.ts'
import type { LiveClient } from './live-clients.ts'

const KIB = 1024

type ExpectedOutcome = 'pong' | 'badrequest' | 'closed' | 'error404' | 'descriptionmandatory' | 'forbidden'
export interface HostileFrame {
  name: string
  expected: ExpectedOutcome
  /** Only members receive the error of this frame; guests are refused before the content of the frame is validated. */
  isForMembers?: boolean
  send(screen: LiveClient): void
}

/**
 * Ids that the attackers have no access to: a user, a conversation between two other users, and a post of another
 * community with a group conversation.
 */
export interface ForeignIds {
  userId: string
  eventId: string
  conversationId: string
}

/** What frames are built from: random numbers, and ids that the attacker has no access to. */
interface FrameSource {
  /** Returns a random integer below `limit`. */
  randomBelow(limit: number): number
  bytes(length: number): Buffer
  tmpId: string
  /** The recipient of a message. */
  target: { to: string } | { eventId: string }
  foreign: ForeignIds
}
type FrameKind = (source: FrameSource) => HostileFrame

const text = (name: string, content: string): HostileFrame => ({
  name,
  expected: 'badrequest',
  send: ({ socket }) => socket.send(content),
})
const chat = (name: string, expected: ExpectedOutcome, frame: object): HostileFrame => ({
  name,
  expected,
  isForMembers: true,
  send: ({ socket }) => socket.send(JSON.stringify(frame)),
})
const rawSocket = ({ socket }: LiveClient) => (socket as unknown as { _socket: { write(bytes: Buffer): void } })._socket

/** Frames to which the server responds with a pong. */
const pingFrames: FrameKind[] = [
  () => ({ name: 'ping', expected: 'pong', send: ({ socket }) => socket.send('{"event":"ping"}') }),
  () => ({
    name: 'ping in pieces',
    expected: 'pong',
    send: ({ socket }) => {
      socket.send('{"event":', { fin: false })
      socket.send('"ping"}', { fin: true })
    },
  }),
]

/** Texts that are not a frame of the contract. */
const malformedFrames: FrameKind[] = [
  ({ randomBelow }) => text('broken', '{"event":"ping"}'.slice(0, randomBelow(15))),
  ({ randomBelow }) =>
    text(
      'mutated',
      (cut =>
        `{"event":"ping"}`.slice(0, cut) +
        String.fromCharCode(33 + randomBelow(2) * 90) +
        `{"event":"ping"}`.slice(cut))(randomBelow(10)),
    ),
  ({ randomBelow }) => text('deep', ['[', '{"event":', '{"a":['][randomBelow(3)]!.repeat(1 + randomBelow(7000))),
  ({ randomBelow }) =>
    text('deep and whole', (depth => `${'['.repeat(depth)}${']'.repeat(depth)}`)(1 + randomBelow(30_000))),
  ({ randomBelow }) =>
    text(
      'unknown',
      JSON.stringify({
        event: ['message', 'typing', 'constructor', '__proto__', 'session.revoked', '', null, 1e308, {}, []][
          randomBelow(10)
        ],
        to: 'x',
      }),
    ),
  ({ randomBelow }) =>
    text(
      'of another shape',
      JSON.stringify([null, true, 7, 'ping', ['ping'], { ping: 1 }, { __proto__: { event: 'ping' } }][randomBelow(7)]),
    ),
  () => text('as long as may be', 'x'.repeat(64 * KIB)),
  ({ randomBelow }) =>
    text(
      'strange letters',
      String.fromCharCode(...Array.from({ length: 1 + randomBelow(50) }, () => randomBelow(0xd7ff))),
    ),
]

/** Chat frames that are refused. */
const chatFrames: FrameKind[] = [
  ({ tmpId, target }) =>
    chat('a message to who is none of theirs', 'error404', { event: 'message', tmpId, text: 'x', ...target }),
  ({ target }) => chat('typing to who is none of theirs', 'error404', { event: 'typing', ...target }),
  ({ tmpId, target }) =>
    chat('a message without words', 'descriptionmandatory', { event: 'message', tmpId, text: ' ', ...target }),
  ({ tmpId }) => chat('a message to nobody', 'badrequest', { event: 'message', tmpId, text: 'x' }),
  ({ tmpId, target }) =>
    chat('a message with what PostgreSQL keeps not', 'badrequest', {
      event: 'message',
      tmpId,
      text: 'a\0b',
      ...target,
    }),
  ({ randomBelow, foreign }) =>
    chat(['a foreign conversation received', 'and read'][randomBelow(2)]!, 'error404', {
      event: ['received', 'read'][randomBelow(2)],
      conversationId: [foreign.conversationId, newId()][randomBelow(2)],
      place: 1 + randomBelow(100),
    }),
  ({ randomBelow, foreign }) =>
    chat('what was missed by no name', 'badrequest', {
      event: 'resume',
      conversations: { [['x', '__proto__', '', foreign.conversationId.slice(1)][randomBelow(4)]!]: randomBelow(5) },
    }),
  ({ randomBelow, tmpId, foreign }) =>
    text(
      'a chat frame of another shape',
      JSON.stringify(
        [
          { event: 'message', text: 'x', to: foreign.userId },
          { event: 'message', tmpId: 'x'.repeat(65), text: 'x', to: foreign.userId },
          { event: 'message', tmpId, text: 'x'.repeat(4001), to: foreign.userId },
          { event: 'message', tmpId, text: ['x'], to: foreign.userId },
          { event: 'message', tmpId, to: foreign.userId, location: { latitude: 91, longitude: 0 } },
          { event: 'message', tmpId, to: foreign.userId, youtubeVideoId: '../../x' },
          { event: 'message', tmpId, text: 'x', to: foreign.userId, messageType: 'joined' },
          { event: 'read', conversationId: foreign.conversationId, place: [0, -1, 1.5, '1', 2 ** 31][randomBelow(5)] },
          { event: 'received', conversationId: [foreign.conversationId], place: 1 },
          { event: 'resume', conversations: [], since: 'yesterday' },
          { event: 'resume', conversations: { [foreign.conversationId]: -1 } },
          { event: 'typing', to: 7 },
        ][randomBelow(12)],
      ),
    ),
]

/** Binary frames, and frames that violate the WebSocket protocol or the server's limits. */
const protocolFaults: FrameKind[] = [
  ({ randomBelow, bytes }) => ({
    name: 'bytes',
    expected: 'badrequest',
    send: ({ socket }) => socket.send(bytes(randomBelow(2000))),
  }),
  ({ randomBelow }) => ({
    name: 'too long',
    expected: 'closed',
    send: ({ socket }) => socket.send('x'.repeat(64 * KIB + 1 + randomBelow(KIB * KIB))),
  }),
  () => ({
    name: 'too long, in pieces',
    expected: 'closed',
    send: ({ socket }) => {
      for (let piece = 0; piece < 5; piece++) socket.send('x'.repeat(16 * KIB), { fin: piece === 4 })
    },
  }),
  () => ({
    name: 'too many pieces',
    expected: 'closed',
    send: ({ socket }) => {
      for (let piece = 0; piece < 100; piece++) socket.send('', { fin: piece === 99 })
    },
  }),
  () => ({
    name: 'no letters',
    expected: 'closed',
    send: ({ socket }) => socket.send(Buffer.from([0xff, 0xfe, 0xc0, 0x80]), { binary: false }),
  }),
  // Reserved bits and no mask: invalid in the WebSocket protocol.
  ({ randomBelow, bytes }) => ({
    name: 'no protocol',
    expected: 'closed',
    send: screen =>
      rawSocket(screen).write(
        Buffer.concat([Buffer.from([0x70 | randomBelow(16), randomBelow(128)]), bytes(randomBelow(500))]),
      ),
  }),
  () => ({
    name: 'half a frame',
    expected: 'closed',
    send: screen => {
      rawSocket(screen).write(Buffer.from([0x81, 0xfe, 0xff]))
      screen.socket.terminate()
    },
  }),
]

const kinds = [...pingFrames, ...malformedFrames, ...chatFrames, ...protocolFaults]

const foreignTarget = ({ userId, eventId }: ForeignIds, at: number) =>
  [{ to: userId }, { eventId }, { to: newId() }, { to: userId.toUpperCase() }][at]!

/** Creates a frame of a random kind; `random` returns numbers from 0 to below 1. */
export const createHostileFrame = (random: () => number, foreign: ForeignIds): HostileFrame => {
  const randomBelow = (limit: number) => Math.floor(random() * limit)
  const bytes = (length: number) => Buffer.from(Array.from({ length }, () => randomBelow(256)))
  const tmpId = `${randomBelow(1e9)}`
  const target = foreignTarget(foreign, randomBelow(4))
  return kinds[randomBelow(kinds.length)]!({ randomBelow, bytes, tmpId, target, foreign })
}
