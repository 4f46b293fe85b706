// features: publish, app
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { MAX_TEXT_LENGTH } from '@parvis/contract/publish.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askedTooLate } from './faults.ts'
import { logIn } from './log-in.ts'
import { oppositeShapes, type Shape } from './stage.ts'
import { useStage } from './use-stage.ts'
import { appIsStored } from './worker-page.ts'

const stage = useStage('demo', { hasWorker: true })
const HOME = 'les-tilleuls'
const FEED = `/${HOME}/actualites`
const FORM = `**${FEED}/edition-publication**`
/** One red pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
const MB = 1024 * 1024

interface Content {
  text?: string
  /** The names of files: those that end in .png are pictures, `broken` ones say so alone. */
  files?: string[]
  /** The bytes of each file that is no picture. */
  bytes?: number
  to?: string
  /** The name of the window that it comes to, where that is not the page itself. */
  into?: string
}

/** Sends what the system would, as a form of the page that is open. */
const share = (page: Page, content: Content = {}) =>
  page.evaluate(
    ({ png, text, files = [], bytes = 100, to = '/partage', into = '' }) => {
      const form = Object.assign(document.createElement('form'), {
        method: 'post',
        action: to,
        target: into,
        enctype: 'multipart/form-data',
      })
      const put = (name: string, value: string) =>
        form.append(Object.assign(document.createElement('textarea'), { name, value }))
      put('title', 'Vide-grenier')
      put('text', text ?? 'Dimanche sous les tilleuls')
      put('url', 'https://annecy.example/vide-grenier')
      if (files.length > 0) {
        const picture = Uint8Array.from(atob(png), sign => sign.charCodeAt(0))
        const given = new DataTransfer()
        for (const name of files) {
          const content = name.endsWith('.png') && !name.startsWith('broken') ? picture : new Uint8Array(bytes)
          given.items.add(new File([content], name, { type: name.endsWith('.png') ? 'image/png' : 'application/pdf' }))
        }
        const input = Object.assign(document.createElement('input'), { type: 'file', name: 'photo' })
        input.files = given.files
        form.append(input)
      }
      document.body.append(form)
      form.submit()
    },
    { png: PNG, ...content },
  )
const written = /Vide-grenier\nDimanche sous les tilleuls\nhttps:\/\/annecy\.example\/vide-grenier/

const shared = (page: Page) => page.getByRole('textbox').filter({ hasText: 'Dimanche' })
const isShared = (page: Page) =>
  page.evaluate(async () => (await (await caches.open('parvis-shared')).keys()).length > 0)
const says = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()
const photo = (page: Page) => page.getByRole('main').locator('img[src^="blob:"]')
const formIsOpen = async (page: Page, say: Shape['say']) => {
  await page.waitForURL(FORM)
  await page
    .getByRole('main')
    .getByRole('button', { name: say('publish.post'), exact: true })
    .waitFor()
}
const open = async (page: Page) => {
  await page.goto(FEED)
  await appIsStored(page)
}
/** Waits until the device knows who is signed in. */
const isKnown = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(async () => (await caches.match('/membre', { cacheName: 'parvis-member' })) !== undefined),
    )
    .toBe(true)

/** A site that is none of ours: it may hide where its forms come from. */
const elsewhere = createServer((request, response) => {
  response.setHeader('content-type', 'text/html')
  if (request.url === '/hidden') response.setHeader('referrer-policy', 'no-referrer')
  if (request.url === '/sandboxed') response.setHeader('content-security-policy', 'sandbox allow-forms allow-scripts')
  response.end('<!doctype html><title>Elsewhere</title><link rel="icon" href="data:,"><p>Elsewhere</p>')
})
let foreign: string
beforeAll(async () => {
  await new Promise<void>(done => {
    elsewhere.listen(0, '127.0.0.1', done)
  })
  foreign = `http://localhost:${(elsewhere.address() as AddressInfo).port}`
})
afterAll(() => {
  elsewhere.closeAllConnections()
  elsewhere.close()
})

