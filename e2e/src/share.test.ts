// features: publish, app, session
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lateRequestErrors } from './page-errors.ts'
import { goTo } from './go-to.ts'
import { logIn } from './log-in.ts'
import { oppositeShapes, type Shape } from './browser-server.ts'
import { useTestServer } from './use-test-server.ts'
import { waitForStoredApp } from './worker-page.ts'

const testServer = useTestServer('demo', { hasWorker: true })
const HOME = 'les-tilleuls'
const FEED = `/${HOME}/actualites`
const FORM = `**${FEED}/edition-publication**`
/** A picture of one red pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

interface Content {
  text?: string
  /** File names: those that end in .png are pictures, except for those that start with `broken`. */
  files?: string[]
  to?: string
  /** The name of the window that opens the share; by default the page itself. */
  targetWindow?: string
}

/** Submits a form in the open page, as the system does for content that is shared to the app. */
const share = (page: Page, content: Content = {}) =>
  page.evaluate(
    ({ png, text, files = [], to = '/partage', targetWindow = '' }) => {
      const form = Object.assign(document.createElement('form'), {
        method: 'post',
        action: to,
        target: targetWindow,
        enctype: 'multipart/form-data',
      })
      const addField = (name: string, value: string) =>
        form.append(Object.assign(document.createElement('textarea'), { name, value }))
      addField('title', 'Vide-grenier')
      addField('text', text ?? 'Dimanche sous les tilleuls')
      addField('url', 'https://annecy.example/vide-grenier')
      if (files.length > 0) {
        const picture = Uint8Array.from(atob(png), sign => sign.charCodeAt(0))
        const transfer = new DataTransfer()
        for (const name of files) {
          const content = name.endsWith('.png') && !name.startsWith('broken') ? picture : new Uint8Array(100)
          transfer.items.add(
            new File([content], name, { type: name.endsWith('.png') ? 'image/png' : 'application/pdf' }),
          )
        }
        const input = Object.assign(document.createElement('input'), { type: 'file', name: 'photo' })
        input.files = transfer.files
        form.append(input)
      }
      document.body.append(form)
      form.submit()
    },
    { png: PNG, ...content },
  )
const sharedText = /Vide-grenier\nDimanche sous les tilleuls\nhttps:\/\/annecy\.example\/vide-grenier/

const sharedTextbox = (page: Page) => page.getByRole('textbox').filter({ hasText: 'Dimanche' })
const hasSharedContent = (page: Page) =>
  page.evaluate(async () => (await (await caches.open('parvis-shared')).keys()).length > 0)
const waitForText = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()
const photo = (page: Page) => page.getByRole('main').locator('img[src^="blob:"]')
const waitForForm = async (page: Page, t: Shape['t']) => {
  await page.waitForURL(FORM)
  await page
    .getByRole('main')
    .getByRole('button', { name: t('publish.post'), exact: true })
    .waitFor()
}
const open = async (page: Page) => {
  await page.goto(FEED)
  await waitForStoredApp(page)
}
/** Waits until the service worker knows the member who is logged in. */
const waitForMember = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(async () => (await caches.match('/membre', { cacheName: 'parvis-member' })) !== undefined),
    )
    .toBe(true)

/** A site on another origin; `/hidden` and `/sandboxed` hide this origin from the app. */
const foreignSite = createServer((request, response) => {
  response.setHeader('content-type', 'text/html')
  if (request.url === '/hidden') response.setHeader('referrer-policy', 'no-referrer')
  if (request.url === '/sandboxed') response.setHeader('content-security-policy', 'sandbox allow-forms allow-scripts')
  response.end('<!doctype html><title>Elsewhere</title><link rel="icon" href="data:,"><p>Elsewhere</p>')
})
let foreignOrigin: string
beforeAll(async () => {
  await new Promise<void>(done => {
    foreignSite.listen(0, '127.0.0.1', done)
  })
  foreignOrigin = `http://localhost:${(foreignSite.address() as AddressInfo).port}`
})
afterAll(() => {
  foreignSite.closeAllConnections()
  foreignSite.close()
})

