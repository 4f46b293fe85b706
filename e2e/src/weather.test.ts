// features: weather
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { findAxeViolations } from './axe.ts'
import { oppositeShapes, TIMEOUT_MS, type Shape } from './browser-server.ts'
import { useTestServer } from './use-test-server.ts'

const testServer = useTestServer()
const WEATHER = '/les-tilleuls/meteo'
const FEED = '/les-tilleuls/actualites'
const MINUTE = 60_000

const tabs = (page: Page, t: Shape['t']) =>
  page.getByRole('navigation', { name: t('common.frame.main') }).filter({ visible: true })
const tabOf = (page: Page, t: Shape['t']) => tabs(page, t).getByRole('link', { name: t('session.tab.weather') })
const nowOf = (page: Page, t: Shape['t']) => page.getByRole('region', { name: t('weather.now'), exact: true })
const daysOf = (page: Page, t: Shape['t']) => page.getByRole('table', { name: t('weather.days') })
const setCommunity = async (values: object) => {
  const { server } = testServer()
  await server.db.updateTable('communities').set(values).where('custom_uri', '=', 'les-tilleuls').execute()
  server.platform.bus.publish('actor.changed', { communityIds: [await server.communityId('les-tilleuls')] })
}

beforeEach(async () => {
  testServer().server.clock.aheadMs = 0
  await testServer().weather.restart()
})

describe.each(oppositeShapes)('the weather, $size, $language', ({ size, language, t }) => {
  const openPage = async (path: string, as = 'neighbor') => {
    const visit = await testServer().newPage({ size, language, as })
    await visit.page.goto(path)
    return visit
  }
  /** Moves the community to another location, for which no weather is cached. */
  const changeLocation = () => setCommunity({ latitude: 45 + Math.random() * 4 })

  it('shows the current weather, and a forecast for five days at four hours of the day, as charts and as a table', async () => {
    testServer().weather.weatherAt = at => ({ temp: at.getUTCHours(), code: at.getUTCHours() < 12 ? 0 : 61, id: 800 })
    await changeLocation()
    const { page } = await openPage(FEED)
    await page.getByRole('article').first().waitFor()
    const card = page
      .getByRole('complementary')
      .getByRole('link', { name: /\d°.*(?:Annecy, |Sunset|Coucher du soleil)/ })
    // On wide screens the weather is a card beside the feed.
    await (size === 'wide' ? card : tabOf(page, t)).click()
    await page.waitForURL(`**${WEATHER}`)
    const now = nowOf(page, t)
    await expect.poll(() => now.textContent()).toMatch(/\d+°.*Annecy, /)
    expect(await now.getByRole('listitem').allTextContents()).toEqual([
      expect.stringMatching(`${t('weather.wind')} 9\u00a0km/h`),
      expect.stringMatching(`${t('weather.rain')} 0\u00a0mm`),
      expect.stringMatching(`${t('weather.sunset')} 21`),
    ])
    const table = daysOf(page, t)
    await table.waitFor({ state: 'attached' })
    expect(await card.count()).toBe(0)
    const rows = table.getByRole('row')
    expect(await rows.count()).toBe(6)
    expect(await table.getByRole('columnheader').allTextContents()).toEqual([
      t('weather.table.day'),
      t('weather.table.low'),
      t('weather.table.high'),
      ...[9, 12, 15, 18].map(hour => (language === 'fr' ? `${hour}\u00a0h` : `${hour}:00`)),
    ])
    expect(await table.getByRole('rowheader').first().textContent()).toMatch(`${t('common.day.today')}, `)
    expect(await rows.nth(3).getByRole('cell').allTextContents()).toHaveLength(6)
    // The charts are decorative: the table has the same data.
    expect(await page.locator('main [aria-hidden] svg[preserveAspectRatio]').count()).toBe(5)
    await page.getByText(/Open-Meteo/).waitFor()
  })

  it('is shown to guests, but not once the community has switched the weather off', async () => {
    const { server, newPage } = testServer()
    const { page } = await newPage({
      size,
      language,
      by: await server.asGuest(),
    })
    await page.goto(WEATHER)
    await daysOf(page, t).waitFor({ state: 'attached' })
    await nowOf(page, t).waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    await setCommunity({ weather: false })
    await page.goto(WEATHER)
    await page.waitForURL(`**${FEED}`)
    await page.getByRole('article').first().waitFor()
    expect(await tabOf(page, t).count()).toBe(0)
    await setCommunity({ weather: true })
    await page.goto(FEED)
    await tabOf(page, t).waitFor()
  })

  it('shows the last data with its time while the provider is unavailable', async () => {
    await changeLocation()
    const { page } = await openPage(WEATHER)
    await daysOf(page, t).waitFor({ state: 'attached' })
    const { server, weather } = testServer()
    await weather.stop()
    server.clock.aheadMs += 70 * MINUTE
    await page.reload()
    await page.getByText(/^(?:The weather service does not answer|Le service météo ne répond pas)\./).waitFor()
    await nowOf(page, t).waitFor()
    await weather.restart()
    server.clock.aheadMs += 2 * MINUTE
    await page.getByRole('button', { name: t('common.retry') }).click()
    await expect
      .poll(() => page.getByRole('button', { name: t('common.retry') }).count(), { timeout: TIMEOUT_MS })
      .toBe(0)
  })
})
