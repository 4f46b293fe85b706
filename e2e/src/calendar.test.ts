// features: feed
import { publishTemplate, createTemplate, listTemplateCategories } from '@parvis/contract/templates.ts'
import { dayAt } from '@parvis/contract/past-event.ts'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { findBarriers } from './axe.ts'
import { openLive } from './live-page.ts'
import { oppositeShapes, type Shape } from './stage.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()
const CALENDAR = '/les-tilleuls/calendrier'
const ZONE = 'Europe/Paris'
const DAY_MS = 86_400_000
/** Live updates arrive within a second; a busy machine gets more time, but less than a page takes to poll by itself. */
const SOON = { timeout: 15_000 }

let written = 0

beforeEach(async () => {
  await stage().server.db.deleteFrom('calendar_addresses').execute()
})

const dayIn = (days: number) => dayAt(Date.now() + days * DAY_MS, ZONE)

/** A post on a day, published by another neighbour from a template of the team. */
const publish = async (name: string, dateId: string, timeId: string | null = '18:30') => {
  const team = await stage().server.as('employee')
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
  const neighbor = await stage().server.as('neighbor2')
  return (await neighbor.call(publishTemplate, { body: { templateId: template._id, dateId, timeId } })).answer
}

describe.each(oppositeShapes)('the calendar, $size, $language', ({ size, language, say }: Shape) => {
  const named = (title: string) => `${title} ${size} ${language} ${++written}`
  const arrive = async (path: string, as = 'neighbor') => {
    const guest = await stage().welcome({ size, language, as })
    await guest.page.goto(path)
    return guest
  }
  const row = (page: Page, name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name })
  const subscribe = (page: Page) =>
    page.getByRole('region', { name: say('calendar.subscribe.title') }).filter({ visible: true })

  it('shows a dated post to others at once, links to the post, and filters what the viewer has answered', async () => {
    const { page } = await stage().welcome({ size, language, as: 'neighbor' })
    await openLive(page, CALENDAR)
    await page.getByRole('main').getByRole('listitem').first().waitFor()
    const name = named('Veillée')
    const post = await publish(name, dayIn(3))
    await row(page, name).waitFor(SOON)
    // in its day, and the days in order
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
      .getByRole('button', { name: new RegExp(`^${say('feed.answer.give.activity')}`) })
      .click()
    await page.locator('article button[aria-pressed=true]').waitFor()
    await page.goBack()
    await page.getByRole('button', { name: say('calendar.filter.my'), exact: true }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('filter')).toBe('my')
    await row(page, name)
      .getByRole('img', { name: say('calendar.coming') })
      .waitFor()
    await page.getByRole('button', { name: say('feed.filter.gooddeal'), exact: true }).click()
    await row(page, name).waitFor({ state: 'hidden' })
  })

  it('exports one post or all as a file, and offers a secret feed address that can be renewed and revoked', async () => {
    const name = named('À noter; l’agenda, tout')
    await publish(name, dayIn(5))
    const { page, context } = await arrive(CALENDAR)
    const fileOf = async (link: string) => {
      const answer = await context.request.get(new URL(link, stage().origin).href)
      expect(answer.headers()['content-type']).toContain('text/calendar')
      return (await answer.text()).replace(/\r\n /g, '')
    }
    const one = row(page, name).getByRole('link', { name: say('feed.calendar.add', { title: name }), exact: true })
    expect(await fileOf((await one.getAttribute('href'))!)).toContain(name.replace(';', '\\;').replace(',', '\\,'))
    // Beside the list on wide screens, behind a button on phones.
    const show = page.getByRole('button', { name: say('calendar.subscribe.title'), exact: true })
    if (size === 'phone') await show.click()
    const card = subscribe(page)
    const all = card.getByRole('link', { name: say('calendar.subscribe.file'), exact: true })
    expect(await fileOf((await all.getAttribute('href'))!)).toContain(name.replace(';', '\\;').replace(',', '\\,'))
    await card.getByRole('button', { name: say('calendar.subscribe.make'), exact: true }).click()
    const address = card.getByRole('textbox', { name: say('calendar.subscribe.address') })
    const first = (await address.inputValue()).replace(/^webcal:/, 'http:')
    expect(await findBarriers(page)).toEqual([])
    // Calendar programs send no cookie.
    const read = (url: string) => fetch(`${stage().origin}${new URL(url).pathname}`)
    expect(await (await read(first)).text()).toContain('BEGIN:VCALENDAR')
    await card.getByRole('checkbox').check({ force: true })
    await expect.poll(async () => (await (await read(first)).text()).includes(name.slice(0, 7))).toBe(false)
    await page.reload()
    if (size === 'phone') await show.click()
    await card.getByRole('button', { name: say('calendar.subscribe.renew'), exact: true }).waitFor()
    expect(await address.count()).toBe(0)
    expect(await card.getByRole('checkbox').isChecked()).toBe(true)
    await card.getByRole('button', { name: say('calendar.subscribe.renew'), exact: true }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: say('calendar.subscribe.renew.yes'), exact: true })
      .click()
    const second = (await address.inputValue()).replace(/^webcal:/, 'http:')
    expect(second).not.toBe(first)
    expect((await read(first)).status).toBe(404)
    expect((await read(second)).status).toBe(200)
    await card.getByRole('button', { name: say('calendar.subscribe.stop'), exact: true }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: say('calendar.subscribe.stop.yes'), exact: true })
      .click()
    await card.getByRole('button', { name: say('calendar.subscribe.make'), exact: true }).waitFor()
    expect((await read(second)).status).toBe(404)
  })
})
