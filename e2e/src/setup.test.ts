// features: setup, installation
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { addTown } from '../../apps/server/src/testing/towns.ts'
import { setupSecret } from '../../apps/server/src/features/setup/setup.service.ts'
import { mailTo, tokenIn } from '../../apps/server/src/testing/mails.ts'
import { oppositeShapes, openStage } from './stage.ts'
import type { Words } from './words.ts'

const field = (page: Page, say: Words, key: string) => page.getByLabel(say(key), { exact: true })
const button = (page: Page, say: Words, key: string) => page.getByRole('button', { name: say(key), exact: true })

/** Fills in the first step. */
const introduce = async (page: Page, say: Words) => {
  await field(page, say, 'setup.firstname').fill('Anne')
  await field(page, say, 'setup.lastname').fill('Vuillermoz')
  await field(page, say, 'setup.email').fill('anne@mairie.example')
  await field(page, say, 'setup.password').fill('place du marche')
  await button(page, say, 'setup.continue').click()
  await page.getByRole('heading', { level: 1, name: say('setup.place.title') }).waitFor()
}

describe.each(oppositeShapes)('an empty installation, $size, $language', ({ size, language, say }) => {
  it('is set up by the printed link, and its first neighbour posts', { timeout: 120_000 }, async () => {
    const stage = await openStage('empty')
    try {
      const { page, faults } = await stage.welcome({ size, language })
      faults.expect(/\/admin\/setup/)
      // A town as in the list that a real start writes.
      await addTown(stage.server.db, { name: 'Annecy', uri: 'annecy', longitude: 6.126, latitude: 45.909 })
      const secret = setupSecret(stage.server.platform.secretBox)
      await page.goto(`/installation#${secret}`)
      await page.getByRole('heading', { level: 1, name: say('setup.you.title') }).waitFor()
      await page.waitForFunction(() => location.hash === '')
      // Errors appear beside their fields.
      await button(page, say, 'setup.continue').click()
      await page.getByText(say('errors.firstnamemandatory')).waitFor()
      await introduce(page, say)
      // A reload keeps the input except for the password.
      await field(page, say, 'setup.name').fill('Les Marquisats')
      await page.reload()
      await field(page, say, 'setup.password').fill('place du marche')
      await button(page, say, 'setup.continue').click()
      expect(await field(page, say, 'setup.name').inputValue()).toBe('Les Marquisats')
      expect(await field(page, say, 'setup.uri').inputValue()).toBe('les-marquisats')
      await field(page, say, 'setup.town').fill('Annecy')
      await page.getByText(say('map.pick.done')).waitFor()
      await field(page, say, 'setup.key').fill('TILLEUL-42')
      await field(page, say, 'setup.uri').fill('gestion')
      await button(page, say, 'setup.open').click()
      await page.getByText(say('errors.uribadformat')).waitFor()
      await field(page, say, 'setup.uri').fill('les-marquisats')
      await button(page, say, 'setup.open').click()
      await page.getByRole('heading', { level: 1, name: say('setup.done.title', { name: 'Les Marquisats' }) }).waitFor()
      await page.getByText(say('setup.done.lead.key')).waitFor()
      await page.getByRole('link', { name: say('setup.done.in') }).click()
      await page.waitForURL('**/les-marquisats/actualites')

      // The set-up link no longer works.
      const other = await stage.welcome({ size, language })
      other.faults.expect(/\/admin\/setup/)
      await other.page.goto(`/installation#${secret}`)
      await other.page.getByRole('heading', { level: 1, name: say('setup.closed.title') }).waitFor()

      // A neighbour registers with the key and posts.
      const neighbour = other.page
      await neighbour.goto('/les-marquisats/connexion?registerkey=tilleul%2042')
      await neighbour.getByLabel(say('entry.email'), { exact: true }).fill('camille@neuf.example')
      await neighbour.getByRole('checkbox').check()
      await button(neighbour, say, 'entry.register').click()
      const token = tokenIn(await mailTo(stage.server, 'camille@neuf.example'))
      await neighbour.goto(`/les-marquisats/connexion#token=${token}`)
      await button(neighbour, say, 'entry.go').click()
      await field(neighbour, say, 'entry.firstname').fill('Camille')
      await field(neighbour, say, 'entry.lastname').fill('Roussel')
      await field(neighbour, say, 'entry.pseudo').fill('Camille.R')
      await neighbour.getByRole('checkbox').check()
      await button(neighbour, say, 'entry.profile.continue').click()
      await field(neighbour, say, 'entry.address').fill('8 rue des Marquisats')
      await neighbour.getByRole('checkbox').check()
      await field(neighbour, say, 'entry.newpassword').fill('velo-tilleul-lac')
      await field(neighbour, say, 'entry.again').fill('velo-tilleul-lac')
      await button(neighbour, say, 'entry.profile.signup').click()
      await neighbour.waitForURL('**/les-marquisats/actualites')
      // The open feed of the webmaster shows the welcome post live.
      await page
        .getByRole('heading', { name: /Camille/ })
        .first()
        .waitFor()
      expect(await stage.empty()).toEqual([])
    } finally {
      await stage.close()
    }
  })
})
