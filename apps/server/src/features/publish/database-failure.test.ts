// The database is slow, has no free connection, or is out of disk space: the server meanwhile answers with the
// documented errors, and recovers soon after.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Db, openDb } from '#server/kernel/postgres/db.ts'
import { migrate } from '#server/kernel/postgres/migrate.ts'
import { startEmbeddedPostgres } from '#server/kernel/postgres/embedded-postgres.ts'
import { cloneDatabase } from '#server/testing/cluster.ts'
import { type DatabaseProxy, startDatabaseProxy } from '#server/testing/database-proxy.ts'
import { reportFigures } from '#server/testing/figures.ts'
import { isLong } from '#server/testing/long.ts'
import { getPostmaster } from '#server/testing/lost-databases.ts'
import { type MemberLoad, startMemberLoad, resendAll } from '#server/testing/member-load.ts'
import { trackOwnTime } from '#server/testing/own-time.ts'
import { openSessions } from '#server/testing/people.ts'
import { type ServerProcess, startServerProcess } from '#server/testing/server-process.ts'
import { writeUntilFull, unmountDisk, mountSmallDisk } from '#server/testing/small-disk.ts'
import { addCommunityWithNeighbors } from '#server/testing/small-world.ts'
import { findStorageFaults } from '#server/testing/stored-posts.ts'

const MEMBERS = 100
/** Timeout of each wait in these tests, long enough for a busy machine. */
const MAX_WAIT_MS = 40_000
/** Maximum time of the recovery, without the CPU time taken by other processes of the machine. */
const MAX_RECOVERY_MS = 5000
/** Number of answers awaited while the database is slow: more than the requests pending when it became slow. */
const SLOW_ANSWERS = 20
const planted = (name: string) => join(import.meta.dirname, '../../testing', name)

let database: Awaited<ReturnType<typeof cloneDatabase>>
let proxy: DatabaseProxy
let db: Db
let server: ServerProcess
let tokens: string[]

const start = (preload?: string) =>
  startServerProcess({ ...database.connection, host: '127.0.0.1', port: proxy.port }, preload)

beforeAll(async () => {
  database = await cloneDatabase('empty')
  proxy = await startDatabaseProxy(database.connection.host)
  db = openDb({ connection: database.connection, max: 2 })
  await addCommunityWithNeighbors(db, MEMBERS)
  tokens = (await openSessions(db, MEMBERS)).map(({ token }) => token)
  server = await start()
})
afterAll(async () => {
  await server.stop()
  await proxy.close()
  await db.destroy()
  await database.drop()
})

/**
 * Waits until members are served again after a failure, then stops the load and sends all posts again. Returns the
 * faults, and how long the recovery took.
 */
const checkRecovery = async (one: ServerProcess, name: string, work: MemberLoad) => {
  const begin = performance.now()
  const ownTime = trackOwnTime()
  const faults: string[] = []
  // pause: between two polls
  while (!work.hasSucceededSince(begin) && !one.exitStatus() && performance.now() - begin < MAX_WAIT_MS) await wait(10)
  const measured = performance.now() - begin
  const [backMs, ownMs] = [Math.round(measured), ownTime(measured)]
  if (ownMs > MAX_RECOVERY_MS || measured > MAX_WAIT_MS) faults.push(`back after ${ownMs} ms`)
  await work.stop()
  if (one.exitStatus()) faults.push(`the server died: ${one.exitStatus()}`)
  faults.push(...work.unexpected, ...(await findStorageFaults(db, name, work.acknowledged)))
  await db.deleteFrom('attempts').execute()
  if (faults.length > 0) return { faults, backMs, ownMs }
  const again = await resendAll(one, tokens, work.sent)
  faults.push(
    ...[...work.acknowledged].filter(([sent, id]) => again.get(sent) !== id).map(([sent]) => `${sent} is two posts`),
    ...(await findStorageFaults(db, name, again)),
  )
  await db.deleteFrom('attempts').execute()
  return { faults, backMs, ownMs }
}
const waitForLoad = (work: MemberLoad) =>
  expect.poll(() => work.acknowledged.size + work.answers.good, { timeout: MAX_WAIT_MS }).toBeGreaterThan(10)

