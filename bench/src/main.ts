// npm run bench [-- --rounds 5 --seconds 3 --posts 100000]: prints one JSON line for each thing that is measured.
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '../../apps/server/src/kernel/postgres/embedded-postgres.ts'
import { buildWeb } from '../../scripts/build-web.ts'
import type { BareSettings } from './bare-feed.ts'
import { measure, median } from './load.ts'
import { createReport, rounded } from './report.ts'
import { memoryMb, startBare, startParvis, type Running } from './servers.ts'
import { makeWorld } from './world.ts'

const holds = { ratio: 0.8, quietOverBusy: 0.9, startMs: 1500, memoryMb: 150 }
const STARTS = 5
const REST_MS = 4000

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    posts: { type: 'string', default: '100000' },
  },
})
const [rounds, seconds, posts] = [Number(options.rounds), Number(options.seconds), Number(options.posts)]
const root = join(import.meta.dirname, '../..')
const { tell, failed } = createReport({ posts, communities: 201, rounds, seconds, connections: 10 })

interface Summary {
  rps: number
  cpuUs: number
  all: number[]
}

const whole = (values: readonly number[]) => values.map(value => Math.round(value))

const dataDir = mkdtempSync(join(tmpdir(), 'parvis-bench-'))
chmodSync(dataDir, 0o711)
const running = new Set<{ stop(): Promise<void> }>()
const keep = <R extends { stop(): Promise<void> }>(one: R): R => {
  running.add(one)
  return one
}

try {
  if (!existsSync(join(root, 'apps/web/dist/index.html'))) buildWeb()
  console.error(`Writing ${posts} posts…`)
  let postgres = await startEmbeddedPostgres(dataDir, () => {})
  const world = await makeWorld(postgres, posts)
  await postgres.stop()

  console.error('Starting the server on them…')
  const startTimes: number[] = []
  const memories: (number | null)[] = []
  for (let start = 0; start < STARTS; start++) {
    const server: Running = keep(await startParvis({ DATA_DIR: dataDir }))
    startTimes.push(server.startMs)
    // a later start, after a page was served
    if (start === STARTS - 1) {
      await (await fetch(`${server.url}/quartier-1`, { headers: { accept: 'text/html' } })).text()
      await wait(REST_MS)
      memories.push(memoryMb(server.pid))
    }
    await server.stop()
  }
  const startMs = Math.round(median(startTimes))
  tell(
    'start',
    { ms: whole(startTimes), median: startMs, hold: holds.startMs, includes: 'PostgreSQL' },
    startMs <= holds.startMs,
  )
  const [memory = null] = memories
  tell('memory at rest', { mb: memory, hold: holds.memoryMb }, memory === null || memory <= holds.memoryMb)

  console.error('Loading the feed…')
  postgres = keep(await startEmbeddedPostgres(dataDir, () => {}))
  const { host, user, database } = postgres.connection
  const parvis = keep(
    await startParvis({
      DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`,
      DATA_DIR: dataDir,
    }),
  )
  const feed = `${parvis.url}/events`
  const body = await (await fetch(feed, { headers: { cookie: world.busy.cookie } })).text()
  if (JSON.parse(body).docs?.length !== 20) throw new Error(`The feed did not answer a page: ${body.slice(0, 200)}`)
  const settingsFile = join(dataDir, 'bare.json')
  const { text, values, actor } = world.busy
  writeFileSync(
    settingsFile,
    JSON.stringify({ connection: { host, user, database }, text, values, actor, body } satisfies BareSettings),
  )
  const bare = keep(await startBare('bare-feed.ts', settingsFile))
  for (const path of ['/events', '/stored'])
    if ((await (await fetch(bare.url + path)).text()) !== body)
      throw new Error(`The bare route ${path} answers other bytes.`)

  const asked = (name: string, url: string, { pid }: Running, headers: Record<string, string> = {}) => ({
    name,
    url,
    pid,
    headers,
  })
  const loads = await measure(
    [
      asked('busy', feed, parvis, { cookie: world.busy.cookie }),
      asked('bare', `${bare.url}/events`, bare),
      asked('quiet', feed, parvis, { cookie: world.quiet.cookie }),
      asked('stored', `${bare.url}/stored`, bare),
    ],
    { rounds, seconds },
  )
  const [busy, bareFeed, quiet, stored] = ['busy', 'bare', 'quiet', 'stored'].map(name => ({
    rps: Math.round(median(loads[name]!.map(({ rate }) => rate))),
    cpuUs: Math.round(median(loads[name]!.map(({ cpuUs }) => cpuUs ?? 0))),
    all: whole(loads[name]!.map(({ rate }) => rate)),
  })) as [Summary, Summary, Summary, Summary]
  const ratio = busy.rps / bareFeed.rps
  tell(
    'feed',
    {
      rps: busy.rps,
      ours: busy,
      bare: bareFeed,
      storedBytes: stored,
      bytes: Buffer.byteLength(body),
      ratio: rounded(ratio),
      hold: holds.ratio,
      ratioToStoredBytes: rounded(busy.rps / stored.rps),
    },
    ratio >= holds.ratio,
  )
  tell(
    'quiet community',
    { rps: quiet.rps, quiet, busy, ratio: rounded(quiet.rps / busy.rps), hold: holds.quietOverBusy },
    quiet.rps / busy.rps >= holds.quietOverBusy,
  )
} finally {
  for (const one of [...running].reverse()) await one.stop().catch(() => {})
  rmSync(dataDir, { recursive: true, force: true })
}
process.exit(failed.length > 0 ? 1 : 0)
