// features: feed
import { publishTemplate, createTemplate, listTemplateCategories } from '@parvis/contract/templates.ts'
import { dayAt } from '@parvis/contract/past-event.ts'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { findAxeViolations } from './axe.ts'
import { openWithLiveConnection } from './live-page.ts'
import { oppositeShapes, type Shape } from './browser-server.ts'
import { useTestServer } from './use-test-server.ts'

const testServer = useTestServer()
const CALENDAR = '/les-tilleuls/calendrier'
const ZONE = 'Europe/Paris'
const DAY_MS = 86_400_000
/** Live events arrive within a second; a busy machine gets more time, but less than the polling interval. */
const LIVE_TIMEOUT = { timeout: 15_000 }

let titleCount = 0

beforeEach(async () => {
  await testServer().server.db.deleteFrom('calendar_addresses').execute()
})

const dayIn = (days: number) => dayAt(Date.now() + days * DAY_MS, ZONE)

/** As another neighbour, publishes a post dated to this day, from a template that an employee creates. */
const publish = async (name: string, dateId: string, timeId: string | null = '18:30') => {
  const team = await testServer().server.as('employee')
  const [category] = (await team.call(listTemplateCategories)).answer
  const { answer: template } = await team.call(createTemplate, {
    body: {
      type: 'Activity',
      name,
      title: name,
      description: name,
      lang: { en: { name, title: name, description: name } },
      categoryId: category!._id,
    },
  })
  const neighbor = await testServer().server.as('neighbor2')
  return (await neighbor.call(publishTemplate, { body: { templateId: template._id, dateId, timeId } })).answer
}

describe.each(oppositeShapes)('the calendar, $size, $language', ({ size, language, t }: Shape) => {
  const uniqueTitle = (title: string) => `${title} ${size} ${language} ${++titleCount}`
  const openPage = async (path: string, as = 'neighbor') => {
    const visit = await testServer().newPage({ size, language, as })
    await visit.page.goto(path)
    return visit
  }
  const row = (page: Page, name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name })
  const subscribeCard = (page: Page) =>
    page.getByRole('region', { name: t('calendar.subscribe.title') }).filter({ visible: true })

  it('shows a dated post to others at once, links to the post, and filters by what the viewer has answered', async () => {
    const { page } = await testServer().newPage({ size, language, as: 'neighbor' })
    await openWithLiveConnection(page, CALENDAR)
    await page.getByRole('main').getByRole('listitem').first().waitFor()
    const name = uniqueTitle('Veillée')
    const post = await publish(name, dayIn(3))
    await row(page, name).waitFor(LIVE_TIMEOUT)
    // The post is in the section of its day, and the sections are sorted by day.
    const days = await page
      .getByRole('main')
      .locator('[data-agenda]')
      .evaluateAll(sections => sections.map(section => (section as HTMLElement).dataset.agenda!))
    expect(days).toEqual(days.toSorted())
    expect(
      await page
        .locator(`[data-agenda="${dayIn(3)}"]`)
        .getByText(name)
        .count(),
    ).toBe(1)
    await row(page, name)
      .getByRole('link', { name: new RegExp(name) })
      .first()
      .click()
    await expect.poll(() => new URL(page.url()).searchParams.get('id')).toBe(post._id)
    await page
      .getByRole('article')
      .getByRole('button', { name: new RegExp(`^${t('feed.answer.give.activity')}`) })
      .click()
    await page.locator('article button[aria-pressed=true]').waitFor()
    await page.goBack()
    await page.getByRole('button', { name: t('calendar.filter.my'), exact: true }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('filter')).toBe('my')
    await row(page, name)
      .getByRole('img', { name: t('calendar.coming') })
      .waitFor()
    await page.getByRole('button', { name: t('feed.filter.gooddeal'), exact: true }).click()
    await row(page, name).waitFor({ state: 'hidden' })
  })

  it('exports one post or all as a file, and offers a secret calendar address that can be renewed and revoked', async () => {
    const name = uniqueTitle('À noter; l’agenda, tout')
    await publish(name, dayIn(5))
    const { page, context } = await openPage(CALENDAR)
    const fileOf = async (link: string) => {
      const answer = await context.request.get(new URL(link, testServer().origin).href)
      expect(answer.headers()['content-type']).toContain('text/calendar')
      return (await answer.text()).replace(/\r\n /g, '')
    }
    const one = row(page, name).getByRole('link', { name: t('feed.calendar.add', { title: name }), exact: true })
    expect(await fileOf((await one.getAttribute('href'))!)).toContain(name.replace(';', '\\;').replace(',', '\\,'))
    // The subscription is beside the list on wide screens, and behind a button on phones.
    const showButton = page.getByRole('button', { name: t('calendar.subscribe.title'), exact: true })
    if (size === 'phone') await showButton.click()
    const card = subscribeCard(page)
    const all = card.getByRole('link', { name: t('calendar.subscribe.file'), exact: true })
    expect(await fileOf((await all.getAttribute('href'))!)).toContain(name.replace(';', '\\;').replace(',', '\\,'))
    await card.getByRole('button', { name: t('calendar.subscribe.make'), exact: true }).click()
    const address = card.getByRole('textbox', { name: t('calendar.subscribe.address') })
    const first = (await address.inputValue()).replace(/^webcal:/, 'http:')
    expect(await findAxeViolations(page)).toEqual([])
    // Calendar programs send no cookies, and this request has none either.
    const fetchFeed = (url: string) => fetch(`${testServer().origin}${new URL(url).pathname}`)
    expect(await (await fetchFeed(first)).text()).toContain('BEGIN:VCALENDAR')
    await card.getByRole('checkbox').check({ force: true })
    await expect.poll(async () => (await (await fetchFeed(first)).text()).includes(name.slice(0, 7))).toBe(false)
    await page.reload()
    if (size === 'phone') await showButton.click()
    await card.getByRole('button', { name: t('calendar.subscribe.renew'), exact: true }).waitFor()
    expect(await address.count()).toBe(0)
    expect(await card.getByRole('checkbox').isChecked()).toBe(true)
    await card.getByRole('button', { name: t('calendar.subscribe.renew'), exact: true }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('calendar.subscribe.renew.yes'), exact: true })
      .click()
    const second = (await address.inputValue()).replace(/^webcal:/, 'http:')
    expect(second).not.toBe(first)
    expect((await fetchFeed(first)).status).toBe(404)
    expect((await fetchFeed(second)).status).toBe(200)
    await card.getByRole('button', { name: t('calendar.subscribe.stop'), exact: true }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('calendar.subscribe.stop.yes'), exact: true })
      .click()
    await card.getByRole('button', { name: t('calendar.subscribe.make'), exact: true }).waitFor()
    expect((await fetchFeed(second)).status).toBe(404)
  })
})
