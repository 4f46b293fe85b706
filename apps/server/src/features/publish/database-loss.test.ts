// PostgreSQL becomes unavailable while members read and write. The short form tests two kinds of loss with the embedded
// database; the long form tests all kinds, also with an external database.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { openDb } from '#server/kernel/postgres/db.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/kernel/postgres/embedded-postgres.ts'
import { migrate } from '#server/kernel/postgres/migrate.ts'
import { fastTempFolder } from '#server/testing/cluster.ts'
import { type DatabaseProxy, startDatabaseProxy } from '#server/testing/database-proxy.ts'
import { reportFigures } from '#server/testing/figures.ts'
import { isLong, iterationsOf } from '#server/testing/long.ts'
import { freezePostgres, databaseLosses, getPostmaster } from '#server/testing/lost-databases.ts'
import { startMemberLoad, resendAll } from '#server/testing/member-load.ts'
import { trackOwnTime } from '#server/testing/own-time.ts'
import { openSessions } from '#server/testing/people.ts'
import { type ServerProcess, startServerProcess } from '#server/testing/server-process.ts'
import { addCommunityWithNeighbors } from '#server/testing/small-world.ts'
import { findStorageFaults } from '#server/testing/stored-posts.ts'

const ROUNDS = iterationsOf('DB_KILL_ROUNDS', 1, 35)
const isWhole = isLong || ROUNDS > 1
const MEMBERS = 100
const ENOUGH_POSTS = 20
/** Timeout of each wait in these tests, long enough for a busy machine. */
const MAX_WAIT_MS = 40_000
/** Maximum time of the recovery in each round, without the CPU time taken by other processes of the machine. */
const MAX_READY_MS = 10_000
const planted = (name: string) => join(import.meta.dirname, '../../testing', name)

const folders: string[] = []
const makeFolder = () => {
  const folder = mkdtempSync(join(fastTempFolder(), 'parvis-loss-'))
  // Started by root, PostgreSQL runs as "nobody", who must have access to the folder.
  chmodSync(folder, 0o711)
  folders.push(folder)
  return folder
}
afterAll(() => folders.forEach(folder => rmSync(folder, { recursive: true, force: true })))

