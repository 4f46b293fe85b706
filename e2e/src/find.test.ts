// features: community, deals
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../apps/server/src/kernel/ids.ts'
import { importTowns } from '../../apps/server/src/testing/towns.ts'
import { builtFilesOf } from './built-files.ts'
import { goTo } from './go-to.ts'
import { type PageOptions, journeyShapes } from './browser-server.ts'
import { useTestServer } from './use-test-server.ts'

/** The map style of the tile server below: a background and one lake. */
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
let requestCount = 0
const tiles: Server = createServer((request, response) => {
  requestCount++
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

const testServer = useTestServer('demo', {
  settings: { tilesStyleUrl: new URL('/style.json', tilesOrigin), externalOrigins: [tilesOrigin] },
})
const tileRequests = `foreign request: GET ${tilesOrigin}`
beforeAll(async () => {
  await importTowns(testServer().server.db)
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

describe.each(journeyShapes)('finding a community, $size, $language', ({ size, language, t }) => {
  const openPage = async (more: PageOptions = {}) => {
    const visit = await testServer().newPage({ size, language, ...more })
    visit.pageErrors.allow(tileRequests)
    return visit
  }
  const localized = (distance: string) => (language === 'fr' ? distance.replace('.', ',') : distance)

  it('a tap on a map pin highlights the row of its community, and a second tap opens the community; moving the map loads other communities', async () => {
    const { page } = await openPage()
    await page.goto('/les-tilleuls')
    await page.getByRole('link', { name: t('community.landing.another') }).click()
    await page.getByRole('heading', { level: 1, name: t('find.title') }).waitFor()
    if (size === 'phone') {
      await page.getByRole('radio', { name: t('find.view.map') }).click()
      await page.getByRole('dialog', { name: t('find.map.here') }).waitFor()
    } else await goTo(page, '/carte-communautes')
    const map = page.getByRole('region', { name: t('find.map.label') })
    await map.getByText('© The mappers').waitFor()
    const pin = map.getByRole('button', { name: 'Camping des Pins' })
    await pin.click()
    expect(await pin.getAttribute('aria-pressed')).toBe('true')
    const row = page.getByRole('list').getByRole('link', { name: 'Camping des Pins' })
    expect(await row.getAttribute('aria-current')).toBe('true')
    // A second tap on the pin opens the community, like its row.
    expect(await row.getAttribute('href')).toBe('/camping-des-pins')
    await pin.click()
    await page.getByRole('heading', { level: 1, name: 'Camping des Pins' }).waitFor()
    expect(pathOf(page)).toBe('/camping-des-pins')
    // Once moved far enough, the map loads the communities around its new centre.
    await goTo(page, '/carte-communautes')
    const near = page.waitForRequest(/\/communities\/near\?.*longitude=6\.3/)
    await page.getByRole('searchbox').fill('thones')
    await page.getByRole('button', { name: 'Thônes' }).click()
    await near
    // The next visit starts at the community that was opened last.
    await page.goto('/')
    await page.getByRole('heading', { level: 1, name: 'Camping des Pins' }).waitFor()
    expect(requestCount).toBeGreaterThan(0)
  })

  it('the list can be searched by name or town, shows the nearest first, and never shows private communities', async () => {
    const { db } = testServer().server
    await db
      .insertInto('communities')
      .values(Array.from({ length: 45 }, (_, n) => community(`hameau-${language}-${n}`, n)))
      .execute()
    try {
      const { page, context } = await openPage({ context: { geolocation: annecy } })
      // Without a known community, joining starts with the choice of a community.
      await page.goto('/connexion')
      await page.getByRole('alert').getByText(t('find.selectcommunity')).waitFor()
      expect(pathOf(page)).toBe('/communautes')
      const rows = page.getByRole('list', { name: t('find.list') }).getByRole('link')
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

      const field = page.getByRole('searchbox', { name: t('find.search') })
      await field.fill('tilleuls')
      await expect.poll(() => rows.count()).toBe(1)
      expect(new URL(page.url()).searchParams.get('nom')).toBe('tilleuls')
      await field.fill('')
      await expect.poll(() => rows.count()).toBeGreaterThan(1)

      const near = page.getByRole('button', { name: t('find.near'), exact: true })
      await context.grantPermissions(['geolocation'])
      await near.click()
      await expect.poll(() => rows.first().textContent()).toContain('Quartier de la Gare')
      expect(localized((await rows.nth(2).textContent())!)).toMatch(/Camping des Pins.*1[.,]2\s?km/)

      await page.getByRole('link', { name: t('find.towns'), exact: true }).click()
      await page.getByRole('heading', { level: 1, name: t('find.cities.title') }).waitFor()
      const towns = page.getByRole('searchbox', { name: t('find.cities.search') })
      await towns.fill('lyon')
      await page.getByRole('link', { name: /^Lyon Rhône/ }).click()
      await page.getByRole('heading', { name: t('find.emptytown.title', { town: 'Lyon' }) }).waitFor()
      await page.goBack()
      await towns.fill('ANNÉCY')
      await page.getByRole('link', { name: /^Annecy Haute-Savoie/ }).click()
      await expect.poll(() => rows.count()).toBe(3)
      await rows.filter({ hasText: 'Quartier de la Gare' }).click()
      await page.getByRole('heading', { level: 1, name: 'Quartier de la Gare' }).waitFor()
      // The browser now remembers a community.
      await page.goto('/connexion')
      await page.getByRole('dialog', { name: 'Quartier de la Gare' }).waitFor()
      expect(pathOf(page)).toBe('/quartier-de-la-gare/connexion')
    } finally {
      await db.deleteFrom('communities').where('custom_uri', 'like', `hameau-${language}-%`).execute()
    }
  })

  it('visitors see the deals and the information of an open community', async () => {
    const { page, pageErrors } = await openPage()
    await page.goto('/les-tilleuls')
    await page.getByRole('link', { name: t('community.landing.deals') }).click()
    await page.getByRole('heading', { level: 1, name: t('deals.visit.title', { community: 'Les Tilleuls' }) }).waitFor()
    await page
      .getByRole('list', { name: t('deals.list') })
      .getByRole('link')
      .first()
      .click()
    await expect.poll(() => pathOf(page)).toMatch(/^\/annecy\/vie-locale\//)
    await page.goto('/les-tilleuls/vie-locale')
    const categories = page.getByRole('main').getByRole('button', { pressed: false })
    await categories.first().click()
    // The filter is in the URL, so that a shared link opens the same screen.
    await expect.poll(() => page.url()).toMatch(/\/les-tilleuls\/vie-locale\?/)
    const filteredUrl = page.url()
    await page.reload()
    await page.getByRole('main').getByRole('button', { pressed: true }).first().waitFor()
    expect(page.url()).toBe(filteredUrl)
    // Visitors see only the public part of the information page, at the same address.
    await page.goto('/les-tilleuls/informations')
    await page.getByRole('region', { name: t('information.numbers'), exact: true }).waitFor()
    expect(pathOf(page)).toBe('/les-tilleuls/informations')
    expect(await page.getByRole('region', { name: t('information.staff'), exact: true }).count()).toBe(0)
    // A private community shows no deals to visitors.
    await page.goto('/residence-du-lac/vie-locale')
    await expect.poll(() => pathOf(page)).toBe('/residence-du-lac/connexion')
    await goTo(page, '/residence-du-lac/informations')
    await page.waitForURL(url => url.searchParams.get('next') === '/residence-du-lac/informations')
    // A listed deal has a public page, to which visitors are redirected.
    const { id } = await testServer()
      .server.db.selectFrom('deals')
      .select('id')
      .where('listed', '=', true)
      .limit(1)
      .executeTakeFirstOrThrow()
    await goTo(page, `/les-tilleuls/annonce?id=${id}`)
    await page.waitForURL(/\/[\w-]+\/vie-locale\/[\w-]+$/)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    pageErrors.allow('answer: GET /gooddeals 404')
    await goTo(page, '/les-tilleuls/annonce?id=0199f15d-9f9c-7de6-a71a-a6c1331d349f')
    await expect.poll(() => pathOf(page)).toBe('/les-tilleuls/connexion')
  })
})

describe('opening a URL', () => {
  it('shows a message if the URL is not supported, and "not found" if it is a reserved word', async () => {
    const { page } = await testServer().newPage()
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

  it('at the root leads to the list of communities if none is the default, without loading the map and the scanner', async () => {
    const { db } = testServer().server
    await db.updateTable('communities').set({ is_default: false }).execute()
    try {
      const { page, pageErrors } = await testServer().newPage({ fresh: true })
      pageErrors.allow('GET /communities 404')
      const fetchedUrls: string[] = []
      page.on('request', request => fetchedUrls.push(request.url()))
      await page.goto('/')
      await page.getByRole('heading', { level: 1, name: 'Where do you live, or stay?' }).waitFor()
      expect(pathOf(page)).toBe('/communautes')
      await page.getByRole('link', { name: 'Les Tilleuls' }).click()
      await page.getByRole('heading', { level: 1, name: 'Les Tilleuls' }).waitFor()
      await page.waitForLoadState('networkidle')
      const heavyFiles = builtFilesOf(/maplibre|PlaceMap|zxing|\.wasm/)
      expect(heavyFiles.length).toBeGreaterThan(3)
      expect(fetchedUrls.filter(url => heavyFiles.some(file => url.endsWith(file)))).toEqual([])
    } finally {
      await db.updateTable('communities').set({ is_default: true }).where('custom_uri', '=', 'les-tilleuls').execute()
    }
  })
})
