// features: session
import { listEvents } from '@parvis/contract/feed.ts'
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { startFakeApple } from '../../apps/server/src/testing/apple.ts'
import { DEMO_PASSWORD } from '../../apps/server/src/testing/test-server.ts'
import { logIn } from './log-in.ts'
import { type PageOptions, oppositeShapes } from './browser-server.ts'
import { useTestServer } from './use-test-server.ts'
import type { Translate } from './translate.ts'

const apple = await startFakeApple()
const testServer = useTestServer('demo', { settings: { apple: apple.settings } })
afterAll(() => apple.close())

const pathOf = (page: Page) => new URL(page.url()).pathname
const button = (page: Page, t: Translate, key: string) => page.getByRole('button', { name: t(key), exact: true })
const field = (page: Page, t: Translate, key: string) => page.getByLabel(t(key), { exact: true })

/** Makes the fake Apple server log in a new person; returns a unique nickname for them. */
const newApplePerson = (name?: { firstName: string; lastName: string }) => {
  const sub = `001.${randomUUID()}`
  apple.person = {
    sub,
    email: `${sub.slice(4, 16)}@privaterelay.appleid.com`,
    email_verified: 'true',
    ...(name && { name }),
  }
  return `Ada${sub.slice(4, 12)}`
}

const newPage = async (options: PageOptions) => {
  const visit = await testServer().newPage(options)
  visit.pageErrors.allow(
    `foreign request: GET ${apple.origin}/auth/authorize?`,
    `foreign request: GET ${apple.origin}/favicon.ico`,
  )
  return visit
}

/** Clicks a button on the page of the fake Apple server, and waits until the browser is back in the app. */
const chooseAtApple = async (page: Page, choice: 'Continue' | 'Cancel') => {
  await page.waitForURL(url => url.origin === apple.origin)
  await page.getByRole('button', { name: choice }).click()
  await page.waitForURL(url => url.origin === testServer().origin)
}

const signUp = async (page: Page, t: Translate) => {
  await page.getByRole('checkbox').check()
  await button(page, t, 'entry.apple.register').click()
}

describe.each(oppositeShapes)('Sign in with Apple, $size, $language', ({ size, language, t }) => {
  it('registers a newcomer, who fills in a profile; the next log-in needs only one tap', async () => {
    const pseudo = newApplePerson({ firstName: 'Ada', lastName: 'Lovelace' })
    const { page } = await newPage({ size, language })
    await page.goto('/les-tilleuls/connexion?register=true')
    const registerButton = button(page, t, 'entry.apple.register')
    await registerButton.waitFor()
    expect(await registerButton.isDisabled()).toBe(true)
    await signUp(page, t)
    await chooseAtApple(page, 'Continue')
    await page.getByRole('heading', { level: 1, name: t('entry.profile.welcome') }).waitFor()
    expect(page.url()).not.toContain('apple')
    expect(await field(page, t, 'entry.firstname').inputValue()).toBe('Ada')
    expect(await field(page, t, 'entry.lastname').inputValue()).toBe('Lovelace')
    await field(page, t, 'entry.pseudo').fill(pseudo)
    await page.getByText(t('entry.pseudo.free')).waitFor()
    await page.getByRole('checkbox').check()
    await button(page, t, 'entry.profile.continue').click()
    await page.getByRole('checkbox', { name: t('entry.confirmaddress') }).check()
    expect(await field(page, t, 'entry.newpassword').count()).toBe(0)
    await button(page, t, 'entry.profile.signup').click()
    await page.getByRole('heading', { level: 1, name: t('feed.title') }).waitFor()

    const { page: secondPage } = await newPage({ size, language })
    const visitor = await testServer().server.as('neighbor')
    const { _id: id } = (await visitor.call(listEvents)).answer.docs[0]!
    await secondPage.goto(`/les-tilleuls/actualites/publication?id=${id}`)
    await secondPage.getByRole('dialog', { name: 'Les Tilleuls' }).waitFor()
    await button(secondPage, t, 'entry.apple').click()
    await chooseAtApple(secondPage, 'Continue')
    // The log-in leads to the post that was opened by the link.
    await secondPage.waitForURL(
      url => url.pathname === '/les-tilleuls/actualites/publication' && url.searchParams.get('id') === id,
    )
    await secondPage.goBack()
    expect(pathOf(secondPage)).not.toContain('connexion')
  })

  it('reports a cancelled log-in and an invalid token, and lets the person try again', async () => {
    newApplePerson()
    const { page } = await newPage({ size, language })
    await page.goto('/les-tilleuls/connexion')
    await button(page, t, 'entry.apple').click()
    await chooseAtApple(page, 'Cancel')
    await page
      .getByRole('status')
      .filter({ hasText: t('entry.apple.cancelled') })
      .waitFor()
    expect(pathOf(page)).toBe('/les-tilleuls/connexion')
    expect(page.url()).not.toContain('apple')
    await button(page, t, 'entry.apple').click()
    await page.waitForURL(url => url.origin === apple.origin)
    // After going back in the browser, the button still works.
    await page.goBack()
    await button(page, t, 'entry.apple').click()
    await page.waitForURL(url => url.origin === apple.origin)
    // An invalid token is reported, and another log-in method still works.
    await page.locator('input[name=id_token]').evaluate((input: HTMLInputElement) => {
      input.value = 'not.a.token'
    })
    await page.getByRole('button', { name: 'Continue' }).click()
    await page
      .getByRole('alert')
      .filter({ hasText: t('errors.appleerror') })
      .waitFor()
    await logIn(page, t, 'neighbor2@demo.example', DEMO_PASSWORD)
    await page.getByRole('heading', { level: 1, name: t('feed.title') }).waitFor()
  })
})
