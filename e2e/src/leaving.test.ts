// features: leaving
import { sendMessage } from '@parvis/contract/chat.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { waitForMail, linkTokenIn } from '../../apps/server/src/testing/mails.ts'
import { asPerson } from '../../apps/server/src/testing/people.ts'
import { DEMO_PASSWORD } from '../../apps/server/src/testing/test-server.ts'
import { findAxeViolations } from './axe.ts'
import { lateRequestErrors } from './page-errors.ts'
import { logIn } from './log-in.ts'
import { button, uniqueNickname } from './newcomer.ts'
import { oppositeShapes, type Shape } from './browser-server.ts'
import { useTestServer } from './use-test-server.ts'

const testServer = useTestServer()
const HOME = 'les-tilleuls'
const PROFILE = `/${HOME}/mon-profil`
const LIVE_TIMEOUT = { timeout: 15_000 }
let memberCount = 0

describe.each(oppositeShapes)(
  'leaving a community and deleting the account, $size, $language',
  ({ size, language, t }: Shape) => {
    const addMember = async () => {
      const { server } = testServer()
      const email = `depart-${++memberCount}@e2e.example`
      const firstname = uniqueNickname('Noe')
      const person = await asPerson(server, {
        email,
        pseudo: uniqueNickname('Depart'),
        password: DEMO_PASSWORD,
        community: HOME,
      })
      await server.db
        .updateTable('users')
        .set({
          firstname,
          lastname: 'Petit',
          birthdate: '1980-06-15',
          address: '8 rue du Lac',
          zip_code: '74000',
          city: 'Annecy',
        })
        .where('id', '=', person.userId)
        .execute()
      return { ...person, email, firstname }
    }
    type DepartingMember = Awaited<ReturnType<typeof addMember>>
    const openPage = async ({ visitor }: DepartingMember, path: string) => {
      const visit = await testServer().newPage({
        size,
        language,
        by: visitor,
        storedValues: { emailOrPseudo: 'somebody' },
      })
      await visit.page.goto(path)
      return visit
    }
    const post = async ({ visitor, firstname }: DepartingMember) => {
      const title = `Vide-grenier de ${firstname}`
      await visitor.call(publishPost, { body: { title, description: 'x', tmpId: title } })
      return title
    }
    const leavingOption = (page: Page, key: 'leave' | 'delete') =>
      page
        .getByRole('region', { name: t('leaving.ways'), exact: true })
        .getByText(t(`leaving.ways.${key}`), { exact: true })
    const card = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title })
    const inDialog = (page: Page, key: string) =>
      page.getByRole('dialog').getByRole('button', { name: t(key), exact: true })
    /**
     * Waits for the goodbye dialog with the name and the last day for returning; checks that the device deleted its
     * stored data.
     */
    const waitForGoodbye = async (page: Page, { firstname }: DepartingMember) => {
      await page.waitForURL(`**/${HOME}/connexion?*`, LIVE_TIMEOUT)
      const dialog = page.getByRole('dialog', { name: t('leaving.goodbye', { name: firstname }), exact: true })
      await dialog.getByText(t('leaving.goodbye.back', { day: '\n' }).split('\n')[1]!).waitFor(LIVE_TIMEOUT)
      expect(await dialog.getByRole('textbox').count()).toBe(0)
      expect(await findAxeViolations(page)).toEqual([])
      expect(await page.evaluate(() => localStorage.getItem('emailOrPseudo'))).toBeNull()
      return dialog
    }
    const communityName = async () =>
      (
        await testServer()
          .server.db.selectFrom('communities')
          .select('name')
          .where('custom_uri', '=', HOME)
          .executeTakeFirstOrThrow()
      ).name
    const password = (page: Page) => page.getByRole('dialog').getByLabel(t('leaving.proof.password'), { exact: true })

    it('deleting the account requires the password, removes posts and sessions, and can be undone by the link in the mail', async () => {
      const [one, other] = [await addMember(), await addMember()]
      const title = await post(one)
      const viewer = await openPage(other, `/${HOME}/actualites`)
      await card(viewer.page, title).waitFor(LIVE_TIMEOUT)
      await viewer.page.waitForLoadState('networkidle')
      // Another device of the member has stored a draft.
      const otherDevice = await testServer().newPage({
        size,
        language,
        as: one.email,
        storedValues: { emailOrPseudo: one.email },
      })
      await otherDevice.page.goto(PROFILE)
      await otherDevice.page.locator('input[name=job]').fill('Luthier')
      const readStored = () =>
        otherDevice.page.evaluate(() => ['emailOrPseudo', 'profiledrafts'].map(key => localStorage.getItem(key)))
      await expect.poll(async () => (await readStored())[1], LIVE_TIMEOUT).toContain('Luthier')
      await otherDevice.page.waitForLoadState('networkidle')
      const { page, pageErrors } = await openPage(one, PROFILE)
      for (const errors of [pageErrors, otherDevice.pageErrors]) errors.allow(lateRequestErrors)
      await leavingOption(page, 'delete').click()
      const dialog = page.getByRole('dialog', { name: t('leaving.delete.title') })
      await dialog.getByText(t('leaving.messages')).waitFor(LIVE_TIMEOUT)
      expect(await findAxeViolations(page)).toEqual([])
      // Cancelling the dialog changes nothing.
      await dialog.getByRole('button', { name: t('leaving.stay'), exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
      await leavingOption(page, 'delete').click()
      await password(page).fill(DEMO_PASSWORD)
      await inDialog(page, 'leaving.delete.yes').click()
      const goodbye = await waitForGoodbye(page, one)
      expect((await page.context().cookies()).filter(({ name }) => name === 'parvis')).toEqual([])
      await card(viewer.page, title).waitFor({ ...LIVE_TIMEOUT, state: 'detached' })
      // The other device has deleted its data too.
      await otherDevice.page.waitForURL(`**/${HOME}/connexion?*`, LIVE_TIMEOUT)
      await otherDevice.page.getByText(t('entry.ended.deletion')).waitFor(LIVE_TIMEOUT)
      expect(await otherDevice.page.locator('input[name=username]').inputValue()).toBe('')
      expect(await readStored()).toEqual([null, null])
      // The next person finds an empty log-in without traces of the former member.
      await goodbye.getByRole('button', { name: t('leaving.goodbye.other'), exact: true }).click()
      await page.locator('input[name=username]').waitFor(LIVE_TIMEOUT)
      expect(await page.locator('input[name=username]').inputValue()).toBe('')
      expect(new URL(page.url()).search).toBe('')

      const token = linkTokenIn(await waitForMail(testServer().server, one.email))
      const newBrowser = await testServer().newPage({ size, language })
      await newBrowser.page.goto(`/${HOME}/connexion?back=true#token=${token}`)
      const back = button(newBrowser.page, t, 'leaving.return.yes')
      await back.waitFor(LIVE_TIMEOUT)
      expect(new URL(newBrowser.page.url()).search).toBe('')
      expect(await findAxeViolations(newBrowser.page)).toEqual([])
      await back.click()
      await newBrowser.page.getByText(t('leaving.return.done')).waitFor(LIVE_TIMEOUT)
      await button(newBrowser.page, t, 'leaving.return.login').click()
      await logIn(newBrowser.page, t, one.email)
      await newBrowser.page.waitForURL(`**/${HOME}/actualites`, LIVE_TIMEOUT)
      await card(viewer.page, title).waitFor(LIVE_TIMEOUT)
    })

    it('leaving a community requires no password; others can still read the conversation with the departed member', async () => {
      const [one, other] = [await addMember(), await addMember()]
      await one.visitor.call(sendMessage, { body: { tmpId: one.userId, to: other.userId, text: 'À bientôt' } })
      const name = await communityName()
      const { page, pageErrors } = await openPage(one, PROFILE)
      pageErrors.allow(lateRequestErrors)
      await leavingOption(page, 'leave').click()
      const dialog = page.getByRole('dialog', { name: t('leaving.leave.title', { name }) })
      await dialog.getByText(t('leaving.leave.only')).waitFor(LIVE_TIMEOUT)
      expect(await password(page).count()).toBe(0)
      await dialog.getByRole('button', { name: t('leaving.leave.yes'), exact: true }).click()
      await waitForGoodbye(page, one)

      const { page: otherPage } = await openPage(other, `/${HOME}/mes-conversations`)
      const row = otherPage.getByRole('link', { name: new RegExp(t('messages.gone')) })
      await row.waitFor(LIVE_TIMEOUT)
      expect(await row.innerText()).toContain('À bientôt')
      expect(await otherPage.getByText(one.firstname).count()).toBe(0)
      await row.click()
      // The conversation shows the same name and text as the list, which is beside the conversation on a wide screen.
      await otherPage.getByRole('heading', { level: 1, name: t('messages.gone') }).waitFor(LIVE_TIMEOUT)
      await otherPage.getByRole('main').getByText('À bientôt').last().waitFor(LIVE_TIMEOUT)
      expect(await findAxeViolations(otherPage)).toEqual([])
    })
  },
)
