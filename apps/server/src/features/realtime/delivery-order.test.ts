import { answerEvent, removeEvent } from '@parvis/contract/feed.ts'
import { editPost, publishPost } from '@parvis/contract/publish.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { isLong } from '#server/testing/long.ts'
import { asPerson } from '#server/testing/people.ts'
import {
  type LiveSockets,
  expectEventually,
  waitForAllFrames,
  openLiveServer,
  type LiveClient,
} from '#server/testing/live-clients.ts'
import type { TestServer, Visitor } from '#server/testing/test-server.ts'
import type * as ConnectionModule from './connection.ts'

/** Planted fault: a later frame sometimes arrives before an earlier one. */
const faults = vi.hoisted(() => ({ overtakes: false }))
vi.mock('./connection.ts', async original => {
  const real = await original<typeof ConnectionModule>()
  return {
    ...real,
    sendFrame: (...args: Parameters<typeof real.sendFrame>) => {
      // pause: the planted delay
      if (faults.overtakes && Math.random() < 0.1) setTimeout(() => real.sendFrame(...args), 5)
      else real.sendFrame(...args)
    },
  }
})

const MEMBERS = 10
const POSTS_EACH = 6

let server: TestServer
let sockets: LiveSockets
let members: Visitor[]
beforeAll(async () => {
  ;({ server, sockets } = await openLiveServer({ pauseDivisor: 20 }))
  members = await Promise.all(
    Array.from(
      { length: MEMBERS },
      async (_, at) =>
        (await asPerson(server, { email: `member${at}@test.example`, community: 'les-tilleuls' })).visitor,
    ),
  )
})
afterAll(() => server.close())

/** Lets members publish, edit, answer and remove posts concurrently. Returns how often each action succeeded. */
const changePosts = async () => {
  const counts = { 'event.created': 0, 'event.updated': 0, 'event.interest': 0, 'event.deleted': 0 }
  await Promise.all(
    members.flatMap((member, at) =>
      Array.from({ length: POSTS_EACH }, async (_, post) => {
        const { answer } = await member.call(publishPost, { body: { description: `${at} ${post}` } })
        counts['event.created']++
        const id = { id: answer._id }
        await Promise.all([
          member.call(editPost, { params: id, body: { description: 'changed' } }).then(reply => {
            counts['event.updated'] += Number(reply.status === 200)
          }),
          members[(at + 1) % MEMBERS]!.call(answerEvent, { params: id }).then(reply => {
            counts['event.interest'] += Number(reply.status === 200)
          }),
        ])
        if (post % 3 > 0) return
        await member.call(removeEvent, { params: id })
        counts['event.deleted']++
      }),
    ),
  )
  return counts
}

const eventLines = ({ frames }: LiveClient) =>
  frames.flatMap(frame =>
    'data' in frame && frame.event.startsWith('event.')
      ? [`${frame.event} ${(frame.data as { _id: string })._id}`]
      : [],
  )

/**
 * Describes live events that were lost or duplicated, and those that arrived in another order than on the first screen
 * or after the deletion of their post.
 */
const findFaults = (screens: readonly LiveClient[], counts: Awaited<ReturnType<typeof changePosts>>): string[] => {
  const found: string[] = []
  const [first] = screens.map(eventLines)
  for (const [at, screen] of screens.entries()) {
    const lines = eventLines(screen)
    if (lines.join() !== first!.join()) found.push(`screen ${at} is in another order`)
    for (const [event, count] of Object.entries(counts)) {
      const told = lines.filter(line => line.startsWith(event))
      // Other live events of a post are dropped if the post is deleted before they are sent; its deletion is never
      // dropped.
      if (told.length > count || (event === 'event.deleted' && told.length < count))
        found.push(`screen ${at}: ${told.length} of ${count} ${event}`)
      if (['event.created', 'event.deleted'].includes(event) && new Set(told).size < told.length)
        found.push(`screen ${at}: ${event} is doubled`)
    }
    const deleted = new Set<string>()
    for (const line of lines) {
      const [event, id] = line.split(' ') as [string, string]
      if (deleted.has(id)) found.push(`screen ${at}: ${event} after the end`)
      if (event === 'event.deleted') deleted.add(id)
    }
  }
  return [...new Set(found)]
}

const watchChanges = async () => {
  const viewers = [
    await server.as('neighbor'),
    await server.as('neighbor2'),
    await server.as('administrator'),
    await server.asGuest(),
    members[0]!,
  ]
  const screens = await Promise.all(viewers.map(visitor => sockets.open(visitor)))
  const counts = await changePosts()
  await expectEventually(
    () => screens.map(({ received }) => received('event.deleted').length),
    screens.map(() => counts['event.deleted']),
  )
  for (const screen of screens) await waitForAllFrames(server, screen)
  const remaining = await server.db.selectFrom('events').select('id').where('description', '=', 'changed').execute()
  const faulty = findFaults(screens, counts)
  for (const { id } of remaining)
    for (const [at, { received }] of screens.entries())
      if (!received('event.created').some(({ _id }) => _id === id)) faulty.push(`screen ${at} was not told of ${id}`)
  for (const { socket } of screens) socket.terminate()
  await server.db.deleteFrom('events').where('description', '=', 'changed').execute()
  return faulty
}

it('every screen receives the live events of existing posts and all deletions once, in the same order', async () => {
  expect(await watchChanges()).toEqual([])
}, 30_000)

it.runIf(isLong)(
  'the check of the order fails if one live event overtakes another',
  async () => {
    await server.db.deleteFrom('attempts').execute()
    faults.overtakes = true
    expect((await watchChanges()).length).toBeGreaterThan(0)
    faults.overtakes = false
  },
  30_000,
)
