// npm run bench:live [-- --posts 300 --rounds 20]: measures how soon a post arrives on other members' screens, against
// a bare server in the same run.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '../../apps/server/src/kernel/postgres/embedded-postgres.ts'
import type { BareRealtimeSettings } from './bare-realtime.ts'
import { reconnectAll } from './reconnect.ts'
import { makeLiveWorld } from './live-world.ts'
import { quantile, median } from './load.ts'
import { createReport, rounded } from './report.ts'
import { openLiveClients, type LiveClients } from './live-clients.ts'
import { cpuMs, startBareServer, startParvis } from './servers.ts'

const thresholds = { p99: 3, fanOut: 0.7 }
const MEMBERS = 500
const SETTLE_MS = 1000

const { values: options } = parseArgs({
  options: { posts: { type: 'string', default: '300' }, rounds: { type: 'string', default: '20' } },
})
const [posts, rounds] = [Number(options.posts), Number(options.rounds)]
const { report, exitCode } = createReport({ posts, rounds, members: MEMBERS })

/** Alternates between both servers, so that a disturbance affects both. The first rounds only warm up. */
const compare = async (ours: LiveClients, bare: LiveClients, count: number) => {
  const times = { ours: [] as number[], bare: [] as number[], oursSpread: [] as number[], bareSpread: [] as number[] }
  const warmUp = Math.ceil(count / 5)
  for (let round = 0; round < count + warmUp; round++) {
    for (const [name, screens] of [
      ['ours', ours],
      ['bare', bare],
    ] as const) {
      const { first, last } = await screens.post(`Un mot ${round}`)
      if (round < warmUp) continue
      times[name].push(last)
      times[`${name}Spread`].push(last - first)
    }
  }
  return times
}

const dataDir = mkdtempSync(join(tmpdir(), 'parvis-bench-'))
chmodSync(dataDir, 0o711)
const running: { stop(): Promise<void> }[] = []
try {
  const postgres = await startEmbeddedPostgres(dataDir, () => {})
  running.push(postgres)
  const cookies = (await makeLiveWorld(postgres, MEMBERS)).map(({ cookie }) => cookie)
  const { host, user, database } = postgres.connection
  const settings = {
    DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`,
    DATA_DIR: dataDir,
    PARVIS_WEB: 'none',
    VIDEO_OEMBED_URL: '',
    WEATHER_URL: '',
  }

  const restarted = await startParvis(settings)
  running.push(restarted)
  const reconnection = await reconnectAll(restarted.url, cookies)
  report(
    'all clients reconnect at once',
    { ...reconnection, cpuMs: cpuMs(restarted.pid) },
    reconnection.open === MEMBERS && reconnection.heardMs !== null,
  )
  await restarted.stop()

  const parvis = await startParvis(settings)
  running.push(parvis)

  const sample = await openLiveClients(parvis.url, cookies.slice(0, 1), cookies)
  await sample.post('Un mot')
  const frame = sample.lastFrame()
  sample.close()
  const settingsFile = join(dataDir, 'bare-realtime.json')
  writeFileSync(
    settingsFile,
    JSON.stringify({ connection: { host, user, database }, frame } satisfies BareRealtimeSettings),
  )
  const bare = await startBareServer('bare-realtime.ts', settingsFile)
  running.push(bare)

  for (const screens of [1, 50, MEMBERS]) {
    const watchers = cookies.slice(0, screens)
    const [ourScreens, bareScreens] = await Promise.all([
      openLiveClients(parvis.url, watchers, cookies),
      openLiveClients(bare.url, watchers, cookies),
    ])
    await wait(SETTLE_MS)
    const times = await compare(ourScreens, bareScreens, screens === 1 ? posts : rounds)
    const [ours, bareTimes] = [times.ours, times.bare].map(all => ({
      p50: rounded(median(all)),
      p99: rounded(quantile(all, 0.99)),
    })) as [Record<'p50' | 'p99', number>, Record<'p50' | 'p99', number>]
    const result = { screens, ms: ours, bareMs: bareTimes, bytes: Buffer.byteLength(frame) }
    if (screens === 1)
      report(
        'delivery of a post to another client',
        {
          ...result,
          ratioP50: rounded(ours.p50 / bareTimes.p50),
          ratioP99: rounded(ours.p99 / bareTimes.p99),
          hold: thresholds.p99,
        },
        ours.p99 <= thresholds.p99 * bareTimes.p99,
      )
    else {
      // Only the time from the first client to the last: the measurement with one client includes the storing.
      const [spread, bareSpread] = [median(times.oursSpread), median(times.bareSpread)]
      report(
        'fan-out',
        {
          ...result,
          spreadMs: rounded(spread),
          bareSpreadMs: rounded(bareSpread),
          ratio: rounded(bareSpread / spread),
          ratioWithStoring: rounded(bareTimes.p50 / ours.p50),
          hold: thresholds.fanOut,
        },
        bareSpread >= thresholds.fanOut * spread,
      )
    }
    ourScreens.close()
    bareScreens.close()
  }
} finally {
  for (const one of running.reverse()) await one.stop().catch(() => {})
  rmSync(dataDir, { recursive: true, force: true })
}
process.exit(exitCode())
