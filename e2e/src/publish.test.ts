// features: publish, feed, deals, outbox
import { updateProfile } from '@parvis/contract/profile.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import { createTemplate, listTemplateCategories, removeTemplate } from '@parvis/contract/templates.ts'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { asPerson } from '../../apps/server/src/testing/people.ts'
import { findBarriers } from './axe.ts'
import { goTo } from './go-to.ts'
import { oppositeShapes, type Shape } from './stage.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()
const FEED = '/les-tilleuls/actualites'
const PUBLISH = /\/templates\/publish$/
/** Live updates arrive within a second; a busy machine gets more time, but less than a page takes to poll by itself. */
const SOON = { timeout: 15_000 }

let written = 0

// The journeys create more templates in a minute than the rate limit allows.
beforeEach(async () => {
  await stage().server.db.deleteFrom('attempts').where('bucket', 'like', 'template %').execute()
})

const postsOf = (templateId: string) =>
  stage().server.db.selectFrom('events').selectAll().where('template_id', '=', templateId).execute()

/** A template of the team without posts. */
const makeTemplate = async (name: string, type: 'Activity' | 'Template' = 'Activity') => {
  const team = await stage().server.as('employee')
  const [category] = (await team.call(listTemplateCategories)).answer
  const { answer } = await team.call(createTemplate, {
    body: {
      type,
      name,
      title: name,
      description: `${name} : on y va.`,
      lang: { en: { name, title: name, description: `${name}: here we go.` } },
      choices: [
        { name: 'Dehors', lang: { en: { name: 'Outdoors' } } },
        { name: 'Dedans', lang: { en: { name: 'Indoors' } } },
      ],
      categoryId: category!._id,
    },
  })
  return { team, template: answer }
}

const chip = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('article').getByRole('heading', { name, exact: true })

