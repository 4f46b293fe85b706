// features: deals
import { textIn } from '@parvis/contract/language.ts'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { listAllDeals } from './demo.ts'
import { oppositeShapes, type Shape } from './browser-server.ts'
import { createTouch } from './touch.ts'
import { useTestServer } from './use-test-server.ts'
import { startTileServer } from './map-tiles.ts'

const tiles = await startTileServer()
const tilesOrigin = tiles.origin
const testServer = useTestServer('demo', { settings: tiles.settings })
afterAll(() => {
  tiles.close()
})

const LIST = '/les-tilleuls/vie-locale'
const MAP = '/les-tilleuls/a-proximite'

const mapOf = (page: Page, t: Shape['t']) => page.getByRole('region', { name: t('dealsmap.label') })
const listOf = (page: Page, t: Shape['t']) => page.getByRole('list', { name: t('deals.list') })
const switchView = (page: Page, t: Shape['t'], view: 'list' | 'map') =>
  page
    .getByRole('radio', { name: t(`deals.view.${view}`) })
    .filter({ visible: true })
    .click()

/** Finds the pins that overlap the filter chips or the list, or lie outside the map. */
const findMisplacedPins = async (page: Page, t: Shape['t']) => {
  const map = mapOf(page, t)
  const ground = (await map.boundingBox())!
  const chips = (await page.getByRole('group', { name: t('deals.filter.label') }).boundingBox())!
  const pins = await map.locator('[data-pin]').evaluateAll(all =>
    all.flatMap(pin => {
      const { x, y, width, height } = pin.getBoundingClientRect()
      return pin.checkVisibility({ visibilityProperty: true }) ? [{ x, y, width, height }] : []
    }),
  )
  if (pins.length <= 3) return `only ${pins.length} pins`
  return pins.filter(
    ({ x, y, width, height }) =>
      x < ground.x ||
      x + width > ground.x + ground.width ||
      y < chips.y + chips.height ||
      y + height > ground.y + ground.height,
  )
}

const [onPhone, onWide] = [
  oppositeShapes.find(({ size }) => size === 'phone')!,
  oppositeShapes.find(({ size }) => size === 'wide')!,
]
const openMap = async ({ size, language, t }: Shape, context: object = {}) => {
  const { page, pageErrors } = await testServer().newPage({ size, language, as: 'neighbor', context })
  pageErrors.allow(`foreign request: GET ${tilesOrigin}`)
  await page.goto(MAP)
  await listOf(page, t).getByRole('listitem').first().waitFor()
  await mapOf(page, t).getByText('Les Tilleuls', { exact: true }).waitFor()
  await expect.poll(() => findMisplacedPins(page, t)).toEqual([])
  return page
}

// Runs before other tests add deals: the map then shows exactly the twenty nearest deals.
describe('the deals map on a phone', () => {
  const { t } = onPhone

  it('shows the community and the pins of its deals between the filter chips and a list that finger and keyboard can raise', async () => {
    const page = await openMap(onPhone, { hasTouch: true })
    const handle = page.getByRole('button', { name: t('dealsmap.raise') })
    const list = page.getByRole('region', { name: t('dealsmap.list') })
    const height = () => list.evaluate(element => Math.round(element.getBoundingClientRect().height))
    const initialHeight = await height()
    await handle.focus()
    await page.keyboard.press('Enter')
    await expect.poll(height).toBeGreaterThan(2 * initialHeight)
    expect(await handle.getAttribute('aria-expanded')).toBe('true')
    await page.keyboard.press('Enter')
    await expect.poll(height).toBe(initialHeight)

    // The list follows the finger, wherever the finger touches the list.
    const touch = await createTouch(page)
    const box = (await list.boundingBox())!
    const from = { x: box.x + 150, y: box.y + 90 }
    await touch.down(from)
    for (let step = 1; step <= 8; step++) await touch.move({ x: from.x, y: from.y - 10 * step })
    await expect.poll(height).toBe(initialHeight + 80)
    for (let step = 9; step <= 30; step++) await touch.move({ x: from.x, y: from.y - 10 * step })
    await touch.up()
    await expect.poll(height).toBeGreaterThan(2 * initialHeight)
    // A raised list scrolls, and can be dragged down only when scrolled to its top.
    await touch.stroke({ x: from.x, y: 700 }, { x: from.x, y: 500 })
    const scrolled = () => listOf(page, t).evaluate(element => element.parentElement!.scrollTop)
    await expect.poll(scrolled).toBeGreaterThan(50)
    expect(await height()).toBeGreaterThan(2 * initialHeight)
    // Repeated until the momentum of the stroke has ended.
    const atBeginning = () =>
      listOf(page, t).evaluate(async element => {
        const { parentElement: box } = element
        box!.scrollTo(0, 0)
        for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame)
        return box!.scrollTop
      })
    await expect.poll(atBeginning).toBe(0)
    await touch.stroke({ x: from.x, y: 300 }, { x: from.x, y: 640 })
    await expect.poll(height).toBe(initialHeight)
  })
})