it('a server with a slow database answers slowly or with the error maintenance, and recovers when the database is fast again', async () => {
  const work = startMemberLoad(server, tokens, 'slow')
  await waitForLoad(work)
  const answered = () => work.answers.good + work.answers.maintenance
  const before = answered()
  proxy.delayMs = isLong ? 1000 : 150
  await expect.poll(answered, { timeout: MAX_WAIT_MS }).toBeGreaterThan(before + SLOW_ANSWERS)
  proxy.delayMs = 0
  const { faults, ...times } = await checkRecovery(server, 'slow', work)
  expect(faults).toEqual([])
  reportFigures('latency', null, { ...work.answers, ...times })
}, 120_000)

/** Locks the table of posts until requests are refused, because the waiting requests occupy every connection. */
const occupyConnections = async (one: ServerProcess, name: string) => {
  const other = new pg.Client(database.connection)
  await other.connect()
  const work = startMemberLoad(one, tokens, name)
  await waitForLoad(work)
  await other.query('begin; lock table events in access exclusive mode')
  const ready = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const reply = await fetch(`${one.url}/readyz`)
      return [reply.status, reply.ok ? 'ready' : ((await reply.json()) as { error: { key: string } }).error.key].join(
        ' ',
      )
    }),
  )
  for (const begin = performance.now(); work.answers.maintenance <= 5 && performance.now() - begin < MAX_WAIT_MS;)
    // pause: between two polls
    await wait(10)
  const turnedAway = work.answers.maintenance
  await other.query('rollback')
  await other.end()
  const { faults, ...times } = await checkRecovery(one, name, work)
  faults.push(...ready.filter(answer => answer !== '200 ready' && answer !== '503 maintenance'))
  if (turnedAway <= 5) faults.push(`${turnedAway} were told maintenance`)
  return { faults, figures: { ...work.answers, ...times } }
}

it('while all database connections are occupied, requests fail with the error maintenance; posts that are then sent again are stored once', async () => {
  const { faults, figures } = await occupyConnections(server, 'taken')
  expect(faults).toEqual([])
  reportFigures('every connection taken', null, figures)
}, 120_000)

it.runIf(isLong).each([
  ['slow to recover', 'late-recovery.ts', /^back after \d+ ms$/],
  ['acknowledging before it commits', 'ack-before-commit.ts', / is lost$/],
])(
  'faults are found in a server that is %s',
  async (what, preload, expected) => {
    // The healthy server is stopped first, because only one server may use a database.
    await server.stop()
    const broken = await start(planted(preload))
    try {
      const { faults } = await occupyConnections(broken, preload)
      const found = faults.filter(fault => expected.test(fault))
      expect(found.length).toBeGreaterThan(0)
      reportFigures('every connection taken, a fault planted', null, {
        planted: what,
        found: found.length,
        first: found[0],
      })
    } finally {
      await broken.kill()
      await db.deleteFrom('attempts').execute()
    }
  },
  180_000,
)

const canMount = (() => {
  const disk = mountSmallDisk(1)
  if (disk) unmountDisk(disk)
  else console.log('Not tested: a full disk, which requires Linux, root and the right to mount.')
  return disk !== null
})()

/** Starts an embedded PostgreSQL on this disk with a community, and stops it; returns the tokens of its members. */
const prepareDisk = async (disk: string): Promise<string[]> => {
  const postgres = await startEmbeddedPostgres(disk, () => {})
  const smallDb = openDb({ connection: postgres.connection, max: 2 })
  await migrate(smallDb)
  await addCommunityWithNeighbors(smallDb, MEMBERS)
  const members = (await openSessions(smallDb, MEMBERS)).map(({ token }) => token)
  await smallDb.destroy()
  await postgres.stop()
  return members
}

/** Returns the function `post`, which publishes a large post, the sent and acknowledged posts, and answer counts. */
const createPostSender = ({ url }: ServerProcess, members: readonly string[]) => {
  const acknowledged = new Map<string, string>()
  const sent: string[] = []
  const seen = new Map<string, number>()
  /** Publishes a large post; returns whether it was accepted. */
  const post = async () => {
    const name = `full ${sent.length}`
    sent.push(name)
    // Random texts cannot be compressed.
    const words = Array.from({ length: 400 }, () => Math.random().toString(36))
    const reply = await fetch(`${url}/events/publish`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: url,
        cookie: `parvis=${members[sent.length % MEMBERS]!}`,
      },
      body: JSON.stringify({
        description: name,
        tmpId: name,
        lang: { en: { description: words.join(' ').slice(0, 3000) } },
      }),
    })
    const answer = (await reply.json()) as { _id: string; error?: { key: string } }
    const what = reply.ok ? '200' : `${reply.status} ${answer.error?.key}`
    seen.set(what, (seen.get(what) ?? 0) + 1)
    if (reply.ok) acknowledged.set(name, answer._id)
    return reply.ok
  }
  return { acknowledged, sent, seen, post }
}
type Posts = ReturnType<typeof createPostSender>

