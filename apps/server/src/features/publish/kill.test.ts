// The server is killed while twenty members post, and restarted; the short form does this once, with fewer posts.
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRandom } from '@parvis/demo-world/random.ts'
import { type Db, openDb } from '#server/kernel/postgres/db.ts'
import { cloneDatabase } from '#server/testing/cluster.ts'
import { reportFigures } from '#server/testing/figures.ts'
import { isLong, iterationsOf } from '#server/testing/long.ts'
import { trackOwnTime } from '#server/testing/own-time.ts'
import { openSessions } from '#server/testing/people.ts'
import { type ServerProcess, startServerProcess } from '#server/testing/server-process.ts'
import { type AcknowledgedPosts, findStorageFaults } from '#server/testing/stored-posts.ts'

const ROUNDS = iterationsOf('KILL_ROUNDS', 1, 50)
const SEED = Number(process.env.SEED ?? 1)
const POSTS = ROUNDS > 1 ? 1000 : 240
/** The latest kill, in fifths of the posts: early enough that other posts are still pending. */
const LATEST_KILL = ROUNDS > 1 ? 4 : 2
const MEMBERS = 20
const REQUESTS_PER_MEMBER = 6
/** Maximum time until the server is ready again, without the CPU time taken by other processes of the machine. */
const MAX_READY_MS = 5000
const planted = (name: string) => join(import.meta.dirname, '../../testing', name)

let database: Awaited<ReturnType<typeof cloneDatabase>>
let db: Db
let tokens: string[]
const running = new Set<ServerProcess>()
/** The server that was restarted last. */
let last: ServerProcess | null = null

beforeAll(async () => {
  database = await cloneDatabase('demo')
  db = openDb({ connection: database.connection, max: 3 })
  tokens = (await openSessions(db, MEMBERS)).map(({ token }) => token)
})
afterAll(async () => {
  for (const server of running) await server.kill()
  await db.destroy()
  await database.drop()
})

const kill = async (server: ServerProcess) => {
  running.delete(server)
  await server.kill()
}
const start = async (preload?: string) => {
  // Earlier servers are killed first, because only one server may use a database.
  for (const server of running) await kill(server)
  const server = await startServerProcess(database.connection, preload)
  running.add(server)
  return server
}
/** Restarts after a kill; returns the total time, and how much of it was the server’s own time. */
const restart = async (preload?: string) => {
  const ownTime = trackOwnTime()
  const server = await start(preload)
  return { server, startMs: Math.round(server.startMs), ownMs: ownTime(server.startMs) }
}

/**
 * Members publish these posts, each with as many concurrent requests as a browser allows, until all are sent or the
 * server no longer runs.
 */
const post = async (
  { url }: ServerProcess,
  names: readonly string[],
  onAcknowledged: (name: string, id: string | undefined) => void,
) => {
  const started: string[] = []
  const refused: string[] = []
  const send = async (member: number, queue: string[]) => {
    for (let name = queue.shift(); name; name = queue.shift()) {
      started.push(name)
      const reply = await fetch(`${url}/events/publish`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: url, cookie: `parvis=${tokens[member]!}` },
        body: JSON.stringify({ description: name, tmpId: name }),
      })
      const answer = (await reply.json()) as { _id?: string; error?: { key: string } }
      if (reply.ok) onAcknowledged(name, answer._id)
      // On a busy machine no database connection may become free in time; the post is then sent again.
      else if (answer.error?.key === 'maintenance') queue.push(name)
      else refused.push(`${name}: ${JSON.stringify(answer)}`)
    }
  }
  const workers = tokens.flatMap((_, member) => {
    const queue = names.filter((_name, at) => at % MEMBERS === member)
    return Array.from({ length: REQUESTS_PER_MEMBER }, () => send(member, queue))
  })
  const ends = await Promise.allSettled(workers)
  return { started, refused, brokenOff: ends.filter(({ status }) => status === 'rejected').length }
}

/** Kills the server after `after` acknowledged posts; returns the acknowledged posts and all that were sent. */
const killDuringPosts = async (server: ServerProcess, names: readonly string[], after: number) => {
  const acknowledged: AcknowledgedPosts = new Map()
  let killed: Promise<void> | undefined
  const { started, refused, brokenOff } = await post(server, names, (name, id) => {
    acknowledged.set(name, id)
    if (acknowledged.size === after) killed = kill(server)
  })
  await killed
  expect(refused).toEqual([])
  expect(brokenOff).toBeGreaterThan(0)
  return { acknowledged, started }
}

