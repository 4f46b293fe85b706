// features: setup, installation
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { addTown } from '../../apps/server/src/testing/towns.ts'
import { setupSecret } from '../../apps/server/src/features/setup/setup.service.ts'
import { waitForMail, linkTokenIn } from '../../apps/server/src/testing/mails.ts'
import { oppositeShapes, openBrowserServer } from './browser-server.ts'
import type { Translate } from './translate.ts'

const field = (page: Page, t: Translate, key: string) => page.getByLabel(t(key), { exact: true })
const button = (page: Page, t: Translate, key: string) => page.getByRole('button', { name: t(key), exact: true })

/** Fills in the first step of the set-up. */
const fillInFirstStep = async (page: Page, t: Translate) => {
  await field(page, t, 'setup.firstname').fill('Anne')
  await field(page, t, 'setup.lastname').fill('Vuillermoz')
  await field(page, t, 'setup.email').fill('anne@mairie.example')
  await field(page, t, 'setup.password').fill('place du marche')
  await button(page, t, 'setup.continue').click()
  await page.getByRole('heading', { level: 1, name: t('setup.place.title') }).waitFor()
}

describe.each(oppositeShapes)('an empty installation, $size, $language', ({ size, language, t }) => {
  it(
    'is set up by the link that the server printed, and its first neighbour publishes a post',
    { timeout: 120_000 },
    async () => {
      const testServer = await openBrowserServer('empty')
      try {
        const { page, pageErrors } = await testServer.newPage({ size, language })
        pageErrors.allow(/\/admin\/setup/)
        // A real start imports a list of towns; this adds one of them.
        await addTown(testServer.server.db, { name: 'Annecy', uri: 'annecy', longitude: 6.126, latitude: 45.909 })
        const secret = setupSecret(testServer.server.platform.secretBox)
        await page.goto(`/installation#${secret}`)
        await page.getByRole('heading', { level: 1, name: t('setup.you.title') }).waitFor()
        await page.waitForFunction(() => location.hash === '')
        // Errors appear beside their fields.
        await button(page, t, 'setup.continue').click()
        await page.getByText(t('errors.firstnamemandatory')).waitFor()
        await fillInFirstStep(page, t)
        // A reload keeps the input except for the password.
        await field(page, t, 'setup.name').fill('Les Marquisats')
        await page.reload()
        await field(page, t, 'setup.password').fill('place du marche')
        await button(page, t, 'setup.continue').click()
        expect(await field(page, t, 'setup.name').inputValue()).toBe('Les Marquisats')
        expect(await field(page, t, 'setup.uri').inputValue()).toBe('les-marquisats')
        await field(page, t, 'setup.town').fill('Annecy')
        await page.getByText(t('map.pick.done')).waitFor()
        await field(page, t, 'setup.key').fill('TILLEUL-42')
        await field(page, t, 'setup.uri').fill('gestion')
        await button(page, t, 'setup.open').click()
        await page.getByText(t('errors.uribadformat')).waitFor()
        await field(page, t, 'setup.uri').fill('les-marquisats')
        await button(page, t, 'setup.open').click()
        await page.getByRole('heading', { level: 1, name: t('setup.done.title', { name: 'Les Marquisats' }) }).waitFor()
        await page.getByText(t('setup.done.lead.key')).waitFor()
        await page.getByRole('link', { name: t('setup.done.in') }).click()
        await page.waitForURL('**/les-marquisats/actualites')

        // The set-up link no longer works.
        const other = await testServer.newPage({ size, language })
        other.pageErrors.allow(/\/admin\/setup/)
        await other.page.goto(`/installation#${secret}`)
        await other.page.getByRole('heading', { level: 1, name: t('setup.closed.title') }).waitFor()

        // A neighbour registers with the register key and publishes a post.
        const neighbour = other.page
        await neighbour.goto('/les-marquisats/connexion?registerkey=tilleul%2042')
        await neighbour.getByLabel(t('entry.email'), { exact: true }).fill('camille@neuf.example')
        await neighbour.getByRole('checkbox').check()
        await button(neighbour, t, 'entry.register').click()
        const token = linkTokenIn(await waitForMail(testServer.server, 'camille@neuf.example'))
        await neighbour.goto(`/les-marquisats/connexion#token=${token}`)
        await button(neighbour, t, 'entry.go').click()
        await field(neighbour, t, 'entry.firstname').fill('Camille')
        await field(neighbour, t, 'entry.lastname').fill('Roussel')
        await field(neighbour, t, 'entry.pseudo').fill('Camille.R')
        await neighbour.getByRole('checkbox').check()
        await button(neighbour, t, 'entry.profile.continue').click()
        await field(neighbour, t, 'entry.address').fill('8 rue des Marquisats')
        await neighbour.getByRole('checkbox').check()
        await field(neighbour, t, 'entry.newpassword').fill('velo-tilleul-lac')
        await field(neighbour, t, 'entry.again').fill('velo-tilleul-lac')
        await button(neighbour, t, 'entry.profile.signup').click()
        await neighbour.waitForURL('**/les-marquisats/actualites')
        // The open feed of the webmaster shows the welcome post live.
        await page
          .getByRole('heading', { name: /Camille/ })
          .first()
          .waitFor()
        expect(await testServer.closeAll()).toEqual([])
      } finally {
        await testServer.close()
      }
    },
  )
})
