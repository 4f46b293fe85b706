// features: admin
import { logInByLink } from '@parvis/contract/entry.ts'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { newId } from '../../apps/server/src/kernel/ids.ts'
import { asPerson } from '../../apps/server/src/testing/people.ts'
import { DEMO_PASSWORD } from '../../apps/server/src/testing/test-server.ts'
import { lateRequestErrors } from './page-errors.ts'
import { useTestServer } from './use-test-server.ts'
import { translator, type Translate } from './translate.ts'

const testServer = useTestServer()
const HOME = 'les-tilleuls'
let counter = 0
const uniqueEmail = (who: string) => `${who}-${++counter}@desk.example`

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const waitForToast = (page: Page, text: string) => page.getByRole('region').getByText(text).waitFor()

const openMember = async (page: Page, t: Translate, userId: string) => {
  await page.goto(`/${HOME}/gestion/membre?id=${userId}`)
  await page.getByRole('group', { name: t('admin.role') }).waitFor()
}

const newPageOf = async (language: 'en' | 'fr', visitor: Awaited<ReturnType<typeof asPerson>>['visitor']) =>
  testServer().newPage({
    language,
    by: visitor,
  })

describe.each((['fr', 'en'] as const).map(language => ({ language, t: translator(language) })))(
  'the admin page, on a phone, $language',
  ({ language, t }) => {
    it('opens from the menu, issues invitation letters that work once unless withdrawn, and replaces the logo', async () => {
      const { server } = testServer()
      const { page } = await testServer().newPage({ language, as: 'administrator' })
      await page.goto(`/${HOME}/actualites`)
      await page.getByRole('banner').locator('[aria-haspopup=menu]').click()
      await page.getByRole('menuitem', { name: t('session.tab.desk') }).click()
      await page.getByRole('heading', { level: 1, name: t('admin.title') }).waitFor()
      await page.getByRole('heading', { level: 2, name: t('admin.members') }).waitFor()
      await button(page, t('admin.invite')).click()
      await page.getByRole('radiogroup', { name: t('admin.invite.how') }).waitFor()
      const writeLetter = async (apartment: string) => {
        await page.getByRole('radio', { name: t('admin.invite.letter') }).click()
        await page.getByLabel(t('admin.home.apartmentNumber.label'), { exact: true }).fill(apartment)
        await button(page, t('admin.invite.make')).click()
        const dialog = page.getByRole('dialog', { name: t('admin.letter.title') })
        const code = (await dialog
          .getByText(/^\w{4}\W\w{4}\W\w{4}$/)
          .first()
          .textContent())!
        // Closing the dialog of the letter without printing it asks for confirmation.
        await dialog
          .getByRole('button', { name: t('common.close'), exact: true })
          .first()
          .click()
        await page.getByText(t('admin.letter.leaving')).waitFor()
        await dialog
          .getByRole('button', { name: t('admin.letter.leave'), exact: true })
          .last()
          .click()
        await dialog.waitFor({ state: 'detached' })
        return code
      }
      const communityId = await server.communityId(HOME)
      const logInWithCode = async (code: string) =>
        (await server.visitor().call(logInByLink, { body: { token: code.replace(/\W/g, ''), communityId } })).status
      const apartment = String(100 + counter++)
      const code = await writeLetter(apartment)
      expect([await logInWithCode(code), await logInWithCode(code)]).toEqual([200, 401])
      await button(page, t('admin.invite')).click()
      const other = String(100 + counter++)
      const second = await writeLetter(other)
      const row = page.getByRole('listitem').filter({ hasText: other })
      await row.getByRole('button').last().click()
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: t('admin.invited.withdraw') })
        .click()
      await waitForToast(page, t('admin.invited.withdrawn'))
      await row.waitFor({ state: 'detached' })
      expect(await logInWithCode(second)).toBe(401)

      // A file that is not a picture is refused; a picture replaces the logo.
      const logo = page.getByRole('region', { name: t('admin.sign') }).locator('img')
      const before = await logo.getAttribute('src')
      const pick = async (name: string, mimeType: string, buffer: Buffer) => {
        const chooser = page.waitForEvent('filechooser')
        await page.getByText(t('admin.sign.change')).click()
        await (await chooser).setFiles({ name, mimeType, buffer })
      }
      await pick('words.txt', 'text/plain', Buffer.from('no picture'))
      await waitForToast(page, t('media.photo.nopicture'))
      const picture = sharp({ create: { width: 64, height: 64, channels: 3, background: '#1c5443' } })
      await pick('sign.png', 'image/png', await picture.png().toBuffer())
      await waitForToast(page, t('admin.sign.changed'))
      await expect.poll(() => logo.getAttribute('src')).not.toBe(before)
    })

    it('changes a role, logs out a member whose access is switched off, and redirects neighbours to the feed', async () => {
      const { server } = testServer()
      const person = await asPerson(server, { email: uniqueEmail('role'), pseudo: newId(), community: HOME })
      const { page } = await testServer().newPage({ language, as: 'administrator' })
      await openMember(page, t, person.userId)
      const role = (key: string) => page.getByRole('radio', { name: new RegExp(`^${key}`) })
      const employee = role(t('session.role.employee'))
      const neighbor = page
        .getByRole('group', { name: t('admin.role') })
        .getByRole('radio')
        .first()
      await employee.click()
      const dialog = page.getByRole('dialog')
      const confirmButton = dialog.getByRole('button', { name: t('admin.role.ask.yes') })
      await dialog.getByLabel(t('leaving.proof.password')).fill(DEMO_PASSWORD)
      await confirmButton.click()
      await expect.poll(async () => roleOf(person.userId)).toBe('employee')
      await expect.poll(() => employee.isChecked()).toBe(true)
      await neighbor.click()
      // The password was entered recently enough, so this change does not ask for the password again.
      await confirmButton.click()
      await expect.poll(async () => roleOf(person.userId)).toBe('neighbor')

      const connected = await asPerson(server, { email: uniqueEmail('shut'), pseudo: newId(), community: HOME })
      const { page: memberPage, pageErrors } = await newPageOf(language, connected.visitor)
      // The open page may send requests after the log-out of the member; the server refuses them.
      pageErrors.allow(lateRequestErrors, /answer: (?:GET|POST) \S+ 40[13]/)
      await memberPage.goto(`/${HOME}/actualites`)
      await memberPage.getByRole('heading', { level: 1, name: t('feed.title') }).waitFor()
      await memberPage.goto(`/${HOME}/gestion`)
      await memberPage.waitForURL(url => url.pathname === `/${HOME}/actualites`)
      await openMember(page, t, connected.userId)
      const access = page.getByRole('switch', { name: t('admin.access') })
      await access.click()
      await page.getByText(t('admin.access.off')).waitFor()
      await memberPage.waitForURL(url => url.pathname === `/${HOME}/connexion`)
      await access.click()
      await page.getByText(t('admin.access.on')).waitFor()
    })
  },
)

const roleOf = async (id: string) =>
  (await testServer().server.db.selectFrom('users').select('role').where('id', '=', id).executeTakeFirstOrThrow()).role
