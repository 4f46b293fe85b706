// npm run bench [-- --rounds 5 --seconds 3 --posts 100000 --starts 5]: prints one JSON line for each measurement.
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '../../apps/server/src/kernel/postgres/embedded-postgres.ts'
import { buildWeb } from '../../scripts/build-web.ts'
import type { BareFeedSettings } from './bare-feed.ts'
import { measureTargets, median, type LoadSummary } from './load.ts'
import type { PlainSettings } from './plain-routes.ts'
import { makePlainWorld } from './plain-world.ts'
import { createReport, rounded } from './report.ts'
import { setUpSecondFactor } from './second-factor.ts'
import { memoryMb, startBareServer, startParvis, type RunningServer } from './servers.ts'
import { makeBenchWorld } from './world.ts'

const thresholds = { feed: 0.7, processor: 1.5, sameSql: 0.8, quiet: 0.9, publish: 0.3, startMs: 1500, memoryMb: 150 }
const SETTLE_MS = 4000

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    posts: { type: 'string', default: '100000' },
    starts: { type: 'string', default: '5' },
  },
})
const [rounds, seconds] = [Number(options.rounds), Number(options.seconds)]
const [posts, starts] = [Number(options.posts), Number(options.starts)]
const root = join(import.meta.dirname, '../..')
const { report, exitCode } = createReport({ posts, communities: 201, rounds, seconds, connections: 10 })

const roundAll = (values: readonly number[]) => values.map(value => Math.round(value))

const dataDir = mkdtempSync(join(tmpdir(), 'parvis-bench-'))
chmodSync(dataDir, 0o711)
const running = new Set<{ stop(): Promise<void> }>()
const stopAtEnd = <R extends { stop(): Promise<void> }>(one: R): R => {
  running.add(one)
  return one
}

