// After a restart of the server all clients reconnect at once.
import { sql } from 'kysely'
import { afterEach, expect, it, vi } from 'vitest'
import { addEvent, announceEvent } from '#server/testing/events.ts'
import { openSessions, withSession } from '#server/testing/people.ts'
import { eventually, openLiveServer, type Screen } from '#server/testing/screens.ts'
import type { TestServer } from '#server/testing/test-server.ts'
import type * as SessionQueries from '../session/session.queries.ts'

/** Simulates a slow database: every read of sessions holds its connection this long. */
const far = vi.hoisted(() => ({ seconds: 0, readings: 0 }))
vi.mock('../session/session.queries.ts', async original => {
  const real = await original<typeof SessionQueries>()
  return {
    ...real,
    async findSessions(...given: Parameters<typeof real.findSessions>) {
      far.readings++
      if (far.seconds > 0) await sql`select pg_sleep(${far.seconds})`.execute(given[0])
      return real.findSessions(...given)
    },
  }
})

const MEMBERS = 125
const SCREENS_EACH = 4

let server: TestServer
afterEach(() => server.close())

const everybody = async () => {
  const { door, ...live } = await openLiveServer()
  server = live.server
  const sessions = (
    await Promise.all(Array.from({ length: SCREENS_EACH }, () => openSessions(server.db, MEMBERS)))
  ).flat()
  return { sessions, open: () => Promise.all(sessions.map(({ token }) => door.open(withSession(server, token)))) }
}
const frameCount = (screens: readonly Screen[]) => screens.reduce((sum, { frames }) => sum + frames.length, 0)

it('five hundred clients connect at once, and receive presence and the next post', async () => {
  const { sessions, open } = await everybody()
  const screens = await open()
  const author = sessions[0]!.userId
  const id = await addEvent(server, { userId: author })
  await announceEvent(server, 'event.created', id)
  await eventually(
    () => screens.filter(({ told }) => told('event.created').length === 1).length,
    MEMBERS * SCREENS_EACH,
  )
  expect(sessions.every(({ userId }) => server.platform.presence.isOnline(userId))).toBe(true)

  // The first connection receives all others; nobody receives themselves, or anybody twice.
  const children = await server.db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [...new Set(sessions.map(({ userId }) => userId))])
    .where('id', '<>', sessions[0]!.userId)
    .where(sql<boolean>`birthdate > current_date - interval '15 years'`)
    .execute()
  const others = MEMBERS - 1 - children.length
  await eventually(() => new Set(screens[0]!.told('user.online').map(({ _id }) => _id)).size, others)
  for (const [at, { told }] of screens.entries()) {
    const heard = told('user.online').map(({ _id }) => _id)
    expect([heard.includes(sessions[at]!.userId), new Set(heard).size]).toEqual([false, heard.length])
  }
  expect(frameCount(screens)).toBeLessThan(MEMBERS * SCREENS_EACH * MEMBERS)
}, 60_000)

it('five hundred clients connect with a slow database, because sessions are read in batches', async () => {
  const { open } = await everybody()
  Object.assign(far, { seconds: 0.1, readings: 0 })
  const screens = await open().finally(() => {
    far.seconds = 0
  })
  expect(screens).toHaveLength(MEMBERS * SCREENS_EACH)
  expect(far.readings).toBeLessThan(50)
}, 60_000)
