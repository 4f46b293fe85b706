// features: weather
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { findBarriers } from './axe.ts'
import { oppositeShapes, PATIENCE_MS, type Shape } from './stage.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()
const WEATHER = '/les-tilleuls/meteo'
const FEED = '/les-tilleuls/actualites'
const MINUTE = 60_000

const tabs = (page: Page, say: Shape['say']) =>
  page.getByRole('navigation', { name: say('common.frame.main') }).filter({ visible: true })
const tabOf = (page: Page, say: Shape['say']) => tabs(page, say).getByRole('link', { name: say('session.tab.weather') })
const nowOf = (page: Page, say: Shape['say']) => page.getByRole('region', { name: say('weather.now'), exact: true })
const daysOf = (page: Page, say: Shape['say']) => page.getByRole('table', { name: say('weather.days') })
const setCommunity = async (values: object) => {
  const { server } = stage()
  await server.db.updateTable('communities').set(values).where('custom_uri', '=', 'les-tilleuls').execute()
  server.platform.bus.announce('actor.changed', { communityIds: [await server.communityId('les-tilleuls')] })
}

beforeEach(async () => {
  stage().server.clock.ahead = 0
  await stage().weather.comeBack()
})

describe.each(oppositeShapes)('the weather, $size, $language', ({ size, language, say }) => {
  const arrive = async (path: string, as = 'neighbor') => {
    const guest = await stage().welcome({ size, language, as })
    await guest.page.goto(path)
    return guest
  }
  /** Another location without cached weather. */
  const moveOn = () => setCommunity({ latitude: 45 + Math.random() * 4 })

  it('is a tab with the current weather and five days at four hours, as charts and as a table', async () => {
    stage().weather.hour = at => ({ temp: at.getUTCHours(), code: at.getUTCHours() < 12 ? 0 : 61, id: 800 })
    await moveOn()
    const { page } = await arrive(FEED)
    await page.getByRole('article').first().waitFor()
    const card = page
      .getByRole('complementary')
      .getByRole('link', { name: /\d°.*(?:Annecy, |Sunset|Coucher du soleil)/ })
    // On wide screens it is a card beside the feed.
    await (size === 'wide' ? card : tabOf(page, say)).click()
    await page.waitForURL(`**${WEATHER}`)
    const now = nowOf(page, say)
    await expect.poll(() => now.textContent()).toMatch(/\d+°.*Annecy, /)
    expect(await now.getByRole('listitem').allTextContents()).toEqual([
      expect.stringMatching(`${say('weather.wind')} 9\u00a0km/h`),
      expect.stringMatching(`${say('weather.rain')} 0\u00a0mm`),
      expect.stringMatching(`${say('weather.sunset')} 21`),
    ])
    const table = daysOf(page, say)
    await table.waitFor({ state: 'attached' })
    expect(await card.count()).toBe(0)
    const rows = table.getByRole('row')
    expect(await rows.count()).toBe(6)
    expect(await table.getByRole('columnheader').allTextContents()).toEqual([
      say('weather.table.day'),
      say('weather.table.low'),
      say('weather.table.high'),
      ...[9, 12, 15, 18].map(hour => (language === 'fr' ? `${hour}\u00a0h` : `${hour}:00`)),
    ])
    expect(await table.getByRole('rowheader').first().textContent()).toMatch(`${say('common.day.today')}, `)
    expect(await rows.nth(3).getByRole('cell').allTextContents()).toHaveLength(6)
    // The charts are decorative: the table has the same data.
    expect(await page.locator('main [aria-hidden] svg[preserveAspectRatio]').count()).toBe(5)
    await page.getByText(/Open-Meteo/).waitFor()
  })

  it('is shown to guests, but not where the community has switched it off', async () => {
    const { server, welcome } = stage()
    const { page } = await welcome({
      size,
      language,
      by: await server.asGuest(),
    })
    await page.goto(WEATHER)
    await daysOf(page, say).waitFor({ state: 'attached' })
    await nowOf(page, say).waitFor()
    expect(await findBarriers(page)).toEqual([])
    await setCommunity({ weather: false })
    await page.goto(WEATHER)
    await page.waitForURL(`**${FEED}`)
    await page.getByRole('article').first().waitFor()
    expect(await tabOf(page, say).count()).toBe(0)
    await setCommunity({ weather: true })
    await page.goto(FEED)
    await tabOf(page, say).waitFor()
  })

  it('shows the last data with its time while the provider is unavailable', async () => {
    await moveOn()
    const { page } = await arrive(WEATHER)
    await daysOf(page, say).waitFor({ state: 'attached' })
    const { server, weather } = stage()
    await weather.leave()
    server.clock.ahead += 70 * MINUTE
    await page.reload()
    await page.getByText(/^(?:The weather service does not answer|Le service météo ne répond pas)\./).waitFor()
    await nowOf(page, say).waitFor()
    await weather.comeBack()
    server.clock.ahead += 2 * MINUTE
    await page.getByRole('button', { name: say('common.retry') }).click()
    await expect
      .poll(() => page.getByRole('button', { name: say('common.retry') }).count(), { timeout: PATIENCE_MS })
      .toBe(0)
  })
})
