// The database is slow, taken up, or full: clean answers meanwhile, and soon after it everything goes on.
import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Db, openDb } from '#server/kernel/postgres/db.ts'
import { migrate } from '#server/kernel/postgres/migrate.ts'
import { startEmbeddedPostgres } from '#server/kernel/postgres/embedded-postgres.ts'
import { cloneDatabase } from '#server/testing/cluster.ts'
import { type DatabaseProxy, startDatabaseProxy } from '#server/testing/database-proxy.ts'
import { tellFigures } from '#server/testing/figures.ts'
import { postmasterOf } from '#server/testing/lost-databases.ts'
import { type MembersAtWork, putMembersToWork, sendAgain } from '#server/testing/members-at-work.ts'
import { openSessions } from '#server/testing/people.ts'
import { type ServerProcess, startServerProcess } from '#server/testing/server-process.ts'
import { addNeighbours } from '#server/testing/small-world.ts'
import { findFaults } from '#server/testing/stored-posts.ts'

const MEMBERS = 100
/** Five seconds on a quiet machine. */
const MOST_MS = 20_000

let database: Awaited<ReturnType<typeof cloneDatabase>>
let proxy: DatabaseProxy
let db: Db
let server: ServerProcess
let tokens: string[]

beforeAll(async () => {
  database = await cloneDatabase('empty')
  proxy = await startDatabaseProxy(database.connection.host)
  db = openDb({ connection: database.connection, max: 2 })
  await addNeighbours(db, MEMBERS)
  tokens = (await openSessions(db, MEMBERS)).map(({ token }) => token)
  server = await startServerProcess({ ...database.connection, host: '127.0.0.1', port: proxy.port })
})
afterAll(async () => {
  await server.stop()
  await proxy.close()
  await db.destroy()
  await database.drop()
})

const backAfter = async (work: MembersAtWork) => {
  const begin = performance.now()
  await expect.poll(() => work.bothSince(begin), { timeout: MOST_MS, interval: 10 }).toBe(true)
  return Math.round(performance.now() - begin)
}
const settle = async (name: string, work: MembersAtWork) => {
  await work.stop()
  expect([server.end(), work.odd]).toEqual([null, []])
  expect(await findFaults(db, name, work.acknowledged)).toEqual([])
  await db.deleteFrom('attempts').execute()
  const again = await sendAgain(server, tokens, work.sent)
  expect(again.size).toBe(work.sent.length)
  expect([...work.acknowledged].filter(([sent, id]) => again.get(sent) !== id)).toEqual([])
  expect(await findFaults(db, name, again)).toEqual([])
}

it('two seconds there and back for every question: slow answers or maintenance, and quick ones after it', async () => {
  const work = putMembersToWork(server, tokens, 'slow')
  await expect.poll(() => work.acknowledged.size, { timeout: MOST_MS }).toBeGreaterThan(10)
  proxy.delayMs = 1000
  await wait(10_000)
  proxy.delayMs = 0
  const backMs = await backAfter(work)
  await settle('slow', work)
  tellFigures('two seconds of latency', null, { ...work.answers, backMs })
}, 120_000)

it('every connection is taken: who waits is told maintenance, readiness too, and what is sent again lands once', async () => {
  const other = new pg.Client(database.connection)
  await other.connect()
  const work = putMembersToWork(server, tokens, 'taken')
  await expect.poll(() => work.acknowledged.size, { timeout: MOST_MS }).toBeGreaterThan(10)
  await other.query('begin; lock table events in access exclusive mode')
  const ready = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const reply = await fetch(`${server.url}/readyz`)
      return [reply.status, reply.ok ? 'ready' : ((await reply.json()) as { error: { key: string } }).error.key].join(
        ' ',
      )
    }),
  )
  expect(ready.filter(answer => answer !== '200 ready' && answer !== '503 maintenance')).toEqual([])
  await expect.poll(() => work.answers.maintenance, { timeout: MOST_MS }).toBeGreaterThan(5)
  await other.query('rollback')
  await other.end()
  const backMs = await backAfter(work)
  await settle('taken', work)
  tellFigures('every connection taken', null, { ...work.answers, backMs })
}, 120_000)

