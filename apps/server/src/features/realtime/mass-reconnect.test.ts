// After a restart of the server all clients reconnect at once.
import { sql } from 'kysely'
import { afterEach, expect, it, vi } from 'vitest'
import { addEvent, publishEventChange } from '#server/testing/events.ts'
import { openSessions, visitorWithSession } from '#server/testing/people.ts'
import { expectEventually, openLiveServer, type LiveClient } from '#server/testing/live-clients.ts'
import type { TestServer } from '#server/testing/test-server.ts'
import type * as SessionQueries from '../session/session.queries.ts'

/** Simulates a slow database: every read of sessions occupies its database connection for `seconds`. */
const slowDatabase = vi.hoisted(() => ({ seconds: 0, reads: 0 }))
vi.mock('../session/session.queries.ts', async original => {
  const real = await original<typeof SessionQueries>()
  return {
    ...real,
    async findSessions(...args: Parameters<typeof real.findSessions>) {
      slowDatabase.reads++
      if (slowDatabase.seconds > 0) await sql`select pg_sleep(${slowDatabase.seconds})`.execute(args[0])
      return real.findSessions(...args)
    },
  }
})

const MEMBERS = 125
const SCREENS_EACH = 4

let server: TestServer
afterEach(() => server.close())

const prepareSessions = async () => {
  const { sockets, ...live } = await openLiveServer()
  server = live.server
  const sessions = (
    await Promise.all(Array.from({ length: SCREENS_EACH }, () => openSessions(server.db, MEMBERS)))
  ).flat()
  return {
    sessions,
    open: () => Promise.all(sessions.map(({ token }) => sockets.open(visitorWithSession(server, token)))),
  }
}
const frameCount = (screens: readonly LiveClient[]) => screens.reduce((sum, { frames }) => sum + frames.length, 0)

it('five hundred clients connect at once, and receive presence and the next post', async () => {
  const { sessions, open } = await prepareSessions()
  const screens = await open()
  const author = sessions[0]!.userId
  const id = await addEvent(server, { userId: author })
  await publishEventChange(server, 'event.created', id)
  await expectEventually(
    () => screens.filter(({ received }) => received('event.created').length === 1).length,
    MEMBERS * SCREENS_EACH,
  )
  expect(sessions.every(({ userId }) => server.platform.presence.isOnline(userId))).toBe(true)

  // The first connection receives the presence of all others except children. Nobody receives their own presence, or
  // the presence of anybody twice.
  const children = await server.db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [...new Set(sessions.map(({ userId }) => userId))])
    .where('id', '<>', sessions[0]!.userId)
    .where(sql<boolean>`birthdate > current_date - interval '15 years'`)
    .execute()
  const others = MEMBERS - 1 - children.length
  await expectEventually(() => new Set(screens[0]!.received('user.online').map(({ _id }) => _id)).size, others)
  for (const [at, { received }] of screens.entries()) {
    const onlineIds = received('user.online').map(({ _id }) => _id)
    expect([onlineIds.includes(sessions[at]!.userId), new Set(onlineIds).size]).toEqual([false, onlineIds.length])
  }
  expect(frameCount(screens)).toBeLessThan(MEMBERS * SCREENS_EACH * MEMBERS)
}, 60_000)

it('five hundred clients connect with a slow database, because sessions are read in batches', async () => {
  const { open } = await prepareSessions()
  Object.assign(slowDatabase, { seconds: 0.1, reads: 0 })
  const screens = await open().finally(() => {
    slowDatabase.seconds = 0
  })
  expect(screens).toHaveLength(MEMBERS * SCREENS_EACH)
  expect(slowDatabase.reads).toBeLessThan(50)
}, 60_000)
