// features: feed, weather, chat, app
import { blockUser } from '@parvis/contract/blocks.ts'
import { dayAt } from '@parvis/contract/past-event.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import { createTemplate, listTemplateCategories, publishTemplate } from '@parvis/contract/templates.ts'
import { instantAt } from '@parvis/contract/zoned-time.ts'
import type { Page } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import { asPerson } from '../../apps/server/src/testing/people.ts'
import { findAxeViolations } from './axe.ts'
import { readUntilStable } from './scroll.ts'
import { oppositeShapes, type Shape } from './browser-server.ts'
import { useTestServer } from './use-test-server.ts'

const FEED = '/les-tilleuls/actualites'
const ZONE = 'Europe/Paris'
const testServer = useTestServer('demo', { zone: ZONE })
const DAY_MS = 86_400_000
/** Live updates arrive within a second; a busy machine gets more time. */
const LIVE_TIMEOUT = { timeout: 15_000 }
let titleCount = 0

/** Tomorrow, so that all hours of the test are in the future, also across a daylight-saving change. */
const testDay = () => dayAt(Date.now() + DAY_MS, ZONE)

afterEach(() => {
  testServer().server.clock.aheadMs = 0
})

const writeTemplate = async (name: string) => {
  const team = await testServer().server.as('employee')
  const [category] = (await team.call(listTemplateCategories)).answer
  const { answer: template } = await team.call(createTemplate, {
    body: {
      type: 'Activity',
      name,
      title: name,
      description: name,
      lang: { en: { name, title: name, description: name } },
      categoryId: category!._id,
    },
  })
  return template
}

/** As another neighbour, publishes a post dated to this time of day, from a template that an employee creates. */
const publish = async (name: string, timeId: string, dateId = testDay()) => {
  const template = await writeTemplate(name)
  const neighbor = await testServer().server.as('neighbor2')
  return (await neighbor.call(publishTemplate, { body: { templateId: template._id, dateId, timeId } })).answer
}

