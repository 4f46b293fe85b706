import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sendMessage } from '@parvis/contract/chat.ts'
import type { CDPSession, Page } from 'playwright-core'
import { createReport } from '../../apps/server/src/testing/figures.ts'
import { withDemoServer } from './demo-server.ts'
import { blockMainThread, measureScroll, type ScrollFigures, printScrollFigures } from './frame-watch.ts'
import { addConversations, lengthenConversation } from './long-chat.ts'

// npm run bench:scroll:chat [-- --messages 10000 --conversations 500 --seconds 8]: measures how a very long
// conversation, and a long list of conversations, scroll on a processor that is four times slower.
const thresholds = { p95: 34, blank: 0, drift: 0 } as const
const CPU_SLOWDOWN = 4
const CHATS = '/les-tilleuls/mes-conversations'

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '10000' },
    conversations: { type: 'string', default: '500' },
    seconds: { type: 'string', default: '8' },
  },
})
const [messages, conversations, seconds] = [
  Number(values.messages),
  Number(values.conversations),
  Number(values.seconds),
]
const strokes = Math.max(1, Math.round(seconds / 1.5))
const thread = { scroller: '[role=log]', rows: '[role=log] > :last-child > *', threshold: thresholds.p95 } as const
const list = { rows: 'main li', threshold: thresholds.p95 } as const

const throttleCpu = (devtools: CDPSession, rate: number) => devtools.send('Emulation.setCPUThrottlingRate', { rate })

const scrollTo = (page: Page, share: number) =>
  page.evaluate(part => {
    const log = document.querySelector('[role=log]')!
    log.scrollTop = part * log.scrollHeight
  }, share)

const loadAll = async (page: Page) => {
  let count = 0
  page.on('response', async response => {
    if (!/\/messages\?/.test(response.url())) return
    count += ((await response.json()) as { docs: unknown[] }).docs.length
  })
  await page.reload()
  await page.getByRole('log').waitFor()
  const until = Date.now() + messages * 30
  while (count < messages) {
    if (Date.now() > until) throw new Error(`Only ${count} of ${messages} messages have loaded.`)
    await scrollTo(page, 0)
    await wait(20)
    await page.evaluate(() => {
      document.querySelector('[role=log]')!.scrollTop = 40
    })
    await wait(20)
  }
  return count
}

/** By how many pixels the visible messages move while `action` runs. */
const driftOf = async (page: Page, action: () => Promise<unknown>): Promise<number> => {
  const place = () =>
    page.evaluate(() => {
      const rows = [...document.querySelectorAll('[role=log] > :last-child > *')]
      const row = rows.find(one => one.getBoundingClientRect().bottom > innerHeight / 2)
      return { text: row?.textContent?.slice(0, 60), top: row?.getBoundingClientRect().top ?? NaN }
    })
  await wait(500)
  const before = await place()
  await action()
  await wait(1_000)
  const top = await page.evaluate(text => {
    const rows = [...document.querySelectorAll('[role=log] > :last-child > *')]
    return rows.find(one => one.textContent?.slice(0, 60) === text)?.getBoundingClientRect().top ?? Infinity
  }, before.text)
  return Math.abs(top - before.top)
}

/** Plants missing rows, a busy main thread and a moving conversation. Returns the faults that were not measured. */
const findMissedFaults = async (page: Page, devtools: CDPSession): Promise<string[]> => {
  const missed: string[] = []
  const move = (by: string) =>
    page.evaluate(
      ([selector, to]) => (document.querySelector(selector!) as HTMLElement).style.setProperty('translate', to!),
      ['[role=log] > :last-child', by],
    )
  const planted = { ...thread, place: 'planted', strokes: 1, up: true }
  await move('0 400vh')
  if ((await measureScroll(page, devtools, planted)).blank === 0) missed.push('blank')
  await move('none')
  const stopLoad = await blockMainThread(page)
  if ((await measureScroll(page, devtools, planted)).p95 <= thresholds.p95) missed.push('slow')
  await stopLoad()
  const moved = await driftOf(page, () =>
    page.evaluate(() => document.querySelector('[role=log]')!.scrollBy({ top: 7, behavior: 'instant' })),
  )
  if (moved === 0) missed.push('drift')
  return missed
}

/** Slows the processor down; returns by how many pixels older messages move the viewed message when they arrive. */
const measureOlderDrift = async (page: Page, devtools: CDPSession): Promise<number> => {
  // Delays each response by a second, so that older messages arrive while somebody reads.
  await page.route(/\/messages\?/, async route => {
    await wait(1_000)
    await route.continue()
  })
  await throttleCpu(devtools, CPU_SLOWDOWN)
  const older = page.waitForResponse(/\/messages\?/)
  await page.evaluate(() => {
    document.querySelector('[role=log]')!.scrollTop = 300
  })
  const drift = await driftOf(page, () => older)
  await page.unroute(/\/messages\?/)
  return drift
}

const measureThread = async (page: Page, devtools: CDPSession): Promise<ScrollFigures[]> => {
  const places: ScrollFigures[] = []
  for (const [place, share, up] of [
    ['start', 0.001, false],
    ['middle', 0.5, true],
    ['end', 1, true],
  ] as const) {
    await scrollTo(page, share)
    await wait(1_000)
    places.push(await measureScroll(page, devtools, { ...thread, place, strokes, up }))
  }
  return places
}

const report = createReport({ messages, conversations, slower: CPU_SLOWDOWN })
await withDemoServer(async testServer => {
  const { me, other } = await lengthenConversation(testServer.server, messages)
  const { page, context } = await testServer.newPage({
    as: 'neighbor',
    context: { reducedMotion: 'no-preference', hasTouch: true, isMobile: true },
  })
  const devtools = await context.newCDPSession(page)
  await page.goto(`${CHATS}/${other}`)
  await page.getByRole('log').waitFor()

  const olderDrift = await measureOlderDrift(page, devtools)
  const author = await testServer.server.as('neighbor2')
  const newDrift = await driftOf(page, () =>
    author.call(sendMessage, { body: { to: me, text: 'Nouveau', tmpId: 'new' } }),
  )

  await throttleCpu(devtools, 1)
  const loaded = await loadAll(page)
  await throttleCpu(devtools, CPU_SLOWDOWN)
  const places = await measureThread(page, devtools)
  const missed = await findMissedFaults(page, devtools)
  if (missed.length > 0) throw new Error(`The measurement misses planted faults: ${missed.join(', ')}.`)

  await throttleCpu(devtools, 1)
  await addConversations(testServer.server, conversations)
  await page.goto(CHATS)
  await page.getByRole('listitem').nth(20).waitFor()
  await throttleCpu(devtools, CPU_SLOWDOWN)
  await wait(1_000)
  places.push(await measureScroll(page, devtools, { ...list, place: 'list', strokes }))

  for (const one of places) printScrollFigures(one, thresholds.p95)
  console.log(
    `older messages move the viewed message by ${olderDrift} px, a new one by ${newDrift} px; ${loaded} messages loaded`,
  )
  report.report(
    'scroll of a long conversation and of a long conversation list',
    { loaded, places, olderDrift, newDrift },
    Math.max(olderDrift, newDrift) <= thresholds.drift &&
      places.every(({ p95, blank }) => p95 <= thresholds.p95 && blank <= thresholds.blank),
  )
})
process.exit(report.exitCode())
