// features: feed, deals
import { textIn } from '@parvis/contract/language.ts'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { listAllDeals, listWholeFeed } from './demo.ts'
import { readUntilStable, scrollDownTo } from './scroll.ts'
import { hasTabBar, oppositeShapes, type Shape } from './browser-server.ts'
import { useTestServer } from './use-test-server.ts'

const testServer = useTestServer()
const FEED = '/les-tilleuls/actualites'

const postsOf = (page: Page, t: Shape['t']) => page.getByRole('list', { name: t('feed.list') }).getByRole('article')
const headingOf = (post: Locator) => post.getByRole('heading', { level: 2 })
const waitForPosts = (page: Page) => page.getByRole('article').first().waitFor()

const searchFor = async (page: Page, { size, t }: Shape, search: string) => {
  const open = page.getByRole('button', { name: t('feed.search.open'), exact: true })
  if (hasTabBar(size) && (await open.isVisible())) await open.click()
  await page
    .getByRole('searchbox', { name: t('feed.search.label') })
    .filter({ visible: true })
    .fill(search)
}

/** Scrolls to the end card by card; returns the titles seen at each position of the list. */
const scrollToEnd = (page: Page, end: string) =>
  page.evaluate(async end => {
    const seen: Record<number, string[]> = {}
    const frame = () => new Promise(requestAnimationFrame)
    const itemAt = (place: number) => document.querySelector(`li[aria-posinset="${place}"]`)
    const collect = () => {
      for (const item of document.querySelectorAll('li[aria-posinset]')) {
        // A position that is not rendered yet has no card.
        if (!item.querySelector('article')) continue
        const titles = (seen[Number(item.getAttribute('aria-posinset'))] ??= [])
        const title = item.querySelector('h2')?.textContent ?? ''
        if (!titles.includes(title)) titles.push(title)
      }
    }
    const deadline = Date.now() + 120_000
    for (let place = 1; Date.now() < deadline; place++) {
      for (let frames = 0; !itemAt(place) && Date.now() < deadline; frames++) {
        if (frames > 30 && document.body.textContent?.includes(end)) return seen
        itemAt(place - 1)?.scrollIntoView({ block: 'start' })
        await frame()
      }
      collect()
      itemAt(place)?.scrollIntoView({ block: 'start' })
      await frame()
      for (let frames = 0; !seen[place] && frames < 60; frames++) {
        await frame()
        collect()
      }
    }
    throw new Error('the end of the feed was not reached')
  }, end)

