// features: feed
import { publishPost } from '@parvis/contract/publish.ts'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findAxeViolations } from './axe.ts'
import { findBlankAreas } from './blank-areas.ts'
import { oppositeShapes } from './browser-server.ts'
import { useTestServer } from './use-test-server.ts'

const testServer = useTestServer()
const FEED = '/les-tilleuls/actualites?filter=all'
/** Live events arrive within a second; a busy machine gets more time, but less than the polling interval. */
const LIVE_TIMEOUT = { timeout: 15_000 }

let titleCount = 0

const unpinAll = async () => {
  const { db } = testServer().server
  await db.updateTable('events').set({ pinned_until: null }).where('pinned_until', 'is not', null).execute()
}
// The demo world has pinned posts of its own.
beforeEach(unpinAll)
afterEach(unpinAll)

describe.each(oppositeShapes)('pinning, $size, $language', ({ size, language, t }) => {
  const write = async (name: string) => {
    const title = `${name} ${size} ${language} ${++titleCount}`
    const author = await testServer().server.as('neighbor2')
    const { answer } = await author.call(publishPost, {
      body: {
        title,
        description: title,
        lang: { en: { title, description: title } },
        tmpId: title,
      },
    })
    return { title, id: answer._id }
  }
  const openPage = async (as: string) => {
    const visit = await testServer().newPage({ size, language, as })
    await visit.page.goto(FEED)
    await visit.page.getByRole('article').first().waitFor()
    return visit
  }
  const section = (page: Page) => page.getByRole('region', { name: /pinned by the team|épinglées? par l’équipe/i })
  const rowIn = (page: Page, title: string) => section(page).getByRole('link', { name: title, exact: true })
  const cardIn = (page: Page, title: string) =>
    page
      .getByRole('list', { name: t('feed.list') })
      .getByRole('article')
      .filter({ has: page.getByRole('heading', { level: 2, name: title, exact: true }) })
  const choose = async (page: Page, title: string, item: string) => {
    const menu = page.getByRole('button', { name: t('feed.menu.of', { title }) })
    // The card is below the pinned posts and may not be rendered yet.
    await expect
      .poll(async () => (await menu.count()) || page.mouse.wheel(0, page.viewportSize()!.height / 2), LIVE_TIMEOUT)
      .toBe(1)
    await menu.click()
    await page.getByRole('menuitem', { name: item }).click()
  }

  it('moves a post to the top of every open feed live until it is unpinned; viewers can fold the pinned section', async () => {
    const { title } = await write('Avis')
    const [{ page: teamPage }, { page: neighborPage }] = await Promise.all([openPage('employee'), openPage('neighbor')])
    const pages = [teamPage, neighborPage]
    for (const page of pages) await cardIn(page, title).waitFor(LIVE_TIMEOUT)
    await choose(teamPage, title, t('postacts.pin'))
    await teamPage
      .getByRole('dialog')
      .getByRole('button', { name: t('postacts.pin.yes') })
      .click()
    await teamPage.getByText(t('postacts.pin.done')).waitFor()
    for (const page of pages) {
      await rowIn(page, title).waitFor(LIVE_TIMEOUT)
      expect(await cardIn(page, title).count()).toBe(0)
    }
    expect(await findAxeViolations(neighborPage)).toEqual([])

    const foldButton = section(neighborPage).getByRole('button', { name: t('post.pinned'), exact: true })
    await foldButton.click()
    expect([await foldButton.getAttribute('aria-expanded'), await rowIn(neighborPage, title).count()]).toEqual([
      'false',
      0,
    ])
    // The folded section still shows the title.
    await foldButton.getByText(title).waitFor()
    // The list has moved up although nobody scrolled: it must not leave a blank area.
    await expect.poll(() => findBlankAreas(neighborPage, [])).toEqual([])
    await neighborPage.reload()
    await neighborPage.getByRole('article').first().waitFor()
    expect(await foldButton.getAttribute('aria-expanded')).toBe('false')
    expect(await neighborPage.getByRole('heading', { level: 2, name: title, exact: true }).count()).toBe(0)
    await foldButton.press('Enter')
    await rowIn(neighborPage, title).focus()

    // The row in the pinned section opens the post page, which shows the pin and can remove it.
    await rowIn(teamPage, title).click()
    const pinnedMark = teamPage.getByRole('article', { name: title }).getByText(t('post.pinned'), { exact: true })
    await pinnedMark.waitFor()
    await choose(teamPage, title, t('postacts.unpin'))
    await teamPage.getByText(t('postacts.unpin.done')).waitFor()
    expect(await pinnedMark.count()).toBe(0)
    await teamPage.goBack()
    for (const page of pages) {
      await cardIn(page, title).waitFor(LIVE_TIMEOUT)
      expect(await section(page).count()).toBe(0)
    }
    expect(await neighborPage.evaluate(() => document.activeElement?.id)).toBe('main')
    await neighborPage.getByRole('button', { name: t('feed.menu.of', { title }) }).click()
    expect(await neighborPage.getByRole('menuitem', { name: t('postacts.pin') }).count()).toBe(0)
  })
})
