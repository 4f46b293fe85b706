// features: realtime, feed
import { publishPost } from '@parvis/contract/publish.ts'
import { removeEvent } from '@parvis/contract/feed.ts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { readUntilStable } from './scroll.ts'
import { oppositeShapes } from './browser-server.ts'
import { useTestServer } from './use-test-server.ts'

const testServer = useTestServer()
const FEED = '/les-tilleuls/actualites?filter=all'
/** Live events arrive within a second; a busy machine gets more time, but less than the polling interval. */
const LIVE_TIMEOUT = { timeout: 15_000 }

let titleCount = 0

const heading = (page: Page, title: string) => page.getByRole('heading', { level: 2, name: title, exact: true })

/**
 * Opens the feed and waits for the live connection: the server subscribes a client before it accepts the connection.
 */
const openFeed = async (page: Page) => {
  await page.addInitScript(() => {
    window.WebSocket = class extends WebSocket {
      constructor(...args: ConstructorParameters<typeof WebSocket>) {
        super(...args)
        this.addEventListener('open', () => {
          Object.assign(window, { isLive: true })
        })
      }
    }
  })
  await page.goto(FEED)
  await page.getByRole('article').first().waitFor()
  await page.waitForFunction(() => (window as { isLive?: boolean }).isLive)
}

describe.each(oppositeShapes)('an open feed, $size, $language', ({ size, language, t }) => {
  const openTwoPages = async () => {
    const [first, second] = [
      await testServer().newPage({ size, language, as: 'neighbor' }),
      await testServer().newPage({ size, language, as: 'neighbor' }),
    ]
    await Promise.all([openFeed(first.page), openFeed(second.page)])
    return [first.page, second.page] as const
  }
  const uniqueTitle = (title: string) => `${title} ${size} ${language} ${++titleCount}`
  const write = async (title: string) => {
    const author = await testServer().server.as('neighbor2')
    return (
      await author.call(publishPost, {
        body: {
          title,
          description: title,
          lang: { en: { title, description: title } },
          tmpId: title,
        },
      })
    ).answer
  }

  it('shows a new post live if scrolled to the top; further down it shows a button with the count and does not move', async () => {
    const [page, top] = await openTwoPages()
    const titleBadge = async () => Number(/^\((\d+)\) /.exec(await page.title())?.[1] ?? 0)
    // The page title shows the number of unread messages, once their lists have loaded.
    let unread = 0
    await expect.poll(async () => (unread = await titleBadge()), LIVE_TIMEOUT).toBeGreaterThan(0)
    await page.evaluate(() => scrollTo(0, 1500))
    const place = () =>
      page.evaluate(() => {
        const card = [...document.querySelectorAll('article')].find(one => one.getBoundingClientRect().bottom > 200)!
        return { title: card.getAttribute('aria-labelledby'), top: Math.round(card.getBoundingClientRect().top) }
      })
    const before = await readUntilStable(place)
    const titles = [uniqueTitle('Attente'), uniqueTitle('Attente')]
    const [, last] = [await write(titles[0]!), await write(titles[1]!)]
    for (const title of titles) await heading(top, title).waitFor(LIVE_TIMEOUT)
    const pill = page.getByRole('button', { name: language === 'fr' ? '2 nouvelles publications' : '2 new posts' })
    await pill.waitFor(LIVE_TIMEOUT)
    expect(await readUntilStable(place)).toEqual(before)
    await expect.poll(titleBadge, LIVE_TIMEOUT).toBe(unread + 2)
    expect(
      await page
        .getByRole('navigation')
        .getByRole('link', { name: t('session.tab.live') })
        .filter({ visible: true })
        .textContent(),
    ).toContain('2')
    await pill.click()
    for (const title of titles) await heading(page, title).waitFor()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await expect.poll(titleBadge).toBe(unread)
    await (await testServer().server.as('neighbor2')).call(removeEvent, { params: { id: last._id } })
    for (const one of [page, top]) await expect.poll(() => heading(one, titles[1]!).count(), LIVE_TIMEOUT).toBe(0)
  })

  it('shows a post that it missed while the connection was lost', async () => {
    const { page, context, pageErrors } = await testServer().newPage({ size, language, as: 'neighbor' })
    await openFeed(page)
    pageErrors.allow('ERR_INTERNET_DISCONNECTED', 'WebSocket connection')
    await context.setOffline(true)
    // The page must know that it is offline, else it would still receive the live event.
    await page.waitForFunction(() => !navigator.onLine)
    const title = uniqueTitle('Manqué')
    await write(title)
    await testServer().server.settled()
    expect(await heading(page, title).count()).toBe(0)
    await context.setOffline(false)
    await heading(page, title).waitFor()
  })
})
