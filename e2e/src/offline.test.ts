// features: app, feed, chat, deals, weather, information, publish, profile, settings
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { trackOwnTime } from '../../apps/server/src/testing/own-time.ts'
import { goTo } from './go-to.ts'
import { logIn } from './log-in.ts'
import { createServerSwitch } from './server-switch.ts'
import { oppositeShapes, type Shape } from './browser-server.ts'
import { useTestServer } from './use-test-server.ts'
import {
  fetchStatus,
  waitForStoredApp,
  waitForPersistedQueries,
  readStoredData,
  listExpiringPictures,
  reopenApp,
} from './worker-page.ts'

const testServer = useTestServer('demo', { hasWorker: true })
const HOME = 'les-tilleuls'
const FEED = `/${HOME}/actualites`
/** The longest acceptable time until the app can be used, in milliseconds. */
const USABLE_MS = 3_000
const widthOf = (picture: Locator) => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)

describe.each(oppositeShapes)('the app offline, $size, $language', ({ size, language, t }: Shape) => {
  const tab = (page: Page, key: 'live' | 'chat' | 'deals' | 'weather' | 'information') =>
    page
      .getByRole('navigation', { name: t('common.frame.main') })
      .filter({ visible: true })
      .getByRole('link', { name: t(`session.tab.${key}`) })
  const offlineNotice = (page: Page) =>
    page.getByText(language === 'fr' ? /^Hors ligne\. Vu/ : /^Offline\. Last seen/).first()
  const deals = (page: Page) =>
    page
      .getByRole('list', { name: t('deals.list') })
      .getByRole('heading', { level: 2 })
      .first()
  const weather = (page: Page) => page.getByRole('heading', { level: 1, name: t('weather.title') })
  const tabContents = (page: Page) =>
    [
      ['deals', deals(page)],
      ['weather', weather(page)],
      ['information', page.getByRole('heading', { level: 1 })],
    ] as const
  const openPage = async () => {
    const visit = await testServer().newPage({ size, language, as: 'neighbor' })
    // Requests fail while the page is offline or has no session.
    visit.pageErrors.allow(/net::ERR_|Failed to load resource|networkerror/, /GET \/api\/auth 40[13]/)
    // A WebSocket that a silent server never accepted fails when the server closes.
    visit.pageErrors.allow(/WebSocket connection to .* failed/)
    await visit.page.goto(FEED)
    await visit.page.getByRole('article').first().waitFor()
    await waitForStoredApp(visit.page)
    return visit
  }

  it('every tab opens with the last data and pictures, and says how old the data is', async () => {
    const { page: first, context } = await openPage()
    await waitForPersistedQueries(first, /"feed","list"/)
    await expect.poll(async () => (await readStoredData(first)).pictures.length).toBeGreaterThan(2)
    const title = await first.getByRole('article').getByRole('heading', { level: 2 }).first().textContent()
    for (const [key, shown] of tabContents(first)) {
      await tab(first, key).click()
      await shown.first().waitFor()
    }
    await tab(first, 'chat').click()
    await first.getByRole('heading', { name: t('messages.title') }).waitFor()
    const conversation = first.getByRole('main').getByRole('list').getByRole('link').first()
    await conversation.waitFor()
    const threadPath = await conversation.getAttribute('href')
    await conversation.click()
    // Waits for a message, since the composer is rendered before the messages.
    await first.getByRole('log').locator('time').first().waitFor()
    // Leaves the page as soon as the messages have arrived.
    await first.goto(FEED, { waitUntil: 'commit' })
    await waitForPersistedQueries(
      first,
      /"chat","thread"/,
      /"deals","list"/,
      /"weather"/,
      /"information"/,
      /"chat","users"/,
      /\["session"\]/,
    )

    await context.setOffline(true)
    const page = await reopenApp(context, '/')
    await page.getByRole('article').getByText(title!).first().waitFor()
    await offlineNotice(page).waitFor()
    expect(new URL(page.url()).pathname).toBe(FEED)
    const photo = page.getByRole('article').locator('img').first()
    await expect.poll(() => widthOf(photo)).toBeGreaterThan(0)
    // A picture stored only as a thumbnail is served in place of a larger version.
    const { pictures } = await readStoredData(page)
    const small = pictures.find(at => at.endsWith('/thumb') && !pictures.includes(at.replace(/thumb$/, 'full')))!
    expect(await fetchStatus(page, small.replace(/thumb$/, 'full'))).toBe(200)
    expect(await fetchStatus(page, small.replace(/[^/]+\/thumb$/, 'never-seen/full'))).toBe('none')
    for (const [key, shown] of tabContents(page)) {
      await tab(page, key).click()
      await shown.first().waitFor()
      await offlineNotice(page).waitFor()
    }
    await tab(page, 'chat').click()
    await page.getByRole('main').getByRole('list').getByRole('link').first().waitFor()
    // The conversation also opens by a direct link.
    const thread = await reopenApp(context, threadPath!)
    await thread.getByRole('textbox').first().waitFor()
    await offlineNotice(thread).waitFor()
    // Presence is unknown while offline.
    expect(await thread.getByText(t('messages.online')).count()).toBe(0)
    expect(await thread.getByRole('img', { name: t('common.online') }).count()).toBe(0)

    // The page reconnects by itself.
    await context.setOffline(false)
    await expect.poll(() => offlineNotice(thread).count()).toBe(0)
  })

  it('templates, the team and deals open once seen, forms and menus even if never opened, and missing data loads once online', async () => {
    const { page: first, context } = await openPage()
    await goTo(first, `${FEED}/instants-partage`)
    await first.getByRole('main').locator('a[href*="parametres-publication"]').first().click()
    await first.getByRole('button', { name: t('publish.post'), exact: true }).waitFor()
    await goTo(first, `/${HOME}/a-mon-service`)
    await first.getByRole('main').locator('a[href*="/mes-conversations/"]').first().waitFor()
    await tab(first, 'deals').click()
    await deals(first).waitFor()
    await goTo(first, `/${HOME}/a-proximite`)
    await first.locator('main li b').first().waitFor()
    const templateQueries = ['"categories"', '"dates"', '"times"', '"places"'].map(
      name => new RegExp(`"templates".*${name}`),
    )
    await waitForPersistedQueries(first, ...templateQueries, /"chat","employees"/, /"deals","list"/, /\["session"\]/)
    await context.setOffline(true)
    const page = await reopenApp(context, `${FEED}/instants-partage`)
    await offlineNotice(page).waitFor()
    await page.getByRole('main').locator('a[href*="parametres-publication"]').first().click()
    await page.getByRole('button', { name: t('publish.post'), exact: true }).click()
    await page.getByText(t('outbox.later')).waitFor()
    const unsent = page.getByRole('region', { name: t('outbox.title') })
    await unsent.waitFor()

    await goTo(page, `/${HOME}/a-mon-service`)
    await offlineNotice(page).waitFor()
    await page.getByRole('main').locator('a[href*="/mes-conversations/"]').first().waitFor()
    await goTo(page, `/${HOME}/a-proximite`)
    await offlineNotice(page).waitFor()
    await page.locator('main li b').first().waitFor()
    expect(await page.getByText(t('deals.failed.title')).count()).toBe(0)

    // Opens a deal from the cached list.
    await tab(page, 'deals').click()
    const name = await deals(page).textContent()
    await deals(page).getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: name! }).waitFor()
    await page.getByRole('button', { name: t('deals.route'), exact: true }).waitFor()
    await offlineNotice(page).waitFor()

    const feedPage = await reopenApp(context, FEED)
    await feedPage.getByRole('region', { name: t('outbox.title') }).waitFor()
    await feedPage.getByText(t('feed.composer.entry')).first().click()
    await feedPage
      .getByRole('dialog')
      .getByRole('button', { name: new RegExp(t('templates.sheet.Post')) })
      .click()
    await feedPage.getByRole('heading', { level: 1, name: t('publish.title'), exact: true }).waitFor()
    await feedPage.goBack()
    // Posts that were never loaded cannot be shown until the network is back.
    await feedPage.getByRole('button', { name: t('feed.filter.proposal'), exact: true }).click()
    await feedPage.getByText(t('common.failed.offline')).waitFor()
    await expect.poll(() => feedPage.getByRole('article').count()).toBe(0)
    await context.setOffline(false)
    await feedPage.getByRole('article').first().waitFor()
    await feedPage.getByRole('region', { name: t('outbox.title') }).waitFor({ state: 'detached' })
    await expect.poll(() => offlineNotice(feedPage).count()).toBe(0)
  })

  it('a form, the settings and a post page open with persisted data, and say how old the data is', async () => {
    const { page: first, context } = await openPage()
    const post = await first.locator('article a[href*="/publication?id="]').first().getAttribute('href')
    await goTo(first, `/${HOME}/mon-profil`)
    await first.getByRole('button', { name: t('entry.profile.save') }).waitFor()
    await waitForPersistedQueries(first, /"profile","mine"/)
    await goTo(first, `/${HOME}/parametres`)
    const digestGroup = (page: Page) => page.getByRole('group', { name: t('notifications.digest') })
    const switchesSection = (page: Page) => page.getByRole('region', { name: t('notifications.switches') })
    await digestGroup(first).getByRole('radio', { checked: true }).waitFor()
    const chosen = await digestGroup(first).getByRole('radio', { checked: true }).getAttribute('value')
    await switchesSection(first).getByRole('switch').first().waitFor()
    const asideHeading = (page: Page) => page.getByRole('complementary').getByRole('heading').first()
    if (size === 'wide') await asideHeading(first).waitFor()
    await waitForPersistedQueries(
      first,
      /"feed","list"/,
      /"digests"/,
      /"switches"/,
      /"quiet"/,
      /\["push"\]/,
      /\["session"\]/,
      ...(size === 'wide' ? [/"weather"/] : []),
    )

    await context.setOffline(true)
    const page = await reopenApp(context, `/${HOME}/mon-profil`)
    await page.getByRole('button', { name: t('entry.profile.save') }).waitFor()
    await offlineNotice(page).waitFor()
    await goTo(page, `/${HOME}/parametres`)
    await offlineNotice(page).waitFor()
    expect(await digestGroup(page).getByRole('radio', { checked: true }).getAttribute('value')).toBe(chosen)
    await switchesSection(page).getByRole('switch').first().waitFor()
    for (const failed of ['notifications.digest.failed', 'notifications.switches.failed', 'push.failed'] as const)
      expect(await page.getByText(t(failed)).count()).toBe(0)
    if (size === 'wide') await asideHeading(page).waitFor()
    await goTo(page, post!)
    await page.getByRole('article').waitFor()
    await offlineNotice(page).waitFor()
    expect(await offlineNotice(page).textContent()).not.toContain('1970')
    // Another tab that clears the storage does not log out this one.
    const storageCleared = page.evaluate(
      () =>
        new Promise(done => {
          addEventListener('storage', ({ key }) => {
            if (key === null) requestAnimationFrame(() => requestAnimationFrame(done))
          })
        }),
    )
    const other = await context.newPage()
    await other.goto(post!, { waitUntil: 'commit' })
    await other.getByRole('article').waitFor()
    await other.evaluate(() => localStorage.clear())
    await storageCleared
    expect(await page.getByRole('article').count()).toBe(1)
  })

  it('all persisted data is deleted at log-out and before another member logs in', async () => {
    const { page, context, pageErrors } = await openPage()
    // Pictures may still be loading when the session ends.
    pageErrors.allow(/^answer: GET \/media\/\S+ 404$/)
    await waitForPersistedQueries(page, /"feed","list"/)
    await expect.poll(async () => (await listExpiringPictures(page)).length).toBeGreaterThan(0)
    expect(await readStoredData(page)).toMatchObject({ hasMember: true })
    const before = page.url()
    await page.evaluate(() => fetch('/api/auth', { method: 'DELETE' }))
    await page.goto(before)
    await page.getByRole('dialog').waitFor()
    await expect.poll(() => readStoredData(page)).toEqual({ answers: [], pictures: [], hasMember: false })
    await expect.poll(() => listExpiringPictures(page)).toEqual([])
    await context.setOffline(true)
    const loggedOut = await reopenApp(context, FEED)
    await loggedOut.getByText(t('common.failed.offline')).waitFor()
    expect(await loggedOut.getByRole('article').count()).toBe(0)
    await context.setOffline(false)

    const next = await reopenApp(context, `/${HOME}/connexion`)
    await logIn(next, t, 'neighbor2@demo.example')
    await next.getByRole('article').first().waitFor()
    await waitForPersistedQueries(next, /"feed","list"/)
    expect((await readStoredData(next)).answers.filter(name => name.includes('"chat","thread"'))).toEqual([])

    // The data of a member who has just logged in by the form is persisted too.
    await waitForPersistedQueries(next, /\["session"\]/)
    await context.setOffline(true)
    const reopened = await reopenApp(context, FEED)
    await reopened.getByRole('article').first().waitFor()
    await context.setOffline(false)
  })

  it('the app is usable while the server does not respond, and recovers once the server responds again', async () => {
    const serverSwitch = createServerSwitch(testServer().server.app.server)
    try {
      const { page: first, context } = await openPage()
      await waitForPersistedQueries(first, /"feed","list"/)
      await waitForPersistedQueries(first, /\["session"\]/)
      serverSwitch.reach = 'silent'
      const ownTime = trackOwnTime()
      const startedAt = performance.now()
      const page = await reopenApp(context, FEED)
      await page.getByRole('article').first().waitFor()
      const usableMs = ownTime(performance.now() - startedAt)
      expect(usableMs).toBeLessThan(USABLE_MS)
      serverSwitch.reach = 'gone'
      await offlineNotice(page).waitFor()
      // A screen that was never loaded shows the offline message.
      await goTo(page, `/${HOME}/mon-profil`)
      await page.getByText(t('common.failed.offline')).first().waitFor()
      // The picture of the message was never shown before.
      await expect.poll(() => widthOf(page.locator('main img[src*="spot-"]').first())).toBeGreaterThan(0)
      serverSwitch.reach = 'open'
      // An `online` event makes the app retry at once.
      await expect
        .poll(async () => {
          await page.evaluate(() => dispatchEvent(new Event('online')))
          return offlineNotice(page).count()
        })
        .toBe(0)
    } finally {
      serverSwitch.restore()
    }
  })
})
