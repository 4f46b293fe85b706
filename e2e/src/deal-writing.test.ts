// features: deals
import { countDealSeen } from '@parvis/contract/write-deals.ts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { asPerson } from '../../apps/server/src/testing/people.ts'
import { plainPicture } from '../../apps/server/src/testing/pictures.ts'
import { goTo } from './go-to.ts'
import { oppositeShapes, type Shape } from './stage.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()
const HOME = 'les-tilleuls'
let made = 0

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const told = (page: Page, text: string) => page.getByRole('region').getByText(text).waitFor()

/** A new member of Les Tilleuls in a browser context of their own. */
const welcomeNew = async ({ size, language }: Pick<Shape, 'size' | 'language'>, role: 'advertiser' | 'employee') => {
  const { server, welcome } = stage()
  const { visitor } = await asPerson(server, { email: `deal-${role}-${++made}@e2e.example`, role, community: HOME })
  return welcome({ size, language, by: visitor })
}

const listed = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title })

describe.each(oppositeShapes)('writing good deals, $size, $language', ({ size, language, say }) => {
  const write = async (page: Page, title: string) => {
    await page.goto(`/${HOME}/vie-locale`)
    await page.getByRole('link', { name: say('deals.write') }).click()
    await page.getByRole('heading', { level: 1, name: say('dealwriting.new') }).waitFor()
    await page
      .getByRole('radiogroup', { name: say('dealwriting.category') })
      .locator('label')
      .first()
      .click()
    await page.locator('input[name=title]').fill(title)
    await page.locator('textarea[name=description]').fill('Levain, farine du moulin.')
    await page.locator('input[name=promotion]').fill('2 = 1')
    await page.locator('input[name=address]').fill('3 rue du Thiou')
    await button(page, 'Les Tilleuls').click()
  }

  it('the first deal of a professional is pending, is refused with a reason, is pending again once changed, is approved, counts views, and ends', async () => {
    const { server } = stage()
    const title = `Pain du jour ${++made}`
    const { page: author } = await welcomeNew({ size, language }, 'advertiser')
    await write(author, title)
    await button(author, say('dealwriting.save')).click()
    await told(author, say('dealwriting.saved.waiting'))
    const own = listed(author, title)
    await own.getByText(say('dealwriting.state.waiting'), { exact: true }).waitFor()

    const { page: desk } = await stage().welcome({ size, language, as: 'administrator' })
    await desk.goto(`/${HOME}/gestion`)
    await button(desk, say('dealwriting.waiting.refuse.whom', { name: title })).click()
    const refusal = desk.getByRole('dialog', { name: say('dealwriting.waiting.refuse.title', { name: title }) })
    await refusal.locator('textarea').fill('Pas de prix.')
    await refusal.getByRole('button', { name: say('dealwriting.waiting.refuse'), exact: true }).click()
    await told(desk, say('dealwriting.waiting.refused', { name: title }))
    await author.reload()
    await own.getByText(say('dealwriting.state.refused.text', { why: 'Pas de prix.' })).waitFor()
    await own.getByRole('link', { name: say('dealwriting.act.edit.whom', { name: title }) }).click()
    await author.getByText(say('dealwriting.state.refused.text', { why: 'Pas de prix.' })).waitFor()
    await author.locator('input[name=price]').fill('2 €')
    await button(author, say('dealwriting.save')).click()
    await own.getByText(say('dealwriting.state.waiting'), { exact: true }).waitFor()

    await desk.reload()
    await button(desk, say('dealwriting.waiting.preview', { name: title })).click()
    const dialog = desk.getByRole('dialog', { name: title })
    await dialog.getByText('2 = 1').waitFor()
    await dialog.getByRole('button', { name: say('dealwriting.waiting.approve'), exact: true }).click()
    await told(desk, say('dealwriting.waiting.approved', { name: title }))
    await button(desk, say('dealwriting.waiting.preview', { name: title })).waitFor({ state: 'detached' })

    const { page: reader, faults } = await stage().welcome({ size, language, as: 'neighbor' })
    // Members who manage no deals get neither the form nor the list of managed deals.
    await reader.goto(`/${HOME}/vie-locale/edition`)
    await reader.waitForURL(url => url.pathname === `/${HOME}/actualites`)
    await goTo(reader, `/${HOME}/vie-locale/mes-annonces`)
    await reader.waitForURL(url => url.pathname === `/${HOME}/actualites`)
    await goTo(reader, `/${HOME}/vie-locale`)
    await reader.getByRole('link', { name: title }).first().waitFor()
    expect(await reader.getByRole('link', { name: say('deals.write') }).count()).toBe(0)
    const { id } = await server.db
      .selectFrom('deals')
      .select('id')
      .where(language === 'fr' ? 'title' : 'title_en', '=', title)
      .executeTakeFirstOrThrow()
    const neighbor = await server.as('neighbor')
    for (const _ of ['once', 'twice']) await neighbor.call(countDealSeen, { params: { id } })

    await author.reload()
    await own.getByText(say('dealwriting.state.shown'), { exact: true }).waitFor()
    await own.getByText(/^1 vue$|^1 view$/).waitFor()
    await button(author, say('dealwriting.menu', { name: title })).click()
    await author.getByRole('menuitem', { name: say('dealwriting.act.end') }).click()
    await author
      .getByRole('alertdialog')
      .or(author.getByRole('dialog'))
      .getByRole('button', { name: say('dealwriting.act.end') })
      .click()
    await told(author, say('dealwriting.end.done', { name: title }))
    await own.getByText(say('dealwriting.state.ended'), { exact: true }).waitFor()
    faults.expect('answer: GET /gooddeals 404')
    await goTo(reader, `/${HOME}/annonce?id=${id}`)
    await reader.getByRole('heading', { name: say('deals.gone.title') }).waitFor()

    await button(author, say('dealwriting.menu', { name: title })).click()
    await author.getByRole('menuitem', { name: say('dealwriting.act.again') }).click()
    await own.getByText(say('dealwriting.state.shown'), { exact: true }).waitFor()
    await button(author, say('dealwriting.menu', { name: title })).click()
    await author.getByRole('menuitem', { name: say('dealwriting.act.remove') }).click()
    await author
      .getByRole('alertdialog')
      .or(author.getByRole('dialog'))
      .getByRole('button', { name: say('dealwriting.act.remove') })
      .click()
    await told(author, say('dealwriting.remove.done', { name: title }))
    await author.getByRole('heading', { name: say('dealwriting.mine.empty') }).waitFor()
  })

  it('a deal of the team is shown from its start date on, in both languages, with the chosen photo and invitation', async () => {
    const { server } = stage()
    const title = `Kayak ${++made}`
    const { page } = await welcomeNew({ size, language }, 'employee')
    await write(page, title)
    await page.locator('input[type=file]').setInputFiles({
      name: 'kayak.png',
      mimeType: 'image/png',
      buffer: await plainPicture().png().toBuffer(),
    })
    await page.locator('input[name=alt]').fill('Un kayak')
    // The draft is restored, with its photo.
    await page.reload()
    await page.getByText(say('dealwriting.restored')).waitFor()
    await page.getByRole('img', { name: 'Un kayak' }).first().waitFor()
    await page.getByLabel(say('dealwriting.activity.template')).selectOption({ index: 1 })
    const sentence = await page.locator('textarea[name=activityDescription]').inputValue()
    expect(sentence.length).toBeGreaterThan(10)
    const other = language === 'fr' ? 'en' : 'fr'
    await page
      .getByRole('radiogroup', { name: say('dealwriting.language') })
      .first()
      .getByRole('radio', { name: say(`common.language.${other}`) })
      .click()
    await page.locator('input[name=title]').fill(`Canoë ${title}`)
    await page.locator('input[name=startDate]').fill('2031-05-10')
    await button(page, say('dealwriting.save')).click()
    await told(page, say('dealwriting.saved.scheduled'))
    await listed(page, title).getByText(say('dealwriting.state.scheduled'), { exact: true }).waitFor()
    const row = await server.db
      .selectFrom('deals')
      .select(['title', 'title_en', 'starts_on', 'address'])
      .where(language === 'fr' ? 'title' : 'title_en', '=', title)
      .executeTakeFirstOrThrow()
    expect([row.title, row.title_en].sort()).toEqual([`Canoë ${title}`, title].sort())
    expect(row).toMatchObject({ starts_on: '2031-05-10', address: '3 rue du Thiou' })
    await page.getByRole('link', { name: say('dealwriting.act.edit.whom', { name: title }) }).click()
    await page.locator('input[name=startDate]').fill('')
    await button(page, say('dealwriting.save')).click()
    await told(page, say('dealwriting.saved.shown'))

    await listed(page, title).getByRole('link', { name: title, exact: true }).click()
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
    await page.getByRole('img', { name: 'Un kayak' }).waitFor()
    await page.getByText(sentence).waitFor()
    await page.getByRole('link', { name: say('deals.activity.publish') }).waitFor()
  })
})
