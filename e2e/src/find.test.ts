// features: community
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../apps/server/src/kernel/ids.ts'
import { fillCityList } from '../../apps/server/src/rooms/community/city-list.service.ts'
import { builtFiles } from './built-files.ts'
import { type Arrival, journeyShapes } from './stage.ts'
import { useStage } from './use-stage.ts'

/** A style of a few shapes, and how often it was asked for. */
const style = {
  version: 8,
  sources: {
    lake: {
      type: 'geojson',
      attribution: '<a href="https://maps.example">© The mappers</a>',
      data: {
        type: 'Feature',
        properties: {},
        geometry: {
          type: 'Polygon',
          coordinates: [
            [
              [6.13, 45.8],
              [6.2, 45.8],
              [6.2, 45.89],
              [6.13, 45.8],
            ],
          ],
        },
      },
    },
  },
  layers: [
    { id: 'background', type: 'background' },
    { id: 'water', type: 'fill', source: 'lake' },
  ],
}
let asked = 0
const tiles: Server = createServer((request, response) => {
  asked++
  response.writeHead(request.url === '/style.json' ? 200 : 404, {
    'access-control-allow-origin': '*',
    'content-type': 'application/json',
  })
  response.end(JSON.stringify(style))
})
await new Promise<void>(done => {
  tiles.listen(0, '127.0.0.1', done)
})
const tilesOrigin = `http://127.0.0.1:${(tiles.address() as AddressInfo).port}`

const stage = useStage('demo', {
  settings: { tilesStyleUrl: new URL('/style.json', tilesOrigin), outsideOrigins: [tilesOrigin] },
})
const fromTiles = `foreign request: GET ${tilesOrigin}`
beforeAll(async () => {
  await fillCityList(stage().server.db)
})
afterAll(() => {
  tiles.close()
})

const pathOf = (page: Page) => new URL(page.url()).pathname
const annecy = { longitude: 6.1286, latitude: 45.8987 }

const community = (uri: string, n: number) => ({
  id: newId(),
  name: `Village ${String(n).padStart(2, '0')}`,
  custom_uri: uri,
  community_type: 'Neighborhood' as const,
  organization_id: null,
  city_id: null,
  register_key_hash: null,
  description: null,
  description_en: null,
  logo_id: null,
  address: null,
  zip_code: null,
  city: 'Thônes',
  phone: null,
  fax: null,
  mail: null,
  web_site_url: null,
  longitude: 6.325 + n / 500,
  latitude: 45.88,
})

