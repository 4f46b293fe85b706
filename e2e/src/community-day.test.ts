// features: publish, feed
// "Tomorrow" means the day in the time zone of the community: neighbours see the day that was chosen.
import { listTemplateCategories } from '@parvis/contract/templates.ts'
import { zonedMoments } from '@parvis/contract/testing/zoned-moments.ts'
import { afterEach, expect, it } from 'vitest'
import { isLong } from '../../apps/server/src/testing/long.ts'
import { shapes } from './browser-server.ts'
import { useTestServer } from './use-test-server.ts'

const testServer = useTestServer()
afterEach(() => {
  testServer().server.clock.aheadMs = 0
})

/** The moments of the short form, at which the local date differs from that of UTC; the long form has all moments. */
const inShortRun = /Nouméa|midnight in Paris/
const cases = zonedMoments
  .filter(({ title }) => isLong || inShortRun.test(title))
  .map((hour, n) => ({ ...hour, ...shapes[n % 2 === 0 ? 0 : 2]! }))

it.each(cases)(
  '"tomorrow" follows the time zone of the community, $title, $size, $language',
  async ({ timezone, now, today, tomorrow, size, language, t }) => {
    const { server } = testServer()
    await server.db.updateTable('communities').set({ timezone }).where('custom_uri', '=', 'les-tilleuls').execute()
    server.clock.aheadMs = now - Date.now()
    const visitor = await server.as('neighbor')
    const templates = (await visitor.call(listTemplateCategories)).answer.flatMap(one => one.templates)
    const template = templates.find(({ type }) => type === 'Activity')!
    const openPage = async (as: string) => {
      const { page } = await testServer().newPage({ size, language, as })
      // The clock of the device is right; the time zone of the device must not matter.
      await page.clock.setFixedTime(new Date(now))
      return page
    }
    const page = await openPage('neighbor')
    await page.goto(`/les-tilleuls/actualites/parametres-publication?templateId=${template._id}`)
    const days = page.getByRole('group', { name: t('templates.when.day') }).getByRole('button')
    await days.first().waitFor()
    expect((await days.allTextContents()).slice(2, 4)).toEqual([t('common.day.today'), t('common.day.tomorrow')])
    await days.nth(3).click()
    await page.getByRole('button', { name: t('templates.when.allday'), exact: true }).click()
    await page.getByRole('button', { name: t('publish.post'), exact: true }).click()
    await page.getByText(t('templates.published')).waitFor()
    const { id, date_id } = await server.db
      .selectFrom('events')
      .select(['id', 'date_id'])
      .where('template_id', '=', template._id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(date_id).toBe(tomorrow)

    const other = await openPage('neighbor2')
    await other.goto(`/les-tilleuls/actualites/publication?id=${id}`)
    await other.getByRole('article').getByText(t('common.day.tomorrow'), { exact: true }).waitFor()
    await other.goto('/les-tilleuls/calendrier')
    const section = other.locator(`[data-agenda="${tomorrow}"]`)
    await section.locator(`a[href$="publication?id=${id}"]`).waitFor()
    const marked = other.locator(`[data-agenda="${today}"]`)
    if ((await marked.count()) > 0) expect(await marked.getAttribute('aria-label')).toContain(t('common.day.today'))
  },
)
