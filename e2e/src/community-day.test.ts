// features: publish, feed
// "Tomorrow" is the day of the community at every hour: neighbours read the day that was chosen.
import { listTemplateCategories } from '@parvis/contract/templates.ts'
import { hoursOfPlaces } from '@parvis/contract/testing/hours.ts'
import { afterEach, expect, it } from 'vitest'
import { isLong } from '../../apps/server/src/testing/long.ts'
import { shapes } from './stage.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()
afterEach(() => {
  stage().server.clock.ahead = 0
})

/** The time zones in which the day differs from that of UTC; the rest runs in the long form. */
const inShort = /Nouméa|midnight in Paris/
const journeys = hoursOfPlaces
  .filter(({ title }) => isLong || inShort.test(title))
  .map((hour, n) => ({ ...hour, ...shapes[n % 2 === 0 ? 0 : 2]! }))

it.each(journeys)('$title, $size, $language', async ({ timezone, now, today, tomorrow, size, language, say }) => {
  const { server } = stage()
  await server.db.updateTable('communities').set({ timezone }).where('custom_uri', '=', 'les-tilleuls').execute()
  server.clock.ahead = now - Date.now()
  const visitor = await server.as('neighbor')
  const templates = (await visitor.call(listTemplateCategories)).answer.flatMap(one => one.templates)
  const template = templates.find(({ type }) => type === 'Activity')!
  const arrive = async (as: string) => {
    const { page } = await stage().welcome({ size, language, as })
    // The clock of the device is right; its time zone must not matter.
    await page.clock.setFixedTime(new Date(now))
    return page
  }
  const page = await arrive('neighbor')
  await page.goto(`/les-tilleuls/actualites/parametres-publication?templateId=${template._id}`)
  const days = page.getByRole('group', { name: say('templates.when.day') }).getByRole('button')
  await days.first().waitFor()
  expect((await days.allTextContents()).slice(2, 4)).toEqual([say('common.day.today'), say('common.day.tomorrow')])
  await days.nth(3).click()
  await page.getByRole('button', { name: say('templates.when.allday'), exact: true }).click()
  await page.getByRole('button', { name: say('publish.post'), exact: true }).click()
  await page.getByText(say('templates.published')).waitFor()
  const { id, date_id } = await server.db
    .selectFrom('events')
    .select(['id', 'date_id'])
    .where('template_id', '=', template._id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(date_id).toBe(tomorrow)

  const other = await arrive('neighbor2')
  await other.goto(`/les-tilleuls/actualites/publication?id=${id}`)
  await other.getByRole('article').getByText(say('common.day.tomorrow'), { exact: true }).waitFor()
  await other.goto('/les-tilleuls/calendrier')
  const section = other.locator(`[data-agenda="${tomorrow}"]`)
  await section.locator(`a[href$="publication?id=${id}"]`).waitFor()
  const marked = other.locator(`[data-agenda="${today}"]`)
  if ((await marked.count()) > 0) expect(await marked.getAttribute('aria-label')).toContain(say('common.day.today'))
})
