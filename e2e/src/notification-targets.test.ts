// features: notifications, chat
import { sendMessage } from '@parvis/contract/chat.ts'
import { answerEvent } from '@parvis/contract/feed.ts'
import type { Locator, Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../apps/server/src/kernel/ids.ts'
import { addEvent } from '../../apps/server/src/testing/events.ts'
import { asPerson, type NewPerson } from '../../apps/server/src/testing/people.ts'
import { DEMO_PASSWORD } from '../../apps/server/src/testing/test-server.ts'
import { findAxeViolations } from './axe.ts'
import { goTo } from './go-to.ts'
import { openWithLiveConnection } from './live-page.ts'
import { logIn } from './log-in.ts'
import { oppositeShapes, type Shape } from './browser-server.ts'
import { useTestServer } from './use-test-server.ts'

const testServer = useTestServer()
const FEED = '/les-tilleuls/actualites'
const NOTIFICATIONS = '/les-tilleuls/notifications'
/** The server notifies of an unread message after two seconds; a busy machine gets more time. */
const LIVE_TIMEOUT = { timeout: 20_000 }

let personCount = 0

type Person = Awaited<ReturnType<typeof person>>

const person = async (more: Partial<NewPerson> = {}) => {
  const pseudo = `avis${++personCount}x${newId().slice(-6)}`
  const community = more.community ?? 'les-tilleuls'
  const { server } = testServer()
  const created = await asPerson(server, { email: `${pseudo}@avis.example`, pseudo, ...more, community })
  const name = `Zoé ${personCount}`
  await server.db.updateTable('users').set({ firstname: name }).where('id', '=', created.userId).execute()
  return { ...created, pseudo, name, email: `${pseudo}@avis.example` }
}

beforeEach(async () => {
  const { db } = testServer().server
  for (const table of ['notifications', 'notification_settings', 'attempts'] as const)
    await db.deleteFrom(table).execute()
})

const messageCountText = {
  en: (count: number, who: string) => `${count} messages from ${who}`,
  fr: (count: number, who: string) => `${count} messages de ${who}`,
} as const

describe.each(oppositeShapes)('the targets of notifications, $size, $language', ({ size, language, t }: Shape) => {
  const newPage = ({ visitor }: Pick<Person, 'visitor'>) => testServer().newPage({ size, language, by: visitor })
  const bellButton = (page: Page, count?: number) =>
    page
      .getByRole('button', { name: new RegExp(`^${t('session.bell')}${count ? `,? ?${count}` : ''}$`) })
      .filter({ visible: true })
  const panel = (page: Page) => page.getByRole('dialog', { name: t('notifications.title') })
  const row = (where: Page | Locator, text: string) => where.getByRole('listitem').filter({ hasText: text })

  it('a message notifies its recipient on two devices; opening it on one device marks it as read on both', async () => {
    const [ana, eva, bob] = [await person(), await person(), await person()]
    const [{ page: phone }, { page: tablet }] = [await newPage(bob), await newPage(bob)]
    await openWithLiveConnection(phone, FEED)
    await openWithLiveConnection(tablet, '/les-tilleuls/vie-locale')
    for (const text of ['Tu as une échelle ?', 'Pour demain'])
      await ana.visitor.call(sendMessage, { body: { tmpId: newId(), to: bob.userId, text } })
    for (const page of [phone, tablet]) await bellButton(page, 1).waitFor(LIVE_TIMEOUT)
    await bellButton(phone, 1).click()
    const one = row(panel(phone), ana.name)
    await one.getByText(messageCountText[language](2, ana.name)).waitFor()
    await one.getByText('Pour demain').waitFor()
    expect(await findAxeViolations(phone)).toEqual([])
    await one.getByRole('link').click()
    await phone.waitForURL(`**/mes-conversations/${ana.pseudo}`)
    await phone.getByRole('log').getByText('Pour demain').waitFor()
    await panel(phone).waitFor({ state: 'hidden' })
    await expect.poll(() => bellButton(tablet, 1).count(), LIVE_TIMEOUT).toBe(0)
    // The next message causes a notification, since the conversation is not open.
    await goTo(phone, FEED)
    await ana.visitor.call(sendMessage, { body: { tmpId: newId(), to: bob.userId, text: 'Merci !' } })
    await bellButton(tablet, 1).waitFor(LIVE_TIMEOUT)
    await goTo(tablet, `/les-tilleuls/mes-conversations/${ana.pseudo}`)
    await tablet.getByRole('log').getByText('Merci !').waitFor()
    await expect.poll(() => bellButton(phone, 1).count(), LIVE_TIMEOUT).toBe(0)
    // "Mark all as read" on one device applies to the other.
    await goTo(tablet, '/les-tilleuls/vie-locale')
    for (const from of [ana, eva])
      await from.visitor.call(sendMessage, { body: { tmpId: newId(), to: bob.userId, text: 'À demain' } })
    for (const page of [phone, tablet]) await bellButton(page, 2).waitFor(LIVE_TIMEOUT)
    await bellButton(phone, 2).click()
    await panel(phone)
      .getByRole('button', { name: t('notifications.readall') })
      .click()
    await expect.poll(() => bellButton(tablet, 2).count(), LIVE_TIMEOUT).toBe(0)
  })

  const addMemberOfTwoCommunities = async () => {
    const member = await person({ password: DEMO_PASSWORD })
    const { server } = testServer()
    const campingId = await server.communityId('camping-des-pins')
    const id = newId()
    await server.db
      .insertInto('users')
      .values({
        community_id: campingId,
        id,
        account_id: member.accountId,
        role: 'neighbor',
        pseudo: member.pseudo,
        firstname: member.name,
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
    return { member, title, eventId, answer }
  }

  it('a notification about a post in another community of the member opens the post there', async () => {
    const { member, title, eventId, answer } = await addMemberOfTwoCommunities()
    const { page } = await newPage(member)
    await openWithLiveConnection(page, FEED)
    await answer()
    await bellButton(page, 1).waitFor(LIVE_TIMEOUT)
    await bellButton(page, 1).click()
    const one = row(panel(page), title)
    await one.getByText('Camping des Pins').waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    await one.getByRole('link').click()
    await page.waitForURL(`**/camping-des-pins/actualites/publication?id=${eventId}`)
    await page.getByRole('heading', { name: title }).first().waitFor()
  })

  it('a link to a post asks a visitor to log in; a link to another community offers a member to switch to it', async () => {
    const { member, title, eventId, answer } = await addMemberOfTwoCommunities()
    await answer()
    const path = `/camping-des-pins/actualites/publication?id=${eventId}`
    const { page } = await testServer().newPage({ size, language })
    await page.goto(path)
    await logIn(page, t, member.email)
    await page.waitForURL(`**${path}`)
    await page.getByRole('heading', { name: title }).first().waitFor()
    // Opens the notifications of the first community from the second one.
    await page.goto(NOTIFICATIONS)
    await page.getByRole('button', { name: t('entry.switch.go', { to: 'Les Tilleuls' }) }).click()
    await page.waitForURL(`**${NOTIFICATIONS}`)
    await row(page, title).waitFor()
  })
})
