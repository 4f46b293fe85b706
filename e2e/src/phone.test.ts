// features: app, session, feed, publish
import { revokeSession } from '@parvis/contract/session.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findAxeViolations } from './axe.ts'
import { lateRequestErrors } from './page-errors.ts'
import { goTo } from './go-to.ts'
import { logIn, logInForm } from './log-in.ts'
import { buildPhone, openPhone, type Phone, SHELL_ORIGIN } from './phone.ts'
import { root } from './browser-server.ts'
import { useTestServer } from './use-test-server.ts'
import { translator } from './translate.ts'
import { waitForPersistedQueries } from './worker-page.ts'

const testServer = useTestServer()
const FEED = '/les-tilleuls/actualites'
const FORM = `${FEED}/edition-publication`

beforeAll(...buildPhone)

let phone: Phone
let photo: Buffer
beforeAll(async () => {
  photo = await sharp({ create: { width: 900, height: 1200, channels: 3, background: '#88aa66' } })
    .jpeg()
    .toBuffer()
})
afterEach(async () => {
  const found = phone.pageErrors.unexpectedErrors()
  await phone.context.close()
  expect(found).toEqual([])
})

const storedKeysOf = (page: Page) =>
  page.evaluate(() =>
    Object.keys(localStorage)
      .filter(key => key.startsWith('parvis.'))
      .sort(),
  )

