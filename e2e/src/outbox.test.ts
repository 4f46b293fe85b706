// features: outbox, chat, publish, feed, profile, moderation, session
// What is done offline is sent by itself: in order and once; what the server refuses later is reported.
import { listMessages } from '@parvis/contract/chat.ts'
import { removeEvent } from '@parvis/contract/feed.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { asPerson } from '../../apps/server/src/testing/people.ts'
import { plainPicture } from '../../apps/server/src/testing/pictures.ts'
import type { Visitor } from '../../apps/server/src/testing/test-server.ts'
import { findBarriers } from './axe.ts'
import { goTo } from './go-to.ts'
import { oppositeShapes, type Shape } from './stage.ts'
import { useStage } from './use-stage.ts'
import { appIsStored, areKept, keptUnsent, openAnew } from './worker-page.ts'

const stage = useStage('demo', { hasWorker: true })
const HOME = '/les-tilleuls'
const FEED = `${HOME}/actualites`
/** Pending items are sent as soon as the network is back; a busy machine gets more time. */
const SOON = { timeout: 30_000 }

/** The cumulative layout shift of the page since it was opened. */
const howFarMoved = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>(done => {
        const observer = new PerformanceObserver(list =>
          done(list.getEntries().reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0)),
        )
        observer.observe({ type: 'layout-shift', buffered: true })
        // Without layout shifts the observer is never called.
        requestAnimationFrame(() => requestAnimationFrame(() => done(0)))
      }),
  )

let people = 0

interface Neighbor {
  visitor: Visitor
  userId: string
  pseudo: string
}

const neighbor = async (): Promise<Neighbor> => {
  const pseudo = `absent${++people}`
  const community = 'les-tilleuls'
  const { visitor, userId } = await asPerson(stage().server, { email: `${pseudo}@e2e.example`, pseudo, community })
  await stage()
    .server.db.updateTable('users')
    .set({
      firstname: pseudo,
      lastname: 'Roussel',
      birthdate: '1990-05-12',
      gender: 'F',
      address: '8 rue des Marquisats',
      zip_code: '74000',
      city: 'Annecy',
    })
    .where('id', '=', userId)
    .execute()
  return { visitor, userId, pseudo }
}

/** The texts of their posts, oldest first. */
const postsOf = async ({ userId }: Neighbor) =>
  (
    await stage()
      .server.db.selectFrom('events')
      .select(['description', 'description_en'])
      .where('user_id', '=', userId)
      .where('group_id', '=', 'post')
      .orderBy('id')
      .execute()
  ).map(one => one.description ?? one.description_en)

const messagesTo = async (from: Neighbor, { visitor }: Neighbor) => {
  const { docs } = (await visitor.call(listMessages, { query: { userId: from.userId } })).answer
  return docs.map(doc => ('text' in doc ? doc.text : null)).reverse()
}

const isAnswered = async ({ userId }: Neighbor, eventId: string) =>
  (
    await stage()
      .server.db.selectFrom('event_answers')
      .select('user_id')
      .where('event_id', '=', eventId)
      .where('user_id', '=', userId)
      .execute()
  ).length > 0

