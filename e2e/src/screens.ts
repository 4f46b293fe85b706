import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import type { Language } from '@parvis/contract/language.ts'
import { withDemoServer } from './demo-server.ts'
import { logIn } from './log-in.ts'
import { readVisits } from './routes.ts'
import { overflowOf, waitUntilSettled } from './settle.ts'
import { type PageOptions, interceptCalls, root, sizes, type BrowserServer } from './browser-server.ts'
import { translator, type Translate } from './translate.ts'

// npm run screens [name…] [--fr|--en] [--phone|--tablet|--wide|--tall] [--light|--dark] [--full]: takes screenshots of
// every screen and state, in screens/.
const flags = new Set(process.argv.filter(word => word.startsWith('--')))
const names = process.argv.slice(2).filter(word => !word.startsWith('--'))
const selectByFlags = <V extends string>(...values: V[]) => {
  const selected = values.filter(value => flags.has(`--${value}`))
  return selected.length > 0 ? selected : values
}

interface Screenshot {
  name: string
  path: string
  as?: string
  /** `before` prepares the page before it opens, `act` runs on it before the screenshot. */
  before?: (page: Page) => Promise<unknown>
  act?: (page: Page, t: Translate) => Promise<unknown>
}

const respondWithError = (call: RegExp, status: number, key: string) => (page: Page) =>
  interceptCalls(page, call, route =>
    route.fulfill({ status, contentType: 'application/json', body: JSON.stringify({ error: { key } }) }),
  )

const submitLogIn = (login: string, password: string) => async (page: Page, t: Translate) => {
  await logIn(page, t, login, password)
  await page.waitForTimeout(800)
}

const FEED = '/les-tilleuls/actualites'
const DEALS = '/les-tilleuls/vie-locale'
const events = /(?<!\/messages)\/events(?:\?|$)/
const WEATHER = '/les-tilleuls/meteo'
const weatherCalls = /\/weather\//
const notificationsCall = /\/notifications(?:\?|$)/
const dealsCall = /\/gooddeals\/community(?:\?|$)/

