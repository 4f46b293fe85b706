// npm run bench:chat [-- --messages 400 --rounds 5]: measures the delivery time of a message, how many messages a
// second the server handles, and the delivery time to all fifty members of a group. A bare server in the same run is
// the baseline.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { openDb } from '../../apps/server/src/kernel/postgres/db.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../apps/server/src/kernel/postgres/embedded-postgres.ts'
import type { BareChatSettings } from './bare-chat.ts'
import { tmpIdOf, type ChatClients, type DeliveryTimes, openChatClients } from './chat-clients.ts'
import { makeLiveWorld, type Member } from './live-world.ts'
import { quantile, median } from './load.ts'
import { createReport, rounded } from './report.ts'
import { cpuMs, startBareServer, startParvis } from './servers.ts'

const thresholds = { p50: 3, p99: 3, fanOut: 0.7, rate: 0.4 }
/** The load is spread over this many members, each of whom may send sixty messages in ten seconds. */
const MEMBERS = 400
const GROUP = 50
/** When the rate is measured, `CONCURRENCY` messages are in flight at once, and a round has `BURST` messages. */
const CONCURRENCY = 32
const BURST = 4000
/** Messages that each one-to-one conversation contains before the measurement. */
const HISTORY = 50
const SETTLE_MS = 1000

const { values: options } = parseArgs({
  options: { messages: { type: 'string', default: '400' }, rounds: { type: 'string', default: '5' } },
})
const [messages, rounds] = [Number(options.messages), Number(options.rounds)]
const { report, exitCode } = createReport({ messages, rounds, members: MEMBERS, group: GROUP, burst: BURST })

type Write = (screens: ChatClients, turn: number) => Promise<DeliveryTimes>

/**
 * Calls `write` with the clients of both servers in turn, so that a disturbance of the machine affects both. The first
 * deliveries (a fifth of `count`, not counted) only warm up.
 */
const compare = async (ours: ChatClients, bare: ChatClients, count: number, write: Write) => {
  const times = { ours: [] as DeliveryTimes[], bare: [] as DeliveryTimes[] }
  const warmUp = Math.ceil(count / 5)
  for (let turn = 0; turn < count + warmUp; turn++) {
    const both = [
      ['ours', ours],
      ['bare', bare],
    ] as const
    for (const [name, screens] of turn % 2 === 0 ? both : both.toReversed()) {
      const delivery = await write(screens, turn)
      if (turn >= warmUp) times[name].push(delivery)
    }
  }
  return times
}

const figures = (all: readonly DeliveryTimes[]) => {
  const last = all.map(delivery => delivery.lastMs)
  return { p50: rounded(median(last)), p99: rounded(quantile(last, 0.99)) }
}

const ratios = (ours: ReturnType<typeof figures>, bare: ReturnType<typeof figures>) => ({
  ms: ours,
  bareMs: bare,
  ratioP50: rounded(ours.p50 / bare.p50),
  ratioP99: rounded(ours.p99 / bare.p99),
})

/** Writes earlier messages and runs VACUUM ANALYZE, so that the planner has the statistics of a used server. */
const writeHistory = async ({ connection }: EmbeddedPostgres) => {
  const db = openDb({ connection })
  try {
    await sql`
      with said as (
        insert into messages (community_id, conversation_id, place, id, user_id, user_community_id, tmp_id, text, created_at)
        select c.community_id, c.id, c.last_place + n, gen_random_uuid(), v.user_id, c.community_id, 'history-' || n, 'Bonjour',
          now() - interval '1 hour' + n * interval '1 second'
        from conversations c, generate_series(1, ${HISTORY}::int) n,
          lateral (select case n % 2 when 0 then c.low_user_id else c.high_user_id end as user_id) v
        where c.event_id is null
      )
      update conversations set last_place = last_place + ${HISTORY}::int where event_id is null`.execute(db)
    for (const table of ['conversations', 'conversation_members', 'messages'])
      await sql`vacuum analyze ${sql.table(table)}`.execute(db)
  } finally {
    await db.destroy()
  }
}

const dataDir = mkdtempSync(join(tmpdir(), 'parvis-bench-'))
chmodSync(dataDir, 0o711)
const running: { stop(): Promise<void> }[] = []
const stopAtEnd = <R extends { stop(): Promise<void> }>(one: R): R => {
  running.push(one)
  return one
}

