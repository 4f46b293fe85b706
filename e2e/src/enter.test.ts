// features: session, profile
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '@parvis/contract/language.ts'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../apps/server/src/kernel/ids.ts'
import { makeLink } from '../../apps/server/src/rooms/session/link.service.ts'
import { mailTo, tokenIn } from '../../apps/server/src/testing/mails.ts'
import { addPerson, asPerson } from '../../apps/server/src/testing/people.ts'
import { DEMO_PASSWORD } from '../../apps/server/src/testing/test-server.ts'
import { logIn, logInForm, turnTo } from './log-in.ts'
import { button, field, fillIn, goIn, NEW_PASSWORD as PASSWORD, nickname, signUp } from './newcomer.ts'
import { onCall, root, signedIn } from './stage.ts'
import { useStage } from './use-stage.ts'
import { wordsIn, type Words } from './words.ts'

const stage = useStage()
const FEED = '/les-tilleuls/actualites'
const FORM = '/les-tilleuls/enregistrement'
let made = 0

const pathOf = (page: Page) => new URL(page.url()).pathname
const addressOf = (who: string) => `${who}-${++made}@enter.example`
const hasFocus = (page: Page, name: string) =>
  page.evaluate(one => document.activeElement?.getAttribute('name') === one, name)
const entered = (page: Page, say: Words) => page.getByRole('heading', { level: 1, name: say('feed.title') }).waitFor()

const linkTo = async (email: string, mails = 1): Promise<string> =>
  `/les-tilleuls/connexion?token=${tokenIn(await mailTo(stage().server, email, mails))}`

const welcomeAs = (language: Language, { visitor }: Awaited<ReturnType<typeof asPerson>>) =>
  stage().welcome({
    language,
    context: { storageState: { cookies: signedIn(stage().origin, visitor).cookies, origins: [] } },
  })

/** Somebody who belongs to two communities, signed in to Les Tilleuls. */
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

// all of these come from one address, more than may be mailed to in half an hour
beforeEach(() => stage().server.db.deleteFrom('attempts').where('bucket', 'like', 'mail-address %').execute())

