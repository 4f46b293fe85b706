// features: app, session
import { removeEvent } from '@parvis/contract/feed.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import { listSessions } from '@parvis/contract/session.ts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { asPerson } from '../../apps/server/src/testing/people.ts'
import { DEMO_PASSWORD } from '../../apps/server/src/testing/test-server.ts'
import { goTo } from './go-to.ts'
import { logIn, logInForm, turnTo } from './log-in.ts'
import { oppositeShapes, signedIn } from './stage.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()
const FEED = '/les-tilleuls/actualites'
let made = 0

const pathOf = (page: Page) => new URL(page.url()).pathname
const heading = (page: Page, title: string) => page.getByRole('heading', { level: 2, name: title, exact: true })

/** The page as a server sends it that does not know the session: the development server, or a cached copy. */
const serveElsewhere = (page: Page) =>
  page.route(
    url => !url.pathname.includes('.'),
    async route => {
      if (route.request().resourceType() !== 'document') return route.fallback()
      const response = await route.fetch()
      const body = await response.text()
      await route.fulfill({
        response,
        body: body
          .replace(/ data-session="\w+"/, '')
          .replace(/<script type="application\/json"[^>]* id="first-answers">.*?<\/script>/, ''),
      })
    },
  )

describe.each(oppositeShapes)('the entry points of communities, $size, $language', ({ size, language, say }) => {
  /** A member of that community with a password, and a post of theirs. */
  const writerOf = async (community: string) => {
    const email = `writer-${++made}@${community}.example`
    const { visitor } = await asPerson(stage().server, { email, password: DEMO_PASSWORD, community })
    const title = `Lien partagé ${made}`
    const { answer } = await visitor.call(publishPost, {
      body: { title, description: title, lang: { en: { title, description: title } } },
    })
    return { email, visitor, title, id: answer._id, link: `/detail-publication?id=${answer._id}` }
  }
  const comeAsGuest = async () => {
    const visitor = await stage().welcome({ size, language })
    await visitor.page.goto('/les-tilleuls/connexion?register=true')
    await visitor.page.getByRole('button', { name: say('entry.guest') }).click()
    await visitor.page.getByRole('article').first().waitFor()
    return visitor
  }

  it('a member whose browser storage was cleared stays logged in on every page', async () => {
    const { visitor, title, link } = await writerOf('les-tilleuls')
    const { page, context } = await stage().welcome({ size, language })
    await context.addCookies(signedIn(stage().origin, visitor).cookies)
    for (const path of ['/', link, FEED]) {
      await page.goto(path)
      await heading(page, title).waitFor()
      expect(pathOf(page)).toBe(path === link ? `${FEED}/publication` : FEED)
      if (path !== FEED) await page.evaluate(() => [localStorage, sessionStorage].forEach(one => one.clear()))
    }
    // The storage is cleared while the page is open, by another tab.
    await page.evaluate(() => {
      addEventListener('storage', () => document.documentElement.setAttribute('data-emptied', ''), { once: true })
    })
    const other = await page.context().newPage()
    await other.goto('/icon.svg')
    expect((await other.request.get('/favicon.ico')).status()).toBe(200)
    await other.evaluate(() => localStorage.clear())
    await page.locator('html[data-emptied]').waitFor()
    await page.evaluate(() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    expect(pathOf(page)).toBe(FEED)
    await heading(page, title).waitFor()
  })

  it('an invalid session leads to the log-in once, which leads back; so does no session on a page without session state', async () => {
    const { page, context, faults: told } = await stage().welcome({ size, language, stored: { strategy: 'local' } })
    await context.addCookies([
      { name: 'parvis', value: 'made-up', url: stage().origin, httpOnly: true, sameSite: 'Lax' },
    ])
    // The session state in the page may be older than a log-in in another tab.
    told.expect('answer: GET /api/auth 403')
    let pages = 0
    page.on('framenavigated', () => {
      pages++
    })
    await page.goto(FEED)
    await logInForm(page, say).submit.waitFor()
    await page.waitForLoadState('networkidle')
    expect(pages).toBeLessThanOrEqual(3)
    await logIn(page, say, 'neighbor@demo.example')
    await page.getByRole('article').first().waitFor()
    expect(pathOf(page)).toBe(FEED)

    // A page without session state asks once.
    const { page: nobody, faults } = await stage().welcome({ size, language })
    faults.expect('answer: GET /api/auth 403')
    let asked = 0
    nobody.on('request', request => {
      if (new URL(request.url()).pathname === '/api/auth') asked++
    })
    await serveElsewhere(nobody)
    await nobody.goto(FEED)
    await logInForm(nobody, say).submit.waitFor()
    expect(asked).toBe(1)
  })

  it('a shared post opens after the log-in of its own private community, also when that is closed and reopened', async () => {
    const gone = await writerOf('residence-du-lac')
    expect((await gone.visitor.call(removeEvent, { params: { id: gone.id } })).status).toBe(200)
    const { email, title, link, id } = await writerOf('residence-du-lac')
    // The last community seen on this device is another one.
    const { page, faults } = await stage().welcome({ size, language, stored: { neighborhoodUri: 'les-tilleuls' } })
    // A deleted post is reported as such.
    faults.expect(`answer: GET /events/community/${gone.id} 404`)
    await page.goto(gone.link)
    await page.getByRole('heading', { level: 1, name: say('post.gone.title') }).waitFor()
    await page.getByText(say('post.gone.link')).waitFor()
    await page.goto(link)
    await page.getByRole('dialog', { name: 'Résidence du Lac' }).waitFor()
    expect(pathOf(page)).toBe('/residence-du-lac/connexion')
    // The target survives closing and reopening the log-in, and a reload.
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('common.close') })
      .click()
    await page.waitForURL(url => url.pathname === '/residence-du-lac')
    await page.reload()
    await page
      .getByRole('main')
      .getByRole('link', { name: say('community.landing.login'), exact: true })
      .click()
    await logIn(page, say, email)
    await heading(page, title).waitFor()
    expect(page.url()).toContain(`/residence-du-lac/actualites/publication?id=${id}`)
    // A logged-in member is redirected to the target.
    await page.goto(`/residence-du-lac?next=${encodeURIComponent(link)}`)
    await heading(page, title).waitFor()
  })

  it('a shared post of another community asks before a member leaves their own', async () => {
    const { email, title, link, id } = await writerOf('residence-du-lac')
    const { page, faults } = await stage().welcome({ size, language, as: 'neighbor' })
    faults.expect(`answer: GET /events/details/${id} 404`)
    await page.goto(link)
    await page.getByText(say('entry.elsewhere.here', { from: 'Les Tilleuls', to: 'Résidence du Lac' })).waitFor()
    await logIn(page, say, email)
    const question = page.getByRole('alertdialog', { name: say('entry.leave.title', { from: 'Les Tilleuls' }) })
    await question.getByText(say('entry.leave.member', { from: 'Les Tilleuls', to: 'Résidence du Lac' })).waitFor()
    await question.getByRole('button', { name: say('entry.leave.stay') }).click()
    await question.waitFor({ state: 'detached' })
    // The typed values are kept, and nothing was sent.
    expect(await logInForm(page, say).login.inputValue()).toBe(email)
    expect(await logInForm(page, say).password.inputValue()).toBe(DEMO_PASSWORD)
    await logInForm(page, say).submit.click()
    await question.getByRole('button', { name: say('entry.leave.go') }).click()
    await heading(page, title).waitFor()
    expect(pathOf(page)).toBe('/residence-du-lac/actualites/publication')
  })

  it("the guest's warning opens the registration, by tap and by key, and leads back; a guest who logs in becomes a member in all tabs", async () => {
    const { page, context, faults } = await comeAsGuest()
    // Calls of the other tab while the session changes.
    faults.expect(/answer: GET \S+ 40[13]/)
    const warning = page.getByRole('alert').getByRole('button', { name: say('errors.guestforbidden') })
    const answer = page.getByRole('article').locator('button[aria-pressed]').first()
    const refuse = async () => {
      await answer.click()
      await warning.waitFor()
    }
    await refuse()
    await warning.click()
    await page.waitForURL(
      url => url.pathname === '/les-tilleuls/connexion' && url.searchParams.get('next')?.startsWith(FEED) === true,
    )
    const register = page.getByRole('button', { name: say('entry.register'), exact: true })
    await register.waitFor()
    expect(await page.getByRole('button', { name: say('entry.guest') }).count()).toBe(0)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('common.close') })
      .click()
    await page.getByRole('article').first().waitFor()
    expect(pathOf(page)).toBe(FEED)

    await refuse()
    await warning.focus()
    await page.keyboard.press('Enter')
    await register.waitFor()
    // A guest gets the log-in at its own address, but the feed instead of the landing page.
    await page.goto('/les-tilleuls/connexion')
    await logInForm(page, say).submit.waitFor()
    await goTo(page, '/les-tilleuls')
    await page.getByRole('article').first().waitFor()
    expect(pathOf(page)).toBe(FEED)
    // Guests cannot open profiles: the feed shows the warning.
    await goTo(page, '/les-tilleuls/profil/quelquun')
    await warning.waitFor()
    expect(pathOf(page)).toBe(FEED)
    const second = await context.newPage()
    await second.goto(FEED)
    await second.getByRole('article').first().waitFor()
    await page.bringToFront()
    await page.goto(FEED)
    await refuse()
    await warning.click()
    await register.waitFor()
    await turnTo(page, say, 'login')
    await logIn(page, say, 'neighbor2@demo.example')
    await page.getByRole('article').first().waitFor()
    expect(pathOf(page)).toBe(FEED)
    // Now a member, with the functions of members and a live connection of their own.
    await page.getByText(say('feed.composer.entry')).first().waitFor()
    const { title } = await writerOf('les-tilleuls')
    await heading(page, title).waitFor({ timeout: 20_000 })
    const token = (await context.cookies()).find(({ name }) => name === 'parvis')!.value
    const mine = stage().server.visitor()
    mine.cookies.set('parvis', token)
    expect((await mine.call(listSessions)).answer.some(({ current }) => current)).toBe(true)
    // The other tab continues as the same member.
    await second.bringToFront()
    await second.getByText(say('feed.composer.entry')).first().waitFor()
    expect(pathOf(second)).toBe(FEED)
  })
})