try {
  const postgres = stopAtEnd(await startEmbeddedPostgres(dataDir, () => {}))
  const members = await makeLiveWorld(postgres, MEMBERS)
  const pairs = members
    .filter((_, place) => place % 2 === 0)
    .map((one, place) => [one, members[2 * place + 1]!] as const)
  const { host, user, database } = postgres.connection
  const parvis = stopAtEnd(
    await startParvis({
      DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`,
      DATA_DIR: dataDir,
      PARVIS_WEB: 'none',
      VIDEO_OEMBED_URL: '',
      WEATHER_URL: '',
    }),
  )
  const ask = async (cookie: string, path: string, body?: object) => {
    const reply = await fetch(`${parvis.url}${path}`, {
      method: 'POST',
      headers: { cookie, origin: parvis.url, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`)
    return (await reply.json()) as { _id: string }
  }
  const groupMembers = members.slice(0, GROUP)
  const { _id: eventId } = await ask(groupMembers[0]!.cookie, '/events/publish', { description: 'Qui vient ?' })
  for (const { cookie } of groupMembers.slice(1)) await ask(cookie, `/events/interested/${eventId}`)

  const ours = await openChatClients(parvis.url, members)
  const toPair = (screens: ChatClients, turn: number) => {
    const pair = pairs[turn % pairs.length]!
    const way = Math.floor(turn / pairs.length) % 2
    return screens.send(pair[way]!, { to: pair[1 - way]!.id }, 1)
  }
  for (let turn = 0; turn < pairs.length; turn++) await toPair(ours, turn)
  await writeHistory(postgres)
  const withoutTmpId = (frame: string) => frame.replaceAll(/message-\d{12}/g, tmpIdOf(0))
  const { sent, created } = ours.lastFrames()
  const settingsFile = join(dataDir, 'bare-chat.json')
  const startBareChat = async (sampleFrames: { sent: string; created: string }, screens: readonly Member[]) => {
    const frames = { sent: withoutTmpId(sampleFrames.sent), created: withoutTmpId(sampleFrames.created) }
    writeFileSync(
      settingsFile,
      JSON.stringify({ connection: { host, user, database }, frames } satisfies BareChatSettings),
    )
    const server = stopAtEnd(await startBareServer('bare-chat.ts', settingsFile))
    return { server, screens: await openChatClients(server.url, screens), bytes: Buffer.byteLength(frames.created) }
  }
  const bare = await startBareChat({ sent, created }, members)
  await wait(SETTLE_MS)

  const single = await compare(ours, bare.screens, messages, toPair)
  const one = ratios(figures(single.ours), figures(single.bare))
  report(
    'delivery of a message to the recipient',
    { ...one, bytes: bare.bytes, hold: { p50: thresholds.p50, p99: thresholds.p99 } },
    one.ratioP50 <= thresholds.p50 && one.ratioP99 <= thresholds.p99,
  )

  const burst = async (screens: ChatClients, pid: number) => {
    let turn = 0
    const cpu = cpuMs(pid)
    const begin = performance.now()
    await Promise.all(
      Array.from({ length: CONCURRENCY }, async () => {
        while (turn < BURST) await toPair(screens, turn++)
      }),
    )
    const seconds = (performance.now() - begin) / 1000
    return { rate: BURST / seconds, us: cpu === null ? 0 : ((cpuMs(pid)! - cpu) * 1000) / BURST }
  }
  const rates = { ours: [] as { rate: number; us: number }[], bare: [] as { rate: number; us: number }[] }
  for (let round = 0; round <= rounds; round++) {
    const both = [
      ['ours', ours, parvis.pid],
      ['bare', bare.screens, bare.server.pid],
    ] as const
    for (const [name, screens, pid] of round % 2 === 0 ? both : both.toReversed()) {
      await wait(SETTLE_MS)
      const result = await burst(screens, pid)
      if (round > 0) rates[name].push(result)
    }
  }
  const [rate, bareRate] = [rates.ours, rates.bare].map(all => median(all.map(round => round.rate))) as [number, number]
  const [us, bareUs] = [rates.ours, rates.bare].map(all => median(all.map(round => round.us))) as [number, number]
  report(
    'messages per second',
    {
      atOnce: CONCURRENCY,
      rate: Math.round(rate),
      bareRate: Math.round(bareRate),
      ratio: rounded(rate / bareRate),
      serverUs: Math.round(us),
      bareServerUs: Math.round(bareUs),
      rates: rates.ours.map(round => Math.round(round.rate)),
      bareRates: rates.bare.map(round => Math.round(round.rate)),
      hold: thresholds.rate,
    },
    rate >= thresholds.rate * bareRate,
  )
  ours.close()
  bare.screens.close()
  await bare.server.stop()
  await wait(SETTLE_MS)

  const group = await openChatClients(parvis.url, groupMembers)
  const toGroup = (screens: ChatClients, turn: number) =>
    screens.send(groupMembers[turn % GROUP]!, { eventId }, GROUP - 1)
  await toGroup(group, 0)
  const bareGroup = await startBareChat(group.lastFrames(), groupMembers)
  await wait(SETTLE_MS)
  const many = await compare(group, bareGroup.screens, messages, toGroup)
  const all = ratios(figures(many.ours), figures(many.bare))
  // Only the time from the first client to the last: the measurement with one recipient includes the time for storing.
  const [spread, bareSpread] = [many.ours, many.bare].map(times =>
    median(times.map(({ firstMs, lastMs }) => lastMs - firstMs)),
  ) as [number, number]
  report(
    `delivery of a message in a group of ${GROUP}`,
    {
      ...all,
      bytes: bareGroup.bytes,
      spreadMs: rounded(spread),
      bareSpreadMs: rounded(bareSpread),
      ratio: rounded(bareSpread / spread),
      hold: { p99: thresholds.p99, fanOut: thresholds.fanOut },
    },
    all.ratioP99 <= thresholds.p99 && bareSpread >= thresholds.fanOut * spread,
  )
  group.close()
  bareGroup.screens.close()
} finally {
  for (const one of running.reverse()) await one.stop().catch(() => {})
  rmSync(dataDir, { recursive: true, force: true })
}
process.exit(exitCode())
