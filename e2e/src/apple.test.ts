// features: session
import { listEvents } from '@parvis/contract/feed.ts'
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { startApple } from '../../apps/server/src/testing/apple.ts'
import { DEMO_PASSWORD } from '../../apps/server/src/testing/test-server.ts'
import { logIn } from './log-in.ts'
import { type Arrival, oppositeShapes } from './stage.ts'
import { useStage } from './use-stage.ts'
import type { Words } from './words.ts'

const apple = await startApple()
const stage = useStage('demo', { settings: { apple: apple.settings } })
afterAll(() => apple.close())

const pathOf = (page: Page) => new URL(page.url()).pathname
const button = (page: Page, say: Words, key: string) => page.getByRole('button', { name: say(key), exact: true })
const field = (page: Page, say: Words, key: string) => page.getByLabel(say(key), { exact: true })

/** Makes Apple answer for a new person; returns a unique nickname for them. */
const meet = (name?: { firstName: string; lastName: string }) => {
  const sub = `001.${randomUUID()}`
  apple.person = {
    sub,
    email: `${sub.slice(4, 16)}@privaterelay.appleid.com`,
    email_verified: 'true',
    ...(name && { name }),
  }
  return `Ada${sub.slice(4, 12)}`
}

const welcome = async (arrival: Arrival) => {
  const guest = await stage().welcome(arrival)
  guest.faults.expect(
    `foreign request: GET ${apple.origin}/auth/authorize?`,
    `foreign request: GET ${apple.origin}/favicon.ico`,
  )
  return guest
}

/** Chooses on the page of the fake Apple server and waits for the return. */
const atApple = async (page: Page, choice: 'Continue' | 'Cancel') => {
  await page.waitForURL(url => url.origin === apple.origin)
  await page.getByRole('button', { name: choice }).click()
  await page.waitForURL(url => url.origin === stage().origin)
}

const signUp = async (page: Page, say: Words) => {
  await page.getByRole('checkbox').check()
  await button(page, say, 'entry.apple.register').click()
}

describe.each(oppositeShapes)('Sign in with Apple, $size, $language', ({ size, language, say }) => {
  it('registers a newcomer, who fills in a profile; next time one tap logs in', async () => {
    const pseudo = meet({ firstName: 'Ada', lastName: 'Lovelace' })
    const { page } = await welcome({ size, language })
    await page.goto('/les-tilleuls/connexion?register=true')
    const go = button(page, say, 'entry.apple.register')
    await go.waitFor()
    expect(await go.isDisabled()).toBe(true)
    await signUp(page, say)
    await atApple(page, 'Continue')
    await page.getByRole('heading', { level: 1, name: say('entry.profile.welcome') }).waitFor()
    expect(page.url()).not.toContain('apple')
    expect(await field(page, say, 'entry.firstname').inputValue()).toBe('Ada')
    expect(await field(page, say, 'entry.lastname').inputValue()).toBe('Lovelace')
    await field(page, say, 'entry.pseudo').fill(pseudo)
    await page.getByText(say('entry.pseudo.free')).waitFor()
    await page.getByRole('checkbox').check()
    await button(page, say, 'entry.profile.continue').click()
    await page.getByRole('checkbox', { name: say('entry.confirmaddress') }).check()
    expect(await field(page, say, 'entry.newpassword').count()).toBe(0)
    await button(page, say, 'entry.profile.signup').click()
    await page.getByRole('heading', { level: 1, name: say('feed.title') }).waitFor()

    const { page: second } = await welcome({ size, language })
    const reader = await stage().server.as('neighbor')
    const { _id: id } = (await reader.call(listEvents)).answer.docs[0]!
    await second.goto(`/les-tilleuls/actualites/publication?id=${id}`)
    await second.getByRole('dialog', { name: 'Les Tilleuls' }).waitFor()
    await button(second, say, 'entry.apple').click()
    await atApple(second, 'Continue')
    // the post that the link named
    await second.waitForURL(
      url => url.pathname === '/les-tilleuls/actualites/publication' && url.searchParams.get('id') === id,
    )
    await second.goBack()
    expect(pathOf(second)).not.toContain('connexion')
  })

  it('reports a cancelled log-in and an invalid token, and lets the person try again', async () => {
    meet()
    const { page } = await welcome({ size, language })
    await page.goto('/les-tilleuls/connexion')
    await button(page, say, 'entry.apple').click()
    await atApple(page, 'Cancel')
    await page
      .getByRole('status')
      .filter({ hasText: say('entry.apple.cancelled') })
      .waitFor()
    expect(pathOf(page)).toBe('/les-tilleuls/connexion')
    expect(page.url()).not.toContain('apple')
    await button(page, say, 'entry.apple').click()
    await page.waitForURL(url => url.origin === apple.origin)
    // back by the browser: the button still works
    await page.goBack()
    await button(page, say, 'entry.apple').click()
    await page.waitForURL(url => url.origin === apple.origin)
    // An invalid token is reported, and another log-in method still works.
    await page.locator('input[name=id_token]').evaluate((input: HTMLInputElement) => {
      input.value = 'not.a.token'
    })
    await page.getByRole('button', { name: 'Continue' }).click()
    await page
      .getByRole('alert')
      .filter({ hasText: say('errors.appleerror') })
      .waitFor()
    await logIn(page, say, 'neighbor2@demo.example', DEMO_PASSWORD)
    await page.getByRole('heading', { level: 1, name: say('feed.title') }).waitFor()
  })
})
