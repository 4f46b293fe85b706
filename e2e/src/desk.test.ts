// features: admin, deals
import { logInByLink, register } from '@parvis/contract/session.ts'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { newId } from '../../apps/server/src/kernel/ids.ts'
import { mailTo, tokenIn } from '../../apps/server/src/testing/mails.ts'
import { addPerson, asPerson } from '../../apps/server/src/testing/people.ts'
import { DEMO_PASSWORD } from '../../apps/server/src/testing/test-server.ts'
import { signedIn } from './stage.ts'
import { useStage } from './use-stage.ts'
import { wordsIn, type Words } from './words.ts'

const stage = useStage()
const HOME = 'les-tilleuls'
let made = 0
const addressOf = (who: string) => `${who}-${++made}@desk.example`

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const told = (page: Page, text: string) => page.getByRole('region').getByText(text).waitFor()

const openDesk = async (page: Page, say: Words) => {
  await page.goto(`/${HOME}/gestion`)
  await page.getByRole('heading', { level: 2, name: say('admin.members') }).waitFor()
}
const openFile = async (page: Page, say: Words, userId: string) => {
  await page.goto(`/${HOME}/gestion/membre?id=${userId}`)
  await page.getByRole('group', { name: say('admin.role') }).waitFor()
}
const openInvite = async (page: Page, say: Words) => {
  await openDesk(page, say)
  await button(page, say('admin.invite')).click()
  await page.getByRole('radiogroup', { name: say('admin.invite.how') }).waitFor()
}

/** Somebody who has saved their profile in a community that approves, as its server has them. */
const newcomer = async (firstname: string) => {
  const { server } = stage()
  const { userId } = await addPerson(server, { email: addressOf('waits'), community: HOME, enabled: false })
  await server.db
    .updateTable('users')
    .set({ firstname, lastname: 'Traoré', building: 'A', apartment_number: '31', word: 'Bonjour' })
    .where('id', '=', userId)
    .execute()
  return userId
}

const asAdministratorOf = async (language: 'en' | 'fr', visitor: Awaited<ReturnType<typeof asPerson>>['visitor']) =>
  stage().welcome({
    language,
    context: { storageState: { cookies: signedIn(stage().origin, visitor).cookies, origins: [] } },
  })

