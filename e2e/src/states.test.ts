// features: app, feed, chat, deals, information
import { describe, expect, it } from 'vitest'
import { isLong } from '../../apps/server/src/testing/long.ts'
import { builtFilesOf, matchesAnyFile } from './built-files.ts'
import { pauseClock, advanceClock } from './page-clock.ts'
import { readVisits } from './routes.ts'
import { type Visit, interceptCalls, oppositeShapes, TIMEOUT_MS } from './browser-server.ts'
import { useTestServer } from './use-test-server.ts'

const testServer = useTestServer()
const FEED = '/les-tilleuls/actualites'
const DEALS = '/les-tilleuls/vie-locale'

describe.each(oppositeShapes)('loading and error states, $size, $language', ({ size, language, t }) => {
  it('a slow screen shows skeletons in the shape of its content, and a notice after ten seconds', async () => {
    const { page, context } = await testServer().newPage({ size, language, as: 'neighbor' })
    await pauseClock(page)
    let release = () => {}
    const responseGate = new Promise<void>(done => {
      release = done
    })
    await interceptCalls(context, /(?<!\/messages)\/(?:events|gooddeals\/community)(?:\?|$)/, async route => {
      await responseGate
      await route.continue().catch(() => {})
    })
    for (const path of [FEED, DEALS]) {
      await page.goto(path)
      const slow = page.getByText(t('common.loading.slow'))
      await advanceClock(page, 100, page.getByLabel(t('common.loading')))
      await page.clock.runFor(7_000)
      expect(await slow.count()).toBe(0)
      expect(await advanceClock(page, 500, slow)).toBeLessThan(5_000)
      // The notice is visible without scrolling, above the first skeleton, whose photos go from edge to edge.
      const place = await slow.evaluate(notice => {
        const { top, bottom } = notice.getBoundingClientRect()
        const bars = [...document.querySelectorAll('nav')]
          .map(bar => bar.getBoundingClientRect())
          .filter(bar => bar.width === innerWidth && bar.top > 0)
        const skeletons = [...document.querySelectorAll<HTMLElement>('main i[data-shape]')]
        const insets = skeletons
          .filter(skeleton => skeleton.dataset.shape === 'photo')
          .map(skeleton => {
            let card = skeleton.parentElement!
            while (getComputedStyle(card).borderTopWidth === '0px') card = card.parentElement!
            const [inner, outer] = [skeleton.getBoundingClientRect(), card.getBoundingClientRect()]
            return Math.max(inner.left - outer.left - card.clientLeft, outer.right - card.clientLeft - inner.right)
          })
        return {
          inView: top >= 0 && bottom <= Math.min(innerHeight, ...bars.map(bar => bar.top)),
          above: bottom <= Math.min(...skeletons.map(skeleton => skeleton.getBoundingClientRect().top)),
          photos: insets.length,
          inset: Math.max(...insets),
        }
      })
      expect(place).toMatchObject({ inView: true, above: true })
      expect(place.photos).toBeGreaterThan(0)
      expect(place.inset).toBeLessThan(1)
    }
    release()
    await page.clock.resume()
    await page.getByRole('heading', { level: 2 }).first().waitFor()
    await expect.poll(() => page.getByText(t('common.loading.slow')).count()).toBe(0)
  })

  it('the app works without lazily loaded code, says within seconds that it is offline, and keeps its tab bar', async () => {
    const { page, context, pageErrors } = await testServer().newPage({
      size,
      language,
      as: 'neighbor',
      fresh: true,
    })
    pageErrors.allow(/net::ERR_(?:INTERNET_DISCONNECTED|FAILED)/, /did not come/)
    await pauseClock(page)
    // The code of the deals tab cannot be loaded.
    const isDeals = matchesAnyFile(builtFilesOf(/_app\/vie-locale\.tsx\?/))
    await context.route(isDeals, route => route.abort())
    // The code of the column beside the feed cannot be loaded either.
    const refused: string[] = []
    await context.route(matchesAnyFile(builtFilesOf(/AsideParts/)), route => {
      refused.push(route.request().url())
      return route.abort()
    })
    await page.goto(FEED)
    await advanceClock(page, 100, page.getByRole('article'))
    await advanceClock(page, 100, () => refused.length > 0)
    await page.getByRole('button', { name: t('feed.filter.proposal'), exact: true }).click()
    await page.waitForURL('**filter=proposal')
    // The posts of the former filter stay until those of the new one have loaded.
    await advanceClock(page, 100, page.locator('[aria-busy=false]').getByRole('article'))
    expect(await page.getByText(t('errors.networkerror')).count()).toBe(0)
    await context.setOffline(true)
    expect(await advanceClock(page, 20, page.getByText(language === 'fr' ? /^Hors ligne/ : /^Offline/))).toBeLessThan(
      2_000,
    )
    await page.clock.resume()
    await page
      .getByRole('navigation', { name: t('common.frame.main') })
      .filter({ visible: true })
      .getByRole('link', { name: t('session.tab.deals') })
      .click()
    await page.getByRole('heading', { level: 1, name: t('errors.networkerror') }).waitFor()
    expect(
      await page
        .getByRole('navigation', { name: t('common.frame.main') })
        .filter({ visible: true })
        .count(),
    ).toBe(1)
    await context.unroute(isDeals)
    await context.setOffline(false)
    await page
      .getByRole('list', { name: t('deals.list') })
      .getByRole('heading', { level: 2 })
      .first()
      .waitFor()
  })

  it('an answer tapped offline is queued; the report dialog says that it cannot load, and opens once online', async () => {
    const { page, context, pageErrors } = await testServer().newPage({
      size,
      language,
      as: 'neighbor',
      // The service worker would at some point have stored the code of the dialog.
      context: { serviceWorkers: 'block' },
    })
    pageErrors.allow(/net::ERR_/, /did not come/)
    const isOutboxText = matchesAnyFile(builtFilesOf(new RegExp(`locales/${language}/outbox`)))
    const textsLoaded = page.waitForEvent('requestfinished', request => isOutboxText(new URL(request.url())))
    await page.goto(`${FEED}?filter=all`)
    // Waits for the texts of the outbox, which say that an answer is pending.
    await textsLoaded
    const card = page
      .getByRole('article')
      .filter({ has: page.locator('button[aria-pressed]') })
      .first()
    const report = page.getByRole('menuitem', { name: t('postacts.flag') })
    await card.locator('button[aria-haspopup=menu]').click()
    await report.waitFor()
    await context.setOffline(true)
    await report.click()
    const errorMessage = page.getByRole('alert').getByText(t('errors.networkerror'))
    await errorMessage.waitFor()
    expect(await card.isVisible()).toBe(true)
    // An answer that cannot be sent is pending, but shown as given.
    const answer = card.locator('button[aria-pressed]')
    const pressed = await answer.getAttribute('aria-pressed')
    await answer.click()
    await page.getByText(t('outbox.later')).waitFor()
    expect(await answer.getAttribute('aria-pressed')).toBe(String(pressed !== 'true'))
    await context.setOffline(false)
    const dialog = page.getByRole('dialog', { name: t('rules.report.title.post') })
    await card.locator('button[aria-haspopup=menu]').click()
    await report.click()
    // In a browser that caches the failed import, the app reloads the page, and the dialog then loads.
    const isReloaded = await Promise.race([
      dialog.waitFor().then(() => false),
      page.waitForEvent('load', { timeout: TIMEOUT_MS }).then(
        () => true,
        () => false,
      ),
    ])
    if (isReloaded) {
      await card.locator('button[aria-haspopup=menu]').click()
      await report.click()
    }
    await dialog.waitFor()
  })
})

