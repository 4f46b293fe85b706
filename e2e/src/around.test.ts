// features: feed, weather, chat, app
import { blockUser } from '@parvis/contract/blocks.ts'
import { DATE_NOW, removeEvent } from '@parvis/contract/feed.ts'
import { dayAt } from '@parvis/contract/past-event.ts'
import { createTemplate, listTemplateCategories, publishTemplate } from '@parvis/contract/templates.ts'
import { instantAt } from '@parvis/contract/zoned-time.ts'
import type { Page } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import { asPerson } from '../../apps/server/src/testing/people.ts'
import { findBarriers } from './axe.ts'
import { oppositeShapes, onCall, type Shape, signedIn } from './stage.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()
const FEED = '/les-tilleuls/actualites'
const ZONE = 'Europe/Paris'
const DAY_MS = 86_400_000
/** What is live is on the other's screen within a second; a busy machine is given more. */
const SOON = { timeout: 15_000 }
let written = 0

/** The next day whose hours are those of today, whatever the clocks do in between. */
const theDay = () => dayAt(Date.now() + DAY_MS, ZONE)
const setCommunity = async (values: object) => {
  const { server } = stage()
  await server.db.updateTable('communities').set(values).where('custom_uri', '=', 'les-tilleuls').execute()
  server.platform.bus.announce('actor.changed', { communityIds: [await server.communityId('les-tilleuls')] })
}

afterEach(async () => {
  stage().server.clock.ahead = 0
  await setCommunity({ community_type: 'Neighborhood', weather: true })
})

