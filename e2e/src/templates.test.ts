// features: publish, feed
import { updateProfile } from '@parvis/contract/profile.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { asPerson } from '../../apps/server/src/testing/people.ts'
import { findAxeViolations } from './axe.ts'
import { goTo } from './go-to.ts'
import { oppositeShapes, type Shape } from './browser-server.ts'
import { useTestServer } from './use-test-server.ts'

const testServer = useTestServer()
const FEED = '/les-tilleuls/actualites'

/** Live events arrive within a second; a busy machine gets more time, but less than the polling interval. */
const LIVE_TIMEOUT = { timeout: 15_000 }

let titleCount = 0

describe.each(oppositeShapes)(
  'the post templates that staff manage, $size, $language',
  ({ size, language, t }: Shape) => {
    const uniqueTitle = (title: string) => `${title} ${size} ${language} ${++titleCount}`
    const openPage = async (path: string, as = 'employee') => {
      const visit = await testServer().newPage({ size, language, as })
      await visit.page.goto(path)
      return visit
    }
    const field = (page: Page, name: string) => page.locator(`main [name="${name}"]`)

    it('can be created in a new category, edited and deleted; open screens of others show each change live', async () => {
      const name = uniqueTitle('Ravalement')
      const newName = uniqueTitle('Ravalement bis')
      const { visitor } = await asPerson(testServer().server, {
        email: `renamed-${++titleCount}@les-tilleuls.example`,
        community: 'les-tilleuls',
      })
      const title = uniqueTitle('De moi')
      await visitor.call(publishPost, { body: { title, description: 'Voilà.' } })
      const { page: other, pageErrors } = await openPage(`${FEED}/modeles`, 'administrator')
      pageErrors.allow(/answer: GET \/templates\/\S+ 404/)
      await other.getByRole('link', { name: t('templates.category.add'), exact: true }).waitFor()
      const { page } = await openPage(`${FEED}/modeles`)
      await page.getByRole('link', { name: t('templates.category.add'), exact: true }).click()
      // The form for a new category starts with the focus in the field for the name of the category.
      const category = uniqueTitle('Chantiers')
      await expect.poll(() => field(page, 'category-fr').evaluate(one => one === document.activeElement)).toBe(true)
      await field(page, `category-${language}`).fill(category)
      await field(page, 'name').fill(name)
      await field(page, 'description').fill('Échafaudage pendant deux semaines.')
      await page.getByRole('button', { name: t('templates.form.choice.add') }).click()
      await field(page, 'choice-0').fill('Bâtiment A')
      expect(await findAxeViolations(page)).toEqual([])
      await page.getByRole('button', { name: t('publish.save'), exact: true }).click()
      await page.getByText(t('templates.form.saved')).waitFor()
      expect(new URL(page.url()).pathname).toBe(FEED)

      await other.getByRole('heading', { name: category, exact: true }).waitFor(LIVE_TIMEOUT)
      await other.getByRole('link', { name, exact: true }).click()
      await other.getByRole('button', { name: 'Bâtiment A', exact: true }).waitFor()
      await other.getByRole('button', { name: t('publish.post'), exact: true }).click()
      const card = other.getByRole('article').filter({ hasText: name }).first()
      await card.waitFor()
      const authoredCard = other.getByRole('article').filter({ hasText: title }).first()
      await authoredCard.waitFor()

      // A new name of the template, and a new name of the author of a post, appear in posts already published.
      await goTo(page, `${FEED}/modeles`)
      await page.getByRole('button', { name: t('templates.menu', { name }), exact: true }).click()
      await page.getByRole('menuitem', { name: t('templates.edit') }).click()
      await field(page, 'name').fill(newName)
      await page.getByRole('button', { name: t('publish.save'), exact: true }).click()
      await page.getByText(t('templates.form.changed')).waitFor()
      await other.getByRole('article').filter({ hasText: newName }).first().waitFor(LIVE_TIMEOUT)
      await visitor.call(updateProfile, {
        body: { firstname: 'Rosalinde', lastname: 'Roussel', gender: 'F', confirmage: true, confirmaddress: true },
      })
      await authoredCard.getByText('Rosalinde').first().waitFor(LIVE_TIMEOUT)

      await goTo(page, `${FEED}/modeles`)
      const menu = page.getByRole('button', { name: t('templates.menu', { name: newName }), exact: true })
      await menu.waitFor()
      const tile = page.getByRole('link', { name: newName, exact: true })
      await goTo(other, (await tile.getAttribute('href'))!)
      await other.getByRole('button', { name: t('publish.post'), exact: true }).waitFor()
      await menu.click()
      await page.getByRole('menuitem', { name: t('templates.remove') }).click()
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: t('templates.remove'), exact: true })
        .click()
      await page.getByText(t('templates.removed', { name: newName })).waitFor()
      await tile.waitFor({ state: 'hidden' })
      // A page that is publishing from the deleted template shows that the template is gone.
      await other.getByText(t('templates.gone'), { exact: true }).waitFor(LIVE_TIMEOUT)
    })
  },
)
