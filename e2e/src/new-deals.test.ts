// features: deals
import { createDeal } from '@parvis/contract/write-deals.ts'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { newId } from '../../apps/server/src/kernel/ids.ts'
import { listAllDeals } from './demo.ts'
import { openWithLiveConnection } from './live-page.ts'
import { oppositeShapes, type Shape } from './browser-server.ts'
import { useTestServer } from './use-test-server.ts'
import { startTileServer } from './map-tiles.ts'

const tiles = await startTileServer()
const tilesOrigin = tiles.origin
const testServer = useTestServer('demo', { settings: tiles.settings })
afterAll(() => {
  tiles.close()
})

/** Rendering a map can take this long on a machine without a graphics card. */
const RENDER_TIMEOUT_MS = 60_000

const listOf = (page: Page, t: Shape['t']) => page.getByRole('list', { name: t('deals.list') })

describe.each(oppositeShapes)('a new deal, $size, $language', ({ size, language, t }) => {
  const openPage = async (path: string) => {
    const visit = await testServer().newPage({ size, language, as: 'neighbor' })
    visit.pageErrors.allow(`foreign request: GET ${tilesOrigin}`)
    await visit.page.goto(path)
    return visit
  }

  it('by a trusted professional receives its map picture when an administrator opens the deal', async () => {
    const [deal] = await listAllDeals(await testServer().server.as('neighbor'))
    const advertiser = await testServer().server.as('advertiser')
    // Each run creates its own deal, which has no map picture yet.
    const title = `Atelier ${language} ${newId().slice(-6)}`
    const loc = { type: 'Point' as const, coordinates: [6.1302, 45.9011] as [number, number] }
    const body = { title, description: title, lang: { en: { title } }, categoryId: deal!.categoryId, loc, tmpId: title }
    const { answer: made } = await advertiser.call(createDeal, { body })
    expect(made.keeping?.state).toBe('shown')
    const shown = `/les-tilleuls/annonce?id=${made._id}`
    const { page: readerPage, pageErrors } = await openPage(shown)
    // The map picture can be replaced while a page shows it; the former picture then answers 404.
    const pictureGone = /^answer: GET \/media\/[\w-]+\/card 404$/
    pageErrors.allow(pictureGone)
    const picture = (page: Page) => page.getByRole('button', { name: t('deals.mapphoto', { name: title }) })
    await readerPage.getByRole('heading', { level: 1, name: title }).waitFor()
    expect(await picture(readerPage).count()).toBe(0)

    const team = await testServer().newPage({ size, language, as: 'administrator' })
    team.pageErrors.allow(`foreign request: GET ${tilesOrigin}`)
    team.pageErrors.allow(pictureGone)
    // Without a graphics card a map may not be rendered in time; the next visit tries again.
    for (let visit = 0; visit < 4; visit++) {
      await team.page.goto(shown)
      const isDrawn = picture(team.page).waitFor({ timeout: RENDER_TIMEOUT_MS / 2 })
      if (await isDrawn.then(() => true).catch(() => false)) break
    }
    await picture(readerPage).getByText('© OpenStreetMap').waitFor({ timeout: RENDER_TIMEOUT_MS })
  })

  it('appears live in the list, and as a badge on the tab', async () => {
    const deals = await listAllDeals(await testServer().server.as('neighbor'))
    const { page, pageErrors } = await testServer().newPage({ size, language, as: 'neighbor' })
    pageErrors.allow(`foreign request: GET ${tilesOrigin}`)
    await openWithLiveConnection(page, '/les-tilleuls/actualites')
    const tab = page
      .getByRole('navigation', { name: t('common.frame.main') })
      .filter({ visible: true })
      .getByRole('link', { name: t('session.tab.deals') })
    await tab.waitFor()
    const staff = await testServer().server.as('administrator')
    const title = `Marché de nuit ${language}`
    await staff.call(createDeal, {
      body: {
        title,
        description: title,
        lang: { en: { title } },
        categoryId: deals[0]!.categoryId,
        loc: deals[0]!.loc,
        tmpId: title,
      },
    })
    await expect.poll(() => tab.textContent()).toMatch(/1/)
    await tab.click()
    await listOf(page, t).getByRole('heading', { level: 2, name: title }).waitFor()
    await expect.poll(() => tab.textContent()).not.toMatch(/1/)
  })
})
