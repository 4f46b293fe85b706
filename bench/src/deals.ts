// npm run bench:deals [-- --deals 100000 --rounds 5 --seconds 3]: compares the request of a page of good deals among
// many with that among a thousand, in one run. Also measures the request of the map, which returns all visible deals of
// a community.
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { openDb } from '../../apps/server/src/kernel/postgres/db.ts'
import { startEmbeddedPostgres } from '../../apps/server/src/kernel/postgres/embedded-postgres.ts'
import { migrate } from '../../apps/server/src/kernel/postgres/migrate.ts'
import { fillManyDeals } from '../../apps/server/src/testing/many-deals.ts'
import { buildWeb } from '../../scripts/build-web.ts'
import { quantile, measureTargets, median, type LoadSummary, type Target } from './load.ts'
import { createReport, rounded } from './report.ts'
import { type RunningServer, startParvis } from './servers.ts'

const thresholds = { largeOverSmall: 1.5, allOverPages: 2, allMs: 1000, heldUpMs: 200 }
const SMALL_DEALS = 1_000
/** Number of visible deals of each community. */
const VISIBLE_DEALS = 500
const ON_MAP = 5_000
const PAGE_SIZE = 20
const MAP_REQUESTS = 15
const PROBE_INTERVAL_MS = 10

const { values: options } = parseArgs({
  options: {
    deals: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
  },
})
const [deals, rounds, seconds] = [Number(options.deals), Number(options.rounds), Number(options.seconds)]
const root = join(import.meta.dirname, '../..')
const { report, exitCode } = createReport({
  deals,
  smallDeals: SMALL_DEALS,
  listed: VISIBLE_DEALS,
  onMap: ON_MAP,
  rounds,
  seconds,
})

const dataDir = mkdtempSync(join(tmpdir(), 'parvis-deals-'))
chmodSync(dataDir, 0o711)
const running: { stop(): Promise<void> }[] = []
const stopAtEnd = <R extends { stop(): Promise<void> }>(one: R): R => {
  running.push(one)
  return one
}
const postgres = stopAtEnd(await startEmbeddedPostgres(dataDir, () => {}))

interface World {
  server: RunningServer
  list: string
  category: string
}

const makeWorld = async (database: string, total: number, listed: number): Promise<World> => {
  console.error(`Writing ${total} deals…`)
  const adminDb = openDb({ connection: postgres.connection, max: 1 })
  await sql`create database ${sql.id(database)}`.execute(adminDb)
  await adminDb.destroy()
  const db = openDb({ connection: { ...postgres.connection, database }, max: 2 })
  try {
    await migrate(db)
    const { communityId, categoryIds } = await fillManyDeals(db, { total, listed, uri: database })
    const { host, user } = postgres.connection
    const server = stopAtEnd(
      await startParvis({
        DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`,
        DATA_DIR: join(dataDir, database),
      }),
    )
    return {
      server,
      list: `${server.url}/gooddeals/community?communityId=${communityId}`,
      category: `&filter=${categoryIds[0]}`,
    }
  } finally {
    await db.destroy()
  }
}

/** Requests /healthz until stopped and records each duration, which shows whether the server blocks other requests. */
const probe = ({ url }: RunningServer) => {
  const waits: number[] = []
  let isStopped = false
  const done = (async () => {
    while (!isStopped) {
      const begin = performance.now()
      await (await fetch(`${url}/healthz`)).text()
      waits.push(performance.now() - begin)
      await new Promise(next => setTimeout(next, PROBE_INTERVAL_MS))
    }
  })()
  return {
    stop: async () => {
      isStopped = true
      await done
      return waits
    },
  }
}

try {
  if (!existsSync(join(root, 'apps/web/dist/index.html'))) await buildWeb()
  const small = await makeWorld('small', SMALL_DEALS, VISIBLE_DEALS)
  const large = await makeWorld('large', deals, VISIBLE_DEALS)
  const map = await makeWorld('map', 2 * ON_MAP, ON_MAP)
  const target = <K extends string>(name: K, { server, list }: World, more = ''): Target & { name: K } => ({
    name,
    url: `${list}${more}`,
    pid: server.pid,
  })
  const results = await measureTargets(
    [
      target('small', small),
      target('large', large),
      target('smallCategory', small, small.category),
      target('largeCategory', large, large.category),
      target('mapPage', map),
    ],
    { rounds, seconds, dataDir },
  )
  const timeRatio = (one: LoadSummary, other: LoadSummary) => rounded(other.rps / one.rps)
  for (const [name, many, few] of [
    ['all', results.large, results.small],
    ['one category', results.largeCategory, results.smallCategory],
  ] as const) {
    const ratio = timeRatio(many, few)
    report(
      `a page of deals, ${name}, among ${deals} ÷ among ${SMALL_DEALS}, in time`,
      { ratio, hold: thresholds.largeOverSmall, large: many, small: few },
      ratio <= thresholds.largeOverSmall,
    )
  }
  const readMap = async () => {
    const begin = performance.now()
    const text = await (await fetch(`${map.list}&all=true`)).text()
    return { ms: performance.now() - begin, text }
  }
  const { text } = await readMap()
  const dealCount = (JSON.parse(text) as { docs: unknown[] }).docs.length
  const probing = probe(map.server)
  const times: number[] = []
  for (let one = 0; one < MAP_REQUESTS; one++) times.push((await readMap()).ms)
  const waits = await probing.stop()
  const ms = median(times)
  // The map's duration is compared with reading the same deals page by page.
  const allOverPages = rounded(ms / ((1000 / results.mapPage.rps) * (dealCount / PAGE_SIZE)))
  const heldUpMs = Math.round(quantile(waits, 0.99))
  report(
    `all ${dealCount} deals of a map ÷ the same in pages, in time`,
    {
      ratio: allOverPages,
      hold: thresholds.allOverPages,
      ms: Math.round(ms),
      holdMs: thresholds.allMs,
      megabytes: rounded(Buffer.byteLength(text) / 1e6),
      othersWaitMs: heldUpMs,
      holdOthersMs: thresholds.heldUpMs,
    },
    dealCount === ON_MAP &&
      allOverPages <= thresholds.allOverPages &&
      ms <= thresholds.allMs &&
      heldUpMs <= thresholds.heldUpMs,
  )
} finally {
  for (const one of running.reverse()) await one.stop().catch(() => {})
  rmSync(dataDir, { recursive: true, force: true })
}
process.exit(exitCode())
