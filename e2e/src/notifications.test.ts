// features: notifications, publish
import { createTemplate, listTemplateCategories, publishTemplate, type Template } from '@parvis/contract/templates.ts'
import type { Locator, Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { findAxeViolations } from './axe.ts'
import { goTo } from './go-to.ts'
import { openWithLiveConnection } from './live-page.ts'
import { oppositeShapes, type Shape } from './browser-server.ts'
import { useTestServer } from './use-test-server.ts'

const testServer = useTestServer()
const FEED = '/les-tilleuls/actualites'
const TILES = `${FEED}/instants-partage`
/** Live updates arrive within a second; a busy machine gets more time. */
const LIVE_TIMEOUT = { timeout: 15_000 }

let titleCount = 0

// Each test starts without notifications and with default settings.
beforeEach(async () => {
  const { db } = testServer().server
  for (const table of ['notifications', 'template_alerts', 'notification_settings'] as const)
    await db.deleteFrom(table).execute()
})

const addTemplate = async (name: string): Promise<Template> => {
  const team = await testServer().server.as('employee')
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
  (await (await testServer().server.as(as)).call(publishTemplate, { body: { templateId: template._id } })).answer

describe.each(oppositeShapes)('alerts and the notification bell, $size, $language', ({ size, language, t }: Shape) => {
  const uniqueTitle = (title: string) => `${title} ${size} ${language} ${++titleCount}`
  /** On phones the count is part of the accessible name of the bell; in the rail it follows the text. */
  const bellButton = (page: Page, count?: number) =>
    page
      .getByRole('button', {
        name: new RegExp(`^${t('session.bell')}${count ? `,? ?${count}` : ''}$`),
      })
      .filter({ visible: true })
  const panel = (page: Page) => page.getByRole('dialog', { name: t('notifications.title') })
  const row = (page: Page | Locator, title: string) => page.getByRole('listitem').filter({ hasText: title })

  it('an alert for a template creates a live notification of its next post, which leads to the post', async () => {
    const name = uniqueTitle('Pétanque')
    const template = await addTemplate(name)
    const { page } = await testServer().newPage({ size, language, as: 'neighbor' })
    await openWithLiveConnection(page, TILES)
    await page.getByRole('link', { name, exact: true }).waitFor()
    await page.getByRole('button', { name: t('templates.alerts'), exact: true }).click()
    const toggle = page.getByRole('button', { name: t('notifications.toggle.on', { name }), exact: true })
    await toggle.click()
    await page
      .getByRole('button', { name: t('notifications.toggle.off', { name }), exact: true })
      .and(page.locator('[aria-pressed=true]'))
      .waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    await goTo(page, FEED)
    const { page: otherPage } = await testServer().newPage({ size, language, as: 'neighbor' })
    await openWithLiveConnection(otherPage, '/les-tilleuls/vie-locale')
    const post = await publish(template)
    for (const screen of [page, otherPage]) await bellButton(screen, 1).waitFor(LIVE_TIMEOUT)
    await bellButton(page, 1).click()
    await row(panel(page), name)
      .getByRole('img', { name: t('notifications.unread') })
      .waitFor()
    await panel(page)
      .getByRole('heading', { name: t('notifications.age.new'), exact: true })
      .waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    await row(panel(page), name).getByRole('link').click()
    await expect.poll(() => new URL(page.url()).searchParams.get('id')).toBe(post._id)
    await panel(page).waitFor({ state: 'hidden' })
    // A notification read on one page becomes read on all pages at once.
    await expect.poll(() => bellButton(otherPage, 1).count(), LIVE_TIMEOUT).toBe(0)
    await otherPage.reload()
    await bellButton(otherPage).waitFor()
    expect(await bellButton(otherPage, 1).count()).toBe(0)
  })
})
