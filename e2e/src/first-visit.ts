import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { MISSED_THRESHOLD, watchMachine } from '../../apps/server/src/testing/figures.ts'
import { withDemoServer } from './demo-server.ts'
import { startNetworkProxy } from './network.ts'
import { loggedInState, type BrowserServer } from './browser-server.ts'
import { translator } from './translate.ts'

// npm run bench:visit [-- --rounds 15]: measures first visits with and without the service worker, alternately, on a
// mid-range phone with a slow network.
const CPU_SLOWDOWN = 4
const DELAY_MS = 75
const KB_PER_SECOND = 200
/** The maximum ratio of the times of a visit with the service worker to those of a visit without. */
const MAX_RATIO = 1.03
/** The time for which a person reads before each tap; the service worker stores the app meanwhile. */
const READ_MS = 2_000
/** Time limit for the registration of the service worker, which waits until the device is idle. */
const WORKER_MS = 30_000

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '15' } } })
const rounds = Number(values.rounds)
const t = translator('en')

interface VisitTimes {
  /** Largest contentful paint, milliseconds after the navigation started. */
  paint: number
  /** Time until the first post was rendered, in milliseconds. */
  post: number
  /** Total time of three taps on other tabs, each until its content was rendered, in milliseconds. */
  taps: number
}
const parts = ['paint', 'post', 'taps'] as const satisfies readonly (keyof VisitTimes)[]

const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!

const paintOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>(done => {
        new PerformanceObserver(list => done(list.getEntries().at(-1)!.startTime)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        })
      }),
  )

const measureVisit = async (
  testServer: BrowserServer,
  origin: string,
  hasWorker: boolean,
  isPlanted = false,
): Promise<VisitTimes> => {
  const { page, context } = await testServer.newPage({
    language: 'en',
    context: {
      baseURL: origin,
      storageState: loggedInState(origin, await testServer.server.as('neighbor')),
      serviceWorkers: hasWorker ? 'allow' : 'block',
    },
  })
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  // A planted fault: early downloads take bandwidth from the visible content.
  if (isPlanted)
    await context.addInitScript(() => {
      for (const n of [1, 2, 3, 4, 5, 6]) void fetch(`/screenshot-wide-fr.webp?${n}`)
    })
  const startedAt = performance.now()
  await page.goto('/les-tilleuls/actualites', { waitUntil: 'commit' })
  await page.getByRole('article').first().waitFor()
  const post = performance.now() - startedAt
  const main = page.getByRole('main')
  let paint = 0
  let taps = 0
  for (const [key, shown] of [
    ['deals', main.getByRole('article').or(main.getByRole('listitem'))],
    ['information', main.getByRole('heading', { level: 1 })],
    ['live', main.getByRole('article')],
  ] as const) {
    await wait(READ_MS)
    // The browser stops measuring LCP at the first input.
    paint ||= await paintOf(page)
    const tappedAt = performance.now()
    await page
      .getByRole('link', { name: t(`session.tab.${key}`) })
      .first()
      .click()
    await shown.first().waitFor()
    taps += performance.now() - tappedAt
  }
  // Waits only for the registration of the worker: on such a network precaching takes most of a minute.
  const isRegistered = () => page.evaluate(async () => Boolean(await navigator.serviceWorker?.getRegistration()))
  const until = performance.now() + WORKER_MS
  while (hasWorker && !(await isRegistered())) {
    if (performance.now() > until) throw new Error('The service worker was not registered.')
    await wait(100)
  }
  await context.close()
  return { paint, post, taps }
}

const ratioOf = (part: keyof VisitTimes, sample: readonly VisitTimes[], baseline: readonly VisitTimes[]) =>
  median(sample.map(one => one[part])) / median(baseline.map(one => one[part]))

const RESAMPLES = 5_000

/** The 90 % confidence interval of the ratio of the medians: percentile bootstrap over the rounds. */
const intervalOf = (
  part: keyof VisitTimes,
  sample: readonly VisitTimes[],
  baseline: readonly VisitTimes[],
): [number, number] => {
  const resampled = Array.from({ length: RESAMPLES }, () => {
    const picks = sample.map(() => Math.floor(Math.random() * sample.length))
    const [a, b] = [sample, baseline].map(all => picks.map(pick => all[pick]!))
    return ratioOf(part, a!, b!)
  }).toSorted((a, b) => a - b)
  return [resampled[RESAMPLES * 0.05]!, resampled[RESAMPLES * 0.95]!]
}

type Verdict = 'holds' | 'falls short' | 'inconclusive: too few rounds'
const machine = watchMachine()
let verdict: Verdict = 'holds'
await withDemoServer(
  async testServer => {
    const network = await startNetworkProxy(testServer.origin)
    Object.assign(network, { delayMs: DELAY_MS, rate: KB_PER_SECOND })
    const [withWorker, withoutWorker, planted]: [VisitTimes[], VisitTimes[], VisitTimes[]] = [[], [], []]
    // Warm-up: the first visits of a server are slower than all others.
    await measureVisit(testServer, network.origin, true)
    await measureVisit(testServer, network.origin, false)
    for (let round = 0; round < rounds; round++) {
      for (const hasWorker of round % 2 ? [true, false] : [false, true])
        (hasWorker ? withWorker : withoutWorker).push(await measureVisit(testServer, network.origin, hasWorker))
      if (round < 5) planted.push(await measureVisit(testServer, network.origin, true, true))
    }
    await network.close()
    if (ratioOf('post', planted, withoutWorker) <= MAX_RATIO)
      throw new Error('The measurement does not detect a slower visit.')
    const ratios = Object.fromEntries(parts.map(part => [part, ratioOf(part, withWorker, withoutWorker)]))
    const intervals = Object.fromEntries(parts.map(part => [part, intervalOf(part, withWorker, withoutWorker)]))
    for (const part of parts)
      console.log(
        `${part}: ${Math.round(median(withWorker.map(one => one[part])))} ms with the worker, ` +
          `${Math.round(median(withoutWorker.map(one => one[part])))} ms without, ${ratios[part]!.toFixed(3)} of it ` +
          `(90 %: ${intervals[part]!.map(end => end.toFixed(3)).join(' to ')})`,
      )
    const all = Object.values(intervals)
    if (all.some(([least]) => least > MAX_RATIO)) verdict = 'falls short'
    else if (all.some(([, most]) => most > MAX_RATIO)) verdict = 'inconclusive: too few rounds'
    console.log(
      JSON.stringify({
        bench: 'first visit',
        ...machine(),
        counts: { rounds, slower: CPU_SLOWDOWN, delayMs: DELAY_MS, kBPerSecond: KB_PER_SECOND },
        ratios,
        intervals,
        withWorker,
        withoutWorker,
        verdict,
      }),
    )
  },
  { hasWorker: true },
)
process.exit(verdict === 'holds' ? 0 : MISSED_THRESHOLD)