describe.each(oppositeShapes)('error pages, $size, $language', ({ size, language, t }) => {
  it('offer a link when the scripts of the app cannot load, and when a page does not exist', async () => {
    const { page, context, pageErrors } = await testServer().newPage({ size, language })
    pageErrors.allow(/net::ERR_FAILED/, /answer: GET \/communities\/nobody-lives-here 404/)
    await context.route(/\/assets\/.*\.js$/, route => route.abort())
    await page.goto('/les-tilleuls')
    const reloadLink = page.getByRole('link', { name: language === 'fr' ? 'Recharger la page' : 'Reload the page' })
    await reloadLink.waitFor()
    await context.unrouteAll()
    await reloadLink.click()
    await page.getByRole('heading', { level: 1, name: 'Les Tilleuls' }).waitFor()
    await page.goto('/les-tilleuls/nothing/here')
    await page.getByRole('heading', { level: 1, name: t('errors.error404') }).waitFor()
    await page.goto('/nobody-lives-here')
    await page.getByRole('heading', { level: 1, name: t('errors.error404') }).waitFor()
    await page.getByRole('link', { name: t('common.home') }).click()
    await page.waitForURL('**/les-tilleuls')
  })
})

/** Holds all API responses except the session, and removes those embedded in the page. */
const holdResponses = () => {
  const originalFetch = window.fetch
  window.fetch = (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href)
    return pathname === '/api/auth' || pathname.includes('.') ? originalFetch(input, init) : new Promise(() => {})
  }
  new MutationObserver(() => document.querySelector('#first-answers')?.remove()).observe(document, {
    childList: true,
    subtree: true,
  })
}

// This test runs last, since preparing its screens adds posts to the feed.
it.runIf(isLong)('no screen is blank while its responses are pending', async () => {
  const visitors = new Map<string | undefined, Visit>()
  const blank: string[] = []
  for (const { name, path, as } of await readVisits(testServer().server)) {
    const visitor = visitors.get(as) ?? (await testServer().newPage({ as }))
    if (!visitors.has(as)) {
      visitor.pageErrors.allow(/\/maintenance|nowhere/)
      // `page.route` would make the app load all its files again for every screen.
      await visitor.page.addInitScript(holdResponses)
    }
    visitors.set(as, visitor)
    await visitor.page.goto(path, { waitUntil: 'commit' })
    const countRendered = () =>
      visitor.page.locator('#root main, #root [role=dialog]').filter({ visible: true }).count()
    await expect
      .poll(countRendered, { timeout: 5_000 })
      .toBeGreaterThan(0)
      .catch(() => blank.push(name))
  }
  expect(blank).toEqual([])
})
