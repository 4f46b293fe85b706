import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { createReport } from '../../apps/server/src/testing/figures.ts'
import { withDemoServer } from './demo-server.ts'
import { blockMainThread, measureScroll, printScrollFigures, type ScrollFigures } from './frame-watch.ts'
import { addManyDeals } from './many-deals.ts'

// npm run bench:scroll:deals [-- --deals 5000 --strokes 6 --rounds 5]: measures the frames of a map of very many deals,
// and of the list beside it, on a processor that is four times slower. Software WebGL alone takes longer than a frame,
// so the map is compared with a map without deals, and the list with rows of plain markup, in the same run.
const thresholds = { p95: 34, overGround: 1.5, overPlain: 3, nodes: 150 } as const
const PLAIN_ROWS = 240
const CPU_SLOWDOWN = 4
const NO_CATEGORY = '00000000-0000-7000-8000-000000000000'

const { values } = parseArgs({
  options: {
    deals: { type: 'string', default: '5000' },
    strokes: { type: 'string', default: '6' },
    rounds: { type: 'string', default: '5' },
  },
})
const [dealCount, strokes, rounds] = [Number(values.deals), Number(values.strokes), Number(values.rounds)]

interface MapFigures {
  place: string
  frames: number
  p50: number
  p95: number
  longest: number
  /** The maximum number of pins and groups rendered at the same time. */
  nodes: number
}

const watchMap = async (page: Page, place: string, action: () => Promise<void>): Promise<MapFigures> => {
  await page.evaluate(() => {
    const watch = { frames: [] as number[], nodes: 0, on: true }
    Object.assign(window, { watch })
    let last = performance.now()
    const look = (now: number) => {
      watch.frames.push(now - last)
      last = now
      watch.nodes = Math.max(watch.nodes, document.querySelectorAll('[data-pin]').length)
      if (watch.on) requestAnimationFrame(look)
    }
    requestAnimationFrame(now => {
      last = now
      requestAnimationFrame(look)
    })
  })
  await action()
  const { frames, nodes } = await page.evaluate(() => {
    const { watch } = window as unknown as { watch: { frames: number[]; nodes: number; on: boolean } }
    watch.on = false
    return watch
  })
  const sorted = frames.toSorted((a, b) => a - b)
  const at = (share: number) =>
    Number(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!.toFixed(1))
  return { place, frames: frames.length, p50: at(0.5), p95: at(0.95), longest: at(1), nodes }
}

const drag = (page: Page) => async () => {
  const box = (await page.locator('[data-ground]').boundingBox())!
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  for (let stroke = 0; stroke < strokes; stroke++) {
    const direction = stroke % 2 === 0 ? 1 : -1
    await page.mouse.move(middle.x + direction * 200, middle.y + direction * 120)
    await page.mouse.down()
    await page.mouse.move(middle.x - direction * 200, middle.y - direction * 120, { steps: 40 })
    await page.mouse.up()
  }
}

