// features: app, chat, publish, session
// Tests that data of the former version in a browser and a database survives the start of the new version: queued
// messages, drafts, persisted queries, a service worker, open tabs and waiting jobs.
import { mkdtempSync, rmSync } from 'node:fs'
import net, { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isLong } from '../../apps/server/src/testing/long.ts'
import { type MailServer, startMailServer } from '../../apps/server/src/testing/mail-server.ts'
import { type ServerProcess, startServerProcess } from '../../apps/server/src/testing/server-process.ts'
import { launchBrowser } from './browser.ts'
import { hasFormerVersion, prepareFormerVersion } from './former-version.ts'
import { logIn } from './log-in.ts'
import { TIMEOUT_MS, viewports } from './browser-server.ts'
import { translator } from './translate.ts'
import { waitForStoredApp, waitForPersistedQueries, countPendingItems, reopenApp } from './worker-page.ts'

const HOME = '/les-tilleuls'
const FEED = `${HOME}/actualites`
const MESSAGE = 'Écrit sans réseau, avant la mise à jour'
const CLOSED_MESSAGE = 'Écrit sans réseau, puis l’application a été fermée'
const POST = 'Un brouillon commencé avant la mise à jour'
const MEMBER = 'neighbor@demo.example'
const FORGETFUL = 'neighbor2@demo.example'
const t = translator('fr')

const freePort = () =>
  new Promise<number>(resolve => {
    const probe = net.createServer()
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })

if (isLong && !hasFormerVersion())
  console.warn('not tried: the upgrade, as the history does not hold the former version')