describe.each((['fr', 'en'] as const).map(language => ({ language, say: wordsIn(language) })))(
  'the desk, on a phone, $language',
  ({ language, say }) => {
    const asAdministrator = () => stage().welcome({ language, as: 'administrator' })

    it('is in the menu of who runs the community, and of nobody else', async () => {
      const { page } = await asAdministrator()
      await page.goto(`/${HOME}/actualites`)
      await page.getByRole('banner').locator('[aria-haspopup=menu]').click()
      await page.getByRole('menuitem', { name: say('session.tab.desk') }).click()
      await page.getByRole('heading', { level: 1, name: say('admin.title') }).waitFor()
      const { page: other } = await stage().welcome({ language, as: 'neighbor' })
      await other.goto(`/${HOME}/gestion`)
      await other.waitForURL(url => url.pathname === `/${HOME}/actualites`)
    })

    it('invites by mail: what is wrong is told beside its field, the mail leads in', async () => {
      const { server } = stage()
      const { page } = await asAdministrator()
      const email = addressOf('invited')
      await openInvite(page, say)
      const send = button(page, say('admin.invite.send'))
      await send.click()
      await page.getByText(say('errors.missingemail')).waitFor()
      await page.getByLabel(say('admin.invite.email'), { exact: true }).fill(email)
      await page.getByLabel(say('admin.home.building.label'), { exact: true }).fill('B')
      await send.click()
      await told(page, say('admin.invite.sent', { email }))
      await page.getByRole('listitem').filter({ hasText: email }).waitFor()
      const communityId = await server.communityId(HOME)
      const token = tokenIn(await mailTo(server, email))
      expect((await server.visitor().call(logInByLink, { body: { token, communityId } })).status).toBe(200)
    })

    it('makes a letter whose code is typed at the door, once; a withdrawn one leads nowhere', async () => {
      const { server } = stage()
      const { page } = await asAdministrator()
      await openInvite(page, say)
      const write = async (flat: string) => {
        await page.getByRole('radio', { name: say('admin.invite.letter') }).click()
        await page.getByLabel(say('admin.home.apartmentNumber.label'), { exact: true }).fill(flat)
        await button(page, say('admin.invite.make')).click()
        const dialog = page.getByRole('dialog', { name: say('admin.letter.title') })
        const code = (await dialog
          .getByText(/^\w{4}\W\w{4}\W\w{4}$/)
          .first()
          .textContent())!
        // closed unprinted, it asks
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
    })

    it('lets in who waits, refuses another after a question, and tells that a colleague was quicker', async () => {
      const { server } = stage()
      const [inside, outside, gone] = [await newcomer('Oumar'), await newcomer('Awa'), await newcomer('Ibrahim')]
      const { page, faults } = await asAdministrator()
      faults.expect(`answer: PUT /admin/waiting/${gone} 404`)
      await openDesk(page, say)
      const name = (first: string) => `${first} Traoré`
      await button(page, say('admin.waiting.letin.whom', { name: name('Oumar') })).click()
      await told(page, say('admin.waiting.isin', { name: name('Oumar') }))
      await button(page, say('admin.waiting.refuse.whom', { name: name('Awa') })).click()
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: say('admin.waiting.refuse') })
        .click()
      await told(page, say('admin.waiting.isrefused', { name: name('Awa') }))
      await server.db.deleteFrom('users').where('id', '=', gone).execute()
      await button(page, say('admin.waiting.letin.whom', { name: name('Ibrahim') })).click()
      await told(page, say('admin.waiting.gone', { name: name('Ibrahim') }))
      const left = await server.db
        .selectFrom('users')
        .select(['id', 'enabled_at'])
        .where('id', 'in', [inside, outside])
        .execute()
      expect(left.map(({ id, enabled_at }) => [id, enabled_at !== null])).toEqual([[inside, true]])
    })

    it('gives a role and takes it, and signs out at once whose access it closes', async () => {
      const { server } = stage()
      const person = await asPerson(server, { email: addressOf('role'), pseudo: newId(), community: HOME })
      const { page } = await asAdministrator()
      await openFile(page, say, person.userId)
      const role = (key: string) => page.getByRole('radio', { name: new RegExp(`^${key}`) })
      const employee = role(say('session.role.employee'))
      const neighbor = page
        .getByRole('group', { name: say('admin.role') })
        .getByRole('radio')
        .first()
      await employee.check()
      await expect.poll(async () => roleOf(person.userId)).toBe('employee')
      await neighbor.check()
      await expect.poll(async () => roleOf(person.userId)).toBe('neighbor')

      const connected = await asPerson(server, { email: addressOf('shut'), pseudo: newId(), community: HOME })
      const { page: theirs, faults } = await asAdministratorOf(language, connected.visitor)
      // what their page asks for in that moment is refused
      faults.expect(/answer: (?:GET|POST) \S+ 40[13]/)
      await theirs.goto(`/${HOME}/actualites`)
      await theirs.getByRole('heading', { level: 1, name: say('feed.title') }).waitFor()
      await openFile(page, say, connected.userId)
      const access = page.getByRole('switch', { name: say('admin.access') })
      await access.click()
      await page.getByText(say('admin.access.off')).waitFor()
      await theirs.waitForURL(url => url.pathname === `/${HOME}/connexion`)
      await access.click()
      await page.getByText(say('admin.access.on')).waitFor()
    })

    it('keeps the last administrator, and says why beside what was tried', async () => {
      const { server } = stage()
      const others = await server.db
        .updateTable('users')
        .set({ role: 'employee' })
        .where('community_id', '=', await server.communityId(HOME))
        .where('role', '=', 'administrator')
        .returning('id')
        .execute()
      expect(others.length).toBeGreaterThan(0)
      const last = await asPerson(server, {
        email: addressOf('last'),
        pseudo: newId(),
        community: HOME,
        role: 'administrator',
      })
      try {
        const { page, faults } = await asAdministratorOf(language, last.visitor)
        faults.expect(`answer: PUT /admin/members/${last.userId} 409`)
        await openFile(page, say, last.userId)
        const group = page.getByRole('group', { name: say('admin.role') })
        await group.getByRole('radio').first().click()
        await page
          .getByRole('alertdialog')
          .getByRole('button', { name: say('admin.role.own.yes') })
          .click()
        await page.getByRole('alert').getByText(say('errors.laststaff')).waitFor()
        expect(await group.getByRole('radio').first().isChecked()).toBe(false)
        expect(await roleOf(last.userId)).toBe('administrator')
      } finally {
        await server.db.updateTable('users').set({ role: 'neighbor' }).where('id', '=', last.userId).execute()
        await server.db
          .updateTable('users')
          .set({ role: 'administrator' })
          .where(
            'id',
            'in',
            others.map(({ id }) => id),
          )
          .execute()
      }
    })

    it('gives the community another sign, on every screen; what is no picture is told as such', async () => {
      const { page } = await asAdministrator()
      await openDesk(page, say)
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

    it('changes the key: the old one is refused, the new one lets in', async () => {
      const { server } = stage()
      const communityId = await server.communityId('quartier-de-la-gare')
      const boss = await asPerson(server, {
        email: addressOf('key'),
        pseudo: newId(),
        community: 'quartier-de-la-gare',
        role: 'administrator',
        password: DEMO_PASSWORD,
      })
      const { page } = await asAdministratorOf(language, boss.visitor)
      await page.goto('/quartier-de-la-gare/gestion')
      const old = (await page
        .getByRole('region', { name: say('admin.key') })
        .locator('b')
        .first()
        .textContent())!
      await page.getByText(say('admin.key.change')).click()
      await page.getByRole('radio', { name: say('admin.key.new.own') }).check()
      const field = page.getByLabel(say('admin.key.own'), { exact: true })
      await field.fill('abc')
      const change = button(page, say('admin.key.change'))
      await change.click()
      await page.getByText(say('errors.shortkey')).waitFor()
      const fresh = `Gare-${language}-2027`
      await field.fill(fresh)
      await change.click()
      await told(page, say('admin.key.changed'))
      await page.getByText(fresh, { exact: true }).waitFor()
      const enter = (registerkey: string) =>
        server.visitor().call(register, { body: { communityId, email: addressOf('by-key'), registerkey } })
      expect((await enter(old)).error.key).toBe('badneighborhoodkey')
      // popup2: the mail is on its way
      expect((await enter(fresh)).status).toBe(200)
    })
  },
)

const roleOf = async (id: string) =>
  (await stage().server.db.selectFrom('users').select('role').where('id', '=', id).executeTakeFirstOrThrow()).role
