// features: notifications, publish
import { createTemplate, listTemplateCategories, publishTemplate, type Template } from '@parvis/contract/templates.ts'
import type { Locator, Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { findBarriers } from './axe.ts'
import { goTo } from './go-to.ts'
import { openLive } from './live-page.ts'
import { oppositeShapes, type Shape } from './stage.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()
const FEED = '/les-tilleuls/actualites'
const TILES = `${FEED}/instants-partage`
/** Live updates arrive within a second; a busy machine gets more time. */
const SOON = { timeout: 15_000 }

let written = 0

// Each journey starts without notifications and with default settings.
beforeEach(async () => {
  const { db } = stage().server
  for (const table of ['notifications', 'template_alerts', 'notification_settings'] as const)
    await db.deleteFrom(table).execute()
})

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

describe.each(oppositeShapes)(
  'alerts and the notification bell, $size, $language',
  ({ size, language, say }: Shape) => {
    const named = (title: string) => `${title} ${size} ${language} ${++written}`
    /** On phones the count is part of the accessible name, in the rail it follows the text. */
    const bell = (page: Page, count?: number) =>
      page
        .getByRole('button', {
          name: new RegExp(`^${say('session.bell')}${count ? `,? ?${count}` : ''}$`),
        })
        .filter({ visible: true })
    const panel = (page: Page) => page.getByRole('dialog', { name: say('notifications.title') })
    const row = (page: Page | Locator, title: string) => page.getByRole('listitem').filter({ hasText: title })

    it('a template alert notifies of the next post live and leads to it', async () => {
      const name = named('Pétanque')
      const template = await makeTemplate(name)
      const { page } = await stage().welcome({ size, language, as: 'neighbor' })
      await openLive(page, TILES)
      await page.getByRole('link', { name, exact: true }).waitFor()
      await page.getByRole('button', { name: say('templates.alerts'), exact: true }).click()
      const toggle = page.getByRole('button', { name: say('notifications.toggle.on', { name }), exact: true })
      await toggle.click()
      await page
        .getByRole('button', { name: say('notifications.toggle.off', { name }), exact: true })
        .and(page.locator('[aria-pressed=true]'))
        .waitFor()
      expect(await findBarriers(page)).toEqual([])
      await goTo(page, FEED)
      const { page: elsewhere } = await stage().welcome({ size, language, as: 'neighbor' })
      await openLive(elsewhere, '/les-tilleuls/vie-locale')
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
      // Read on one page, it is read on all at once.
      await expect.poll(() => bell(elsewhere, 1).count(), SOON).toBe(0)
      await elsewhere.reload()
      await bell(elsewhere).waitFor()
      expect(await bell(elsewhere, 1).count()).toBe(0)
    })
  },
)
