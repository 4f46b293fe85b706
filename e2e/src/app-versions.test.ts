// features: app
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../apps/server/src/app.ts'
import { isLong } from '../../apps/server/src/testing/long.ts'
import { createNewerBuild, NEWER_BUILD } from './newer-build.ts'
import { createServerSwitch } from './server-switch.ts'
import { oppositeShapes, type Shape } from './browser-server.ts'
import { useTestServer } from './use-test-server.ts'
import { waitForStoredApp } from './worker-page.ts'

const testServer = useTestServer('demo', { hasWorker: true })
const HOME = 'les-tilleuls'
const FEED = `/${HOME}/actualites`
/** Time limit for the service worker to store a newer version, on a busy machine too. */
const STORE_TIMEOUT = { timeout: 60_000 }
/** Milliseconds in the background after which an app switches to a newer version that is waiting. */
const BACKGROUND_MS = 20_000

const newer = createNewerBuild()
afterAll(() => newer.remove())

const buildOf = (page: Page) =>
  page.evaluate(() => document.documentElement.dataset.build ?? 'older').catch(() => 'on its way')
const hasWaitingVersion = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting != null).catch(() => false)
const checkForUpdate = (page: Page) =>
  page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())!.update()))
/** Makes the page believe that it is in the background. */
const hide = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })
    document.dispatchEvent(new Event('visibilitychange'))
  })

/** Starts a second server with the newer build; `serverSwitch` connects the browser to either of the two servers. */
const openBothServers = async () => {
  const { server } = testServer()
  const other = await buildApp(server.platform, { logLevel: 'silent', webDir: newer.folder })
  await other.listen({ port: 0, host: '127.0.0.1' })
  const serverSwitch = createServerSwitch(server.app.server)
  const end = async () => {
    serverSwitch.restore()
    await other.close()
  }
  return { serverSwitch, other: other.server, end }
}

const networkErrors = [/net::ERR_/, /Failed to load resource/, /networkerror/]

describe.each(oppositeShapes)('two server versions behind one open app, $size, $language', shape => {
  const { size, language, t }: Shape = shape
  const weather = (page: Page) => page.getByRole('heading', { level: 1, name: t('weather.title') })
  const tab = (page: Page, key: 'session.tab.weather' | 'session.tab.live') =>
    page
      .getByRole('navigation', { name: t('common.frame.main') })
      .filter({ visible: true })
      .getByRole('link', { name: t(key) })

  const title = `keeps running with its own files, updates when nobody is writing${isLong ? ', and downgrades once that is rolled back' : ''}`
  it(title, async () => {
    const { serverSwitch, other, end } = await openBothServers()
    try {
      const { page, pageErrors } = await testServer().newPage({ size, language, as: 'neighbor' })
      pageErrors.allow(...networkErrors)
      await page.clock.install()
      await page.goto(FEED)
      await page.getByRole('article').first().waitFor()
      await waitForStoredApp(page)
      expect(await buildOf(page)).toBe('older')
      /** Opens a screen whose script the other server has only under another file name. */
      const canNavigate = async () => {
        await tab(page, 'session.tab.weather').click()
        await weather(page).waitFor()
        await tab(page, 'session.tab.live').click()
        await page.getByRole('article').first().waitFor()
      }
      const updatesTo = async (build: string) => {
        await hide(page)
        await page.clock.fastForward(BACKGROUND_MS)
        await expect.poll(() => hasWaitingVersion(page)).toBe(false)
        await expect.poll(() => buildOf(page)).toBe(build)
        await canNavigate()
      }

      serverSwitch.connectTo(other)
      await checkForUpdate(page)
      await expect.poll(() => hasWaitingVersion(page), STORE_TIMEOUT).toBe(true)
      await canNavigate()
      // While somebody writes, the app must not reload, however long it is in the background.
      await page.goto(`${FEED}/edition-publication`)
      await page.getByRole('textbox').last().fill('Un mot que personne ne coupe')
      await page.evaluate(() => Object.assign(globalThis, { isStillThisPage: true }))
      await hide(page)
      for (let time = 0; time < 3; time++) await page.clock.fastForward(BACKGROUND_MS)
      expect(await page.evaluate(() => 'isStillThisPage' in globalThis)).toBe(true)
      expect(await page.getByRole('textbox').last().inputValue()).toBe('Un mot que personne ne coupe')
      expect(await hasWaitingVersion(page)).toBe(true)
      await page.goto(FEED)
      await page.getByRole('article').first().waitFor()
      await updatesTo(NEWER_BUILD)

      // Switching back to the older version works the same way; only the long form checks it.
      if (!isLong) return
      serverSwitch.connectTo()
      await canNavigate()
      await checkForUpdate(page)
      await expect.poll(() => hasWaitingVersion(page), STORE_TIMEOUT).toBe(true)
      await updatesTo('older')
    } finally {
      await end()
    }
  })

  it('without a service worker, reloads the app when the server lacks the files of its build', async () => {
    const { serverSwitch, other, end } = await openBothServers()
    try {
      serverSwitch.connectTo(other)
      const { page, pageErrors } = await testServer().newPage({
        size,
        language,
        as: 'neighbor',
        context: { serviceWorkers: 'block' },
      })
      // The live connection may be opening when the server is switched, and then fails.
      pageErrors.allow(
        ...networkErrors,
        /answer: GET \/assets\/\S+ 404/,
        /a part of the app did not come/,
        /WebSocket connection to .* failed/,
      )
      await page.goto(FEED)
      await page.getByRole('article').first().waitFor()
      expect(await buildOf(page)).toBe(NEWER_BUILD)
      serverSwitch.connectTo()
      await tab(page, 'session.tab.weather').click()
      await weather(page).waitFor()
      expect(await buildOf(page)).toBe('older')
    } finally {
      await end()
    }
  })
})
