// features: information
import {
  addPlace,
  changeInformation,
  changeWelcome,
  getInformation,
  removeWelcome,
} from '@parvis/contract/information.ts'
import { listDeals } from '@parvis/contract/deals.ts'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { multipartOf } from '../../apps/server/src/testing/multipart.ts'
import { findBarriers } from './axe.ts'
import { browserFlags, launchBrowser } from './browser.ts'
import { builtFiles, isOneOf } from './built-files.ts'
import { onCall, oppositeShapes, type Shape, shapes, signedIn } from './stage.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()
const HOME = '/les-tilleuls'
const INFORMATION = `${HOME}/informations`
const EDIT = `${HOME}/gestion/communaute`

const tabs = (page: Page, say: Shape['say']) =>
  page.getByRole('navigation', { name: say('common.frame.main') }).filter({ visible: true })
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const told = (page: Page, text: string) => page.getByRole('region').getByText(text).waitFor()
const pathOf = (page: Page) => new URL(page.url()).pathname
/** The booklet as it is, to be given back. */
const storedPaper = async () => {
  const { db, platform } = stage().server
  const { welcome_id: id } = await db
    .selectFrom('communities')
    .select('welcome_id')
    .where('custom_uri', '=', 'les-tilleuls')
    .executeTakeFirstOrThrow()
  const file = await platform.storage.get(`${id}/pdf`)
  return Buffer.concat(await file!.stream().toArray())
}
const giveBack = async (bytes: Buffer) =>
  (await stage().server.as('administrator')).send({
    method: 'PUT',
    url: changeWelcome.path,
    ...multipartOf([['files', bytes]]),
  })
/** The end of the number under which the community is reached. */
const setPhone = async (end: string) => {
  const desk = await stage().server.as('administrator')
  await desk.call(changeInformation, { body: { phone: `+33(0)4 65 71 ${end}` } })
}
const paper = (words: string) => Buffer.from(`%PDF-1.7\n1 0 obj\n<< /Title (${words}) >>\nendobj\n%%EOF\n`)

afterEach(async () => {
  await stage().server.db.deleteFrom('attempts').execute()
})

