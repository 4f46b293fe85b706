// features: app, feed, chat, deals, weather, information, publish, profile, settings
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { watchOwnTime } from '../../apps/server/src/testing/own-time.ts'
import { goTo } from './go-to.ts'
import { logIn } from './log-in.ts'
import { switchServer } from './server-switch.ts'
import { oppositeShapes, type Shape } from './stage.ts'
import { useStage } from './use-stage.ts'
import { appIsStored, areKept, keptOn, notedPictures, openAnew } from './worker-page.ts'

const stage = useStage('demo', { hasWorker: true })
const HOME = 'les-tilleuls'
const FEED = `/${HOME}/actualites`
/** The longest acceptable wait until the app can be used, milliseconds. */
const USABLE_MS = 3_000

describe.each(oppositeShapes)('offline, $size, $language', ({ size, language, say }: Shape) => {
  const tab = (page: Page, key: 'live' | 'chat' | 'deals' | 'weather' | 'information') =>
    page
      .getByRole('navigation', { name: say('common.frame.main') })
      .filter({ visible: true })
      .getByRole('link', { name: say(`session.tab.${key}`) })
  const lastSeen = (page: Page) =>
    page.getByText(language === 'fr' ? /^Hors ligne\. Vu/ : /^Offline\. Last seen/).first()
  const deals = (page: Page) =>
    page
      .getByRole('list', { name: say('deals.list') })
      .getByRole('heading', { level: 2 })
      .first()
  const weather = (page: Page) => page.getByRole('heading', { level: 1, name: say('weather.title') })
  const arrive = async () => {
    const guest = await stage().welcome({ size, language, as: 'neighbor' })
    // failed requests while offline or without a session
    guest.faults.expect(
      /net::ERR_/,
      /Failed to load resource/,
      /networkerror/,
      /GET \/api\/auth 40[13]/,
      // a socket that a silent server never accepted, when that server closes
      /WebSocket connection to .* failed/,
    )
    await guest.page.goto(FEED)
    await guest.page.getByRole('article').first().waitFor()
    await appIsStored(guest.page)
    return guest
  }

  it('opens every tab with the last data and pictures, and says how old they are', async () => {
    const { page: first, context } = await arrive()
    await areKept(first, /"feed","list"/)
    await expect.poll(async () => (await keptOn(first)).pictures.length).toBeGreaterThan(2)
    const title = await first.getByRole('article').getByRole('heading', { level: 2 }).first().textContent()
    for (const [key, shown] of [
      ['deals', deals(first)],
      ['weather', weather(first)],
      ['information', first.getByRole('heading', { level: 1 })],
    ] as const) {
      await tab(first, key).click()
      await shown.first().waitFor()
    }
    await tab(first, 'chat').click()
    const conversation = first.getByRole('main').getByRole('list').getByRole('link').first()
    await conversation.waitFor()
    const withWhom = await conversation.getAttribute('href')
    await conversation.click()
    // The composer is rendered before the messages.
    await first.getByRole('log').locator('time').first().waitFor()
    // Leaves the page as soon as the messages have arrived.
    await first.goto(FEED, { waitUntil: 'commit' })
    await areKept(
      first,
      /"chat","thread"/,
      /"deals","list"/,
      /"weather"/,
      /"information"/,
      /"chat","users"/,
      /\["session"\]/,
    )

    await context.setOffline(true)
    const page = await openAnew(context, '/')
    await page.getByRole('article').getByText(title!).first().waitFor()
    await lastSeen(page).waitFor()
    expect(new URL(page.url()).pathname).toBe(FEED)
    const photo = page.getByRole('article').locator('img').first()
    await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    // A picture seen as a thumbnail replaces a larger version.
    const { pictures } = await keptOn(page)
    const small = pictures.find(at => at.endsWith('/thumb') && !pictures.includes(at.replace(/thumb$/, 'full')))!
    const answerTo = (at: string) =>
      page.evaluate(
        async url =>
          fetch(url).then(
            ({ status }) => status,
            () => 'none',
          ),
        at,
      )
    expect(await answerTo(small.replace(/thumb$/, 'full'))).toBe(200)
    expect(await answerTo(small.replace(/[^/]+\/thumb$/, 'never-seen/full'))).toBe('none')
    for (const [key, shown] of [
      ['deals', deals(page)],
      ['weather', weather(page)],
      ['information', page.getByRole('heading', { level: 1 })],
    ] as const) {
      await tab(page, key).click()
      await shown.first().waitFor()
      await lastSeen(page).waitFor()
    }
    await tab(page, 'chat').click()
    await page.getByRole('main').getByRole('list').getByRole('link').first().waitFor()
    // by a direct link too
    const thread = await openAnew(context, withWhom!)
    await thread.getByRole('textbox').first().waitFor()
    await lastSeen(thread).waitFor()
    // Presence is unknown while offline.
    expect(await thread.getByText(say('messages.online')).count()).toBe(0)
    expect(await thread.getByRole('img', { name: say('common.online') }).count()).toBe(0)

    // It reconnects by itself.
    await context.setOffline(false)
    await expect.poll(() => lastSeen(thread).count()).toBe(0)
  })

  it('opens screens never visited before: templates and publishing from one, the team, deals on the map and in detail, a form; loads the rest once online', async () => {
    const { page: first, context } = await arrive()
    const answers = ['"categories"', '"dates"', '"times"', '"places"'].map(name => new RegExp(`"templates".*${name}`))
    await areKept(first, ...answers, /"chat","employees"/, /"deals","list"/, /\["session"\]/)
    await context.setOffline(true)
    const page = await openAnew(context, `${FEED}/instants-partage`)
    await lastSeen(page).waitFor()
    await page.getByRole('main').locator('a[href*="parametres-publication"]').first().click()
    await page.getByRole('button', { name: say('publish.post'), exact: true }).click()
    await page.getByText(say('outbox.later')).waitFor()
    const unsent = page.getByRole('region', { name: say('outbox.title') })
    await unsent.waitFor()

    await goTo(page, `/${HOME}/a-mon-service`)
    await lastSeen(page).waitFor()
    await page.getByRole('main').locator('a[href*="/mes-conversations/"]').first().waitFor()
    await goTo(page, `/${HOME}/a-proximite`)
    await lastSeen(page).waitFor()
    await page.locator('main li b').first().waitFor()
    expect(await page.getByText(say('deals.failed.title')).count()).toBe(0)

    // A deal from the list: its data is cached.
    await tab(page, 'deals').click()
    const name = await deals(page).textContent()
    await deals(page).getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: name! }).waitFor()
    await page.getByRole('button', { name: say('deals.route'), exact: true }).waitFor()
    await lastSeen(page).waitFor()

    const board = await openAnew(context, FEED)
    await board.getByRole('region', { name: say('outbox.title') }).waitFor()
    await board.getByText(say('feed.composer.entry')).first().click()
    await board
      .getByRole('dialog')
      .getByRole('button', { name: new RegExp(say('templates.sheet.Post')) })
      .click()
    await board.getByRole('heading', { level: 1, name: say('publish.title'), exact: true }).waitFor()
    await board.goBack()
    // What was never loaded cannot be shown until the network is back.
    await board.getByRole('button', { name: say('feed.filter.proposal'), exact: true }).click()
    await board.getByText(say('common.failed.offline')).waitFor()
    await expect.poll(() => board.getByRole('article').count()).toBe(0)
    await context.setOffline(false)
    await board.getByRole('article').first().waitFor()
    await board.getByRole('region', { name: say('outbox.title') }).waitFor({ state: 'detached' })
    await expect.poll(() => lastSeen(board).count()).toBe(0)
  })

  it('opens a form, the settings and a post page with persisted data, and says how old it is', async () => {
    const { page: first, context } = await arrive()
    const post = await first.locator('article a[href*="/publication?id="]').first().getAttribute('href')
    await goTo(first, `/${HOME}/mon-profil`)
    await first.getByRole('button', { name: say('entry.profile.save') }).waitFor()
    await areKept(first, /"profile","mine"/)
    await goTo(first, `/${HOME}/parametres`)
    const rhythm = (page: Page) => page.getByRole('group', { name: say('notifications.digest') })
    const kinds = (page: Page) => page.getByRole('region', { name: say('notifications.switches') })
    await rhythm(first).getByRole('radio', { checked: true }).waitFor()
    const chosen = await rhythm(first).getByRole('radio', { checked: true }).getAttribute('value')
    await kinds(first).getByRole('switch').first().waitFor()
    const beside = (page: Page) => page.getByRole('complementary').getByRole('heading').first()
    if (size === 'wide') await beside(first).waitFor()
    await areKept(
      first,
      /"feed","list"/,
      /"digests"/,
      /"switches"/,
      /"quiet"/,
      /\["push"\]/,
      /"weather"/,
      /\["session"\]/,
    )

    await context.setOffline(true)
    const page = await openAnew(context, `/${HOME}/mon-profil`)
    await page.getByRole('button', { name: say('entry.profile.save') }).waitFor()
    await lastSeen(page).waitFor()
    await goTo(page, `/${HOME}/parametres`)
    await lastSeen(page).waitFor()
    expect(await rhythm(page).getByRole('radio', { checked: true }).getAttribute('value')).toBe(chosen)
    await kinds(page).getByRole('switch').first().waitFor()
    for (const failed of ['notifications.digest.failed', 'notifications.switches.failed', 'push.failed'] as const)
      expect(await page.getByText(say(failed)).count()).toBe(0)
    if (size === 'wide') await beside(page).waitFor()
    await goTo(page, post!)
    await page.getByRole('article').waitFor()
    await lastSeen(page).waitFor()
    expect(await lastSeen(page).textContent()).not.toContain('1970')
    // Another tab clears the storage: that is no log-out.
    const heard = page.evaluate(
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
    await heard
    expect(await page.getByRole('article').count()).toBe(1)
  })

  it('deletes all persisted data at log-out and before another member logs in', async () => {
    const { page, context, faults } = await arrive()
    // pictures still loading when the session ends
    faults.expect(/^answer: GET \/media\/\S+ 404$/)
    await areKept(page, /"feed","list"/)
    await expect.poll(async () => (await notedPictures(page)).length).toBeGreaterThan(0)
    expect(await keptOn(page)).toMatchObject({ hasMember: true })
    const before = page.url()
    await page.evaluate(() => fetch('/api/auth', { method: 'DELETE' }))
    await page.goto(before)
    await page.getByRole('dialog').waitFor()
    await expect.poll(() => keptOn(page)).toEqual({ answers: [], pictures: [], hasMember: false })
    await expect.poll(() => notedPictures(page)).toEqual([])
    await context.setOffline(true)
    const gone = await openAnew(context, FEED)
    await gone.getByText(say('common.failed.offline')).waitFor()
    expect(await gone.getByRole('article').count()).toBe(0)
    await context.setOffline(false)

    const next = await openAnew(context, `/${HOME}/connexion`)
    await logIn(next, say, 'neighbor2@demo.example')
    await next.getByRole('article').first().waitFor()
    await areKept(next, /"feed","list"/)
    expect((await keptOn(next)).answers.filter(name => name.includes('"chat","thread"'))).toEqual([])

    // A member who has just logged in by the form gets persisted data too.
    await areKept(next, /\["session"\]/)
    await context.setOffline(true)
    const again = await openAnew(context, FEED)
    await again.getByRole('article').first().waitFor()
    await context.setOffline(false)
  })

  it('is usable while the server does not respond, and recovers when it does', async () => {
    const way = switchServer(stage().server.app.server)
    try {
      const { page: first, context } = await arrive()
      await areKept(first, /"feed","list"/)
      await areKept(first, /\["session"\]/)
      way.reach = 'silent'
      const own = watchOwnTime()
      const began = performance.now()
      const page = await openAnew(context, FEED)
      await page.getByRole('article').first().waitFor()
      const usableMs = own(performance.now() - began)
      expect(usableMs).toBeLessThan(USABLE_MS)
      way.reach = 'gone'
      await lastSeen(page).waitFor()
      // A screen that was never loaded shows the offline message.
      await goTo(page, `/${HOME}/mon-profil`)
      await page.getByText(say('common.failed.offline')).first().waitFor()
      way.reach = 'open'
      // An `online` event retries at once.
      await expect
        .poll(async () => {
          await page.evaluate(() => dispatchEvent(new Event('online')))
          return lastSeen(page).count()
        })
        .toBe(0)
    } finally {
      way.end()
    }
  })
})
