// features: outbox, chat, publish, feed, profile, moderation, session
// The outbox sends the offline actions of a member in order, each only once, and reports those that the server refuses.
import { listMessages } from '@parvis/contract/chat.ts'
import { removeEvent } from '@parvis/contract/feed.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { asPerson } from '../../apps/server/src/testing/people.ts'
import { plainPicture } from '../../apps/server/src/testing/pictures.ts'
import type { Visitor } from '../../apps/server/src/testing/test-server.ts'
import { findAxeViolations } from './axe.ts'
import { goTo } from './go-to.ts'
import { oppositeShapes, type Shape } from './browser-server.ts'
import { scrollToMiddle } from './scroll.ts'
import { layoutShiftOf } from './settle.ts'
import { useTestServer } from './use-test-server.ts'
import { waitForStoredApp, waitForPersistedQueries, countPendingItems, reopenApp } from './worker-page.ts'

const testServer = useTestServer('demo', { hasWorker: true })
const HOME = '/les-tilleuls'
const FEED = `${HOME}/actualites`
/** Pending items are sent as soon as the network is back; a busy machine gets more time. */
const LIVE_TIMEOUT = { timeout: 30_000 }

let neighborCount = 0

interface Neighbor {
  visitor: Visitor
  userId: string
  pseudo: string
}

