// features: notifications
import { sendMessage } from '@parvis/contract/chat.ts'
import { answerEvent, removeEvent } from '@parvis/contract/feed.ts'
import { listNotifications, setNotificationSwitches, setQuietHours } from '@parvis/contract/notifications.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import { decideOnDeal } from '@parvis/contract/write-deals.ts'
import type { Locator, Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '../../apps/server/src/kernel/postgres/after-commit.ts'
import { newId } from '../../apps/server/src/kernel/ids.ts'
import { tellPersonWaits } from '../../apps/server/src/rooms/notifications/tell-approvals.service.ts'
import { tellPosts } from '../../apps/server/src/rooms/notifications/tell-posts.service.ts'
import { dealCalls } from '../../apps/server/src/testing/deals.ts'
import { addEvent } from '../../apps/server/src/testing/events.ts'
import { asPerson, type NewPerson } from '../../apps/server/src/testing/people.ts'
import { DEMO_PASSWORD } from '../../apps/server/src/testing/test-server.ts'
import { findBarriers } from './axe.ts'
import { logIn } from './log-in.ts'
import { oppositeShapes, type Shape, signedIn } from './stage.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()
const FEED = '/les-tilleuls/actualites'
const NOTICES = '/les-tilleuls/notifications'
/** A message that nobody reads is told of after two seconds; a busy machine is given more. */
const SOON = { timeout: 20_000 }

let people = 0

type Person = Awaited<ReturnType<typeof person>>

const person = async (more: Partial<NewPerson> = {}) => {
  const pseudo = `avis${++people}x${newId().slice(-6)}`
  const community = more.community ?? 'les-tilleuls'
  const { server } = stage()
  const found = await asPerson(server, { email: `${pseudo}@avis.example`, pseudo, ...more, community })
  const name = `Zoé ${people}`
  await server.db.updateTable('users').set({ firstname: name }).where('id', '=', found.userId).execute()
  return { ...found, pseudo, name, email: `${pseudo}@avis.example` }
}

beforeEach(async () => {
  const { db } = stage().server
  for (const table of ['notifications', 'notification_settings', 'attempts'] as const)
    await db.deleteFrom(table).execute()
})

/** What counts, in the language of the screen. */
const counted = {
  en: {
    messages: (count: number, who: string) => `${count} messages from ${who}`,
    inGroup: (title: string) => `1 message in ${title}`,
    answered: (who: string, title: string) => `${who} is interested in ${title}`,
    joined: (first: string, second: string) => `${first}, ${second} and 1 other have joined Les Tilleuls`,
    waits: (who: string) => `${who} waits to be let in`,
  },
  fr: {
    messages: (count: number, who: string) => `${count} messages de ${who}`,
    inGroup: (title: string) => `1 message dans ${title}`,
    answered: (who: string, title: string) => `${who} s’intéresse à ${title}`,
    joined: (first: string, second: string) => `${first}, ${second} et 1 autre ont rejoint Les Tilleuls`,
    waits: (who: string) => `${who} attend votre accord pour entrer`,
  },
} as const

describe.each(oppositeShapes)('where notifications lead, $size, $language', ({ size, language, say }: Shape) => {
  const words = counted[language]
  const arrive = async ({ visitor }: Pick<Person, 'visitor'>, path: string) => {
    const guest = await stage().welcome({
      size,
      language,
      context: { storageState: signedIn(stage().origin, visitor) },
    })
    await guest.page.goto(path)
    return guest
  }
  const bell = (page: Page, count?: number) =>
    page
      .getByRole('button', { name: new RegExp(`^${say('session.bell')}${count ? `,? ?${count}` : ''}$`) })
      .filter({ visible: true })
  const panel = (page: Page) => page.getByRole('dialog', { name: say('notifications.title') })
  const row = (where: Page | Locator, text: string) => where.getByRole('listitem').filter({ hasText: text })
  const told = (count: number, who: Person) =>
    expect.poll(async () => (await who.visitor.call(listNotifications)).answer.docs.length, SOON).toBe(count)

  it('in quiet hours says until when, and leads to where they are set; out of them says nothing', async () => {
    const one = await person()
    const hour = Number(
      new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Paris', hour: '2-digit', hourCycle: 'h23' }).format(),
    )
    const timeIn = (hours: number) => `${String((hour + hours) % 24).padStart(2, '0')}:00`
    const line = (page: Page) =>
      page.getByRole('status').filter({ hasText: say('notifications.quiet.now', { until: '' }).split(':')[0]!.trim() })
    await one.visitor.call(setQuietHours, { body: { from: timeIn(6), until: timeIn(12) } })
    const { page } = await arrive(one, NOTICES)
    await page.getByText(say('notifications.empty.title')).waitFor()
    expect(await line(page).count()).toBe(0)
    await one.visitor.call(setQuietHours, { body: { from: timeIn(23), until: timeIn(4) } })
    await page.reload()
    await line(page).waitFor()
    expect(await findBarriers(page)).toEqual([])
    await line(page)
      .getByRole('link', { name: say('notifications.quiet.change'), exact: true })
      .click()
    await page.waitForURL('**/parametres')
    await page.getByRole('switch', { name: say('notifications.quiet'), exact: true }).waitFor()
  })

  it('a message: told on both devices, read on both once it is read where it was written', async () => {
    const [ana, bob] = [await person(), await person()]
    const [{ page: phone }, { page: tablet }] = [await arrive(bob, FEED), await arrive(bob, '/les-tilleuls/vie-locale')]
    for (const page of [phone, tablet]) await bell(page).waitFor()
    await phone.waitForTimeout(1500)
    for (const text of ['Tu as une échelle ?', 'Pour demain'])
      await ana.visitor.call(sendMessage, { body: { tmpId: newId(), to: bob.userId, text } })
    for (const page of [phone, tablet]) await bell(page, 1).waitFor(SOON)
    await bell(phone, 1).click()
    const one = row(panel(phone), ana.name)
    await one.getByText(words.messages(2, ana.name)).waitFor()
    await one.getByText('Pour demain').waitFor()
    expect(await findBarriers(phone)).toEqual([])
    await one.getByRole('link').click()
    await phone.waitForURL(`**/mes-conversations/${ana.pseudo}`)
    await phone.getByRole('log').getByText('Pour demain').waitFor()
    await panel(phone).waitFor({ state: 'hidden' })
    await expect.poll(() => bell(tablet, 1).count(), SOON).toBe(0)
    // the next one comes to who does not look at it
    await phone.goto(FEED)
    await bell(phone).waitFor()
    await phone.waitForTimeout(1500)
    await ana.visitor.call(sendMessage, { body: { tmpId: newId(), to: bob.userId, text: 'Merci !' } })
    await bell(tablet, 1).waitFor(SOON)
    await tablet.goto(`/les-tilleuls/mes-conversations/${ana.pseudo}`)
    await tablet.getByRole('log').getByText('Merci !').waitFor()
    await expect.poll(() => bell(phone, 1).count(), SOON).toBe(0)
  })

  it('all of them, read on one device, are read on the other, and the next one is told on both', async () => {
    const [ana, eva, bob] = [await person(), await person(), await person()]
    const text = 'À demain'
    for (const from of [ana, eva])
      await from.visitor.call(sendMessage, { body: { tmpId: newId(), to: bob.userId, text } })
    await told(2, bob)
    const [{ page: phone }, { page: tablet }] = [await arrive(bob, FEED), await arrive(bob, '/les-tilleuls/vie-locale')]
    for (const page of [phone, tablet]) await bell(page, 2).waitFor()
    await phone.waitForTimeout(1500)
    await bell(phone, 2).click()
    await panel(phone)
      .getByRole('button', { name: say('notifications.readall') })
      .click()
    await expect.poll(() => bell(tablet, 2).count(), SOON).toBe(0)
    await ana.visitor.call(sendMessage, { body: { tmpId: newId(), to: bob.userId, text: 'Encore un mot' } })
    await bell(tablet, 1).waitFor(SOON)
  })

  it('the group of a post: one row with its title and who spoke last, which opens the group', async () => {
    const [host, guest] = [await person(), await person()]
    const title = `Apéro ${host.pseudo}`
    const { _id } = (await host.visitor.call(publishPost, { body: { title, description: 'Qui vient ?' } })).answer
    await guest.visitor.call(answerEvent, { params: { id: _id } })
    await guest.visitor.call(sendMessage, { body: { tmpId: newId(), eventId: _id, text: 'J’ai les enceintes' } })
    await told(2, host)
    const { page } = await arrive(host, NOTICES)
    const one = row(page, words.inGroup(title))
    await one.getByText(say('notifications.quote', { name: guest.name, text: 'J’ai les enceintes' })).waitFor()
    // the answer is told beside it
    await row(page, words.answered(guest.name, say('notifications.quoted', { title }))).waitFor()
    expect(await findBarriers(page)).toEqual([])
    await one.getByRole('link').click()
    await page.waitForURL(`**/conversations-de-groupe/${_id}`)
    await page.getByRole('log').getByText('J’ai les enceintes').waitFor()
  })

  it('newcomers: one row for all of them, which leads to them', async () => {
    const reader = await person()
    const { server } = stage()
    const communityId = await server.communityId('les-tilleuls')
    const newcomers = [await person(), await person(), await person()]
    for (const { userId, name } of newcomers) {
      const eventId = await addEvent(server, {
        userId,
        group: 'welcome',
        title: `Bienvenue à ${name}`,
        titleEn: `Welcome ${name}`,
      })
      await tellPosts(server.platform, [{ communityId, eventId }])
    }
    const { page } = await arrive(reader, NOTICES)
    const [first, second] = newcomers.toReversed()
    const one = row(page, words.joined(first!.name, second!.name))
    await one.waitFor()
    expect(await findBarriers(page)).toEqual([])
    await one.getByRole('link').click()
    await page.waitForURL('**/actualites?filter=welcome')
    await page.getByRole('article').filter({ hasText: first!.name }).first().waitFor()
  })

  it('who waits leads the team to its desk; what was said of a deal leads its author to it', async () => {
    const { server } = stage()
    const administrator = await person({ role: 'administrator' })
    const waiting = await person({ enabled: false })
    const communityId = await server.communityId('les-tilleuls')
    await inTransaction(server.db, (tx, afterCommit) =>
      tellPersonWaits(server.platform, { tx, afterCommit }, { communityId, userId: waiting.userId }),
    )
    const { page } = await arrive(administrator, NOTICES)
    const one = row(page, words.waits(waiting.name))
    await one.waitFor()
    expect(await findBarriers(page)).toEqual([])
    await one.getByRole('link').click()
    await page.waitForURL('**/les-tilleuls/gestion')

    const company = await person({ role: 'advertiser' })
    const { _id } = (await dealCalls(server).create(company.visitor)).answer
    await administrator.visitor.call(decideOnDeal, { params: { id: _id }, body: { approve: true } })
    const { page: theirs } = await arrive(company, NOTICES)
    const title = language === 'fr' ? 'Pain du matin' : 'Morning bread'
    await row(theirs, say('notifications.approval.deal.approved', { title })).getByRole('link').click()
    await theirs.waitForURL(`**/les-tilleuls/annonce?id=${_id}`)
    await theirs.getByRole('heading', { name: title }).waitFor()
  })

  const inBoth = async () => {
    const both = await person({ password: DEMO_PASSWORD })
    const { server } = stage()
    const there = await server.communityId('camping-des-pins')
    const id = newId()
    await server.db
      .insertInto('users')
      .values({
        community_id: there,
        id,
        account_id: both.accountId,
        role: 'neighbor',
        pseudo: both.pseudo,
        firstname: both.name,
        enabled_at: new Date(),
      })
      .execute()
    const camper = await person({ community: 'camping-des-pins' })
    const title = `Tournoi ${camper.pseudo}`
    const eventId = await addEvent(server, {
      community: 'camping-des-pins',
      userId: id,
      title,
      description: 'Au terrain',
    })
    const answer = () => camper.visitor.call(answerEvent, { params: { id: eventId } })
    return { both, title, eventId, answer }
  }

  it('what is of another community of mine rings here, and opens there', async () => {
    const { both, title, eventId, answer } = await inBoth()
    const { page } = await arrive(both, FEED)
    await bell(page).waitFor()
    await page.waitForTimeout(1500)
    await answer()
    await bell(page, 1).waitFor(SOON)
    await bell(page, 1).click()
    const one = row(panel(page), title)
    await one.getByText('Camping des Pins').waitFor()
    expect(await findBarriers(page)).toEqual([])
    await one.getByRole('link').click()
    await page.waitForURL(`**/camping-des-pins/actualites/publication?id=${eventId}`)
    await page.getByRole('heading', { name: title }).first().waitFor()
    expect((await both.visitor.call(listNotifications)).status).not.toBe(500)
  })

  it('by its address, with the app closed: signed out it asks who it is, signed in elsewhere it offers the way', async () => {
    const { both, title, eventId, answer } = await inBoth()
    await answer()
    const path = `/camping-des-pins/actualites/publication?id=${eventId}`
    const { page } = await stage().welcome({ size, language })
    await page.goto(path)
    await logIn(page, say, both.email)
    await page.waitForURL(`**${path}`)
    await page.getByRole('heading', { name: title }).first().waitFor()
    // another device, where they are in their other community
    const { page: second } = await stage().welcome({ size, language })
    await second.goto(NOTICES)
    await logIn(second, say, both.email)
    await second.waitForURL(`**${NOTICES}`)
    await row(second, title).waitFor()
    await second.goto(path)
    await second.getByRole('button', { name: say('entry.switch.go', { to: 'Camping des Pins' }) }).click()
    await second.waitForURL(`**${path}`)
    await second.getByRole('heading', { name: title }).first().waitFor()
  })

  it('what it was about is gone: the row goes, and its address says so kindly', async () => {
    const [host, guest] = [await person(), await person()]
    const title = `Bientôt parti ${host.pseudo}`
    const { _id } = (await host.visitor.call(publishPost, { body: { title, description: 'Vite.' } })).answer
    await guest.visitor.call(answerEvent, { params: { id: _id } })
    const { page, faults } = await arrive(host, NOTICES)
    await row(page, title).waitFor()
    const href = await row(page, title).getByRole('link').getAttribute('href')
    await page.waitForTimeout(1500)
    await host.visitor.call(removeEvent, { params: { id: _id } })
    await row(page, title).waitFor({ state: 'detached', ...SOON })
    faults.expect(/404/)
    await page.goto(href!)
    await page.getByRole('heading', { name: say('post.gone.title') }).waitFor()
    expect(await findBarriers(page)).toEqual([])
  })

  it('a kind that is switched off stays off, on every device, and comes no more', async () => {
    const [ana, bob, other] = [await person(), await person(), await person()]
    const { page } = await arrive(bob, '/les-tilleuls/parametres')
    const turn = (where: Page) => where.getByRole('switch', { name: say('notifications.switch.message'), exact: true })
    await expect.poll(() => turn(page).isChecked()).toBe(true)
    expect(await page.getByRole('switch', { name: say('notifications.switch.approval') }).count()).toBe(0)
    await turn(page).click()
    await expect.poll(() => turn(page).isChecked()).toBe(false)
    expect(await findBarriers(page)).toEqual([])
    const { page: second } = await arrive(bob, '/les-tilleuls/parametres')
    await turn(second).waitFor()
    await expect.poll(() => turn(second).isChecked()).toBe(false)
    for (const to of [bob, other])
      await ana.visitor.call(sendMessage, { body: { tmpId: newId(), to: to.userId, text: 'Coucou' } })
    await told(1, other)
    await told(0, bob)
    await bob.visitor.call(setNotificationSwitches, { body: { message: true } })
    await ana.visitor.call(sendMessage, { body: { tmpId: newId(), to: bob.userId, text: 'Encore' } })
    await told(1, bob)
  })
})
