// features: app
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../apps/server/src/app.ts'
import { isLong } from '../../apps/server/src/testing/long.ts'
import { makeNewerBuild, NEWER } from './newer-build.ts'
import { switchServer } from './server-switch.ts'
import { oppositeShapes, type Shape } from './stage.ts'
import { useStage } from './use-stage.ts'
import { appIsStored } from './worker-page.ts'

const stage = useStage('demo', { hasWorker: true })
const HOME = 'les-tilleuls'
const FEED = `/${HOME}/actualites`
/** Time to store a newer version, on a busy machine too. */
const STORED = { timeout: 60_000 }
/** Within this time an app in the background has noticed that a newer version is waiting. Milliseconds. */
const AWAY_MS = 20_000

const newer = makeNewerBuild()
afterAll(() => newer.remove())

const buildOf = (page: Page) =>
  page.evaluate(() => document.documentElement.dataset.build ?? 'older').catch(() => 'on its way')
const waits = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting != null).catch(() => false)
const askForNewer = (page: Page) =>
  page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())!.update()))
/** Makes the page believe that it is in the background. */
const hide = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })
    document.dispatchEvent(new Event('visibilitychange'))
  })

/** The server of this file, and a second one with the newer app that can replace it. */
const openBoth = async () => {
  const { server } = stage()
  const other = await buildApp(server.platform, { logLevel: 'silent', webDir: newer.folder })
  await other.listen({ port: 0, host: '127.0.0.1' })
  const way = switchServer(server.app.server)
  const end = async () => {
    way.end()
    await other.close()
  }
  return { way, other: other.server, end }
}

const heldBack = [/net::ERR_/, /Failed to load resource/, /networkerror/]

describe.each(oppositeShapes)('two server versions behind one open app, $size, $language', shape => {
  const { size, language, say }: Shape = shape
  const weather = (page: Page) => page.getByRole('heading', { level: 1, name: say('weather.title') })
  const tab = (page: Page, key: 'session.tab.weather' | 'session.tab.live') =>
    page
      .getByRole('navigation', { name: say('common.frame.main') })
      .filter({ visible: true })
      .getByRole('link', { name: say(key) })

  const ways = `goes on with its own files, takes the newer one when nobody writes${isLong ? ', and the older one once that is taken back' : ''}`
  it(ways, async () => {
    const { way, other, end } = await openBoth()
    try {
      const { page, faults } = await stage().welcome({ size, language, as: 'neighbor' })
      faults.expect(...heldBack)
      await page.clock.install()
      await page.goto(FEED)
      await page.getByRole('article').first().waitFor()
      await appIsStored(page)
      expect(await buildOf(page)).toBe('older')
      /** The other server has this screen under other file names only. */
      const goesOn = async () => {
        await tab(page, 'session.tab.weather').click()
        await weather(page).waitFor()
        await tab(page, 'session.tab.live').click()
        await page.getByRole('article').first().waitFor()
      }
      const takesOver = async (build: string) => {
        await hide(page)
        await page.clock.fastForward(AWAY_MS)
        await expect.poll(() => waits(page)).toBe(false)
        await expect.poll(() => buildOf(page)).toBe(build)
        await goesOn()
      }

      way.leadTo(other)
      await askForNewer(page)
      await expect.poll(() => waits(page), STORED).toBe(true)
      await goesOn()
      // While somebody writes, the app must not reload, however long it is in the background.
      await page.goto(`${FEED}/edition-publication`)
      await page.getByRole('textbox').last().fill('Un mot que personne ne coupe')
      await page.evaluate(() => Object.assign(globalThis, { isStillThisPage: true }))
      await hide(page)
      for (let time = 0; time < 3; time++) await page.clock.fastForward(AWAY_MS)
      expect(await page.evaluate(() => 'isStillThisPage' in globalThis)).toBe(true)
      expect(await page.getByRole('textbox').last().inputValue()).toBe('Un mot que personne ne coupe')
      expect(await waits(page)).toBe(true)
      await page.goto(FEED)
      await page.getByRole('article').first().waitFor()
      await takesOver(NEWER)

      // The way back works the same; only the long form checks it.
      if (!isLong) return
      way.leadTo()
      await goesOn()
      await askForNewer(page)
      await expect.poll(() => waits(page), STORED).toBe(true)
      await takesOver('older')
    } finally {
      await end()
    }
  })

  it('without a service worker: reloads when the server does not have its files', async () => {
    const { way, other, end } = await openBoth()
    try {
      way.leadTo(other)
      const { page, faults } = await stage().welcome({
        size,
        language,
        as: 'neighbor',
        // so that the code of the next screen is not there yet
        fetchesAhead: false,
        context: { serviceWorkers: 'block' },
      })
      // The live connection may be opening while the server changes.
      faults.expect(
        ...heldBack,
        /answer: GET \/assets\/\S+ 404/,
        /a part of the app did not come/,
        /WebSocket connection to .* failed/,
      )
      await page.goto(FEED)
      await page.getByRole('article').first().waitFor()
      expect(await buildOf(page)).toBe(NEWER)
      way.leadTo()
      await tab(page, 'session.tab.weather').click()
      await weather(page).waitFor()
      expect(await buildOf(page)).toBe('older')
    } finally {
      await end()
    }
  })
})
