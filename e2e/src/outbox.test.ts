// features: outbox, chat, publish, feed
// What is done without a network goes out by itself: in order, once, and what the server refuses later is told.
import { blockUser } from '@parvis/contract/blocks.ts'
import { listMessages } from '@parvis/contract/chat.ts'
import { removeEvent } from '@parvis/contract/feed.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import { logOut } from '@parvis/contract/session.ts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { asPerson } from '../../apps/server/src/testing/people.ts'
import { DEMO_PASSWORD, type Visitor } from '../../apps/server/src/testing/test-server.ts'
import { findBarriers } from './axe.ts'
import { logIn, logInForm } from './log-in.ts'
import { startNetwork } from './network.ts'
import { oppositeShapes, type Shape, signedIn } from './stage.ts'
import { useStage } from './use-stage.ts'
import { wordsIn } from './words.ts'
import { appIsStored, isKept, openAnew } from './worker-page.ts'

const stage = useStage('demo', { hasWorker: true })
const HOME = '/les-tilleuls'
const FEED = `${HOME}/actualites`
/** What went wrong on the way is tried again after some seconds, and ever more seldom. */
const SOON = { timeout: 90_000 }

let people = 0
const emailOf = (pseudo: string) => `${pseudo}@e2e.example`

interface Neighbor {
  visitor: Visitor
  userId: string
  pseudo: string
}

