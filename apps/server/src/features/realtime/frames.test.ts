// Sends frames of every kind that a hostile client may send, generated from a seed; ROUNDS=20 for the long form.
import { FRAME_WINDOW_MS, FRAMES_PER_WINDOW, MAX_REFUSED_FRAMES } from './frames.ts'
import { closeCodes, TOO_MANY_FRAMES } from '@parvis/contract/realtime.ts'
import { listMessages, sendMessage } from '@parvis/contract/chat.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { addEvent, publishEventChange } from '#server/testing/events.ts'
import { reportFigures } from '#server/testing/figures.ts'
import { createHostileFrame, type ForeignIds, type HostileFrame } from '#server/testing/hostile-frames.ts'
import { isLong, iterationsOf } from '#server/testing/long.ts'
import { asPerson } from '#server/testing/people.ts'
import { type LiveSockets, expectEventually, openLiveServer, type LiveClient } from '#server/testing/live-clients.ts'
import type { TestServer, Visitor } from '#server/testing/test-server.ts'
import type * as Frames from './frames.ts'

/** Planted fault: the server treats every frame as a ping. */
const faults = vi.hoisted(() => ({ acceptsAnything: false }))
vi.mock('./frames.ts', async original => {
  const real = await original<typeof Frames>()
  return { ...real, parseFrame: (text: string) => (faults.acceptsAnything ? { event: 'ping' } : real.parseFrame(text)) }
})

const FRAMES = 1000 * iterationsOf('ROUNDS', 0.2, 20)
const SEED = Number(process.env.SEED ?? 15)

const randomFrom = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}

let server: TestServer
let sockets: LiveSockets
beforeAll(async () => {
  ;({ server, sockets } = await openLiveServer())
})
afterAll(() => server.close())

/** Sends a hostile frame and returns the outcome in the notation of `HostileFrame.expected`. */
const outcome = async (screen: LiveClient, attempt: HostileFrame): Promise<string> => {
  const answers = () => screen.frames.filter(frame => frame.event === 'pong' || frame.event === 'error')
  attempt.send(screen)
  await vi
    .waitFor(() => expect(screen.closed !== null || answers().length > 0).toBe(true), { timeout: 3000, interval: 1 })
    .catch(() => {})
  if (screen.closed)
    return [1002, 1006, 1007, 1008, 1009].includes(screen.closed.code) ? 'closed' : `closed with ${screen.closed.code}`
  const [frame] = answers()
  return frame?.event === 'error' ? frame.error.key : (frame?.event ?? 'nothing')
}

const attack = async (
  frames: number,
  visitors: readonly Visitor[],
  watcher: LiveClient,
  author: string,
  foreign: ForeignIds,
): Promise<string[]> => {
  const random = randomFrom(SEED)
  const screens = await Promise.all(visitors.map(visitor => sockets.open(visitor)))
  const events: string[] = []
  const found: string[] = []
  let now = 1e9
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  for (let count = 0; count < frames; count++) {
    const at = count % screens.length
    if (screens[at]!.closed) screens[at] = await sockets.open(visitors[at]!)
    screens[at]!.frames.length = 0
    const attempt = createHostileFrame(random, foreign)
    now += 200
    const actual = await outcome(screens[at]!, attempt)
    const isGuest = visitors[at] === visitors.at(-1)
    const expected = attempt.isForMembers && isGuest ? 'guestforbidden' : attempt.expected
    if (actual !== expected) found.push(`${attempt.name}: ${actual}`)
    if (count % 50 === 0) {
      events.push(await addEvent(server, { userId: author }))
      await publishEventChange(server, 'event.created', events.at(-1)!)
    }
  }
  const flood = await sockets.open(visitors[0]!)
  const answersToFlood = () => flood.frames.filter(({ event }) => event === 'error' || event === 'pong').length
  const send = (frames: number) =>
    Array.from({ length: frames }, (_, count) => flood.socket.send(count % 2 ? 'x' : '{"event":"ping"}'))
  send(FRAMES_PER_WINDOW)
  await expectEventually(answersToFlood, FRAMES_PER_WINDOW)
  send(FRAMES_PER_WINDOW * 4)
  await expectEventually(() => [flood.closed?.code, flood.closed?.reason], [closeCodes.tooMany, TOO_MANY_FRAMES])
  const answered = answersToFlood()
  if (answered !== FRAMES_PER_WINDOW + MAX_REFUSED_FRAMES) found.push(`flood: ${answered} frames are answered`)
  const accepted = flood.frames.filter(frame => !(frame.event === 'error' && frame.error.key === 'toomanyrequests'))
  if (accepted.length !== FRAMES_PER_WINDOW) found.push(`flood: ${accepted.length} frames are heard`)
  clock.mockRestore()
  await vi
    .waitFor(() => expect(watcher.received('event.created').length).toBeGreaterThanOrEqual(events.length))
    .catch(() => {})
  if (
    watcher.closed ||
    watcher
      .received('event.created')
      .map(({ _id }) => _id)
      .join() !== events.join()
  )
    found.push('another screen is disturbed')
  for (const { socket } of [...screens, flood]) socket.terminate()
  return found
}

