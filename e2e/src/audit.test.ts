// features: audit
import { changeMember } from '@parvis/contract/admin.ts'
import { logIn as logInCall } from '@parvis/contract/entry.ts'
import { describe, expect, it } from 'vitest'
import { newId } from '../../apps/server/src/kernel/ids.ts'
import { addPerson, proveOwnership } from '../../apps/server/src/testing/people.ts'
import { goTo } from './go-to.ts'
import { logIn } from './log-in.ts'
import { useTestServer } from './use-test-server.ts'
import { translator } from './translate.ts'

const testServer = useTestServer()
const HOME = 'les-tilleuls'

describe.each((['fr', 'en'] as const).map(language => ({ language, t: translator(language) })))(
  'the audit log, $language',
  ({ language, t }) => {
    it('shows a webmaster a failed log-in and a role change, with the members they concern', async () => {
      const { server } = testServer()
      const name = `Zoé${newId().slice(-6)}`
      const email = `${name.toLowerCase()}@log.example`
      const { userId } = await addPerson(server, { email, pseudo: name, community: HOME })
      await server.db.updateTable('users').set({ firstname: name, lastname: null }).where('id', '=', userId).execute()
      const communityId = await server.communityId(HOME)
      await server.visitor().call(logInCall, { body: { email, password: 'not this one', communityId } })
      const administrator = await server.as('administrator')
      await proveOwnership(administrator)
      await administrator.call(changeMember, { params: { id: userId }, body: { role: 'employee' } })

      // An anonymous visitor is redirected to the log-in, and after the log-in to the audit log.
      const { page } = await testServer().newPage({ language })
      await page.goto(`/${HOME}`)
      await page.getByRole('main').waitFor()
      await goTo(page, '/gestion/journal')
      await page.waitForURL('**/connexion?**')
      await logIn(page, t, 'webmaster@demo.example')
      await page.getByRole('heading', { level: 1, name: t('audit.title') }).waitFor()
      await goTo(page, `/${HOME}/gestion`)
      await page.getByRole('link', { name: t('admin.installation.open') }).click()
      await page.getByRole('link', { name: t('installation.log') }).click()
      await page.getByRole('heading', { level: 1, name: t('audit.title') }).waitFor()

      await page.getByRole('searchbox', { name: t('audit.search') }).fill(name)
      await page.getByText(t('audit.act.login.failed')).first().waitFor()
      await page.getByRole('main').getByText(email).first().waitFor()
      await page.getByRole('main').getByRole('link', { name, exact: true }).first().waitFor()

      // On a phone the filters are folded.
      await page.getByText(t('audit.filters'), { exact: true }).click()
      // Filtered by failures, the log lists the failed log-in but not the role change.
      await page.getByRole('button', { name: t('audit.kind.failures'), exact: true }).click()
      await expect.poll(() => page.url()).toContain('quoi=failures')
      await page.getByText(t('audit.act.login.failed')).first().waitFor()
      await expect.poll(() => page.getByRole('main').getByRole('link', { name, exact: true }).count()).toBe(0)

      // Opens the member that an entry concerns, and returns.
      await page.getByRole('button', { name: t('audit.kind.access'), exact: true }).click()
      await page.getByRole('main').getByRole('link', { name, exact: true }).first().click()
      await page.getByRole('group', { name: t('admin.role') }).waitFor()
      await page.goBack()
      await page.getByRole('searchbox', { name: t('audit.search') }).waitFor()
      expect(await page.getByRole('searchbox', { name: t('audit.search') }).inputValue()).toBe(name)

      await page.getByRole('searchbox', { name: t('audit.search') }).fill('personne-de-ce-nom')
      await page.getByRole('heading', { name: t('audit.none.title') }).waitFor()
      await page.getByRole('button', { name: t('audit.clear') }).click()
      await page.getByRole('heading', { name: t('audit.none.title') }).waitFor({ state: 'detached' })

      // A typed text and a filter selected before the screen has updated must both stay in the URL.
      await page.getByText(t('audit.filters'), { exact: true }).click()
      await page.getByRole('searchbox', { name: t('audit.search') }).fill(name)
      await page.getByRole('button', { name: t('audit.kind.failures'), exact: true }).click()
      await expect.poll(() => page.url()).toContain('quoi=failures')
      await expect.poll(() => page.url()).toContain('recherche=')
    })

    it('redirects an administrator to the admin page of their community, and a neighbour to the feed', async () => {
      const administrator = await testServer().newPage({ language, as: 'administrator' })
      await administrator.page.goto('/gestion/journal')
      await administrator.page.waitForURL(`**/${HOME}/gestion`)
      await administrator.page.getByRole('heading', { level: 2, name: t('admin.members') }).waitFor()
      expect(await administrator.page.getByRole('link', { name: t('admin.installation.open') }).count()).toBe(0)
      const neighbor = await testServer().newPage({ language, as: 'neighbor' })
      await neighbor.page.goto('/gestion')
      await neighbor.page.waitForURL(`**/${HOME}/actualites`)
    })
  },
)