/** A disk of its own in memory, which takes root and the right to mount. */
const mountSmallDisk = (megabytes: number): string | null => {
  const folder = mkdtempSync(join(tmpdir(), 'parvis-disk-'))
  const mounted =
    process.platform === 'linux' &&
    process.getuid?.() === 0 &&
    spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0711`, 'tmpfs', folder]).status === 0
  if (!mounted) rmSync(folder, { recursive: true })
  return mounted ? folder : null
}
const fillUp = (path: string) => {
  const file = openSync(path, 'w')
  try {
    for (let size = 1 << 20; size >= 512; size = size > 4096 ? size >> 1 : 0) {
      try {
        for (;;) writeSync(file, Buffer.alloc(size))
      } catch {
        // no room for as much: the rest in smaller pieces
      }
    }
  } finally {
    closeSync(file)
  }
}

it('the disk is full: storagefull or maintenance, not ready, nothing lost, and on it goes once there is room', async () => {
  const disk = mountSmallDisk(256)
  if (!disk) return console.log('A full disk was not tried: that takes root and the right to mount one.')
  const small = await startEmbeddedPostgres(disk, () => {})
  const at = openDb({ connection: small.connection, max: 2 })
  await migrate(at)
  await addNeighbours(at, MEMBERS)
  const members = (await openSessions(at, MEMBERS)).map(({ token }) => token)
  await at.destroy()
  await small.stop()
  const full = await startServerProcess({ dataDir: disk })
  try {
    const acknowledged = new Map<string, string>()
    const sent: string[] = []
    const seen = new Map<string, number>()
    const post = async () => {
      const name = `full ${sent.length}`
      sent.push(name)
      const reply = await fetch(`${full.url}/events/publish`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          origin: full.url,
          cookie: `parvis=${members[sent.length % MEMBERS]!}`,
        },
        // each of its own text, so that none is stored in less
        body: JSON.stringify({
          description: name,
          tmpId: name,
          lang: {
            en: {
              description: Array.from({ length: 400 }, () => Math.random().toString(36))
                .join(' ')
                .slice(0, 3000),
            },
          },
        }),
      })
      const answer = (await reply.json()) as { _id: string; error?: { key: string } }
      const what = reply.ok ? '200' : `${reply.status} ${answer.error?.key}`
      seen.set(what, (seen.get(what) ?? 0) + 1)
      if (reply.ok) acknowledged.set(name, answer._id)
      return reply.ok
    }
    expect([await post(), (await fetch(`${full.url}/readyz`)).status]).toEqual([true, 200])
    const filler = join(disk, 'filler')
    fillUp(filler)
    const reply = await fetch(`${full.url}/readyz`)
    expect([reply.status, ((await reply.json()) as { error: { key: string } }).error.key]).toEqual([507, 'storagefull'])
    // PostgreSQL has some room in files that it made before
    for (let refused = 0; refused < 20 && sent.length < 4000;) if (!(await post())) refused++
    rmSync(filler)
    const begin = performance.now()
    while (!(await post()) && performance.now() - begin < MOST_MS) await wait(50)
    const backMs = Math.round(performance.now() - begin)
    expect([...seen.keys()].filter(answer => !['200', '507 storagefull', '503 maintenance'].includes(answer))).toEqual(
      [],
    )
    expect([backMs < MOST_MS, full.end()]).toEqual([true, null])
    await expect.poll(async () => (await fetch(`${full.url}/readyz`)).status, { timeout: MOST_MS }).toBe(200)
    const again = openDb({
      connection: { host: postmasterOf(disk).socket, user: 'parvis', database: 'postgres' },
      max: 2,
    })
    expect(await findFaults(again, 'full', acknowledged)).toEqual([])
    await again.deleteFrom('attempts').execute()
    const landed = await sendAgain(full, members, sent)
    expect([...acknowledged].filter(([name, id]) => landed.get(name) !== id)).toEqual([])
    expect(await findFaults(again, 'full', landed)).toEqual([])
    await again.destroy()
    tellFigures('disk full', null, { ...Object.fromEntries(seen), backMs })
  } finally {
    await full.stop()
    spawnSync('umount', [disk])
    rmSync(disk, { recursive: true, force: true })
  }
}, 180_000)