describe('the deals map on a wide screen', () => {
  const { t } = onWide

  it('can be dragged and zoomed over a pin, and keeps the keyboard focus when a pin leaves the view', async () => {
    const page = await openMap(onWide)
    expect(await page.getByRole('button', { name: t('dealsmap.raise') }).isVisible()).toBe(false)
    const map = mapOf(page, t)
    const pin = map.locator('button[aria-pressed]').filter({ visible: true }).first()
    await pin.waitFor()
    const name = (await pin.getAttribute('aria-label'))!
    const pinByName = map.getByRole('button', { name, exact: true })
    const middleOf = async () => {
      const { x, y, width, height } = (await pinByName.boundingBox())!
      return { x: x + width / 2, y: y + height / 2 }
    }
    const from = await middleOf()
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(from.x - 20, from.y + 30, { steps: 8 })
    await page.mouse.up()
    await expect
      .poll(async () => {
        const { x, y } = await middleOf()
        return Math.hypot(x - from.x + 20, y - from.y - 30)
      })
      .toBeLessThan(4)
    expect(await map.getByRole('button', { pressed: true }).count()).toBe(0)

    // A chosen pin grows, but its tip stays in place.
    const pinOffset = () => pinByName.evaluateAll(([found]) => found?.parentElement?.style.translate ?? 'gone')
    const initialOffset = await pinOffset()
    const tipOf = async () => {
      const { x, y, width, height } = (await pinByName.boundingBox())!
      return { x: x + width / 2, y: y + 1.2 * height }
    }
    const tip = await tipOf()
    await pinByName.focus()
    await page.keyboard.press('Enter')
    await map.getByRole('button', { name, exact: true, pressed: true }).waitFor()
    const newTip = await tipOf()
    expect(Math.hypot(newTip.x - tip.x, newTip.y - tip.y)).toBeLessThan(1)

    const hasMoved = async () => (await pinOffset()) !== initialOffset
    const { x, y } = await middleOf()
    await page.mouse.move(x, y)
    await page.mouse.wheel(0, -240)
    await expect.poll(hasMoved).toBe(true)

    // MapLibre ignores keys for 200 ms after the last step of the wheel.
    await map.locator('[data-zooming]').waitFor({ state: 'detached' })
    await pinByName.focus()
    for (let n = 0; n < 30 && (await pinByName.isVisible()); n++) {
      const before = await pinOffset()
      await page.keyboard.press('ArrowRight')
      await expect.poll(async () => (await pinOffset()) !== before || !(await pinByName.isVisible())).toBe(true)
    }
    expect(await pinByName.isVisible()).toBe(false)
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('CANVAS')
  })
})

