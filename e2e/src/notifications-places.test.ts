// features: notifications, chat
import { sendMessage } from '@parvis/contract/chat.ts'
import { answerEvent } from '@parvis/contract/feed.ts'
import type { Locator, Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../apps/server/src/kernel/ids.ts'
import { addEvent } from '../../apps/server/src/testing/events.ts'
import { asPerson, type NewPerson } from '../../apps/server/src/testing/people.ts'
import { DEMO_PASSWORD } from '../../apps/server/src/testing/test-server.ts'
import { findBarriers } from './axe.ts'
import { goTo } from './go-to.ts'
import { openLive } from './live-page.ts'
import { logIn } from './log-in.ts'
import { oppositeShapes, type Shape } from './stage.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()
const FEED = '/les-tilleuls/actualites'
const NOTICES = '/les-tilleuls/notifications'
/** An unread message is notified after two seconds; a busy machine gets more time. */
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

const messagesOf = {
  en: (count: number, who: string) => `${count} messages from ${who}`,
  fr: (count: number, who: string) => `${count} messages de ${who}`,
} as const

describe.each(oppositeShapes)('the targets of notifications, $size, $language', ({ size, language, say }: Shape) => {
  const welcome = ({ visitor }: Pick<Person, 'visitor'>) => stage().welcome({ size, language, by: visitor })
  const bell = (page: Page, count?: number) =>
    page
      .getByRole('button', { name: new RegExp(`^${say('session.bell')}${count ? `,? ?${count}` : ''}$`) })
      .filter({ visible: true })
  const panel = (page: Page) => page.getByRole('dialog', { name: say('notifications.title') })
  const row = (where: Page | Locator, text: string) => where.getByRole('listitem').filter({ hasText: text })

  it('a message is notified on both devices, and read on both once opened in the conversation or the list', async () => {
    const [ana, eva, bob] = [await person(), await person(), await person()]
    const [{ page: phone }, { page: tablet }] = [await welcome(bob), await welcome(bob)]
    await openLive(phone, FEED)
    await openLive(tablet, '/les-tilleuls/vie-locale')
    for (const text of ['Tu as une échelle ?', 'Pour demain'])
      await ana.visitor.call(sendMessage, { body: { tmpId: newId(), to: bob.userId, text } })
    for (const page of [phone, tablet]) await bell(page, 1).waitFor(SOON)
    await bell(phone, 1).click()
    const one = row(panel(phone), ana.name)
    await one.getByText(messagesOf[language](2, ana.name)).waitFor()
    await one.getByText('Pour demain').waitFor()
    expect(await findBarriers(phone)).toEqual([])
    await one.getByRole('link').click()
    await phone.waitForURL(`**/mes-conversations/${ana.pseudo}`)
    await phone.getByRole('log').getByText('Pour demain').waitFor()
    await panel(phone).waitFor({ state: 'hidden' })
    await expect.poll(() => bell(tablet, 1).count(), SOON).toBe(0)
    // The next message is notified, since the conversation is not open.
    await goTo(phone, FEED)
    await ana.visitor.call(sendMessage, { body: { tmpId: newId(), to: bob.userId, text: 'Merci !' } })
    await bell(tablet, 1).waitFor(SOON)
    await goTo(tablet, `/les-tilleuls/mes-conversations/${ana.pseudo}`)
    await tablet.getByRole('log').getByText('Merci !').waitFor()
    await expect.poll(() => bell(phone, 1).count(), SOON).toBe(0)
    // "Mark all as read" on one device applies to the other.
    await goTo(tablet, '/les-tilleuls/vie-locale')
    for (const from of [ana, eva])
      await from.visitor.call(sendMessage, { body: { tmpId: newId(), to: bob.userId, text: 'À demain' } })
    for (const page of [phone, tablet]) await bell(page, 2).waitFor(SOON)
    await bell(phone, 2).click()
    await panel(phone)
      .getByRole('button', { name: say('notifications.readall') })
      .click()
    await expect.poll(() => bell(tablet, 2).count(), SOON).toBe(0)
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

  it('an event in another community of the member is notified here and opens there', async () => {
    const { both, title, eventId, answer } = await inBoth()
    const { page } = await welcome(both)
    await openLive(page, FEED)
    await answer()
    await bell(page, 1).waitFor(SOON)
    await bell(page, 1).click()
    const one = row(panel(page), title)
    await one.getByText('Camping des Pins').waitFor()
    expect(await findBarriers(page)).toEqual([])
    await one.getByRole('link').click()
    await page.waitForURL(`**/camping-des-pins/actualites/publication?id=${eventId}`)
    await page.getByRole('heading', { name: title }).first().waitFor()
  })

  it('a deep link asks a logged-out visitor to log in, and offers a member of another session to switch', async () => {
    const { both, title, eventId, answer } = await inBoth()
    await answer()
    const path = `/camping-des-pins/actualites/publication?id=${eventId}`
    const { page } = await stage().welcome({ size, language })
    await page.goto(path)
    await logIn(page, say, both.email)
    await page.waitForURL(`**${path}`)
    await page.getByRole('heading', { name: title }).first().waitFor()
    // From there to the notifications of the other community.
    await page.goto(NOTICES)
    await page.getByRole('button', { name: say('entry.switch.go', { to: 'Les Tilleuls' }) }).click()
    await page.waitForURL(`**${NOTICES}`)
    await row(page, title).waitFor()
  })
})
