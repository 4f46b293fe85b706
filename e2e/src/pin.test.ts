// features: feed
import { publishPost } from '@parvis/contract/publish.ts'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findBarriers } from './axe.ts'
import { findHoles } from './filled.ts'
import { oppositeShapes } from './stage.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()
const FEED = '/les-tilleuls/actualites?filter=all'
/** Live updates arrive within a second; a busy machine gets more time, but less than a page takes to poll by itself. */
const SOON = { timeout: 15_000 }

let written = 0

const takeDownAll = async () => {
  const { db } = stage().server
  await db.updateTable('events').set({ pinned_until: null }).where('pinned_until', 'is not', null).execute()
}
// The demo world has pinned posts.
beforeEach(takeDownAll)
afterEach(takeDownAll)

describe.each(oppositeShapes)('pinning, $size, $language', ({ size, language, say }) => {
  const write = async (name: string) => {
    const title = `${name} ${size} ${language} ${++written}`
    const author = await stage().server.as('neighbor2')
    const { answer } = await author.call(publishPost, {
      body: { title, description: title, lang: { en: { title, description: title } }, tmpId: title },
    })
    return { title, id: answer._id }
  }
  const arrive = async (as: string) => {
    const guest = await stage().welcome({ size, language, as })
    await guest.page.goto(FEED)
    await guest.page.getByRole('article').first().waitFor()
    return guest
  }
  const section = (page: Page) => page.getByRole('region', { name: /pinned by the team|épinglées? par l’équipe/i })
  const rowIn = (page: Page, title: string) => section(page).getByRole('link', { name: title, exact: true })
  const cardIn = (page: Page, title: string) =>
    page
      .getByRole('list', { name: say('feed.list') })
      .getByRole('article')
      .filter({ has: page.getByRole('heading', { level: 2, name: title, exact: true }) })
  const choose = async (page: Page, title: string, item: string) => {
    const menu = page.getByRole('button', { name: say('feed.menu.of', { title }) })
    // Below the pinned posts the card may not be rendered yet.
    await expect
      .poll(async () => (await menu.count()) || page.mouse.wheel(0, page.viewportSize()!.height / 2), SOON)
      .toBe(1)
    await menu.click()
    await page.getByRole('menuitem', { name: item }).click()
  }

  it('moves a post to the top of every screen live until it is unpinned; a viewer can fold the section, which is remembered', async () => {
    const { title } = await write('Avis')
    const [{ page: team }, { page: reader }] = await Promise.all([arrive('employee'), arrive('neighbor')])
    const pages = [team, reader]
    for (const page of pages) await cardIn(page, title).waitFor(SOON)
    await choose(team, title, say('postacts.pin'))
    await team
      .getByRole('dialog')
      .getByRole('button', { name: say('postacts.pin.yes') })
      .click()
    await team.getByText(say('postacts.pin.done')).waitFor()
    for (const page of pages) {
      await rowIn(page, title).waitFor(SOON)
      expect(await cardIn(page, title).count()).toBe(0)
    }
    expect(await findBarriers(reader)).toEqual([])

    const head = section(reader).getByRole('button', { name: say('post.pinned'), exact: true })
    await head.click()
    expect([await head.getAttribute('aria-expanded'), await rowIn(reader, title).count()]).toEqual(['false', 0])
    // Folded, it still shows the title.
    await head.getByText(title).waitFor()
    // The list has moved up without scrolling.
    await expect.poll(() => findHoles(reader, [])).toEqual([])
    await reader.reload()
    await reader.getByRole('article').first().waitFor()
    expect(await head.getAttribute('aria-expanded')).toBe('false')
    expect(await reader.getByRole('heading', { level: 2, name: title, exact: true }).count()).toBe(0)
    await head.press('Enter')
    await rowIn(reader, title).focus()

    // The row opens the post page, which shows the pin and can remove it.
    await rowIn(team, title).click()
    const mark = team.getByRole('article', { name: title }).getByText(say('post.pinned'), { exact: true })
    await mark.waitFor()
    await choose(team, title, say('postacts.unpin'))
    await team.getByText(say('postacts.unpin.done')).waitFor()
    expect(await mark.count()).toBe(0)
    await team.goBack()
    for (const page of pages) {
      await cardIn(page, title).waitFor(SOON)
      expect(await section(page).count()).toBe(0)
    }
    expect(await reader.evaluate(() => document.activeElement?.id)).toBe('main')
    await reader.getByRole('button', { name: say('feed.menu.of', { title }) }).click()
    expect(await reader.getByRole('menuitem', { name: say('postacts.pin') }).count()).toBe(0)
  })
})
