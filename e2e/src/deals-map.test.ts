// features: deals
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createDeal, editDeal } from '@parvis/contract/write-deals.ts'
import { textIn } from '@parvis/contract/language.ts'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { newId } from '../../apps/server/src/kernel/ids.ts'
import { allDeals } from './demo.ts'
import { lengthenDeals } from './long-deals.ts'
import { setCommunity } from './set-community.ts'
import { oppositeShapes, type Shape } from './stage.ts'
import { touchOf } from './touch.ts'
import { useStage } from './use-stage.ts'

const style = { version: 8, sources: {}, layers: [{ id: 'background', type: 'background' }] }
const tiles: Server = createServer((_, response) => {
  response.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'application/json' })
  response.end(JSON.stringify(style))
})
await new Promise<void>(done => {
  tiles.listen(0, '127.0.0.1', done)
})
const tilesOrigin = `http://127.0.0.1:${(tiles.address() as AddressInfo).port}`
const stage = useStage('demo', {
  settings: { tilesStyleUrl: new URL('/style.json', tilesOrigin), outsideOrigins: [tilesOrigin] },
})
afterAll(() => {
  tiles.close()
})

/** So long may a machine without a graphics card take for a picture of a map. */
const DRAWN_MS = 60_000
const LIST = '/les-tilleuls/vie-locale'
const MAP = '/les-tilleuls/a-proximite'
const annecy = { longitude: 6.1286, latitude: 45.8987 }

const mapOf = (page: Page, say: Shape['say']) => page.getByRole('region', { name: say('dealsmap.label') })
const listOf = (page: Page, say: Shape['say']) => page.getByRole('list', { name: say('deals.list') })
const to = (page: Page, say: Shape['say'], view: 'list' | 'map') =>
  page
    .getByRole('radio', { name: say(`deals.view.${view}`) })
    .filter({ visible: true })
    .click()

