// features: feed
import { MOST_PINNED, pinEvent, unpinEvent } from '@parvis/contract/feed.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findBarriers } from './axe.ts'
import { findHoles } from './filled.ts'
import { oppositeShapes } from './stage.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()
const FEED = '/les-tilleuls/actualites?filter=all'
/**
 * What is live is on the other's screen within a second; a busy machine is given more, yet less than a page takes to
 * ask again by itself.
 */
const SOON = { timeout: 15_000 }

let written = 0

const takeDownAll = async () => {
  const { db } = stage().server
  await db.updateTable('events').set({ pinned_until: null }).where('pinned_until', 'is not', null).execute()
}
// the demo world has some
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
    // below what is pinned a card may be further down than the list is drawn
    await expect
      .poll(async () => (await menu.count()) || page.mouse.wheel(0, page.viewportSize()!.height / 2), SOON)
      .toBe(1)
    await menu.click()
    await page.getByRole('menuitem', { name: item }).click()
  }

  it('lifts a post to the top of every screen until it is taken down; a reader folds it, which is kept', async () => {
    const { title } = await write('Avis')
    const [{ page: team }, { page: reader }] = await Promise.all([arrive('employee'), arrive('neighbor')])
    const pages = [team, reader]
    for (const page of pages) await cardIn(page, title).waitFor(SOON)
    await choose(team, title, say('post.pin'))
    await team
      .getByRole('dialog')
      .getByRole('button', { name: say('post.pin.yes') })
      .click()
    await team.getByText(say('post.pin.done')).waitFor()
    for (const page of pages) {
      await rowIn(page, title).waitFor(SOON)
      expect(await cardIn(page, title).count()).toBe(0)
    }
    expect(await findBarriers(reader)).toEqual([])

    const head = section(reader).getByRole('button', { name: say('post.pinned'), exact: true })
    await head.click()
    expect([await head.getAttribute('aria-expanded'), await rowIn(reader, title).count()]).toEqual(['false', 0])
    // folded it still says what it is about
    await head.getByText(title).waitFor()
    await reader.reload()
    await reader.getByRole('article').first().waitFor()
    expect(await head.getAttribute('aria-expanded')).toBe('false')
    expect(await reader.getByRole('heading', { level: 2, name: title, exact: true }).count()).toBe(0)
    await head.press('Enter')
    await rowIn(reader, title).focus()

    // its row leads to its page, where it says that it is pinned, and is taken down
    await rowIn(team, title).click()
    const mark = team.getByRole('article', { name: title }).getByText(say('post.pinned'), { exact: true })
    await mark.waitFor()
    await choose(team, title, say('post.unpin'))
    await team.getByText(say('post.unpin.done')).waitFor()
    expect(await mark.count()).toBe(0)
    await team.goBack()
    for (const page of pages) {
      await cardIn(page, title).waitFor(SOON)
      expect(await section(page).count()).toBe(0)
    }
    expect(await reader.evaluate(() => document.activeElement?.id)).toBe('main')
    await reader.getByRole('button', { name: say('feed.menu.of', { title }) }).click()
    expect(await reader.getByRole('menuitem', { name: say('post.pin') }).count()).toBe(0)
  })

  it('is one card that leaves the first screen to the feed; in another list a pinned post is marked', async () => {
    const posts = [await write('Un avis'), await write('Deux avis'), await write('Trois avis')]
    const team = await stage().server.as('administrator')
    for (const { id } of posts) await team.call(pinEvent, { params: { id } })
    const { page } = await arrive('neighbor')
    await rowIn(page, posts[2]!.title).waitFor()
    const { height } = (await section(page).boundingBox())!
    expect(height).toBeLessThan(page.viewportSize()!.height / 3)
    for (const row of await section(page).getByRole('link').all())
      expect((await row.boundingBox())!.height).toBeGreaterThanOrEqual(44)
    // the ring of what has the focus is whole: the card cuts off what stands over its edge
    await section(page).getByRole('button').focus()
    for (const { title } of posts.toReversed()) {
      await page.keyboard.press('Tab')
      const ring = await rowIn(page, title).evaluate(link => {
        const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(link)
        return {
          isHere: link === document.activeElement,
          outlineStyle,
          over: parseFloat(outlineWidth) + parseFloat(outlineOffset),
        }
      })
      expect(ring).toEqual({ isHere: true, outlineStyle: 'solid', over: 0 })
    }
    expect(await page.getByRole('article').first().getByText(say('post.pinned'), { exact: true }).count()).toBe(0)
    await team.call(unpinEvent, { params: { id: posts[1]!.id } })
    await expect.poll(() => section(page).getByRole('link').count(), SOON).toBe(2)

    await page.goto(FEED.replace('all', 'post'))
    await cardIn(page, posts[0]!.title).getByText(say('post.pinned'), { exact: true }).waitFor()
    expect(await cardIn(page, posts[1]!.title).getByText(say('post.pinned'), { exact: true }).count()).toBe(0)
  })

  it('asks for the last day, and says what to do where three are pinned', async () => {
    const [first, more, ...others] = [
      await write('Un'),
      await write('Deux'),
      await write('Trois'),
      await write('Quatre'),
    ]
    const team = await stage().server.as('administrator')
    for (const { id } of others) await team.call(pinEvent, { params: { id } })
    const { page, faults } = await arrive('employee')
    faults.expect('PUT /events/pin/')
    await choose(page, first!.title, say('post.pin'))
    const dialog = page.getByRole('dialog')
    const day = dialog.getByLabel(say('post.pin.until'))
    await day.fill('2020-01-01')
    await dialog.getByRole('button', { name: say('post.pin.yes') }).click()
    await dialog.getByText(say('post.pin.past')).waitFor()
    const last = new Date(Date.now() + 864e5).toLocaleDateString('en-CA', { timeZone: 'Europe/Paris' })
    await day.fill(last)
    await dialog.getByRole('button', { name: say('post.pin.yes') }).click()
    await rowIn(page, first!.title).waitFor()
    const { pinned_until: end } = await stage()
      .server.db.selectFrom('events')
      .select('pinned_until')
      .where('id', '=', first!.id)
      .executeTakeFirstOrThrow()
    expect(new Date(Number(end) - 1).toLocaleDateString('en-CA', { timeZone: 'Europe/Paris' })).toBe(last)

    await choose(page, more!.title, say('post.pin'))
    await day.fill(last)
    await dialog.getByRole('button', { name: say('post.pin.yes') }).click()
    await dialog.getByText(language === 'fr' ? /désépinglez-en une/ : /unpin one first/).waitFor()
    expect(await day.inputValue()).toBe(last)
    await dialog.getByRole('button', { name: say('post.cancel') }).click()
    expect(await section(page).getByRole('link').count()).toBe(MOST_PINNED)

    // the list comes up by three rows, and nobody scrolls
    await page.reload()
    await section(page).getByRole('link').first().waitFor()
    await page.getByRole('article').first().waitFor()
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    await section(page).getByRole('button').click()
    await expect.poll(() => findHoles(page, [])).toEqual([])
    await section(page).getByRole('button').click()
  })
})
