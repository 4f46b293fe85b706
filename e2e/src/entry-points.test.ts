// features: app, session
import { removeEvent } from '@parvis/contract/feed.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import { listSessions } from '@parvis/contract/session.ts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { asPerson } from '../../apps/server/src/testing/people.ts'
import { DEMO_PASSWORD } from '../../apps/server/src/testing/test-server.ts'
import { goTo } from './go-to.ts'
import { logIn, logInForm, switchLogInTab } from './log-in.ts'
import { oppositeShapes, loggedInState } from './browser-server.ts'
import { useTestServer } from './use-test-server.ts'

const testServer = useTestServer()
const FEED = '/les-tilleuls/actualites'
let counter = 0

const pathOf = (page: Page) => new URL(page.url()).pathname
const heading = (page: Page, title: string) => page.getByRole('heading', { level: 2, name: title, exact: true })

/** Serves the page without session state, as the development server or a cached copy would. */
const serveWithoutSession = (page: Page) =>
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

describe.each(oppositeShapes)('the entry points of communities, $size, $language', ({ size, language, t }) => {
  /** Adds a member of this community with a password, and publishes a post as this member. */
  const addAuthor = async (community: string) => {
    const email = `writer-${++counter}@${community}.example`
    const { visitor } = await asPerson(testServer().server, { email, password: DEMO_PASSWORD, community })
    const title = `Lien partagé ${counter}`
    const { answer } = await visitor.call(publishPost, {
      body: {
        title,
        description: title,
        lang: { en: { title, description: title } },
      },
    })
    return { email, visitor, title, id: answer._id, link: `/detail-publication?id=${answer._id}` }
  }
  const enterAsGuest = async () => {
    const visitor = await testServer().newPage({ size, language })
    await visitor.page.goto('/les-tilleuls/connexion?register=true')
    await visitor.page.getByRole('button', { name: t('entry.guest') }).click()
    await visitor.page.getByRole('article').first().waitFor()
    return visitor
  }

  it('a member whose browser storage was cleared stays logged in on every page', async () => {
    const { visitor, title, link } = await addAuthor('les-tilleuls')
    const { page, context } = await testServer().newPage({ size, language })
    await context.addCookies(loggedInState(testServer().origin, visitor).cookies)
    for (const path of ['/', link, FEED]) {
      await page.goto(path)
      await heading(page, title).waitFor()
      expect(pathOf(page)).toBe(path === link ? `${FEED}/publication` : FEED)
      if (path !== FEED) await page.evaluate(() => [localStorage, sessionStorage].forEach(one => one.clear()))
    }
    // Another tab clears the storage while the page is open.
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

  it('an invalid or missing session leads to the log-in once, and the log-in leads to the requested page', async () => {
    const {
      page,
      context,
      pageErrors: deadSessionErrors,
    } = await testServer().newPage({ size, language, storedValues: { strategy: 'local' } })
    await context.addCookies([
      { name: 'parvis', value: 'made-up', url: testServer().origin, httpOnly: true, sameSite: 'Lax' },
    ])
    // The app asks the server for its session, since another tab may have logged in after the page was served.
    deadSessionErrors.allow('answer: GET /api/auth 403')
    let pages = 0
    page.on('framenavigated', () => {
      pages++
    })
    await page.goto(FEED)
    await logInForm(page, t).submit.waitFor()
    await page.waitForLoadState('networkidle')
    expect(pages).toBeLessThanOrEqual(3)
    await logIn(page, t, 'neighbor@demo.example')
    await page.getByRole('article').first().waitFor()
    expect(pathOf(page)).toBe(FEED)

    // A page without session state asks the server for its session once.
    const { page: anonymousPage, pageErrors } = await testServer().newPage({ size, language })
    pageErrors.allow('answer: GET /api/auth 403')
    let authCalls = 0
    anonymousPage.on('request', request => {
      if (new URL(request.url()).pathname === '/api/auth') authCalls++
    })
    await serveWithoutSession(anonymousPage)
    await anonymousPage.goto(FEED)
    await logInForm(anonymousPage, t).submit.waitFor()
    expect(authCalls).toBe(1)
  })

  it('a link to a post of a private community opens the post after the log-in, also if the log-in was closed and reopened', async () => {
    const deletedPost = await addAuthor('residence-du-lac')
    expect((await deletedPost.visitor.call(removeEvent, { params: { id: deletedPost.id } })).status).toBe(200)
    const { email, title, link, id } = await addAuthor('residence-du-lac')
    // The community visited last on this device is not that of the post.
    const { page, pageErrors } = await testServer().newPage({
      size,
      language,
      storedValues: { neighborhoodUri: 'les-tilleuls' },
    })
    // A deleted post is reported as deleted.
    pageErrors.allow(`answer: GET /events/community/${deletedPost.id} 404`)
    await page.goto(deletedPost.link)
    await page.getByRole('heading', { level: 1, name: t('post.gone.title') }).waitFor()
    await page.getByText(t('post.gone.link')).waitFor()
    await page.goto(link)
    await page.getByRole('dialog', { name: 'Résidence du Lac' }).waitFor()
    expect(pathOf(page)).toBe('/residence-du-lac/connexion')
    // The app keeps the target post when the log-in is closed and reopened, and after a reload.
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('common.close') })
      .click()
    await page.waitForURL(url => url.pathname === '/residence-du-lac')
    await page.reload()
    await page
      .getByRole('main')
      .getByRole('link', { name: t('community.landing.login'), exact: true })
      .click()
    await logIn(page, t, email)
    await heading(page, title).waitFor()
    expect(page.url()).toContain(`/residence-du-lac/actualites/publication?id=${id}`)
    // A member who is logged in is redirected to the target post.
    await page.goto(`/residence-du-lac?next=${encodeURIComponent(link)}`)
    await heading(page, title).waitFor()
  })

  it('after a link to a post of another community, the log-in asks before the member leaves their own community', async () => {
    const { email, title, link, id } = await addAuthor('residence-du-lac')
    const { page, pageErrors } = await testServer().newPage({ size, language, as: 'neighbor' })
    pageErrors.allow(`answer: GET /events/details/${id} 404`)
    await page.goto(link)
    await page.getByText(t('entry.elsewhere.here', { from: 'Les Tilleuls', to: 'Résidence du Lac' })).waitFor()
    await logIn(page, t, email)
    const question = page.getByRole('alertdialog', { name: t('entry.leave.title', { from: 'Les Tilleuls' }) })
    await question.getByText(t('entry.leave.member', { from: 'Les Tilleuls', to: 'Résidence du Lac' })).waitFor()
    await question.getByRole('button', { name: t('entry.leave.stay') }).click()
    await question.waitFor({ state: 'detached' })
    // The form still contains the typed values: nothing was sent.
    expect(await logInForm(page, t).login.inputValue()).toBe(email)
    expect(await logInForm(page, t).password.inputValue()).toBe(DEMO_PASSWORD)
    await logInForm(page, t).submit.click()
    await question.getByRole('button', { name: t('entry.leave.go') }).click()
    await heading(page, title).waitFor()
    expect(pathOf(page)).toBe('/residence-du-lac/actualites/publication')
  })

  it('the warning for guests opens the registration; a guest who logs in becomes a member in all tabs', async () => {
    const { page, context, pageErrors } = await enterAsGuest()
    // Requests of the other tab may still run, and then fail, while the session changes.
    pageErrors.allow(/answer: GET \S+ 40[13]/)
    const warning = page.getByRole('alert').getByRole('button', { name: t('errors.guestforbidden') })
    const answer = page.getByRole('article').locator('button[aria-pressed]').first()
    const answerAndGetRefused = async () => {
      await answer.click()
      await warning.waitFor()
    }
    await answerAndGetRefused()
    await warning.click()
    await page.waitForURL(
      url => url.pathname === '/les-tilleuls/connexion' && url.searchParams.get('next')?.startsWith(FEED) === true,
    )
    const register = page.getByRole('button', { name: t('entry.register'), exact: true })
    await register.waitFor()
    expect(await page.getByRole('button', { name: t('entry.guest') }).count()).toBe(0)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('common.close') })
      .click()
    await page.getByRole('article').first().waitFor()
    expect(pathOf(page)).toBe(FEED)

    await answerAndGetRefused()
    await warning.focus()
    await page.keyboard.press('Enter')
    await register.waitFor()
    // Guests can open the log-in by its URL; the URL of the landing page leads them to the feed.
    await page.goto('/les-tilleuls/connexion')
    await logInForm(page, t).submit.waitFor()
    await goTo(page, '/les-tilleuls')
    await page.getByRole('article').first().waitFor()
    expect(pathOf(page)).toBe(FEED)
    // Guests cannot open profiles: they are redirected to the feed, which shows the warning.
    await goTo(page, '/les-tilleuls/profil/quelquun')
    await warning.waitFor()
    expect(pathOf(page)).toBe(FEED)
    const second = await context.newPage()
    await second.goto(FEED)
    await second.getByRole('article').first().waitFor()
    await page.bringToFront()
    await page.goto(FEED)
    await answerAndGetRefused()
    await warning.click()
    await register.waitFor()
    await switchLogInTab(page, t, 'login')
    await logIn(page, t, 'neighbor2@demo.example')
    await page.getByRole('article').first().waitFor()
    expect(pathOf(page)).toBe(FEED)
    // The former guest now has the functions of members, and a live connection as a member.
    await page.getByText(t('feed.composer.entry')).first().waitFor()
    const { title } = await addAuthor('les-tilleuls')
    await heading(page, title).waitFor({ timeout: 20_000 })
    const token = (await context.cookies()).find(({ name }) => name === 'parvis')!.value
    const mine = testServer().server.visitor()
    mine.cookies.set('parvis', token)
    expect((await mine.call(listSessions)).answer.some(({ current }) => current)).toBe(true)
    // The other tab is now signed in as the same member.
    await second.bringToFront()
    await second.getByText(t('feed.composer.entry')).first().waitFor()
    expect(pathOf(second)).toBe(FEED)
  })
})