describe.each(oppositeShapes)('publishing, $size, $language', ({ size, language, say }: Shape) => {
  const named = (title: string) => `${title} ${size} ${language} ${++written}`
  const arrive = async (path: string, as = 'neighbor') => {
    const guest = await stage().welcome({ size, language, as })
    await guest.page.goto(path)
    return guest
  }
  const outdoors = language === 'fr' ? 'Dehors' : 'Outdoors'
  const place = language === 'fr' ? 'Salle commune' : 'Common room'

  it('leads from the dialog to the templates, the form with its preview, and the feed of everybody', async () => {
    const name = named('Cerfs-volants')
    const { template } = await makeTemplate(name)
    const { page } = await arrive(FEED)
    const { page: other } = await arrive(FEED, 'neighbor2')
    await other.getByRole('article').first().waitFor()
    await page.getByRole('article').first().waitFor()
    if (size === 'phone') {
      // The composer of the feed opens the same dialog, before any scrolling.
      await page.getByRole('button', { name: say('feed.composer.entry') }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: new RegExp(say('templates.sheet.Proposal')) })
        .waitFor()
      await page.keyboard.press('Escape')
      await page.mouse.wheel(0, 900)
    }
    await page
      .getByRole('button', { name: say('session.publish'), exact: true })
      .filter({ visible: true })
      .click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: new RegExp(say('templates.sheet.Activity')) })
      .click()
    await page
      .getByRole('radio', { name: say('templates.kind.Activity') })
      .and(page.locator('[aria-checked=true]'))
      .waitFor()
    await page.getByRole('button', { name: say('templates.search'), exact: true }).click()
    // Each suggested search term has results.
    const suggested = say('templates.search.hint')
      .split(/[,…]\s*/u)
      .filter(Boolean)
    expect(suggested).toHaveLength(3)
    for (const word of suggested) {
      await page.getByRole('searchbox').fill(word)
      await page
        .getByRole('status')
        .filter({ hasText: /^[1-9]/ })
        .waitFor()
      await page.getByRole('main').getByRole('heading', { level: 2 }).first().waitFor()
    }
    await page.getByRole('searchbox').fill(say('templates.search.hint').split(/[,…] ?/u)[1]!)
    await page.getByRole('heading', { level: 2, name: say('templates.kind.Proposal'), exact: true }).waitFor()
    await page.getByRole('searchbox').fill(name.toLowerCase().replace('cerfs', 'cérfs'))
    await page.getByRole('link', { name, exact: true }).click()
    await page.getByRole('heading', { name, exact: true }).first().waitFor()
    const preview = page.getByRole('complementary', { name: say('templates.preview') })
    await chip(page, outdoors).click()
    await chip(page, say('common.day.tomorrow')).click()
    const times = page.getByRole('group', { name: say('templates.when.time') }).getByRole('button')
    expect(await times.first().getAttribute('aria-pressed')).toBe('true')
    await times.nth(2).click()
    await chip(page, place).click()
    await preview.getByText(outdoors).waitFor()
    expect(await preview.innerText()).toContain(place)
    const shown = (await preview.getByRole('article').innerText()).replace(/\s+/g, ' ')
    await page.getByRole('button', { name: say('publish.post'), exact: true }).click()
    await page.getByText(say('templates.published')).waitFor()
    expect(new URL(page.url()).pathname).toBe(FEED)
    for (const screen of [page, other]) await heading(screen, name).waitFor(SOON)
    const card = (await other.getByRole('article').filter({ hasText: name }).first().innerText()).replace(/\s+/g, ' ')
    // The card matches the preview, including the time.
    for (const part of [outdoors, place, shown.match(/\d+(?:[:\u00a0 ]?h?)[\u00a0 ]?\d*/)![0]])
      expect(card).toContain(part)
    expect(await postsOf(template._id)).toMatchObject([
      { time_id: expect.any(String), choice_id: template.choices[0]!._id },
    ])
  })

  it('publishes the last version once when earlier responses were lost', async () => {
    const { template } = await makeTemplate(named('Changé entre-temps'))
    const { page, faults } = await arrive(`${FEED}/parametres-publication?templateId=${template._id}`)
    faults.expect('net::ERR_')
    faults.expect(/POST \/templates\/publish 404/)
    // Requests that arrive while their responses are lost: the first version, then its replacement.
    let isLost = (_name: string) => true
    let cut = 0
    await page.route(PUBLISH, async route => {
      if (!isLost((route.request().postDataJSON() as { tmpId: string }).tmpId)) return route.continue()
      await route.fetch().catch(() => {})
      cut++
      await route.abort('connectionreset').catch(() => {})
    })
    const post = page.getByRole('button', { name: say('publish.post'), exact: true })
    const change = () =>
      page
        .getByRole('region', { name: say('outbox.title') })
        .getByRole('button', { name: new RegExp(`^${say('outbox.change')}`) })
        .click()
    await post.click()
    await change()
    isLost = name => name.includes(' ')
    await chip(page, say('common.day.tomorrow')).click()
    cut = 0
    await post.click()
    await expect.poll(() => cut).toBeGreaterThan(0)
    await change()
    isLost = () => false
    await chip(page, outdoors).click()
    await post.click()
    await page.getByText(say('templates.published')).waitFor()
    const posts = await postsOf(template._id)
    expect(posts).toHaveLength(1)
    expect(posts[0]).toMatchObject({ choice_id: template.choices[0]!._id, starts_at: expect.any(Date) })
  })

  it('never overflows the window, however long the words', async () => {
    const [name, title] = ['W'.repeat(60), 'T'.repeat(120)]
    const team = await stage().server.as('employee')
    const { answer } = await team.call(createTemplate, {
      body: {
        type: 'Activity',
        name,
        title,
        description: name,
        lang: { en: { name, title, description: name } },
        choices: [{ name, lang: { en: { name } } }],
        category: { name, lang: { en: { name } }, picto: 'memo', bgColor: 'notice' },
      },
    })
    const { page } = await arrive(`${FEED}/instants-partage`)
    if (size === 'phone') await page.setViewportSize({ width: 320, height: 640 })
    const over = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    await page.getByRole('link', { name, exact: true }).waitFor()
    expect(await over()).toBeLessThanOrEqual(0)
    await page.getByRole('link', { name, exact: true }).click()
    await page.getByRole('heading', { name: title }).first().waitFor()
    expect(await over()).toBeLessThanOrEqual(0)
    await team.call(removeTemplate, { params: { id: answer._id } })
  })

  it('publishes from a good deal with its text; filters the feed by a category, which the next visit remembers', async () => {
    const deal = await stage()
      .server.db.selectFrom('deals')
      .selectAll()
      .where('template_id', 'is not', null)
      .where('listed', '=', true)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const { page } = await arrive(`/les-tilleuls/annonce?id=${deal.id}`)
    await page.getByRole('link', { name: say('deals.activity.publish') }).click()
    const words = (language === 'fr' ? deal.activity_description : deal.activity_description_en)!
    await page
      .getByRole('complementary', { name: say('templates.preview') })
      .getByText(words)
      .waitFor()
    await page.getByRole('button', { name: say('publish.post'), exact: true }).click()
    await page.getByText(say('templates.published')).waitFor()
    await page.getByRole('article').first().getByText(words).waitFor()

    const { template } = await makeTemplate(named('Classé'))
    const neighbor = await stage().server.as('neighbor2')
    await neighbor.send({ method: 'POST', url: '/templates/publish', body: { templateId: template._id } } as never)
    const category = (await neighbor.call(listTemplateCategories)).answer.find(
      ({ _id }) => _id === template.categoryId,
    )!
    const name = (language === 'fr' ? category.name : category.lang.en.name)!
    await page.getByRole('button', { name: say('feed.filter.categories'), exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name, exact: true }).waitFor()
    expect(await findBarriers(page)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('filter')).toBe(category._id)
    await chip(page, name).waitFor()
    await page.goto(FEED)
    await expect.poll(() => new URL(page.url()).searchParams.get('filter')).toBe(category._id)
  })

  it('redirects a guest from every form to the feed with an explanation', async () => {
    const guest = await stage().server.asGuest()
    const { context, page } = await stage().welcome({ size, language, stored: { strategy: 'guest' } })
    await context.addCookies([...guest.cookies].map(([name, value]) => ({ name, value, url: stage().origin })))
    for (const form of ['instants-partage', 'edition-publication']) {
      await page.goto(`${FEED}/${form}`)
      await page.getByText(say('errors.guestforbidden')).waitFor()
      expect(new URL(page.url()).pathname).toBe(FEED)
    }
    // Guests get no notifications, so they have no bell.
    expect(await page.getByRole('button', { name: new RegExp(`^${say('session.bell')}`) }).count()).toBe(0)
  })
})