const zoom = (page: Page) => async () => {
  const box = (await page.locator('[data-ground]').boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  for (let stroke = 0; stroke < strokes; stroke++)
    for (let n = 0; n < 10; n++) {
      await page.mouse.wheel(0, stroke % 2 === 0 ? -120 : 120)
      await wait(30)
    }
}

const listSelector = 'main section > div'

/** Replaces the rows of the list by plain markup, with a picture and two lines of text. */
const showPlainRows = (page: Page) =>
  page.evaluate(
    ([selector, count]) => {
      const scroller = document.querySelector<HTMLElement>(selector)!
      const [list, { src }] = [scroller.querySelector('ul')!, scroller.querySelector('img')!]
      const plain = document.createElement('ol')
      for (let n = 0; n < count; n++) {
        const row = document.createElement('li')
        row.style.cssText = 'display: flex; align-items: center; gap: 12px; block-size: 104px; padding-inline: 16px'
        const picture = Object.assign(new Image(88, 72), { src, alt: '' })
        const text = document.createElement('span')
        text.append(`Row ${n}`, document.createElement('br'), 'A second line of words')
        row.append(picture, text)
        plain.append(row)
      }
      list.hidden = true
      list.style.display = 'none'
      scroller.append(plain)
      scroller.scrollTop = 0
    },
    [listSelector, PLAIN_ROWS] as const,
  )

const showList = (page: Page) =>
  page.evaluate(selector => {
    const scroller = document.querySelector<HTMLElement>(selector)!
    scroller.querySelector('ol')!.remove()
    const list = scroller.querySelector('ul')!
    list.hidden = false
    list.style.display = ''
    scroller.scrollTop = 0
  }, listSelector)

const medianRound = (rounds: readonly ScrollFigures[]): ScrollFigures =>
  rounds.toSorted((a, b) => a.p95 - b.p95)[Math.floor(rounds.length / 2)]!

const printFigures = ({ place, frames, p50, p95, longest, nodes }: MapFigures) =>
  console.log(
    `${place.padEnd(14)} ${String(frames).padStart(5)} frames  p50 ${p50} ms  p95 ${p95} ms  longest ${longest} ms  ${nodes} pins at most`,
  )

const report = createReport({ deals: dealCount, slower: CPU_SLOWDOWN })
await withDemoServer(async testServer => {
  await addManyDeals(testServer.server, dealCount)
  const { page, context } = await testServer.newPage({
    as: 'neighbor',
    size: 'wide',
    context: { reducedMotion: 'no-preference' },
  })
  await page.goto('/les-tilleuls/a-proximite')
  await page.locator('[data-ground] [data-pin]').filter({ visible: true }).first().waitFor()
  await wait(2_000)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  const moved = [await watchMap(page, 'drag', drag(page)), await watchMap(page, 'zoom', zoom(page))]
  const scrolls: { list: ScrollFigures[]; plain: ScrollFigures[] } = { list: [], plain: [] }
  const scrollOptions = { scroller: listSelector, x: 420, strokes, threshold: thresholds.p95 }
  for (let round = 0; round < rounds; round++) {
    scrolls.list.push(await measureScroll(page, devtools, { ...scrollOptions, rows: 'main section li', place: 'list' }))
    await showPlainRows(page)
    await wait(1_000)
    scrolls.plain.push(
      await measureScroll(page, devtools, { ...scrollOptions, rows: 'main section li', place: 'plain' }),
    )
    await showList(page)
    await wait(1_000)
  }
  const [list, plain] = [medianRound(scrolls.list), medianRound(scrolls.plain)]
  // Measures the base map alone: no deal has this category.
  await page.goto(`/les-tilleuls/a-proximite?filter=${NO_CATEGORY}`)
  await page.locator('[data-ground]').waitFor()
  await wait(2_000)
  const baseline = [
    await watchMap(page, 'drag, no deals', drag(page)),
    await watchMap(page, 'zoom, no deals', zoom(page)),
  ]
  const stopLoad = await blockMainThread(page)
  const planted = await watchMap(page, 'planted', drag(page))
  await stopLoad()
  if (planted.p95 <= thresholds.p95) throw new Error('The measurement does not detect a busy main thread.')
  for (const one of [...moved, ...baseline]) printFigures(one)
  for (const one of [...scrolls.list, ...scrolls.plain]) printScrollFigures(one, thresholds.p95)
  report.report(
    'a map of many deals',
    { moved, baseline, list, plain },
    list.p95 <= Math.max(thresholds.p95, plain.p95 * thresholds.overPlain) &&
      moved.every(
        ({ p95, nodes }, n) =>
          p95 <= Math.max(thresholds.p95, baseline[n]!.p95 * thresholds.overGround) && nodes <= thresholds.nodes,
      ),
  )
})
process.exit(report.exitCode())