describe.runIf(isLong && hasFormerVersion())('an upgrade from the former version', () => {
  let dataDir: string
  let port: number
  let smtpUrl: string
  let server: ServerProcess
  let mailServer: MailServer
  let browser: Browser

  const open = async (serviceWorkers: 'allow' | 'block'): Promise<BrowserContext> => {
    const context = await browser.newContext({
      baseURL: `http://127.0.0.1:${port}`,
      viewport: viewports.phone,
      locale: 'fr-FR',
      timezoneId: 'Europe/Paris',
      reducedMotion: 'reduce',
      serviceWorkers,
    })
    context.setDefaultTimeout(TIMEOUT_MS)
    return context
  }
  const start = (folder?: string) =>
    startServerProcess(
      { dataDir },
      undefined,
      { PORT: String(port), PARVIS_WEB: '', DEMO: '1', SMTP_URL: smtpUrl },
      folder,
    )
  const arrive = async (context: BrowserContext): Promise<Page> => {
    const page = await context.newPage()
    await page.goto(`${HOME}/connexion`)
    await logIn(page, t, MEMBER)
    await page.getByRole('article').first().waitFor()
    return page
  }
  const composer = (page: Page) => page.getByRole('textbox', { name: new RegExp(t('messages.composer.label')) })
  const message = (page: Page, text = MESSAGE) => page.getByRole('main').getByText(text)
  /** Opens the first conversation of a member whose device has stored the app. */
  const openConversation = async (context: BrowserContext): Promise<Page> => {
    const page = await arrive(context)
    await waitForStoredApp(page)
    await waitForPersistedQueries(page, /"feed","list"/)
    await page.goto(`${HOME}/mes-conversations`)
    await page.locator('a[href*="/mes-conversations/"]').first().click()
    await composer(page).waitFor()
    await waitForPersistedQueries(page, /"chat","thread"/)
    return page
  }
  const queueMessage = async (page: Page, text: string) => {
    await page.context().setOffline(true)
    await composer(page).fill(text)
    await page.getByRole('button', { name: t('messages.composer.send'), exact: true }).click()
    await message(page, text).waitFor()
    await expect.poll(() => countPendingItems(page)).toBe(1)
  }

  beforeAll(async () => {
    const former = prepareFormerVersion()
    dataDir = mkdtempSync(join(tmpdir(), 'parvis-upgrade-'))
    port = await freePort()
    smtpUrl = `smtp://127.0.0.1:${await freePort()}`
    browser = await launchBrowser()
    server = await start(former)
  }, 600_000)
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
    await mailServer?.close()
    if (dataDir) rmSync(dataDir, { recursive: true, force: true })
  })

  it('sends queued messages once, keeps drafts and persisted data, reloads tabs, and runs waiting jobs', async () => {
    const context = await open('allow')
    let page = await openConversation(context)
    const conversation = page.url()
    const otherDevice = await open('allow')
    const closed = await openConversation(otherDevice)
    const tab = await context.newPage()
    await tab.goto(FEED)
    await tab.getByRole('article').first().waitFor()
    await tab.goto(`${FEED}/edition-publication`)
    await tab.locator('textarea[name=description]').fill(POST)
    await expect.poll(() => tab.evaluate(() => Object.values(localStorage).join())).toContain(POST)
    // An open form would delay the activation of the new version.
    await tab.close()

    // This tab has no service worker: after the upgrade the server no longer has any of its scripts.
    const withoutWorker = await open('block')
    const openTab = await arrive(withoutWorker)

    await queueMessage(page, MESSAGE)
    await queueMessage(closed, CLOSED_MESSAGE)
    await closed.close()

    // The mail server is down, so the mail waits as a job.
    const headers = { 'content-type': 'application/json', origin: server.url }
    const community = (await (await fetch(`${server.url}/communities${HOME}`)).json()) as { _id: string }
    const asked = await fetch(`${server.url}/api/clear`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ communityId: community._id, email: FORGETFUL }),
    })
    expect(asked.status).toBe(200)

    await server.stop()
    mailServer = await startMailServer({ port: Number(new URL(smtpUrl).port) })
    server = await start()

    // Scripts of the former version, which still run, call the new server.
    await context.setOffline(false)
    await expect.poll(() => countPendingItems(page), { timeout: 60_000 }).toBe(0)
    // The new version opens with the data that the former one stored.
    await otherDevice.setOffline(false)
    const reopened = await otherDevice.newPage()
    await reopened.goto(conversation)
    await expect.poll(() => countPendingItems(reopened), { timeout: 60_000 }).toBe(0)
    await reopened.reload()
    for (const text of [MESSAGE, CLOSED_MESSAGE]) {
      await message(reopened, text).first().waitFor()
      expect(await message(reopened, text).count()).toBe(1)
    }

    // The new service worker takes over when the app is opened the next time, and the draft is kept.
    const waitsForUpgrade = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting != null)
    await expect.poll(waitsForUpgrade, { timeout: 60_000 }).toBe(true)
    const isWaitingAfterReopening = async () => {
      page = await reopenApp(context, FEED)
      await page.getByRole('article').first().waitFor()
      return waitsForUpgrade()
    }
    // If the app is opened just as its last page closes, the former worker serves it once more, so this opens it again.
    await expect.poll(isWaitingAfterReopening, { timeout: 60_000 }).toBe(false)
    await page.goto(`${FEED}/edition-publication`)
    await expect.poll(() => page.locator('textarea[name=description]').inputValue()).toBe(POST)

    // A conversation that was read in the former version opens offline.
    await context.setOffline(true)
    await page.goto(conversation)
    await message(page).first().waitFor()
    expect(await message(page).count()).toBe(1)
    await context.setOffline(false)

    // The tab reloads when it opens a screen whose script only the former version had.
    const loaded = openTab.waitForEvent('load')
    await openTab
      .getByRole('navigation', { name: t('common.frame.main') })
      .filter({ visible: true })
      .getByRole('link', { name: t('session.tab.information') })
      .evaluate((link: HTMLElement) => link.click())
    await loaded
    await openTab.getByRole('heading', { level: 1, name: t('information.title') }).waitFor()

    const mails = await mailServer.waitFor(1)
    expect(mails.map(({ to }) => to?.[0]?.address)).toEqual([FORGETFUL])
    for (const one of [withoutWorker, otherDevice, context]) await one.close()
  }, 600_000)
})