/**
 * Waits until the server accepts posts again; returns the time in total and without the CPU time of other processes.
 */
const measureRecovery = async ({ url }: ServerProcess, { post }: Posts) => {
  const begin = performance.now()
  const ownTime = trackOwnTime()
  const isBack = async () => (await post()) && (await fetch(`${url}/readyz`)).status === 200
  // pause: between two polls
  while (!(await isBack()) && performance.now() - begin < MAX_WAIT_MS) await wait(50)
  const measured = performance.now() - begin
  return { measured, ownMs: ownTime(measured) }
}

/**
 * Returns the acknowledged posts that were lost. If there is no other fault either, sends all posts again, and returns
 * those that are then stored twice.
 */
const findLostPosts = async (
  full: ServerProcess,
  disk: string,
  members: readonly string[],
  { acknowledged, sent }: Posts,
  otherFaults: readonly string[],
) => {
  const smallDb = openDb({
    connection: { host: getPostmaster(disk).socket, user: 'parvis', database: 'postgres' },
    max: 2,
  })
  try {
    const lost = await findStorageFaults(smallDb, 'full', acknowledged)
    if (lost.length > 0 || otherFaults.length > 0) return lost
    await smallDb.deleteFrom('attempts').execute()
    const landed = await resendAll(full, members, sent)
    return [
      ...[...acknowledged].filter(([name, id]) => landed.get(name) !== id).map(([name]) => `${name} is two posts`),
      ...(await findStorageFaults(smallDb, 'full', landed)),
    ]
  } finally {
    await smallDb.destroy()
  }
}

/** Fills the disk of a server with embedded PostgreSQL, then frees space; returns the faults and the figures. */
const fillDisk = async (preload?: string) => {
  const disk = mountSmallDisk(256)!
  const members = await prepareDisk(disk)
  const full = await startServerProcess({ dataDir: disk }, preload)
  try {
    const posts = createPostSender(full, members)
    const { post, sent, seen } = posts
    expect([await post(), (await fetch(`${full.url}/readyz`)).status]).toEqual([true, 200])
    const filler = join(disk, 'filler')
    writeUntilFull(filler)
    const reply = await fetch(`${full.url}/readyz`)
    expect([reply.status, ((await reply.json()) as { error: { key: string } }).error.key]).toEqual([507, 'storagefull'])
    // While its existing files have room, PostgreSQL accepts posts, so many are sent. A server with the planted fault
    // accepts every post, so fewer are sent to it.
    const most = preload ? 60 : 4000
    for (let refused = 0; refused < 20 && sent.length < most;) if (!(await post())) refused++
    rmSync(filler)
    const { measured, ownMs } = await measureRecovery(full, posts)
    const faults = [...seen.keys()].filter(answer => !['200', '507 storagefull', '503 maintenance'].includes(answer))
    if (ownMs > MAX_RECOVERY_MS || measured > MAX_WAIT_MS) faults.push(`back after ${ownMs} ms`)
    if (full.exitStatus()) faults.push(`the server died: ${full.exitStatus()}`)
    const figures = { ...Object.fromEntries(seen), backMs: Math.round(measured), ownMs }
    return { faults: [...faults, ...(await findLostPosts(full, disk, members, posts, faults))], figures }
  } finally {
    await full.stop()
    unmountDisk(disk)
  }
}

describe.runIf(canMount)('with a full disk', () => {
  it('the server refuses posts with storagefull or maintenance, is not ready, loses no acknowledged post, and recovers once space is free', async () => {
    const { faults, figures } = await fillDisk()
    expect(faults).toEqual([])
    reportFigures('disk full', null, figures)
  }, 180_000)

  it.runIf(isLong)(
    'faults are found in a server that acknowledges a post before it has stored it',
    async () => {
      const { faults } = await fillDisk(planted('ack-before-commit.ts'))
      const lost = faults.filter(fault => fault.endsWith(' is lost'))
      expect(lost.length).toBeGreaterThan(0)
      reportFigures('disk full, a fault planted', null, { found: lost.length, first: lost[0] })
    },
    180_000,
  )
})