describe.each(onPhones)('coming in, on a phone, $language', ({ language, say }) => {
  it('by e-mail: the mail, the profile on two pages, and the feed, where the community says welcome', async () => {
    const { page, faults } = await stage().welcome({ language })
    const email = addressOf('camille')
    await page.goto('/les-tilleuls')
    await page.getByRole('link', { name: say('community.landing.join', { name: 'Les Tilleuls' }) }).click()
    const submit = button(page, say, 'entry.register')
    await submit.waitFor()
    expect(await submit.isDisabled()).toBe(true)
    await page.getByRole('checkbox').check()
    await submit.click()
    await page.getByText(say('errors.missingemail')).waitFor()
    await expect.poll(() => hasFocus(page, 'email')).toBe(true)
    await field(page, say, 'entry.email').fill('camille')
    await submit.click()
    await page.getByText(say('errors.invalidemail')).waitFor()
    await signUp(page, say, email)
    await page.getByText(email).waitFor()
    await button(page, say, 'entry.sent.again').click()
    await page.getByText(say('entry.sent.again.done')).waitFor()
    await button(page, say, 'entry.sent.read').click()
    expect(await logInForm(page, say).login.inputValue()).toBe(email)

    // a machine that opens every link of every mail, and runs what it finds there, spends nothing
    const link = await linkTo(email, 2)
    const { page: scanner } = await stage().welcome({ language })
    await scanner.goto(link)
    await button(scanner, say, 'entry.go').waitFor()
    await scanner.waitForTimeout(1_500)

    await page.goto(link)
    await button(page, say, 'entry.go').waitFor()
    expect(page.url()).not.toContain('token')
    await page.reload()
    await goIn(page, say)
    await page.getByRole('heading', { level: 1, name: say('entry.profile.welcome') }).waitFor()

    // until it is saved nothing else is there
    for (const path of [FEED, '/', '/les-tilleuls', '/quartier-de-la-gare/connexion', '/les-tilleuls/nulle-part']) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1, name: say('entry.profile.welcome') }).waitFor()
      expect(pathOf(page)).toBe(FORM)
    }
    await page.goto('/les-tilleuls/vie-locale')
    await page.waitForURL(url => url.pathname === FORM)

    const onward = button(page, say, 'entry.profile.continue')
    await onward.click()
    // each is told beside its field, and the first of the screen takes focus
    for (const key of ['firstnamemandatory', 'lastnamemandatory', 'pseudomandatory', 'confirmageerror'])
      await page.getByText(say(`errors.${key}`)).waitFor()
    await expect.poll(() => hasFocus(page, 'firstname')).toBe(true)
    await field(page, say, 'entry.firstname').fill('Camille')
    expect(await page.getByText(say('errors.firstnamemandatory')).count()).toBe(0)
    await field(page, say, 'entry.lastname').fill('Roussel')
    // offered, where none was begun
    expect(await field(page, say, 'entry.pseudo').inputValue()).toBe('')
    await field(page, say, 'entry.lastname').blur()
    await expect.poll(() => field(page, say, 'entry.pseudo').inputValue()).toBe('Camille.R')
    const { pseudo: taken } = await stage()
      .server.db.selectFrom('users')
      .innerJoin('accounts', 'accounts.id', 'users.account_id')
      .select('users.pseudo')
      .where('accounts.email', '=', 'neighbor@demo.example')
      .executeTakeFirstOrThrow()
    await field(page, say, 'entry.pseudo').fill(taken.toUpperCase())
    await page.getByText(say('errors.pseudoduplicate')).waitFor()
    expect(await hasFocus(page, 'pseudo')).toBe(true)
    const pseudo = nickname('Camille')
    await field(page, say, 'entry.pseudo').fill(pseudo)
    await page.getByText(say('entry.pseudo.free')).waitFor()
    const birthdate = field(page, say, 'entry.birthdate')
    await birthdate.pressSequentially('31021990')
    expect(await birthdate.inputValue()).toBe('31/02/1990')
    await onward.click()
    await page.getByText(say('errors.invaliddateformat')).waitFor()
    await birthdate.fill('')
    await birthdate.pressSequentially('12052020')
    await onward.click()
    await page.getByText(language === 'fr' ? /est de 12 ans/ : /is 12 years old/).waitFor()
    await birthdate.fill('')
    await birthdate.pressSequentially('12051990')

    // a reload keeps what was typed
    await page.reload()
    await onward.waitFor()
    expect(await field(page, say, 'entry.pseudo').inputValue()).toBe(pseudo)
    expect(await birthdate.inputValue()).toBe('12/05/1990')
    await onward.click()
    await page.getByRole('heading', { level: 1, name: say('entry.profile.home.title') }).waitFor()
    await page.getByText('12 allée des Tilleuls').waitFor()
    const save = button(page, say, 'entry.profile.signup')
    await save.click()
    await page.getByText(say('errors.confirmaddresserror')).waitFor()
    await page.getByText(say('errors.newpasswordmandatory')).waitFor()
    await page.getByRole('checkbox', { name: say('entry.confirmaddress') }).check()
    await field(page, say, 'entry.newpassword').fill(PASSWORD)
    await field(page, say, 'entry.again').fill('velo-tilleul')
    await save.click()
    await page.getByText(say('entry.differentpasswords')).waitFor()
    await expect.poll(() => hasFocus(page, 'again')).toBe(true)
    await field(page, say, 'entry.newpassword').fill('password')
    await field(page, say, 'entry.again').fill('password')
    faults.expect('answer: PUT /api/user 400')
    await save.click()
    await page.getByText(say('errors.newpasswordcommon')).waitFor()
    // a password is never kept
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(
      'tilleul-lac',
    )
    // and back: the first page is as it was
    await button(page, say, 'common.back').click()
    expect(await field(page, say, 'entry.firstname').inputValue()).toBe('Camille')
    await onward.click()
    await field(page, say, 'entry.newpassword').fill(PASSWORD)
    await field(page, say, 'entry.again').fill(PASSWORD)
    await save.click()
    // where they wanted to go before they had to say who they are
    await page.waitForURL('**/les-tilleuls/vie-locale')
    await page.goto(FEED)
    const first = page.getByRole('article').filter({ hasText: 'Camille R.' }).first()
    await first
      .getByRole('heading', { name: language === 'fr' ? 'Bienvenue, Camille !' : 'Welcome, Camille!' })
      .waitFor()
    await page.goto(FORM)
    await page.waitForURL(`**${FEED}`)

    // once it is spent it says so, and where to go on
    const { page: late, faults: theirs } = await stage().welcome({ language })
    theirs.expect('answer: POST /api/auth/jwt 401')
    await late.goto(link)
    await goIn(late, say)
    await late.getByText(say('errors.tokenexpired')).waitFor()
    await button(late, say, 'entry.link.forgotten').click()
    await field(late, say, 'entry.email').fill(email)
    await button(late, say, 'entry.forgotten.send').click()
    await late.getByRole('dialog', { name: say('entry.sent.popup3.title') }).waitFor()
  })

  it('with a photo, which a reload keeps too', async () => {
    const { page } = await stage().welcome({ language })
    const email = addressOf('photo')
    await page.goto('/les-tilleuls/connexion?register=true')
    await signUp(page, say, email)
    await page.goto(await linkTo(email))
    await goIn(page, say)
    const photo = page.getByRole('img', { name: say('entry.photo.shown') })
    const picture = readFileSync(join(root, 'apps/web/public/icon-192.png'))
    const files = page.locator('input[type=file]')
    await files.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
    await page.getByText(say('media.photo.nopicture')).waitFor()
    await files.focus()
    await files.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture })
    await page.getByRole('dialog', { name: say('profile.crop.title') }).waitFor()
    expect(await photo.count()).toBe(0)
    await button(page, say, 'media.camera.use').click()
    await photo.waitFor()
    expect(await files.evaluate(it => it === document.activeElement)).toBe(true)
    await page.reload()
    await photo.waitFor()
    await fillIn(page, say, nickname('Photo'))
    await button(page, say, 'entry.profile.signup').click()
    await entered(page, say)
    const face = page.getByRole('article').filter({ hasText: 'Camille R.' }).first().locator('img[src*="/media/"]')
    await expect.poll(() => face.count()).toBeGreaterThan(0)
  })

  it('after 24 hours the link is too old, and another one is asked for', async () => {
    const { page, faults } = await stage().welcome({ language })
    const email = addressOf('late')
    await page.goto('/les-tilleuls/connexion?register=true')
    await signUp(page, say, email)
    const link = await linkTo(email)
    stage().server.clock.ahead = 25 * 3_600_000
    try {
      faults.expect('answer: POST /api/auth/jwt 401')
      await page.goto(link)
      await goIn(page, say)
      await page.getByText(say('errors.tokenexpired')).waitFor()
    } finally {
      stage().server.clock.ahead = 0
    }
    await button(page, say, 'entry.link.register').click()
    await signUp(page, say, email)
    expect(await linkTo(email, 2)).not.toBe(link)
  })

  it('with a password forgotten: one page, a new one, and the old one is dead', async () => {
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
    faults.expect('answer: POST /api/clear 404', 'answer: POST /api/auth 401', 'answer: PUT /api/user 400')
    await page.goto('/les-tilleuls/connexion')
    await button(page, say, 'entry.forgotten').click()
    await expect.poll(() => hasFocus(page, 'email')).toBe(true)
    await field(page, say, 'entry.email').fill(addressOf('nobody'))
    await button(page, say, 'entry.forgotten.send').click()
    await page.getByText(say('errors.unknownemail')).waitFor()
    await field(page, say, 'entry.email').fill(email)
    await button(page, say, 'entry.forgotten.send').click()
    await page.getByRole('dialog', { name: say('entry.sent.popup3.title') }).waitFor()
    await page.goto(await linkTo(email))
    await goIn(page, say)
    await page.getByRole('heading', { level: 1, name: say('entry.reset.title') }).waitFor()
    await page.goto(FEED)
    await page.getByRole('heading', { level: 1, name: say('entry.reset.title') }).waitFor()
    const save = button(page, say, 'entry.profile.save')
    await save.click()
    await page.getByText(say('errors.newpasswordmandatory')).waitFor()
    await field(page, say, 'entry.newpassword').fill('short')
    await save.click()
    await page.getByText(say('errors.newpasswordbadformat')).waitFor()
    await field(page, say, 'entry.newpassword').fill(PASSWORD)
    await field(page, say, 'entry.again').fill(PASSWORD)
    await save.click()
    if (language === 'en') {
      // a profile that lacks what is asked for today is filled in first
      await page.getByRole('heading', { level: 1, name: say('entry.profile.update') }).waitFor()
      expect(await field(page, say, 'entry.pseudo').inputValue()).toBe(pseudo)
      await fillIn(page, say, pseudo)
      await save.click()
    }
    await entered(page, say)

    const { page: second, faults: theirs } = await stage().welcome({ language })
    theirs.expect('answer: POST /api/auth 401')
    await second.goto('/les-tilleuls/connexion')
    await logIn(second, say, email, DEMO_PASSWORD)
    await second.getByText(say('errors.baduserpassword')).waitFor()
    await logIn(second, say, email, PASSWORD)
    await entered(second, say)

    // whoever is in already may come by a link all the same
    const { platform, communityId } = stage().server
    const { token } = await makeLink(platform, {
      purpose: 'reset',
      accountId,
      userId,
      communityId: await communityId('les-tilleuls'),
    })
    await second.goto(`/les-tilleuls/connexion?token=${token}`)
    await goIn(second, say)
    await second.getByRole('heading', { level: 1, name: say('entry.reset.title') }).waitFor()
    await button(second, say, 'session.menu.logout').click()
    await second.getByRole('link', { name: say('community.landing.join', { name: 'Les Tilleuls' }) }).waitFor()
    expect(pathOf(second)).toBe('/les-tilleuls')
  })

  it('is told who is registered here already, who is elsewhere, and who has yet to open the mail', async () => {
    const { server } = stage()
    const { page, faults } = await stage().welcome({ language })
    faults.expect('answer: POST /api/users 400', 'answer: POST /api/auth 406')
    const [here, elsewhere, early] = [addressOf('here'), addressOf('elsewhere'), addressOf('early')]
    await addPerson(server, { email: here, password: DEMO_PASSWORD, community: 'les-tilleuls' })
    await addPerson(server, { email: elsewhere, password: DEMO_PASSWORD, community: 'quartier-de-la-gare' })
    await addPerson(server, { email: early, password: DEMO_PASSWORD, community: 'les-tilleuls', confirmed: false })
    await page.goto('/les-tilleuls/connexion?register=true')
    await page.getByRole('checkbox').check()
    for (const [email, key] of [
      [here, 'alreadyregistereduser'],
      [elsewhere, 'alreadyregistereduserothercommunity'],
    ] as const) {
      await field(page, say, 'entry.email').fill(email)
      await button(page, say, 'entry.register').click()
      await page.getByText(say(`errors.${key}`)).waitFor()
      expect(await field(page, say, 'entry.email').getAttribute('aria-invalid')).toBe('true')
    }
    await turnTo(page, say, 'login')
    await logIn(page, say, early, DEMO_PASSWORD)
    const told = page.getByRole('dialog', { name: say('entry.sent.popup2.title') })
    await told.waitFor()
    await button(page, say, 'entry.sent.read').click()
    await told.waitFor({ state: 'detached' })
    await logInForm(page, say).submit.waitFor()
  })

  it('as a guest who is told to register, and does', async () => {
    const { page } = await stage().welcome({ language })
    await page.goto('/les-tilleuls/connexion?register=true')
    // the tips come one at a time, and are gone for good once they are read
    await page.getByText(say('entry.tip.email')).waitFor()
    expect(await page.getByText(say('entry.tip.guest'), { exact: true }).isVisible()).toBe(false)
    await button(page, say, 'entry.tip.next').click()
    await page.getByText(say('entry.tip.guest')).waitFor()
    await button(page, say, 'entry.tip.done').click()
    expect(await page.evaluate(() => localStorage.getItem('hideTooltips'))).toBe('true')
    await page.reload()
    await button(page, say, 'entry.guest').waitFor()
    expect(await page.getByText(say('entry.tip.email')).count()).toBe(0)
    await button(page, say, 'entry.guest').click()
    await page.getByRole('article').first().waitFor()
    await page.getByRole('article').locator('button[aria-pressed]').first().click()
    await page
      .getByRole('alert')
      .getByRole('button', { name: say('errors.guestforbidden') })
      .click()
    const email = addressOf('guest')
    await signUp(page, say, email)
    await page.goto(await linkTo(email))
    await goIn(page, say)
    await fillIn(page, say, nickname('Invite'))
    await button(page, say, 'entry.profile.signup').click()
    await page.getByText(say('feed.composer.entry')).first().waitFor()
  })

  it('where a key is needed: missing, wrong, right', async () => {
    const { page, faults } = await stage().welcome({ language })
    faults.expect('answer: POST /api/users 401')
    const email = addressOf('key')
    await page.goto('/quartier-de-la-gare/connexion?register=true')
    const key = field(page, say, 'entry.key')
    await page.getByRole('checkbox').check()
    await field(page, say, 'entry.email').fill(email)
    await button(page, say, 'entry.register').click()
    await page.getByText(say('errors.missingkey')).waitFor()
    await key.fill('NOT-THE-KEY')
    await button(page, say, 'entry.register').click()
    await page.getByText(say('errors.badneighborhoodkey')).waitFor()
    await expect.poll(() => hasFocus(page, 'registerkey')).toBe(true)
    await key.fill('gare demo 2026')
    await button(page, say, 'entry.register').click()
    await page.getByRole('dialog', { name: say('entry.sent.popup2.title') }).waitFor()
    expect(tokenIn(await mailTo(stage().server, email))).toBeTruthy()
  })

  it('by the code of a letter', async () => {
    const { server } = stage()
    const person = await addPerson(server, { email: null, pseudo: nickname('Lettre'), community: 'residence-du-lac' })
    const { code } = await makeLink(
      server.platform,
      { purpose: 'invite', ...person, communityId: await server.communityId('residence-du-lac') },
      { withCode: true },
    )
    const { page, faults } = await stage().welcome({ language })
    faults.expect('answer: POST /api/auth/jwt 401')
    await page.goto('/residence-du-lac/connexion')
    await button(page, say, 'entry.code').click()
    await expect.poll(() => hasFocus(page, 'code')).toBe(true)
    const typed = field(page, say, 'entry.code.label')
    await typed.fill('abcd efgh')
    await goIn(page, say)
    await page.getByText(say('entry.code.short')).waitFor()
    await typed.fill('abcd-efgh-ijkl')
    expect(await typed.inputValue()).toBe('ABCD EFGH IJKL')
    await goIn(page, say)
    await page.getByText(say('entry.code.wrong')).waitFor()
    await typed.fill(code!.toLowerCase())
    await goIn(page, say)
    await entered(page, say)
    expect(pathOf(page)).toBe('/residence-du-lac/actualites')
  })

  it('from one community of theirs to another, by the menu, by an address, and in all tabs', async () => {
    const { page, context, faults } = await welcomeAs(language, await memberOfBoth())
    // what a tab asks in the moment in which the session changes under it
    faults.expect(/answer: GET \S+ 40[134]/)
    // a page further down names its place in the community before
    faults.expect(/answer: GET \/events 400$/)
    faults.expect(/net::ERR_FAILED/, /Failed to load resource/, /networkerror/)
    await page.goto(FEED)
    await page.getByRole('article').first().waitFor()
    // something is left to be sent there, and waits until they are back
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

    // the other tab says so, and goes on where it is wanted
    await second.waitForURL('**/les-tilleuls/connexion?**')
    await second.getByRole('button', { name: say('entry.switch.go', { to: 'Les Tilleuls' }) }).click()
    await second.waitForURL(`**${FEED}`)
    await second.getByRole('article').first().waitFor()

    // an address of the other one asks, and leads on to what it names
    await page.waitForURL('**/quartier-de-la-gare/connexion?**')
    await page.goto('/quartier-de-la-gare/vie-locale')
    await page.getByText(say('entry.switch.text', { from: 'Les Tilleuls', to: 'Quartier de la Gare' })).waitFor()
    await page.getByText(leftBehind).waitFor()
    await page.getByRole('button', { name: say('entry.switch.stay', { from: 'Les Tilleuls' }) }).click()
    await page.waitForURL(`**${FEED}`)
    await page.goto('/quartier-de-la-gare')
    await page.getByRole('button', { name: say('entry.switch.go', { to: 'Quartier de la Gare' }) }).click()
    await page.waitForURL('**/quartier-de-la-gare/actualites')
    await entered(page, say)

    // who logs out here is told of what is left there: it goes with the account's session
    await page.locator('button[data-where]').filter({ visible: true }).click()
    await page.getByRole('menuitem', { name: say('session.menu.logout') }).click()
    await page
      .getByText(language === 'fr' ? /1\sréponse\. Si vous vous déconnectez/ : /1\sanswer\. Logging out discards it/)
      .waitFor()
    await page.getByRole('button', { name: say('outbox.leave.yes'), exact: true }).click()
    await page.waitForURL('**/quartier-de-la-gare')
  })

  it('from a community of theirs to a new one, with the same e-mail and no mail', async () => {
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
    // the form is not the end of the other community
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

  it('is told of a switch that fails, and logged out', async () => {
    const { page, faults } = await welcomeAs(language, await memberOfBoth())
    faults.expect('answer: POST /api/auth/switch 404', /answer: GET \S+ 40[134]/)
    await page.goto(FEED)
    await page.getByRole('article').first().waitFor()
    await onCall(page, /\/api\/auth\/switch/, route =>
      route.fulfill({ status: 404, contentType: 'application/json', body: '{"error":{"key":"error404"}}' }),
    )
    await page.locator('button[data-where]').filter({ visible: true }).click()
    await page.getByRole('menuitem', { name: 'Quartier de la Gare' }).click()
    await page.waitForURL('**/les-tilleuls/connexion?**')
    await page.getByText(say('entry.ended.noswitch')).waitFor()
    await logInForm(page, say).submit.waitFor()
  })
})

