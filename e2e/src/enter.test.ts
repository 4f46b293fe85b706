// features: session, profile
import { join } from 'node:path'
import type { Language } from '@parvis/contract/language.ts'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../apps/server/src/kernel/ids.ts'
import { makeLink } from '../../apps/server/src/features/entry/link.service.ts'
import { waitForMail, linkTokenIn } from '../../apps/server/src/testing/mails.ts'
import { addPerson, asPerson } from '../../apps/server/src/testing/people.ts'
import { DEMO_PASSWORD } from '../../apps/server/src/testing/test-server.ts'
import { lateRequestErrors } from './page-errors.ts'
import { goTo } from './go-to.ts'
import { logInForm } from './log-in.ts'
import {
  button,
  field,
  fillInProfile,
  confirmLink,
  NEW_PASSWORD as PASSWORD,
  uniqueNickname,
  signUp,
} from './newcomer.ts'
import { root } from './browser-server.ts'
import { useTestServer } from './use-test-server.ts'
import { translator, type Translate } from './translate.ts'

const testServer = useTestServer()
const FEED = '/les-tilleuls/actualites'
const FORM = '/les-tilleuls/enregistrement'
let counter = 0

const pathOf = (page: Page) => new URL(page.url()).pathname
const uniqueEmail = (who: string) => `${who}-${++counter}@enter.example`
const waitForFeed = (page: Page, t: Translate) =>
  page.getByRole('heading', { level: 1, name: t('feed.title') }).waitFor()

const linkFor = async (email: string, mails = 1): Promise<string> =>
  `/les-tilleuls/connexion#token=${linkTokenIn(await waitForMail(testServer().server, email, mails))}`

const newPageOf = (language: Language, { visitor }: Awaited<ReturnType<typeof asPerson>>) =>
  testServer().newPage({
    language,
    by: visitor,
  })