try {
  if (!existsSync(join(root, 'apps/web/dist/index.html'))) await buildWeb()
  console.error(`Writing ${posts} posts…`)
  let postgres = await startEmbeddedPostgres(dataDir, () => {})
  const world = await makeBenchWorld(postgres, posts)
  await postgres.stop()

  console.error('Starting the server on them…')
  const startTimes: number[] = []
  const memories: (number | null)[] = []
  for (let start = 0; start < starts; start++) {
    const server: RunningServer = stopAtEnd(await startParvis({ DATA_DIR: dataDir }))
    startTimes.push(server.startMs)
    // The memory is measured at the last start, after a page was served.
    if (start === starts - 1) {
      await (await fetch(`${server.url}/quartier-1`, { headers: { accept: 'text/html' } })).text()
      await wait(SETTLE_MS)
      memories.push(memoryMb(server.pid))
    }
    await server.stop()
  }
  const startMs = Math.round(median(startTimes))
  report(
    'start',
    { ms: roundAll(startTimes), median: startMs, hold: thresholds.startMs, includes: 'PostgreSQL' },
    startMs <= thresholds.startMs,
  )
  const [memory = null] = memories
  // Only Linux reports the memory of a process.
  if (memory !== null) report('idle memory', { mb: memory, hold: thresholds.memoryMb }, memory <= thresholds.memoryMb)

  console.error('Loading the feed…')
  postgres = stopAtEnd(await startEmbeddedPostgres(dataDir, () => {}))
  const { host, user, database } = postgres.connection
  const parvis = stopAtEnd(
    await startParvis({
      DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`,
      DATA_DIR: dataDir,
    }),
  )
  const feed = `${parvis.url}/events`
  const body = await (await fetch(feed, { headers: { cookie: world.busyMember.cookie } })).text()
  if (JSON.parse(body).docs?.length !== 20)
    throw new Error(`The feed did not answer with a full page: ${body.slice(0, 200)}`)
  const settingsFile = join(dataDir, 'bare.json')
  const { sqlText, sqlValues } = world.busyMember
  writeFileSync(
    settingsFile,
    JSON.stringify({ connection: { host, user, database }, sqlText, sqlValues, body } satisfies BareFeedSettings),
  )
  const bare = stopAtEnd(await startBareServer('bare-feed.ts', settingsFile))
  for (const path of ['/events', '/stored'])
    if ((await (await fetch(bare.url + path)).text()) !== body)
      throw new Error(`The answer of the bare route ${path} differs from that of the server.`)

  console.error('Writing the plain tables…')
  const plainWorld = await makePlainWorld({ host, user, database }, posts)
  const plainFile = join(dataDir, 'plain.json')
  writeFileSync(
    plainFile,
    JSON.stringify({ connection: { host, user, database: plainWorld.database } } satisfies PlainSettings),
  )
  const plain = stopAtEnd(await startBareServer('plain-routes.ts', plainFile))
  const plainPost = `${plain.url}/posts/${plainWorld.postId}`
  const { busyMember, quietMember, writerCookies, postId, templateId, administrator } = world
  await setUpSecondFactor(parvis.url, administrator.cookie)
  const [post, answers] = [`${parvis.url}/events/details/${postId}`, `${parvis.url}/messages/users/${postId}`]
  const words = { title: 'Le robinet du coin', description: 'Il goutte depuis mardi et la flaque arrive aux vélos.' }

  const read = await measureTargets(
    [
      { name: 'feed', url: feed, pid: parvis.pid, cookies: [busyMember.cookie] },
      { name: 'plain', url: `${plain.url}/feed`, pid: plain.pid },
      { name: 'sameSql', url: `${bare.url}/events`, pid: bare.pid },
      { name: 'storedBytes', url: `${bare.url}/stored`, pid: bare.pid },
      { name: 'quiet', url: feed, pid: parvis.pid, cookies: [quietMember.cookie] },
      { name: 'post', url: post, pid: parvis.pid, cookies: [busyMember.cookie] },
      { name: 'plainPost', url: plainPost, pid: plain.pid },
      { name: 'answers', url: answers, pid: parvis.pid, cookies: [administrator.cookie] },
      { name: 'plainUsers', url: `${plainPost}/users`, pid: plain.pid },
    ],
    { rounds, seconds, dataDir },
  )
  const compare = (ours: LoadSummary, theirs: LoadSummary) => ({
    ratio: rounded(ours.rps / theirs.rps),
    processorRatio: rounded((ours.serverUs + ours.databaseUs) / (theirs.serverUs + theirs.databaseUs)),
    ours,
    theirs,
  })
  const page = compare(read.feed, read.plain)
  const bytes = Buffer.byteLength(body)
  report('feed page ÷ plain route', { ...page, bytes, hold: thresholds.feed }, page.ratio >= thresholds.feed)
  report(
    'CPU time of a feed page ÷ plain route',
    { processorRatio: page.processorRatio, hold: thresholds.processor },
    page.processorRatio <= thresholds.processor,
  )
  const same = compare(read.feed, read.sameSql)
  report(
    'feed page ÷ bare route with the same SQL',
    { ...same, hold: thresholds.sameSql },
    same.ratio >= thresholds.sameSql,
  )
  report('feed page ÷ bare route with stored bytes', compare(read.feed, read.storedBytes), true)
  const calm = compare(read.quiet, read.feed)
  report('quiet community ÷ busy one', { ...calm, hold: thresholds.quiet }, calm.ratio >= thresholds.quiet)
  report('post page ÷ plain route', compare(read.post, read.plainPost), true)
  report('list of answers ÷ plain route', compare(read.answers, read.plainUsers), true)

  console.error('Posting…')
  const written = await measureTargets(
    [
      { name: 'publish', url: `${parvis.url}/events/publish`, pid: parvis.pid, cookies: writerCookies, body: words },
      {
        name: 'template',
        url: `${parvis.url}/templates/publish`,
        pid: parvis.pid,
        cookies: writerCookies,
        body: { templateId, dateId: 'now' },
      },
      { name: 'insert', url: `${plain.url}/posts`, pid: plain.pid, body: words },
    ],
    { rounds, seconds, dataDir },
  )
  const publish = compare(written.publish, written.insert)
  report('post ÷ plain committed insert', { ...publish, hold: thresholds.publish }, publish.ratio >= thresholds.publish)
  const template = compare(written.template, written.insert)
  report('post from a template ÷ plain committed insert', template, true)
} finally {
  for (const one of [...running].reverse()) await one.stop().catch(() => {})
  rmSync(dataDir, { recursive: true, force: true })
}
process.exit(exitCode())
