// features: app, chat, feed
// Uses a real server process: its database or the process itself becomes unavailable while a page is open, and the page
// is not reloaded.
import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Db, openDb } from '../../apps/server/src/kernel/postgres/db.ts'
import { cloneDatabase } from '../../apps/server/src/testing/cluster.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../../apps/server/src/testing/database-proxy.ts'
import { reportFigures } from '../../apps/server/src/testing/figures.ts'
import { openSessions } from '../../apps/server/src/testing/people.ts'
import { type ServerProcess, startServerProcess } from '../../apps/server/src/testing/server-process.ts'
import { sharedBrowser } from './browser.ts'
import { oppositeShapes, TIMEOUT_MS, type Shape, viewports, webDir } from './browser-server.ts'

/** The time limit for a message to be stored, on a busy machine too. */
const RECOVERY_MS = 45_000
/** The minimum duration and the polling interval of the maintenance screen, in milliseconds. */
const PAUSE_MS = 10_000
const FEED = '/les-tilleuls/actualites?filter=all'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let proxy: DatabaseProxy
let db: Db
let server: ServerProcess
let port: string
let people: { userId: string; token: string; pseudo: string }[]
const contexts: BrowserContext[] = []

const freePort = () =>
  new Promise<string>(done => {
    const one = createServer()
    one.listen(0, '127.0.0.1', () => {
      const { port: free } = one.address() as AddressInfo
      one.close(() => done(String(free)))
    })
  })
const startServer = () =>
  startServerProcess({ ...database.connection, host: '127.0.0.1', port: proxy.port }, undefined, {
    PORT: port,
    PARVIS_WEB: webDir,
  })

beforeAll(async () => {
  database = await cloneDatabase('demo')
  proxy = await startDatabaseProxy(database.connection.host)
  db = openDb({ connection: database.connection, max: 2 })
  const sessions = await openSessions(db, 2)
  const rows = await db
    .selectFrom('users')
    .select(['id', 'pseudo'])
    .where(
      'id',
      'in',
      sessions.map(({ userId }) => userId),
    )
    .execute()
  people = sessions.map(one => ({ ...one, pseudo: rows.find(({ id }) => id === one.userId)!.pseudo! }))
  port = await freePort()
  server = await startServer()
})
afterEach(async () => {
  proxy.delayMs = 0
  proxy.moveTo(database.connection.host)
  await Promise.all(contexts.splice(0).map(context => context.close()))
})
afterAll(async () => {
  await server.stop()
  await proxy.close()
  await db.destroy()
  await database.drop()
})

const openPage = async (
  { size, language }: Pick<Shape, 'size' | 'language'>,
  path: string,
  hasFakeClock = false,
): Promise<Page> => {
  const context = await (
    await sharedBrowser()
  ).newContext({
    baseURL: server.url,
    viewport: viewports[size],
    locale: language === 'fr' ? 'fr-FR' : 'en-GB',
    reducedMotion: 'reduce',
    storageState: {
      cookies: [
        {
          name: 'parvis',
          value: people[0]!.token,
          domain: '127.0.0.1',
          path: '/',
          expires: -1,
          httpOnly: true,
          secure: false,
          sameSite: 'Lax',
        },
      ],
      origins: [{ origin: server.url, localStorage: [{ name: 'strategy', value: '"local"' }] }],
    },
  })
  contexts.push(context)
  context.setDefaultTimeout(TIMEOUT_MS)
  const page = await context.newPage()
  if (hasFakeClock) await page.clock.install()
  await page.goto(path)
  return page
}
/** Sets a marker on `window` that a reload would remove. */
const markPage = (page: Page) => page.evaluate(() => void Object.assign(window, { neverReloaded: true }))
const isSamePage = (page: Page) => page.evaluate(() => (window as { neverReloaded?: true }).neverReloaded === true)

const countMessages = async (text: string) =>
  (await db.selectFrom('messages').select('id').where('text', '=', text).execute()).length

describe.each(oppositeShapes)('an open page, $size, $language', shape => {
  const { t } = shape
  const maintenance = (page: Page) => page.getByRole('heading', { level: 1, name: t('common.maintenance.title') })
  const composer = (page: Page) => page.getByRole('textbox', { name: new RegExp(t('messages.composer.label')) })
  const write = async (page: Page, text: string) => {
    await composer(page).fill(text)
    await page.getByRole('button', { name: t('messages.composer.send'), exact: true }).click()
  }
  const chatWith = async () => {
    const page = await openPage(shape, `/les-tilleuls/mes-conversations/${encodeURIComponent(people[1]!.pseudo)}`)
    await composer(page).waitFor()
    return page
  }

  it('shows the maintenance screen while the database is unavailable, and then returns by itself to the former screen', async () => {
    const page = await openPage(shape, FEED, true)
    await page.getByRole('article').first().waitFor()
    proxy.moveTo('/nowhere')
    // A request of the page may have opened the maintenance screen already, so the click may fail.
    const filter = page.getByRole('button', { name: t('feed.filter.proposal'), exact: true })
    await filter.click({ timeout: 3000 }).catch(() => {})
    await maintenance(page).waitFor()
    const returnPath = new URL(page.url()).searchParams.get('next')!
    // Without the database the page does not recover, however often it polls.
    for (let polls = 0; polls < 2; polls++) {
      const polled = page.waitForResponse(response => response.status() === 503)
      await page.clock.fastForward(PAUSE_MS)
      await polled
    }
    await expect.poll(() => maintenance(page).count()).toBe(1)
    proxy.moveTo(database.connection.host)
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status, { timeout: 10_000 }).toBe(200)
    await page.clock.fastForward(PAUSE_MS)
    await page.getByRole('article').first().waitFor()
    expect(returnPath).toContain('/les-tilleuls/actualites?filter=')
    expect(page.url()).toBe(new URL(returnPath, server.url).href)
  })

  it('keeps a message while the server is killed or its database is slow, and sends it once', async () => {
    const page = await chatWith()
    await markPage(page)
    await server.kill()
    const pending = () => page.getByRole('log').getByText(t('messages.state.pending'), { exact: true }).count()
    const text = `Bonjour ${randomUUID()}`
    await write(page, text)
    await page.getByRole('log').getByText(text).waitFor()
    expect(await countMessages(text)).toBe(0)
    server = await startServer()
    const startedAt = performance.now()
    await expect.poll(() => countMessages(text), { timeout: RECOVERY_MS }).toBe(1)
    await expect.poll(pending, { timeout: RECOVERY_MS }).toBe(0)
    const sentMs = Math.round(performance.now() - startedAt)
    expect([await countMessages(text), await isSamePage(page)]).toEqual([1, true])
    reportFigures('a message while the server is killed', null, { shape: shape.size, sentMs, rows: 1 })

    // Each query takes two seconds: one second in each direction.
    proxy.delayMs = 1000
    const secondText = `Bonsoir ${randomUUID()}`
    await write(page, secondText)
    await expect.poll(() => countMessages(secondText), { timeout: RECOVERY_MS }).toBe(1)
    proxy.delayMs = 0
    await page.getByRole('log').getByText(secondText).waitFor()
    await expect.poll(pending, { timeout: RECOVERY_MS }).toBe(0)
    expect([await countMessages(secondText), await isSamePage(page)]).toEqual([1, true])
  })
})
