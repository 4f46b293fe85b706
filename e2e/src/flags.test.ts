// features: community, app
import { changeInformation } from '@parvis/contract/information.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { asPerson } from '../../apps/server/src/testing/people.ts'
import { setFeatureSwitches } from './set-community.ts'
import { oppositeShapes, TIMEOUT_MS, type Shape } from './browser-server.ts'
import { useTestServer } from './use-test-server.ts'

const testServer = useTestServer()
const FEED = '/les-tilleuls/actualites'
const POST = `${FEED}/edition-publication`
const TEAM = '/les-tilleuls/a-mon-service'

const setSwitches = async (switches: Parameters<typeof setFeatureSwitches>[2]) => {
  const { server } = testServer()
  await setFeatureSwitches(server, 'les-tilleuls', switches)
  server.platform.bus.publish('actor.changed', { communityIds: [await server.communityId('les-tilleuls')] })
}
afterEach(() => setSwitches({ accept_posts: true, subscribe: true, gooddeal: true, weather: true }))

describe.each(oppositeShapes)(
  'the feature switches of a community, $size, $language',
  ({ size, language, t }: Shape) => {
    it('for free posts and weather remove the links to them, and redirect direct links with a message', async () => {
      const { page } = await testServer().newPage({ size, language, as: 'neighbor' })
      const composer = page.getByRole('button', { name: t('feed.composer.entry') })
      await setSwitches({ accept_posts: false })
      await page.goto(FEED)
      await page.getByRole('article').first().waitFor()
      // The post templates that staff manage stay available when free posts are switched off.
      await composer.click()
      const sheet = page.getByRole('dialog')
      await sheet.getByRole('button', { name: new RegExp(t('templates.sheet.Activity')) }).waitFor()
      expect(await sheet.getByRole('button', { name: new RegExp(t('templates.sheet.Post')) }).count()).toBe(0)
      await page.keyboard.press('Escape')
      await page.goto(POST)
      await page.waitForURL(`**${FEED}`)
      await setSwitches({ accept_posts: true })
      await page.goto(FEED)
      await composer.waitFor()
      await page.goto(POST)
      await page.getByRole('main').getByRole('textbox').first().waitFor()
      expect(new URL(page.url()).pathname).toBe(POST)

      await setSwitches({ weather: false })
      await page.goto('/les-tilleuls/meteo')
      await page.waitForURL(`**${FEED}`)
      await page.getByText(t('session.switchedoff')).waitFor()
    })

    it('for good deals and weather update the tabs and screens of an open app live', async () => {
      const administrator = await testServer().server.as('administrator')
      const changeSwitches = (on: boolean) =>
        administrator.call(changeInformation, { body: { gooddeal: on, weather: on } })
      const { page } = await testServer().newPage({ size, language, as: 'neighbor' })
      const tab = (name: 'deals' | 'weather') =>
        page.getByRole('navigation').getByRole('link', { name: t(`session.tab.${name}`) })
      await page.goto('/les-tilleuls/meteo')
      await tab('deals').waitFor()
      await page.getByRole('main').getByRole('table').first().waitFor({ state: 'attached' })
      // Each poll changes the switches again, because the live connection may not be established yet.
      const pathAfterSwitchOff = async () => {
        await changeSwitches(false)
        return new URL(page.url()).pathname
      }
      await expect.poll(pathAfterSwitchOff, { timeout: TIMEOUT_MS, interval: 250 }).toBe(FEED)
      await tab('deals').waitFor({ state: 'detached' })
      await tab('weather').waitFor({ state: 'detached' })
      await changeSwitches(true)
      await tab('weather').waitFor()
      await tab('deals').click()
      await page
        .getByRole('list', { name: t('deals.list') })
        .getByRole('link')
        .first()
        .waitFor()
    })

    it('for good deals hide the tab of a page that missed the live event, once a request fails', async () => {
      const { page, pageErrors } = await testServer().newPage({ size, language, as: 'neighbor' })
      pageErrors.allow(/ \/gooddeals\S* 404/)
      await page.goto(FEED)
      const tab = page.getByRole('navigation').getByRole('link', { name: t('session.tab.deals') })
      await tab.click()
      const deal = page
        .getByRole('list', { name: t('deals.list') })
        .getByRole('link')
        .first()
      await deal.waitFor()
      await setSwitches({ gooddeal: false })
      // A refetch may have replaced the list by the error already.
      await deal.click({ timeout: 5000 }).catch(() => {})
      await tab.waitFor({ state: 'detached' })
      // A deal opened from the list may stay open; all other screens redirect to the feed.
      await expect.poll(() => new URL(page.url()).pathname).toMatch(/\/(?:actualites|annonce)$/)
      // A direct link redirects too.
      for (const path of ['vie-locale', 'a-proximite', 'annonce?id=018f0000-0000-7000-8000-000000000000']) {
        await page.goto(`/les-tilleuls/${path}`)
        await page.waitForURL(url => url.pathname === FEED)
      }
      await page.getByRole('article').first().waitFor()
      expect(await page.getByRole('button', { name: t('feed.filter.gooddeal'), exact: true }).count()).toBe(0)
    })

    it('for messages to the team replace an open list or conversation with a notice, and reopen it live', async () => {
      const { server, newPage } = testServer()
      const administrator = await server.as('administrator')
      const changeSwitches = (subscribe: boolean) => administrator.call(changeInformation, { body: { subscribe } })
      // This member has no conversation with the team, since an existing conversation would stay open.
      const person = { email: `wordless-${size}@e2e.example`, community: 'les-tilleuls' }
      const { visitor } = await asPerson(server, person)
      const { page, pageErrors } = await newPage({ size, language, by: visitor })
      pageErrors.allow(' /messages/employees 403')
      const closed = page.getByText(t('messages.team.closed.title')).filter({ visible: true })
      await setSwitches({ subscribe: false })
      await page.goto(TEAM)
      await closed.waitFor()
      await setSwitches({ subscribe: true })
      // A response from before the change may still arrive, so the test waits for a response with status 200.
      const listed = page.waitForResponse(
        response => response.url().includes('/messages/employees') && response.status() === 200,
      )
      await page.reload()
      await listed
      const colleague = page.locator('a[href*="/mes-conversations/"]').first()
      await colleague.waitFor()
      expect(await closed.count()).toBe(0)
      // When the administrator switches messages to the team off, the open list disappears.
      const closeTeam = async () => {
        await changeSwitches(false)
        return closed.count()
      }
      await expect.poll(closeTeam, { timeout: TIMEOUT_MS, interval: 250 }).toBe(1)
      await changeSwitches(true)
      await colleague.click()
      const field = page.getByRole('textbox', { name: new RegExp(t('messages.composer.label')) })
      await field.fill('Bonjour')
      const closedText = page.getByText(t('messages.team.closed.text')).filter({ visible: true })
      const closeAgain = async () => {
        await changeSwitches(false)
        return (await closedText.count()) > 0
      }
      await expect.poll(closeAgain, { timeout: TIMEOUT_MS, interval: 250 }).toBe(true)
      await changeSwitches(true)
      await expect.poll(() => field.inputValue()).toBe('Bonjour')
      await page.getByRole('button', { name: t('messages.composer.send'), exact: true }).click()
      const log = page.getByRole('log', { name: t('messages.thread.label') })
      await log.getByText('Bonjour').first().waitFor()
      await log.getByText(t('messages.state.sent'), { exact: true }).waitFor()
    })
  },
)
