// features: deals
import { recordDealView } from '@parvis/contract/write-deals.ts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { asPerson } from '../../apps/server/src/testing/people.ts'
import { plainPicture } from '../../apps/server/src/testing/pictures.ts'
import { goTo } from './go-to.ts'
import { oppositeShapes, type Shape } from './browser-server.ts'
import { useTestServer } from './use-test-server.ts'

const testServer = useTestServer()
const HOME = 'les-tilleuls'
let dealCount = 0

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const waitForToast = (page: Page, text: string) => page.getByRole('region').getByText(text).waitFor()

/** Opens a page as a new member of Les Tilleuls, in a browser context of their own. */
const newMemberPage = async ({ size, language }: Pick<Shape, 'size' | 'language'>, role: 'advertiser' | 'employee') => {
  const { server, newPage } = testServer()
  const { visitor } = await asPerson(server, {
    email: `deal-${role}-${++dealCount}@e2e.example`,
    role,
    community: HOME,
  })
  return newPage({ size, language, by: visitor })
}

const dealCard = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title })

describe.each(oppositeShapes)('writing good deals, $size, $language', ({ size, language, t }) => {
  const write = async (page: Page, title: string) => {
    await page.goto(`/${HOME}/vie-locale`)
    await page.getByRole('link', { name: t('deals.write') }).click()
    await page.getByRole('heading', { level: 1, name: t('dealwriting.new') }).waitFor()
    await page
      .getByRole('radiogroup', { name: t('dealwriting.category') })
      .locator('label')
      .first()
      .click()
    await page.locator('input[name=title]').fill(title)
    await page.locator('textarea[name=description]').fill('Levain, farine du moulin.')
    await page.locator('input[name=promotion]').fill('2 = 1')
    await page.locator('input[name=address]').fill('3 rue du Thiou')
    await button(page, 'Les Tilleuls').click()
  }

  it('the first deal of a professional awaits approval, again after a refusal and an edit; neighbours see the deal until it ends', async () => {
    const { server } = testServer()
    const title = `Pain du jour ${++dealCount}`
    const { page: author } = await newMemberPage({ size, language }, 'advertiser')
    await write(author, title)
    await button(author, t('dealwriting.save')).click()
    await waitForToast(author, t('dealwriting.saved.waiting'))
    const ownCard = dealCard(author, title)
    await ownCard.getByText(t('dealwriting.state.waiting'), { exact: true }).waitFor()

    const { page: desk } = await testServer().newPage({ size, language, as: 'administrator' })
    await desk.goto(`/${HOME}/gestion`)
    await button(desk, t('dealwriting.waiting.refuse.whom', { name: title })).click()
    const refusal = desk.getByRole('dialog', { name: t('dealwriting.waiting.refuse.title', { name: title }) })
    await refusal.locator('textarea').fill('Pas de prix.')
    await refusal.getByRole('button', { name: t('dealwriting.waiting.refuse'), exact: true }).click()
    await waitForToast(desk, t('dealwriting.waiting.refused', { name: title }))
    await author.reload()
    await ownCard.getByText(t('dealwriting.state.refused.text', { why: 'Pas de prix.' })).waitFor()
    await ownCard.getByRole('link', { name: t('dealwriting.act.edit.whom', { name: title }) }).click()
    await author.getByText(t('dealwriting.state.refused.text', { why: 'Pas de prix.' })).waitFor()
    await author.locator('input[name=price]').fill('2 €')
    await button(author, t('dealwriting.save')).click()
    await ownCard.getByText(t('dealwriting.state.waiting'), { exact: true }).waitFor()

    await desk.reload()
    await button(desk, t('dealwriting.waiting.preview', { name: title })).click()
    const dialog = desk.getByRole('dialog', { name: title })
    await dialog.getByText('2 = 1').waitFor()
    await dialog.getByRole('button', { name: t('dealwriting.waiting.approve'), exact: true }).click()
    await waitForToast(desk, t('dealwriting.waiting.approved', { name: title }))
    await button(desk, t('dealwriting.waiting.preview', { name: title })).waitFor({ state: 'detached' })

    const { page: neighborPage, pageErrors } = await testServer().newPage({ size, language, as: 'neighbor' })
    // Members who manage no deals are redirected from the form and from the list of managed deals.
    await neighborPage.goto(`/${HOME}/vie-locale/edition`)
    await neighborPage.waitForURL(url => url.pathname === `/${HOME}/actualites`)
    await goTo(neighborPage, `/${HOME}/vie-locale/mes-annonces`)
    await neighborPage.waitForURL(url => url.pathname === `/${HOME}/actualites`)
    await goTo(neighborPage, `/${HOME}/vie-locale`)
    await neighborPage.getByRole('link', { name: title }).first().waitFor()
    expect(await neighborPage.getByRole('link', { name: t('deals.write') }).count()).toBe(0)
    const { id } = await server.db
      .selectFrom('deals')
      .select('id')
      .where(language === 'fr' ? 'title' : 'title_en', '=', title)
      .executeTakeFirstOrThrow()
    const neighbor = await server.as('neighbor')
    for (const _ of ['once', 'twice']) await neighbor.call(recordDealView, { params: { id } })

    await author.reload()
    await ownCard.getByText(t('dealwriting.state.shown'), { exact: true }).waitFor()
    await ownCard.getByText(/^1 vue$|^1 view$/).waitFor()
    await button(author, t('dealwriting.menu', { name: title })).click()
    await author.getByRole('menuitem', { name: t('dealwriting.act.end') }).click()
    await author
      .getByRole('alertdialog')
      .or(author.getByRole('dialog'))
      .getByRole('button', { name: t('dealwriting.act.end') })
      .click()
    await waitForToast(author, t('dealwriting.end.done', { name: title }))
    await ownCard.getByText(t('dealwriting.state.ended'), { exact: true }).waitFor()
    pageErrors.allow('answer: GET /gooddeals 404')
    await goTo(neighborPage, `/${HOME}/annonce?id=${id}`)
    await neighborPage.getByRole('heading', { name: t('deals.gone.title') }).waitFor()

    await button(author, t('dealwriting.menu', { name: title })).click()
    await author.getByRole('menuitem', { name: t('dealwriting.act.again') }).click()
    await ownCard.getByText(t('dealwriting.state.shown'), { exact: true }).waitFor()
    await button(author, t('dealwriting.menu', { name: title })).click()
    await author.getByRole('menuitem', { name: t('dealwriting.act.remove') }).click()
    await author
      .getByRole('alertdialog')
      .or(author.getByRole('dialog'))
      .getByRole('button', { name: t('dealwriting.act.remove') })
      .click()
    await waitForToast(author, t('dealwriting.remove.done', { name: title }))
    await author.getByRole('heading', { name: t('dealwriting.mine.empty') }).waitFor()
  })

  it('a deal of an employee is scheduled until its start date is removed, then shown with its photo and invitation', async () => {
    const { server } = testServer()
    const title = `Kayak ${++dealCount}`
    const { page } = await newMemberPage({ size, language }, 'employee')
    await write(page, title)
    await page.locator('input[type=file]').setInputFiles({
      name: 'kayak.png',
      mimeType: 'image/png',
      buffer: await plainPicture().png().toBuffer(),
    })
    await page.locator('input[name=alt]').fill('Un kayak')
    // A reload restores the draft with its photo.
    await page.reload()
    await page.getByText(t('dealwriting.restored')).waitFor()
    await page.getByRole('img', { name: 'Un kayak' }).first().waitFor()
    await page.getByLabel(t('dealwriting.activity.template')).selectOption({ index: 1 })
    const sentence = await page.locator('textarea[name=activityDescription]').inputValue()
    expect(sentence.length).toBeGreaterThan(10)
    const other = language === 'fr' ? 'en' : 'fr'
    await page
      .getByRole('radiogroup', { name: t('dealwriting.language') })
      .first()
      .getByRole('radio', { name: t(`common.language.${other}`) })
      .click()
    await page.locator('input[name=title]').fill(`Canoë ${title}`)
    await page.locator('input[name=startDate]').fill('2031-05-10')
    await button(page, t('dealwriting.save')).click()
    await waitForToast(page, t('dealwriting.saved.scheduled'))
    await dealCard(page, title).getByText(t('dealwriting.state.scheduled'), { exact: true }).waitFor()
    const row = await server.db
      .selectFrom('deals')
      .select(['title', 'title_en', 'starts_on', 'address'])
      .where(language === 'fr' ? 'title' : 'title_en', '=', title)
      .executeTakeFirstOrThrow()
    expect([row.title, row.title_en].sort()).toEqual([`Canoë ${title}`, title].sort())
    expect(row).toMatchObject({ starts_on: '2031-05-10', address: '3 rue du Thiou' })
    await page.getByRole('link', { name: t('dealwriting.act.edit.whom', { name: title }) }).click()
    await page.locator('input[name=startDate]').fill('')
    await button(page, t('dealwriting.save')).click()
    await waitForToast(page, t('dealwriting.saved.shown'))

    await dealCard(page, title).getByRole('link', { name: title, exact: true }).click()
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
    await page.getByRole('img', { name: 'Un kayak' }).waitFor()
    await page.getByText(sentence).waitFor()
    await page.getByRole('link', { name: t('deals.activity.publish') }).waitFor()
  })
})
