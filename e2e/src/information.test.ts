// features: information
import { changeInformation, changeWelcome, getInformation } from '@parvis/contract/information.ts'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { multipartOf } from '../../apps/server/src/testing/multipart.ts'
import { openWithLiveConnection } from './live-page.ts'
import { oppositeShapes, type Shape } from './browser-server.ts'
import { useTestServer } from './use-test-server.ts'

const testServer = useTestServer()
const HOME = '/les-tilleuls'
const INFORMATION = `${HOME}/informations`
const EDIT = `${HOME}/gestion/communaute`

const tabs = (page: Page, t: Shape['t']) =>
  page.getByRole('navigation', { name: t('common.frame.main') }).filter({ visible: true })
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const waitForToast = (page: Page, text: string) => page.getByRole('region').getByText(text).waitFor()
/** Reads the stored welcome PDF, which the test restores at its end. */
const readStoredPdf = async () => {
  const { db, platform } = testServer().server
  const { welcome_id: id } = await db
    .selectFrom('communities')
    .select('welcome_id')
    .where('custom_uri', '=', 'les-tilleuls')
    .executeTakeFirstOrThrow()
  const file = await platform.storage.get(`${id}/pdf`)
  return Buffer.concat(await file!.stream().toArray())
}
const restorePdf = async (bytes: Buffer) => {
  const administrator = await testServer().server.as('administrator')
  await administrator.send({ method: 'PUT', url: changeWelcome.path, ...multipartOf([['files', bytes]]) })
}
/** Sets the last digits of the phone number of the community. */
const setPhone = async (lastDigits: string) => {
  const administrator = await testServer().server.as('administrator')
  await administrator.call(changeInformation, { body: { phone: `+33(0)4 65 71 ${lastDigits}` } })
}
const createPdf = (title: string) => Buffer.from(`%PDF-1.7\n1 0 obj\n<< /Title (${title}) >>\nendobj\n%%EOF\n`)

afterEach(async () => {
  await testServer().server.db.deleteFrom('attempts').execute()
})

