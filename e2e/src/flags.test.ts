// features: community, app
import { changeInformation } from '@parvis/contract/information.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { asPerson } from '../../apps/server/src/testing/people.ts'
import { setCommunity } from './set-community.ts'
import { oppositeShapes, PATIENCE_MS, type Shape } from './stage.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()
const FEED = '/les-tilleuls/actualites'
const POST = `${FEED}/edition-publication`
const TEAM = '/les-tilleuls/a-mon-service'

const switchTo = async (switches: Parameters<typeof setCommunity>[2]) => {
  const { server } = stage()
  await setCommunity(server, 'les-tilleuls', switches)
  server.platform.bus.announce('actor.changed', { communityIds: [await server.communityId('les-tilleuls')] })
}
afterEach(() => switchTo({ accept_posts: true, subscribe: true, gooddeal: true, weather: true }))

describe.each(oppositeShapes)(
  'the feature switches of a community, $size, $language',
  ({ size, language, say }: Shape) => {
    it('free posts and weather: without them no link leads there, and direct links redirect with a message', async () => {
      const { page } = await stage().welcome({ size, language, as: 'neighbor' })
      const composer = page.getByRole('button', { name: say('feed.composer.entry') })
      await switchTo({ accept_posts: false })
      await page.goto(FEED)
      await page.getByRole('article').first().waitFor()
      // Templates of the team stay available to everybody.
      await composer.click()
      const sheet = page.getByRole('dialog')
      await sheet.getByRole('button', { name: new RegExp(say('templates.sheet.Activity')) }).waitFor()
      expect(await sheet.getByRole('button', { name: new RegExp(say('templates.sheet.Post')) }).count()).toBe(0)
      await page.keyboard.press('Escape')
      await page.goto(POST)
      await page.waitForURL(`**${FEED}`)
      await switchTo({ accept_posts: true })
      await page.goto(FEED)
      await composer.waitFor()
      await page.goto(POST)
      await page.getByRole('main').getByRole('textbox').first().waitFor()
      expect(new URL(page.url()).pathname).toBe(POST)

      await switchTo({ weather: false })
      await page.goto('/les-tilleuls/meteo')
      await page.waitForURL(`**${FEED}`)
      await page.getByText(say('session.switchedoff')).waitFor()
    })

    it('good deals and weather: an open app updates its tabs and screens live', async () => {
      const desk = await stage().server.as('administrator')
      const switchAtDesk = (on: boolean) => desk.call(changeInformation, { body: { gooddeal: on, weather: on } })
      const { page, faults } = await stage().welcome({ size, language, as: 'neighbor' })
      // The content of other tabs is prefetched.
      faults.expect(/ \/gooddeals\S* 404/)
      const tab = (name: 'deals' | 'weather') =>
        page.getByRole('navigation').getByRole('link', { name: say(`session.tab.${name}`) })
      await page.goto('/les-tilleuls/meteo')
      await tab('deals').waitFor()
      await page.getByRole('main').getByRole('table').first().waitFor({ state: 'attached' })
      // Repeated until the live connection is established.
      const switchedOff = async () => {
        await switchAtDesk(false)
        return new URL(page.url()).pathname
      }
      await expect.poll(switchedOff, { timeout: PATIENCE_MS, interval: 250 }).toBe(FEED)
      await tab('deals').waitFor({ state: 'detached' })
      await tab('weather').waitFor({ state: 'detached' })
      await switchAtDesk(true)
      await tab('weather').waitFor()
      await tab('deals').click()
      await page
        .getByRole('list', { name: say('deals.list') })
        .getByRole('link')
        .first()
        .waitFor()
    })

    it('good deals: a page that missed the change gets an error and hides its tab', async () => {
      const { page, faults } = await stage().welcome({ size, language, as: 'neighbor' })
      faults.expect(/ \/gooddeals\S* 404/)
      await page.goto(FEED)
      const tab = page.getByRole('navigation').getByRole('link', { name: say('session.tab.deals') })
      await tab.click()
      const deal = page
        .getByRole('list', { name: say('deals.list') })
        .getByRole('link')
        .first()
      await deal.waitFor()
      await switchTo({ gooddeal: false })
      // A refetched list may have met the error already.
      await deal.click({ timeout: 5000 }).catch(() => {})
      await tab.waitFor({ state: 'detached' })
      // A deal from the list may stay open; everything else redirects to the feed.
      await expect.poll(() => new URL(page.url()).pathname).toMatch(/\/(?:actualites|annonce)$/)
      // A direct link redirects too.
      for (const path of ['vie-locale', 'a-proximite', 'annonce?id=018f0000-0000-7000-8000-000000000000']) {
        await page.goto(`/les-tilleuls/${path}`)
        await page.waitForURL(url => url.pathname === FEED)
      }
      await page.getByRole('article').first().waitFor()
      expect(await page.getByRole('button', { name: say('feed.filter.gooddeal'), exact: true }).count()).toBe(0)
    })

    it('messages to the team: an open list or conversation is closed with a message and reopened live', async () => {
      const { server, welcome } = stage()
      const desk = await server.as('administrator')
      const switchAtDesk = (subscribe: boolean) => desk.call(changeInformation, { body: { subscribe } })
      // A member without a conversation with the team: an existing one would go on.
      const person = { email: `wordless-${size}@e2e.example`, community: 'les-tilleuls' }
      const { visitor } = await asPerson(server, person)
      const { page, faults } = await welcome({ size, language, by: visitor })
      faults.expect(' /messages/employees 403')
      const closed = page.getByText(say('messages.team.closed.title')).filter({ visible: true })
      await switchTo({ subscribe: false })
      await page.goto(TEAM)
      await closed.waitFor()
      await switchTo({ subscribe: true })
      // The response to the former state may still arrive.
      const answered = page.waitForResponse(
        response => response.url().includes('/messages/employees') && response.status() === 200,
      )
      await page.reload()
      await answered
      const colleague = page.locator('a[href*="/mes-conversations/"]').first()
      await colleague.waitFor()
      expect(await closed.count()).toBe(0)
      // Switched off by the administrator, the open list disappears.
      const isClosed = async () => {
        await switchAtDesk(false)
        return closed.count()
      }
      await expect.poll(isClosed, { timeout: PATIENCE_MS, interval: 250 }).toBe(1)
      await switchAtDesk(true)
      await colleague.click()
      const field = page.getByRole('textbox', { name: new RegExp(say('messages.composer.label')) })
      await field.fill('Bonjour')
      const shut = page.getByText(say('messages.team.closed.text')).filter({ visible: true })
      const isShut = async () => {
        await switchAtDesk(false)
        return (await shut.count()) > 0
      }
      await expect.poll(isShut, { timeout: PATIENCE_MS, interval: 250 }).toBe(true)
      await switchAtDesk(true)
      await expect.poll(() => field.inputValue()).toBe('Bonjour')
      await page.getByRole('button', { name: say('messages.composer.send'), exact: true }).click()
      const log = page.getByRole('log', { name: say('messages.thread.label') })
      await log.getByText('Bonjour').first().waitFor()
      await log.getByText(say('messages.state.sent'), { exact: true }).waitFor()
    })
  },
)