const setUp = async (name: string) => {
  const [first, second] = await Promise.all(
    ['a', 'b'].map(one => asPerson(server, { email: `${name}-${one}@test.example`, community: 'quartier-de-la-gare' })),
  )
  const { visitor, userId } = await asPerson(server, {
    email: `${name}-author@test.example`,
    community: 'les-tilleuls',
  })
  const other = await asPerson(server, { email: `${name}-other@test.example`, community: 'les-tilleuls' })
  const eventId = await addEvent(server, { userId, answeredBy: [other.userId] })
  for (const person of [
    { userId: other.userId, visitor },
    { userId, visitor: other.visitor },
  ])
    await person.visitor.call(sendMessage, { body: { tmpId: newId(), to: person.userId, text: 'Entre nous' } })
  const { answer } = await visitor.call(listMessages, { query: { userId: other.userId } })
  const foreign = { userId, eventId, conversationId: answer.conversation!._id! }
  const watcher = await sockets.open(visitor)
  return [[first!.visitor, second!.visitor, await server.asGuest()], watcher, userId, foreign] as const
}

it(
  `the server answers each of ${FRAMES} hostile frames with the expected error, and disturbs no other screen`,
  async () => {
    expect(await attack(FRAMES, ...(await setUp('hostile')))).toEqual([])
    if (process.env.ROUNDS) reportFigures('hostile frames', SEED, { frames: FRAMES, wrong: 0 })
  },
  60_000 + FRAMES * 20,
)

it.runIf(isLong)(
  'the check of hostile frames fails if the server accepts them',
  async () => {
    faults.acceptsAnything = true
    const found = await attack(60, ...(await setUp('planted')))
    faults.acceptsAnything = false
    expect(found.filter(line => line.endsWith(': pong')).length).toBeGreaterThan(10)
  },
  30_000,
)

it('frames over the limit are refused, and the socket is closed if the burst continues in the next window', async () => {
  const { createFrameLimiter } = await vi.importActual<typeof Frames>('./frames.ts')
  const count = createFrameLimiter()
  const send = (frames: number, now: number) => Array.from({ length: frames }, () => count(now)).at(-1)
  expect(send(FRAMES_PER_WINDOW, 0)).toBeNull()
  expect(send(MAX_REFUSED_FRAMES, 1)).toBe(10)
  expect(send(FRAMES_PER_WINDOW, FRAME_WINDOW_MS)).toBeNull()
  expect(send(1, FRAME_WINDOW_MS + 1)).toBe('close')
  const patientLimiter = createFrameLimiter()
  for (let window = 0; window < 9; window++) {
    const frames = window % 2 ? FRAMES_PER_WINDOW : FRAMES_PER_WINDOW + MAX_REFUSED_FRAMES
    expect(Array.from({ length: frames }, () => patientLimiter(window * FRAME_WINDOW_MS))).not.toContain('close')
  }
})