describe.each(oppositeShapes)('the outbox, $size, $language', ({ size, language, say }: Shape) => {
  const arrive = async ({ visitor }: Neighbor) => {
    const guest = await stage().welcome({
      size,
      language,
      by: visitor,
    })
    guest.faults.expect(
      /net::ERR_/,
      /Failed to load resource/,
      /networkerror/,
      /^foreign request: /,
      /WebSocket connection to .* failed/,
      // the post was deleted meanwhile
      /^answer: (?:PUT|GET) \/events\/.* 404$/,
    )
    await guest.page.goto(FEED)
    await guest.page.getByRole('article').first().waitFor()
    await appIsStored(guest.page)
    await areKept(guest.page, /"feed","list"/)
    return guest
  }
  const waiting = (page: Page) =>
    page.getByRole('region', {
      name: new RegExp(`^(?:${say('outbox.title')}|${say('outbox.title.refused')})$`),
    })
  /** Several pending items are folded into one line. */
  const unfold = (page: Page) => waiting(page).getByRole('button', { expanded: false }).click()
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
  const publish = async (page: Page, text: string) => {
    await goTo(page, `${FEED}/edition-publication`)
    await page.locator('textarea[name=description]').fill(text)
    await button(page, say('publish.post')).click()
    await page.waitForURL(url => url.pathname === FEED)
  }
  const write = async (page: Page, text: string) => {
    await page.getByRole('textbox', { name: new RegExp(say('messages.composer.label')) }).fill(text)
    await button(page, say('messages.composer.send')).click()
  }
  const thread = ({ pseudo }: Neighbor) => `${HOME}/mes-conversations/${pseudo}`
  const named = (name: string) => `${name} ${size} ${Math.random()}`
  /** A post of somebody else that can be answered. */
  const makePost = async (author: Neighbor) => {
    const title = named('Coup de main')
    const { answer } = await author.visitor.call(publishPost, { body: { title, description: title, tmpId: title } })
    return { id: answer._id, title }
  }
  /** Cards below the window are not rendered: scrolls until this one is in the middle. */
  const reach = async (page: Page, title: string) => {
    const card = cardOf(page, title)
    const isSeen = async () => {
      if ((await card.count()) === 0) await page.evaluate(() => scrollBy(0, innerHeight / 2))
      else await card.evaluate(element => element.scrollIntoView({ block: 'center' }))
      if ((await card.count()) === 0) return false
      // Content arriving above can move it away.
      return card.evaluate(async element => {
        for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
        const { top, bottom } = element.getBoundingClientRect()
        return element.isConnected && top > 0 && bottom < innerHeight
      })
    }
    await expect.poll(isSeen, SOON).toBe(true)
  }
  const answer = (page: Page, title: string) => cardOf(page, title).locator('button[aria-pressed]')
  const isGiven = (page: Page, title: string, given: boolean) =>
    expect.poll(() => answer(page, title).getAttribute('aria-pressed')).toBe(String(given))
  const cardOf = (page: Page, title: string) =>
    page.getByRole('article').filter({ has: page.getByRole('heading', { name: title }) })

  it('sends posts, an answer, messages, a report and the profile of a day offline once the network is back', async () => {
    const [ana, bob] = [await neighbor(), await neighbor()]
    const [liked, bad] = [await makePost(bob), await makePost(bob)]
    const { page: first, context } = await arrive(ana)
    for (const { title } of [liked, bad]) await cardOf(first, title).waitFor()
    await goTo(first, thread(bob))
    await write(first, 'Avant')
    await expect.poll(() => messagesTo(ana, bob)).toEqual(['Avant'])
    await areKept(first, /"chat","thread"/)
    await goTo(first, `${HOME}/mon-profil`)
    const job = (page: Page) => page.locator('input[name=job]')
    await job(first).waitFor()
    await areKept(first, /"profile","mine"/)

    await context.setOffline(true)
    let page = await openAnew(context, FEED)
    await page.getByRole('article').first().waitFor()
    const texts = [named('Un'), named('Deux')]
    for (const text of texts) await publish(page, text)
    await page.getByText(say('outbox.later')).waitFor()
    await reach(page, liked.title)
    await answer(page, liked.title).click()
    await isGiven(page, liked.title, true)
    await reach(page, bad.title)
    await button(page, say('feed.menu.of', { title: bad.title })).click()
    await page.getByRole('menuitem', { name: say('postacts.flag') }).click()
    const dialog = page.getByRole('dialog', { name: say('rules.report.title.post') })
    await dialog.getByRole('textbox').fill('Publicité')
    await dialog.getByRole('button', { name: say('rules.report.yes') }).click()
    await dialog.waitFor({ state: 'detached' })
    await goTo(page, `${HOME}/mon-profil`)
    await job(page).fill('Luthière')
    await button(page, say('entry.profile.save')).click()
    await page.getByText(say('outbox.later')).waitFor()
    await goTo(page, thread(bob))
    const before = await keptUnsent(page)
    await write(page, 'Un')
    // An attached photo is sent with the text.
    const photo = await plainPicture(320, 240).jpeg().toBuffer()
    await page.locator('input[type=file]').setInputFiles({ name: 'chat.jpg', mimeType: 'image/jpeg', buffer: photo })
    await page.getByText(say('messages.staged.photo'), { exact: true }).waitFor(SOON)
    await write(page, 'Deux')
    // Both must be stored before the page is left.
    await expect.poll(() => keptUnsent(page)).toBe(before + 2)
    await goTo(page, `${HOME}/mes-conversations`)
    const line = page
      .getByRole('main')
      .getByRole('link', { name: new RegExp(bob.pseudo) })
      .first()
    await expect.poll(() => line.textContent()).toContain('Deux')
    expect(await line.textContent()).toContain(say('messages.state.pending'))

    // Reopened later: the pending section must not shift the page.
    page = await openAnew(context, FEED)
    const all = waiting(page)
    await all.getByRole('button', { expanded: false }).waitFor()
    await page
      .getByText(language === 'fr' ? /^Hors ligne\. Vu/ : /^Offline\. Last seen/)
      .first()
      .waitFor()
    expect(await howFarMoved(page)).toBeLessThan(0.1)
    await unfold(page)
    await expect.poll(() => all.getByRole('listitem').count()).toBe(5)
    expect(await findBarriers(page)).toEqual([])
    await reach(page, liked.title)
    await isGiven(page, liked.title, true)
    await all.getByRole('button', { name: say('outbox.cancel.of', { what: texts[1]! }) }).click()
    await expect.poll(() => all.getByRole('listitem').count()).toBe(4)

    await context.setOffline(false)
    await expect.poll(() => postsOf(ana), SOON).toEqual([texts[0]])
    await expect.poll(() => messagesTo(ana, bob), SOON).toEqual(['Avant', 'Un', 'Deux'])
    const { docs } = (await bob.visitor.call(listMessages, { query: { userId: ana.userId } })).answer
    expect(docs[0]).toMatchObject({ text: 'Deux', image: { width: 320 } })
    await expect.poll(() => isAnswered(ana, liked.id), SOON).toBe(true)
    await all.waitFor({ state: 'detached', ...SOON })
    const { db } = stage().server
    expect(await db.selectFrom('event_flags').select('reason').where('reporter_id', '=', ana.userId).execute()).toEqual(
      [{ reason: 'Publicité' }],
    )
    expect(await db.selectFrom('users').select('job').where('id', '=', ana.userId).execute()).toEqual([
      { job: 'Luthière' },
    ])
    await page.getByRole('article').filter({ hasText: texts[0]! }).first().waitFor()
  })

  it('edits an own post offline; deleted meanwhile, it can be published as a new one', async () => {
    const ana = await neighbor()
    const mine = await makePost(ana)
    const { context } = await arrive(ana)
    await context.setOffline(true)
    const page = await openAnew(context, FEED)
    await reach(page, mine.title)
    await button(page, say('feed.menu.of', { title: mine.title })).click()
    await page.getByRole('menuitem', { name: say('postacts.edit') }).click()
    const field = page.locator('textarea[name=description]')
    await field.waitFor()
    expect(await field.inputValue()).toBe(mine.title)
    const words = named('Changé')
    await field.fill(words)
    await button(page, say('publish.save')).click()
    await page.waitForURL(url => url.pathname === FEED)
    await waiting(page).getByRole('listitem').waitFor()
    await ana.visitor.call(removeEvent, { params: { id: mine.id } })
    await context.setOffline(false)
    const why = say('outbox.refused', { why: say('outbox.refused.gone.post') })
    await waiting(page).getByText(why).waitFor(SOON)
    expect(await findBarriers(page)).toEqual([])
    await waiting(page)
      .getByRole('button', { name: new RegExp(`^${say('outbox.change')}`) })
      .click()
    await page.getByText(say('publish.gone.still')).waitFor()
    expect(await field.inputValue()).toBe(words)
    await button(page, say('publish.gone.anew')).click()
    await expect.poll(() => postsOf(ana), SOON).toEqual([words])
  })

  it('loses nothing behind a captive portal, and sends nothing twice after a lost response', async () => {
    const ana = await neighbor()
    // Calls of the service worker could not be intercepted.
    const { page, context, faults } = await stage().welcome({
      size,
      language,
      by: ana.visitor,
      context: { serviceWorkers: 'block' },
    })
    faults.expect(/net::ERR_/, /networkerror/)
    /** What happens to a request to publish. */
    let fate: 'portal' | 'lost' | 'through' = 'portal'
    await context.route(/\/events\/publish$/, async route => {
      if (fate === 'portal') return route.fulfill({ json: { status: 'login required' } })
      const response = await route.fetch()
      if (fate === 'lost') await route.abort('connectionreset')
      else await route.fulfill({ response })
    })
    const words = named('Derrière un portail')
    await page.goto(`${FEED}/edition-publication`)
    await page.locator('textarea[name=description]').fill(words)
    await button(page, say('publish.post')).click()
    await page.waitForURL(url => url.pathname === FEED)
    await waiting(page).getByText(words).waitFor()
    expect(await postsOf(ana)).toEqual([])
    /** An `online` event retries pending items at once. */
    const comeBack = () => page.evaluate(() => dispatchEvent(new Event('online')))
    fate = 'lost'
    await expect.poll(async () => (await comeBack(), postsOf(ana)), SOON).toEqual([words])
    await waiting(page).getByText(words).waitFor()
    fate = 'through'
    await expect.poll(async () => (await comeBack(), waiting(page).count()), SOON).toBe(0)
    expect(await postsOf(ana)).toEqual([words])
  })
})
