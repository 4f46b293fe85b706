// One member sends as many calls and frames as possible. The limits bound this load, the live events that others
// receive and the rows in the tables. The long run has FLOOD_SCREENS=100.
import { THROTTLE_MS } from '#server/features/realtime/throttle.ts'
import { SOCKETS_PER_USER } from '#server/features/realtime/realtime.service.ts'
import { FRAME_WINDOW_MS, FRAMES_PER_WINDOW } from '#server/features/realtime/frames.ts'
import { EDITS_PER_MINUTE } from '#server/features/publish/edit-post.service.ts'
import { ANSWERS_PER_MINUTE } from '#server/features/feed/answer.service.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { answerEvent, withdrawAnswer } from '@parvis/contract/feed.ts'
import { editPost, publishPost } from '@parvis/contract/publish.ts'
import { closeCodes } from '@parvis/contract/realtime.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type * as RateLimit from './kernel/limits/rate-limit.ts'
import type * as Throttle from './features/realtime/throttle.ts'
import { addEvent, publishEventChange } from './testing/events.ts'
import { makeCalls, maxCallsWithin, PAUSE_MS, runWhileReading } from './testing/flood-calls.ts'
import { floodTables } from './testing/flood-of-tables.ts'
import { reportFigures } from './testing/figures.ts'
import { isLong, iterationsOf } from './testing/long.ts'
import { asMembers, asPerson } from './testing/people.ts'
import { type LiveSockets, expectEventually, openLiveServer, type LiveClient } from './testing/live-clients.ts'
import { DEMO_PASSWORD, type TestServer, type Visitor } from './testing/test-server.ts'

/** Planted faults: no rate limits; live events sent without throttling. */
const faults = vi.hoisted(() => ({ noLimits: false, noThrottle: false }))
vi.mock('./kernel/limits/rate-limit.ts', async original => {
  const real = await original<typeof RateLimit>()
  const recordAttempts: typeof real.recordAttempts = async (...args) =>
    faults.noLimits ? [] : real.recordAttempts(...args)
  const consume: typeof real.consume = async (...args) => (faults.noLimits ? async () => {} : real.consume(...args))
  const takeHitArguments: typeof real.takeHitArguments = limit =>
    real.takeHitArguments(faults.noLimits ? { ...limit, max: 2 ** 31 - 1 } : limit)
  return { ...real, recordAttempts, consume, takeHitArguments }
})
vi.mock('./features/realtime/throttle.ts', async original => {
  const real = await original<typeof Throttle>()
  const createThrottle: typeof real.createThrottle = (deliver, background) => {
    const throttle = real.createThrottle(deliver, background)
    return { ...throttle, publish: one => (faults.noThrottle ? deliver(one) : throttle.publish(one)) }
  }
  return { ...real, createThrottle }
})

const SCREENS = iterationsOf('FLOOD_SCREENS', 6, 100)
const isFullRun = SCREENS > 12
const EDITS = isFullRun ? 538 : 60
/** Bytes that the edits of one post sent to a hundred screens before edits were limited. */
const UNLIMITED_BYTES = 598_000_000
const TIMEOUT_MS = 30_000
const MINUTE_MS = 60_000

let server: TestServer
let sockets: LiveSockets
/** `lastAt`: when the last frame of each name arrived. */
const screens: { screen: LiveClient; bytes: number; lastAt: Record<string, number> }[] = []
let others: { visitor: Visitor; userId: string }[]
let flooderCount = 0
beforeAll(async () => {
  ;({ server, sockets } = await openLiveServer())
  others = await asMembers(server, SCREENS)
  for (const { visitor } of others) {
    const screen = await sockets.open(visitor)
    const one: (typeof screens)[number] = { screen, bytes: 0, lastAt: {} }
    screen.socket.on('message', data => {
      one.bytes += (data as Buffer).length
      one.lastAt[screen.frames.at(-1)!.event] = performance.now()
    })
    screens.push(one)
  }
})
afterAll(() => server.close())

const newFlooder = async () => {
  const email = `flooder${++flooderCount}@flood.example`
  return { email, ...(await asPerson(server, { email, password: DEMO_PASSWORD, community: 'les-tilleuls' })) }
}