describe.each(oppositeShapes)('the deals map, $size, $language', ({ size, language, t }) => {
  const openPage = async (path: string, context: object = {}) => {
    const visit = await testServer().newPage({ size, language, as: 'neighbor', context })
    visit.pageErrors.allow(`foreign request: GET ${tilesOrigin}`)
    await visit.page.goto(path)
    return visit
  }

  it('can be used by keyboard, from groups and pins to a deal and its route, and keeps the chosen deal and filter in the URL', async () => {
    const { page } = await openPage(MAP)
    const map = mapOf(page, t)
    const groups = map
      .getByRole('button', { name: language === 'fr' ? /^\d+ lieux ici/ : /^\d+ places here/ })
      .filter({ visible: true })
    await listOf(page, t).getByRole('listitem').first().waitFor()
    await expect.poll(() => map.locator('button').count()).toBeGreaterThan(3)
    await groups.first().waitFor()
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-pin') ?? null)
    for (let n = 0; n < 4 && (await groups.count()) > 0; n++) {
      const opened = await groups.first().getAttribute('data-pin')
      await groups.first().focus()
      await page.keyboard.press('Enter')
      // Opening a group moves the focus to a pin or a smaller group in it.
      await expect.poll(async () => ![null, opened].includes(await focused())).toBe(true)
    }
    const single = map.locator('button[aria-pressed="false"]').filter({ visible: true }).first()
    const nameOfPin = (await single.getAttribute('aria-label'))!
    await single.focus()
    await page.keyboard.press('Enter')
    const rowOfPin = listOf(page, t).getByRole('button', { name: nameOfPin, pressed: true })
    await rowOfPin.waitFor()
    const isInView = (element: HTMLElement | SVGElement) => {
      const { top, bottom } = element.getBoundingClientRect()
      return top >= 0 && bottom <= innerHeight
    }
    await expect.poll(() => rowOfPin.evaluate(isInView)).toBe(true)

    const rows = listOf(page, t).getByRole('listitem')
    const row = rows.filter({ has: page.locator('button[aria-pressed="false"]') }).nth(1)
    const name = (await row.locator('b').textContent())!
    const historyLength = await page.evaluate(() => history.length)
    const before = new URL(page.url()).searchParams.get('id')
    await row.getByRole('button').click()
    await expect.poll(() => new URL(page.url()).searchParams.get('id')).not.toBe(before)
    expect(await page.evaluate(() => history.length)).toBe(historyLength)
    const pin = map.getByRole('button', { name, pressed: true })
    await pin.waitFor()
    await page.reload()
    await pin.waitFor()
    expect(await pin.isVisible()).toBe(true)
    await listOf(page, t).getByRole('button', { name, pressed: true }).waitFor()

    await switchView(page, t, 'list')
    await page.waitForURL(`**${LIST}`)
    const deals = await listAllDeals(await testServer().server.as('neighbor'))
    const chips = page.getByRole('group', { name: t('deals.filter.label') })
    const { category, categoryId } = deals[0]!
    await chips.getByRole('button', { name: textIn(language, category, 'name')!, exact: true }).click()
    await expect.poll(() => new URL(page.url()).search).toContain('filter=')
    await switchView(page, t, 'map')
    await page.waitForURL(`**${MAP}?filter=*`)
    await expect.poll(() => rows.count()).toBe(deals.filter(one => one.categoryId === categoryId && one.loc).length)
    expect(await chips.getByRole('button', { pressed: true }).count()).toBe(1)

    const one = (await rows.nth(1).locator('b').textContent())!
    await rows.nth(1).getByRole('button').click()
    const chosen = map.getByRole('button', { name: one, pressed: true })
    await chosen.waitFor()
    // A second tap on the pin opens the deal.
    await chosen.click()
    await page.getByRole('heading', { level: 1, name: one }).waitFor()
    await page.goBack()
    await page.waitForURL(`**${MAP}?filter=*`)
    await rows.nth(1).getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: one }).waitFor()
    await page.getByRole('button', { name: t('deals.route'), exact: true }).click()
    await page.getByRole('dialog', { name: t('deals.route') }).waitFor()
    await page.keyboard.press('Escape')

    // The map and the list remember the same filter.
    await page.goto(MAP)
    await page.waitForURL(`**${MAP}?filter=*`)
    await switchView(page, t, 'list')
    await page.waitForURL(`**${LIST}?filter=*`)
  })

  it('works without tiles, shows distances from the position of the viewer, and falls back to a list without WebGL', async () => {
    const { page, context, pageErrors } = await testServer().newPage({
      size,
      language,
      as: 'neighbor',
      context: { geolocation: { longitude: 6.2, latitude: 45.9 } },
    })
    pageErrors.allow(`foreign request: GET ${tilesOrigin}`, /Failed to load resource|net::ERR/)
    await context.route(`${tilesOrigin}/**`, route => route.abort())
    await page.goto(MAP)
    await page.getByText(t('map.plain')).waitFor()
    await expect.poll(() => mapOf(page, t).locator('button').count()).toBeGreaterThan(3)
    const distances = () => listOf(page, t).locator('small').allTextContents()
    await listOf(page, t).getByRole('listitem').first().waitFor()
    const before = await distances()
    const locateButton = mapOf(page, t).getByRole('button', { name: t('map.locate') })
    await locateButton.click()
    await page.getByText(t('map.locationinfo')).waitFor()
    await context.grantPermissions(['geolocation'])
    await locateButton.click()
    await expect.poll(distances).not.toEqual(before)
    await page.getByText(t('map.locationinfo')).waitFor({ state: 'detached' })

    await page.addInitScript(() => {
      HTMLCanvasElement.prototype.getContext = () => null
    })
    await page.goto(MAP)
    await page.getByText(t('map.broken')).waitFor()
    const first = listOf(page, t).getByRole('listitem').first()
    const name = (await first.locator('b').textContent())!
    await first.getByRole('link').click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
  })
})
