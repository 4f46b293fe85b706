// features: settings
import { listSessions } from '@parvis/contract/session.ts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { askedTooLate } from './faults.ts'
import { newId } from '../../apps/server/src/kernel/ids.ts'
import { addPerson } from '../../apps/server/src/testing/people.ts'
import { DEMO_PASSWORD } from '../../apps/server/src/testing/test-server.ts'
import { findBarriers } from './axe.ts'
import { onCall, oppositeShapes } from './stage.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()
const SETTINGS = '/les-tilleuls/parametres'
const FEED = '/les-tilleuls/actualites'
const FIREFOX = 'Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0'
const SAFARI =
  'Mozilla/5.0 (iPad; CPU OS 17_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.7 Mobile/15E148 Safari/604.1'
let people = 0

describe.each(oppositeShapes)('settings, $size, $language', ({ size, language, say }) => {
  const newPerson = async () => {
    const email = `settings-${size}-${++people}@test.example`
    await addPerson(stage().server, { email, password: DEMO_PASSWORD, community: 'les-tilleuls' })
    return email
  }
  /** A device of theirs, which says of itself what `agent` says. */
  const device = async (email: string, path: string, agent: string) => {
    const before = new Set((await sessionsOf(email)).map(({ id }) => id))
    const guest = await stage().welcome({ size, language, as: email })
    const mine = (await sessionsOf(email)).find(({ id }) => !before.has(id))!
    await stage().server.db.updateTable('sessions').set({ device: agent }).where('id', '=', mine.id).execute()
    guest.faults.expect(askedTooLate)
    await guest.page.goto(path)
    return guest
  }
  const sessionsOf = (email: string) =>
    stage()
      .server.db.selectFrom('sessions as s')
      .innerJoin('accounts as a', 'a.id', 's.account_id')
      .select('s.id')
      .where('a.email', '=', email)
      .execute()
  const devices = (page: Page) => page.getByRole('region', { name: say('settings.devices'), exact: true })
  const nameOf = (browser: string, system: string) => say('settings.devices.name', { browser, system })
  const closedDoor = async (page: Page) => {
    await page.waitForURL('**/les-tilleuls/connexion?*')
    await page.getByText(say('entry.ended.elsewhere')).waitFor()
  }

  it('my devices: one is logged out from another, at once and with the reason; the focus stays at the list', async () => {
    const email = await newPerson()
    const here = await device(email, SETTINGS, FIREFOX)
    const there = await device(email, FEED, SAFARI)
    await there.page.getByRole('article').first().waitFor()
    await there.page.waitForLoadState('networkidle')
    await here.page.reload()
    const rows = devices(here.page).getByRole('listitem')
    await expect.poll(() => rows.count()).toBe(2)
    expect(await rows.nth(0).innerText()).toContain(nameOf('Firefox', 'Android'))
    expect(await rows.nth(0).innerText()).toContain(say('settings.devices.here'))
    const name = nameOf('Safari', 'iPad')
    expect(await rows.nth(1).innerText()).toContain(name)
    const out = devices(here.page).getByRole('button', { name: say('settings.devices.out.of', { name }), exact: true })
    await out.click()
    const question = here.page.getByRole('alertdialog', { name: say('settings.devices.out.title', { name }) })
    expect(await findBarriers(here.page)).toEqual([])
    await question.getByRole('button', { name: say('common.cancel') }).click()
    await question.waitFor({ state: 'detached' })
    expect(await out.evaluate(button => button === document.activeElement)).toBe(true)
    await out.click()
    await question.getByRole('button', { name: say('settings.devices.out'), exact: true }).click()
    await closedDoor(there.page)
    await here.page.getByText(say('settings.devices.only')).waitFor()
    const heading = devices(here.page).getByRole('heading', { name: say('settings.devices'), exact: true })
    await expect.poll(() => heading.evaluate(title => title === document.activeElement)).toBe(true)
    expect((await there.context.request.get('/api/user/sessions')).status()).toBe(401)
  })

  it('everywhere else at once: this device alone stays in, and a reload finds nobody there', async () => {
    const email = await newPerson()
    const others = [await device(email, FEED, SAFARI), await device(email, '/les-tilleuls/vie-locale', FIREFOX)]
    const here = await device(email, SETTINGS, FIREFOX)
    for (const { page } of others) {
      await page.getByRole('heading').first().waitFor()
      await page.waitForLoadState('networkidle')
    }
    await here.page.getByRole('button', { name: say('settings.devices.others'), exact: true }).click()
    await here.page
      .getByRole('alertdialog', { name: say('settings.devices.others.title') })
      .getByRole('button', { name: say('settings.devices.others.yes') })
      .click()
    for (const { page } of others) await closedDoor(page)
    await here.page.getByText(say('settings.devices.only')).waitFor()
    for (const { page } of others) {
      await page.goto(SETTINGS)
      await page.waitForURL('**/les-tilleuls/connexion?next=*')
    }
    await here.page.reload()
    await here.page.getByText(say('settings.devices.only')).waitFor()
  })

  it('devices that cannot be fetched say so, and come on demand', async () => {
    const { page, context, faults } = await stage().welcome({ size, language, as: 'neighbor2' })
    faults.expect(/answer: GET \/api\/user\/sessions 500/)
    let broken = true
    await onCall(context, /\/api\/user\/sessions$/, route =>
      broken
        ? route.fulfill({
            status: 500,
            contentType: 'application/json',
            body: JSON.stringify({ error: { key: 'unexpectederror' } }),
          })
        : route.continue(),
    )
    await page.goto(SETTINGS)
    await devices(page).getByText(say('settings.devices.failed')).waitFor()
    broken = false
    await devices(page)
      .getByRole('button', { name: say('common.retry') })
      .click()
    await devices(page).getByText(say('settings.devices.here')).first().waitFor()
  })

  it('text size: chosen here, followed by the other tab, there before the app, and nothing is pushed out', async () => {
    const { page, context } = await stage().welcome({ size, language, as: 'neighbor' })
    const second = await context.newPage()
    await second.goto(FEED)
    await second.getByRole('article').first().waitFor()
    await page.goto(SETTINGS)
    const letters = (where: Page) => where.evaluate(() => parseFloat(getComputedStyle(document.body).fontSize))
    const choose = (name: string) =>
      page
        .getByRole('radiogroup', { name: say('settings.textsize') })
        .getByRole('radio', { name, exact: true })
        .click()
    const own = await letters(page)
    for (const percent of ['115', '130', '150']) {
      await choose(say('settings.textsize.percent', { percent }))
      await expect.poll(() => letters(page)).toBeCloseTo((own * Number(percent)) / 100, 1)
      await expect.poll(() => letters(second)).toBeCloseTo((own * Number(percent)) / 100, 1)
    }
    const overflow = (where: Page) =>
      where.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect([await overflow(page), await overflow(second)]).toEqual([0, 0])
    expect(await findBarriers(page)).toEqual([])

    // without the app there is the page alone: its letters have the size already
    const third = await context.newPage()
    await third.route(/\.js$/, route =>
      route.request().url().endsWith('/first-paint.js') ? route.continue() : new Promise<void>(() => {}),
    )
    await third.goto(SETTINGS, { waitUntil: 'commit' })
    await third.locator('#root').waitFor({ state: 'attached' })
    await expect.poll(() => letters(third)).toBeCloseTo(own * 1.5, 1)
    expect(await third.locator('main').count()).toBe(0)
    await third.close()

    await choose(say('settings.device'))
    await expect.poll(() => letters(second)).toBe(own)
    expect(await page.evaluate(() => localStorage.getItem('textsize'))).toBeNull()
  })

  it('the language that is chosen is that of the mails too', async () => {
    const email = await newPerson()
    const { page } = await stage().welcome({ size, language, as: email })
    const kept = async () =>
      (
        await stage()
          .server.db.selectFrom('accounts')
          .select('language')
          .where('email', '=', email)
          .executeTakeFirstOrThrow()
      ).language
    const other = language === 'fr' ? 'en' : 'fr'
    await page.goto(SETTINGS)
    await page.getByRole('radio', { name: say(`common.language.${other}`), exact: true }).click()
    await expect.poll(kept).toBe(other)
    await page
      .getByRole('radio', { name: /^(?:Device|Appareil)$/ })
      .last()
      .click()
    await expect.poll(kept).toBe(language)
  })

  it('lists my communities where there are several, and opens another one', async () => {
    const { server } = stage()
    const { accountId } = await addPerson(server, {
      email: `both-${size}@test.example`,
      password: DEMO_PASSWORD,
      community: 'les-tilleuls',
    })
    const [id, there] = [newId(), await server.communityId('camping-des-pins')]
    await server.db
      .insertInto('users')
      .values({
        community_id: there,
        id,
        account_id: accountId,
        role: 'neighbor',
        pseudo: `both-${size}`,
        enabled_at: new Date(),
        need_update: false,
        first_login: false,
      })
      .execute()
    const { page, faults } = await stage().welcome({ size, language, as: `both-${size}@test.example` })
    faults.expect(askedTooLate)
    await page.goto(SETTINGS)
    const mine = page.getByRole('region', { name: say('settings.communities'), exact: true })
    const rows = mine.getByRole('listitem')
    await expect.poll(() => rows.count()).toBe(2)
    await rows.first().filter({ hasText: 'Les Tilleuls' }).getByText(say('settings.communities.here')).waitFor()
    await rows
      .nth(1)
      .getByRole('button', { name: say('settings.communities.open.of', { name: 'Camping des Pins' }) })
      .click()
    await page.waitForURL('**/camping-des-pins/actualites')
    await page.getByRole('article').first().waitFor()
  })

  it('what the server could not save is told in the words for it, and stands as it was', async () => {
    const { page, faults } = await stage().welcome({ size, language, as: await newPerson() })
    faults.expect(/answer: \S+ \/\S+ 500/)
    await onCall(page, /\/notifications\/settings$/, route =>
      route.request().method() === 'GET'
        ? route.continue()
        : route.fulfill({ status: 500, json: { error: { key: 'unexpectederror' } } }),
    )
    await page.goto(SETTINGS)
    const messages = page.getByRole('switch', { name: say('notifications.switch.message'), exact: true })
    await messages.click()
    await page.getByText(say('notifications.notsaved'), { exact: true }).waitFor()
    await expect.poll(() => messages.isChecked()).toBe(true)
  })

  it('without a network it is said once when all of it was seen', async () => {
    const { page, context, faults } = await stage().welcome({ size, language, as: await newPerson() })
    faults.expect('net::ERR_', 'WebSocket connection', 'did not come')
    await page.goto(SETTINGS)
    await devices(page).getByText(say('settings.devices.only')).waitFor()
    await page.getByRole('link', { name: say('session.menu.about') }).click()
    await page.waitForURL('**/a-propos')
    await context.setOffline(true)
    await page.goBack()
    await devices(page).getByText(say('settings.devices.only')).waitFor()
    const seen = page.getByRole('status').filter({ hasText: language === 'fr' ? 'Hors ligne.' : 'Offline.' })
    await seen.first().waitFor()
    expect(await seen.count()).toBe(1)
    expect(await findBarriers(page)).toEqual([])
    await context.setOffline(false)
    await seen.waitFor({ state: 'detached' })
  })

  it('ends with about, the terms and the ways out', async () => {
    const { page, context, faults } = await stage().welcome({ size, language, as: await newPerson() })
    faults.expect(askedTooLate)
    await page.goto(SETTINGS)
    const more = page.getByRole('region', { name: say('settings.more') })
    await more.getByRole('link', { name: say('session.menu.about') }).click()
    await page.waitForURL('**/a-propos')
    await page.goBack()
    await more.getByRole('link', { name: say('settings.terms') }).click()
    await page.waitForURL('**/conditions-generales-utilisation')
    await page.goBack()
    await more.getByRole('link', { name: say('settings.leave') }).click()
    await page.waitForURL('**/les-tilleuls/mon-profil#leaving')
    const ways = page.getByRole('region', { name: say('leaving.ways') })
    await ways.waitFor()
    // where it leads is where one stands
    await expect
      .poll(() => ways.evaluate(one => one.getBoundingClientRect().bottom <= innerHeight && scrollY > 0))
      .toBe(true)
    await expect.poll(() => ways.evaluate(one => one.contains(document.activeElement))).toBe(true)
    await page.goBack()
    await more.getByRole('button', { name: say('session.menu.logout') }).click()
    await page.waitForURL('**/les-tilleuls')
    expect((await context.cookies()).some(({ name }) => name === 'parvis')).toBe(false)
  })

  it('a guest has the looks, this device and the way out, and is told how to hear of posts', async () => {
    const guest = await stage().server.asGuest()
    const { page, context, faults } = await stage().welcome({ size, language, stored: { strategy: 'guest' } })
    faults.expect(askedTooLate)
    await context.addCookies(
      [...guest.cookies].map(([name, value]) => ({ name, value, url: stage().origin, httpOnly: true })),
    )
    expect((await guest.call(listSessions)).answer).toHaveLength(1)
    await page.goto(SETTINGS)
    await page.getByText(say('notifications.alerts.guest')).waitFor()
    await devices(page).getByText(say('settings.devices.only')).waitFor()
    expect(await page.getByRole('region', { name: say('blocks.list.title') }).count()).toBe(0)
    expect(await findBarriers(page)).toEqual([])
    await page.getByRole('button', { name: say('session.menu.logout') }).click()
    await page.waitForURL('**/les-tilleuls')
  })
})