describe.each(oppositeShapes)('the templates of the team, $size, $language', ({ size, language, say }: Shape) => {
  const named = (title: string) => `${title} ${size} ${language} ${++written}`
  const arrive = async (path: string, as = 'employee') => {
    const guest = await stage().welcome({ size, language, as })
    await guest.page.goto(path)
    return guest
  }
  const field = (page: Page, name: string) => page.locator(`main [name="${name}"]`)

  it('are created in a new category, edited and deleted, live on the open screens of others', async () => {
    const name = named('Ravalement')
    const longer = named('Ravalement bis')
    const { visitor } = await asPerson(stage().server, {
      email: `renamed-${++written}@les-tilleuls.example`,
      community: 'les-tilleuls',
    })
    const title = named('De moi')
    await visitor.call(publishPost, { body: { title, description: 'Voilà.' } })
    const { page: other, faults } = await arrive(`${FEED}/modeles`, 'administrator')
    faults.expect(/answer: GET \/templates\/\S+ 404/)
    await other.getByRole('link', { name: say('templates.category.add'), exact: true }).waitFor()
    const { page } = await arrive(`${FEED}/modeles`)
    await page.getByRole('link', { name: say('templates.category.add'), exact: true }).click()
    // A new category starts with its name focused.
    const category = named('Chantiers')
    await expect.poll(() => field(page, 'category-fr').evaluate(one => one === document.activeElement)).toBe(true)
    await field(page, `category-${language}`).fill(category)
    await field(page, 'name').fill(name)
    await field(page, 'description').fill('Échafaudage pendant deux semaines.')
    await page.getByRole('button', { name: say('templates.form.choice.add') }).click()
    await field(page, 'choice-0').fill('Bâtiment A')
    expect(await findBarriers(page)).toEqual([])
    await page.getByRole('button', { name: say('publish.save'), exact: true }).click()
    await page.getByText(say('templates.form.saved')).waitFor()
    expect(new URL(page.url()).pathname).toBe(FEED)

    await other.getByRole('heading', { name: category, exact: true }).waitFor(SOON)
    await other.getByRole('link', { name, exact: true }).click()
    await other.getByRole('button', { name: 'Bâtiment A', exact: true }).waitFor()
    await other.getByRole('button', { name: say('publish.post'), exact: true }).click()
    const card = other.getByRole('article').filter({ hasText: name }).first()
    await card.waitFor()
    const authored = other.getByRole('article').filter({ hasText: title }).first()
    await authored.waitFor()

    // A renamed template and author update already published posts.
    await goTo(page, `${FEED}/modeles`)
    await page.getByRole('button', { name: say('templates.menu', { name }), exact: true }).click()
    await page.getByRole('menuitem', { name: say('templates.edit') }).click()
    await field(page, 'name').fill(longer)
    await page.getByRole('button', { name: say('publish.save'), exact: true }).click()
    await page.getByText(say('templates.form.changed')).waitFor()
    await other.getByRole('article').filter({ hasText: longer }).first().waitFor(SOON)
    await visitor.call(updateProfile, {
      body: { firstname: 'Rosalinde', lastname: 'Roussel', gender: 'F', confirmage: true, confirmaddress: true },
    })
    await authored.getByText('Rosalinde').first().waitFor(SOON)

    await goTo(page, `${FEED}/modeles`)
    const menu = page.getByRole('button', { name: say('templates.menu', { name: longer }), exact: true })
    await menu.waitFor()
    const tile = page.getByRole('link', { name: longer, exact: true })
    await goTo(other, (await tile.getAttribute('href'))!)
    await other.getByRole('button', { name: say('publish.post'), exact: true }).waitFor()
    await menu.click()
    await page.getByRole('menuitem', { name: say('templates.remove') }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: say('templates.remove'), exact: true })
      .click()
    await page.getByText(say('templates.removed', { name: longer })).waitFor()
    await tile.waitFor({ state: 'hidden' })
    // A page that is publishing from it is told.
    await other.getByText(say('templates.gone'), { exact: true }).waitFor(SOON)
  })
})