describe.each(['en', 'fr'] as const)('a phone app, %s', language => {
  const t = translator(language)
  const logInOnPhone = async (account: string) => {
    phone = await openPhone(testServer(), language)
    // Before the log-in the app does not know whether there is a session, so it asks the server.
    phone.pageErrors.allow(/answer: GET \/api\/auth 403$/)
    const { page } = phone
    await page.goto('/les-tilleuls/connexion')
    await logInForm(page, t).login.waitFor()
    // This phone has no "Sign in with Apple" dialog.
    expect(await page.getByRole('button', { name: t('entry.apple'), exact: true }).count()).toBe(0)
    await logIn(page, t, `${account}@demo.example`)
    await page.getByRole('article').first().waitFor()
    return page
  }

  it('stays logged in by its token after a restart, uses the native camera and files, and deletes the token at log-out', async () => {
    const page = await logInOnPhone('neighbor')
    expect(new URL(page.url()).origin).toBe(SHELL_ORIGIN)
    expect(await storedKeysOf(page)).toEqual(['parvis.device', 'parvis.token'])
    const signed = page.locator('article img[src*="?s="]').first()
    await signed.waitFor()
    await expect.poll(() => signed.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    expect(await findAxeViolations(page)).toEqual([])
    // When the app starts, it checks whether the store has a newer version.
    await phone.context.route(/\/globalinformations\/check\/version/, async route => {
      if (route.request().method() === 'OPTIONS') return route.fallback()
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), needupdate: true } })
    })
    await page.reload()
    await page.getByRole('article').first().waitFor()
    await page.getByText(t('homescreen.store.offer')).waitFor()
    // Waits for a live event over a connection that is authenticated by the token.
    const title = `Direct ${language} ${Date.now()}`
    const other = await testServer().server.as('neighbor2')
    await other.call(publishPost, {
      body: {
        title,
        description: title,
        lang: { en: { title } },
        tmpId: title,
      },
    })
    await page.getByRole('heading', { level: 2, name: title }).waitFor()

    const card = page.getByRole('article').filter({ has: page.getByRole('heading', { level: 2, name: title }) })
    await card.getByRole('button', { name: /^Int[eé]res/i }).click()
    await card.getByRole('button', { name: language === 'fr' ? /plus intéressé/ : /not interested/ }).waitFor()

    await goTo(page, FORM)
    const text = `Photo ${language} ${Date.now()}`
    await page.locator('textarea[name=description]').fill(text)
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('link', { name: t('publish.camera'), exact: true }).click()
    await (await chooser).setFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo })
    await page.getByRole('img', { name: t('publish.photo.shown') }).waitFor()
    expect(await page.locator('textarea[name=description]').inputValue()).toBe(text)
    await page.getByRole('button', { name: t('publish.post'), exact: true }).click()
    await page.getByText(t('publish.published')).waitFor()
    const row = await testServer()
      .server.db.selectFrom('events as e')
      .innerJoin('media as m', 'm.id', 'e.photo_id')
      .select(['m.width', 'm.height'])
      .where(eb => eb.or([eb('e.description', '=', text), eb('e.description_en', '=', text)]))
      .executeTakeFirst()
    // The middle of a photo of 900 × 1200 pixels was stored, cropped to twice as high as wide.
    expect(row).toEqual({ width: 600, height: 1200 })

    // Saves a file that only members can download.
    await goTo(page, '/les-tilleuls/calendrier')
    await page.getByRole('button', { name: t('calendar.subscribe.title'), exact: true }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: t('calendar.subscribe.file'), exact: true }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/\.ics$/)
    expect(readFileSync(await file.path(), 'utf8')).toContain('BEGIN:VCALENDAR')

    await goTo(page, '/les-tilleuls/actualites')
    phone.pageErrors.allow(lateRequestErrors)
    await page.locator('button[data-where]').filter({ visible: true }).click()
    await page.getByRole('menuitem', { name: t('session.menu.logout') }).click()
    await page.waitForURL('**/les-tilleuls')
    expect(await storedKeysOf(page)).toEqual(['parvis.device'])
    expect(await phone.context.cookies()).toEqual([])
  })

  it('opens offline with the last data, and says that its session was ended on another device', async () => {
    const page = await logInOnPhone('neighbor2')
    // The app persists the session at its first start as a logged-in member.
    await page.reload()
    const title = await page.getByRole('article').getByRole('heading', { level: 2 }).first().innerText()
    await waitForPersistedQueries(page, /"feed","list"/, /\["session"\]/, /"community"/)
    phone.pageErrors.allow(/net::ERR_/, /Failed to load resource/, /networkerror/)
    await phone.context.setOffline(true)
    await page.reload()
    await page.getByRole('heading', { level: 2, name: title, exact: true }).waitFor()
    await page
      .getByText(language === 'fr' ? /^Hors ligne\. Vu/ : /^Offline\. Last seen/)
      .first()
      .waitFor()
    await phone.context.setOffline(false)
    await page.getByText(language === 'fr' ? /^Hors ligne\. Vu/ : /^Offline\. Last seen/).waitFor({ state: 'detached' })

    phone.pageErrors.allow(lateRequestErrors)
    expect((await (await testServer().server.as('neighbor2')).call(revokeSession)).status).toBe(200)
    await page.waitForURL('**/les-tilleuls/connexion?next=*')
    await page
      .getByText(t('entry.ended.elsewhere'))
      .or(page.getByText(t('entry.ended.logout')))
      .waitFor()
    // A token that the server no longer knows is deleted as soon as it is used.
    await page.reload()
    await expect.poll(() => storedKeysOf(page)).toEqual(['parvis.device'])
  })
})

describe('the build of the app', () => {
  it('has the same content security policy in its page as the server sends to browsers', async () => {
    phone = await openPhone(testServer(), 'en')
    const page = readFileSync(`${root}/apps/mobile/dist/index.html`, 'utf8')
    const inPage = /http-equiv="content-security-policy" content="([^"]+)"/i.exec(page)?.[1] ?? ''
    const served = (await testServer().server.app.inject({ url: '/', headers: { accept: 'text/html' } })).headers[
      'content-security-policy'
    ] as string
    const names = (policy: string) => policy.split('; ').map(directive => directive.split(' ')[0]!)
    // An app cannot be framed and has no web manifest, so its page lacks these two directives.
    expect(names(inPage)).toEqual(names(served).filter(name => name !== 'manifest-src' && name !== 'frame-ancestors'))
    expect(inPage).not.toMatch(/\*|unsafe-inline|'unsafe-eval'/)
    expect(page).not.toMatch(/rel="manifest"|viewport-fit/)
  })
})