describe.each(onPhones)('a community that is private, $language', ({ language, say }) => {
  const makePrivate = async (isPrivate: boolean) => {
    await stage()
      .server.db.updateTable('communities')
      .set({ is_private: isPrivate })
      .where('custom_uri', '=', 'quartier-de-la-gare')
      .execute()
  }
  afterEach(() => makePrivate(false))

  it('opens its register tab to who comes by a link with its key', async () => {
    await makePrivate(true)
    const { page } = await stage().welcome({ language })
    await page.goto('/quartier-de-la-gare/connexion')
    await logInForm(page, say).submit.waitFor()
    expect(await page.getByRole('radio').count()).toBe(0)

    await page.goto('/quartier-de-la-gare/connexion?registerkey=GARE-DEMO-2026')
    await button(page, say, 'entry.register').waitFor()
    expect(page.url()).not.toContain('registerkey')
    expect(await field(page, say, 'entry.key').count()).toBe(0)
    expect(await button(page, say, 'entry.guest').count()).toBe(0)
    await page.reload()
    await page.getByRole('button', { name: say('common.close') }).click()
    await page
      .getByRole('link', { name: say('community.landing.join', { name: 'Quartier de la Gare' }), exact: true })
      .first()
      .click()
    // who comes to log in anew is not asked to register
    await page.goto('/quartier-de-la-gare/connexion?ended=password')
    await logInForm(page, say).submit.waitFor()
    await turnTo(page, say, 'register')
    const email = addressOf('private')
    await signUp(page, say, email)
    expect(tokenIn(await mailTo(stage().server, email))).toBeTruthy()
  })

  it('asks for the key where that of the link does not hold any more', async () => {
    await makePrivate(true)
    const { page, faults } = await stage().welcome({ language })
    faults.expect('answer: POST /api/users 401')
    await page.goto('/quartier-de-la-gare/connexion?registerkey=007')
    await field(page, say, 'entry.email').fill(addressOf('old-key'))
    await page.getByRole('checkbox').check()
    await button(page, say, 'entry.register').click()
    await page.getByText(say('errors.badneighborhoodkey')).waitFor()
    await field(page, say, 'entry.key').fill('GARE-DEMO-2026')
    await button(page, say, 'entry.register').click()
    await page.getByRole('dialog', { name: say('entry.sent.popup2.title') }).waitFor()
  })
})

