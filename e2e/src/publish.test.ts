// features: publish, feed, deals, outbox
import { createTemplate, listTemplateCategories, removeTemplate } from '@parvis/contract/templates.ts'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { findAxeViolations } from './axe.ts'
import { oppositeShapes, type Shape } from './browser-server.ts'
import { useTestServer } from './use-test-server.ts'

const testServer = useTestServer()
const FEED = '/les-tilleuls/actualites'
const PUBLISH = /\/templates\/publish$/
/** Live events arrive within a second; a busy machine gets more time, but less than the polling interval. */
const LIVE_TIMEOUT = { timeout: 15_000 }

let titleCount = 0

// The tests create more templates in a minute than the rate limit allows.
beforeEach(async () => {
  await testServer().server.db.deleteFrom('attempts').where('bucket', 'like', 'template %').execute()
})

const postsOf = (templateId: string) =>
  testServer().server.db.selectFrom('events').selectAll().where('template_id', '=', templateId).execute()

/** Creates a post template as an employee; the template has no posts yet. */
const addTemplate = async (name: string, type: 'Activity' | 'Template' = 'Activity') => {
  const team = await testServer().server.as('employee')
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

describe.each(oppositeShapes)('publishing, $size, $language', ({ size, language, t }: Shape) => {
  const uniqueTitle = (title: string) => `${title} ${size} ${language} ${++titleCount}`
  const openPage = async (path: string, as = 'neighbor') => {
    const visit = await testServer().newPage({ size, language, as })
    await visit.page.goto(path)
    return visit
  }
  const outdoors = language === 'fr' ? 'Dehors' : 'Outdoors'
  const place = language === 'fr' ? 'Salle commune' : 'Common room'

  it('leads from the publish dialog to the templates and to the form with its preview; the post appears in the feeds of all', async () => {
    const name = uniqueTitle('Cerfs-volants')
    const { template } = await addTemplate(name)
    const { page } = await openPage(FEED)
    const { page: other } = await openPage(FEED, 'neighbor2')
    await other.getByRole('article').first().waitFor()
    await page.getByRole('article').first().waitFor()
    if (size === 'phone') {
      // The composer of the feed opens the same dialog, before any scrolling.
      await page.getByRole('button', { name: t('feed.composer.entry') }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: new RegExp(t('templates.sheet.Proposal')) })
        .waitFor()
      await page.keyboard.press('Escape')
      await page.mouse.wheel(0, 900)
    }
    await page
      .getByRole('button', { name: t('session.publish'), exact: true })
      .filter({ visible: true })
      .click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: new RegExp(t('templates.sheet.Activity')) })
      .click()
    await page
      .getByRole('radio', { name: t('templates.kind.Activity') })
      .and(page.locator('[aria-checked=true]'))
      .waitFor()
    await page.getByRole('button', { name: t('templates.search'), exact: true }).click()
    // Each suggested search term has results.
    const suggested = t('templates.search.hint')
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
    await page.getByRole('searchbox').fill(t('templates.search.hint').split(/[,…] ?/u)[1]!)
    await page.getByRole('heading', { level: 2, name: t('templates.kind.Proposal'), exact: true }).waitFor()
    await page.getByRole('searchbox').fill(name.toLowerCase().replace('cerfs', 'cérfs'))
    await page.getByRole('link', { name, exact: true }).click()
    await page.getByRole('heading', { name, exact: true }).first().waitFor()
    const preview = page.getByRole('complementary', { name: t('templates.preview') })
    await chip(page, outdoors).click()
    await chip(page, t('common.day.tomorrow')).click()
    const times = page.getByRole('group', { name: t('templates.when.time') }).getByRole('button')
    expect(await times.first().getAttribute('aria-pressed')).toBe('true')
    await times.nth(2).click()
    await chip(page, place).click()
    await preview.getByText(outdoors).waitFor()
    expect(await preview.innerText()).toContain(place)
    const shown = (await preview.getByRole('article').innerText()).replace(/\s+/g, ' ')
    await page.getByRole('button', { name: t('publish.post'), exact: true }).click()
    await page.getByText(t('templates.published')).waitFor()
    expect(new URL(page.url()).pathname).toBe(FEED)
    for (const screen of [page, other]) await heading(screen, name).waitFor(LIVE_TIMEOUT)
    const card = (await other.getByRole('article').filter({ hasText: name }).first().innerText()).replace(/\s+/g, ' ')
    // The card matches the preview, including the time.
    for (const part of [outdoors, place, shown.match(/\d+(?:[:\u00a0 ]?h?)[\u00a0 ]?\d*/)![0]])
      expect(card).toContain(part)
    expect(await postsOf(template._id)).toMatchObject([
      { time_id: expect.any(String), choice_id: template.choices[0]!._id },
    ])
  })

  it('creates one post, with the last version, when earlier responses were lost', async () => {
    const { template } = await addTemplate(uniqueTitle('Changé entre-temps'))
    const { page, pageErrors } = await openPage(`${FEED}/parametres-publication?templateId=${template._id}`)
    pageErrors.allow('net::ERR_')
    pageErrors.allow(/POST \/templates\/publish 404/)
    // These requests reach the server, but their responses are lost: the first version, then its replacement.
    let isResponseLost = (_name: string) => true
    let lostResponses = 0
    await page.route(PUBLISH, async route => {
      if (!isResponseLost((route.request().postDataJSON() as { tmpId: string }).tmpId)) return route.continue()
      await route.fetch().catch(() => {})
      lostResponses++
      await route.abort('connectionreset').catch(() => {})
    })
    const post = page.getByRole('button', { name: t('publish.post'), exact: true })
    const change = () =>
      page
        .getByRole('region', { name: t('outbox.title') })
        .getByRole('button', { name: new RegExp(`^${t('outbox.change')}`) })
        .click()
    await post.click()
    await change()
    isResponseLost = name => name.includes(' ')
    await chip(page, t('common.day.tomorrow')).click()
    lostResponses = 0
    await post.click()
    await expect.poll(() => lostResponses).toBeGreaterThan(0)
    await change()
    isResponseLost = () => false
    await chip(page, outdoors).click()
    await post.click()
    await page.getByText(t('templates.published')).waitFor()
    const posts = await postsOf(template._id)
    expect(posts).toHaveLength(1)
    expect(posts[0]).toMatchObject({ choice_id: template.choices[0]!._id, starts_at: expect.any(Date) })
  })

  it('overflows no window, however long the words are', async () => {
    const [name, title] = ['W'.repeat(60), 'T'.repeat(120)]
    const team = await testServer().server.as('employee')
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
    const { page } = await openPage(`${FEED}/instants-partage`)
    if (size === 'phone') await page.setViewportSize({ width: 320, height: 640 })
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    await page.getByRole('link', { name, exact: true }).waitFor()
    expect(await overflow()).toBeLessThanOrEqual(0)
    await page.getByRole('link', { name, exact: true }).click()
    await page.getByRole('heading', { name: title }).first().waitFor()
    expect(await overflow()).toBeLessThanOrEqual(0)
    await team.call(removeTemplate, { params: { id: answer._id } })
  })

  it('fills in the text of a good deal; the feed can be filtered by category, and the next visit restores the filter', async () => {
    const deal = await testServer()
      .server.db.selectFrom('deals')
      .selectAll()
      .where('template_id', 'is not', null)
      .where('listed', '=', true)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const { page } = await openPage(`/les-tilleuls/annonce?id=${deal.id}`)
    await page.getByRole('link', { name: t('deals.activity.publish') }).click()
    const text = (language === 'fr' ? deal.activity_description : deal.activity_description_en)!
    await page
      .getByRole('complementary', { name: t('templates.preview') })
      .getByText(text)
      .waitFor()
    await page.getByRole('button', { name: t('publish.post'), exact: true }).click()
    await page.getByText(t('templates.published')).waitFor()
    await page.getByRole('article').first().getByText(text).waitFor()

    const { template } = await addTemplate(uniqueTitle('Classé'))
    const neighbor = await testServer().server.as('neighbor2')
    await neighbor.send({ method: 'POST', url: '/templates/publish', body: { templateId: template._id } } as never)
    const category = (await neighbor.call(listTemplateCategories)).answer.find(
      ({ _id }) => _id === template.categoryId,
    )!
    const name = (language === 'fr' ? category.name : category.lang.en.name)!
    await page.getByRole('button', { name: t('feed.filter.categories'), exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name, exact: true }).waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('filter')).toBe(category._id)
    await chip(page, name).waitFor()
    await page.goto(FEED)
    await expect.poll(() => new URL(page.url()).searchParams.get('filter')).toBe(category._id)
  })

  it('redirects a guest from the template list and the post form to the feed with an explanation', async () => {
    const guest = await testServer().server.asGuest()
    const { context, page } = await testServer().newPage({ size, language, storedValues: { strategy: 'guest' } })
    await context.addCookies([...guest.cookies].map(([name, value]) => ({ name, value, url: testServer().origin })))
    for (const form of ['instants-partage', 'edition-publication']) {
      await page.goto(`${FEED}/${form}`)
      await page.getByText(t('errors.guestforbidden')).waitFor()
      expect(new URL(page.url()).pathname).toBe(FEED)
    }
    // Guests get no notifications, so they have no bell.
    expect(await page.getByRole('button', { name: new RegExp(`^${t('session.bell')}`) }).count()).toBe(0)
  })
})