describe.each(oppositeShapes)(
  'the strip "Tonight around you" above the feed, $size, $language',
  ({ size, language, t }: Shape) => {
    const inFrench = language === 'fr'
    const tonight = inFrench ? 'Ce soir près de chez vous' : 'Tonight around you'
    const uniqueTitle = (title: string) => `${title} ${size} ${language} ${++titleCount}`
    const regionOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
    /** Opens a page whose clock is fixed at a time of day; the clock of the server continues from that time. */
    const newPageAt = async (time: string) => {
      const { server } = testServer()
      const visit = await testServer().newPage({ size, language, as: 'neighbor' })
      const at = instantAt(testDay(), time, ZONE)
      server.clock.aheadMs = at - Date.now()
      await server.db
        .updateTable('sessions')
        .set({ created_at: new Date(at), seen_at: new Date(at) })
        .execute()
      await visit.page.clock.setFixedTime(new Date(at))
      return visit
    }

    it('shows the weather and the posts of this evening, does not shift the feed, and remains folded after a reload', async () => {
      testServer().weather.weatherAt = at => ({ temp: at.getUTCHours(), code: 0, id: 800 })
      const [soon, later, tomorrow] = [uniqueTitle('Ce soir'), uniqueTitle('Plus tard'), uniqueTitle('Demain')]
      await publish(soon, '18:30')
      await publish(later, '21:45')
      await publish(tomorrow, '09:00', dayAt(Date.now() + 2 * DAY_MS, ZONE))
      const { page } = await newPageAt('18:00')
      const responseGate = Promise.withResolvers<void>()
      await page.route(/AsideParts|\/events\/calendar(?:\?|$)/, async route => {
        await responseGate.promise
        await route.continue().catch(() => {})
      })
      await page.goto(FEED, { waitUntil: 'commit' })
      const first = page.getByRole('article').first()
      // The page reserves the space of the strip: the feed below must not move when the strip arrives.
      const { y: before } = (await readUntilStable(() => first.boundingBox()))!
      responseGate.resolve()
      const strip = regionOf(page, tonight)
      await strip.getByText(soon).waitFor({ state: 'attached' })
      expect((await readUntilStable(() => first.boundingBox()))!.y).toBe(before)
      expect(await strip.getByText(tomorrow).count()).toBe(0)
      await strip
        .getByRole('link', { name: inFrench ? /^\d+°, sec jusqu’à minuit$/ : /^\d+°, dry until midnight$/ })
        .waitFor()
      expect(await findAxeViolations(page)).toEqual([])
      if (size === 'wide') {
        // The column beside the feed lists the posts that come after those in the strip.
        const next = page.getByRole('region', { name: t('calendar.next.title') })
        await next.getByRole('listitem').first().waitFor()
        expect(await next.getByText(soon).count()).toBe(0)
        expect(await next.getByRole('listitem').count()).toBe(3)
        const weather = page
          .getByRole('complementary')
          .getByRole('link', { name: inFrench ? /Coucher du soleil/ : /Sunset at/ })
        expect(await weather.getByRole('listitem').count()).toBe(5)
      }
      const head = strip.getByRole('button', { name: tonight })
      expect(await head.getAttribute('aria-expanded')).toBe('true')
      const open = await strip.boundingBox()
      await head.click()
      expect(await head.getAttribute('aria-expanded')).toBe('false')
      expect(await strip.getByRole('link').count()).toBe(0)
      const folded = await strip.boundingBox()
      expect(folded!.height).toBeLessThan(open!.height / 2)
      expect(await findAxeViolations(page)).toEqual([])
      await page.reload()
      await head.waitFor()
      expect(await head.getAttribute('aria-expanded')).toBe('false')
      expect((await strip.boundingBox())!.height).toBe(folded!.height)
      await head.click()
      await strip.getByRole('listitem').getByRole('link').first().click()
      await expect.poll(() => new URL(page.url()).pathname).toBe(`${FEED}/publication`)
    })

    it('updates the number of members online, without those whom the viewer has blocked', async () => {
      const { server } = testServer()
      const person = async (pseudo: string) => ({
        pseudo,
        ...(await asPerson(server, { email: `${pseudo}@around.example`, pseudo, community: 'les-tilleuls' })),
      })
      const [ana, bob, eve] = [
        await person(uniqueTitle('ana').replaceAll(' ', '')),
        await person(uniqueTitle('bob').replaceAll(' ', '')),
        await person(uniqueTitle('eve').replaceAll(' ', '')),
      ]
      expect((await ana.visitor.call(blockUser, { params: { id: eve.userId } })).status).toBe(200)
      const openPage = async ({ visitor }: typeof ana) => {
        const visit = await testServer().newPage({ size, language, by: visitor })
        await visit.page.goto(FEED)
        await visit.page.getByRole('article').first().waitFor()
        return visit
      }
      const { page } = await openPage(ana)
      const onlineLink = page.getByRole('main').getByRole('link', { name: new RegExp(`^\\d+ ${t('chat.here.fact')}$`) })
      const oneOnlineLink = page.getByRole('main').getByRole('link', { name: `1 ${t('chat.here.fact')}`, exact: true })
      const { context } = await openPage(bob)
      await oneOnlineLink.waitFor(LIVE_TIMEOUT)
      await openPage(eve)
      await testServer().server.settled()
      // A later live event over the same connection proves that no event about Eve was sent before.
      const title = uniqueTitle('Ensuite')
      await bob.visitor.call(publishPost, {
        body: { title, description: title, tmpId: title },
      })
      await page.getByRole('heading', { name: title }).waitFor(LIVE_TIMEOUT)
      await expect.poll(() => oneOnlineLink.count()).toBe(1)
      if (size === 'wide') {
        const rail = page.getByRole('complementary').getByRole('region', { name: t('chat.here') })
        expect(await rail.getByRole('listitem').allTextContents()).toEqual([expect.stringContaining(bob.pseudo)])
      }
      await context.close()
      await onlineLink.waitFor({ state: 'detached', ...LIVE_TIMEOUT })
    })
  },
)