describe.each(oppositeShapes)('the information page, $size, $language', ({ size, language, t }) => {
  const openPage = async (path: string, as?: string) => {
    const visit = await testServer().newPage({ size, language, ...(as && { as }) })
    await visit.page.goto(path)
    return visit
  }

  it('opens from its tab, lists contacts, places, useful numbers and the team, and has a site plan that can be enlarged', async () => {
    const { page } = await openPage(`${HOME}/actualites`, 'neighbor')
    await tabs(page, t)
      .getByRole('link', { name: t('session.tab.information'), exact: true })
      .click()
    await page.waitForURL(`**${INFORMATION}`)
    const front = section(page, 'Les Tilleuls')
    await front.getByRole('link', { name: 'accueil@les-tilleuls.example' }).waitFor()
    expect(await front.locator('a[href^="tel:"]').getAttribute('href')).toBe('tel:+33465712040')
    const numbers = section(page, t('information.numbers')).getByRole('link')
    expect(await numbers.first().getAttribute('href')).toBe('tel:112')
    await section(page, t('information.places'))
      .getByText(language === 'fr' ? 'Quatre machines' : 'Four washers')
      .waitFor()
    expect(await section(page, t('information.staff')).getByRole('link').count()).toBeGreaterThan(1)

    // When printed, tabs and buttons are hidden, and the first section takes more than half the width of the sheet.
    await page.emulateMedia({ media: 'print' })
    expect(await tabs(page, t).count()).toBe(0)
    expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0)
    expect((await front.boundingBox())!.width).toBeGreaterThan(page.viewportSize()!.width / 2)
    await page.emulateMedia({ media: null })

    // Opens the site plan; closing the plan returns the focus to the link that opened it.
    await page.getByRole('link', { name: t('information.plan') }).click()
    await page.waitForURL('**/zoom-image?uri=*')
    await page.getByRole('heading', { level: 1, name: t('information.plan') }).waitFor()
    const { answer } = await (
      await testServer().server.as('neighbor')
    ).call(getInformation, { params: { idOrUri: 'les-tilleuls' } })
    const described = language === 'fr' ? answer.plan!.alt : answer.plan!.lang!.en.alt
    await page.getByRole('img', { name: described ?? t('information.plan'), exact: true }).waitFor()
    await button(page, t('media.zoom.in')).click()
    await button(page, t('common.close')).click()
    await page.waitForURL(`**${INFORMATION}`)
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('href'))
    await expect.poll(focused).toContain('/zoom-image?uri=')

    await front.getByRole('link', { name: t('information.write') }).click()
    await page.waitForURL(`**${HOME}/a-mon-service`)
  })

  it('renders the welcome PDF page by page in a browser without a PDF viewer', async () => {
    const { page } = await testServer().newPage({ size, language, as: 'neighbor' })
    await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'pdfViewerEnabled', { get: () => false }))
    await page.goto(INFORMATION)
    await page.getByRole('link', { name: t('information.welcome') }).click()
    await page.waitForURL(`**${HOME}/pdf-bienvenue`)
    const pages = page.getByRole('group', { name: t('information.welcome.of', { name: 'Les Tilleuls' }) })
    await expect.poll(() => pages.locator('p').nth(1).textContent()).toContain('112')
    expect(await pages.locator('canvas').count()).toBeGreaterThan(1)
    expect(await page.locator('iframe').count()).toBe(0)
  })

  it('can be edited by the team: neighbours see changes live, and errors appear beside their fields', async () => {
    const { page, pageErrors } = await openPage(EDIT, 'administrator')
    const phone = page.getByLabel(t('information.form.phone'), { exact: true })
    await phone.waitFor()
    // The save button is always in view.
    const isInView = async () => {
      const box = await button(page, t('information.form.save')).boundingBox()
      return box!.y > 0 && box!.y + box!.height <= page.viewportSize()!.height
    }
    expect(await isInView()).toBe(true)
    await page.mouse.move(300, 300)
    await page.evaluate(() => scrollTo(0, 900))
    expect(await isInView()).toBe(true)
    const { page: neighborPage } = await testServer().newPage({ size, language, as: 'neighbor' })
    await openWithLiveConnection(neighborPage, INFORMATION)
    await section(neighborPage, 'Les Tilleuls').getByText('04 65 71 20 40').waitFor()
    // The phone number is restored even if the test fails.
    onTestFinished(() => setPhone('20 40'))
    await phone.fill('abc')
    await button(page, t('information.form.save')).click()
    await page.getByText(t('errors.invalidphonenumber')).waitFor()
    const other = `04 65 71 ${size === 'phone' ? '11 22' : '33 44'}`
    await phone.fill(other)
    await button(page, t('information.form.save')).click()
    await waitForToast(page, t('information.form.saved'))
    // An open screen updates without a reload.
    await section(neighborPage, 'Les Tilleuls').getByText(other).waitFor()
    const place = `Verger ${size} ${language}`
    await button(page, t('information.form.place.add')).click()
    const dialog = page.getByRole('dialog', { name: t('information.form.place.add') })
    await dialog.getByLabel(t('information.form.place.name'), { exact: true }).fill(place)
    await dialog.getByRole('button', { name: t('information.form.save') }).click()
    await waitForToast(page, t('information.form.place.saved'))
    await section(neighborPage, t('information.places')).getByText(place).waitFor()
    await button(page, t('information.form.place.remove', { name: place })).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('information.form.remove') })
      .click()
    await waitForToast(page, t('information.form.place.removed'))

    // Replaces the site plan and the PDF; other file types are refused.
    pageErrors.allow(`PUT ${changeWelcome.path}`)
    const storedPdf = await readStoredPdf()
    onTestFinished(() => restorePdf(storedPdf))
    const picture = await sharp({ create: { width: 400, height: 250, channels: 3, background: '#c3dfe2' } })
      .png()
      .toBuffer()
    await section(page, t('information.form.plan'))
      .locator('input[type=file]')
      .setInputFiles({ name: 'plan.png', mimeType: 'image/png', buffer: picture })
    await waitForToast(page, t('information.form.plan.saved'))
    const uploadPdf = (buffer: Buffer) =>
      section(page, t('information.form.welcome'))
        .locator('input[type=file]')
        .setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer })
    await uploadPdf(Buffer.from('<!doctype html>'))
    await waitForToast(page, t('errors.unsupportedmedia'))
    await uploadPdf(createPdf(`Bienvenue ${language}`))
    await waitForToast(page, t('information.form.welcome.saved'))
    const { answer } = await (
      await testServer().server.as('neighbor')
    ).call(getInformation, { params: { idOrUri: 'les-tilleuls' } })
    expect([answer.welcome!.bytes, answer.plan!.width]).toEqual([createPdf(`Bienvenue ${language}`).length, 400])
    await page.getByRole('link', { name: t('information.form.cancel'), exact: true }).click()
    await page.waitForURL(`**${HOME}/gestion`)
  })
})
