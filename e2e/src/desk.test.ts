// features: admin
import { logInByLink } from '@parvis/contract/session.ts'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { newId } from '../../apps/server/src/kernel/ids.ts'
import { asPerson } from '../../apps/server/src/testing/people.ts'
import { DEMO_PASSWORD } from '../../apps/server/src/testing/test-server.ts'
import { askedTooLate } from './faults.ts'
import { useStage } from './use-stage.ts'
import { wordsIn, type Words } from './words.ts'

const stage = useStage()
const HOME = 'les-tilleuls'
let made = 0
const addressOf = (who: string) => `${who}-${++made}@desk.example`

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const told = (page: Page, text: string) => page.getByRole('region').getByText(text).waitFor()

const openFile = async (page: Page, say: Words, userId: string) => {
  await page.goto(`/${HOME}/gestion/membre?id=${userId}`)
  await page.getByRole('group', { name: say('admin.role') }).waitFor()
}

const welcomeAs = async (language: 'en' | 'fr', visitor: Awaited<ReturnType<typeof asPerson>>['visitor']) =>
  stage().welcome({
    language,
    by: visitor,
  })

describe.each((['fr', 'en'] as const).map(language => ({ language, say: wordsIn(language) })))(
  'the admin page, on a phone, $language',
  ({ language, say }) => {
    it('opens from the menu; an invitation letter works once, a withdrawn one never; a new logo appears at once', async () => {
      const { server } = stage()
      const { page } = await stage().welcome({ language, as: 'administrator' })
      await page.goto(`/${HOME}/actualites`)
      await page.getByRole('banner').locator('[aria-haspopup=menu]').click()
      await page.getByRole('menuitem', { name: say('session.tab.desk') }).click()
      await page.getByRole('heading', { level: 1, name: say('admin.title') }).waitFor()
      await page.getByRole('heading', { level: 2, name: say('admin.members') }).waitFor()
      await button(page, say('admin.invite')).click()
      await page.getByRole('radiogroup', { name: say('admin.invite.how') }).waitFor()
      const write = async (flat: string) => {
        await page.getByRole('radio', { name: say('admin.invite.letter') }).click()
        await page.getByLabel(say('admin.home.apartmentNumber.label'), { exact: true }).fill(flat)
        await button(page, say('admin.invite.make')).click()
        const dialog = page.getByRole('dialog', { name: say('admin.letter.title') })
        const code = (await dialog
          .getByText(/^\w{4}\W\w{4}\W\w{4}$/)
          .first()
          .textContent())!
        // Closing it without printing asks for confirmation.
        await dialog
          .getByRole('button', { name: say('common.close'), exact: true })
          .first()
          .click()
        await page.getByText(say('admin.letter.leaving')).waitFor()
        await dialog
          .getByRole('button', { name: say('admin.letter.leave'), exact: true })
          .last()
          .click()
        await dialog.waitFor({ state: 'detached' })
        return code
      }
      const communityId = await server.communityId(HOME)
      const typed = async (code: string) =>
        (await server.visitor().call(logInByLink, { body: { token: code.replace(/\W/g, ''), communityId } })).status
      const flat = String(100 + made++)
      const code = await write(flat)
      expect([await typed(code), await typed(code)]).toEqual([200, 401])
      await button(page, say('admin.invite')).click()
      const other = String(100 + made++)
      const second = await write(other)
      const row = page.getByRole('listitem').filter({ hasText: other })
      await row.getByRole('button').last().click()
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: say('admin.invited.withdraw') })
        .click()
      await told(page, say('admin.invited.withdrawn'))
      await row.waitFor({ state: 'detached' })
      expect(await typed(second)).toBe(401)

      // Replaces the logo; a file that is no picture is refused.
      const logo = page.getByRole('region', { name: say('admin.sign') }).locator('img')
      const before = await logo.getAttribute('src')
      const pick = async (name: string, mimeType: string, buffer: Buffer) => {
        const chooser = page.waitForEvent('filechooser')
        await page.getByText(say('admin.sign.change')).click()
        await (await chooser).setFiles({ name, mimeType, buffer })
      }
      await pick('words.txt', 'text/plain', Buffer.from('no picture'))
      await told(page, say('media.photo.nopicture'))
      const picture = sharp({ create: { width: 64, height: 64, channels: 3, background: '#1c5443' } })
      await pick('sign.png', 'image/png', await picture.png().toBuffer())
      await told(page, say('admin.sign.changed'))
      await expect.poll(() => logo.getAttribute('src')).not.toBe(before)
    })

    it('gives and removes a role, logs out a member whose access it closes, and is closed to neighbours', async () => {
      const { server } = stage()
      const person = await asPerson(server, { email: addressOf('role'), pseudo: newId(), community: HOME })
      const { page } = await stage().welcome({ language, as: 'administrator' })
      await openFile(page, say, person.userId)
      const role = (key: string) => page.getByRole('radio', { name: new RegExp(`^${key}`) })
      const employee = role(say('session.role.employee'))
      const neighbor = page
        .getByRole('group', { name: say('admin.role') })
        .getByRole('radio')
        .first()
      await employee.click()
      const dialog = page.getByRole('dialog')
      const yes = dialog.getByRole('button', { name: say('admin.role.ask.yes') })
      await dialog.getByLabel(say('leaving.proof.password')).fill(DEMO_PASSWORD)
      await yes.click()
      await expect.poll(async () => roleOf(person.userId)).toBe('employee')
      await expect.poll(() => employee.isChecked()).toBe(true)
      await neighbor.click()
      // The proof of ownership is still recent.
      await yes.click()
      await expect.poll(async () => roleOf(person.userId)).toBe('neighbor')

      const connected = await asPerson(server, { email: addressOf('shut'), pseudo: newId(), community: HOME })
      const { page: theirs, faults } = await welcomeAs(language, connected.visitor)
      // Calls of the open page at that moment are refused.
      faults.expect(askedTooLate, /answer: (?:GET|POST) \S+ 40[13]/)
      await theirs.goto(`/${HOME}/actualites`)
      await theirs.getByRole('heading', { level: 1, name: say('feed.title') }).waitFor()
      await theirs.goto(`/${HOME}/gestion`)
      await theirs.waitForURL(url => url.pathname === `/${HOME}/actualites`)
      await openFile(page, say, connected.userId)
      const access = page.getByRole('switch', { name: say('admin.access') })
      await access.click()
      await page.getByText(say('admin.access.off')).waitFor()
      await theirs.waitForURL(url => url.pathname === `/${HOME}/connexion`)
      await access.click()
      await page.getByText(say('admin.access.on')).waitFor()
    })
  },
)

const roleOf = async (id: string) =>
  (await stage().server.db.selectFrom('users').select('role').where('id', '=', id).executeTakeFirstOrThrow()).role