const clearScreens = () => {
  for (const one of screens) {
    one.bytes = 0
    one.screen.frames.length = 0
    one.lastAt = {}
  }
}
const onAllScreens = (isDone: (screen: LiveClient) => boolean) =>
  expectEventually(() => screens.filter(({ screen }) => isDone(screen)).length, SCREENS, TIMEOUT_MS)

const whileOthersRead = (work: () => Promise<unknown>) => runWhileReading(others, work)

type FloodedEvent = 'event.updated' | 'event.answered'

/** Lets a member flood one post; returns what was published and received, and every violation found. */
const measureFlood = async (
  name: FloodedEvent,
  maxPerMinute: number,
  work: () => Promise<unknown>,
  hasLastState: (screen: LiveClient) => boolean,
) => {
  const frame = name === 'event.answered' ? 'event.interest' : name
  const publishedAt: number[] = []
  const unsubscribe = server.platform.bus.subscribe(name, () => void publishedAt.push(performance.now()))
  const began = performance.now()
  const seen = await whileOthersRead(work).finally(unsubscribe)
  const floodMs = Math.round(performance.now() - began)
  await onAllScreens(hasLastState)
  // Events arrive in order, so a client that receives this post has received everything before it.
  const markerId = await addEvent(server, { userId: others[0]!.userId, description: 'after the flood' })
  await publishEventChange(server, 'event.created', markerId)
  await onAllScreens(screen => screen.received('event.created').at(-1)?._id === markerId)
  const receivedMs = Math.round(Math.max(...screens.map(({ lastAt }) => lastAt[frame] ?? 0)) - began)
  const receivedCount = Math.max(...screens.map(({ screen }) => screen.received(frame).length))
  const bytes = screens.reduce((sum, one) => sum + one.bytes, 0)
  const passed = publishedAt.length
  const violations = [
    ...(passed > maxCallsWithin(floodMs, maxPerMinute, MINUTE_MS) ? [`${passed} pass in ${floodMs} ms`] : []),
    ...(passed < maxPerMinute ? [`only ${passed} pass`] : []),
    // The first event is sent at once, then one per interval; a timer may fire a little early.
    ...(receivedCount > 2 + receivedMs / (THROTTLE_MS - 5)
      ? [`${receivedCount} are told within ${receivedMs} ms`]
      : []),
    ...(seen.refused > 0 ? [`${seen.refused} readings of others are refused`] : []),
  ]
  return { violations, passed, receivedCount, bytes, floodMs, othersRead: seen.reads, slowestReadMs: seen.slowestMs }
}

