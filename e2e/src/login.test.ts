// features: session
import { randomUUID } from 'node:crypto'
import { publishPost } from '@parvis/contract/publish.ts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { addPerson } from '../../apps/server/src/testing/people.ts'
import { DEMO_PASSWORD } from '../../apps/server/src/testing/test-server.ts'
import { logIn, logInForm, turnTo } from './log-in.ts'
import { oppositeShapes } from './stage.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()

const pathOf = (page: Page) => new URL(page.url()).pathname

describe.each(oppositeShapes)('the log-in, $size, $language', ({ size, language, say }) => {
  it('says what is missing beside the field, shakes it and takes focus there', async () => {
    const { page } = await stage().welcome({ size, language, context: { reducedMotion: 'no-preference' } })
    await page.goto('/les-tilleuls/connexion')
    const form = logInForm(page, say)
    await form.submit.click()
    await page.getByText(say('errors.missingemailorpseudo')).waitFor()
    await expect.poll(() => form.login.evaluate(element => element === document.activeElement)).toBe(true)
    expect(await form.login.getAttribute('aria-invalid')).toBe('true')
    expect(
      await form.login.evaluate(
        element => document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent,
      ),
    ).toBe(say('errors.missingemailorpseudo'))
    expect(await form.login.evaluate(element => element.closest('[data-shake]') !== null)).toBe(true)
    await form.login.fill('neighbor@demo.example')
    await form.submit.click()
    await page.getByText(say('errors.missingpassword')).waitFor()
    await expect.poll(() => form.password.evaluate(element => element === document.activeElement)).toBe(true)
    expect(await form.login.getAttribute('aria-invalid')).toBe(null)
  })

  it('tells a wrong password, a stranger and a member of elsewhere apart; the sixth try must wait', async () => {
    const { page, faults } = await stage().welcome({ size, language })
    faults.expect(
      'answer: POST /api/auth 401',
      'answer: POST /api/auth 404',
      'answer: POST /api/auth 403',
      'answer: POST /api/auth 429',
    )
    await page.goto('/les-tilleuls/connexion')
    await logIn(page, say, `nobody-${size}-${language}@demo.example`, 'whatever1')
    // where one may register, that is what a stranger is shown, with their address in it
    await page.getByText(say('errors.unknown')).waitFor()
    expect(await page.getByLabel(say('entry.email'), { exact: true }).inputValue()).toBe(
      `nobody-${size}-${language}@demo.example`,
    )
    await turnTo(page, say, 'login')
    // an account of its own for every try: failures are counted by account
    const email = `${randomUUID()}@demo.example`
    await addPerson(stage().server, { email, password: DEMO_PASSWORD, community: 'les-tilleuls' })
    for (let time = 1; time <= 5; time++) {
      const answered = page.waitForResponse('**/api/auth')
      await logIn(page, say, email, `wrong-${time}-password`)
      expect((await answered).status()).toBe(401)
      await page.getByText(say('errors.baduserpassword')).waitFor()
    }
    await logIn(page, say, email, DEMO_PASSWORD)
    await page
      .getByText(
        language === 'fr'
          ? /Trop de tentatives\. Réessayez dans 30\sminutes\./
          : /Too many attempts\. Try again in 30\sminutes\./,
      )
      .waitFor()
    expect(await page.getByText(say('errors.baduserpassword')).count()).toBe(0)
    await page.goto('/quartier-de-la-gare/connexion')
    await logIn(page, say, 'neighbor@demo.example', DEMO_PASSWORD)
    await page.getByText(say('errors.unauthorized')).waitFor()
    expect(pathOf(page)).toBe('/quartier-de-la-gare/connexion')
  })

  it('lets in by e-mail, and by the nickname of this community; the next visit starts in the feed', async () => {
    const { page } = await stage().welcome({ size, language })
    await page.goto('/les-tilleuls/connexion')
    await logIn(page, say, 'neighbor2@demo.example', DEMO_PASSWORD)
    await page.getByRole('heading', { level: 1, name: say('feed.title') }).waitFor()
    expect(pathOf(page)).toBe('/les-tilleuls/actualites')
    await page.goto('/')
    await page.getByRole('article').first().waitFor()
    expect(pathOf(page)).toBe('/les-tilleuls/actualites')

    const { db, communityId } = stage().server
    const { pseudo } = await db
      .selectFrom('users')
      .innerJoin('accounts', 'accounts.id', 'users.account_id')
      .select('users.pseudo')
      .where('accounts.email', '=', 'neighbor@demo.example')
      .where('users.community_id', '=', await communityId('les-tilleuls'))
      .executeTakeFirstOrThrow()
    const { page: second } = await stage().welcome({ size, language })
    await second.goto('/les-tilleuls/connexion')
    await logIn(second, say, pseudo, DEMO_PASSWORD)
    await second.getByRole('article').first().waitFor()
    expect(pathOf(second)).toBe('/les-tilleuls/actualites')
  })

  it('opens where a deep link led', async () => {
    const { page } = await stage().welcome({ size, language })
    const title = `Un lien profond ${size}`
    const author = await stage().server.as('neighbor')
    const { answer } = await author.call(publishPost, {
      body: { title, description: title, lang: { en: { title, description: title } } },
    })
    await page.goto(`/les-tilleuls/actualites/publication?id=${answer._id}`)
    await page.getByRole('dialog', { name: 'Les Tilleuls' }).waitFor()
    expect(pathOf(page)).toBe('/les-tilleuls/connexion')
    await logIn(page, say, 'neighbor2@demo.example', DEMO_PASSWORD)
    await page.getByRole('heading', { name: title }).first().waitFor()
    expect(pathOf(page)).toBe('/les-tilleuls/actualites/publication')
    await page.goBack()
    await page.waitForTimeout(200)
    expect(pathOf(page)).not.toContain('connexion')
  })

  it('shows guests round where they are welcome, with the key where there is one', async () => {
    const { page, faults } = await stage().welcome({ size, language })
    faults.expect(
      'answer: POST /api/auth/signup/guest 400',
      'answer: POST /api/auth/signup/guest 401',
      'answer: POST /api/auth/guest 404',
    )
    const enter = page.getByRole('button', { name: say('entry.guest') })
    await page.goto('/les-tilleuls/connexion')
    await logInForm(page, say).submit.waitFor()
    await turnTo(page, say, 'register')
    await enter.click()
    await page.getByRole('article').first().waitFor()
    expect(pathOf(page)).toBe('/les-tilleuls/actualites')

    const { page: other, faults: theirs } = await stage().welcome({ size, language })
    theirs.expect(
      'answer: POST /api/auth/signup/guest 400',
      'answer: POST /api/auth/signup/guest 401',
      'answer: POST /api/auth/guest 404',
    )
    await other.goto('/quartier-de-la-gare/connexion?register=true')
    const key = other.getByLabel(say('entry.key'), { exact: true })
    const come = other.getByRole('button', { name: say('entry.guest') })
    await come.waitFor()
    await come.click()
    await expect.poll(() => key.evaluate(element => element === document.activeElement)).toBe(true)
    await other.getByText(say('errors.missingkey')).waitFor()
    await other.getByText(say('entry.key.hint')).waitFor()
    await key.fill('NOT-THE-KEY')
    await come.click()
    await other.getByText(say('errors.badneighborhoodkey')).waitFor()
    await key.fill('GARE-DEMO-2026')
    await come.click()
    await other.getByRole('heading', { level: 1, name: say('feed.title') }).waitFor()
    expect(pathOf(other)).toBe('/quartier-de-la-gare/actualites')

    const { page: third } = await stage().welcome({ size, language })
    await third.goto('/residence-du-lac/connexion')
    await logInForm(third, say).submit.waitFor()
    expect(await third.getByRole('button', { name: say('entry.guest') }).count()).toBe(0)
  })

  it('tells strangers of a community that invites how an account comes, and not to register', async () => {
    const { page, faults } = await stage().welcome({ size, language })
    faults.expect('answer: POST /api/auth 404', 'answer: POST /api/auth 403')
    await page.goto('/camping-des-pins')
    const invited = page.getByText(
      language === 'fr' ? /Votre compte vient avec votre séjour/ : /Your account comes with your stay/,
    )
    await invited.waitFor()
    await page
      .getByRole('main')
      .getByRole('link', { name: say('community.landing.login'), exact: true })
      .click()
    await page
      .getByRole('dialog', { name: `${say('entry.login.to')} Camping des Pins` })
      .getByText((await invited.first().textContent()) ?? '')
      .waitFor()
    await logIn(page, say, `stranger-${size}-${language}@demo.example`, 'whatever1')
    await page.getByText(say('entry.login.unknown')).waitFor()
    await page.goto('/residence-du-lac/connexion')
    await logIn(page, say, 'neighbor@demo.example', DEMO_PASSWORD)
    await page.getByText(say('entry.login.unauthorized')).waitFor()
    expect(await page.getByText(say('errors.unauthorized')).count()).toBe(0)
  })
})
