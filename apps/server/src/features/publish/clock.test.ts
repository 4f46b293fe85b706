// The feed lists posts in the order of arrival, even if the clock of the server is wrong.
import { listEvents } from '@parvis/contract/feed.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Db, openDb } from '#server/kernel/postgres/db.ts'
import { cloneDatabase } from '#server/testing/cluster.ts'
import { reportFigures } from '#server/testing/figures.ts'
import { isLong } from '#server/testing/long.ts'
import { openSessions } from '#server/testing/people.ts'
import { startServerProcess } from '#server/testing/server-process.ts'
import { openTestServer } from '#server/testing/test-server.ts'

const HOUR_MS = 60 * 60_000
const preloaded = (name: string) => join(import.meta.dirname, '../../testing', name)

let database: Awaited<ReturnType<typeof cloneDatabase>>
let db: Db
beforeAll(async () => {
  database = await cloneDatabase('demo')
  db = openDb({ connection: database.connection, max: 2 })
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

/** Number of posts in the wrong order; `names` is the expected feed, newest first. */
const misplaced = (shown: readonly (string | null)[], names: readonly string[]) =>
  names.filter((name, at) => shown[at] !== name).length

/** Clock errors in hours of the servers that are started one after the other. */
const CLOCKS = isLong ? [1, -1, 0] : [1, -1]

/**
 * Publishes two posts on each of several servers, started one after the other with different clocks; counts posts in
 * the wrong order.
 */
const postAcrossRestarts = async (preload: string) => {
  const token = (await openSessions(db, 1))[0]!.token
  const names: string[] = []
  const figures = { posts: 0, misplaced: 0 }
  for (const hours of CLOCKS) {
    const server = await startServerProcess(database.connection, preloaded(preload), {
      CLOCK_AHEAD_MS: String(hours * HOUR_MS),
    })
    try {
      const headers = { origin: server.url, cookie: `parvis=${token}`, 'content-type': 'application/json' }
      for (const at of [1, 2]) {
        const name = `post ${names.length} (${hours} h, ${at})`
        const reply = await fetch(`${server.url}/events/publish`, {
          method: 'POST',
          headers,
          body: JSON.stringify({ description: name }),
        })
        expect(reply.status).toBe(200)
        names.unshift(name)
      }
      const { docs } = (await (await fetch(`${server.url}/events`, { headers })).json()) as {
        docs: { eventId: { description: string } }[]
      }
      figures.posts = names.length
      figures.misplaced += misplaced(
        docs.map(({ eventId }) => eventId.description),
        names,
      )
    } finally {
      await server.stop()
    }
  }
  return figures
}

it('the feed lists new posts above those published before a restart, even if the clock changed during the restart', async () => {
  const figures = await postAcrossRestarts('shifted-clock.ts')
  expect(figures).toEqual({ posts: 2 * CLOCKS.length, misplaced: 0 })
  reportFigures('order of posts across restarts', null, figures)
}, 120_000)

it.runIf(isLong)(
  'the feed lists posts in the wrong order if a server derives its first ids from the clock',
  async () => {
    const figures = await postAcrossRestarts('ids-by-clock.ts')
    expect(figures.misplaced).toBeGreaterThan(0)
    reportFigures('order of posts across restarts, a fault planted', null, figures)
  },
  120_000,
)

it.each([
  ['is set back and forth by an hour', [0, -HOUR_MS, HOUR_MS, 0]],
  [
    'passes the nights in which it is changed, and a 29 February',
    [
      '2026-03-29T00:59:59Z',
      '2026-03-29T01:00:01Z',
      '2026-10-25T00:59:59Z',
      '2026-10-25T01:00:01Z',
      '2028-02-28T23:30:00Z',
      '2028-02-29T12:00:00Z',
      '2028-03-01T00:30:00Z',
      '2026-10-25T00:30:00Z',
    ],
  ],
])(
  'the feed lists posts in the order of arrival while the clock of a running server %s',
  async (how, moments) => {
    const server = await openTestServer('demo')
    try {
      const neighbor = await server.as('neighbor')
      const names: string[] = []
      for (const moment of moments) {
        server.clock.aheadMs = typeof moment === 'number' ? moment : Date.parse(moment) - Date.now()
        await server.db
          .updateTable('sessions')
          .set({ created_at: server.platform.clock.now(), seen_at: server.platform.clock.now() })
          .execute()
        const { answer } = await neighbor.call(publishPost, { body: { description: `at ${moment}` } })
        if (typeof moment === 'string')
          expect(Math.abs(Date.parse(answer.dateAdded) - Date.parse(moment))).toBeLessThan(60_000)
        names.unshift(`at ${moment}`)
      }
      server.clock.aheadMs = 0
      await server.db.updateTable('sessions').set({ created_at: new Date(), seen_at: new Date() }).execute()
      const { answer } = await neighbor.call(listEvents)
      const shown = answer.docs.slice(0, names.length)
      const namesOf = (docs: typeof shown) => docs.map(({ eventId }) => eventId.description)
      expect(misplaced(namesOf(shown), names)).toBe(0)
      // Sorted by date the posts have another order, so this test would notice a feed that is sorted by date.
      const byDate = shown.toSorted((a, b) => Date.parse(b.dateAdded) - Date.parse(a.dateAdded))
      const misplacedByDate = misplaced(namesOf(byDate), names)
      expect(misplacedByDate).toBeGreaterThan(0)
      reportFigures('order of posts by place', null, { case: how, posts: names.length, misplaced: 0, misplacedByDate })
    } finally {
      await server.close()
    }
  },
  60_000,
)
