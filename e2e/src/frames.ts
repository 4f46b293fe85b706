import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { publishPost } from '@parvis/contract/publish.ts'
import type { CDPSession, Page } from 'playwright-core'
import { createReport } from '../../apps/server/src/testing/figures.ts'
import { withDemoServer } from './demo-server.ts'
import { blockMainThread, measureScroll, printScrollFigures } from './frame-watch.ts'
import { lengthenFeed } from './long-feed.ts'

// npm run bench:scroll [-- --posts 10000 --seconds 8]: measures how a very long feed scrolls on a processor that is
// four times slower.
const thresholds = { p95: 34, blank: 0, drift: 0 } as const
const CPU_SLOWDOWN = 4

const { values } = parseArgs({
  options: { posts: { type: 'string', default: '10000' }, seconds: { type: 'string', default: '8' } },
})
const [postCount, seconds] = [Number(values.posts), Number(values.seconds)]

const posts = { rows: 'main li[aria-posinset]', threshold: thresholds.p95 } as const
const strokes = Math.max(1, Math.round(seconds / 1.5))

/** The baseline of this machine: two hundred one-word cards, always in the DOM, scrolled in the same way. */
const scrollPlainCards = async (page: Page, devtools: CDPSession) => {
  await page.evaluate(() => {
    const list = document.createElement('main')
    for (let place = 1; place <= 200; place++) {
      const card = document.createElement('li')
      card.ariaPosInSet = String(place)
      card.style.blockSize = '30rem'
      card.append('card')
      list.append(card)
    }
    document.body.replaceChildren(list)
  })
  await page.evaluate(() => scrollTo({ top: 9_000, behavior: 'instant' }))
  await wait(1_000)
  return measureScroll(page, devtools, { ...posts, place: 'bare', strokes })
}

const loadAll = async (page: Page, count: number): Promise<number> => {
  for (;;) {
    const { length, more } = await page.evaluate(() => {
      scrollTo(0, document.documentElement.scrollHeight)
      const items = [...document.querySelectorAll('main li[aria-posinset]')]
      return {
        length: Math.max(0, ...items.map(item => Number(item.getAttribute('aria-posinset')))),
        more:
          !document.querySelector('main li[aria-posinset]:last-child') ||
          document.querySelector('[aria-busy="true"]') !== null,
      }
    })
    if (length >= count && !more) return length
    await wait(20)
  }
}

/** By how many pixels the visible posts move when somebody else posts. */
const driftOf = async (page: Page, post: () => Promise<unknown>): Promise<number> => {
  const place = () =>
    page.evaluate(() => {
      const card = document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('li')
      return {
        which: card?.getAttribute('aria-posinset'),
        title: card?.textContent?.slice(0, 60),
        top: card?.getBoundingClientRect().top ?? NaN,
      }
    })
  await wait(500)
  const before = await place()
  await post()
  await page.getByRole('button', { name: /new post/ }).waitFor()
  await wait(500)
  const after = await place()
  return before.title === after.title ? Math.abs(after.top - before.top) : Infinity
}

/** Plants missing cards, a busy main thread and a moving page. Returns the faults that the measurement misses. */
const findMissedFaults = async (page: Page, devtools: CDPSession, post: () => Promise<unknown>): Promise<string[]> => {
  const missed: string[] = []
  await page.evaluate(() =>
    document.querySelector('main li[aria-posinset]')!.parentElement!.style.setProperty('translate', '0 400vh'),
  )
  if ((await measureScroll(page, devtools, { ...posts, place: 'planted', strokes: 1 })).blank === 0)
    missed.push('blank')
  await page.evaluate(() =>
    document.querySelector('main li[aria-posinset]')!.parentElement!.style.removeProperty('translate'),
  )
  const stopLoad = await blockMainThread(page)
  if ((await measureScroll(page, devtools, { ...posts, place: 'planted', strokes: 1 })).p95 <= thresholds.p95)
    missed.push('slow')
  await stopLoad()
  const moved = await driftOf(page, async () => {
    await post()
    await page.evaluate(() => scrollBy({ top: 7, behavior: 'instant' }))
  })
  if (moved === 0) missed.push('drift')
  return missed
}

const report = createReport({ posts: postCount, slower: CPU_SLOWDOWN }, 'the demo world repeated')
await withDemoServer(async testServer => {
  const count = await lengthenFeed(testServer.server, postCount)
  const { page, context } = await testServer.newPage({
    as: 'neighbor',
    context: { reducedMotion: 'no-preference', hasTouch: true, isMobile: true },
  })
  await page.goto('/les-tilleuls/actualites?filter=all')
  await page.getByRole('article').first().waitFor()
  const loaded = await loadAll(page, count)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  const places = []
  for (const [name, share] of [
    ['top', 0.001],
    ['middle', 0.5],
    ['end', 0.97],
  ] as const) {
    await page.evaluate(
      part => scrollTo({ top: part * document.documentElement.scrollHeight, behavior: 'instant' }),
      share,
    )
    await wait(1_000)
    places.push(await measureScroll(page, devtools, { ...posts, place: name, strokes }))
  }
  const author = await testServer.server.as('neighbor2')
  const post = (title: string) =>
    author.call(publishPost, {
      body: { title, description: title, tmpId: title },
    })
  const drift = await driftOf(page, () => post('Nouveau'))
  const nodes = await page.evaluate(() => document.querySelectorAll('*').length)
  const missed = await findMissedFaults(page, devtools, () => post('Encore'))
  if (missed.length > 0) throw new Error(`The measurement misses planted faults: ${missed.join(', ')}.`)
  const bare = await scrollPlainCards(page, devtools)
  for (const one of [...places, bare]) printScrollFigures(one, thresholds.p95)
  console.log(
    `the viewed post moves by ${drift} px when a new post arrives; ${nodes} elements on the page, ${loaded} posts in the list`,
  )
  report.report(
    'scroll of a long feed',
    { loaded, places, bare, drift, nodes },
    drift <= thresholds.drift && places.every(({ p95, blank }) => p95 <= thresholds.p95 && blank <= thresholds.blank),
  )
})
process.exit(report.exitCode())