describe.each(oppositeShapes)('the information, $size, $language', ({ size, language, say }) => {
  const arrive = async (path: string, as?: string) => {
    const guest = await stage().welcome({ size, language, ...(as && { as }) })
    await guest.page.goto(path)
    return guest
  }

  it('is a tab: how the community is reached, its places and numbers, its team and its booklet', async () => {
    const { page } = await arrive(`${HOME}/actualites`, 'neighbor')
    await tabs(page, say)
      .getByRole('link', { name: say('session.tab.information'), exact: true })
      .click()
    await page.waitForURL(`**${INFORMATION}`)
    const front = part(page, 'Les Tilleuls')
    await front.getByRole('link', { name: 'accueil@les-tilleuls.example' }).waitFor()
    expect(await front.locator('a[href^="tel:"]').getAttribute('href')).toBe('tel:+33465712040')
    const numbers = part(page, say('information.numbers')).getByRole('link')
    expect(await numbers.first().getAttribute('href')).toBe('tel:112')
    await part(page, say('information.places'))
      .getByText(language === 'fr' ? 'Quatre machines' : 'Four washers')
      .waitFor()
    expect(await part(page, say('information.staff')).getByRole('link').count()).toBeGreaterThan(1)
    expect(await findBarriers(page)).toEqual([])
    await front.getByRole('button', { name: say('information.route') }).click()
    const dialog = page.getByRole('dialog', { name: say('map.route') })
    expect(await dialog.getByRole('link', { name: say('map.route.maps') }).getAttribute('href')).toContain('45.9071')
    await dialog.getByRole('button', { name: say('map.route.cancel') }).click()
    await front.getByRole('link', { name: say('information.write') }).click()
    await page.waitForURL(`**${HOME}/a-mon-service`)
  })

  it('brings the plan near, and back', async () => {
    const { page } = await arrive(INFORMATION, 'neighbor')
    await page.getByRole('link', { name: say('information.plan') }).click()
    await page.waitForURL('**/zoom-image?uri=*')
    await page.getByRole('heading', { level: 1, name: say('information.plan') }).waitFor()
    const { answer } = await (
      await stage().server.as('neighbor')
    ).call(getInformation, { params: { idOrUri: 'les-tilleuls' } })
    const described = language === 'fr' ? answer.plan!.alt : answer.plan!.lang!.en.alt
    await page.getByRole('img', { name: described ?? say('information.plan'), exact: true }).waitFor()
    await button(page, say('media.zoom.in')).click()
    await button(page, say('common.close')).click()
    await page.waitForURL(`**${INFORMATION}`)
    // who goes on by the keyboard is where they were
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('href'))
    await expect.poll(focused).toContain('/zoom-image?uri=')
  })

  it('invites by a code and a link, without a key', async () => {
    const { page } = await arrive(INFORMATION, 'neighbor')
    await page.getByRole('button', { name: say('information.invite') }).click()
    const dialog = page.getByRole('dialog', { name: say('information.invite') })
    await dialog.getByRole('img', { name: say('information.invite.code', { name: 'Les Tilleuls' }) }).waitFor()
    await dialog.getByText(`${new URL(stage().origin).host}${HOME}`, { exact: true }).waitFor()
    await dialog.getByRole('button', { name: say('information.invite.share') }).click()
    await page.getByRole('dialog', { name: say('share.title') }).waitFor()
  })

  it('is there for a guest and a visitor, who are told no more than the front, and closed where the community is', async () => {
    const { page } = await arrive(INFORMATION)
    await part(page, say('information.numbers')).waitFor()
    // one address for all: what a visitor passes on opens the screen of whoever follows it
    expect(pathOf(page)).toBe(INFORMATION)
    expect(await part(page, say('information.staff')).count()).toBe(0)
    expect(await page.getByText(say('information.welcome'), { exact: true }).count()).toBe(0)
    expect(await page.getByRole('button', { name: say('information.invite') }).count()).toBe(0)
    await page.goto('/residence-du-lac/informations')
    await page.waitForURL('**/residence-du-lac/connexion?*')
    const guest = await stage().server.asGuest()
    const { page: guests } = await stage().welcome({
      size,
      language,
      context: { storageState: signedIn(stage().origin, guest, { strategy: 'guest' }) },
    })
    await guests.goto(INFORMATION)
    await part(guests, say('information.numbers')).waitFor()
    expect(pathOf(guests)).toBe(INFORMATION)
    expect(await part(guests, say('information.staff')).count()).toBe(0)
    expect(await guests.getByRole('button', { name: say('information.invite') }).count()).toBe(0)
    const offer = part(guests, say('information.members.title')).getByRole('link', { name: say('information.signup') })
    expect(await offer.getAttribute('href')).toContain(`${HOME}/connexion?`)
    expect(await findBarriers(guests)).toEqual([])
    await guests.goto(`${HOME}/pdf-bienvenue`)
    await guests.getByRole('heading', { name: say('information.welcome.members') }).waitFor()
    expect(await guests.getByText(say('information.welcome.none'), { exact: true }).count()).toBe(0)
    await guests.getByRole('link', { name: say('information.signup') }).click()
    await guests.waitForURL(`**${HOME}/connexion?*`)
    await guests.getByRole('dialog').getByLabel(say('entry.email'), { exact: true }).waitFor()
  })

  it('shows the booklet in the frame of the browser, else page by page; and says where there is none', async () => {
    const browser = await launchBrowser(browserFlags, process.env.WINDOWED_CHROMIUM_PATH)
    onTestFinished(() => browser.close())
    const { page } = await stage().welcome({ size, language, as: 'neighbor', browser })
    await page.goto(INFORMATION)
    await page.getByRole('link', { name: say('information.welcome') }).click()
    await page.waitForURL(`**${HOME}/pdf-bienvenue`)
    const title = say('information.welcome.of', { name: 'Les Tilleuls' })
    await page.getByText(title, { exact: true }).waitFor()
    expect(await page.locator('a[download]').getAttribute('download')).toBe('les-tilleuls.pdf')
    // a shell without windows has no viewer: there it is drawn page by page, as below
    if (await page.evaluate(() => navigator.pdfViewerEnabled))
      expect(await page.locator('iframe').getAttribute('src')).toMatch(/#toolbar=0&navpanes=0&view=FitH$/)
    else expect(await page.locator('iframe').count()).toBe(0)
    const { page: other, context } = await stage().welcome({ size, language, as: 'neighbor' })
    await context.addInitScript(() =>
      Object.defineProperty(Navigator.prototype, 'pdfViewerEnabled', { get: () => false }),
    )
    await other.goto(`${HOME}/pdf-bienvenue`)
    const pages = other.getByRole('group', { name: title })
    await expect.poll(() => pages.locator('p').nth(1).textContent()).toContain('112')
    expect(await pages.locator('canvas').count()).toBeGreaterThan(1)
    const kept = await storedPaper()
    const desk = await stage().server.as('administrator')
    await desk.call(removeWelcome)
    await other.reload()
    await other.getByRole('heading', { name: say('information.welcome.none') }).waitFor()
    await giveBack(kept)
  })

  it('is written by its team: a neighbour reads it at once, what is wrong is told beside its field', async () => {
    const { page } = await arrive(EDIT, 'administrator')
    const phone = page.getByLabel(say('information.form.phone'), { exact: true })
    await phone.waitFor()
    // in reach wherever the form is looked at
    const isInReach = async () => {
      const box = await button(page, say('information.form.save')).boundingBox()
      return box!.y > 0 && box!.y + box!.height <= page.viewportSize()!.height
    }
    expect(await isInReach()).toBe(true)
    await page.mouse.move(300, 300)
    await page.evaluate(() => scrollTo(0, 900))
    expect(await isInReach()).toBe(true)
    const { page: looking } = await arrive(INFORMATION, 'neighbor')
    await part(looking, 'Les Tilleuls').getByText('04 65 71 20 40').waitFor()
    // a try that fails leaves the number as it was
    onTestFinished(() => setPhone('20 40'))
    await phone.fill('abc')
    await button(page, say('information.form.save')).click()
    await page.getByText(say('errors.invalidphonenumber')).waitFor()
    const other = `04 65 71 ${size === 'phone' ? '11 22' : '33 44'}`
    await phone.fill(other)
    await button(page, say('information.form.save')).click()
    await told(page, say('information.form.saved'))
    expect(await findBarriers(page)).toEqual([])
    const { page: neighbor } = await arrive(INFORMATION, 'neighbor')
    await part(neighbor, 'Les Tilleuls').getByText(other).waitFor()
    // who had it open has it without a reload
    await part(looking, 'Les Tilleuls').getByText(other).waitFor()
    const place = `Verger ${size} ${language}`
    await button(page, say('information.form.place.add')).click()
    const dialog = page.getByRole('dialog', { name: say('information.form.place.add') })
    await dialog.getByLabel(say('information.form.place.name'), { exact: true }).fill(place)
    await dialog.getByRole('button', { name: say('information.form.save') }).click()
    await told(page, say('information.form.place.saved'))
    await neighbor.reload()
    await part(neighbor, say('information.places')).getByText(place).waitFor()
    await button(page, say('information.form.place.remove', { name: place })).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: say('information.form.remove') })
      .click()
    await told(page, say('information.form.place.removed'))
    await page.getByRole('link', { name: say('information.form.cancel'), exact: true }).click()
    await page.waitForURL(`**${HOME}/gestion`)
  })

  it('is as its team has it, also where it changed between the page and its live connection', async () => {
    const { page, context } = await stage().welcome({ size, language, as: 'neighbor' })
    const listens = Promise.withResolvers<void>()
    await context.route(isOneOf(builtFiles(/live-later\.ts$/)), async route => {
      await listens.promise
      await route.fallback()
    })
    await page.goto(INFORMATION)
    await part(page, 'Les Tilleuls').getByText('04 65 71 20 40').waitFor()
    onTestFinished(() => setPhone('20 40'))
    await setPhone('55 66')
    // what was told meanwhile was heard by nobody
    await page.waitForTimeout(1000)
    listens.resolve()
    await part(page, 'Les Tilleuls').getByText('04 65 71 55 66').waitFor()
  })

  it('keeps what was begun and not saved: left, reloaded, discarded', async () => {
    const { page } = await arrive(EDIT, 'administrator')
    const description = page.getByLabel(say('information.form.description'), { exact: true })
    const stood = await description.inputValue()
    const kept = page.getByText(say('information.form.restored'))
    await description.fill('Des mots précieux')
    await page.getByRole('link', { name: say('information.form.cancel'), exact: true }).click()
    await told(page, say('information.form.kept'))
    await page.goto(EDIT)
    await kept.waitFor()
    expect(await description.inputValue()).toBe('Des mots précieux')
    // what is not touched follows what others save meanwhile
    const desk = await stage().server.as('administrator')
    const city = `Annecy ${size}`
    await desk.call(changeInformation, { body: { city } })
    await expect.poll(() => page.getByLabel(say('information.form.city'), { exact: true }).inputValue()).toBe(city)
    expect(await description.inputValue()).toBe('Des mots précieux')
    await desk.call(changeInformation, { body: { city: 'Annecy' } })
    expect(await findBarriers(page)).toEqual([])
    await button(page, say('information.form.discard')).click()
    await kept.waitFor({ state: 'detached' })
    expect(await description.inputValue()).toBe(stood)
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
    await description.fill('Encore')
    await page.reload()
    await kept.waitFor()
    const stored = () => page.evaluate(() => localStorage.getItem('informationdrafts'))
    expect(await stored()).toContain('Encore')
    await button(page, say('information.form.discard')).click()
    await expect.poll(stored).toBe(null)
  })

  it('tells of what a colleague saved in the same field, and saves over it only once that is answered', async () => {
    const desk = await stage().server.as('webmaster')
    await desk.call(changeInformation, { body: { fax: '' } })
    const { page } = await arrive(EDIT, 'administrator')
    const fax = page.getByLabel(say('information.form.fax'), { exact: true })
    await fax.waitFor()
    // the live connection stands
    await page.waitForTimeout(2500)
    const theirs = (number: string) => page.getByText(say('information.form.clash', { words: number }))
    const written = async () =>
      (
        await stage()
          .server.db.selectFrom('communities')
          .select('fax')
          .where('custom_uri', '=', 'les-tilleuls')
          .executeTakeFirstOrThrow()
      ).fax
    await fax.fill('04 50 00 00 01')
    await desk.call(changeInformation, { body: { fax: '04 50 00 00 02' } })
    await theirs('04 50 00 00 02').waitFor()
    expect(await fax.inputValue()).toBe('04 50 00 00 01')
    await button(page, say('information.form.save')).click()
    // it leads there instead of saving
    const mine = button(page, say('information.form.clash.mine'))
    await expect.poll(() => mine.evaluate(it => it === document.activeElement)).toBe(true)
    expect(await written()).toBe('04 50 00 00 02')
    expect(await findBarriers(page)).toEqual([])
    await mine.click()
    expect(await fax.evaluate(it => it === document.activeElement)).toBe(true)
    await button(page, say('information.form.save')).click()
    await told(page, say('information.form.saved'))
    expect(await written()).toBe('04 50 00 00 01')
    await fax.fill('04 50 00 00 03')
    await desk.call(changeInformation, { body: { fax: '04 50 00 00 04' } })
    await theirs('04 50 00 00 04').waitFor()
    await button(page, say('information.form.clash.theirs')).click()
    expect(await fax.inputValue()).toBe('04 50 00 00 04')
    await desk.call(changeInformation, { body: { fax: '' } })
    await expect.poll(() => fax.inputValue()).toBe('')
  })

  it('has a colleague’s places at once, asks before a place is left unsaved, and leads on from one that is removed', async () => {
    const { page } = await arrive(EDIT, 'administrator')
    const add = button(page, say('information.form.place.add'))
    await add.waitFor()
    // the live connection stands
    await page.waitForTimeout(2500)
    const desk = await stage().server.as('webmaster')
    const [first, last] = [`Zèbres 1 ${size}`, `Zèbres 2 ${size}`]
    for (const name of [first, last]) await desk.call(addPlace, { body: { kind: 'location', name } })
    const remove = (name: string) => button(page, say('information.form.place.remove', { name }))
    await remove(first).waitFor()
    await remove(last).waitFor()

    await add.click()
    const dialog = page.getByRole('dialog', { name: say('information.form.place.add') })
    await dialog.getByLabel(say('information.form.place.name'), { exact: true }).fill('Presque un lieu')
    await page.keyboard.press('Escape')
    await dialog.getByText(say('information.form.place.leaving')).waitFor()
    expect(await dialog.getByLabel(say('information.form.place.name'), { exact: true }).inputValue()).toBe(
      'Presque un lieu',
    )
    await dialog.getByRole('button', { name: say('information.form.place.leave') }).click()
    await dialog.waitFor({ state: 'detached' })

    const removeByKey = async (name: string) => {
      await remove(name).focus()
      await page.keyboard.press('Enter')
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: say('information.form.remove') })
        .focus()
      await page.keyboard.press('Enter')
      await remove(name).waitFor({ state: 'detached' })
    }
    const focused = () =>
      page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent)
    await removeByKey(first)
    await expect.poll(focused).toBe(say('information.form.place.edit', { name: last }))
    await removeByKey(last)
    await expect.poll(focused).toBe(say('information.form.place.add'))
  })

  it('takes another plan and another booklet, and refuses what is none', async () => {
    const { page, faults } = await arrive(EDIT, 'administrator')
    faults.expect(`PUT ${changeWelcome.path}`)
    const kept = await storedPaper()
    const plan = part(page, say('information.form.plan'))
    const picture = await sharp({ create: { width: 400, height: 250, channels: 3, background: '#c3dfe2' } })
      .png()
      .toBuffer()
    await plan.locator('input[type=file]').setInputFiles({ name: 'plan.png', mimeType: 'image/png', buffer: picture })
    await told(page, say('information.form.plan.saved'))
    const booklet = part(page, say('information.form.welcome'))
    const give = (buffer: Buffer) =>
      booklet.locator('input[type=file]').setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer })
    await give(Buffer.from('<!doctype html>'))
    await told(page, say('errors.unsupportedmedia'))
    await give(paper(`Bienvenue ${language}`))
    await told(page, say('information.form.welcome.saved'))
    const { answer } = await (
      await stage().server.as('neighbor')
    ).call(getInformation, {
      params: { idOrUri: 'les-tilleuls' },
    })
    expect([answer.welcome!.bytes, answer.plan!.width]).toEqual([paper(`Bienvenue ${language}`).length, 400])
    await giveBack(kept)
  })

  it('says what it offers: a tab goes and comes, and the server refuses meanwhile', async () => {
    const { page } = await arrive(EDIT, 'administrator')
    const deals = page.getByRole('switch', { name: say('information.form.gooddeal'), exact: true })
    const tab = tabs(page, say).getByRole('link', { name: say('session.tab.deals') })
    const { page: neighbor, faults } = await arrive(`${HOME}/vie-locale`, 'neighbor')
    // a list that is asked for in the moment in which it is switched off
    faults.expect(/ \/gooddeals\S* 404/)
    const neighborServer = await stage().server.as('neighbor')
    await neighbor.getByRole('heading', { level: 2 }).first().waitFor()
    const turned = page.waitForResponse('**/admin/community')
    await deals.click()
    await turned
    await expect.poll(() => deals.isChecked()).toBe(false)
    if (size !== 'phone') await expect.poll(() => tab.count()).toBe(0)
    expect((await neighborServer.call(listDeals)).status).toBe(404)
    // told live, the app may be on its way there already
    await neighbor.goto(`${HOME}/vie-locale`).catch(() => {})
    await neighbor.waitForURL(`**${HOME}/actualites`)
    expect(
      await tabs(neighbor, say)
        .getByRole('link', { name: say('session.tab.deals') })
        .count(),
    ).toBe(0)
    const turnedBack = page.waitForResponse('**/admin/community')
    await deals.click()
    await turnedBack
    expect((await neighborServer.call(listDeals)).status).toBe(200)
    await neighbor.goto(`${HOME}/vie-locale`)
    await neighbor.getByRole('heading', { level: 2 }).first().waitFor()
  })
})

