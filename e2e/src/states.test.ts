// features: app, feed, chat, deals, information
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { addPerson } from '../../apps/server/src/testing/people.ts'
import { DEMO_PASSWORD } from '../../apps/server/src/testing/test-server.ts'
import { builtFiles, isOneOf } from './built-files.ts'
import { holdClock, passTime } from './hold-clock.ts'
import { readVisits } from './routes.ts'
import { fetchedAhead } from './settle.ts'
import { type Guest, onCall, journeyShapes, oppositeShapes, PATIENCE_MS } from './stage.ts'
import { useStage } from './use-stage.ts'

const stage = useStage('demo', { fetchesAhead: true })
const FEED = '/les-tilleuls/actualites'
const DEALS = '/les-tilleuls/vie-locale'
const FEED_CALL = /(?<!\/messages)\/events(?:\?|$)/
const answerOf = (key: string) => ({ contentType: 'application/json', body: JSON.stringify({ error: { key } }) })

describe.each(oppositeShapes)('the states of a screen, $size, $language', ({ size, language, say }) => {
  it('waits in the shape of what comes, and says so in words after ten seconds', async () => {
    const { page, context } = await stage().welcome({ size, language, as: 'neighbor' })
    await holdClock(page)
    let release = () => {}
    const held = new Promise<void>(done => {
      release = done
    })
    await onCall(context, /(?<!\/messages)\/(?:events|gooddeals\/community)(?:\?|$)/, async route => {
      await held
      await route.continue().catch(() => {})
    })
    for (const path of [FEED, DEALS]) {
      await page.goto(path)
      const slow = page.getByText(say('common.loading.slow'))
      await passTime(page, 100, page.getByLabel(say('common.loading')))
      await page.clock.runFor(7_000)
      expect(await slow.count()).toBe(0)
      expect(await passTime(page, 500, slow)).toBeLessThan(5_000)
      // in the first screen, above the first of what waits, whose photos will go from edge to edge
      const place = await slow.evaluate(words => {
        const { top, bottom } = words.getBoundingClientRect()
        const bars = [...document.querySelectorAll('nav')]
          .map(bar => bar.getBoundingClientRect())
          .filter(bar => bar.width === innerWidth && bar.top > 0)
        const bones = [...document.querySelectorAll<HTMLElement>('main i[data-shape]')]
        const insets = bones
          .filter(bone => bone.dataset.shape === 'photo')
          .map(bone => {
            let card = bone.parentElement!
            while (getComputedStyle(card).borderTopWidth === '0px') card = card.parentElement!
            const [inner, outer] = [bone.getBoundingClientRect(), card.getBoundingClientRect()]
            return Math.max(inner.left - outer.left - card.clientLeft, outer.right - card.clientLeft - inner.right)
          })
        return {
          inView: top >= 0 && bottom <= Math.min(innerHeight, ...bars.map(bar => bar.top)),
          above: bottom <= Math.min(...bones.map(bone => bone.getBoundingClientRect().top)),
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
    await expect.poll(() => page.getByText(say('common.loading.slow')).count()).toBe(0)
  })

  it('says what is empty', async () => {
    const { db, communityId } = stage().server
    const id = await communityId('residence-du-lac')
    await db.deleteFrom('event_channels').where('community_id', '=', id).execute()
    await db.deleteFrom('community_channels').where('community_id', '=', id).execute()
    await db.deleteFrom('community_deals').where('community_id', '=', id).execute()
    const email = `${randomUUID()}@lake.example`
    await addPerson(stage().server, { email, password: DEMO_PASSWORD, community: 'residence-du-lac' })
    const { page } = await stage().welcome({ size, language, as: email, community: 'residence-du-lac' })
    await page.goto('/residence-du-lac/actualites')
    await page.getByRole('heading', { name: say('feed.empty.title') }).waitFor()
    await page.getByRole('button', { name: say('feed.empty.again') }).click()
    await page.goto('/residence-du-lac/vie-locale')
    await page.getByRole('heading', { name: say('deals.empty.title') }).waitFor()
  })

  it('fails with words, and comes back on demand', async () => {
    for (const [path, call, title] of [
      [FEED, FEED_CALL, 'feed.failed.title'],
      [DEALS, /\/gooddeals\/community(?:\?|$)/, 'deals.failed.title'],
    ] as const) {
      const { page, context, faults } = await stage().welcome({ size, language, as: 'neighbor' })
      faults.expect(/answer: GET \/(?:events|gooddeals\/community) 500/)
      let broken = true
      await onCall(context, call, route =>
        broken ? route.fulfill({ status: 500, ...answerOf('unexpectederror') }) : route.continue(),
      )
      await page.goto(path)
      await page.getByRole('heading', { name: say(title) }).waitFor()
      await page.getByText(say('errors.unexpectederror')).waitFor()
      expect(await page.locator('main').textContent()).not.toContain('unexpectederror')
      broken = false
      await page
        .getByRole('main')
        .getByRole('button', { name: say('common.retry') })
        .click()
      await page.getByRole('heading', { level: 2 }).nth(1).waitFor()
      await page.getByRole('heading', { name: say(title) }).waitFor({ state: 'detached' })
    }
  })

  it('shows what was last seen when the network is gone, and says from when', async () => {
    const { page, context, faults } = await stage().welcome({ size, language, as: 'neighbor' })
    faults.expect(/net::ERR_INTERNET_DISCONNECTED/)
    await page.clock.install()
    await page.goto(FEED)
    await page.getByRole('article').first().waitFor()
    await page
      .getByRole('navigation', { name: say('common.frame.main') })
      .filter({ visible: true })
      .getByRole('link', { name: say('session.tab.deals') })
      .click()
    await page
      .getByRole('list', { name: say('deals.list') })
      .getByRole('heading', { level: 2 })
      .first()
      .waitFor()
    await context.setOffline(true)
    await page.clock.fastForward(120_000)
    await page.goBack()
    await page.getByRole('article').first().waitFor()
    await page.getByText(language === 'fr' ? 'Hors ligne. Vu il y a 2 min.' : 'Offline. Last seen 2 min ago.').waitFor()
    await page.getByRole('button', { name: say('feed.filter.proposal'), exact: true }).click()
    await page.getByText(say('common.failed.offline')).waitFor()
    await expect.poll(() => page.getByRole('article').count()).toBe(0)
    await context.setOffline(false)
    await page.getByRole('article').first().waitFor()
    // what stands beside the feed asks for itself
    await expect.poll(() => page.getByText(language === 'fr' ? /Hors ligne/ : /Offline/).count()).toBe(0)
  })

  it('opens the good deals without a network though nobody had been there, and each of them, a post and the form', async () => {
    const { page, context, faults } = await stage().welcome({ size, language, as: 'neighbor' })
    faults.expect(/net::ERR_INTERNET_DISCONNECTED/)
    const lastSeen = page.getByText(
      language === 'fr' ? 'Hors ligne. Vu il y a 10 min.' : 'Offline. Last seen 10 min ago.',
    )
    const tab = (key: 'session.tab.deals' | 'session.tab.live') =>
      page
        .getByRole('navigation', { name: say('common.frame.main') })
        .filter({ visible: true })
        .getByRole('link', { name: say(key) })
        .click()
    const answered = page.waitForResponse(/\/gooddeals\/community\?/)
    await page.goto(FEED)
    await page.getByRole('article').first().waitFor()
    await (await answered).finished()
    // the parts of the screens that are not asked for come meanwhile
    await fetchedAhead(page)
    // not before: a clock that is held holds the page's timing too
    await page.clock.install()
    await page.clock.fastForward(600_000)
    await context.setOffline(true)
    await tab('session.tab.deals')
    const deals = page.getByRole('list', { name: say('deals.list') })
    const deal = deals.getByRole('heading', { level: 2 }).nth(1)
    await deal.waitFor()
    await lastSeen.waitFor()
    const name = await deal.textContent()
    await deal.getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: name! }).waitFor()
    await page.getByRole('button', { name: say('deals.route'), exact: true }).waitFor()
    // as the list knows it, since it was read
    await lastSeen.waitFor()
    await page.goBack()
    await deals.waitFor()

    await tab('session.tab.live')
    const title = page.getByRole('article').getByRole('heading', { level: 2 }).first()
    const words = await title.textContent()
    await title.getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: say('post.title') }).waitFor()
    await page.getByRole('article').getByText(words!).first().waitFor()
    await page.goBack()
    await page.getByText(say('feed.composer.entry')).first().click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: new RegExp(say('templates.sheet.Post')) })
      .click()
    await page.getByRole('heading', { level: 1, name: say('publish.title'), exact: true }).waitFor()
    await context.setOffline(false)
  })

  it('fetches them as soon as the feed stands, after a reload as well', async () => {
    const { page } = await stage().welcome({ size, language, as: 'neighbor' })
    await holdClock(page)
    for (const arrive of [() => page.goto(FEED), () => page.reload()]) {
      let asked = false
      page.once('request', function look(request) {
        if (/\/gooddeals\/community\?/.test(request.url())) asked = true
        else page.once('request', look)
      })
      await arrive()
      await passTime(page, 20, page.getByRole('article'))
      await expect
        .poll(() =>
          page.evaluate(() =>
            [...document.images].every(image => {
              const { top, bottom, left } = image.getBoundingClientRect()
              return image.complete || bottom <= 0 || top >= innerHeight || left >= innerWidth
            }),
          ),
        )
        .toBe(true)
      // in the page's own time, which a slow machine does not make longer
      expect(await passTime(page, 20, () => asked)).toBeLessThan(1_500)
    }
  })

  it('says within moments that the network is gone, and keeps its tabs when a screen cannot come', async () => {
    const { page, context, faults } = await stage().welcome({ size, language, as: 'neighbor' })
    faults.expect(/net::ERR_(?:INTERNET_DISCONNECTED|FAILED)/, /did not come/)
    await holdClock(page)
    // the screens of the other tabs have not come yet
    const isDeals = isOneOf(builtFiles(/_app\/vie-locale\.tsx\?/))
    await context.route(isDeals, route => route.abort())
    await page.goto(FEED)
    await passTime(page, 100, page.getByRole('article'))
    await context.setOffline(true)
    expect(await passTime(page, 20, page.getByText(language === 'fr' ? /^Hors ligne/ : /^Offline/))).toBeLessThan(2_000)
    await page.clock.resume()
    await page
      .getByRole('navigation', { name: say('common.frame.main') })
      .filter({ visible: true })
      .getByRole('link', { name: say('session.tab.deals') })
      .click()
    await page.getByRole('heading', { level: 1, name: say('errors.networkerror') }).waitFor()
    expect(
      await page
        .getByRole('navigation', { name: say('common.frame.main') })
        .filter({ visible: true })
        .count(),
    ).toBe(1)
    await context.unroute(isDeals)
    await context.setOffline(false)
    await page
      .getByRole('list', { name: say('deals.list') })
      .getByRole('heading', { level: 2 })
      .first()
      .waitFor()
  })

  it('does what is tapped at once, without a network, or tells that nothing came of it', async () => {
    const { page, context, faults } = await stage().welcome({ size, language, as: 'neighbor' })
    faults.expect(/net::ERR_/, /did not come/)
    const card = page.getByRole('article').first()
    const taps = [
      card.getByRole('button', { name: language === 'fr' ? /^En savoir plus|^Plus/ : /^More about/ }),
      card.getByRole('button', { name: say('feed.share'), exact: true }),
      card.locator('button[aria-pressed]'),
    ]
    // how long after it has come: what it fetches may be on its way, be there, or not
    for (const [delay, tap] of [0, 120, 300, 1_000].flatMap(delay => taps.map(tap => [delay, tap] as const))) {
      await context.setOffline(false)
      await page.goto(`${FEED}?filter=all`, { waitUntil: 'commit' })
      await tap.waitFor()
      await page.waitForTimeout(delay)
      await context.setOffline(true)
      const pressed = await tap.getAttribute('aria-pressed')
      await tap.click()
      const told = page.getByRole('alert').getByText(say('errors.networkerror'))
      const later = page.getByText(say('outbox.later'))
      // on a fast machine the part that a tap asks for may have come already: then it is done, else it is told
      const done = pressed === null ? page.getByRole('menu').or(page.getByRole('dialog')) : later
      await told.or(done).first().waitFor()
      // an answer that waits is shown as given
      const isTurned = pressed !== null && (await later.count()) > 0
      await expect.poll(() => tap.getAttribute('aria-pressed')).toBe(isTurned ? String(pressed !== 'true') : pressed)
    }
  })

  it('keeps the screen when the question that a tap asks for cannot come, and asks it when the network is back', async () => {
    const { page, context, faults } = await stage().welcome({ size, language, as: 'neighbor' })
    faults.expect(/net::ERR_/, /did not come/)
    await page.goto(`${FEED}?filter=all`)
    const card = page
      .getByRole('article')
      .filter({ has: page.locator('button[aria-pressed]') })
      .first()
    const report = page.getByRole('menuitem', { name: say('feed.menu.flag') })
    await card.locator('button[aria-haspopup=menu]').click()
    await report.waitFor()
    await context.setOffline(true)
    await report.click()
    await page.getByRole('alert').getByText(say('errors.networkerror')).waitFor()
    expect(await card.isVisible()).toBe(true)
    await context.setOffline(false)
    const dialog = page.getByRole('dialog', { name: say('rules.report.title.post') })
    await card.locator('button[aria-haspopup=menu]').click()
    await report.click()
    // a browser that remembers what did not come gets a new page, where it comes
    const isNew = await Promise.race([
      dialog.waitFor().then(() => false),
      page.waitForEvent('load', { timeout: PATIENCE_MS }).then(
        () => true,
        () => false,
      ),
    ])
    if (isNew) {
      await card.locator('button[aria-haspopup=menu]').click()
      await report.click()
    }
    await dialog.waitFor()
  })

  it('does without what stands beside it when that cannot come', async () => {
    const { page, context, faults } = await stage().welcome({ size, language, as: 'neighbor' })
    faults.expect(/net::ERR_FAILED/, /did not come/)
    const refused: string[] = []
    await context.route(isOneOf(builtFiles(/AsideParts/)), route => {
      refused.push(route.request().url())
      return route.abort()
    })
    await page.goto(FEED)
    await page.getByRole('article').first().waitFor()
    if (size === 'wide') await expect.poll(() => refused.length).toBeGreaterThan(0)
    await page.getByRole('button', { name: say('feed.filter.proposal'), exact: true }).click()
    await page.waitForURL('**filter=proposal')
    await page.getByRole('article').first().waitFor()
    expect(await page.getByText(say('errors.networkerror')).count()).toBe(0)
  })

  it('says where the posts that were loaded end when the network is gone', async () => {
    const { page, context, faults } = await stage().welcome({ size, language, as: 'neighbor' })
    faults.expect(/net::ERR_INTERNET_DISCONNECTED/)
    for (const filter of ['all', 'welcome']) {
      await context.setOffline(false)
      await page.goto(`${FEED}?filter=${filter}`)
      await page.getByRole('article').first().waitFor()
      await context.setOffline(true)
      const end = page.getByText(say('feed.end.offline'))
      await expect
        .poll(async () => {
          await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
          return end.isVisible()
        })
        .toBe(true)
      expect(await page.getByText(say('feed.end'), { exact: true }).count()).toBe(0)
    }
    await context.setOffline(false)
    await page.getByText(say('feed.end'), { exact: true }).waitFor()
    expect(await page.getByText(say('feed.end.offline')).count()).toBe(0)
  })

  it('says that a call is made again when it failed', async () => {
    const { page, context, faults } = await stage().welcome({ size, language, as: 'neighbor' })
    faults.expect(/answer: GET \/events 500/)
    await onCall(context, FEED_CALL, route => route.fulfill({ status: 500, ...answerOf('unexpectederror') }))
    await page.goto(FEED)
    await page.getByText(say('common.loading.again')).waitFor()
    await page.getByRole('heading', { name: say('feed.failed.title') }).waitFor()
  })

  it('has words and a way on when the app does not come', async () => {
    const { page, context, faults } = await stage().welcome({ size, language })
    faults.expect(/net::ERR_FAILED/)
    await context.route(/\/assets\/.*\.js$/, route => route.abort())
    await page.goto('/les-tilleuls')
    const again = page.getByRole('link', { name: language === 'fr' ? 'Recharger la page' : 'Reload the page' })
    await again.waitFor()
    await context.unrouteAll()
    await again.click()
    await page.getByRole('heading', { level: 1, name: 'Les Tilleuls' }).waitFor()
  })

  it('tells a picture that is gone from one that could not come, and a video that cannot be asked for', async () => {
    const { page, context, faults } = await stage().welcome({ size, language, as: 'neighbor' })
    faults.expect(/net::ERR_(?:INTERNET_DISCONNECTED|FAILED)/, /answer: GET \/media\S* 404/)
    await page.goto(`/zoom-image?uri=${encodeURIComponent(`/media/${randomUUID()}`)}`)
    await page.getByRole('heading', { name: say('media.zoom.gone.title') }).waitFor()
    const { db, communityId } = stage().server
    const home = await communityId('les-tilleuls')
    const { photo_id: photo } = await db
      .selectFrom('events')
      .select('photo_id')
      .where('community_id', '=', home)
      .where('photo_id', 'is not', null)
      .limit(1)
      .executeTakeFirstOrThrow()
    await context.route(`**/media/${photo}/full`, route => route.abort())
    await page.goto(`/zoom-image?uri=${encodeURIComponent(`/media/${photo}`)}`)
    await page.getByRole('heading', { name: say('media.zoom.lost.title') }).waitFor()
    await context.unroute(`**/media/${photo}/full`)
    await page.getByRole('button', { name: say('common.retry') }).click()
    await expect
      .poll(() =>
        page
          .getByRole('main')
          .getByRole('img')
          .evaluate(image => (image as HTMLImageElement).naturalWidth),
      )
      .toBeGreaterThan(100)
    await page.goto('/youtube?videoId=eRsGyueVLvQ')
    const play = page.getByRole('button', { name: say('feed.video.play', { title: say('feed.video.untitled') }) })
    await play.waitFor()
    await context.setOffline(true)
    await play.click()
    await page.getByText(say('errors.networkerror')).waitFor()
    expect(await page.locator('iframe').count()).toBe(0)
  })

  it('does not flip between maintenance and a screen of which one part stays shut', async () => {
    const { page, context, faults } = await stage().welcome({ size, language, as: 'neighbor' })
    faults.expect(/answer: GET \/events 503/, 'console: ApiError: maintenance')
    await holdClock(page)
    let closed = 0
    page.on('framenavigated', frame => {
      if (new URL(frame.url()).pathname === '/maintenance') closed++
    })
    await onCall(context, FEED_CALL, route => route.fulfill({ status: 503, ...answerOf('maintenance') }))
    await page.goto(FEED)
    await passTime(page, 100, page.getByRole('heading', { level: 1, name: say('common.maintenance.title') }))
    // it closes at once and after 10, 30 and 70 seconds; every ten, the fourth time would come after 30
    expect(await passTime(page, 500, () => closed >= 4)).toBeGreaterThan(55_000)
  })
})

