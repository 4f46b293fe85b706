// features: session, profile
import { join } from 'node:path'
import type { Language } from '@parvis/contract/language.ts'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../apps/server/src/kernel/ids.ts'
import { makeLink } from '../../apps/server/src/features/session/link.service.ts'
import { mailTo, tokenIn } from '../../apps/server/src/testing/mails.ts'
import { addPerson, asPerson } from '../../apps/server/src/testing/people.ts'
import { DEMO_PASSWORD } from '../../apps/server/src/testing/test-server.ts'
import { askedTooLate } from './faults.ts'
import { goTo } from './go-to.ts'
import { logInForm } from './log-in.ts'
import { button, field, fillIn, goIn, NEW_PASSWORD as PASSWORD, nickname, signUp } from './newcomer.ts'
import { root } from './stage.ts'
import { useStage } from './use-stage.ts'
import { wordsIn, type Words } from './words.ts'

const stage = useStage()
const FEED = '/les-tilleuls/actualites'
const FORM = '/les-tilleuls/enregistrement'
let made = 0

const pathOf = (page: Page) => new URL(page.url()).pathname
const addressOf = (who: string) => `${who}-${++made}@enter.example`
const entered = (page: Page, say: Words) => page.getByRole('heading', { level: 1, name: say('feed.title') }).waitFor()

const linkTo = async (email: string, mails = 1): Promise<string> =>
  `/les-tilleuls/connexion#token=${tokenIn(await mailTo(stage().server, email, mails))}`

const welcomeAs = (language: Language, { visitor }: Awaited<ReturnType<typeof asPerson>>) =>
  stage().welcome({
    language,
    by: visitor,
  })

/** A member of two communities, logged in to Les Tilleuls. */
const memberOfBoth = async () => {
  const { server } = stage()
  const pseudo = nickname('Deux')
  const person = await asPerson(server, { email: addressOf('both'), pseudo, community: 'les-tilleuls' })
  await server.db
    .insertInto('users')
    .values({
      community_id: await server.communityId('quartier-de-la-gare'),
      id: newId(),
      account_id: person.accountId,
      role: 'neighbor',
      pseudo,
      enabled_at: new Date(),
      need_update: false,
    })
    .execute()
  return person
}

const onPhones = (['fr', 'en'] as const).map(language => ({ language, say: wordsIn(language) }))

// All mails of this file are requested from one IP address, more than the rate limit allows in half an hour.
beforeEach(() => stage().server.db.deleteFrom('attempts').where('bucket', 'like', 'mail-address %').execute())