const states: Screenshot[] = [
  {
    name: 'login-empty',
    path: '/les-tilleuls/connexion',
    act: async (page, t) => {
      await page.getByRole('button', { name: t('entry.login.submit'), exact: true }).click()
      await page.waitForTimeout(400)
    },
  },
  { name: 'login-wrong', path: '/les-tilleuls/connexion', act: submitLogIn('nobody@demo.example', 'whatever1') },
  {
    name: 'login-elsewhere',
    path: '/quartier-de-la-gare/connexion',
    act: submitLogIn('neighbor@demo.example', 'parvis-demo'),
  },
  {
    name: 'feed-scrolled',
    path: FEED,
    as: 'neighbor',
    act: async page => {
      await page.evaluate(() => scrollTo(0, 1800))
      await page.waitForTimeout(800)
    },
  },
  { name: 'feed-video', path: `${FEED}?search=lama`, as: 'neighbor' },
  { name: 'feed-weather', path: `${FEED}?filter=weather`, as: 'neighbor' },
  { name: 'feed-nothing', path: `${FEED}?search=xylotruc`, as: 'neighbor' },
  { name: 'feed-loading', path: FEED, as: 'neighbor', before: page => interceptCalls(page, events, () => {}) },
  { name: 'feed-failed', path: FEED, as: 'neighbor', before: respondWithError(events, 500, 'unexpectederror') },
  {
    name: 'feed-offline',
    path: FEED,
    as: 'neighbor',
    before: page => interceptCalls(page, events, route => route.abort('internetdisconnected')),
  },
  {
    name: 'feed-menu',
    path: FEED,
    as: 'neighbor',
    act: page => page.locator('button[data-where][aria-haspopup="menu"]').filter({ visible: true }).click(),
  },
  {
    name: 'notifications-panel',
    path: FEED,
    as: 'neighbor',
    act: async (page, t) => {
      const bell = page.getByRole('button', { name: new RegExp(`^${t('session.bell')}`) })
      await bell.filter({ visible: true }).click()
      await page.getByRole('dialog').getByRole('listitem').first().waitFor()
      await page.waitForTimeout(800)
    },
  },
  { name: 'notifications-team', path: '/les-tilleuls/notifications', as: 'administrator' },
  {
    name: 'notifications-failed',
    path: '/les-tilleuls/notifications',
    as: 'neighbor',
    before: respondWithError(notificationsCall, 500, 'unexpectederror'),
  },
  {
    name: 'my-profile-crop',
    path: '/les-tilleuls/mon-profil',
    as: 'neighbor',
    act: async (page, t) => {
      const picture = sharp(join(root, 'packages/demo-world/drawings/scenes/bakery-0.svg'), { density: 200 })
      await page.locator('input[name=photo]').setInputFiles({
        name: 'photo.jpg',
        mimeType: 'image/jpeg',
        buffer: await picture.jpeg().toBuffer(),
      })
      await page.getByRole('application', { name: t('profile.crop.frame') }).waitFor()
      await page.waitForTimeout(400)
    },
  },
  { name: 'deals-loading', path: DEALS, as: 'neighbor', before: page => interceptCalls(page, dealsCall, () => {}) },
  { name: 'deals-failed', path: DEALS, as: 'neighbor', before: respondWithError(dealsCall, 500, 'unexpectederror') },
  {
    name: 'weather-loading',
    path: WEATHER,
    as: 'neighbor',
    before: page => interceptCalls(page, weatherCalls, () => {}),
  },
  {
    name: 'weather-failed',
    path: WEATHER,
    as: 'neighbor',
    before: respondWithError(weatherCalls, 502, 'weatherunavailable'),
  },
  { name: 'obsolete', path: '/les-tilleuls', before: respondWithError(/\/communities(?:[/?]|$)/, 411, 'obsolete') },
]

const unsettled = /loading|failed|offline/

const takeScreenshot = async (
  testServer: BrowserServer,
  { name, path, as, before, act }: Screenshot,
  { size, scheme, language }: Required<Pick<PageOptions, 'size' | 'scheme' | 'language'>>,
) => {
  const { page } = await testServer.newPage({ size, scheme, language, as })
  await before?.(page)
  // Without this response the maintenance screen would close as soon as the server answers.
  if (path === '/maintenance') await respondWithError(/\/communities(?:[/?]|$)/, 503, 'maintenance')(page)
  await page.goto(path)
  await (unsettled.test(name)
    ? page.waitForTimeout(name.endsWith('loading') ? 1500 : 6500)
    : waitUntilSettled(page).catch(() => console.log(`! ${name} did not settle`)))
  await act?.(page, translator(language))
  const overflow = await overflowOf(page)
  const file = `${name}-${size}-${scheme}-${language}.png`
  await page.screenshot({ path: join(root, 'screens', file), fullPage: flags.has('--full') })
  if (overflow > 0) console.log(`! ${file} is ${overflow} px too wide`)
  await testServer.closeAll()
}

mkdirSync(join(root, 'screens'), { recursive: true })
await withDemoServer(async testServer => {
  const screenshots: Screenshot[] = [...(await readVisits(testServer.server)), ...states]
  const selectedScreenshots = screenshots.filter(
    ({ name }) => names.length === 0 || names.some(word => name.startsWith(word)),
  )
  let count = 0
  for (const picture of selectedScreenshots) {
    for (const size of selectByFlags(...sizes)) {
      for (const scheme of selectByFlags('light', 'dark')) {
        for (const language of selectByFlags<Language>('en', 'fr')) {
          await takeScreenshot(testServer, picture, { size, scheme, language })
          count++
        }
      }
    }
  }
  console.log(`${count} screenshots in screens/`)
})