describe.each(journeyShapes)('finding a community, $size, $language', ({ size, language, say }) => {
  const arrive = async (more: Arrival = {}) => {
    const guest = await stage().welcome({ size, language, ...more })
    guest.faults.expect(fromTiles)
    return guest
  }
  const inWords = (distance: string) => (language === 'fr' ? distance.replace('.', ',') : distance)

  it('on the map: it is chosen there, tinted in the list, and entered', async () => {
    const { page } = await arrive()
    await page.goto('/les-tilleuls')
    await page.getByRole('link', { name: say('community.landing.another') }).click()
    await page.getByRole('heading', { level: 1, name: say('find.title') }).waitFor()
    if (size === 'phone') {
      await page.getByRole('radio', { name: say('find.view.map') }).click()
      await page.getByRole('dialog', { name: say('find.map.here') }).waitFor()
    } else await page.goto('/carte-communautes')
    const map = page.getByRole('region', { name: say('find.map.label') })
    await map.getByText('© The mappers').waitFor()
    const pin = map.getByRole('button', { name: 'Camping des Pins' })
    await pin.click()
    expect(await pin.getAttribute('aria-pressed')).toBe('true')
    const row = page.getByRole('list').getByRole('link', { name: 'Camping des Pins' })
    expect(await row.getAttribute('aria-current')).toBe('true')
    await row.click()
    await page.getByRole('heading', { level: 1, name: 'Camping des Pins' }).waitFor()
    expect(pathOf(page)).toBe('/camping-des-pins')
    // the next visit starts there
    await page.goto('/')
    await page.getByRole('heading', { level: 1, name: 'Camping des Pins' }).waitFor()
    await page.goBack()
  })

  it('on the map without its tiles: the places stand on a plain ground', async () => {
    const { page, faults, context } = await arrive()
    faults.expect(/Failed to load resource|net::ERR/)
    await context.route(`${tilesOrigin}/**`, route => route.abort())
    await page.goto('/carte-communautes')
    await page.getByText(say('map.plain')).waitFor()
    const map = page.getByRole('region', { name: say('find.map.label') })
    await map.getByRole('button', { name: 'Camping des Pins' }).click()
    await map.getByRole('button', { name: 'Camping des Pins' }).click()
    await page.getByRole('heading', { level: 1, name: 'Camping des Pins' }).waitFor()
  })

  it('on the map: it asks anew once it has moved far enough, and groups what lies together', async () => {
    const { db } = stage().server
    await db
      .insertInto('communities')
      .values(Array.from({ length: 5 }, (_, n) => community(`village-${language}-${n}`, n)))
      .execute()
    try {
      const { page } = await arrive()
      const calls: string[] = []
      page.on('request', request => {
        if (request.url().includes('/communities/near')) calls.push(request.url())
      })
      await page.goto('/carte-communautes')
      const map = page.getByRole('region', { name: say('find.map.label') })
      const group = map.getByRole('button', { name: /^5 / })
      await map
        .getByRole('button', { name: 'Les Tilleuls' })
        .or(map.getByRole('button', { name: /^\d/ }))
        .first()
        .waitFor()
      const before = calls.length
      await page.getByRole('searchbox').fill('thones')
      await page.getByRole('button', { name: 'Thônes' }).click()
      await expect.poll(() => calls.length).toBeGreaterThan(before)
      // a group opens until each stands by itself
      await group.click()
      await map.getByRole('button', { name: 'Village 04' }).waitFor()
      expect(await map.getByRole('button', { name: /^Village/ }).count()).toBe(5)
      await page.waitForTimeout(600)
      const there = calls.length
      await map.getByRole('button', { name: say('map.zoomin'), exact: true }).click()
      await page.waitForTimeout(600)
      // nothing moved: its middle is where it was
      expect(calls.length).toBe(there)
    } finally {
      await db.deleteFrom('communities').where('custom_uri', 'like', `village-${language}-%`).execute()
    }
  })

  it('says so where no map can be drawn, and the list does as well', async () => {
    const { page } = await arrive()
    await page.addInitScript(() => {
      HTMLCanvasElement.prototype.getContext = () => null
    })
    await page.goto('/carte-communautes')
    await page.getByText(say('map.broken')).waitFor()
    await page.getByRole('link', { name: 'Les Tilleuls' }).click()
    await page.getByRole('heading', { level: 1, name: 'Les Tilleuls' }).waitFor()
  })

  it('by its town', async () => {
    const { page } = await arrive()
    await page.goto('/communautes')
    await page.getByRole('link', { name: say('find.towns'), exact: true }).click()
    await page.getByRole('heading', { level: 1, name: say('find.cities.title') }).waitFor()
    await page.getByText(say('find.cities.hint')).waitFor()
    const field = page.getByRole('searchbox', { name: say('find.cities.search') })
    await field.fill('saint-et')
    await page.getByRole('link', { name: /^Saint-Étienne Loire/ }).waitFor()
    await field.fill('zzz')
    await page.getByRole('heading', { name: say('find.cities.empty.title', { name: 'zzz' }) }).waitFor()
    await field.fill('lyon')
    await page.getByRole('link', { name: /^Lyon Rhône/ }).click()
    await page.getByRole('heading', { name: say('find.emptytown.title', { town: 'Lyon' }) }).waitFor()
    await page.goBack()
    await field.fill('ANNÉCY')
    await page.getByRole('link', { name: /^Annecy Haute-Savoie/ }).click()
    const list = page.getByRole('list', { name: say('find.list') })
    await expect.poll(() => list.getByRole('link').count()).toBe(3)
    await list.getByRole('link', { name: 'Quartier de la Gare' }).click()
    await page.getByRole('heading', { level: 1, name: 'Quartier de la Gare' }).waitFor()
  })

  it('by its name, page by page, the nearest first once one says where one is; private ones never', async () => {
    const { db } = stage().server
    await db
      .insertInto('communities')
      .values(Array.from({ length: 45 }, (_, n) => community(`hameau-${language}-${n}`, n)))
      .execute()
    try {
      const { page, context } = await arrive({ context: { geolocation: annecy } })
      await page.goto('/communautes')
      const rows = page.getByRole('list', { name: say('find.list') }).getByRole('link')
      await expect
        .poll(async () => {
          await page.mouse.move(200, 600)
          await page.mouse.wheel(0, 4000)
          return rows.count()
        })
        .toBe(48)
      const names = await rows.allTextContents()
      expect(new Set(names).size).toBe(48)
      expect(names.some(name => name.includes('Résidence du Lac'))).toBe(false)

      const field = page.getByRole('searchbox', { name: say('find.search') })
      await field.fill('tilleuls')
      await expect.poll(() => rows.count()).toBe(1)
      expect(new URL(page.url()).searchParams.get('nom')).toBe('tilleuls')
      await field.fill('residence du lac')
      await page.getByRole('heading', { name: say('find.emptysearch.title', { name: 'residence du lac' }) }).waitFor()
      await page.getByRole('button', { name: say('find.emptysearch.all') }).click()
      await expect.poll(() => rows.count()).toBeGreaterThan(1)

      const near = page.getByRole('button', { name: say('find.near'), exact: true })
      await near.click()
      await page.getByText(say('find.locationinfo')).waitFor()
      await context.grantPermissions(['geolocation'])
      await near.click()
      await expect.poll(() => rows.first().textContent()).toContain('Quartier de la Gare')
      expect(inWords((await rows.nth(2).textContent())!)).toMatch(/Camping des Pins.*1[.,]2\s?km/)
      expect(await page.getByText(say('find.locks')).count()).toBe(1)
    } finally {
      await db.deleteFrom('communities').where('custom_uri', 'like', `hameau-${language}-%`).execute()
    }
  })

  it('is asked for first of whoever wants to join without one', async () => {
    const { page } = await arrive()
    await page.goto('/connexion')
    await page.getByRole('alert').getByText(say('find.selectcommunity')).waitFor()
    expect(pathOf(page)).toBe('/communautes')
    await page.getByRole('link', { name: 'Les Tilleuls' }).click()
    await page.getByRole('heading', { level: 1, name: 'Les Tilleuls' }).waitFor()
    // now there is one
    await page.goto('/connexion')
    await page.getByRole('dialog', { name: 'Les Tilleuls' }).waitFor()
    expect(pathOf(page)).toBe('/les-tilleuls/connexion')
  })

  it('that is not there: its webmasters are asked for it', async () => {
    const { page, faults } = await arrive()
    await page.goto('/communautes')
    await page.getByRole('link', { name: say('find.create') }).click()
    await page.getByRole('heading', { level: 1, name: say('find.request.title') }).waitFor()
    const send = page.getByRole('button', { name: say('find.request.send') })
    await send.click()
    await page.getByText(say('errors.namemandatory')).waitFor()
    await page.getByLabel(say('find.request.name')).fill(`Les Jardins ${language}`)
    await page.getByLabel(say('find.request.email')).fill('paul@')
    await send.click()
    await page.getByText(say('errors.invalidemail')).waitFor()
    await page.getByLabel(say('find.request.email')).fill('paul@test.example')
    faults.expect(/communities\/request 429/)
    let full = true
    await page.route(/\/communities\/request/, route =>
      full
        ? route.fulfill({ status: 429, json: { error: { key: 'toomanyrequests', params: { seconds: 120 } } } })
        : route.fallback(),
    )
    await send.click()
    await page.getByRole('alert').waitFor()
    full = false
    await send.click()
    await page.getByText(say('find.request.done.text', { email: 'paul@test.example' })).waitFor()
    await expect
      .poll(() => stage().server.mailbox.mails.map(({ subject }) => subject))
      .toContainEqual(expect.stringContaining(`Les Jardins ${language}`))
  })

  it('failed: says so, and tries again', async () => {
    const { page, faults } = await arrive()
    faults.expect(/communities\/search 500/)
    let broken = true
    await page.route(/\/communities\/search/, route =>
      broken ? route.fulfill({ status: 500, json: { error: { key: 'unexpectederror' } } }) : route.fallback(),
    )
    await page.goto('/communautes')
    await page.getByRole('heading', { name: say('find.failed.title') }).waitFor()
    broken = false
    await page.getByRole('button', { name: say('common.retry') }).click()
    await page.getByRole('link', { name: 'Les Tilleuls' }).waitFor()
  })

  it('lets visitors see the good deals of an open one; members have their own list', async () => {
    const { page } = await arrive()
    await page.goto('/les-tilleuls')
    await page.getByRole('link', { name: say('community.landing.deals') }).click()
    await page
      .getByRole('heading', { level: 1, name: say('deals.visit.title', { community: 'Les Tilleuls' }) })
      .waitFor()
    await page
      .getByRole('list', { name: say('deals.list') })
      .getByRole('link')
      .first()
      .click()
    await expect.poll(() => pathOf(page)).toMatch(/^\/annecy\/vie-locale\//)
    await page.goto('/les-tilleuls/vie-locale')
    const categories = page.getByRole('main').getByRole('button', { pressed: false })
    await categories.first().click()
    // one address for all: what a visitor passes on opens the screen of whoever follows it
    await expect.poll(() => page.url()).toMatch(/\/les-tilleuls\/vie-locale\?/)
    const narrowed = page.url()
    await page.reload()
    await page.getByRole('main').getByRole('button', { pressed: true }).first().waitFor()
    expect(page.url()).toBe(narrowed)
    // a closed one has none for strangers
    await page.goto('/residence-du-lac/vie-locale')
    await expect.poll(() => pathOf(page)).toBe('/residence-du-lac/connexion')
    const { page: member } = await arrive({ as: 'neighbor' })
    await member.goto('/les-tilleuls/bons-plans')
    await expect.poll(() => pathOf(member)).toBe('/les-tilleuls/vie-locale')
  })
})

describe('links', () => {
  it('that cannot be ours are told as such; a reserved word is just not there', async () => {
    const { page } = await stage().welcome()
    await page.goto('/les%20tilleuls')
    await page
      .getByText('URL not supported: /les%20tilleuls')
      .or(page.getByText('URL not supported: /les tilleuls'))
      .waitFor()
    await page.goto('/%E0%A4%A')
    await page.getByText(/URL not supported: .*E0.*A4.*A/).waitFor()
    await page.goto('/calendrier')
    await page.getByText('Nothing lives at this address.').waitFor()
    expect(await page.getByText('URL not supported').count()).toBe(0)
  })

  it('the start leads to the communities where several are open and none is the first', async () => {
    const { db } = stage().server
    await db.updateTable('communities').set({ is_default: false }).execute()
    try {
      const { page, faults } = await stage().welcome()
      faults.expect('GET /communities 404')
      await page.goto('/')
      await page.getByRole('heading', { level: 1, name: 'Where do you live, or stay?' }).waitFor()
      expect(pathOf(page)).toBe('/communautes')
    } finally {
      await db.updateTable('communities').set({ is_default: true }).where('custom_uri', '=', 'les-tilleuls').execute()
    }
  })
})

it('the map and the scanner are in no other screen', async () => {
  const { page } = await stage().welcome()
  const fetched: string[] = []
  page.on('request', request => fetched.push(request.url()))
  await page.goto('/les-tilleuls')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.goto('/communautes')
  await page.getByRole('link', { name: 'Les Tilleuls' }).waitFor()
  const heavy = builtFiles(/maplibre|PlaceMap|zxing|\.wasm/)
  expect(heavy.length).toBeGreaterThan(3)
  expect(fetched.filter(url => heavy.some(file => url.endsWith(file)))).toEqual([])
  expect(asked).toBeGreaterThan(0)
})