const writeTemplate = async (name: string) => {
  const team = await stage().server.as('employee')
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

/** Something at an hour of the day, published from a template of the team's by somebody else. */
const publish = async (name: string, timeId: string, dateId = theDay()) => {
  const template = await writeTemplate(name)
  const neighbor = await stage().server.as('neighbor2')
  return (await neighbor.call(publishTemplate, { body: { templateId: template._id, dateId, timeId } })).answer
}

const nothingOn = (page: Page) =>
  onCall(page, /\/events\/calendar(?:\?|$)/, route =>
    route.fulfill({
      json: {
        docs: [],
        totalDocs: 0,
        limit: 20,
        page: 1,
        totalPages: 1,
        hasNextPage: false,
        hasPrevPage: false,
        nextPage: null,
        prevPage: null,
        cursor: null,
      },
    }),
  )

describe.each(oppositeShapes)('what is on around the reader, $size, $language', ({ size, language, say }: Shape) => {
  const inFrench = language === 'fr'
  const tonight = inFrench ? 'Ce soir près de chez vous' : 'Tonight around you'
  const named = (title: string) => `${title} ${size} ${language} ${++written}`
  const around = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
  /** Somebody at an hour of the day: the page's clock stands there, the server's goes on from there. */
  const welcomeAt = async (time: string, as: string | null = 'neighbor') => {
    const { server } = stage()
    const guest = as
      ? await stage().welcome({ size, language, as })
      : await stage().welcome({
          size,
          language,
          context: { storageState: signedIn(stage().origin, await server.asGuest()) },
        })
    const at = instantAt(theDay(), time, ZONE)
    server.clock.ahead = at - Date.now()
    await server.db
      .updateTable('sessions')
      .set({ created_at: new Date(at), seen_at: new Date(at) })
      .execute()
    await guest.page.clock.setFixedTime(new Date(at))
    return guest
  }

  it('in the evening: the weather until midnight and what names a time, as links; folded it stays so', async () => {
    stage().weather.hour = at => ({ temp: at.getUTCHours(), code: 0, id: 800 })
    const [soon, later, tomorrow] = [named('Ce soir'), named('Plus tard'), named('Demain')]
    await publish(soon, '18:30')
    await publish(later, '21:45')
    await publish(tomorrow, '09:00', dayAt(Date.now() + 2 * DAY_MS, ZONE))
    const { page } = await welcomeAt('18:00')
    await page.goto(FEED)
    const strip = around(page, tonight)
    await strip.getByText(soon).waitFor({ state: 'attached' })
    expect(await strip.getByText(tomorrow).count()).toBe(0)
    await strip
      .getByRole('link', { name: inFrench ? /^\d+°, sec jusqu’à minuit$/ : /^\d+°, dry until midnight$/ })
      .waitFor()
    expect(await findBarriers(page)).toEqual([])
    if (size === 'wide') {
      // the rail goes on where the strip ends
      const next = page.getByRole('region', { name: say('calendar.next.title') })
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
    expect(await findBarriers(page)).toEqual([])
    await page.reload()
    await head.waitFor()
    expect(await head.getAttribute('aria-expanded')).toBe('false')
    expect((await strip.boundingBox())!.height).toBe(folded!.height)
    await head.click()
    await strip.getByRole('listitem').getByRole('link').first().click()
    await expect.poll(() => new URL(page.url()).pathname).toBe(`${FEED}/publication`)
  })

  it('keeps its place free: what is read below it does not move when it comes', async () => {
    await publish(named('Veillée'), '20:15')
    const { page } = await welcomeAt('18:00')
    let release = () => {}
    const held = new Promise<void>(done => {
      release = done
    })
    await page.route(/AsideParts|\/events\/calendar(?:\?|$)/, async route => {
      await held
      await route.continue().catch(() => {})
    })
    await page.addInitScript(() => {
      const shifts: number[] = []
      Object.assign(window, { shifts })
      new PerformanceObserver(list => {
        for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto(FEED, { waitUntil: 'commit' })
    const first = page.getByRole('article').first()
    await first.waitFor()
    await page.waitForTimeout(500)
    const before = await first.boundingBox()
    // posts that are shorter than their places do move the next one up: that is over
    await page.evaluate(() => void (window as unknown as { shifts: number[] }).shifts.splice(0))
    release()
    await around(page, tonight).getByRole('link').first().waitFor()
    await page.waitForTimeout(500)
    expect((await first.boundingBox())!.y).toBe(before!.y)
    const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
    expect(shifts.reduce((sum, one) => sum + one, 0)).toBeLessThan(0.01)
  })

  it('in the morning: the whole day, and rain that comes is said with its hour', async () => {
    // by the clocks of UTC, which are an hour or two behind
    stage().weather.hour = at => ({ temp: 12, code: at.getUTCHours() >= 17 ? 61 : 0, id: 800 })
    await setCommunity({ latitude: 45 + Math.random() * 4 })
    const evening = named('Le soir')
    await publish(evening, '20:30')
    const { page } = await welcomeAt('08:00')
    await page.goto(FEED)
    const strip = around(page, inFrench ? 'Ce matin près de chez vous' : 'This morning around you')
    await strip.getByText(evening).waitFor({ state: 'attached' })
    await strip
      .getByRole('link', { name: inFrench ? /^12°, pluie dès 1[89]\sh$/ : /^12°, rain from 1[89]:00$/ })
      .waitFor()
  })

  it('an evening on which nothing is on has a word of its own, and a way to propose something', async () => {
    const { page } = await welcomeAt('19:00')
    await nothingOn(page)
    await page.goto(FEED)
    const strip = around(page, tonight)
    await strip.getByText(inFrench ? /^Soirée tranquille/ : /^A quiet evening/).waitFor()
    expect(await findBarriers(page)).toEqual([])
    await strip.getByRole('link', { name: inFrench ? 'Proposer un moment' : 'Propose something' }).click()
    await expect.poll(() => new URL(page.url()).pathname).toBe(`${FEED}/instants-partage`)
  })

  it('what says "now" is on, though the calendar has nothing: until it is taken back', async () => {
    const name = named('Une partie')
    const template = await writeTemplate(name)
    const neighbor = await stage().server.as('neighbor2')
    const { page } = await welcomeAt('19:00')
    await nothingOn(page)
    const { answer: post } = await neighbor.call(publishTemplate, {
      body: { templateId: template._id, dateId: DATE_NOW },
    })
    await page.goto(FEED)
    const item = around(page, tonight).getByRole('listitem').filter({ hasText: name })
    await item.getByText(say('feed.when.now'), { exact: true }).waitFor()
    expect((await neighbor.call(removeEvent, { params: { id: post._id } })).status).toBe(200)
    await page.reload()
    await item.waitFor({ state: 'detached' })
    await around(page, tonight)
      .getByText(inFrench ? /^Soirée tranquille/ : /^A quiet evening/)
      .waitFor()
  })

  it('a camping speaks of the camping; who looks in proposes nothing and is told of nobody', async () => {
    const { page } = await welcomeAt('19:00', null)
    await setCommunity({ community_type: 'Camping' })
    await nothingOn(page)
    await page.goto(FEED)
    const strip = around(page, inFrench ? 'Ce soir au camping' : 'Tonight at the camping')
    await strip.getByText(inFrench ? /sous les étoiles/ : /under the stars/).waitFor()
    // the weather alone
    await expect.poll(() => strip.getByRole('link').count()).toBe(1)
  })

  it('says that what is on did not load, and has no weather where the community has none', async () => {
    await setCommunity({ weather: false })
    const { page, faults } = await welcomeAt('19:00')
    faults.expect(/500/)
    let fails = true
    await onCall(page, /\/events\/calendar(?:\?|$)/, route =>
      fails ? route.fulfill({ status: 500, json: { error: { key: 'unexpectederror' } } }) : route.continue(),
    )
    await page.goto(FEED)
    const strip = around(page, tonight)
    await strip.getByText(say('calendar.around.failed')).waitFor()
    expect(await strip.getByRole('link', { name: /°/ }).count()).toBe(0)
    fails = false
    await strip.getByRole('button', { name: say('common.retry') }).click()
    await strip.getByText(say('calendar.around.failed')).waitFor({ state: 'detached' })
  })

  it('counts who is here as they come and go, and not whom the reader has blocked', async () => {
    const { server, origin } = stage()
    const person = async (pseudo: string) => ({
      pseudo,
      ...(await asPerson(server, { email: `${pseudo}@around.example`, pseudo, community: 'les-tilleuls' })),
    })
    const [ana, bob, eve] = [
      await person(named('ana').replaceAll(' ', '')),
      await person(named('bob').replaceAll(' ', '')),
      await person(named('eve').replaceAll(' ', '')),
    ]
    expect((await ana.visitor.call(blockUser, { params: { id: eve.userId } })).status).toBe(200)
    const arrive = async ({ visitor }: typeof ana) => {
      const guest = await stage().welcome({ size, language, context: { storageState: signedIn(origin, visitor) } })
      await guest.page.goto(FEED)
      await guest.page.getByRole('article').first().waitFor()
      return guest
    }
    const { page } = await arrive(ana)
    const here = page.getByRole('main').getByRole('link', { name: new RegExp(`^\\d+ ${say('chat.here.fact')}$`) })
    const one = page.getByRole('main').getByRole('link', { name: `1 ${say('chat.here.fact')}`, exact: true })
    const { context } = await arrive(bob)
    await one.waitFor(SOON)
    await arrive(eve)
    await page.waitForTimeout(2_000)
    expect(await one.count()).toBe(1)
    if (size === 'wide') {
      const rail = page.getByRole('complementary').getByRole('region', { name: say('chat.here') })
      expect(await rail.getByRole('listitem').allTextContents()).toEqual([expect.stringContaining(bob.pseudo)])
    }
    await context.close()
    await here.waitFor({ state: 'detached', ...SOON })
  })
})
