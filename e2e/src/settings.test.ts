// features: settings, session
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { addPerson } from '../../apps/server/src/testing/people.ts'
import { DEMO_PASSWORD } from '../../apps/server/src/testing/test-server.ts'
import { findAxeViolations } from './axe.ts'
import { lateRequestErrors } from './page-errors.ts'
import { logIn } from './log-in.ts'
import { oppositeShapes } from './browser-server.ts'
import { useTestServer } from './use-test-server.ts'

const testServer = useTestServer()
const SETTINGS = '/les-tilleuls/parametres'
const FEED = '/les-tilleuls/actualites'
const FIREFOX = 'Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0'
const SAFARI =
  'Mozilla/5.0 (iPad; CPU OS 17_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.7 Mobile/15E148 Safari/604.1'
let personCount = 0

describe.each(oppositeShapes)('the settings, $size, $language', ({ size, language, t }) => {
  const newPerson = async () => {
    const email = `settings-${size}-${++personCount}@test.example`
    await addPerson(testServer().server, { email, password: DEMO_PASSWORD, community: 'les-tilleuls' })
    return email
  }
  /** Logs in on another device with this user agent. */
  const device = async (email: string, path: string, userAgent: string) => {
    const before = new Set((await sessionsOf(email)).map(({ id }) => id))
    const visit = await testServer().newPage({ size, language, as: email })
    const mine = (await sessionsOf(email)).find(({ id }) => !before.has(id))!
    await testServer().server.db.updateTable('sessions').set({ device: userAgent }).where('id', '=', mine.id).execute()
    visit.pageErrors.allow(lateRequestErrors)
    await visit.page.goto(path)
    return visit
  }
  const sessionsOf = (email: string) =>
    testServer()
      .server.db.selectFrom('sessions as s')
      .innerJoin('accounts as a', 'a.id', 's.account_id')
      .select('s.id')
      .where('a.email', '=', email)
      .execute()
  const devices = (page: Page) => page.getByRole('region', { name: t('settings.devices'), exact: true })
  const nameOf = (browser: string, system: string) => t('settings.devices.name', { browser, system })

  it('log out another device: its session ends in all tabs with the reason, and a new log-in leads back', async () => {
    const email = await newPerson()
    const here = await device(email, SETTINGS, FIREFOX)
    const there = await device(email, FEED, SAFARI)
    await there.page.getByRole('article').first().waitFor()
    const second = await there.context.newPage()
    await second.goto(FEED)
    await second.getByRole('article').first().waitFor()
    for (const page of [there.page, second]) await page.waitForLoadState('networkidle')
    await here.page.reload()
    const rows = devices(here.page).getByRole('listitem')
    await expect.poll(() => rows.count()).toBe(2)
    expect(await rows.nth(0).innerText()).toContain(nameOf('Firefox', 'Android'))
    expect(await rows.nth(0).innerText()).toContain(t('settings.devices.here'))
    const name = nameOf('Safari', 'iPad')
    expect(await rows.nth(1).innerText()).toContain(name)
    const logOutButton = devices(here.page).getByRole('button', {
      name: t('settings.devices.out.of', { name }),
      exact: true,
    })
    await logOutButton.click()
    const question = here.page.getByRole('alertdialog', { name: t('settings.devices.out.title', { name }) })
    expect(await findAxeViolations(here.page)).toEqual([])
    await question.getByRole('button', { name: t('common.cancel') }).click()
    await question.waitFor({ state: 'detached' })
    expect(await logOutButton.evaluate(button => button === document.activeElement)).toBe(true)
    await logOutButton.click()
    await question.getByRole('button', { name: t('settings.devices.out'), exact: true }).click()
    // One tab receives the reason by a live event; the other one learns of the log-out by a refused call.
    for (const tab of [there.page, second]) {
      await tab.waitForURL('**/les-tilleuls/connexion?*')
      await tab
        .getByText(t('entry.ended.elsewhere'))
        .or(tab.getByText(t('entry.ended.logout')))
        .waitFor()
    }
    expect(new URL(there.page.url()).searchParams.get('next')).toMatch(/^\/les-tilleuls\/actualites/)
    await here.page.getByText(t('settings.devices.only')).waitFor()
    const heading = devices(here.page).getByRole('heading', { name: t('settings.devices'), exact: true })
    await expect.poll(() => heading.evaluate(title => title === document.activeElement)).toBe(true)
    expect((await there.context.request.get('/api/user/sessions')).status()).toBe(401)
    await logIn(there.page, t, email)
    await there.page.getByRole('article').first().waitFor()
    expect(new URL(there.page.url()).pathname).toBe(FEED)
  })

  it('change the text size at once, also in other tabs and in a page whose app has not loaded yet, without overflow', async () => {
    const { page, context } = await testServer().newPage({ size, language, as: 'neighbor' })
    const second = await context.newPage()
    await second.goto(FEED)
    await second.getByRole('article').first().waitFor()
    await page.goto(SETTINGS)
    const fontSize = (target: Page) => target.evaluate(() => parseFloat(getComputedStyle(document.body).fontSize))
    const choose = (name: string) =>
      page
        .getByRole('radiogroup', { name: t('settings.textsize') })
        .getByRole('radio', { name, exact: true })
        .click()
    const defaultSize = await fontSize(page)
    for (const percent of ['115', '150']) {
      await choose(t('settings.textsize.percent', { percent }))
      await expect.poll(() => fontSize(page)).toBeCloseTo((defaultSize * Number(percent)) / 100, 1)
      await expect.poll(() => fontSize(second)).toBeCloseTo((defaultSize * Number(percent)) / 100, 1)
    }
    const overflow = (target: Page) =>
      target.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect([await overflow(page), await overflow(second)]).toEqual([0, 0])
    expect(await findAxeViolations(page)).toEqual([])

    // Loads the page without the app scripts: the text size must already apply.
    const third = await context.newPage()
    await third.route(/\.js$/, route =>
      route.request().url().endsWith('/first-paint.js') ? route.continue() : new Promise<void>(() => {}),
    )
    await third.goto(SETTINGS, { waitUntil: 'commit' })
    await third.locator('#root').waitFor({ state: 'attached' })
    await expect.poll(() => fontSize(third)).toBeCloseTo(defaultSize * 1.5, 1)
    expect(await third.locator('main').count()).toBe(0)
    await third.close()

    await choose(t('settings.device'))
    await expect.poll(() => fontSize(second)).toBe(defaultSize)
    expect(await page.evaluate(() => localStorage.getItem('textsize'))).toBeNull()
  })
})
