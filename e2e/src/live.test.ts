import { publishPost } from '@parvis/contract/publish.ts'
import { removeEvent } from '@parvis/contract/feed.ts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { shapes } from './stage.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()
const FEED = '/les-tilleuls/actualites?filter=all'
/** What is live is on the other's screen within a second; a busy machine is given more. */
const SOON = { timeout: 5000 }

const heading = (page: Page, title: string) => page.getByRole('heading', { level: 2, name: title, exact: true })

/** On the feed, with the live connection standing. */
const arrive = async (page: Page) => {
  const connected = page.waitForEvent('websocket')
  await page.goto(FEED)
  await page.getByRole('article').first().waitFor()
  const socket = await connected
  await expect.poll(() => socket.isClosed()).toBe(false)
  await page.waitForTimeout(300)
}

describe.each(shapes)('two screens at once, $size, $language', ({ size, language, say }) => {
  const people = async () => {
    const [first, second] = [await stage().welcome({ size, language, as: 'neighbor' }), await stage().welcome({ size, language, as: 'neighbor' })]
    await Promise.all([arrive(first.page), arrive(second.page)])
    return [first.page, second.page] as const
  }
  const write = async (title: string) => {
    const author = await stage().server.as('neighbor2')
    return (await author.call(publishPost, { body: { title, description: title, lang: { en: { title, description: title } }, tmpId: title } })).answer
  }

  it('show a new post at the top at once, and lose one that was deleted', async () => {
    const pages = await people()
    const title = `Nouveau ${size} ${language}`
    const post = await write(title)
    for (const page of pages) await heading(page, title).waitFor(SOON)
    await (await stage().server.as('neighbor2')).call(removeEvent, { params: { id: post._id } })
    for (const page of pages) await expect.poll(() => heading(page, title).count(), SOON).toBe(0)
  })

  it('keep the reading place of who is further down: new posts wait behind a pill, and are counted on the tab and in the title', async () => {
    const [page] = await people()
    await page.evaluate(() => scrollTo(0, 1500))
    await page.waitForTimeout(300)
    const place = () => page.evaluate(() => {
      const card = [...document.querySelectorAll('article')].find(one => one.getBoundingClientRect().bottom > 200)!
      return { title: card.getAttribute('aria-labelledby'), top: Math.round(card.getBoundingClientRect().top) }
    })
    const before = await place()
    const titles = [1, 2].map(n => `Attente ${n} ${size} ${language}`)
    for (const title of titles) await write(title)
    const pill = page.getByRole('button', { name: language === 'fr' ? '2 nouvelles publications' : '2 new posts' })
    await pill.waitFor(SOON)
    expect(await place()).toEqual(before)
    expect(await page.title()).toMatch(/^\(2\) /)
    expect(await page.getByRole('navigation').getByRole('link', { name: say('community.tab.live') }).filter({ visible: true }).textContent()).toContain('2')
    await pill.click()
    for (const title of titles) await heading(page, title).waitFor()
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await expect.poll(() => page.title()).not.toMatch(/^\(/)
  })

  it('catch up after a lost connection', async () => {
    const { page, context, faults } = await stage().welcome({ size, language, as: 'neighbor' })
    await arrive(page)
    faults.expect('ERR_INTERNET_DISCONNECTED', 'WebSocket connection')
    await context.setOffline(true)
    const title = `Manqué ${size} ${language}`
    await write(title)
    await page.waitForTimeout(300)
    await context.setOffline(false)
    await heading(page, title).waitFor({ timeout: 15_000 })
  })
})