describe.each(oppositeShapes)('the feed, $size, $language', shape => {
  const { size, language, t } = shape
  const openPage = (path = FEED, more = {}) =>
    testServer()
      .newPage({ size, language, as: 'neighbor', ...more })
      .then(async visit => {
        await visit.page.goto(path)
        await waitForPosts(visit.page)
        return visit
      })

  it('can be scrolled to its end without duplicates or gaps, and has a button back to the top', async () => {
    const expected = (await listWholeFeed(await testServer().server.as('neighbor'))).map(
      post => textIn(language, post.eventId, 'title') ?? '',
    )
    const { page } = await openPage()
    const seen = await scrollToEnd(page, t('feed.end'))
    await page.getByText(t('feed.end')).waitFor()
    const read = Object.entries(seen).sort(([a], [b]) => Number(a) - Number(b))
    expect(read.filter(([, titles]) => titles.length !== 1)).toEqual([])
    expect(read).toHaveLength(expected.length)
    expect(read.map(([, [title]]) => title)).toEqual(expected)

    const toTop = page.getByRole('button', { name: t('common.frame.top') })
    // On phones the button is above the publish button, and a tap on the tab scrolls to the top too.
    if (hasTabBar(size)) {
      await toTop.waitFor()
      await page
        .getByRole('navigation', { name: t('common.frame.main') })
        .filter({ visible: true })
        .getByRole('link', { name: t('session.tab.live') })
        .click()
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
      await page.evaluate(() => scrollTo(0, 600))
    }
    await toTop.click()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await expect.poll(() => toTop.count()).toBe(0)
    // If the button were to appear, it would be rendered within a frame after the scroll.
    await page.evaluate(async () => {
      const scrolled = new Promise(done => addEventListener('scroll', done, { once: true }))
      scrollTo(0, 130)
      await scrolled
      for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame)
    })
    expect(await toTop.count()).toBe(0)
    await page.evaluate(() => scrollTo(0, 150))
    await toTop.waitFor()
  })

  it('stores its filter in the URL and on the device, and finds words with and without accents', async () => {
    const { page } = await openPage()
    const visitor = await testServer().server.as('neighbor')
    const chips = page.getByRole('group', { name: t('feed.filter.label') })
    const filterNames = { my: language === 'fr' ? 'Mon activité' : 'My activity', activity: t('feed.filter.activity') }
    for (const [filter, name] of Object.entries(filterNames)) {
      const [first] = await listWholeFeed(visitor, { filter })
      await chips.getByRole('button', { name, exact: true }).click()
      await page.waitForURL(url => url.searchParams.get('filter') === filter)
      await page
        .getByRole('heading', { level: 2, name: textIn(language, first!.eventId, 'title')!, exact: true })
        .first()
        .waitFor()
      if (filter === 'my') {
        await page.reload()
        await page
          .getByRole('heading', { level: 2, name: textIn(language, first!.eventId, 'title')!, exact: true })
          .first()
          .waitFor()
      }
      expect(await chips.getByRole('button', { name, exact: true }).getAttribute('aria-pressed')).toBe('true')
    }
    await page.goto('/les-tilleuls')
    await page.waitForURL(url => url.searchParams.get('filter') === 'activity')
    await page
      .getByRole('status')
      .getByText(t('feed.filter.remembered', { filter: filterNames.activity }))
      .waitFor()
    await page.getByRole('button', { name: t('common.filter.seeall'), exact: true }).click()
    await page.waitForURL(url => url.search === '')
    await chips.getByRole('button', { name: t('feed.filter.all'), exact: true }).click()
    await page.waitForURL(url => url.search === '')
    expect(await chips.getByRole('button', { pressed: true }).count()).toBe(1)

    const found = (await listWholeFeed(visitor, { search: 'pétanque' })).map(post =>
      textIn(language, post.eventId, 'title'),
    )
    expect(found.length).toBeGreaterThan(1)
    for (const search of ['petanque', 'pétanque']) {
      await searchFor(page, shape, search)
      await page.waitForURL(url => url.searchParams.get('search') === search)
      await expect.poll(() => headingOf(postsOf(page, t).first()).textContent()).toBe(found[0])
    }
    await searchFor(page, shape, 'xylotruc')
    await page.getByText(t('feed.none.text', { search: 'xylotruc' })).waitFor()
    await page.getByRole('button', { name: t('feed.none.clear') }).click()
    await waitForPosts(page)
    expect(new URL(page.url()).search).toBe('')
  })

  it('restores its scroll position after a deal was open; a click on the title or text of a card opens the post, a click on a control does not', async () => {
    const posts = await listWholeFeed(await testServer().server.as('neighbor'))
    const deals = await listAllDeals(await testServer().server.as('neighbor'))
    const post = posts.slice(5).find(one => one.deal)!
    const { page } = await openPage()
    const link = page
      .getByRole('article')
      .filter({ has: page.getByRole('heading', { name: textIn(language, post.eventId, 'title')!, exact: true }) })
      .locator('a[href*="/annonce?"]')
    await scrollDownTo(page, link)
    await link.focus()
    const before = await readUntilStable(async () => ({
      top: await page.evaluate(() => scrollY),
      link: await link.boundingBox(),
    }))
    // Opens the deal by keyboard, since a click could scroll the list again while its layout still changes.
    await page.keyboard.press('Enter')
    await page
      .getByRole('heading', {
        name: textIn(
          language,
          deals.find(deal => deal._id === post.goodDealId)!,
          'title',
        )!,
      })
      .waitFor()
    await page.goBack()
    await link.waitFor()
    await expect.poll(async () => Math.abs((await link.boundingBox())!.y - before.link!.y)).toBeLessThanOrEqual(8)
    expect(before.top).toBeGreaterThan(1000)

    // Picks a post that can be answered; past posts cannot.
    const { _id: id } = posts.find(
      ({ photo, eventId, abilities }) => photo && !eventId.youtubeVideoId && abilities.answer && !abilities.edit,
    )!
    await page.goto(`${FEED}?filter=all`)
    const card = page.getByRole('article').filter({ has: page.locator(`a[href*="${id}"]`) })
    const isPostOpen = () => new URL(page.url()).pathname.endsWith('/actualites/publication')
    await scrollDownTo(page, card)
    for (const target of [card.getByRole('heading', { level: 2 }), card.getByRole('paragraph').first()]) {
      await target.click()
      await expect.poll(isPostOpen).toBe(true)
      await page.goBack()
      await card.waitFor()
      await readUntilStable(() => card.boundingBox())
    }
    // The controls of a card do not open the post.
    await card.getByRole('button', { name: t('feed.share'), exact: true }).click()
    await page.getByRole('dialog', { name: t('share.title') }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await card.locator('button[aria-haspopup=menu]').click()
    await page.getByRole('menu').waitFor()
    await page.keyboard.press('Escape')
    const answer = card.locator('button[aria-pressed]')
    const wasPressed = await answer.getAttribute('aria-pressed')
    await answer.click()
    await expect.poll(() => answer.getAttribute('aria-pressed')).not.toBe(wasPressed)
    expect(isPostOpen()).toBe(false)
    await card.getByRole('link', { name: t('feed.photo.zoom') }).click()
    await page.waitForURL(url => url.pathname === '/zoom-image')
  })
})