const shown = shapes.filter(({ size }) => size === 'phone' || size === 'tablet')
describe.each(shown)('the states of the information, $size, $language', ({ size, language, say }) => {
  const CALL = /\/communities\/[^/]+\/information$/

  it('waits in the shape of what comes, and stands in columns where there is room for two', async () => {
    const { page, context } = await stage().welcome({ size, language, as: 'neighbor' })
    let release = () => {}
    const held = new Promise<void>(done => {
      release = done
    })
    await onCall(context, CALL, async route => {
      await held
      await route.continue().catch(() => {})
    })
    await page.goto(INFORMATION)
    const waiting = page.getByRole('main').getByRole('status', { name: say('common.loading') })
    await waiting.waitFor()
    const bone = await waiting.locator('i').first().boundingBox()
    release()
    const front = part(page, 'Les Tilleuls')
    const picture = await front.getByRole('img').first().boundingBox()
    expect([bone!.x, bone!.y, bone!.width].map(Math.round)).toEqual(
      [picture!.x, picture!.y, picture!.width].map(Math.round),
    )
    await waiting.waitFor({ state: 'detached' })
    const left = async (name: string) => (await part(page, name).boundingBox())!.x
    const [numbers, places] = [await left(say('information.numbers')), await left(say('information.places'))]
    if (size === 'tablet') expect(places).toBeGreaterThan(numbers)
    else expect(places).toBe(numbers)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  })

  it('fails with words, and comes when it is asked again', async () => {
    const { page, context, faults } = await stage().welcome({ size, language, as: 'neighbor' })
    faults.expect(/information 500/)
    let broken = true
    await onCall(context, CALL, route =>
      broken ? route.fulfill({ status: 500, json: { error: { key: 'unexpectederror' } } }) : route.continue(),
    )
    await page.goto(INFORMATION)
    await page.getByRole('heading', { name: say('information.failed') }).waitFor()
    broken = false
    await button(page, say('common.retry')).click()
    await part(page, say('information.numbers')).waitFor()
  })
})