it(
  `a server that is killed ${ROUNDS} times, each time while ${POSTS} posts arrive, loses no post that it acknowledged`,
  async () => {
    const random = createRandom(SEED)
    const figures = { rounds: ROUNDS, acknowledged: 0, underWay: 0, slowestStartMs: 0, slowestOwnMs: 0 }
    for (let at = 0; at < ROUNDS; at++) {
      await db.deleteFrom('attempts').execute()
      const names = Array.from({ length: POSTS }, (_, count) => `chute ${at} ${count}`)
      const { acknowledged, started } = await killDuringPosts(
        await start(),
        names,
        random.int(POSTS / 5, (POSTS * LATEST_KILL) / 5),
      )
      figures.underWay += started.length - acknowledged.size
      const { server, startMs, ownMs } = await restart()
      figures.slowestStartMs = Math.max(figures.slowestStartMs, startMs)
      figures.slowestOwnMs = Math.max(figures.slowestOwnMs, ownMs)
      expect(ownMs).toBeLessThanOrEqual(MAX_READY_MS)
      expect(await findStorageFaults(db, `chute ${at}`, acknowledged)).toEqual([])

      // All posts are sent again, as by members who received no response: stored posts remain unchanged.
      const again: AcknowledgedPosts = new Map()
      expect(await post(server, names, (name, id) => void again.set(name, id))).toMatchObject({
        refused: [],
        brokenOff: 0,
      })
      expect([...acknowledged].filter(([name, id]) => again.get(name) !== id)).toEqual([])
      expect(again.size).toBe(POSTS)
      expect(await findStorageFaults(db, `chute ${at}`, again)).toEqual([])
      figures.acknowledged += acknowledged.size + again.size
      last = server
      if (at < ROUNDS - 1) await kill(server)
    }
    reportFigures('killed under load', SEED, figures)
  },
  60_000 + ROUNDS * 60_000,
)

it.runIf(isLong)(
  'a lost post is found if a server acknowledges a post before it has stored it',
  async () => {
    await db.deleteFrom('attempts').execute()
    const { acknowledged } = await killDuringPosts(
      await start(planted('ack-before-commit.ts')),
      Array.from({ length: 400 }, (_, count) => `hâte ${count}`),
      200,
    )
    await kill(await start())
    expect(
      (await findStorageFaults(db, 'hâte', acknowledged)).filter(fault => fault.endsWith('is lost')).length,
    ).toBeGreaterThan(0)
  },
  120_000,
)

it.runIf(isLong)(
  'a server that starts late exceeds the time limit',
  async () => {
    await kill(await start())
    const { server, startMs, ownMs } = await restart(planted('late-start.ts'))
    await kill(server)
    expect(ownMs).toBeGreaterThan(MAX_READY_MS)
    reportFigures('killed under load, a late start planted', null, { startMs, ownMs })
  },
  300_000,
)

it('a server that is stopped answers pending requests first', async () => {
  const server = last && !last.exitStatus() ? last : await start()
  const publish = async (member: number, description: string) => {
    const reply = await fetch(`${server.url}/events/publish`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.url, cookie: `parvis=${tokens[member]!}` },
      body: JSON.stringify({ description, tmpId: description }),
    })
    return [reply.status, ((await reply.json()) as { _id?: string })._id]
  }
  const members = [0, 1]
  await Promise.all(members.map(member => publish(member, `avant l’arrêt ${member}`)))
  // New posts wait for the locked rows, so that the server is stopped while requests are pending.
  const locked = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const lockHolder = db.transaction().execute(async tx => {
    await tx.selectFrom('attempts').select('at').forUpdate().execute()
    locked.resolve()
    await release.promise
  })
  await locked.promise
  const replies = Promise.all(members.map(member => publish(member, `arrêt ${member}`)))
  const countLockWaiters = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return rows[0]!.count
  }
  await expect.poll(countLockWaiters, { timeout: 20_000, interval: 10 }).toBe(members.length)
  running.delete(server)
  const stopped = server.stop()
  const isStopping = () =>
    fetch(`${server.url}/healthz`).then(
      ({ ok }) => !ok,
      () => true,
    )
  await expect.poll(isStopping, { timeout: 20_000, interval: 10 }).toBe(true)
  release.resolve()
  const acknowledged: AcknowledgedPosts = new Map()
  for (const [at, [status, id]] of (await replies).entries()) {
    expect(status).toBe(200)
    acknowledged.set(`arrêt ${at}`, String(id))
  }
  await Promise.all([stopped, lockHolder])
  expect([server.exitStatus(), await findStorageFaults(db, 'arrêt', acknowledged)]).toEqual(['exit code 0', []])
})
