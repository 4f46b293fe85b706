// features: app
import { randomUUID } from 'node:crypto'
import { removeEvent } from '@parvis/contract/feed.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { reportFigures } from '../../apps/server/src/testing/figures.ts'
import { isLong } from '../../apps/server/src/testing/long.ts'
import { asPerson } from '../../apps/server/src/testing/people.ts'
import { listAllDeals } from './demo.ts'
import { findBlankAreas } from './blank-areas.ts'
import { postLink } from './post-link.ts'
import { sizes, viewports } from './browser-server.ts'
import { translator } from './translate.ts'
import { useTestServer } from './use-test-server.ts'

const testServer = useTestServer()
const FEED = '/les-tilleuls/actualites'
const DEALS = '/les-tilleuls/vie-locale'
const SHORT_POSTS = 30
const t = translator('fr')
const endTexts = [t('feed.end'), t('deals.end')]

const waitUntilFilled = async (page: Page, cards = 1) => {
  const main = page.getByRole('main')
  // A filter without results shows a heading instead of cards.
  await main
    .getByRole('listitem')
    .nth(cards - 1)
    .or(main.getByRole('heading', { name: t('feed.emptyfilter.title') }))
    .first()
    .waitFor()
  await expect.poll(() => findBlankAreas(page, endTexts)).toEqual([])
}

describe.each(isLong ? sizes : (['phone'] as const))('lists fill the window, %s', size => {
  it('no list leaves a blank area, whatever the filter, before the first scroll', async () => {
    const { page } = await testServer().newPage({ size, language: 'fr', as: 'neighbor' })
    for (const query of [`?search=${encodeURIComponent('pétanque')}`, '?filter=welcome', '?filter=all']) {
      await page.goto(FEED + query)
      await waitUntilFilled(page)
    }
    const chips = page.getByRole('group', { name: t('feed.filter.label') }).getByRole('button')
    for (const chip of await chips.all()) {
      await chip.click()
      await waitUntilFilled(page)
    }
    await page.goto(DEALS)
    await waitUntilFilled(page, 2)
    const [deal] = await listAllDeals(await testServer().server.as('neighbor'))
    await page.goto(`${DEALS}?filter=${deal!.categoryId}`)
    await waitUntilFilled(page)
    expect(await page.evaluate(() => scrollY)).toBe(0)
  })

  it('a list of very short posts leaves no blank area at first or after a rotation, going back or deletions', async () => {
    const { server } = testServer()
    const { visitor } = await asPerson(server, { email: `${randomUUID()}@lake.example`, community: 'residence-du-lac' })
    const ids: string[] = []
    for (let n = 0; n < SHORT_POSTS; n++)
      ids.push((await visitor.call(publishPost, { body: { description: `${n}`, tmpId: randomUUID() } })).answer._id)
    const { page } = await testServer().newPage({
      size,
      language: 'fr',
      by: visitor,
    })
    await page.goto('/residence-du-lac/actualites')
    await waitUntilFilled(page)
    const { width, height } = viewports[size]
    for (const viewport of [
      { width: height, height: width },
      { width, height: 2 * height },
      { width, height },
    ]) {
      await page.setViewportSize(viewport)
      await waitUntilFilled(page)
    }
    await postLink(page.getByRole('article').first()).click()
    await page.waitForURL('**/actualites/publication?**')
    await page.goBack()
    await waitUntilFilled(page, 2)
    // Deletes the posts in view, from another session.
    for (const id of ids.slice(-8)) await visitor.call(removeEvent, { params: { id } })
    await page
      .getByRole('article')
      .filter({ hasText: new RegExp(`\\b${SHORT_POSTS - 1}\\b`) })
      .waitFor({ state: 'detached' })
    await waitUntilFilled(page)
    expect(await page.evaluate(() => scrollY)).toBe(0)
  })
})

it.runIf(isLong)(
  'the check fails if there is a blank area inside a list, or below a list without an end text',
  async () => {
    const { page } = await testServer().newPage({ size: 'tall', language: 'fr', as: 'neighbor' })
    await page.goto(FEED)
    await waitUntilFilled(page)
    const list = page.getByRole('list', { name: t('feed.list') })
    await list
      .getByRole('listitem')
      .first()
      .evaluate(card => {
        card.style.translate = '0 400vh'
      })
    expect(await findBlankAreas(page, endTexts)).toEqual([expect.stringMatching(/px blank from/)])
    await list.evaluate(element => {
      element.style.maxHeight = '300px'
    })
    await expect.poll(() => findBlankAreas(page, [])).toContainEqual(expect.stringMatching(/does not say so/))
    reportFigures('filled window', null, { sizes: sizes.length, planted: 2, seen: 2 })
  },
)