describe.each(oppositeShapes)('sharing to the installed app, $size, $language', ({ size, language, t }) => {
  const openPage = async () => {
    const visit = await testServer().newPage({ size, language, as: 'neighbor' })
    await open(visit.page)
    await waitForMember(visit.page)
    return visit
  }

  it('appends the shared content to the draft of the post form once, and says what was not accepted', async () => {
    const { page } = await openPage()
    await goTo(page, `${FEED}/edition-publication`)
    await page.locator('textarea[name=description]').fill('Dimanche, déjà écrit')
    await share(page, { files: ['broken.png', 'affiche.png', 'programme.pdf'] })
    await page.waitForURL(FORM)
    await expect
      .poll(() => sharedTextbox(page).inputValue())
      .toMatch(new RegExp(`^Dimanche, déjà écrit\n${sharedText.source}$`))
    await photo(page).first().waitFor()
    await waitForText(page, t('publish.shared.morepictures'))
    await waitForText(page, language === 'fr' ? /n’est pas une photo/ : /is no photo/)
    // The content is added only once.
    await page.reload()
    await photo(page).first().waitFor()
    expect((await sharedTextbox(page).inputValue()).match(/^Vide-grenier/gm)).toHaveLength(1)
    expect(await page.getByText(t('publish.shared.nothing')).count()).toBe(0)
    expect(await hasSharedContent(page)).toBe(false)
    // Submits a form that cannot be parsed.
    await page.evaluate(() => {
      const form = Object.assign(document.createElement('form'), {
        method: 'post',
        action: '/partage',
        enctype: 'text/plain',
      })
      document.body.append(form)
      form.submit()
    })
    await waitForText(page, t('publish.shared.nothing'))
  })

  // Each share has a window of its own: the browser cancels a navigation while another one starts.
  it('adds two shares in a row to the draft in their order', async () => {
    const { page, context } = await openPage()
    const days = ['1', '2']
    for (const day of days) {
      const files = day === '2' ? ['affiche.png'] : []
      const shareRequest = context.waitForEvent('request', request => new URL(request.url()).pathname === '/partage')
      await share(page, { text: `Dimanche ${day} avril`, targetWindow: `app${day}`, files })
      await shareRequest
    }
    const daysIn = (text: string | null) => text?.match(/(?<=Dimanche )\d(?= avril)/g)
    const readDraft = () => page.evaluate(() => localStorage.getItem('postdrafts'))
    await expect.poll(async () => daysIn(await readDraft())).toEqual(days)
    await expect.poll(() => hasSharedContent(page)).toBe(false)
    for (const app of context.pages().filter(one => one !== page)) {
      await waitForForm(app, t)
      expect(await app.getByText(t('publish.shared.nothing')).count()).toBe(0)
    }
    const [, app] = context.pages()
    await app!.reload()
    await expect.poll(async () => daysIn(await sharedTextbox(app!).inputValue())).toEqual(days)
    await photo(app!).first().waitFor()
  })

  /** Shares and closes the app before the post form has received the content; returns another page of the app. */
  const shareAndClose = async (context: BrowserContext, page: Page) => {
    const other = await context.newPage()
    await open(other)
    // The service worker must finish without the page, so the scripts of the page are disabled.
    const browser = await context.newCDPSession(page)
    await browser.send('Emulation.setScriptExecutionDisabled', { value: true })
    await share(page)
    await expect.poll(() => hasSharedContent(other)).toBe(true)
    await page.close()
    return other
  }

  it('keeps the content until an anonymous visitor has logged in, and discards it if another member logs in', async () => {
    const {
      page: first,
      context,
      pageErrors,
    } = await testServer().newPage({ size, language, storedValues: { neighborhoodUri: HOME } })
    pageErrors.allow(lateRequestErrors)
    await first.goto(`/${HOME}`)
    await first.getByRole('heading', { level: 1, name: 'Les Tilleuls' }).waitFor()
    await waitForStoredApp(first)
    await share(first)
    await first.waitForURL('**/connexion**')
    await logIn(first, t, 'neighbor2@demo.example')
    await waitForForm(first, t)
    await expect.poll(() => sharedTextbox(first).inputValue()).toMatch(sharedText)

    await waitForMember(first)
    const page = await shareAndClose(context, first)
    // The session of the member has expired.
    await context.clearCookies()
    await page.goto('/?vers=shared')
    await page.waitForURL('**/connexion**')
    await logIn(page, t, 'neighbor@demo.example')
    await waitForForm(page, t)
    await waitForText(page, t('publish.shared.nothing'))
    expect(await sharedTextbox(page).count()).toBe(0)
    await expect.poll(() => hasSharedContent(page)).toBe(false)
  })

  it('from another site only opens the app, or needs confirmation if the site hides its origin', async () => {
    const { page, pageErrors } = await openPage()
    pageErrors.allow(/^foreign request: /)
    await page.goto(foreignOrigin)
    await share(page, { to: `${testServer().origin}/partage` })
    await page.waitForURL(`**${FEED}`)
    await page.getByRole('article').first().waitFor()
    expect(await hasSharedContent(page)).toBe(false)

    // A site can hide its origin by a referrer policy or a sandbox.
    await page.goto(`${foreignOrigin}/hidden`)
    await share(page, { text: 'Samedi chez les voisins', to: `${testServer().origin}/partage` })
    await waitForForm(page, t)
    await waitForText(page, t('publish.shared.ask'))

    await page.goto(`${foreignOrigin}/sandboxed`)
    await share(page, { to: `${testServer().origin}/partage` })
    await waitForForm(page, t)
    await waitForText(page, t('publish.shared.ask'))
    expect(await sharedTextbox(page).count()).toBe(0)
    expect(await page.evaluate(() => localStorage.getItem('postdrafts'))).toBeNull()
    // Text written before the confirmation is kept.
    await page.getByRole('main').getByRole('textbox').last().fill('Déjà écrit')
    await page.getByRole('button', { name: t('publish.shared.add'), exact: true }).click()
    await expect
      .poll(() => sharedTextbox(page).inputValue())
      .toMatch(/^Déjà écrit\nVide-grenier\nSamedi chez les voisins\n[^\n]+\nVide-grenier\nDimanche sous les tilleuls\n/)
    expect(await hasSharedContent(page)).toBe(false)
  })
})
