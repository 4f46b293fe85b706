import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import type { Language } from '@parvis/contract/language.ts'
import { onDemoStage } from './demo-stage.ts'
import { logIn } from './log-in.ts'
import { readVisits } from './routes.ts'
import { overflowOf, settle } from './settle.ts'
import { type Arrival, onCall, root, sizes, type Stage } from './stage.ts'
import { wordsIn, type Words } from './words.ts'

// npm run screens [name…] [--fr|--en] [--phone|--tablet|--wide|--tall] [--light|--dark] [--full]: screenshots of every
// screen and state, in screens/.
const flags = new Set(process.argv.filter(word => word.startsWith('--')))
const names = process.argv.slice(2).filter(word => !word.startsWith('--'))
const chosen = <V extends string>(...values: V[]) => {
  const asked = values.filter(value => flags.has(`--${value}`))
  return asked.length > 0 ? asked : values
}

interface Picture {
  name: string
  path: string
  as?: string
  /** `before` prepares the page before it opens, `act` runs on it before the screenshot. */
  before?: (page: Page) => Promise<unknown>
  act?: (page: Page, say: Words) => Promise<unknown>
}

const fails = (call: RegExp, status: number, key: string) => (page: Page) =>
  onCall(page, call, route =>
    route.fulfill({ status, contentType: 'application/json', body: JSON.stringify({ error: { key } }) }),
  )

const sendLogIn = (login: string, password: string) => async (page: Page, say: Words) => {
  await logIn(page, say, login, password)
  await page.waitForTimeout(800)
}

const FEED = '/les-tilleuls/actualites'
const DEALS = '/les-tilleuls/vie-locale'
const events = /(?<!\/messages)\/events(?:\?|$)/
const WEATHER = '/les-tilleuls/meteo'
const weatherCalls = /\/weather\//
const noticesCall = /\/notifications(?:\?|$)/
const dealsCall = /\/gooddeals\/community(?:\?|$)/

const states: Picture[] = [
  {
    name: 'login-empty',
    path: '/les-tilleuls/connexion',
    act: async (page, say) => {
      await page.getByRole('button', { name: say('entry.login.submit'), exact: true }).click()
      await page.waitForTimeout(400)
    },
  },
  { name: 'login-wrong', path: '/les-tilleuls/connexion', act: sendLogIn('nobody@demo.example', 'whatever1') },
  {
    name: 'login-elsewhere',
    path: '/quartier-de-la-gare/connexion',
    act: sendLogIn('neighbor@demo.example', 'parvis-demo'),
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
  { name: 'feed-loading', path: FEED, as: 'neighbor', before: page => onCall(page, events, () => {}) },
  { name: 'feed-failed', path: FEED, as: 'neighbor', before: fails(events, 500, 'unexpectederror') },
  {
    name: 'feed-offline',
    path: FEED,
    as: 'neighbor',
    before: page => onCall(page, events, route => route.abort('internetdisconnected')),
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
    act: async (page, say) => {
      const bell = page.getByRole('button', { name: new RegExp(`^${say('session.bell')}`) })
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
    before: fails(noticesCall, 500, 'unexpectederror'),
  },
  {
    name: 'my-profile-crop',
    path: '/les-tilleuls/mon-profil',
    as: 'neighbor',
    act: async (page, say) => {
      const picture = sharp(join(root, 'packages/demo-world/drawings/scenes/bakery-0.svg'), { density: 200 })
      await page.locator('input[name=photo]').setInputFiles({
        name: 'photo.jpg',
        mimeType: 'image/jpeg',
        buffer: await picture.jpeg().toBuffer(),
      })
      await page.getByRole('application', { name: say('profile.crop.frame') }).waitFor()
      await page.waitForTimeout(400)
    },
  },
  { name: 'deals-loading', path: DEALS, as: 'neighbor', before: page => onCall(page, dealsCall, () => {}) },
  { name: 'deals-failed', path: DEALS, as: 'neighbor', before: fails(dealsCall, 500, 'unexpectederror') },
  { name: 'weather-loading', path: WEATHER, as: 'neighbor', before: page => onCall(page, weatherCalls, () => {}) },
  { name: 'weather-failed', path: WEATHER, as: 'neighbor', before: fails(weatherCalls, 502, 'weatherunavailable') },
  { name: 'obsolete', path: '/les-tilleuls', before: fails(/\/communities(?:[/?]|$)/, 411, 'obsolete') },
]

const waiting = /loading|failed|offline/

const take = async (
  stage: Stage,
  { name, path, as, before, act }: Picture,
  { size, scheme, language }: Required<Pick<Arrival, 'size' | 'scheme' | 'language'>>,
) => {
  const { page } = await stage.welcome({ size, scheme, language, as })
  await before?.(page)
  // Otherwise the maintenance screen would leave as soon as the server answers.
  if (path === '/maintenance') await fails(/\/communities(?:[/?]|$)/, 503, 'maintenance')(page)
  await page.goto(path)
  await (waiting.test(name)
    ? page.waitForTimeout(name.endsWith('loading') ? 1500 : 6500)
    : settle(page).catch(() => console.log(`! ${name} did not settle`)))
  await act?.(page, wordsIn(language))
  const overflow = await overflowOf(page)
  const file = `${name}-${size}-${scheme}-${language}.png`
  await page.screenshot({ path: join(root, 'screens', file), fullPage: flags.has('--full') })
  if (overflow > 0) console.log(`! ${file} is ${overflow} px too wide`)
  await stage.empty()
}

mkdirSync(join(root, 'screens'), { recursive: true })
await onDemoStage(async stage => {
  const every: Picture[] = [...(await readVisits(stage.server)), ...states]
  const wanted = every.filter(({ name }) => names.length === 0 || names.some(word => name.startsWith(word)))
  let count = 0
  for (const picture of wanted) {
    for (const size of chosen(...sizes)) {
      for (const scheme of chosen('light', 'dark')) {
        for (const language of chosen<Language>('en', 'fr')) {
          await take(stage, picture, { size, scheme, language })
          count++
        }
      }
    }
  }
  console.log(`${count} screenshots in screens/`)
})