describe.each(onPhones)('joining and logging in, on a phone, $language', ({ language, say }) => {
  it('by e-mail: the mail, the profile on two pages with a photo, and the feed with the welcome post', async () => {
    const { page } = await stage().welcome({ language })
    const email = addressOf('camille')
    await page.goto('/les-tilleuls')
    await page.getByRole('link', { name: say('community.landing.join', { name: 'Les Tilleuls' }) }).click()
    await signUp(page, say, email)
    await page.getByText(email).waitFor()
    await button(page, say, 'entry.sent.read').click()
    expect(await logInForm(page, say).login.inputValue()).toBe(email)

    await page.goto(await linkTo(email))
    await button(page, say, 'entry.go').waitFor()
    expect(page.url()).not.toContain('token')
    // Opening the link does not consume it: mail scanners open every link.
    await page.reload()
    await goIn(page, say)
    await page.getByRole('heading', { level: 1, name: say('entry.profile.welcome') }).waitFor()

    // Until the profile is saved, no other page is available.
    await page.goto('/les-tilleuls/vie-locale')
    await page.waitForURL(url => url.pathname === FORM)

    const onward = button(page, say, 'entry.profile.continue')
    await field(page, say, 'entry.firstname').fill('Camille')
    await field(page, say, 'entry.lastname').fill('Roussel')
    const pseudo = nickname('Camille')
    await field(page, say, 'entry.pseudo').fill(pseudo)
    await page.getByText(say('entry.pseudo.free')).waitFor()
    const birthdate = field(page, say, 'entry.birthdate')
    await birthdate.pressSequentially('12051990')
    const photo = page.getByRole('img', { name: say('entry.photo.shown') })
    const files = page.locator('input[type=file]')
    await files.focus()
    await files.setInputFiles(join(root, 'apps/web/public/icon-192.png'))
    await page.getByRole('dialog', { name: say('profile.crop.title') }).waitFor()
    expect(await photo.count()).toBe(0)
    await button(page, say, 'media.camera.use').click()
    await photo.waitFor()
    expect(await files.evaluate(it => it === document.activeElement)).toBe(true)
    await page.getByRole('checkbox').check()

    await page.reload()
    await onward.waitFor()
    expect(await field(page, say, 'entry.pseudo').inputValue()).toBe(pseudo)
    expect(await birthdate.inputValue()).toBe('12/05/1990')
    await photo.waitFor()
    await onward.click()
    await page.getByRole('heading', { level: 1, name: say('entry.profile.home.title') }).waitFor()
    await page.getByText('12 allée des Tilleuls').waitFor()
    const save = button(page, say, 'entry.profile.signup')
    await page.getByRole('checkbox', { name: say('entry.confirmaddress') }).check()
    await field(page, say, 'entry.newpassword').fill(PASSWORD)
    await field(page, say, 'entry.again').fill(PASSWORD)
    await save.click()
    // the page that they wanted before the profile was required
    await page.waitForURL('**/les-tilleuls/vie-locale')
    await goTo(page, FEED)
    const first = page.getByRole('article').filter({ hasText: 'Camille R.' }).first()
    await first
      .getByRole('heading', { name: language === 'fr' ? 'Bienvenue, Camille !' : 'Welcome, Camille!' })
      .waitFor()
    await expect.poll(() => first.locator('img[src*="/media/"]').count()).toBeGreaterThan(0)
    await goTo(page, FORM)
    await page.waitForURL(`**${FEED}`)
  })

  it('resets a forgotten password; a log-in link works also for a logged-in member', async () => {
    const email = addressOf('forgetful')
    const pseudo = nickname('Oubli')
    const { accountId, userId } = await addPerson(stage().server, {
      email,
      pseudo,
      password: DEMO_PASSWORD,
      community: 'les-tilleuls',
    })
    const name = (names: { firstname: string; lastname: string }) =>
      stage().server.db.updateTable('users').set(names).where('account_id', '=', accountId).execute()
    if (language === 'fr') await name({ firstname: 'Camille', lastname: 'Roussel' })
    const { page, faults } = await stage().welcome({ language })
    faults.expect('answer: PUT /api/user 400')
    await page.goto('/les-tilleuls/connexion')
    await button(page, say, 'entry.forgotten').click()
    await field(page, say, 'entry.email').fill(email)
    await button(page, say, 'entry.forgotten.send').click()
    await page.getByRole('dialog', { name: say('entry.sent.popup3.title') }).waitFor()
    // In a tab with an open log-in only the hash of the address changes.
    await page.evaluate(link => location.assign(link), await linkTo(email))
    await page.waitForURL(url => url.hash === '')
    await goIn(page, say)
    await page.getByRole('heading', { level: 1, name: say('entry.reset.title') }).waitFor()
    await goTo(page, FEED)
    await page.getByRole('heading', { level: 1, name: say('entry.reset.title') }).waitFor()
    const save = button(page, say, 'entry.profile.save')
    await field(page, say, 'entry.newpassword').fill(PASSWORD)
    await field(page, say, 'entry.again').fill(PASSWORD)
    await save.click()
    if (language === 'en') {
      // A profile without the fields required today is completed first.
      await page.getByRole('heading', { level: 1, name: say('entry.profile.update') }).waitFor()
      expect(await field(page, say, 'entry.pseudo').inputValue()).toBe(pseudo)
      await fillIn(page, say, pseudo)
      await save.click()
    }
    await entered(page, say)

    // A link works also for those who are logged in.
    const { platform, communityId } = stage().server
    const { token } = await makeLink(platform, {
      purpose: 'reset',
      accountId,
      userId,
      communityId: await communityId('les-tilleuls'),
    })
    // the form of links in mails of former versions
    await page.goto(`/les-tilleuls/connexion?token=${token}`)
    await page.waitForURL(url => url.pathname === '/les-tilleuls/connexion' && url.search === '')
    await goIn(page, say)
    await page.getByRole('heading', { level: 1, name: say('entry.reset.title') }).waitFor()
    await button(page, say, 'session.menu.logout').click()
    await page.getByRole('link', { name: say('community.landing.join', { name: 'Les Tilleuls' }) }).waitFor()
    expect(pathOf(page)).toBe('/les-tilleuls')
  })

  it('switches between two communities by the menu, by an address, and in all tabs', async () => {
    const { page, context, faults } = await welcomeAs(language, await memberOfBoth())
    // Calls of a tab while the session changes.
    faults.expect(
      askedTooLate,
      /answer: GET \S+ 40[134]/,
      /answer: POST \/globalinformations\/check\/version\/authenticated 401/,
    )
    // A page further down the feed has a cursor of the former community.
    faults.expect(/answer: GET \/events 400$/)
    faults.expect(/net::ERR_FAILED/, /Failed to load resource/, /networkerror/)
    await page.goto(FEED)
    await page.getByRole('article').first().waitFor()
    // An answer stays pending in the outbox of Les Tilleuls until the member returns.
    await page.waitForLoadState('networkidle')
    await context.route(/\/events\/(?:un)?interested\//, route => route.abort())
    await page.getByRole('article').locator('button[aria-pressed]').first().click()
    await page.getByText(say('outbox.later')).waitFor()
    const leftBehind = language === 'fr' ? /1\sréponse\. L’envoi se fera à votre retour/ : /1\sanswer\. It will be sent/
    const second = await context.newPage()
    await second.goto(FEED)
    await second.getByRole('article').first().waitFor()
    await page.bringToFront()
    await page.locator('button[data-where]').filter({ visible: true }).click()
    await page.getByRole('menuitem', { name: 'Quartier de la Gare' }).click()
    await page.getByText(leftBehind).waitFor()
    await page.getByRole('button', { name: say('outbox.leftbehind.yes'), exact: true }).click()
    await page.waitForURL('**/quartier-de-la-gare/actualites')
    await entered(page, say)
    await page.getByRole('banner').getByText('Quartier de la Gare').first().waitFor()

    // The other tab shows the change and can switch back.
    await second.waitForURL('**/les-tilleuls/connexion?**')
    await second.getByRole('button', { name: say('entry.switch.go', { to: 'Les Tilleuls' }) }).click()
    await second.waitForURL(`**${FEED}`)
    await second.getByRole('article').first().waitFor()

    // An address of the other community asks first, then leads to its target.
    await page.waitForURL('**/quartier-de-la-gare/connexion?**')
    await page.goto('/quartier-de-la-gare/vie-locale')
    await page.getByText(say('entry.switch.text', { from: 'Les Tilleuls', to: 'Quartier de la Gare' })).waitFor()
    await page.getByText(leftBehind).waitFor()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('entry.switch.stay', { from: 'Les Tilleuls' }) })
      .click()
    await page.waitForURL(`**${FEED}`)
    await goTo(page, '/quartier-de-la-gare')
    await page.getByRole('button', { name: say('entry.switch.go', { to: 'Quartier de la Gare' }) }).click()
    await page.waitForURL('**/quartier-de-la-gare/actualites')
    await entered(page, say)

    // Logging out warns of what is pending in the other community: it is discarded with the session.
    await page.locator('button[data-where]').filter({ visible: true }).click()
    await page.getByRole('menuitem', { name: say('session.menu.logout') }).click()
    await page
      .getByText(language === 'fr' ? /1\sréponse\. Si vous vous déconnectez/ : /1\sanswer\. Logging out discards it/)
      .waitFor()
    await page.getByRole('button', { name: say('outbox.leave.yes'), exact: true }).click()
    await page.waitForURL('**/quartier-de-la-gare')
  })

  it('joins a second community with the same e-mail address and without a mail', async () => {
    const email = addressOf('moved')
    const person = await asPerson(stage().server, {
      email,
      pseudo: nickname('Mute'),
      community: 'quartier-de-la-gare',
      password: PASSWORD,
    })
    const { page } = await welcomeAs(language, person)
    await page.goto('/les-tilleuls/connexion?register=true')
    await page.getByText(say('entry.elsewhere.join', { from: 'Quartier de la Gare', to: 'Les Tilleuls' })).waitFor()
    await field(page, say, 'entry.email').fill(email)
    await page.getByRole('checkbox').check()
    await button(page, say, 'entry.register').click()
    await page.getByRole('dialog', { name: say('entry.sent.popup1.title') }).waitFor()
    await button(page, say, 'entry.sent.read').click()
    await page.getByRole('button', { name: say('entry.switch.go', { to: 'Les Tilleuls' }) }).click()
    await page.waitForURL(`**${FORM}`)
    // The form does not block the other community.
    await page.getByRole('button', { name: say('entry.profile.elsewhere', { to: 'Quartier de la Gare' }) }).click()
    await page.waitForURL('**/quartier-de-la-gare/actualites')
    await page.goto('/les-tilleuls')
    await page.getByRole('button', { name: say('entry.switch.go', { to: 'Les Tilleuls' }) }).click()
    await page.waitForURL(`**${FORM}`)
    await fillIn(page, say, nickname('Mute'), { password: false })
    expect(await field(page, say, 'entry.newpassword').count()).toBe(0)
    await button(page, say, 'entry.profile.signup').click()
    await entered(page, say)
    expect(pathOf(page)).toBe(FEED)
  })
})

describe.each(onPhones)('a community that approves newcomers, $language', ({ language, say }) => {
  const approve = async (need: boolean) => {
    await stage()
      .server.db.updateTable('communities')
      .set({ need_approval: need })
      .where('custom_uri', '=', 'les-tilleuls')
      .execute()
  }
  afterEach(() => approve(false))

  it('says that the approval is pending once the profile is saved', async () => {
    await approve(true)
    const { page, faults } = await stage().welcome({ language })
    faults.expect('answer: PUT /api/user 423')
    const email = addressOf('patient')
    await page.goto('/les-tilleuls/connexion?register=true')
    await signUp(page, say, email)
    await page.goto(await linkTo(email))
    await goIn(page, say)
    await fillIn(page, say, nickname('Patient'))
    await page.locator('textarea[name=word]').fill('Je viens d’emménager au 3e.')
    await button(page, say, 'entry.profile.signup').click()
    await page.getByRole('dialog', { name: say('entry.sent.popup4.title') }).waitFor()
    expect(pathOf(page)).toBe('/les-tilleuls/connexion')
  })
})