const neighbor = async (): Promise<Neighbor> => {
  const pseudo = `absent${++neighborCount}`
  const community = 'les-tilleuls'
  const { visitor, userId } = await asPerson(testServer().server, { email: `${pseudo}@e2e.example`, pseudo, community })
  await testServer()
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

/** The texts of the posts of this neighbour, oldest first. */
const postsOf = async ({ userId }: Neighbor) =>
  (
    await testServer()
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
    await testServer()
      .server.db.selectFrom('event_answers')
      .select('user_id')
      .where('event_id', '=', eventId)
      .where('user_id', '=', userId)
      .execute()
  ).length > 0

describe.each(oppositeShapes)('the outbox, $size, $language', ({ size, language, t }: Shape) => {
  const openPage = async ({ visitor }: Neighbor) => {
    const visit = await testServer().newPage({
      size,
      language,
      by: visitor,
    })
    visit.pageErrors.allow(
      /net::ERR_/,
      /Failed to load resource/,
      /networkerror/,
      /^foreign request: /,
      /WebSocket connection to .* failed/,
      // Requests for the post fail, since it was deleted meanwhile.
      /^answer: (?:PUT|GET) \/events\/.* 404$/,
    )
    await visit.page.goto(FEED)
    await visit.page.getByRole('article').first().waitFor()
    await waitForStoredApp(visit.page)
    await waitForPersistedQueries(visit.page, /"feed","list"/)
    return visit
  }
  const pendingSection = (page: Page) =>
    page.getByRole('region', {
      name: new RegExp(`^(?:${t('outbox.title')}|${t('outbox.title.refused')})$`),
    })
  /** Expands the line that summarizes several pending items. */
  const unfold = (page: Page) => pendingSection(page).getByRole('button', { expanded: false }).click()
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
  const publish = async (page: Page, text: string) => {
    await goTo(page, `${FEED}/edition-publication`)
    await page.locator('textarea[name=description]').fill(text)
    await button(page, t('publish.post')).click()
    await page.waitForURL(url => url.pathname === FEED)
  }
  const write = async (page: Page, text: string) => {
    await page.getByRole('textbox', { name: new RegExp(t('messages.composer.label')) }).fill(text)
    await button(page, t('messages.composer.send')).click()
  }
  const thread = ({ pseudo }: Neighbor) => `${HOME}/mes-conversations/${pseudo}`
  const uniqueTitle = (name: string) => `${name} ${size} ${Math.random()}`
  /** Publishes a post that other members can answer. */
  const addPost = async (author: Neighbor) => {
    const title = uniqueTitle('Coup de main')
    const { answer } = await author.visitor.call(publishPost, {
      body: { title, description: title, tmpId: title },
    })
    return { id: answer._id, title }
  }
  const scrollToCard = (page: Page, title: string) => scrollToMiddle(page, cardOf(page, title), LIVE_TIMEOUT)
  const answer = (page: Page, title: string) => cardOf(page, title).locator('button[aria-pressed]')
  const waitUntilAnswered = (page: Page, title: string, given: boolean) =>
    expect.poll(() => answer(page, title).getAttribute('aria-pressed')).toBe(String(given))
  const cardOf = (page: Page, title: string) =>
    page.getByRole('article').filter({ has: page.getByRole('heading', { name: title }) })

  it('sends posts, an answer, messages, a report and a profile written offline once the network is back', async () => {
    const [ana, bob] = [await neighbor(), await neighbor()]
    const [answeredPost, reportedPost] = [await addPost(bob), await addPost(bob)]
    const { page: first, context } = await openPage(ana)
    for (const { title } of [answeredPost, reportedPost]) await cardOf(first, title).waitFor()
    await goTo(first, thread(bob))
    await write(first, 'Avant')
    await expect.poll(() => messagesTo(ana, bob)).toEqual(['Avant'])
    await waitForPersistedQueries(first, /"chat","thread"/)
    await goTo(first, `${HOME}/mon-profil`)
    const job = (page: Page) => page.locator('input[name=job]')
    await job(first).waitFor()
    await waitForPersistedQueries(first, /"profile","mine"/)

    await context.setOffline(true)
    let page = await reopenApp(context, FEED)
    await page.getByRole('article').first().waitFor()
    const texts = [uniqueTitle('Un'), uniqueTitle('Deux')]
    for (const text of texts) await publish(page, text)
    await page.getByText(t('outbox.later')).waitFor()
    await scrollToCard(page, answeredPost.title)
    await answer(page, answeredPost.title).click()
    await waitUntilAnswered(page, answeredPost.title, true)
    await scrollToCard(page, reportedPost.title)
    await button(page, t('feed.menu.of', { title: reportedPost.title })).click()
    await page.getByRole('menuitem', { name: t('postacts.flag') }).click()
    const dialog = page.getByRole('dialog', { name: t('rules.report.title.post') })
    await dialog.getByRole('textbox').fill('Publicité')
    await dialog.getByRole('button', { name: t('rules.report.yes') }).click()
    await dialog.waitFor({ state: 'detached' })
    await goTo(page, `${HOME}/mon-profil`)
    await job(page).fill('Luthière')
    await button(page, t('entry.profile.save')).click()
    // The form is left once the profile is queued. The toast may still be that of an earlier item.
    await page.waitForURL(url => !url.pathname.endsWith('mon-profil'))
    await goTo(page, thread(bob))
    const before = await countPendingItems(page)
    await write(page, 'Un')
    // An attached photo is sent with the text.
    const photo = await plainPicture(320, 240).jpeg().toBuffer()
    await page.locator('input[type=file]').setInputFiles({ name: 'chat.jpg', mimeType: 'image/jpeg', buffer: photo })
    await page.getByText(t('messages.staged.photo'), { exact: true }).waitFor(LIVE_TIMEOUT)
    await write(page, 'Deux')
    // Both messages must be stored before the page is left.
    await expect.poll(() => countPendingItems(page)).toBe(before + 2)
    await goTo(page, `${HOME}/mes-conversations`)
    const row = page
      .getByRole('main')
      .getByRole('link', { name: new RegExp(bob.pseudo) })
      .first()
    await expect.poll(() => row.textContent()).toContain('Deux')
    expect(await row.textContent()).toContain(t('messages.state.pending'))

    // When the app is reopened, the pending section must not shift the page.
    page = await reopenApp(context, FEED)
    const all = pendingSection(page)
    await all.getByRole('button', { expanded: false }).waitFor()
    await page
      .getByText(language === 'fr' ? /^Hors ligne\. Vu/ : /^Offline\. Last seen/)
      .first()
      .waitFor()
    expect(await layoutShiftOf(page)).toBeLessThan(0.1)
    await unfold(page)
    await expect.poll(() => all.getByRole('listitem').count()).toBe(5)
    expect(await findAxeViolations(page)).toEqual([])
    await scrollToCard(page, answeredPost.title)
    await waitUntilAnswered(page, answeredPost.title, true)
    await all.getByRole('button', { name: t('outbox.cancel.of', { what: texts[1]! }) }).click()
    await expect.poll(() => all.getByRole('listitem').count()).toBe(4)

    await context.setOffline(false)
    await expect.poll(() => postsOf(ana), LIVE_TIMEOUT).toEqual([texts[0]])
    await expect.poll(() => messagesTo(ana, bob), LIVE_TIMEOUT).toEqual(['Avant', 'Un', 'Deux'])
    const { docs } = (await bob.visitor.call(listMessages, { query: { userId: ana.userId } })).answer
    expect(docs[0]).toMatchObject({ text: 'Deux', image: { width: 320 } })
    await expect.poll(() => isAnswered(ana, answeredPost.id), LIVE_TIMEOUT).toBe(true)
    await all.waitFor({ state: 'detached', ...LIVE_TIMEOUT })
    const { db } = testServer().server
    expect(await db.selectFrom('event_flags').select('reason').where('reporter_id', '=', ana.userId).execute()).toEqual(
      [{ reason: 'Publicité' }],
    )
    expect(await db.selectFrom('users').select('job').where('id', '=', ana.userId).execute()).toEqual([
      { job: 'Luthière' },
    ])
    await page.getByRole('article').filter({ hasText: texts[0]! }).first().waitFor()
  })

  it('reports that an edit made offline was refused if the post was deleted meanwhile, and can publish the edited text as a new post', async () => {
    const ana = await neighbor()
    const mine = await addPost(ana)
    const { context } = await openPage(ana)
    await context.setOffline(true)
    const page = await reopenApp(context, FEED)
    await scrollToCard(page, mine.title)
    await button(page, t('feed.menu.of', { title: mine.title })).click()
    await page.getByRole('menuitem', { name: t('postacts.edit') }).click()
    const field = page.locator('textarea[name=description]')
    await field.waitFor()
    expect(await field.inputValue()).toBe(mine.title)
    const text = uniqueTitle('Changé')
    await field.fill(text)
    await button(page, t('publish.save')).click()
    await page.waitForURL(url => url.pathname === FEED)
    await pendingSection(page).getByRole('listitem').waitFor()
    await ana.visitor.call(removeEvent, { params: { id: mine.id } })
    await context.setOffline(false)
    const refusalText = t('outbox.refused', { why: t('outbox.refused.gone.post') })
    await pendingSection(page).getByText(refusalText).waitFor(LIVE_TIMEOUT)
    expect(await findAxeViolations(page)).toEqual([])
    await pendingSection(page)
      .getByRole('button', { name: new RegExp(`^${t('outbox.change')}`) })
      .click()
    await page.getByText(t('publish.gone.still')).waitFor()
    expect(await field.inputValue()).toBe(text)
    await button(page, t('publish.gone.anew')).click()
    await expect.poll(() => postsOf(ana), LIVE_TIMEOUT).toEqual([text])
  })

  it('loses nothing behind a captive portal, and sends nothing twice after a lost response', async () => {
    const ana = await neighbor()
    // Without a service worker, whose calls could not be intercepted.
    const { page, context, pageErrors } = await testServer().newPage({
      size,
      language,
      by: ana.visitor,
      context: { serviceWorkers: 'block' },
    })
    pageErrors.allow(/net::ERR_/, /networkerror/)
    /** How the test handles requests to publish: like a captive portal, with a lost response, or unchanged. */
    let routing: 'portal' | 'lost' | 'through' = 'portal'
    await context.route(/\/events\/publish$/, async route => {
      if (routing === 'portal') return route.fulfill({ json: { status: 'login required' } })
      const response = await route.fetch()
      if (routing === 'lost') await route.abort('connectionreset')
      else await route.fulfill({ response })
    })
    const text = uniqueTitle('Derrière un portail')
    await page.goto(`${FEED}/edition-publication`)
    await page.locator('textarea[name=description]').fill(text)
    await button(page, t('publish.post')).click()
    await page.waitForURL(url => url.pathname === FEED)
    await pendingSection(page).getByText(text).waitFor()
    expect(await postsOf(ana)).toEqual([])
    /** Dispatches an `online` event, which makes the app retry pending items at once. */
    const dispatchOnline = () => page.evaluate(() => dispatchEvent(new Event('online')))
    routing = 'lost'
    await expect.poll(async () => (await dispatchOnline(), postsOf(ana)), LIVE_TIMEOUT).toEqual([text])
    await pendingSection(page).getByText(text).waitFor()
    routing = 'through'
    await expect.poll(async () => (await dispatchOnline(), pendingSection(page).count()), LIVE_TIMEOUT).toBe(0)
    expect(await postsOf(ana)).toEqual([text])
  })
})
