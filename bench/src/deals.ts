// npm run bench:deals [-- --deals 100000 --rounds 5 --seconds 3]: compares a page of good deals among many with a page
// among a thousand in one run, and measures the request of the map, which returns all visible deals of a community.
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
import { at, measure, median, type Summary, type Target } from './load.ts'
import { createReport, rounded } from './report.ts'
import { type Running, startParvis } from './servers.ts'

const holds = { largeOverSmall: 1.5, allOverPages: 2, allMs: 1000, heldUpMs: 200 }
const SMALL_DEALS = 1_000
/** Visible deals of each community. */
const LISTED = 500
const ON_MAP = 5_000
const PAGE = 20
const MAPS_READ = 15
const KNOCK_MS = 10

const { values: options } = parseArgs({
  options: {
    deals: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
  },
})
const [deals, rounds, seconds] = [Number(options.deals), Number(options.rounds), Number(options.seconds)]
const root = join(import.meta.dirname, '../..')
const { tell, exitCode } = createReport({
  deals,
  smallDeals: SMALL_DEALS,
  listed: LISTED,
  onMap: ON_MAP,
  rounds,
  seconds,
})

const dataDir = mkdtempSync(join(tmpdir(), 'parvis-deals-'))
chmodSync(dataDir, 0o711)
const running: { stop(): Promise<void> }[] = []
const keep = <R extends { stop(): Promise<void> }>(one: R): R => {
  running.push(one)
  return one
}
const postgres = keep(await startEmbeddedPostgres(dataDir, () => {}))

interface World {
  server: Running
  list: string
  category: string
}

/** Creates a database with this many deals and starts a server on it. */
const makeWorld = async (database: string, total: number, listed: number): Promise<World> => {
  console.error(`Writing ${total} deals…`)
  const outside = openDb({ connection: postgres.connection, max: 1 })
  await sql`create database ${sql.id(database)}`.execute(outside)
  await outside.destroy()
  const db = openDb({ connection: { ...postgres.connection, database }, max: 2 })
  try {
    await migrate(db)
    const { communityId, categoryIds } = await fillManyDeals(db, { total, listed, uri: database })
    const { host, user } = postgres.connection
    const server = keep(
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

/**
 * Requests /healthz repeatedly until stopped and records how long each call takes: shows whether the server blocks
 * other requests.
 */
const knockOn = ({ url }: Running) => {
  const waits: number[] = []
  let isOver = false
  const done = (async () => {
    while (!isOver) {
      const begin = performance.now()
      await (await fetch(`${url}/healthz`)).text()
      waits.push(performance.now() - begin)
      await new Promise(next => setTimeout(next, KNOCK_MS))
    }
  })()
  return {
    stop: async () => {
      isOver = true
      await done
      return waits
    },
  }
}

try {
  if (!existsSync(join(root, 'apps/web/dist/index.html'))) await buildWeb()
  const small = await makeWorld('small', SMALL_DEALS, LISTED)
  const large = await makeWorld('large', deals, LISTED)
  const map = await makeWorld('map', 2 * ON_MAP, ON_MAP)
  const target = <K extends string>(name: K, { server, list }: World, more = ''): Target & { name: K } => ({
    name,
    url: `${list}${more}`,
    pid: server.pid,
  })
  const results = await measure(
    [
      target('small', small),
      target('large', large),
      target('smallCategory', small, small.category),
      target('largeCategory', large, large.category),
      target('mapPage', map),
    ],
    { rounds, seconds, dataDir },
  )
  const slower = (one: Summary, other: Summary) => rounded(other.rps / one.rps)
  for (const [name, many, few] of [
    ['all', results.large, results.small],
    ['one category', results.largeCategory, results.smallCategory],
  ] as const) {
    const ratio = slower(many, few)
    tell(
      `a page of deals, ${name}, among ${deals} ÷ among ${SMALL_DEALS}, in time`,
      { ratio, hold: holds.largeOverSmall, large: many, small: few },
      ratio <= holds.largeOverSmall,
    )
  }
  const read = async () => {
    const begin = performance.now()
    const text = await (await fetch(`${map.list}&all=true`)).text()
    return { ms: performance.now() - begin, text }
  }
  const { text } = await read()
  const shown = (JSON.parse(text) as { docs: unknown[] }).docs.length
  const knocks = knockOn(map.server)
  const times: number[] = []
  for (let one = 0; one < MAPS_READ; one++) times.push((await read()).ms)
  const waits = await knocks.stop()
  const ms = median(times)
  // Compared with reading the same deals page by page.
  const allOverPages = rounded(ms / ((1000 / results.mapPage.rps) * (shown / PAGE)))
  const heldUpMs = Math.round(at(waits, 0.99))
  tell(
    `all ${shown} deals of a map ÷ the same in pages, in time`,
    {
      ratio: allOverPages,
      hold: holds.allOverPages,
      ms: Math.round(ms),
      holdMs: holds.allMs,
      megabytes: rounded(Buffer.byteLength(text) / 1e6),
      othersWaitMs: heldUpMs,
      holdOthersMs: holds.heldUpMs,
    },
    shown === ON_MAP && allOverPages <= holds.allOverPages && ms <= holds.allMs && heldUpMs <= holds.heldUpMs,
  )
} finally {
  for (const one of running.reverse()) await one.stop().catch(() => {})
  rmSync(dataDir, { recursive: true, force: true })
}
process.exit(exitCode())