const neighbor = async (password?: string): Promise<Neighbor> => {
  const pseudo = `absent${++people}`
  const community = 'les-tilleuls'
  const { visitor, userId } = await asPerson(stage().server, { email: emailOf(pseudo), pseudo, community, password })
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

/** Their posts by their words, the first one first. */
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

/** What is wrong with what was sent, and with what came of it. */
const faultsIn = (sent: readonly string[], stored: readonly (string | null)[]): string[] => [
  ...sent.filter(one => !stored.includes(one)).map(one => `${one} is lost`),
  ...sent.filter(one => stored.filter(other => other === one).length > 1).map(one => `${one} is doubled`),
  ...(stored.filter((one, at) => stored.indexOf(one) === at && sent.includes(one!)).join() ===
  sent.filter(one => stored.includes(one)).join()
    ? []
    : ['out of order']),
]

describe.each(oppositeShapes)('what is sent later, $size, $language', ({ size, language, say }: Shape) => {
  const arrive = async ({ visitor }: Neighbor, origin = stage().origin) => {
    const guest = await stage().welcome({
      size,
      language,
      context: { baseURL: origin, storageState: signedIn(origin, visitor) },
    })
    guest.faults.expect(
      /net::ERR_/,
      /Failed to load resource/,
      /networkerror/,
      /^foreign request: /,
      /WebSocket connection to .* failed/,
      // a post that is gone meanwhile
      /^answer: (?:PUT|GET) \/events\/.* 404$/,
    )
    await guest.page.goto(FEED)
    await guest.page.getByRole('article').first().waitFor()
    await appIsStored(guest.page)
    await isKept(guest.page, /"feed","list"/)
    return guest
  }
  const waiting = (page: Page) =>
    page.getByRole('region', {
      name: new RegExp(`^(?:${say('outbox.title')}|${say('outbox.title.refused')})$`),
    })
  /** Several that wait are one line until it is tapped. */
  const unfold = (page: Page) => waiting(page).getByRole('button', { expanded: false }).click()
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
  const publish = async (page: Page, text: string) => {
    await page.goto(`${FEED}/edition-publication`)
    await page.locator('textarea').fill(text)
    await button(page, say('publish.post')).click()
    await page.waitForURL(url => url.pathname === FEED)
  }
  const write = async (page: Page, text: string) => {
    await page.getByRole('textbox', { name: new RegExp(say('messages.composer.label')) }).fill(text)
    await button(page, say('messages.composer.send')).click()
  }
  const thread = ({ pseudo }: Neighbor) => `${HOME}/mes-conversations/${pseudo}`
  const named = (name: string) => `${name} ${size} ${Math.random()}`
  /** A post of somebody else, that can be answered. */
  const makePost = async (author: Neighbor) => {
    const title = named('Coup de main')
    const { answer } = await author.visitor.call(publishPost, { body: { title, description: title, tmpId: title } })
    return { id: answer._id, title }
  }
  /** Cards below the screen are not drawn: reads on until this one stands in its middle. */
  const reach = async (page: Page, title: string) => {
    const card = cardOf(page, title)
    const isSeen = async () => {
      if ((await card.count()) === 0) await page.evaluate(() => scrollBy(0, innerHeight / 2))
      else await card.evaluate(element => element.scrollIntoView({ block: 'center' }))
      // what comes above it moves it away
      await page.waitForTimeout(500)
      if ((await card.count()) === 0) return false
      return card.evaluate(element => {
        const { top, bottom } = element.getBoundingClientRect()
        return top > 0 && bottom < innerHeight
      })
    }
    await expect.poll(isSeen, SOON).toBe(true)
  }
  const answer = (page: Page, title: string) => cardOf(page, title).locator('button[aria-pressed]')
  const isGiven = (page: Page, title: string, given: boolean) =>
    expect.poll(() => answer(page, title).getAttribute('aria-pressed')).toBe(String(given))
  const cardOf = (page: Page, title: string) =>
    page.getByRole('article').filter({ has: page.getByRole('heading', { name: title }) })

  it('a day without a network: posts, an answer, messages, a report and the profile, and then back', async () => {
    const [ana, bob] = [await neighbor(), await neighbor()]
    const [liked, bad] = [await makePost(bob), await makePost(bob)]
    const { page: first, context } = await arrive(ana)
    for (const { title } of [liked, bad]) await cardOf(first, title).waitFor()
    await first.goto(thread(bob))
    await write(first, 'Avant')
    await expect.poll(() => messagesTo(ana, bob)).toEqual(['Avant'])
    await isKept(first, /"chat","thread"/)
    await first.goto(`${HOME}/mon-profil`)
    const job = (page: Page) => page.locator('input[name=job]')
    await job(first).waitFor()
    await isKept(first, /"profile","mine"/)
    await first.goto(FEED)
    await isKept(first, /"profile","places"|"profile","mine"/)

    await context.setOffline(true)
    let page = await openAnew(context, FEED)
    const texts = [named('Un'), named('Deux'), named('Trois')]
    for (const text of texts) await publish(page, text)
    await page.getByText(say('outbox.later')).waitFor()
    await reach(page, liked.title)
    await answer(page, liked.title).click()
    await isGiven(page, liked.title, true)
    await reach(page, bad.title)
    await button(page, say('feed.menu.of', { title: bad.title })).click()
    await page.getByRole('menuitem', { name: say('feed.menu.flag') }).click()
    const dialog = page.getByRole('dialog', { name: say('rules.report.title.post') })
    await dialog.getByRole('textbox').fill('Publicité')
    await dialog.getByRole('button', { name: say('rules.report.yes') }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.goto(`${HOME}/mon-profil`)
    await job(page).fill('Luthière')
    await button(page, say('entry.profile.save')).click()
    await page.getByText(say('outbox.later')).waitFor()
    await page.goto(thread(bob))
    for (const text of ['Un', 'Deux', 'Pas celui-ci', 'Trois']) await write(page, text)
    await button(page, say('messages.waiting.forget.of', { what: 'Pas celui-ci' })).click()
    // the list of conversations says so too
    await page.goto(`${HOME}/mes-conversations`)
    const line = page
      .getByRole('main')
      .getByRole('link', { name: new RegExp(bob.pseudo) })
      .first()
    await expect.poll(() => line.textContent()).toContain('Trois')
    expect(await line.textContent()).toContain(say('messages.state.pending'))

    // closed, and opened the next morning: what waits pushes down nothing that is being read
    await context.addInitScript(() => {
      let moved = 0
      new PerformanceObserver(list => {
        for (const entry of list.getEntries()) moved += (entry as unknown as { value: number }).value
        Object.assign(window, { moved })
      }).observe({ type: 'layout-shift', buffered: true })
    })
    page = await openAnew(context, FEED)
    const all = waiting(page)
    await all.getByRole('button', { expanded: false }).waitFor()
    await page
      .getByText(language === 'fr' ? /^Hors ligne\. Vu/ : /^Offline\. Last seen/)
      .first()
      .waitFor()
    expect(await page.evaluate(() => (window as { moved?: number }).moved ?? 0)).toBeLessThan(0.1)
    await unfold(page)
    await expect.poll(() => all.getByRole('listitem').count()).toBe(6)
    expect(await findBarriers(page)).toEqual([])
    await reach(page, liked.title)
    await isGiven(page, liked.title, true)
    await all.getByRole('button', { name: say('outbox.cancel.of', { what: texts[1]! }) }).click()
    await expect.poll(() => all.getByRole('listitem').count()).toBe(5)

    await context.setOffline(false)
    await expect.poll(() => postsOf(ana), SOON).toEqual([texts[0], texts[2]])
    await expect.poll(() => messagesTo(ana, bob), SOON).toEqual(['Avant', 'Un', 'Deux', 'Trois'])
    await expect.poll(() => isAnswered(ana, liked.id), SOON).toBe(true)
    await all.waitFor({ state: 'detached', ...SOON })
    const { db } = stage().server
    expect(await db.selectFrom('event_flags').select('reason').where('reporter_id', '=', ana.userId).execute()).toEqual(
      [{ reason: 'Publicité' }],
    )
    expect(await db.selectFrom('users').select('job').where('id', '=', ana.userId).execute()).toEqual([
      { job: 'Luthière' },
    ])
    await page.getByRole('article').filter({ hasText: texts[2]! }).first().waitFor()
  })

  it('a profile that waits says so in its form, goes out without what was begun since, and can be taken back', async () => {
    const ana = await neighbor()
    const { page, context } = await arrive(ana)
    const job = page.locator('input[name=job]')
    const open = async () => {
      await page.goto(`${HOME}/mon-profil`)
      await job.waitFor()
    }
    const save = button(page, say('entry.profile.save'))
    const waits = page.getByText(say('profile.waits'))
    const begun = page.getByText(say('profile.restored'), { exact: true })
    const more = page.getByText(say('profile.restored.more'))
    await open()
    await isKept(page, /"profile","mine"/)
    await isKept(page, /\["session"\]/)
    await context.setOffline(true)
    await job.fill('Luthière')
    await save.click()
    await page.waitForURL(url => url.pathname === FEED)
    const line = waiting(page).getByRole('listitem')
    await line.getByText(say('profile.job'), { exact: true }).waitFor()

    await open()
    await waits.waitFor()
    expect([await job.inputValue(), await begun.count(), await more.count()]).toEqual(['Luthière', 0, 0])
    expect(await findBarriers(page)).toEqual([])
    await job.fill('Facteur')
    await open()
    await more.waitFor()
    await button(page, say('profile.discard')).click()
    await more.waitFor({ state: 'detached' })
    expect([await job.inputValue(), await waits.count()]).toEqual(['Luthière', 1])

    await button(page, say('profile.takeback')).click()
    await page.getByText(say('profile.takenback')).waitFor()
    await begun.waitFor()
    expect([await job.inputValue(), await waits.count()]).toEqual(['Luthière', 0])

    // saved once more, it goes out while its form is open, and that is no news
    await save.click()
    await page.waitForURL(url => url.pathname === FEED)
    await open()
    await waits.waitFor()
    await context.setOffline(false)
    await waits.waitFor({ state: 'detached', ...SOON })
    await page.getByText(say('outbox.sent.profile')).waitFor()
    const { db } = stage().server
    expect(await db.selectFrom('users').select('job').where('id', '=', ana.userId).execute()).toEqual([
      { job: 'Luthière' },
    ])
    expect([
      await job.inputValue(),
      await begun.count(),
      await page.getByText(say('profile.followed')).count(),
    ]).toEqual(['Luthière', 0, 0])
  })

  it('the last answer holds, and a change of a post that is gone meanwhile goes out as a new one', async () => {
    const [ana, bob] = [await neighbor(), await neighbor()]
    const liked = await makePost(bob)
    const mine = await makePost(ana)
    const { page, context } = await arrive(ana)
    await page.goto(`${FEED}/edition-publication?id=${mine.id}`)
    await page.locator('textarea').waitFor()
    await context.setOffline(true)
    const words = named('Changé')
    await page.locator('textarea').fill(words)
    await button(page, say('publish.save')).click()
    await page.waitForURL(url => url.pathname === FEED)
    await reach(page, liked.title)
    for (const given of [true, false, true]) {
      await answer(page, liked.title).click()
      await isGiven(page, liked.title, given)
    }
    const saysThatItWaits = async () =>
      /not sent yet|en attente/.test((await answer(page, liked.title).getAttribute('aria-label')) ?? '')
    expect(await saysThatItWaits()).toBe(true)
    await unfold(page)
    await expect.poll(() => waiting(page).getByRole('listitem').count()).toBe(2)
    await ana.visitor.call(removeEvent, { params: { id: mine.id } })
    await context.setOffline(false)
    await expect.poll(() => isAnswered(ana, liked.id), SOON).toBe(true)
    await reach(page, liked.title)
    await expect.poll(saysThatItWaits).toBe(false)
    await page.evaluate(() => scrollTo(0, 0))
    const why = say('outbox.refused', { why: say('outbox.refused.gone.post') })
    await waiting(page).getByText(why).waitFor(SOON)
    expect(await findBarriers(page)).toEqual([])
    await waiting(page)
      .getByRole('button', { name: new RegExp(`^${say('outbox.change')}`) })
      .click()
    await page.getByText(say('publish.gone.still')).waitFor()
    expect(await page.locator('textarea').inputValue()).toBe(words)
    await button(page, say('publish.gone.anew')).click()
    await expect.poll(() => postsOf(ana), SOON).toEqual([words])
  })

  it('a post of one’s own is changed after a start without a network, from what was last seen of it', async () => {
    const ana = await neighbor()
    const mine = await makePost(ana)
    const { context } = await arrive(ana)
    await context.setOffline(true)
    const page = await openAnew(context, FEED)
    await reach(page, mine.title)
    await button(page, say('feed.menu.of', { title: mine.title })).click()
    await page.getByRole('menuitem', { name: say('feed.menu.edit') }).click()
    await page.locator('textarea').waitFor()
    expect(await page.locator('textarea').inputValue()).toBe(mine.title)
    const words = named('Changé')
    await page.locator('textarea').fill(words)
    await button(page, say('publish.save')).click()
    await waiting(page).waitFor()
    await context.setOffline(false)
    await expect.poll(() => postsOf(ana), SOON).toEqual([words])
    await waiting(page).waitFor({ state: 'detached' })
  })

  it('what a device without room cannot keep stays in its form until the server has it', async () => {
    const ana = await neighbor()
    const { page, context } = await arrive(ana)
    await context.addInitScript(() => {
      const put = IDBObjectStore.prototype.put
      IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...given: Parameters<typeof put>) {
        if (this.transaction.db.name === 'parvis-unsent') throw new DOMException('full', 'QuotaExceededError')
        return put.apply(this, given)
      }
    })
    await page.goto(`${FEED}/edition-publication`)
    const words = named('Sans place')
    const field = page.locator('textarea')
    await field.fill(words)
    await context.setOffline(true)
    await button(page, say('publish.post')).click()
    await page.waitForURL(url => url.pathname === FEED)
    await page.getByText(say('outbox.later.page')).waitFor()
    // the page is closed all the same
    const next = await openAnew(context, `${FEED}/edition-publication`)
    await expect.poll(() => next.locator('textarea').inputValue(), SOON).toBe(words)
    await button(next, say('publish.post')).click()
    await next.waitForURL(url => url.pathname === FEED)
    await waiting(next).getByText(words).waitFor()
    await context.setOffline(false)
    await expect.poll(() => postsOf(ana), SOON).toEqual([words])
    await waiting(next).waitFor({ state: 'detached', ...SOON })
    await next.goto(`${FEED}/edition-publication`)
    await next.locator('textarea').waitFor()
    expect(await next.locator('textarea').inputValue()).toBe('')
  })

  it('a first message to somebody stands in the list of conversations while it waits, and once it was sent', async () => {
    const [ana, bob] = [await neighbor(), await neighbor()]
    const post = await makePost(bob)
    const { page: first, context } = await arrive(ana)
    await first.goto(`${HOME}/mes-conversations`)
    await first.getByText(say('messages.mine.empty.title')).first().waitFor()
    await isKept(first, /"chat","users"/)
    // by way of a post: its first word takes the post out of the address
    await first.goto(`${thread(bob)}?eventId=${post.id}`)
    await first.getByRole('textbox', { name: new RegExp(say('messages.composer.label')) }).waitFor()
    await isKept(first, /"chat","thread"/)
    await context.setOffline(true)
    const withdraw = (page: Page, what: string) =>
      button(page, say('messages.waiting.forget.of', { what })).click({ timeout: 30_000 })
    const line = (page: Page) => page.getByRole('link', { name: new RegExp(bob.pseudo) })
    const list = (page: Page) =>
      page
        .getByRole('main')
        .getByRole('listitem')
        .filter({ has: line(page) })
    await write(first, 'Pas encore')
    await withdraw(first, 'Pas encore')
    await write(first, 'Bonjour')
    await first.goto(`${HOME}/mes-conversations`)
    await list(first).getByText('Bonjour').waitFor()
    // closed, and opened another day
    const page = await openAnew(context, `${HOME}/mes-conversations`)
    await list(page).getByText('Bonjour').waitFor()
    expect(await list(page).textContent()).toContain(say('messages.state.pending'))
    expect(await list(page).count()).toBe(1)
    expect(await findBarriers(page)).toEqual([])
    await line(page).first().click()
    await page.waitForURL(url => url.pathname === thread(bob))
    await withdraw(page, 'Bonjour')
    await page.goto(`${HOME}/mes-conversations`)
    await page.getByText(say('messages.mine.empty.title')).first().waitFor()
    await page.goto(thread(bob))
    await write(page, 'Bonsoir')
    await page.goto(`${HOME}/mes-conversations`)
    await list(page).getByText('Bonsoir').waitFor()
    await context.setOffline(false)
    await expect.poll(() => messagesTo(ana, bob), SOON).toEqual(['Bonsoir'])
    await expect.poll(() => list(page).textContent(), SOON).not.toContain(say('messages.state.pending'))
    expect(await list(page).textContent()).toContain('Bonsoir')
    expect(await list(page).count()).toBe(1)
  })

  it('who is logged out meanwhile is told at the log-in that it is kept, not what it is, and once in it goes out', async () => {
    const ana = await neighbor(DEMO_PASSWORD)
    const { page, context, faults } = await arrive(ana)
    // the pictures of members, which are asked for again with the network, are not there for strangers
    faults.expect(/^answer: .* 401$/, /^answer: GET \/media\/\S+ 404$/)
    await context.setOffline(true)
    const words = named('Gardé')
    await publish(page, words)
    await page.getByText(say('outbox.later')).waitFor()
    // the same session, by its cookie
    await ana.visitor.call(logOut)
    await context.setOffline(false)
    await page.waitForURL('**/connexion?**', SOON)
    await page.getByText(say('outbox.left')).waitFor()
    expect(await page.getByText(words).count()).toBe(0)
    expect(await findBarriers(page)).toEqual([])
    // opened anew on another day
    const again = await openAnew(context, FEED)
    await again.getByText(say('outbox.left')).waitFor()
    await logInForm(again, say).login.waitFor()
    await logIn(again, say, emailOf(ana.pseudo))
    await expect.poll(() => postsOf(ana), SOON).toEqual([words])
    await waiting(again).waitFor({ state: 'detached', ...SOON })
  })

  it('a message to who has blocked its writer meanwhile is told on the board, can be copied, and thrown away', async () => {
    const [ana, bob] = [await neighbor(), await neighbor()]
    const { page, context, faults } = await arrive(ana)
    // neither is there for the other any more
    faults.expect(/^answer: (?:GET|POST) \/messages 403$/)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(thread(bob))
    await page.getByRole('textbox', { name: new RegExp(say('messages.composer.label')) }).waitFor()
    await context.setOffline(true)
    const words = named('Trop tard')
    await write(page, words)
    await bob.visitor.call(blockUser, { params: { id: ana.userId } })
    await page.goto(`${HOME}/informations`)
    await context.setOffline(false)
    // wherever its writer is by then
    const [, told] = say('outbox.refused.told', { what: '|' }).split('|')
    await page.getByText(told!).first().waitFor(SOON)
    await button(page, say('outbox.refused.why')).click()
    await waiting(page).getByRole('listitem').filter({ hasText: words }).waitFor()
    const board = await openAnew(context, FEED)
    const line = waiting(board).getByRole('listitem').filter({ hasText: words })
    await line.getByText(say('outbox.refused', { why: say('outbox.refused.shut') })).waitFor(SOON)
    expect(await findBarriers(board)).toEqual([])
    await button(board, say('outbox.copy.of', { what: words })).click()
    await board.getByText(say('outbox.copied')).waitFor()
    expect(await board.evaluate(() => navigator.clipboard.readText())).toBe(words)
    await button(board, say('outbox.discard.of', { what: words })).click()
    await waiting(board).waitFor({ state: 'detached' })
  })

  it('what the server hears and does not answer waits, and holds up nothing else', async () => {
    const [ana, bob] = [await neighbor(), await neighbor()]
    const [first, second] = [await makePost(bob), await makePost(bob)]
    const network = await startNetwork(stage().origin)
    try {
      const { page } = await arrive(ana, network.origin)
      for (const { title } of [first, second]) await cardOf(page, title).waitFor()
      network.state = 'silent'
      for (const { title } of [first, second]) {
        await reach(page, title)
        await answer(page, title).click()
      }
      await page.evaluate(() => scrollTo(0, 0))
      await waiting(page).getByRole('button', { expanded: false }).waitFor(SOON)
      await unfold(page)
      await expect.poll(() => waiting(page).getByRole('listitem').count()).toBe(2)
      // nor does a form: what it says is sent later, once
      const words = named('Muet')
      await page.goto(`${FEED}/edition-publication`)
      await page.locator('textarea').fill(words)
      const began = performance.now()
      await button(page, say('publish.post')).click()
      await page.waitForURL(url => url.pathname === FEED, SOON)
      expect(performance.now() - began).toBeLessThan(20_000)
      network.state = 'open'
      await expect.poll(() => postsOf(ana), SOON).toEqual([words])
      for (const { id } of [first, second]) await expect.poll(() => isAnswered(ana, id), SOON).toBe(true)
      await waiting(page).waitFor({ state: 'detached', ...SOON })
    } finally {
      await network.close()
    }
  })

  it('on a slow network that loses a connection now and then nothing is lost, doubled or out of order', async () => {
    const [ana, bob] = [await neighbor(), await neighbor()]
    const network = await startNetwork(stage().origin)
    try {
      const { page } = await arrive(ana, network.origin)
      network.delayMs = 150
      const posts = Array.from({ length: 5 }, (_, n) => named(`Lent ${n}`))
      const messages = Array.from({ length: 12 }, (_, n) => `Lent ${n}`)
      network.loss = 0.15
      for (const text of posts) {
        // the screens come from what was stored; only what is sent has to pass
        await page.goto(`${FEED}/edition-publication`).catch(() => page.goto(`${FEED}/edition-publication`))
        await page.locator('textarea').fill(text)
        await button(page, say('publish.post')).click()
        await page.waitForURL(url => url.pathname === FEED, SOON)
      }
      network.loss = 0
      await page.goto(thread(bob))
      await page.getByRole('textbox', { name: new RegExp(say('messages.composer.label')) }).waitFor(SOON)
      network.loss = 0.15
      for (const text of messages) await write(page, text)
      const states = ['pending', 'sent'] as const
      const count = (state: (typeof states)[number]) =>
        page
          .getByRole('log')
          .getByText(say(`messages.state.${state}`), { exact: true })
          .count()
      expect(await count('pending')).toBeGreaterThan(0)
      await page.waitForTimeout(5_000)
      network.loss = 0
      await expect.poll(() => count('pending'), SOON).toBe(0)
      expect(faultsIn(messages, await messagesTo(ana, bob))).toEqual([])
      await page.goto(FEED)
      await expect.poll(async () => (await postsOf(ana)).length, SOON).toBeGreaterThanOrEqual(posts.length)
      await waiting(page).waitFor({ state: 'detached', ...SOON })
      expect(faultsIn(posts, await postsOf(ana))).toEqual([])
    } finally {
      await network.close()
    }
  })
})

describe('a network that asks for a log-in first', () => {
  it('says yes to all that waits, and nothing of it is lost', async () => {
    const ana = await neighbor()
    const say = wordsIn('en')
    const { page, context, faults } = await stage().welcome({
      size: 'phone',
      language: 'en',
      context: { storageState: signedIn(stage().origin, ana.visitor), serviceWorkers: 'block' },
    })
    faults.expect(/net::ERR_/, /networkerror/)
    await page.goto(`${FEED}/edition-publication`)
    await page.locator('textarea').fill('Behind a portal')
    let taken = 0
    await context.route(
      () => true,
      async route => {
        if (route.request().method() === 'GET') return route.fallback()
        taken++
        await route.fulfill({ json: { status: 'login required' } })
      },
    )
    await page.getByRole('button', { name: say('publish.post'), exact: true }).click()
    await page.waitForURL(url => url.pathname === FEED)
    const waiting = page.getByRole('region', { name: say('outbox.title') })
    await waiting.getByText('Behind a portal').waitFor()
    await expect.poll(() => taken, SOON).toBeGreaterThan(2)
    expect(await waiting.getByText('Behind a portal').count()).toBe(1)
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await waiting.waitFor({ state: 'detached', ...SOON })
    expect(faultsIn(['Behind a portal'], await postsOf(ana))).toEqual([])
  })
})

describe('the watch over what is sent later', () => {
  it('finds what is lost, doubled and out of order', () => {
    expect(faultsIn(['a', 'b'], ['a', 'b'])).toEqual([])
    expect(faultsIn(['a', 'b'], ['a', 'a', 'b'])).toEqual(['a is doubled'])
    expect(faultsIn(['a', 'b'], ['b'])).toEqual(['a is lost'])
    expect(faultsIn(['a', 'b'], ['b', 'a'])).toEqual(['out of order'])
  })

  it('finds an app that sends under another name each time', async () => {
    const ana = await neighbor()
    // without the worker's hand in between, the call can be changed on its way
    const { page, context, faults } = await stage().welcome({
      size: 'phone',
      language: 'en',
      context: { storageState: signedIn(stage().origin, ana.visitor), serviceWorkers: 'block' },
    })
    faults.expect(/net::ERR_/, /networkerror/)
    let lost = 1
    await context.route(/\/events\/publish$/, async route => {
      const { tmpId: _, ...body } = route.request().postDataJSON() as Record<string, unknown>
      const response = await route.fetch({ postData: { ...body, tmpId: String(Math.random()) } })
      if (lost-- > 0) await route.abort('connectionreset')
      else await route.fulfill({ response })
    })
    await page.goto(`${FEED}/edition-publication`)
    await page.locator('textarea').fill('Twice')
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    await expect.poll(async () => (await postsOf(ana)).length, SOON).toBe(2)
    expect(faultsIn(['Twice'], await postsOf(ana))).toEqual(['Twice is doubled'])
  })
})