const eventRow = (id: string) =>
  server.db
    .selectFrom('events')
    .select(['description', 'interested_count'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** Edits one long post as fast as possible. */
const floodOfEdits = async () => {
  clearScreens()
  const { visitor } = await newFlooder()
  const long = 'é'.repeat(2500)
  const body = { description: long, lang: { en: { description: long } } }
  const { _id: id } = (await visitor.call(publishPost, { body })).answer
  await onAllScreens(screen => screen.received('event.created').length === 1)
  let last: string | null = null
  const work = async () => {
    await makeCalls(EDITS, at => visitor.call(editPost, { params: { id }, body: { description: `${at} ${long}` } }))
    last = (await eventRow(id)).description
  }
  const isLast = (screen: LiveClient) => screen.received('event.updated').at(-1)?.eventId.description === last
  return measureFlood('event.updated', EDITS_PER_MINUTE, work, isLast)
}

/** Answers one post and withdraws the answer, in turn. */
const floodOfAnswers = async () => {
  clearScreens()
  const { visitor } = await newFlooder()
  const id = await addEvent(server, { userId: others[0]!.userId, description: 'Qui vient ?' })
  let last = 0
  const work = async () => {
    const calls = [answerEvent, withdrawAnswer]
    await makeCalls(ANSWERS_PER_MINUTE + 20, at => visitor.call(calls[at % 2]!, { params: { id } }), 1)
    last = (await eventRow(id)).interested_count
  }
  const isLast = (screen: LiveClient) => screen.received('event.interest').at(-1)?.interestedCount === last
  return measureFlood('event.answered', ANSWERS_PER_MINUTE, work, isLast)
}

/** Lets one member do everything else in large numbers. Returns the growth of the tables and the violations found. */
const floodOfEverything = async (logIns?: number) => floodTables(server, await newFlooder(), others[0]!.userId, logIns)

/** Sends frames as fast as possible, and opens more live connections than a member may have. */
const floodOfFrames = async () => {
  const { visitor } = await newFlooder()
  const clients: LiveClient[] = []
  for (let count = 0; count < 2 * SOCKETS_PER_USER; count++) clients.push(await sockets.open(visitor))
  await expectEventually(() => clients.filter(({ closed }) => closed === null).length, SOCKETS_PER_USER, TIMEOUT_MS)
  const floodingClient = clients.at(-1)!
  const began = performance.now()
  const send = (frames: number) => Array.from({ length: frames }, () => floodingClient.socket.send('{"event":"ping"}'))
  const countReplies = () => floodingClient.frames.filter(({ event }) => event === 'pong' || event === 'error').length
  send(2 * FRAMES_PER_WINDOW - 1)
  await expectEventually(countReplies, 2 * FRAMES_PER_WINDOW - 1, TIMEOUT_MS)
  // Frames sent together are read together, so the connection may only be closed at the next batch.
  // pause: the pace of a member
  for (; !floodingClient.closed && performance.now() - began < TIMEOUT_MS; await wait(PAUSE_MS)) send(FRAMES_PER_WINDOW)
  const answered = floodingClient.frames.filter(({ event }) => event === 'pong').length
  const most = maxCallsWithin(performance.now() - began, FRAMES_PER_WINDOW, FRAME_WINDOW_MS)
  for (const { socket } of clients) socket.terminate()
  return { answered, most, code: floodingClient.closed?.code }
}

const figures: Record<string, unknown> = { screens: SCREENS, edits: EDITS }

describe('a member who floods the server', () => {
  it('can edit a post only as often as the limit allows, and other members receive the last version', async () => {
    const { violations: found, ...rest } = await floodOfEdits()
    expect(found).toEqual([])
    if (isFullRun) expect(rest.bytes).toBeLessThan(UNLIMITED_BYTES / 20)
    figures.edited = rest
  }, 120_000)

  it('can answer and withdraw only as often as the limit allows, and other members receive the last count', async () => {
    const { violations: found, ...rest } = await floodOfAnswers()
    expect(found).toEqual([])
    figures.answered = rest
  }, 120_000)

  it('receives responses to frames only up to the limit, and the connections beyond the limit are closed', async () => {
    const { answered, most, code } = await floodOfFrames()
    expect(code).toBe(closeCodes.tooMany)
    expect(answered).toBeGreaterThanOrEqual(FRAMES_PER_WINDOW)
    expect(answered).toBeLessThanOrEqual(most)
  }, 60_000)

  it('adds no more rows than the limits of posts, pictures, reports, log-ins and guesses allow', async () => {
    const { found, growth } = await floodOfEverything()
    expect(found).toEqual([])
    reportFigures('flood of one member', null, { ...figures, growth })
  }, 120_000)

  it.runIf(isLong)(
    'is found to exceed the limit of edits if edits are not limited',
    async () => {
      faults.noLimits = true
      const { violations: found } = await floodOfEdits().finally(() => {
        faults.noLimits = false
      })
      expect(found.join()).toContain('pass in')
    },
    120_000,
  )

  it.runIf(isLong)(
    'is found to cause too many live events if each edit is sent at once',
    async () => {
      faults.noThrottle = true
      const { violations: found } = await floodOfEdits().finally(() => {
        faults.noThrottle = false
      })
      expect(found.join()).toContain('are told within')
    },
    120_000,
  )

  it.runIf(isLong)(
    'is found to add too many rows if nothing is limited',
    async () => {
      faults.noLimits = true
      const { found } = await floodOfEverything(0).finally(() => {
        faults.noLimits = false
      })
      for (const table of ['events', 'media', 'event_flags']) expect(found.join()).toContain(`${table} grows`)
    },
    120_000,
  )
})