describe.each(oppositeShapes)('the map of good deals, $size, $language', ({ size, language, say }) => {
  const arrive = async (path: string, context: object = {}) => {
    const guest = await stage().welcome({ size, language, as: 'neighbor', context })
    guest.faults.expect(`foreign request: GET ${tilesOrigin}`)
    await guest.page.goto(path)
    return guest
  }

  it('keeps the categories of the list, and leads from there to a deal and to the way there', async () => {
    const deals = await allDeals(await stage().server.as('neighbor'))
    const { page } = await arrive(LIST)
    const chips = page.getByRole('group', { name: say('deals.filter.label') })
    const { category, categoryId } = deals[0]!
    await chips.getByRole('button', { name: textIn(language, category, 'name')!, exact: true }).click()
    await expect.poll(() => new URL(page.url()).search).toContain('filter=')
    await to(page, say, 'map')
    await page.waitForURL(`**${MAP}?filter=*`)
    const rows = listOf(page, say).getByRole('listitem')
    await expect.poll(() => rows.count()).toBe(deals.filter(one => one.categoryId === categoryId && one.loc).length)
    expect(await chips.getByRole('button', { pressed: true }).count()).toBe(1)

    const row = rows.nth(1)
    const name = (await row.locator('b').textContent())!
    await row.getByRole('button').click()
    const pin = mapOf(page, say).getByRole('button', { name, pressed: true })
    await pin.waitFor()
    // tapped again it is gone to
    await pin.click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await page.goBack()
    await page.waitForURL(`**${MAP}?filter=*`)
    await rows.nth(1).getByRole('link').click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await page.getByRole('button', { name: say('deals.route'), exact: true }).click()
    await page.getByRole('dialog', { name: say('deals.route') }).waitFor()
    await page.keyboard.press('Escape')

    // both remember the same
    await page.goto(MAP)
    await page.waitForURL(`**${MAP}?filter=*`)
    await to(page, say, 'list')
    await page.waitForURL(`**${LIST}?filter=*`)
  })

  it('brings the line of a pin into view, and takes what lies together apart', async () => {
    const { page } = await arrive(MAP)
    const map = mapOf(page, say)
    const groups = map.getByRole('button', { name: language === 'fr' ? /^\d+ lieux ici/ : /^\d+ places here/ })
    await listOf(page, say).getByRole('listitem').first().waitFor()
    await expect.poll(() => map.locator('button').count()).toBeGreaterThan(3)
    for (let n = 0; n < 4 && (await groups.filter({ visible: true }).count()) > 0; n++) {
      await groups.filter({ visible: true }).first().focus()
      await page.keyboard.press('Enter')
      await page.waitForTimeout(700)
    }
    const pin = map.locator('button[aria-pressed="false"]').filter({ visible: true }).first()
    const name = (await pin.getAttribute('aria-label'))!
    await pin.focus()
    await page.keyboard.press('Enter')
    const line = listOf(page, say).getByRole('button', { name: name, pressed: true })
    await line.waitFor()
    await expect
      .poll(() =>
        line.evaluate(element => {
          const { top, bottom } = element.getBoundingClientRect()
          return top >= 0 && bottom <= innerHeight
        }),
      )
      .toBe(true)
  })

  it('leads who opens a group by keyboard to what came out of it, and has the chosen deal in its address', async () => {
    const { page } = await arrive(MAP)
    const map = mapOf(page, say)
    const group = map
      .getByRole('button', { name: language === 'fr' ? /^\d+ lieux ici/ : /^\d+ places here/ })
      .filter({ visible: true })
      .first()
    const opened = await group.getAttribute('data-pin')
    await group.focus()
    await page.keyboard.press('Enter')
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-pin') ?? null)
    await expect.poll(async () => ![null, opened].includes(await focused())).toBe(true)

    const row = listOf(page, say).getByRole('listitem').nth(1)
    const name = (await row.locator('b').textContent())!
    const steps = await page.evaluate(() => history.length)
    await row.getByRole('button').click()
    await expect.poll(() => new URL(page.url()).searchParams.get('id')).not.toBe(null)
    expect(await page.evaluate(() => history.length)).toBe(steps)
    const pin = map.getByRole('button', { name, pressed: true })
    await pin.waitFor()
    await page.reload()
    await pin.waitFor()
    expect(await pin.isVisible()).toBe(true)
    await listOf(page, say).getByRole('button', { name, pressed: true }).waitFor()
  })

  it('has the community on it, and a list that is drawn up by finger and by keyboard', async () => {
    const { page } = await arrive(MAP, { hasTouch: size === 'phone' })
    await listOf(page, say).getByRole('listitem').first().waitFor()
    await mapOf(page, say).getByText('Les Tilleuls', { exact: true }).waitFor()
    const handle = page.getByRole('button', { name: say('dealsmap.raise') })
    if (size !== 'phone') return expect(await handle.isVisible()).toBe(false)
    const list = page.getByRole('region', { name: say('dealsmap.list') })
    const height = () => list.evaluate(element => Math.round(element.getBoundingClientRect().height))
    const low = await height()
    await handle.focus()
    await page.keyboard.press('Enter')
    await expect.poll(height).toBeGreaterThan(2 * low)
    expect(await handle.getAttribute('aria-expanded')).toBe('true')
    await page.keyboard.press('Enter')
    await expect.poll(height).toBe(low)

    // it follows the finger, wherever that comes down
    const touch = await touchOf(page)
    const box = (await list.boundingBox())!
    const from = { x: box.x + 150, y: box.y + 90 }
    await touch.down(from)
    for (let step = 1; step <= 8; step++) await touch.move({ x: from.x, y: from.y - 10 * step })
    await expect.poll(height).toBe(low + 80)
    for (let step = 9; step <= 30; step++) await touch.move({ x: from.x, y: from.y - 10 * step })
    await page.waitForTimeout(150)
    await touch.up()
    await expect.poll(height).toBeGreaterThan(2 * low)
    // raised it scrolls, and goes down from its beginning alone
    await touch.stroke({ x: from.x, y: 700 }, { x: from.x, y: 500 })
    const scrolled = () => listOf(page, say).evaluate(element => element.parentElement!.scrollTop)
    await expect.poll(scrolled).toBeGreaterThan(50)
    expect(await height()).toBeGreaterThan(2 * low)
    await page.waitForTimeout(800)
    await listOf(page, say).evaluate(element => element.parentElement!.scrollTo(0, 0))
    await expect.poll(scrolled).toBe(0)
    await touch.stroke({ x: from.x, y: 300 }, { x: from.x, y: 640 })
    await expect.poll(height).toBe(low)
  })

  it('begins with its pins between the chips and the list', async () => {
    const { page } = await arrive(MAP)
    const map = mapOf(page, say)
    await listOf(page, say).getByRole('listitem').first().waitFor()
    await page.getByRole('group', { name: say('deals.filter.label') }).waitFor()
    await page.waitForTimeout(800)
    const boxes = await map.locator('[data-pin]').filter({ visible: true }).all()
    expect(boxes.length).toBeGreaterThan(3)
    const chips = (await page.getByRole('group', { name: say('deals.filter.label') }).boundingBox())!
    const ground = (await map.boundingBox())!
    for (const pin of boxes) {
      const { x, y, width, height } = (await pin.boundingBox())!
      expect([x >= ground.x, x + width <= ground.x + ground.width], 'from side to side').toEqual([true, true])
      expect([y >= chips.y + chips.height, y + height <= ground.y + ground.height], 'from top to bottom').toEqual([
        true,
        true,
      ])
    }
  })

  it('is moved by who drags or turns the wheel over a pin, and goes on by keyboard where a pin leaves the view', async () => {
    const { page } = await arrive(MAP)
    const map = mapOf(page, say)
    const pin = map.locator('button[aria-pressed]').filter({ visible: true }).first()
    await pin.waitFor()
    const name = (await pin.getAttribute('aria-label'))!
    const same = map.getByRole('button', { name, exact: true })
    const middleOf = async () => {
      const { x, y, width, height } = (await same.boundingBox())!
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

    // chosen, it grows and stands where it stood
    const feet = () => same.evaluate(element => element.parentElement!.style.translate)
    const stood = await feet()
    const tipOf = async () => {
      const { x, y, width, height } = (await same.boundingBox())!
      return { x: x + width / 2, y: y + 1.2 * height }
    }
    const tip = await tipOf()
    await same.focus()
    await page.keyboard.press('Enter')
    await map.getByRole('button', { name, exact: true, pressed: true }).waitFor()
    const grown = await tipOf()
    expect(Math.hypot(grown.x - tip.x, grown.y - tip.y)).toBeLessThan(1)

    const isAway = async () => (await feet()) !== stood
    const { x, y } = await middleOf()
    await page.mouse.move(x, y)
    await page.mouse.wheel(0, -240)
    await expect.poll(isAway).toBe(true)

    await same.focus()
    for (let n = 0; n < 30 && (await same.isVisible()); n++) {
      await page.keyboard.press('ArrowRight')
      await page.waitForTimeout(150)
    }
    expect(await same.isVisible()).toBe(false)
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('CANVAS')
  })

  it('what a trusted professional offers gets its picture of the map from the team that opens it', async () => {
    const [deal] = await allDeals(await stage().server.as('neighbor'))
    const advertiser = await stage().server.as('advertiser')
    // each try has a deal of its own, which nobody has drawn yet
    const title = `Atelier ${language} ${newId().slice(-6)}`
    const loc = { type: 'Point' as const, coordinates: [6.1302, 45.9011] as [number, number] }
    const body = { title, description: title, lang: { en: { title } }, categoryId: deal!.categoryId, loc, tmpId: title }
    const { answer: made } = await advertiser.call(createDeal, { body })
    expect(made.keeping?.state).toBe('shown')
    const shown = `/les-tilleuls/annonce?id=${made._id}`
    const { page: reader, faults } = await arrive(shown)
    // the picture that is replaced goes while it is shown
    const isGone = /^answer: GET \/media\/[\w-]+\/card 404$/
    faults.expect(isGone)
    const picture = (page: Page) => page.getByRole('button', { name: say('deals.mapphoto', { name: title }) })
    await reader.getByRole('heading', { level: 1, name: title }).waitFor()
    expect(await picture(reader).count()).toBe(0)

    const team = await stage().welcome({ size, language, as: 'administrator' })
    team.faults.expect(`foreign request: GET ${tilesOrigin}`)
    team.faults.expect(isGone)
    // without a graphics card a map may not come in its time: it is drawn at the next visit
    for (let visit = 0; visit < 4; visit++) {
      await team.page.goto(shown)
      const isDrawn = picture(team.page).waitFor({ timeout: DRAWN_MS / 2 })
      if (await isDrawn.then(() => true).catch(() => false)) break
    }
    await picture(reader).getByText('© OpenStreetMap').waitFor({ timeout: DRAWN_MS })
    const drawn = await picture(reader).locator('img').first().getAttribute('src')

    // of another place it is none: the team's open screen draws anew
    const moved = { ...loc, coordinates: [6.1355, 45.8962] as [number, number] }
    const { answer } = await advertiser.call(editDeal, { params: { id: made._id }, body: { loc: moved } })
    expect(answer.mapPhotoUri).toBe(null)
    const isAnother = () =>
      expect
        .poll(
          () =>
            picture(reader)
              .locator('img')
              .first()
              .getAttribute('src', { timeout: 1000 })
              .catch(() => drawn),
          { timeout: DRAWN_MS / 2 },
        )
        .not.toBe(drawn)
    for (let visit = 0; visit < 4; visit++) {
      if (
        await isAnother()
          .then(() => true)
          .catch(() => false)
      )
        return
      await team.page.goto(shown)
    }
    await isAnother()
  })

  it('is of use without tiles, and without any map at all', async () => {
    const plain = await arrive('/les-tilleuls/actualites')
    plain.faults.expect(/Failed to load resource|net::ERR/)
    await plain.context.route(`${tilesOrigin}/**`, route => route.abort())
    await plain.page.goto(MAP)
    await plain.page.getByText(say('map.plain')).waitFor()
    await expect.poll(() => mapOf(plain.page, say).locator('button').count()).toBeGreaterThan(3)

    const { page } = await arrive('/les-tilleuls/actualites')
    await page.addInitScript(() => {
      HTMLCanvasElement.prototype.getContext = () => null
    })
    await page.goto(MAP)
    await page.getByText(say('map.broken')).waitFor()
    const first = listOf(page, say).getByRole('listitem').first()
    const name = (await first.locator('b').textContent())!
    await first.getByRole('link').click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
  })

  it('says why it does not know where its reader is, and tells distances from there once it does', async () => {
    const { page, context } = await arrive(MAP, { geolocation: { longitude: 6.2, latitude: 45.9 } })
    const distances = () => listOf(page, say).locator('small').allTextContents()
    await listOf(page, say).getByRole('listitem').first().waitFor()
    const before = await distances()
    const me = mapOf(page, say).getByRole('button', { name: say('map.locate') })
    await me.click()
    await page.getByText(say('map.locationinfo')).waitFor()
    await context.grantPermissions(['geolocation'])
    await me.click()
    await expect.poll(distances).not.toEqual(before)
    await page.getByText(say('map.locationinfo')).waitFor({ state: 'detached' })

    const failing = await arrive('/les-tilleuls/actualites', { geolocation: annecy })
    await failing.page.addInitScript(() => {
      navigator.geolocation.getCurrentPosition = (_, failed) =>
        failed?.({ code: 2, message: 'no satellites', PERMISSION_DENIED: 1 } as GeolocationPositionError)
    })
    await failing.page.goto(MAP)
    await mapOf(failing.page, say)
      .getByRole('button', { name: say('map.locate') })
      .click()
    await failing.page.getByText(say('map.locationerror', { message: 'no satellites' })).waitFor()
  })

  it('is there for who has no deals tab by no address', async () => {
    await setCommunity(stage().server, 'les-tilleuls', { gooddeal: false })
    try {
      const { page } = await arrive(MAP)
      await page.waitForURL('**/les-tilleuls/actualites*')
      const tabs = page.getByRole('navigation', { name: say('common.frame.main') }).filter({ visible: true })
      await tabs.getByRole('link', { name: say('session.tab.live') }).waitFor()
      expect(await tabs.getByRole('link', { name: say('session.tab.deals') }).count()).toBe(0)
    } finally {
      await setCommunity(stage().server, 'les-tilleuls', { gooddeal: true })
    }
  })

  it('and its tab hear of a new deal at once', async () => {
    const deals = await allDeals(await stage().server.as('neighbor'))
    const { page } = await arrive('/les-tilleuls/actualites')
    const tab = page
      .getByRole('navigation', { name: say('common.frame.main') })
      .filter({ visible: true })
      .getByRole('link', { name: say('session.tab.deals') })
    await tab.waitFor()
    // the live connection stands, and the list was fetched ahead
    await page.waitForTimeout(2500)
    const staff = await stage().server.as('administrator')
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
    await expect.poll(() => tab.textContent(), { timeout: 10_000 }).toMatch(/1/)
    await tab.click()
    await listOf(page, say).getByRole('heading', { level: 2, name: title }).waitFor()
    await expect.poll(() => tab.textContent()).not.toMatch(/1/)
    await to(page, say, 'map')
    await listOf(page, say).getByRole('button', { name: title }).first().waitFor()
  })
})

/** Pins and groups that find room on a wide map. */
const MOST_DRAWN = 250

describe('five thousand deals', () => {
  it('draw what is in view alone', async () => {
    await lengthenDeals(stage().server, 5000)
    const { page, faults } = await stage().welcome({ size: 'wide', language: 'en', as: 'neighbor' })
    faults.expect(`foreign request: GET ${tilesOrigin}`)
    await page.goto(MAP)
    const map = page.getByRole('region', { name: 'Map of the good deals' })
    const drawn = () => map.locator('button').count()
    await expect.poll(drawn).toBeGreaterThan(3)
    for (const way of ['Zoom in', 'Zoom in', 'Zoom out', 'Zoom out', 'Zoom out', 'Zoom out', 'Zoom out']) {
      await map.getByRole('button', { name: way, exact: true }).click()
      await page.waitForTimeout(500)
      expect(await drawn()).toBeLessThanOrEqual(MOST_DRAWN)
    }
    expect(await page.getByRole('list', { name: 'Good deals' }).getByRole('listitem').count()).toBeLessThanOrEqual(60)
  })
})
