// features: deals
import { getDeal } from '@parvis/contract/deals.ts'
import { textIn } from '@parvis/contract/language.ts'
import { countDealSeen, editDeal, endDeal } from '@parvis/contract/write-deals.ts'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { asPerson } from '../../apps/server/src/testing/people.ts'
import { plainPicture } from '../../apps/server/src/testing/pictures.ts'
import { oppositeShapes, signedIn, type Shape } from './stage.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()
const HOME = 'les-tilleuls'
let made = 0

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/** The map has a button of the same name. */
const hereOn = (page: Page, say: Shape['say']) => page.locator('button').filter({ hasText: say('map.pick.here') })
const told = (page: Page, text: string) => page.getByRole('region').getByText(text).waitFor()

/** Somebody of Les Tilleuls, new here, in a browser of their own. */
const welcomeNew = async ({ size, language }: Pick<Shape, 'size' | 'language'>, role: 'advertiser' | 'employee') => {
  const { server, origin, welcome } = stage()
  const { visitor } = await asPerson(server, { email: `deal-${role}-${++made}@e2e.example`, role, community: HOME })
  return welcome({ size, language, context: { storageState: signedIn(origin, visitor) } })
}

const listed = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title })

describe.each(oppositeShapes)('good deals that are written, $size, $language', ({ size, language, say }) => {
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

  it('all that is missing is told at once, beside its fields, and what was begun is there again', async () => {
    const { page } = await welcomeNew({ size, language }, 'advertiser')
    await page.goto(`/${HOME}/vie-locale/edition`)
    await page.getByText(say('dealwriting.first')).waitFor()
    const save = button(page, say('dealwriting.save'))
    const wrong = {
      category: page.getByText(say('dealwriting.wrong.categorymandatory')),
      title: page.getByText(say('errors.titlemandatory')),
      text: page.getByText(say('dealwriting.wrong.descriptionmandatory')),
      place: page.getByText(say('errors.placemandatory')),
      phone: page.getByText(say('errors.invalidphonenumber')),
      days: page.getByText(say('errors.enddatebeforestart')),
    }
    const told = async () => {
      const seen = await Promise.all(Object.entries(wrong).map(async ([of, it]) => ((await it.count()) > 0 ? of : '')))
      return seen.filter(Boolean).join(' ')
    }
    const categories = page.getByRole('radiogroup', { name: say('dealwriting.category') })
    const isFocused = (control: Locator) => control.evaluate(it => it === document.activeElement)
    await page.locator('input[name=phone]').fill('abc')
    await page.locator('input[name=startDate]').fill('2031-05-10')
    await page.locator('input[name=endDate]').fill('2031-05-01')
    await save.click()
    await expect.poll(told).toBe('category title text place phone days')
    // the first of the page takes focus, whatever comes after it
    await page.waitForTimeout(100)
    expect(await isFocused(categories.getByRole('radio').first())).toBe(true)
    // what is mended is told no more, at once
    await categories.locator('label').first().click()
    await expect.poll(told).toBe('title text place phone days')
    await save.click()
    await expect.poll(() => isFocused(page.locator('input[name=title]'))).toBe(true)
    await page.locator('input[name=title]').fill('Pain du jour')
    await page.locator('textarea[name=description]').fill('Au levain.')
    await expect.poll(told).toBe('place phone days')
    await save.click()
    await expect.poll(() => isFocused(hereOn(page, say))).toBe(true)
    await button(page, 'Les Tilleuls').click()
    await page.getByText(say('map.pick.done')).waitFor()
    await page.locator('input[name=phone]').fill('')
    await page.locator('input[name=endDate]').fill('')
    await expect.poll(told).toBe('')
    await page.reload()
    await page.getByText(say('dealwriting.restored')).waitFor()
    expect(await page.locator('input[name=title]').inputValue()).toBe('Pain du jour')
    await button(page, say('dealwriting.discard')).click()
    await expect.poll(() => page.locator('input[name=title]').inputValue()).toBe('')
  })

  it('a professional’s first waits, is approved at the desk, is seen, counts who looks, and ends', async () => {
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
    await button(desk, say('dealwriting.waiting.preview', { name: title })).click()
    const dialog = desk.getByRole('dialog', { name: title })
    await dialog.getByText('2 = 1').waitFor()
    await dialog.getByRole('button', { name: say('dealwriting.waiting.approve'), exact: true }).click()
    await told(desk, say('dealwriting.waiting.approved', { name: title }))
    await button(desk, say('dealwriting.waiting.preview', { name: title })).waitFor({ state: 'detached' })

    const { page: reader, faults } = await stage().welcome({ size, language, as: 'neighbor' })
    await reader.goto(`/${HOME}/vie-locale`)
    await reader.getByRole('link', { name: title }).first().waitFor()
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
    await reader.goto(`/${HOME}/annonce?id=${id}`)
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

  it('what is refused says why, and waits anew once it is changed', async () => {
    const title = `Brioche ${++made}`
    const { page: author } = await welcomeNew({ size, language }, 'advertiser')
    await write(author, title)
    await button(author, say('dealwriting.save')).click()
    await told(author, say('dealwriting.saved.waiting'))
    const { page: desk } = await stage().welcome({ size, language, as: 'administrator' })
    await desk.goto(`/${HOME}/gestion`)
    await button(desk, say('dealwriting.waiting.refuse.whom', { name: title })).click()
    const dialog = desk.getByRole('dialog', { name: say('dealwriting.waiting.refuse.title', { name: title }) })
    await dialog.locator('textarea').fill('Pas de prix.')
    await dialog.getByRole('button', { name: say('dealwriting.waiting.refuse'), exact: true }).click()
    await told(desk, say('dealwriting.waiting.refused', { name: title }))
    await author.reload()
    const own = listed(author, title)
    await own.getByText(say('dealwriting.state.refused.text', { why: 'Pas de prix.' })).waitFor()
    await own.getByRole('link', { name: say('dealwriting.act.edit.whom', { name: title }) }).click()
    await author.getByText(say('dealwriting.state.refused.text', { why: 'Pas de prix.' })).waitFor()
    await author.locator('input[name=price]').fill('2 €')
    await button(author, say('dealwriting.save')).click()
    await own.getByText(say('dealwriting.state.waiting'), { exact: true }).waitFor()
  })

  it('what others change while it is written stays, and is told', async () => {
    const { server } = stage()
    const title = `Galette ${++made}`
    const { page: author } = await welcomeNew({ size, language }, 'employee')
    await write(author, title)
    await button(author, say('dealwriting.save')).click()
    await told(author, say('dealwriting.saved.shown'))
    await listed(author, title)
      .getByRole('link', { name: say('dealwriting.act.edit.whom', { name: title }) })
      .click()
    await author.locator('input[name=price]').fill('2 €')
    const { id } = await server.db
      .selectFrom('deals')
      .select('id')
      .where(({ or, eb }) => or([eb('title', '=', title), eb('title_en', '=', title)]))
      .executeTakeFirstOrThrow()
    const desk = await server.as('administrator')
    await desk.call(endDeal, { params: { id } })
    await desk.call(editDeal, { params: { id }, body: { phone: '04 50 11 22 33' } })
    await author.getByText(say('dealwriting.followed')).waitFor()
    // that it is over was told by itself, a moment before
    await expect.poll(() => author.locator('input[name=phone]').inputValue()).toContain('50')
    await button(author, say('dealwriting.save')).click()
    await told(author, say('dealwriting.saved.ended'))
    const { answer } = await desk.call(getDeal, { query: { id } })
    expect(answer).toMatchObject({ phone: '04 50 11 22 33', keeping: { state: 'ended' } })
    expect(textIn(language, answer, 'price')).toBe('2 €')
  })

  it('the team’s is shown at once, or from its first day on, in both languages', async () => {
    const { server } = stage()
    const title = `Kayak ${++made}`
    const { page } = await welcomeNew({ size, language }, 'employee')
    await write(page, title)
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
  })

  it('its place is where the device is, or the community where the device does not tell', async () => {
    const { page, context } = await welcomeNew({ size, language }, 'employee')
    await page.goto(`/${HOME}/vie-locale/edition`)
    // there are no tiles here: places can be picked all the same
    await page
      .getByText(say('map.plain'))
      .or(page.getByText(say('map.broken')))
      .waitFor()
    await page.getByText(say('map.pick.none')).waitFor()
    await hereOn(page, say).click()
    await page.getByText(say('map.locationinfo')).waitFor()
    await page.getByText(say('map.pick.none')).waitFor()
    await context.setGeolocation({ longitude: 6.1412, latitude: 45.9031 })
    await context.grantPermissions(['geolocation'])
    await hereOn(page, say).click()
    await page.getByText(say('map.pick.done')).waitFor()
    const title = `Place ${++made}`
    await page
      .getByRole('radiogroup', { name: say('dealwriting.category') })
      .locator('label')
      .first()
      .click()
    await page.locator('input[name=title]').fill(title)
    await page.locator('textarea[name=description]').fill('Au bord du lac.')
    await button(page, say('dealwriting.save')).click()
    await told(page, say('dealwriting.saved.shown'))
    const row = await stage()
      .server.db.selectFrom('deals')
      .select(['longitude', 'latitude'])
      .where(language === 'fr' ? 'title' : 'title_en', '=', title)
      .executeTakeFirstOrThrow()
    // devices are asked for no more than some streets
    expect(row).toEqual({ longitude: 6.141, latitude: 45.903 })
  })

  it('invites in the sentence of its invitation, beside the photo that was picked', async () => {
    const title = `Photo ${++made}`
    const { page } = await welcomeNew({ size, language }, 'employee')
    await write(page, title)
    await page.locator('input[type=file]').setInputFiles({
      name: 'pain.png',
      mimeType: 'image/png',
      buffer: await plainPicture().png().toBuffer(),
    })
    await page.locator('input[name=alt]').fill('Une miche')
    // what was begun is there again, with its photo
    await page.reload()
    await page.getByText(say('dealwriting.restored')).waitFor()
    await page.getByRole('img', { name: 'Une miche' }).first().waitFor()
    await page.getByLabel(say('dealwriting.activity.template')).selectOption({ index: 1 })
    const sentence = await page.locator('textarea[name=activityDescription]').inputValue()
    expect(sentence.length).toBeGreaterThan(10)
    await button(page, say('dealwriting.save')).click()
    await told(page, say('dealwriting.saved.shown'))
    await listed(page, title).getByRole('link', { name: title, exact: true }).click()
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
    await page.getByRole('img', { name: 'Une miche' }).waitFor()
    await page.getByText(sentence).waitFor()
    await page.getByRole('link', { name: say('deals.activity.publish') }).waitFor()
  })

  it('nobody else is offered the form, nor what others keep', async () => {
    const { page } = await stage().welcome({ size, language, as: 'neighbor' })
    for (const path of ['edition', 'mes-annonces']) {
      await page.goto(`/${HOME}/vie-locale/${path}`)
      await page.waitForURL(url => url.pathname === `/${HOME}/actualites`)
    }
    await page.goto(`/${HOME}/vie-locale`)
    await page.getByRole('heading', { level: 1, name: say('deals.title') }).waitFor()
    expect(await page.getByRole('link', { name: say('deals.write') }).count()).toBe(0)
  })
})
