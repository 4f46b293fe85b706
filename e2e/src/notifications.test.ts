// features: notifications
import { answerEvent, withdrawAnswer } from '@parvis/contract/feed.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import { createTemplate, listTemplateCategories, publishTemplate, type Template } from '@parvis/contract/templates.ts'
import type { Locator, Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { findBarriers } from './axe.ts'
import { onCall, oppositeShapes, type Shape } from './stage.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()
const FEED = '/les-tilleuls/actualites'
const TILES = `${FEED}/instants-partage`
const SETTINGS = '/les-tilleuls/parametres'
/** What is live is on the other's screen within a second; a busy machine is given more. */
const SOON = { timeout: 15_000 }

let written = 0

// each journey begins with nothing told and nothing chosen
beforeEach(async () => {
  const { db } = stage().server
  for (const table of ['notifications', 'template_alerts', 'notification_settings'] as const)
    await db.deleteFrom(table).execute()
})

/** A template of the team's, in the first category. */
const makeTemplate = async (name: string): Promise<Template> => {
  const team = await stage().server.as('employee')
  const [category] = (await team.call(listTemplateCategories)).answer
  const { answer } = await team.call(createTemplate, {
    body: {
      type: 'Activity',
      name,
      title: name,
      description: `${name} : on y va.`,
      lang: { en: { name, title: name, description: `${name}: here we go.` } },
      categoryId: category!._id,
    },
  })
  return answer
}

const publish = async (template: Template, as = 'neighbor2') =>
  (await (await stage().server.as(as)).call(publishTemplate, { body: { templateId: template._id } })).answer

describe.each(oppositeShapes)('alerts and the bell, $size, $language', ({ size, language, say }: Shape) => {
  const named = (title: string) => `${title} ${size} ${language} ${++written}`
  const arrive = async (path: string, as = 'neighbor') => {
    const guest = await stage().welcome({ size, language, as })
    await guest.page.goto(path)
    return guest
  }
  /** The bell of a phone says its count in its name, that of the rail beside its words. */
  const bell = (page: Page, count?: number) =>
    page
      .getByRole('button', {
        name: new RegExp(`^${say('session.bell')}${count ? `,? ?${count}` : ''}$`),
      })
      .filter({ visible: true })
  const panel = (page: Page) => page.getByRole('dialog', { name: say('notifications.title') })
  const row = (page: Page | Locator, title: string) => page.getByRole('listitem').filter({ hasText: title })

  it('a bell on a tile: who touched it is told of the next post, at once, and is led to it', async () => {
    const name = named('Pétanque')
    const template = await makeTemplate(name)
    const { page } = await arrive(TILES)
    await page.getByRole('link', { name, exact: true }).waitFor()
    await page.getByRole('button', { name: say('templates.alerts'), exact: true }).click()
    const toggle = page.getByRole('button', { name: say('notifications.toggle.on', { name }), exact: true })
    await toggle.click()
    await page
      .getByRole('button', { name: say('notifications.toggle.off', { name }), exact: true })
      .and(page.locator('[aria-pressed=true]'))
      .waitFor()
    expect(await findBarriers(page)).toEqual([])
    await page.goto(FEED)
    await bell(page).waitFor()
    const { page: elsewhere } = await arrive('/les-tilleuls/vie-locale')
    await bell(elsewhere).waitFor()
    // both are connected
    await page.waitForTimeout(1500)
    const post = await publish(template)
    for (const screen of [page, elsewhere]) await bell(screen, 1).waitFor(SOON)
    await bell(page, 1).click()
    await row(panel(page), name)
      .getByRole('img', { name: say('notifications.unread') })
      .waitFor()
    await panel(page)
      .getByRole('heading', { name: say('notifications.age.new'), exact: true })
      .waitFor()
    expect(await findBarriers(page)).toEqual([])
    await row(panel(page), name).getByRole('link').click()
    await expect.poll(() => new URL(page.url()).searchParams.get('id')).toBe(post._id)
    await panel(page).waitFor({ state: 'hidden' })
    // what was seen there is seen everywhere, at once
    await expect.poll(() => bell(elsewhere, 1).count(), SOON).toBe(0)
    await elsewhere.reload()
    await bell(elsewhere).waitFor()
    expect(await bell(elsewhere, 1).count()).toBe(0)
  })

  it('the bell of a category is for its templates, those that come later too', async () => {
    const [category] = (await (await stage().server.as('neighbor')).call(listTemplateCategories)).answer
    const name = (language === 'fr' ? category!.name : category!.lang.en.name)!
    const { page } = await arrive(TILES)
    await page.getByRole('button', { name: say('templates.alerts'), exact: true }).click()
    await page.getByRole('button', { name: say('notifications.toggle.on', { name }), exact: true }).click()
    // each of its tiles says that it comes with the category
    const [first] = category!.templates
    const tile = (language === 'fr' ? first!.name : first!.lang.en.name)!
    expect(
      await page
        .getByRole('button', { name: say('notifications.toggle.category', { name: tile }), exact: true })
        .isDisabled(),
    ).toBe(true)
    const later = named('Plus tard')
    await publish(await makeTemplate(later))
    await page.goto(FEED)
    await bell(page, 1).click()
    await row(panel(page), later).waitFor()
  })

  it('the settings say none, every post, or a selection, which is found by its words and survives every post', async () => {
    const name = named('Échecs')
    await makeTemplate(name)
    const { page } = await arrive(SETTINGS)
    const radio = (one: 'all' | 'selection' | 'none') =>
      page.getByRole('radio', { name: new RegExp(`^${say(`notifications.alerts.${one}`)}`) })
    const choose = async (one: Parameters<typeof radio>[0]) => {
      await radio(one).click({ force: true })
      await expect.poll(() => radio(one).isChecked()).toBe(true)
    }
    await expect.poll(() => radio('none').isChecked()).toBe(true)
    await choose('selection')
    const chooser = page.getByRole('dialog', { name: say('notifications.alerts.choose') })
    await chooser.getByRole('searchbox').fill('rien de tel qui existe')
    await chooser.getByRole('status').waitFor()
    await chooser.getByRole('searchbox').fill(name.toLowerCase().replace('é', 'e'))
    await chooser.getByRole('button', { name: say('notifications.toggle.on', { name }), exact: true }).click()
    expect(await findBarriers(page)).toEqual([])
    await page.keyboard.press('Escape')
    await chooser.waitFor({ state: 'hidden' })
    const chosen = page.getByRole('list', { name: say('notifications.alerts.chosen') })
    await chosen.getByText(name, { exact: true }).waitFor()
    await choose('all')
    await page.getByText(say('notifications.alerts.kept')).waitFor()
    const free = named('Libre')
    await (await stage().server.as('neighbor2')).call(publishPost, { body: { title: free, description: 'Pour voir.' } })
    await page.goto(FEED)
    await bell(page, 1).click()
    await row(panel(page), free).waitFor()
    await page.goto(SETTINGS)
    await expect.poll(() => radio('all').isChecked()).toBe(true)
    await choose('selection')
    await chosen.getByText(name, { exact: true }).waitFor()
    await page.reload()
    await expect.poll(() => radio('selection').isChecked()).toBe(true)
    await choose('none')
    // by mistake, perhaps
    await page.getByRole('button', { name: say('notifications.alerts.back'), exact: true }).click()
    await chosen.getByText(name, { exact: true }).waitFor()
    await page.getByRole('button', { name: say('notifications.alerts.remove', { name }), exact: true }).click()
    await page.getByText(say('notifications.alerts.nothing')).waitFor()
    expect(await findBarriers(page)).toEqual([])
  })

  it('the author hears of an answer, in one row, until nobody answers any more', async () => {
    const title = named('Qui vient ?')
    const author = await stage().server.as('neighbor')
    const { answer: post } = await author.call(publishPost, { body: { title, description: 'Au jardin.' } })
    const { page } = await arrive(FEED)
    await bell(page).waitFor()
    await page.waitForTimeout(1500)
    const [one, two] = [await stage().server.as('neighbor2'), await stage().server.as('employee')]
    await one.call(answerEvent, { params: { id: post._id } })
    await bell(page, 1).waitFor(SOON)
    await two.call(answerEvent, { params: { id: post._id } })
    await bell(page, 1).click()
    await expect.poll(() => row(panel(page), title).count()).toBe(1)
    await panel(page)
      .getByRole('button', { name: say('notifications.readall'), exact: true })
      .click()
    await panel(page)
      .getByRole('button', { name: new RegExp(`^${say('notifications.filter.unread')}`) })
      .click()
    await panel(page).getByText(say('notifications.read.title')).waitFor()
    expect(await findBarriers(page)).toEqual([])
    await page.keyboard.press('Escape')
    await panel(page).waitFor({ state: 'hidden' })
    for (const visitor of [one, two]) await visitor.call(withdrawAnswer, { params: { id: post._id } })
    await page.goto('/les-tilleuls/notifications')
    await page.getByText(say('notifications.empty.title')).waitFor()
  })

  it('what failed to load says so, and comes when it is asked again', async () => {
    const { page, faults } = await stage().welcome({ size, language, as: 'neighbor' })
    let fails = true
    await onCall(page, /\/notifications\?|\/templates\/alerts/, route =>
      fails ? route.fulfill({ status: 500, json: { error: { key: 'unexpectederror' } } }) : route.continue(),
    )
    faults.expect(/500/)
    await page.goto('/les-tilleuls/notifications')
    await page.getByText(say('notifications.failed')).waitFor()
    expect(await findBarriers(page)).toEqual([])
    fails = false
    await page.getByRole('button', { name: say('common.retry'), exact: true }).click()
    await page.getByText(say('notifications.empty.title')).waitFor()
    fails = true
    await page.goto(SETTINGS)
    await page.getByText(say('notifications.alerts.failed')).waitFor()
    expect(await findBarriers(page)).toEqual([])
  })

  it('guests have no bell, and are told how to get one', async () => {
    const guest = await stage().server.asGuest()
    const { page } = await stage().welcome({ size, language })
    await page.context().addCookies([...guest.cookies].map(([name, value]) => ({ name, value, url: stage().origin })))
    await page.goto(TILES)
    await page.goto(SETTINGS)
    await page.getByText(say('notifications.alerts.guest')).waitFor()
    expect(await bell(page).count()).toBe(0)
    expect(await findBarriers(page)).toEqual([])
  })
})
