// npm run bench:large [-- --events 10000000 --communities 5000 --small 100000 --rounds 5 --seconds 3]: compares the
// feed of a large installation with that of a small one in one run. Also compares a deep page of the feed with the
// first one, and measures the disk space and memory of the large installation.
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { openDb } from '../../apps/server/src/kernel/postgres/db.ts'
import { startEmbeddedPostgres } from '../../apps/server/src/kernel/postgres/embedded-postgres.ts'
import { migrate } from '../../apps/server/src/kernel/postgres/migrate.ts'
import { BUSY_COMMUNITIES, fillBusyWorld } from '../../apps/server/src/testing/busy-world.ts'
import { buildWeb } from '../../scripts/build-web.ts'
import { measureTargets, type LoadSummary, type Target } from './load.ts'
import { createReport, rounded } from './report.ts'
import { memoryMb, type RunningServer, startParvis } from './servers.ts'
import { signIn } from './sessions.ts'

const thresholds = { largeOverSmall: 1.5, deepOverFirst: 2 }
const DEEP_PAGE = 50
/** Members of this many communities read in turn, so that no page warms the cache for the next. */
const READERS = 200

const { values: options } = parseArgs({
  options: {
    events: { type: 'string', default: '10000000' },
    communities: { type: 'string', default: '5000' },
    small: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
  },
})
const [events, communities, smallEvents] = [options.events, options.communities, options.small].map(Number) as [
  number,
  number,
  number,
]
const [rounds, seconds] = [Number(options.rounds), Number(options.seconds)]
const root = join(import.meta.dirname, '../..')
const { report, exitCode } = createReport({
  events,
  communities,
  smallEvents,
  readers: READERS,
  rounds,
  seconds,
})

const dataDir = mkdtempSync(join(tmpdir(), 'parvis-large-'))
chmodSync(dataDir, 0o711)
const running: { stop(): Promise<void> }[] = []
const stopAtEnd = <R extends { stop(): Promise<void> }>(one: R): R => {
  running.push(one)
  return one
}

const postgres = stopAtEnd(await startEmbeddedPostgres(dataDir, () => {}))

interface World {
  server: RunningServer
  cookies: string[]
  seconds: number
  bytes: number
}

const makeWorld = async (database: string, posts: number, communityCount: number): Promise<World> => {
  console.error(`Writing ${posts} posts in ${communityCount} communities…`)
  const adminDb = openDb({ connection: postgres.connection, max: 1 })
  await sql`create database ${sql.id(database)}`.execute(adminDb)
  await adminDb.destroy()
  const db = openDb({ connection: { ...postgres.connection, database }, max: 2 })
  try {
    await migrate(db)
    const begin = performance.now()
    await fillBusyWorld(db, posts, communityCount)
    const fillSeconds = Math.round((performance.now() - begin) / 1000)
    const { rows: users } = await sql<{ id: string; account_id: string; community_id: string }>`
      select u.id, u.account_id, u.community_id from communities c join users u on u.community_id = c.id and u.pseudo = 'Voisin20'
      where c.custom_uri <> ${`quartier-${communityCount + 1}`} order by c.id limit ${Math.min(READERS, communityCount)}`.execute(
      db,
    )
    const cookies = await signIn(db, users)
    const { rows: size } = await sql<{
      bytes: string
    }>`select pg_database_size(current_database())::text as bytes`.execute(db)
    const { host, user } = postgres.connection
    const server = stopAtEnd(
      await startParvis({
        DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`,
        DATA_DIR: join(dataDir, database),
      }),
    )
    return { server, cookies, seconds: fillSeconds, bytes: Number(size[0]!.bytes) }
  } finally {
    await db.destroy()
  }
}

interface Page {
  docs: unknown[]
  cursor: string | null
}

const readPage = async ({ server }: World, cookie: string, cursor: string | null): Promise<Page> => {
  const address = new URL('/events', server.url)
  if (cursor) address.searchParams.set('cursor', cursor)
  return (await (await fetch(address, { headers: { cookie } })).json()) as Page
}

const findCursorOfPage = async (world: World, cookie: string, page: number): Promise<string> => {
  let cursor: string | null = null
  for (let at = 1; at < page; at++) {
    const read: Page = await readPage(world, cookie, cursor)
    if (read.docs.length === 0 || !read.cursor) throw new Error(`The feed ends at page ${at}.`)
    cursor = read.cursor
  }
  return cursor!
}

/** The setting `shared_buffers` of PostgreSQL, in MB. */
const sharedBuffersMb = async () => {
  const db = openDb({ connection: postgres.connection, max: 1 })
  const { rows } = await sql<{
    mb: number
  }>`select (setting::bigint * 8 / 1024)::int as mb from pg_settings where name = 'shared_buffers'`.execute(db)
  await db.destroy()
  return rows[0]!.mb
}

try {
  if (!existsSync(join(root, 'apps/web/dist/index.html'))) await buildWeb()
  const small = await makeWorld('small', smallEvents, BUSY_COMMUNITIES)
  const large = await makeWorld('large', events, communities)
  const target = <K extends string>(name: K, world: World, more: Partial<Target> = {}): Target & { name: K } => ({
    url: `${world.server.url}/events`,
    pid: world.server.pid,
    cookies: world.cookies,
    ...more,
    name,
  })
  const [reader] = large.cookies
  const deep = await findCursorOfPage(large, reader!, DEEP_PAGE)
  const results = await measureTargets(
    [
      target('small', small),
      target('large', large),
      target('first', large, { cookies: [reader!] }),
      target('deep', large, {
        cookies: [reader!],
        url: `${large.server.url}/events?cursor=${encodeURIComponent(deep)}`,
      }),
      target('numbered', large, { cookies: [reader!], url: `${large.server.url}/events?page=${DEEP_PAGE}` }),
    ],
    { rounds, seconds, dataDir },
  )
  const timeRatio = (one: LoadSummary, other: LoadSummary) => rounded(other.rps / one.rps)
  const ratio = timeRatio(results.large, results.small)
  report(
    'feed page, large ÷ small installation, in time',
    { ratio, hold: thresholds.largeOverSmall, large: results.large, small: results.small },
    ratio <= thresholds.largeOverSmall,
  )
  const depth = timeRatio(results.deep, results.first)
  report(
    `page ${DEEP_PAGE} ÷ page 1, in time`,
    {
      ratio: depth,
      hold: thresholds.deepOverFirst,
      deep: results.deep,
      first: results.first,
      byNumber: timeRatio(results.numbered, results.first),
    },
    depth <= thresholds.deepOverFirst,
  )
  report(
    'resources of the large installation',
    {
      diskGb: rounded(large.bytes / 2 ** 30),
      smallDiskMb: Math.round(small.bytes / 2 ** 20),
      bytesPerEvent: Math.round(large.bytes / events),
      serverMb: memoryMb(large.server.pid),
      sharedBuffersMb: await sharedBuffersMb(),
      madeInSeconds: large.seconds,
      machineGb: Math.round(Number(/MemTotal:\s+(\d+)/.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1]) / 2 ** 20),
    },
    true,
  )
} finally {
  for (const one of running.reverse()) await one.stop().catch(() => {})
  rmSync(dataDir, { recursive: true, force: true })
}
process.exit(exitCode())