describe.each(journeyShapes)('what a server answers to all, $size, $language', ({ size, language, say }) => {
  it('closes for maintenance and opens again by itself where it was left', async () => {
    const { page, context, faults } = await stage().welcome({ size, language, as: 'neighbor' })
    faults.expect(/answer: GET \S+ 503/, 'console: ApiError: maintenance')
    let closed = true
    await page.clock.install()
    await onCall(context, /\/(?:events|communities|gooddeals|api)(?:[/?]|$)/, route =>
      closed ? route.fulfill({ status: 503, ...answerOf('maintenance') }) : route.continue(),
    )
    await page.goto(`${FEED}?filter=activity`)
    await page.getByRole('heading', { level: 1, name: say('common.maintenance.title') }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/maintenance')
    closed = false
    await passTime(page, 1_000, page.getByRole('article'))
    expect(page.url()).toContain(`${FEED}?filter=activity`)
  })

  it('knows when nothing lives at an address, and when this version is too old', async () => {
    const { page, context, faults } = await stage().welcome({ size, language })
    faults.expect(
      /answer: GET \/communities\/nobody-lives-here 404/,
      /answer: GET \S+ 411/,
      'console: ApiError: obsolete',
    )
    await page.goto('/les-tilleuls/nothing/here')
    await page.getByRole('heading', { level: 1, name: say('errors.error404') }).waitFor()
    await page.goto('/nobody-lives-here')
    await page.getByRole('heading', { level: 1, name: say('errors.error404') }).waitFor()
    await page.getByRole('link', { name: say('common.home') }).click()
    await page.waitForURL('**/les-tilleuls')
    await onCall(context, /\/communities(?:[/?]|$)/, route => route.fulfill({ status: 411, ...answerOf('obsolete') }))
    await page.reload()
    await page.getByRole('heading', { level: 1, name: say('common.obsolete.title') }).waitFor()
    await page.getByText(say('errors.obsolete')).waitFor()
    await context.unroute(/\/communities(?:[/?]|$)/)
    await context.unrouteAll()
    await page.getByRole('button', { name: say('common.obsolete.reload') }).click()
    await page.getByRole('link', { name: say('community.landing.join', { name: 'Les Tilleuls' }) }).waitFor()
  })
})

// the last: its visits leave posts in the feed
it('no screen is blank while its answers are on their way', async () => {
  const visitors = new Map<string | undefined, Guest>()
  const blank: string[] = []
  for (const { name, path, as } of await readVisits(stage().server)) {
    const visitor = visitors.get(as) ?? (await stage().welcome({ as }))
    if (!visitors.has(as)) {
      visitor.faults.expect(/\/maintenance|nowhere/)
      // who is there is known
      await onCall(visitor.context, /./, async route => {
        const { pathname } = new URL(route.request().url())
        const isHeld = route.request().resourceType() === 'fetch' && pathname !== '/api/auth' && !pathname.includes('.')
        if (!isHeld) await route.fallback()
      })
    }
    visitors.set(as, visitor)
    await visitor.page.goto(path)
    const drawn = () => visitor.page.locator('#root main, #root [role=dialog]').filter({ visible: true }).count()
    await expect
      .poll(drawn, { timeout: 5_000 })
      .toBeGreaterThan(0)
      .catch(() => blank.push(name))
  }
  expect(blank).toEqual([])
})
