// features: leaving
import { isSeen, listMessages, sendMessage } from '@parvis/contract/chat.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import type { Page } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import { eraseWhoIsDue } from '../../apps/server/src/rooms/leaving/erase.service.ts'
import { mailTo, tokenIn } from '../../apps/server/src/testing/mails.ts'
import { asPerson, type NewPerson } from '../../apps/server/src/testing/people.ts'
import { DEMO_PASSWORD } from '../../apps/server/src/testing/test-server.ts'
import { findBarriers } from './axe.ts'
import { askedTooLate } from './faults.ts'
import { logIn } from './log-in.ts'
import { button, nickname } from './newcomer.ts'
import { oppositeShapes, type Shape, signedIn } from './stage.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()
const HOME = 'les-tilleuls'
const PROFILE = `/${HOME}/mon-profil`
const SOON = { timeout: 15_000 }
const DAY_MS = 86_400_000
let people = 0

afterEach(() => {
  stage().server.clock.ahead = 0
})

describe.each(oppositeShapes)('leaving, $size, $language', ({ size, language, say }: Shape) => {
  const someone = async (more: Partial<NewPerson> = {}) => {
    const { server } = stage()
    const email = `depart-${++people}@e2e.example`
    const firstname = nickname('Noe')
    const made = await asPerson(server, {
      email,
      pseudo: nickname('Depart'),
      password: DEMO_PASSWORD,
      community: HOME,
      ...more,
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
      context: { storageState: signedIn(stage().origin, visitor, { emailOrPseudo: 'somebody' }) },
    })
    await guest.page.goto(path)
    return guest
  }
  const post = async ({ visitor, firstname }: Someone) => {
    const title = `Vide-grenier de ${firstname}`
    await visitor.call(publishPost, { body: { title, description: 'x', tmpId: title } })
    return title
  }
  const way = (page: Page, key: 'data' | 'leave' | 'delete') =>
    page
      .getByRole('region', { name: say('leaving.ways'), exact: true })
      .getByText(say(`leaving.ways.${key}`), { exact: true })
  const card = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title })
  const inDialog = (page: Page, key: string) =>
    page.getByRole('dialog').getByRole('button', { name: say(key), exact: true })
  /** Told goodbye by name, and until when they may come back; the device knows nothing of them any more. */
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

  it('the account: said before it is done, behind the password; gone from others’ screens at once, and back by the mail', async () => {
    const [one, other] = [await someone(), await someone()]
    const title = await post(one)
    const viewer = await arrive(other, `/${HOME}/actualites`)
    await card(viewer.page, title).waitFor(SOON)
    await viewer.page.waitForLoadState('networkidle')
    const { page, faults } = await arrive(one, PROFILE)
    faults.expect(askedTooLate, 'answer: POST /api/user/proof 400')
    await way(page, 'delete').click()
    const dialog = page.getByRole('dialog', { name: say('leaving.delete.title') })
    await dialog.getByText(say('leaving.messages')).waitFor(SOON)
    for (const key of ['leaving.delete.now', 'leaving.after.lead', 'leaving.undo.lead'])
      await dialog.getByText(say(key, { days: 7 })).waitFor()
    expect(await findBarriers(page)).toEqual([])
    const yes = dialog.getByRole('button', { name: say('leaving.delete.yes'), exact: true })
    await yes.click()
    await dialog.getByText(say('leaving.proof.missing')).waitFor()
    await password(page).fill('not-this-one')
    await yes.click()
    await dialog.getByText(say('leaving.proof.wrong')).waitFor(SOON)
    // thought better of it: nothing has happened
    await dialog.getByRole('button', { name: say('leaving.stay'), exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await way(page, 'delete').click()
    await password(page).fill(DEMO_PASSWORD)
    await yes.click()
    const goodbye = await isOut(page, one)
    expect((await page.context().cookies()).filter(({ name }) => name === 'parvis')).toEqual([])
    await card(viewer.page, title).waitFor({ ...SOON, state: 'detached' })
    // whoever comes next finds an empty log-in, with nothing about who has gone
    await goodbye.getByRole('button', { name: say('leaving.goodbye.other'), exact: true }).click()
    await page.locator('input[name=username]').waitFor(SOON)
    expect(await page.locator('input[name=username]').inputValue()).toBe('')
    expect(new URL(page.url()).search).toBe('')

    const token = tokenIn(await mailTo(stage().server, one.email))
    const stranger = await stage().welcome({ size, language })
    await stranger.page.goto(`/${HOME}/connexion?back=true&token=${token}`)
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
    // it leads back once
    const late = await stage().welcome({ size, language })
    late.faults.expect('answer: POST /api/user/undo 401')
    await late.page.goto(`/${HOME}/connexion?back=true&token=${token}`)
    await button(late.page, say, 'leaving.return.yes').click()
    const tooLate = late.page.getByRole('dialog', { name: say('leaving.return.late') })
    await tooLate.waitFor(SOON)
    await tooLate.getByRole('button', { name: say('leaving.return.login'), exact: true }).click()
    await late.page.locator('input[name=username]').waitFor(SOON)
  })

  it('another device of who has gone knows nothing of them either', async () => {
    const one = await someone()
    const { page, faults } = await arrive(one, PROFILE)
    const elsewhere = await stage().welcome({ size, language })
    for (const each of [faults, elsewhere.faults]) each.expect(askedTooLate)
    await elsewhere.page.goto(`/${HOME}/connexion`)
    await logIn(elsewhere.page, say, one.email)
    await elsewhere.page.waitForURL(`**/${HOME}/actualites`, SOON)
    await elsewhere.page.goto(PROFILE)
    await elsewhere.page.locator('input[name=job]').fill('Luthier')
    await expect
      .poll(() => elsewhere.page.evaluate(() => localStorage.getItem('profiledrafts')), SOON)
      .toContain('Luthier')
    await elsewhere.page.waitForLoadState('networkidle')
    await way(page, 'delete').click()
    await password(page).fill(DEMO_PASSWORD)
    await inDialog(page, 'leaving.delete.yes').click()
    const goodbye = await isOut(page, one)
    await goodbye.getByRole('button', { name: say('common.close'), exact: true }).click()
    await page.waitForURL(`**/${HOME}`, SOON)

    await elsewhere.page.waitForURL(`**/${HOME}/connexion?*`, SOON)
    await elsewhere.page.getByText(say('entry.ended.deletion')).waitFor(SOON)
    expect(await elsewhere.page.locator('input[name=username]').inputValue()).toBe('')
    expect(
      await elsewhere.page.evaluate(() => ['emailOrPseudo', 'profiledrafts'].map(key => localStorage.getItem(key))),
    ).toEqual([null, null])
  })

  it('a community: without a password, and others keep the conversation with a deleted member', async () => {
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
    await theirs.getByRole('main').getByText('À bientôt').first().waitFor(SOON)
    await theirs.getByText(say('messages.gone')).filter({ visible: true }).first().waitFor(SOON)
    expect(await findBarriers(theirs)).toEqual([])
  })

  it('a week later nothing is left of them, and the link says so', async () => {
    const [one, other] = [await someone(), await someone()]
    const { server } = stage()
    await one.visitor.call(sendMessage, { body: { tmpId: one.userId, to: other.userId, text: 'Mes mots à moi' } })
    const { page, faults } = await arrive(one, PROFILE)
    faults.expect(askedTooLate)
    await way(page, 'delete').click()
    await password(page).fill(DEMO_PASSWORD)
    await inDialog(page, 'leaving.delete.yes').click()
    await isOut(page, one)
    const token = tokenIn(await mailTo(server, one.email))
    server.clock.ahead = 8 * DAY_MS
    await eraseWhoIsDue(server.platform)
    await expect
      .poll(() => server.db.selectFrom('accounts').select('id').where('id', '=', one.accountId).execute(), SOON)
      .toEqual([])
    const { answer } = await other.visitor.call(listMessages, { query: { userId: one.userId } })
    expect(answer.docs.filter(isSeen).map(({ text, deleted }) => [text, deleted])).toEqual([[null, true]])
    const { page: theirs } = await arrive(other, `/${HOME}/mes-conversations/${one.userId}`)
    await theirs.getByText(say('messages.gone')).filter({ visible: true }).first().waitFor(SOON)
    expect(await theirs.getByText('Mes mots à moi').count()).toBe(0)
    const late = await stage().welcome({ size, language })
    late.faults.expect('answer: POST /api/user/undo 401')
    await late.page.goto(`/${HOME}/connexion?back=true&token=${token}`)
    await button(late.page, say, 'leaving.return.yes').click()
    await late.page.getByRole('dialog', { name: say('leaving.return.late') }).waitFor(SOON)
  })

  it('whoever has no password is mailed a link, by which they come back and delete the account', async () => {
    const one = await someone({ password: undefined })
    const { page, faults } = await arrive(one, PROFILE)
    faults.expect(askedTooLate)
    await way(page, 'delete').click()
    await page.getByText(say('leaving.proof.mail')).waitFor(SOON)
    await button(page, say, 'leaving.proof.send').click()
    await page.getByText(say('leaving.proof.sent')).waitFor(SOON)
    const token = tokenIn(await mailTo(stage().server, one.email))
    await page.goto(`/${HOME}/connexion?token=${token}`)
    await button(page, say, 'entry.go').click()
    await page.waitForURL(`**/${HOME}/actualites`, SOON)
    await page.goto(PROFILE)
    await way(page, 'delete').click()
    await inDialog(page, 'leaving.delete.yes').click()
    await isOut(page, one)
  })

  it.each(['employee', 'administrator'] as const)('the team hands over first: %s', async role => {
    const one = await someone({ role })
    const { page } = await arrive(one, PROFILE)
    await page.getByText(say('leaving.team.here', { name: await communityName() })).waitFor(SOON)
    expect(await page.getByText(say('leaving.team.last.administrator')).count()).toBe(role === 'administrator' ? 1 : 0)
    await way(page, 'data').waitFor()
    expect([await way(page, 'leave').count(), await way(page, 'delete').count()]).toEqual([0, 0])
    expect(await findBarriers(page)).toEqual([])
  })
})