/** Adds a member of two communities who is logged in to Les Tilleuls. */
const addMemberOfTwoCommunities = async () => {
  const { server } = testServer()
  const pseudo = uniqueNickname('Deux')
  const person = await asPerson(server, { email: uniqueEmail('both'), pseudo, community: 'les-tilleuls' })
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

const languages = (['fr', 'en'] as const).map(language => ({ language, t: translator(language) }))

// This file requests all its mails from one IP address, more than the rate limit allows in half an hour.
beforeEach(() => testServer().server.db.deleteFrom('attempts').where('bucket', 'like', 'mail-address %').execute())

describe.each(languages)('joining and logging in, on a phone, $language', ({ language, t }) => {
  it('a newcomer joins by e-mail, fills in a profile with a photo, and finds a welcome post in the feed', async () => {
    const { page } = await testServer().newPage({ language })
    const email = uniqueEmail('camille')
    await page.goto('/les-tilleuls')
    await page.getByRole('link', { name: t('community.landing.join', { name: 'Les Tilleuls' }) }).click()
    await signUp(page, t, email)
    await page.getByText(email).waitFor()
    await button(page, t, 'entry.sent.read').click()
    expect(await logInForm(page, t).login.inputValue()).toBe(email)

    await page.goto(await linkFor(email))
    await button(page, t, 'entry.go').waitFor()
    expect(page.url()).not.toContain('token')
    // Opening the link does not consume it, since mail scanners open every link.
    await page.reload()
    await confirmLink(page, t)
    await page.getByRole('heading', { level: 1, name: t('entry.profile.welcome') }).waitFor()

    // Until the profile is saved, no other page is available.
    await page.goto('/les-tilleuls/vie-locale')
    await page.waitForURL(url => url.pathname === FORM)

    const continueButton = button(page, t, 'entry.profile.continue')
    await field(page, t, 'entry.firstname').fill('Camille')
    await field(page, t, 'entry.lastname').fill('Roussel')
    const pseudo = uniqueNickname('Camille')
    await field(page, t, 'entry.pseudo').fill(pseudo)
    await page.getByText(t('entry.pseudo.free')).waitFor()
    const birthdate = field(page, t, 'entry.birthdate')
    await birthdate.pressSequentially('12051990')
    const photo = page.getByRole('img', { name: t('entry.photo.shown') })
    const files = page.locator('input[type=file]')
    await files.focus()
    await files.setInputFiles(join(root, 'apps/web/public/icon-192.png'))
    await page.getByRole('dialog', { name: t('profile.crop.title') }).waitFor()
    expect(await photo.count()).toBe(0)
    await button(page, t, 'media.camera.use').click()
    await photo.waitFor()
    expect(await files.evaluate(it => it === document.activeElement)).toBe(true)
    await page.getByRole('checkbox').check()

    await page.reload()
    await continueButton.waitFor()
    expect(await field(page, t, 'entry.pseudo').inputValue()).toBe(pseudo)
    expect(await birthdate.inputValue()).toBe('12/05/1990')
    await photo.waitFor()
    await continueButton.click()
    await page.getByRole('heading', { level: 1, name: t('entry.profile.home.title') }).waitFor()
    await page.getByText('12 allée des Tilleuls').waitFor()
    const save = button(page, t, 'entry.profile.signup')
    await page.getByRole('checkbox', { name: t('entry.confirmaddress') }).check()
    await field(page, t, 'entry.newpassword').fill(PASSWORD)
    await field(page, t, 'entry.again').fill(PASSWORD)
    await save.click()
    // Saving the profile leads to the page that the newcomer tried to open before.
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

  it('a mailed link resets a forgotten password; such a link also works for a member who is logged in', async () => {
    const email = uniqueEmail('forgetful')
    const pseudo = uniqueNickname('Oubli')
    const { accountId, userId } = await addPerson(testServer().server, {
      email,
      pseudo,
      password: DEMO_PASSWORD,
      community: 'les-tilleuls',
    })
    const name = (names: { firstname: string; lastname: string }) =>
      testServer().server.db.updateTable('users').set(names).where('account_id', '=', accountId).execute()
    if (language === 'fr') await name({ firstname: 'Camille', lastname: 'Roussel' })
    const { page, pageErrors } = await testServer().newPage({ language })
    pageErrors.allow('answer: PUT /api/user 400')
    await page.goto('/les-tilleuls/connexion')
    await button(page, t, 'entry.forgotten').click()
    await field(page, t, 'entry.email').fill(email)
    await button(page, t, 'entry.forgotten.send').click()
    await page.getByRole('dialog', { name: t('entry.sent.popup3.title') }).waitFor()
    // In a tab that shows the log-in, opening the link changes only the hash of the URL.
    await page.evaluate(link => location.assign(link), await linkFor(email))
    await page.waitForURL(url => url.hash === '')
    await confirmLink(page, t)
    await page.getByRole('heading', { level: 1, name: t('entry.reset.title') }).waitFor()
    await goTo(page, FEED)
    await page.getByRole('heading', { level: 1, name: t('entry.reset.title') }).waitFor()
    const save = button(page, t, 'entry.profile.save')
    await field(page, t, 'entry.newpassword').fill(PASSWORD)
    await field(page, t, 'entry.again').fill(PASSWORD)
    await save.click()
    if (language === 'en') {
      // A profile that lacks fields required today must be completed first.
      await page.getByRole('heading', { level: 1, name: t('entry.profile.update') }).waitFor()
      expect(await field(page, t, 'entry.pseudo').inputValue()).toBe(pseudo)
      await fillInProfile(page, t, pseudo)
      await save.click()
    }
    await waitForFeed(page, t)

    const { platform, communityId } = testServer().server
    const { token } = await makeLink(platform, {
      purpose: 'reset',
      accountId,
      userId,
      communityId: await communityId('les-tilleuls'),
    })
    // Mails of former versions contain links in this form.
    await page.goto(`/les-tilleuls/connexion?token=${token}`)
    await page.waitForURL(url => url.pathname === '/les-tilleuls/connexion' && url.search === '')
    await confirmLink(page, t)
    await page.getByRole('heading', { level: 1, name: t('entry.reset.title') }).waitFor()
    await button(page, t, 'session.menu.logout').click()
    await page.getByRole('link', { name: t('community.landing.join', { name: 'Les Tilleuls' }) }).waitFor()
    expect(pathOf(page)).toBe('/les-tilleuls')
  })

  it('a member switches between two communities by the menu and by URL, in all tabs', async () => {
    const { page, context, pageErrors } = await newPageOf(language, await addMemberOfTwoCommunities())
    // Requests of a tab may still run, and then fail, while the session changes.
    pageErrors.allow(
      lateRequestErrors,
      /answer: GET \S+ 40[134]/,
      /answer: POST \/globalinformations\/check\/version\/authenticated 401/,
    )
    // A late request for a further page of the feed sends a cursor of the former community, which the server refuses.
    pageErrors.allow(/answer: GET \/events 400$/)
    pageErrors.allow(/net::ERR_FAILED/, /Failed to load resource/, /networkerror/)
    await page.goto(FEED)
    await page.getByRole('article').first().waitFor()
    // An answer stays pending in the outbox of Les Tilleuls until the member returns.
    await page.waitForLoadState('networkidle')
    await context.route(/\/events\/(?:un)?interested\//, route => route.abort())
    await page.getByRole('article').locator('button[aria-pressed]').first().click()
    await page.getByText(t('outbox.later')).waitFor()
    const pendingNotice =
      language === 'fr' ? /1\sréponse\. L’envoi se fera à votre retour/ : /1\sanswer\. It will be sent/
    const second = await context.newPage()
    await second.goto(FEED)
    await second.getByRole('article').first().waitFor()
    await page.bringToFront()
    await page.locator('button[data-where]').filter({ visible: true }).click()
    await page.getByRole('menuitem', { name: 'Quartier de la Gare' }).click()
    await page.getByText(pendingNotice).waitFor()
    await page.getByRole('button', { name: t('outbox.leftbehind.yes'), exact: true }).click()
    await page.waitForURL('**/quartier-de-la-gare/actualites')
    await waitForFeed(page, t)
    await page.getByRole('banner').getByText('Quartier de la Gare').first().waitFor()

    // The other tab notices the switch and can switch back.
    await second.waitForURL('**/les-tilleuls/connexion?**')
    await second.getByRole('button', { name: t('entry.switch.go', { to: 'Les Tilleuls' }) }).click()
    await second.waitForURL(`**${FEED}`)
    await second.getByRole('article').first().waitFor()

    // A URL of the other community asks for confirmation, then switches the session and leads to its target.
    await page.waitForURL('**/quartier-de-la-gare/connexion?**')
    await page.goto('/quartier-de-la-gare/vie-locale')
    await page.getByText(t('entry.switch.text', { from: 'Les Tilleuls', to: 'Quartier de la Gare' })).waitFor()
    await page.getByText(pendingNotice).waitFor()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('entry.switch.stay', { from: 'Les Tilleuls' }) })
      .click()
    await page.waitForURL(`**${FEED}`)
    await goTo(page, '/quartier-de-la-gare')
    await page.getByRole('button', { name: t('entry.switch.go', { to: 'Quartier de la Gare' }) }).click()
    await page.waitForURL('**/quartier-de-la-gare/actualites')
    await waitForFeed(page, t)

    // After a warning, logging out discards the answer that is pending in Les Tilleuls.
    await page.locator('button[data-where]').filter({ visible: true }).click()
    await page.getByRole('menuitem', { name: t('session.menu.logout') }).click()
    await page
      .getByText(language === 'fr' ? /1\sréponse\. Si vous vous déconnectez/ : /1\sanswer\. Logging out discards it/)
      .waitFor()
    await page.getByRole('button', { name: t('outbox.leave.yes'), exact: true }).click()
    await page.waitForURL('**/quartier-de-la-gare')
  })

  it('a member joins a second community with the same e-mail address and without a mail', async () => {
    const email = uniqueEmail('moved')
    const person = await asPerson(testServer().server, {
      email,
      pseudo: uniqueNickname('Mute'),
      community: 'quartier-de-la-gare',
      password: PASSWORD,
    })
    const { page } = await newPageOf(language, person)
    await page.goto('/les-tilleuls/connexion?register=true')
    await page.getByText(t('entry.elsewhere.join', { from: 'Quartier de la Gare', to: 'Les Tilleuls' })).waitFor()
    await field(page, t, 'entry.email').fill(email)
    await page.getByRole('checkbox').check()
    await button(page, t, 'entry.register').click()
    await page.getByRole('dialog', { name: t('entry.sent.popup1.title') }).waitFor()
    await button(page, t, 'entry.sent.read').click()
    await page.getByRole('button', { name: t('entry.switch.go', { to: 'Les Tilleuls' }) }).click()
    await page.waitForURL(`**${FORM}`)
    // The unfinished profile does not block the other community.
    await page.getByRole('button', { name: t('entry.profile.elsewhere', { to: 'Quartier de la Gare' }) }).click()
    await page.waitForURL('**/quartier-de-la-gare/actualites')
    await page.goto('/les-tilleuls')
    await page.getByRole('button', { name: t('entry.switch.go', { to: 'Les Tilleuls' }) }).click()
    await page.waitForURL(`**${FORM}`)
    await fillInProfile(page, t, uniqueNickname('Mute'), { password: false })
    expect(await field(page, t, 'entry.newpassword').count()).toBe(0)
    await button(page, t, 'entry.profile.signup').click()
    await waitForFeed(page, t)
    expect(pathOf(page)).toBe(FEED)
  })
})
