// features: leaving
import { sendMessage } from '@parvis/contract/chat.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { mailTo, tokenIn } from '../../apps/server/src/testing/mails.ts'
import { asPerson } from '../../apps/server/src/testing/people.ts'
import { DEMO_PASSWORD } from '../../apps/server/src/testing/test-server.ts'
import { findBarriers } from './axe.ts'
import { askedTooLate } from './faults.ts'
import { logIn } from './log-in.ts'
import { button, nickname } from './newcomer.ts'
import { oppositeShapes, type Shape } from './stage.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()
const HOME = 'les-tilleuls'
const PROFILE = `/${HOME}/mon-profil`
const SOON = { timeout: 15_000 }
let people = 0

describe.each(oppositeShapes)('leaving, $size, $language', ({ size, language, say }: Shape) => {
  const someone = async () => {
    const { server } = stage()
    const email = `depart-${++people}@e2e.example`
    const firstname = nickname('Noe')
    const made = await asPerson(server, {
      email,
      pseudo: nickname('Depart'),
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
      .where('id', '=', made.userId)
      .execute()
    return { ...made, email, firstname }
  }
  type Someone = Awaited<ReturnType<typeof someone>>
  const arrive = async ({ visitor }: Someone, path: string) => {
    const guest = await stage().welcome({
      size,
      language,
      by: visitor,
      stored: { emailOrPseudo: 'somebody' },
    })
    await guest.page.goto(path)
    return guest
  }
  const post = async ({ visitor, firstname }: Someone) => {
    const title = `Vide-grenier de ${firstname}`
    await visitor.call(publishPost, { body: { title, description: 'x', tmpId: title } })
    return title
  }
  const way = (page: Page, key: 'leave' | 'delete') =>
    page
      .getByRole('region', { name: say('leaving.ways'), exact: true })
      .getByText(say(`leaving.ways.${key}`), { exact: true })
  const card = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title })
  const inDialog = (page: Page, key: string) =>
    page.getByRole('dialog').getByRole('button', { name: say(key), exact: true })
  /** Says goodbye by name with the date until which they can return; the device has deleted its data about them. */
  const isOut = async (page: Page, { firstname }: Someone) => {
    await page.waitForURL(`**/${HOME}/connexion?*`, SOON)
    const dialog = page.getByRole('dialog', { name: say('leaving.goodbye', { name: firstname }), exact: true })
    await dialog.getByText(say('leaving.goodbye.back', { day: '\n' }).split('\n')[1]!).waitFor(SOON)
    expect(await dialog.getByRole('textbox').count()).toBe(0)
    expect(await findBarriers(page)).toEqual([])
    expect(await page.evaluate(() => localStorage.getItem('emailOrPseudo'))).toBeNull()
    return dialog
  }
  const communityName = async () =>
    (
      await stage()
        .server.db.selectFrom('communities')
        .select('name')
        .where('custom_uri', '=', HOME)
        .executeTakeFirstOrThrow()
    ).name
  const password = (page: Page) => page.getByRole('dialog').getByLabel(say('leaving.proof.password'), { exact: true })

  it('deleting the account: requires the password, removes posts and ends other sessions at once, and can be undone by the mail', async () => {
    const [one, other] = [await someone(), await someone()]
    const title = await post(one)
    const viewer = await arrive(other, `/${HOME}/actualites`)
    await card(viewer.page, title).waitFor(SOON)
    await viewer.page.waitForLoadState('networkidle')
    // another device of theirs, with a draft
    const elsewhere = await stage().welcome({ size, language, as: one.email, stored: { emailOrPseudo: one.email } })
    await elsewhere.page.goto(PROFILE)
    await elsewhere.page.locator('input[name=job]').fill('Luthier')
    const kept = () =>
      elsewhere.page.evaluate(() => ['emailOrPseudo', 'profiledrafts'].map(key => localStorage.getItem(key)))
    await expect.poll(async () => (await kept())[1], SOON).toContain('Luthier')
    await elsewhere.page.waitForLoadState('networkidle')
    const { page, faults } = await arrive(one, PROFILE)
    for (const each of [faults, elsewhere.faults]) each.expect(askedTooLate)
    await way(page, 'delete').click()
    const dialog = page.getByRole('dialog', { name: say('leaving.delete.title') })
    await dialog.getByText(say('leaving.messages')).waitFor(SOON)
    expect(await findBarriers(page)).toEqual([])
    // Cancelled: nothing has changed.
    await dialog.getByRole('button', { name: say('leaving.stay'), exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await way(page, 'delete').click()
    await password(page).fill(DEMO_PASSWORD)
    await inDialog(page, 'leaving.delete.yes').click()
    const goodbye = await isOut(page, one)
    expect((await page.context().cookies()).filter(({ name }) => name === 'parvis')).toEqual([])
    await card(viewer.page, title).waitFor({ ...SOON, state: 'detached' })
    // The other device has deleted its data too.
    await elsewhere.page.waitForURL(`**/${HOME}/connexion?*`, SOON)
    await elsewhere.page.getByText(say('entry.ended.deletion')).waitFor(SOON)
    expect(await elsewhere.page.locator('input[name=username]').inputValue()).toBe('')
    expect(await kept()).toEqual([null, null])
    // The next person finds an empty log-in without traces of the former one.
    await goodbye.getByRole('button', { name: say('leaving.goodbye.other'), exact: true }).click()
    await page.locator('input[name=username]').waitFor(SOON)
    expect(await page.locator('input[name=username]').inputValue()).toBe('')
    expect(new URL(page.url()).search).toBe('')

    const token = tokenIn(await mailTo(stage().server, one.email))
    const stranger = await stage().welcome({ size, language })
    await stranger.page.goto(`/${HOME}/connexion?back=true#token=${token}`)
    const back = button(stranger.page, say, 'leaving.return.yes')
    await back.waitFor(SOON)
    expect(new URL(stranger.page.url()).search).toBe('')
    expect(await findBarriers(stranger.page)).toEqual([])
    await back.click()
    await stranger.page.getByText(say('leaving.return.done')).waitFor(SOON)
    await button(stranger.page, say, 'leaving.return.login').click()
    await logIn(stranger.page, say, one.email)
    await stranger.page.waitForURL(`**/${HOME}/actualites`, SOON)
    await card(viewer.page, title).waitFor(SOON)
  })

  it('leaving a community: needs no password, and others keep the conversation with a deleted member', async () => {
    const [one, other] = [await someone(), await someone()]
    await one.visitor.call(sendMessage, { body: { tmpId: one.userId, to: other.userId, text: 'À bientôt' } })
    const name = await communityName()
    const { page, faults } = await arrive(one, PROFILE)
    faults.expect(askedTooLate)
    await way(page, 'leave').click()
    const dialog = page.getByRole('dialog', { name: say('leaving.leave.title', { name }) })
    await dialog.getByText(say('leaving.leave.only')).waitFor(SOON)
    expect(await password(page).count()).toBe(0)
    await dialog.getByRole('button', { name: say('leaving.leave.yes'), exact: true }).click()
    await isOut(page, one)

    const { page: theirs } = await arrive(other, `/${HOME}/mes-conversations`)
    const row = theirs.getByRole('link', { name: new RegExp(say('messages.gone')) })
    await row.waitFor(SOON)
    expect(await row.innerText()).toContain('À bientôt')
    expect(await theirs.getByText(one.firstname).count()).toBe(0)
    await row.click()
    // The list, beside it on a wide screen, shows the same.
    await theirs.getByRole('heading', { level: 1, name: say('messages.gone') }).waitFor(SOON)
    await theirs.getByRole('main').getByText('À bientôt').last().waitFor(SOON)
    expect(await findBarriers(theirs)).toEqual([])
  })
})
