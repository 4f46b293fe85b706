// features: app
// The real thing: the database of a running server goes, or the server itself, while somebody looks at a page. Nobody
// reloads by hand.
import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Db, openDb } from '../../apps/server/src/kernel/postgres/db.ts'
import { cloneDatabase } from '../../apps/server/src/testing/cluster.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../../apps/server/src/testing/database-proxy.ts'
import { tellFigures } from '../../apps/server/src/testing/figures.ts'
import { openSessions } from '../../apps/server/src/testing/people.ts'
import { type ServerProcess, startServerProcess } from '../../apps/server/src/testing/server-process.ts'
import { ourBrowser } from './browser.ts'
import { oppositeShapes, PATIENCE_MS, type Shape, viewports, webDir } from './stage.ts'

/** The screen of maintenance stays for ten seconds at least; a busy machine is given more. */
const BACK_MS = 45_000
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
const start = () =>
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
  server = await start()
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

const arrive = async ({ size, language }: Pick<Shape, 'size' | 'language'>, path: string): Promise<Page> => {
  const context = await (
    await ourBrowser()
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
  context.setDefaultTimeout(PATIENCE_MS)
  const page = await context.newPage()
  await page.goto(path)
  return page
}
/** Loads by hand leave a mark that is gone after them. */
const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { neverReloaded: true }))
const isSamePage = (page: Page) => page.evaluate(() => (window as { neverReloaded?: true }).neverReloaded === true)

/** How long until it is back, in milliseconds; null when it is not within the time. */
const backWithin = async (page: Page, most: number): Promise<number | null> => {
  const begin = performance.now()
  const came = await page
    .getByRole('article')
    .first()
    .waitFor({ timeout: most })
    .then(
      () => true,
      () => false,
    )
  return came ? Math.round(performance.now() - begin) : null
}

const rowsOf = async (text: string) =>
  (await db.selectFrom('messages').select('id').where('text', '=', text).execute()).length

describe.each(oppositeShapes)('a page that is open, $size, $language', shape => {
  const { say } = shape
  const maintenance = (page: Page) => page.getByRole('heading', { level: 1, name: say('common.maintenance.title') })
  const composer = (page: Page) => page.getByRole('textbox', { name: new RegExp(say('messages.composer.label')) })
  const write = async (page: Page, text: string) => {
    await composer(page).fill(text)
    await page.getByRole('button', { name: say('messages.composer.send'), exact: true }).click()
  }
  const chatWith = async () => {
    const page = await arrive(shape, `/les-tilleuls/mes-conversations/${encodeURIComponent(people[1]!.pseudo)}`)
    await composer(page).waitFor()
    return page
  }
  const sent = (page: Page) => page.getByRole('log').getByText(say('messages.state.sent'), { exact: true })

  it('says maintenance while the database is away, and comes back by itself to where it was', async () => {
    const page = await arrive(shape, FEED)
    await page.getByRole('article').first().waitFor()
    proxy.moveTo('/nowhere')
    // what the page asks for by itself may have met the outage before
    const filter = page.getByRole('button', { name: say('feed.filter.proposal'), exact: true })
    await filter.click({ timeout: 3000 }).catch(() => {})
    await maintenance(page).waitFor()
    const was = new URL(page.url()).searchParams.get('next')!
    // without its database it does not come back, whatever is waited for: the watch would see
    expect(await backWithin(page, 3000)).toBe(null)
    proxy.moveTo(database.connection.host)
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status, { timeout: 10_000 }).toBe(200)
    const backMs = await backWithin(page, BACK_MS)
    expect(backMs).not.toBe(null)
    expect(was).toContain('/les-tilleuls/actualites?filter=')
    expect(page.url()).toBe(new URL(was, server.url).href)
    tellFigures('a page while its database is away', null, { shape: shape.size, backMs, reloadedByHand: 0 })
  })

  it('keeps what was written while the server was killed, and sends it once', async () => {
    const page = await chatWith()
    await mark(page)
    await server.kill()
    const text = `Bonjour ${randomUUID()}`
    await write(page, text)
    await page.getByRole('log').getByText(text).waitFor()
    expect(await rowsOf(text)).toBe(0)
    server = await start()
    const begin = performance.now()
    await expect.poll(() => rowsOf(text), { timeout: BACK_MS }).toBe(1)
    await expect
      .poll(() => page.getByRole('log').getByText(say('messages.state.pending'), { exact: true }).count(), {
        timeout: BACK_MS,
      })
      .toBe(0)
    const sentMs = Math.round(performance.now() - begin)
    expect([await rowsOf(text), await isSamePage(page)]).toEqual([1, true])
    tellFigures('a message while the server is killed', null, { shape: shape.size, sentMs, rows: 1 })
  })

  it('sends once though every question of the server takes two seconds', async () => {
    const page = await chatWith()
    await mark(page)
    proxy.delayMs = 1000
    const text = `Bonsoir ${randomUUID()}`
    await write(page, text)
    await expect.poll(() => rowsOf(text), { timeout: BACK_MS }).toBe(1)
    proxy.delayMs = 0
    await sent(page).last().waitFor({ timeout: BACK_MS })
    expect([await rowsOf(text), await isSamePage(page)]).toEqual([1, true])
  })
})