const withDatabase = async <T>(folder: string, work: (db: ReturnType<typeof openDb>) => Promise<T>): Promise<T> => {
  const db = openDb({
    connection: { host: getPostmaster(folder).socket, user: 'parvis', database: 'postgres' },
    max: 2,
  })
  try {
    // PostgreSQL may notice the loss only after the Parvis server has answered again.
    await vi.waitFor(() => sql`select 1`.execute(db), { timeout: MAX_WAIT_MS, interval: 50 })
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** Starts an embedded PostgreSQL with a community, and opens sessions for its members. */
const makeWorld = async () => {
  const folder = makeFolder()
  const postgres = await startEmbeddedPostgres(folder, () => {})
  const tokens = await withDatabase(folder, async db => {
    await migrate(db)
    await addCommunityWithNeighbors(db, MEMBERS)
    return (await openSessions(db, MEMBERS)).map(({ token }) => token)
  })
  return { folder, postgres, tokens }
}

interface Round {
  server: ServerProcess
  tokens: readonly string[]
  name: string
  /** Makes the database unavailable; resolves once the database is unavailable. */
  lose(): Promise<unknown>
  /** Returns the data folder of PostgreSQL, which the loss may replace. */
  folder(): string
}

/** Makes the database unavailable once under load; returns the faults and the figures. */
const loseOnce = async ({ server, tokens, name, lose, folder }: Round) => {
  await withDatabase(folder(), db => db.deleteFrom('attempts').execute())
  const work = startMemberLoad(server, tokens, name)
  const faults: string[] = []
  const until = async (what: string, reached: () => boolean) => {
    // pause: between two polls
    for (const begin = performance.now(); !reached() && !server.exitStatus(); await wait(10)) {
      if (performance.now() - begin > MAX_WAIT_MS) return void faults.push(`${what} took longer than ${MAX_WAIT_MS} ms`)
    }
  }
  await until('the first posts', () => work.acknowledged.size >= ENOUGH_POSTS)
  await lose()
  const lostAt = performance.now()
  const ownTime = trackOwnTime()
  await until('coming back', () => work.hasSucceededSince(lostAt))
  const readyMs = performance.now() - lostAt
  const ready = { ms: Math.round(readyMs), ownMs: ownTime(readyMs) }
  if (ready.ownMs > MAX_READY_MS) faults.push(`ready after ${ready.ownMs} ms`)
  await work.stop()
  if (server.exitStatus()) faults.push(`the server died: ${server.exitStatus()}`)
  faults.push(
    ...work.unexpected,
    ...(await withDatabase(folder(), db => findStorageFaults(db, name, work.acknowledged))),
  )
  if (faults.length > 0) return { faults, ready, ...work.answers }
  // All posts are sent again: acknowledged and unacknowledged ones are stored once.
  await withDatabase(folder(), db => db.deleteFrom('attempts').execute())
  const again = await resendAll(server, tokens, work.sent)
  faults.push(
    ...[...work.acknowledged].filter(([sent, id]) => again.get(sent) !== id).map(([sent]) => `${sent} is two posts`),
  )
  faults.push(...(await withDatabase(folder(), db => findStorageFaults(db, name, again))))
  return { faults, ready, ...work.answers }
}

/** Runs several rounds of one kind of loss, none of which may have a fault. */
const loseOften = async (kind: string, round: (at: number) => ReturnType<typeof loseOnce>) => {
  const counts = { rounds: ROUNDS, acknowledged: 0, maintenance: 0 }
  const times: { ms: number; ownMs: number }[] = []
  for (let at = 0; at < ROUNDS; at++) {
    const { faults, ready, good, maintenance } = await round(at)
    expect(faults).toEqual([])
    counts.acknowledged += good
    counts.maintenance += maintenance
    times.push(ready)
  }
  times.sort((a, b) => a.ms - b.ms)
  reportFigures(`database lost under load: ${kind}`, null, {
    ...counts,
    middleReadyMs: times[Math.floor(times.length / 2)]!.ms,
    slowestReadyMs: times.at(-1)!.ms,
    slowestOwnMs: Math.max(...times.map(({ ownMs }) => ownMs)),
  })
}

/** The processes to kill are found in `/proc`, which only Linux has. */
const isSupported = process.platform === 'linux'
if (!isSupported) console.log('PostgreSQL was not taken away from a running server: this is tested on Linux only.')

const LONGEST_MS = 60_000 + ROUNDS * 100_000
const silence = { 'frozen for eight seconds': freezePostgres }
const inShort: (keyof typeof databaseLosses)[] = ['process tree killed', 'all connections terminated twice']

describe.runIf(isSupported)('with the embedded PostgreSQL', () => {
  let server: ServerProcess
  let world: Awaited<ReturnType<typeof makeWorld>>
  afterAll(() => server?.stop())

  it('the server starts', async () => {
    world = await makeWorld()
    await world.postgres.stop()
    server = await startServerProcess({ dataDir: world.folder })
  }, 120_000)

  it.each(Object.entries({ ...databaseLosses, ...silence }).filter(([kind]) => isWhole || inShort.includes(kind)))(
    '%s: the server survives, answers with the error maintenance, and recovers without losing an acknowledged post',
    async (kind, lose) => {
      const { folder, tokens } = world
      await loseOften(`embedded, ${kind}`, at =>
        loseOnce({ server, tokens, name: `${kind} ${at}`, lose: () => lose(folder), folder: () => folder }),
      )
    },
    LONGEST_MS,
  )
})

describe.runIf(isSupported && isWhole)('with an external PostgreSQL, reached over TCP', () => {
  let server: ServerProcess
  let proxy: DatabaseProxy
  let tokens: readonly string[]
  let folder: string
  let postgres: EmbeddedPostgres
  const start = (preload?: string) =>
    startServerProcess({ host: '127.0.0.1', port: proxy.port, user: 'parvis', database: 'postgres' }, preload)
  afterAll(async () => {
    await server?.stop()
    await proxy?.close()
    await postgres?.stop()
  })

  it('the server starts', async () => {
    ;({ folder, postgres, tokens } = await makeWorld())
    proxy = await startDatabaseProxy(postgres.connection.host)
    server = await start()
  }, 120_000)

  const losing = (kind: string, lose: () => Promise<unknown>) =>
    loseOften(`external, ${kind}`, at =>
      loseOnce({ server, tokens, name: `${kind} ${at}`, lose, folder: () => folder }),
    )

  it.each(Object.entries({ ...databaseLosses, ...silence }))(
    '%s: the server survives, answers with the error maintenance, and recovers without losing an acknowledged post',
    async (kind, lose) => {
      await losing(kind, () => lose(folder))
    },
    LONGEST_MS,
  )

  it(
    'PostgreSQL is stopped and restarted two seconds later: the server survives and loses no acknowledged post',
    async () => {
      await losing('stopped and started', async () => {
        await postgres.stop()
        // pause: how long the database is stopped
        await wait(2000)
        postgres = await startEmbeddedPostgres(folder, () => {})
      })
    },
    LONGEST_MS,
  )

  it(
    'PostgreSQL fails over to a copy of its stopped data folder: the server survives and loses no acknowledged post',
    async () => {
      await losing('fail-over', async () => {
        await postgres.stop()
        const copy = makeFolder()
        mkdirSync(join(copy, 'postgres'))
        const copied = spawnSync('cp', ['-a', join(folder, 'postgres/data'), join(copy, 'postgres/data')], {
          encoding: 'utf8',
        })
        if (copied.status !== 0) throw new Error(copied.stderr)
        rmSync(folder, { recursive: true, force: true })
        folder = copy
        postgres = await startEmbeddedPostgres(folder, () => {})
        proxy.moveTo(postgres.connection.host)
      })
    },
    LONGEST_MS,
  )

  const findPlanted = async (preload: string, kind: keyof typeof databaseLosses) => {
    // The healthy server is stopped first, because only one server may use a database.
    await server.stop()
    const broken = await start(planted(preload))
    try {
      return (
        await loseOnce({
          server: broken,
          tokens,
          name: preload,
          lose: () => databaseLosses[kind]!(folder),
          folder: () => folder,
        })
      ).faults
    } finally {
      await broken.kill()
    }
  }

  it(
    'a fault is found if a server does not handle the loss of a busy connection',
    async () => {
      expect(await findPlanted('pool-without-error-listener.ts', 'all connections terminated twice')).toContain(
        'the server died: exit code 1',
      )
    },
    LONGEST_MS,
  )

  it(
    'a fault is found if a server recovers late',
    async () => {
      const faults = await findPlanted('late-recovery.ts', 'process tree killed')
      // On a very busy machine the wait times out before the server recovers.
      expect(faults).toContainEqual(expect.stringMatching(/^(?:ready after|coming back took longer than) \d+ ms$/))
      reportFigures('database lost under load, a late recovery planted', null, { faults })
    },
    LONGEST_MS,
  )

  it(
    'a fault is found if a server acknowledges a post before it has stored it',
    async () => {
      const faults = await findPlanted('ack-before-commit.ts', 'postmaster killed')
      expect(faults.filter(fault => fault.endsWith(' is lost')).length).toBeGreaterThan(0)
    },
    LONGEST_MS,
  )
})