describe.each(oppositeShapes)('what is shared with the installed app, $size, $language', ({ size, language, say }) => {
  const arrive = async () => {
    const guest = await stage().welcome({ size, language, as: 'neighbor' })
    await open(guest.page)
    await isKnown(guest.page)
    return guest
  }
  const signOut = async (page: Page) => {
    await page.locator('button[data-where]').filter({ visible: true }).click()
    await page.getByRole('menuitem', { name: say('session.menu.logout') }).click()
    await page.waitForURL(`**/${HOME}`)
  }

  it('goes to the form of a post, after what was begun there', async () => {
    const { page } = await arrive()
    await share(page, { files: ['affiche.png'] })
    await page.waitForURL(FORM)
    await expect.poll(() => shared(page).inputValue()).toMatch(written)
    await photo(page).first().waitFor()
    await shared(page).fill('Déjà écrit')
    await share(page)
    await expect.poll(() => shared(page).inputValue()).toMatch(new RegExp(`Déjà écrit\\n${written.source}`))
    // taken once
    await page.reload()
    await expect.poll(() => shared(page).inputValue()).not.toMatch(/Dimanche[^]*Dimanche/)
    expect(await page.getByText(say('publish.shared.nothing')).count()).toBe(0)
    expect(await isShared(page)).toBe(false)
  })

  // a window of its own each: the browser gives up a way to a window that is just opening another page
  it('is all there, in its order, when five come 100 ms apart', async () => {
    const { page, context } = await arrive()
    const days = ['1', '2', '3', '4', '5']
    for (const day of days) {
      const files = day === '2' ? ['affiche.png'] : []
      await share(page, { text: `Dimanche ${day} avril`, into: `app${day}`, files })
      await sleep(100)
    }
    const daysIn = (text: string | null) => text?.match(/(?<=Dimanche )\d(?= avril)/g)
    const kept = () => page.evaluate(() => localStorage.getItem('postdrafts'))
    await expect.poll(async () => daysIn(await kept()), { timeout: 20_000 }).toEqual(days)
    await expect.poll(() => isShared(page)).toBe(false)
    for (const app of context.pages().filter(one => one !== page)) {
      await formIsOpen(app, say)
      expect(await app.getByText(say('publish.shared.nothing')).count()).toBe(0)
    }
    const [, app] = context.pages()
    await app!.reload()
    await expect.poll(async () => daysIn(await shared(app!).inputValue())).toEqual(days)
    await photo(app!).first().waitFor()
  })

  it('says what was not taken over, and takes the rest', async () => {
    const { page } = await arrive()
    await share(page, { files: ['broken.png', 'affiche.png', 'autre.png', 'programme.pdf'], bytes: 30 * MB })
    await photo(page).first().waitFor()
    await says(page, say('publish.shared.morepictures'))
    await says(page, language === 'fr' ? /n’est pas une photo/ : /is no photo/)
    await expect.poll(() => shared(page).inputValue()).toMatch(written)
    await share(page, { text: `Dimanche ${'x'.repeat(200_000)}`, files: ['encore.png'] })
    await says(page, say('publish.shared.hasphoto'))
    await expect.poll(async () => (await shared(page).inputValue()).length).toBe(MAX_TEXT_LENGTH)
    const cut =
      MAX_TEXT_LENGTH - 'Vide-grenier\nDimanche sous les tilleuls\nhttps://annecy.example/vide-grenier\n'.length
    const figure = cut.toLocaleString(language).replace(/\s/g, '.')
    await says(page, new RegExp(language === 'fr' ? `seuls ses ${figure} premiers` : `only its first ${figure}`))
  })

  it('says why a photo cannot be used, and what cannot be read at all', async () => {
    const { page } = await arrive()
    await share(page, { files: ['broken.png'], bytes: 30 * MB })
    await says(page, say('publish.shared.photo.unreadable'))
    await expect.poll(() => shared(page).inputValue()).toMatch(written)
    await page.evaluate(() => {
      const form = Object.assign(document.createElement('form'), {
        method: 'post',
        action: '/partage',
        enctype: 'text/plain',
      })
      document.body.append(form)
      form.submit()
    })
    await says(page, say('publish.shared.nothing'))
  })

  /** Shares with the app that is closed before its form has taken anything; answers another page of it. */
  const shareAndClose = async () => {
    const guest = await arrive()
    const { page, context } = guest
    const other = await context.newPage()
    await open(other)
    // what the worker does is done without the page
    const browser = await context.newCDPSession(page)
    await browser.send('Emulation.setScriptExecutionDisabled', { value: true })
    await share(page)
    await expect.poll(() => isShared(other)).toBe(true)
    await page.close()
    return { ...guest, page: other }
  }

  it('is gone with whoever signs out', async () => {
    const { page, faults } = await shareAndClose()
    faults.expect(askedTooLate)
    await signOut(page)
    await expect.poll(() => isShared(page)).toBe(false)
  })

  it('is nobody else’s, and waits for who shared it', async () => {
    const { page, context, faults } = await shareAndClose()
    faults.expect(askedTooLate)
    const enter = async (login: string) => {
      // their session came to its end by itself
      await context.clearCookies()
      await page.goto('/?vers=shared')
      await page.waitForURL('**/connexion**')
      await logIn(page, say, login)
      await formIsOpen(page, say)
    }
    await enter('neighbor@demo.example')
    await expect.poll(() => shared(page).inputValue()).toMatch(written)
    await shared(page).fill('')
    await isKnown(page)
    const again = await context.newPage()
    await open(again)
    const browser = await context.newCDPSession(again)
    await browser.send('Emulation.setScriptExecutionDisabled', { value: true })
    await share(again)
    await expect.poll(() => isShared(page)).toBe(true)
    await again.close()
    await enter('neighbor2@demo.example')
    await says(page, say('publish.shared.nothing'))
    expect(await shared(page).count()).toBe(0)
    await expect.poll(() => isShared(page)).toBe(false)
  })

  it('waits for the log-in of whoever shares before it', async () => {
    const { page, faults } = await arrive()
    faults.expect(askedTooLate)
    await signOut(page)
    await expect.poll(() => page.evaluate(() => caches.has('parvis-member'))).toBe(false)
    await share(page)
    await page.waitForURL('**/connexion**')
    await logIn(page, say, 'neighbor2@demo.example')
    await formIsOpen(page, say)
    await expect.poll(() => shared(page).inputValue()).toMatch(written)
  })

  it('comes from no other site: its form opens the app, and nothing more', async () => {
    const { page, faults } = await arrive()
    faults.expect(/^foreign request: /)
    await page.goto(foreign)
    await share(page, { to: `${stage().origin}/partage` })
    await page.waitForURL(`**${FEED}`)
    await page.getByRole('article').first().waitFor()
    expect(await isShared(page)).toBe(false)
  })

  it.each(['hidden', 'sandboxed'])('is asked about where a site may have %s where it comes from', async how => {
    const { page, faults } = await arrive()
    faults.expect(/^foreign request: /)
    await page.goto(`${foreign}/${how}`)
    await share(page, { to: `${stage().origin}/partage` })
    await formIsOpen(page, say)
    await says(page, say('publish.shared.ask'))
    expect(await shared(page).count()).toBe(0)
    expect(await page.evaluate(() => localStorage.getItem('postdrafts'))).toBeNull()
    // what was written meanwhile stays
    await page.getByRole('main').getByRole('textbox').last().fill('Déjà écrit')
    await page.getByRole('button', { name: say('publish.shared.add'), exact: true }).click()
    await expect.poll(() => shared(page).inputValue()).toMatch(new RegExp(`Déjà écrit\\n${written.source}`))
  })

  it('is taken at once in the installed app, and with it nothing that a site has sent before', async () => {
    const { page, context, faults } = await arrive()
    faults.expect(/^foreign request: /)
    const send = async (from: Page, text: string) => {
      await from.goto(`${foreign}/hidden`)
      await share(from, { text, to: `${stage().origin}/partage` })
      await formIsOpen(from, say)
    }
    await send(page, 'Samedi chez les voisins')
    await says(page, say('publish.shared.ask'))
    const app = await context.newPage()
    await app.addInitScript(() => {
      const { matchMedia } = window
      window.matchMedia = query => matchMedia.call(window, query.replace('display-mode: browser', 'width: 1px'))
    })
    await send(app, 'Dimanche sous les tilleuls')
    await expect.poll(() => shared(app).inputValue()).toMatch(written)
    expect(await shared(app).inputValue()).not.toContain('Samedi')
    await says(app, say('publish.shared.ask'))
    await app.getByRole('button', { name: say('publish.shared.add'), exact: true }).click()
    await expect.poll(() => shared(app).inputValue()).toMatch(new RegExp(`${written.source}[^]*Samedi`))
    expect(await isShared(app)).toBe(false)
  })

  it('leads to the form in a browser without a worker, which says that nothing came', async () => {
    const { page } = await stage().welcome({ size, language, as: 'neighbor', context: { serviceWorkers: 'block' } })
    await page.goto(FEED)
    await page.getByRole('article').first().waitFor()
    await share(page, { files: ['programme.pdf'], bytes: 60 * MB })
    await formIsOpen(page, say)
    await says(page, say('publish.shared.nothing'))
  })
})