describe.each(onPhones)('a community that looks at who is new, $language', ({ language, say }) => {
  const approve = async (need: boolean) => {
    await stage()
      .server.db.updateTable('communities')
      .set({ need_approval: need })
      .where('custom_uri', '=', 'les-tilleuls')
      .execute()
  }
  afterEach(() => approve(false))

  it('says so once the profile is saved, and at each log-in until the team has answered', async () => {
    await approve(true)
    const { page, faults } = await stage().welcome({ language })
    faults.expect('answer: PUT /api/user 423', 'answer: POST /api/auth 423')
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
    await button(page, say, 'entry.sent.read').click()
    await logIn(page, say, email, PASSWORD)
    await page.getByRole('dialog', { name: say('entry.sent.popup4.title') }).waitFor()
    await page.reload()
    await logInForm(page, say).submit.waitFor()
  })
})

describe('the sheet of the log-in', () => {
  const say = wordsIn('en')

  it('shows the name alone while the keyboard is open', async () => {
    const { page } = await stage().welcome({})
    await page.goto('/les-tilleuls/connexion')
    const sheet = page.getByRole('dialog', { name: 'Les Tilleuls' })
    await expect.poll(() => sheet.locator('img').count()).toBe(1)
    await page.setViewportSize({ width: 390, height: 460 })
    await expect.poll(() => sheet.locator('img').count()).toBe(0)
    await sheet.getByRole('heading', { name: 'Les Tilleuls' }).waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(() => sheet.locator('img').count()).toBe(1)
  })

  it('has its tips beside it where the window is wide, and one cross hides them all', async () => {
    const { page } = await stage().welcome({ size: 'wide' })
    await page.goto('/les-tilleuls/connexion?register=true')
    const tips = page.getByRole('note')
    await expect.poll(() => tips.filter({ visible: true }).count()).toBe(2)
    await page
      .getByRole('button', { name: say('entry.tip.hide') })
      .first()
      .click()
    expect(await tips.count()).toBe(0)
    expect(await page.evaluate(() => localStorage.getItem('hideTooltips'))).toBe('true')
  })

  it('opens the terms beside what was typed', async () => {
    const { page, context } = await stage().welcome({})
    await page.goto('/les-tilleuls/connexion?register=true')
    await field(page, say, 'entry.email').fill('camille@enter.example')
    const opened = context.waitForEvent('page')
    await page.getByRole('link', { name: say('entry.terms') }).click()
    expect(new URL((await opened).url()).pathname).toBe('/conditions-generales-utilisation')
    expect(await field(page, say, 'entry.email').inputValue()).toBe('camille@enter.example')
    expect(await page.getByRole('checkbox').isChecked()).toBe(false)
  })
})
