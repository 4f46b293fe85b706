import { listMessages, sendMessage } from '@parvis/contract/chat.ts'
import { listDeals } from '@parvis/contract/deals.ts'
import { decideOnDeal, editDeal, endDeal } from '@parvis/contract/write-deals.ts'
import { answerEvent, getEvent } from '@parvis/contract/feed.ts'
import { leaveCommunity, undoDeparture } from '@parvis/contract/leaving.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import { logIn } from '@parvis/contract/entry.ts'
import { getSession } from '@parvis/contract/session.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import { notifyOfPendingMember } from '../membership/notify-approvals.service.ts'
import { createSessionLoader } from '../session/session-loader.ts'
import { findMissedMessages } from '../chat/resume.service.ts'
import { addDeal } from '#server/testing/deals.ts'
import { startAndEndDueDeals } from '../deals/deal-days.service.ts'
import { addEvent } from '#server/testing/events.ts'
import { multipartOf } from '#server/testing/multipart.ts'
import { plainPicture } from '#server/testing/pictures.ts'
import { waitForMail, linkTokenIn } from '#server/testing/mails.ts'
import type { NewPerson } from '#server/testing/people.ts'
import { DEMO_PASSWORD, type TestServer, openTestServer } from '#server/testing/test-server.ts'
import {
  leaveTraces,
  asDepartingMember,
  type DepartingMember,
  hasNotificationAbout,
} from '#server/testing/departures.ts'

const HOME = 'les-tilleuls'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer('demo')
})
afterEach(() => {
  server.clock.aheadMs = 0
})
afterAll(() => server.close())

let personCount = 0
const person = (more: Partial<NewPerson> = {}) => asDepartingMember(server, ++personCount, more)
const leaveCommunityOf = ({ visitor }: DepartingMember) => visitor.call(leaveCommunity)

describe('notifications about a departed member', () => {
  it('are hidden in other communities of the recipient too, and visible again when the departure is undone', async () => {
    const [one, other] = [await person(), await person()]
    await leaveTraces(one, other)
    const lake = await server.communityId('residence-du-lac')
    const otherUserId = newId()
    await server.db
      .insertInto('users')
      .values({
        community_id: lake,
        id: otherUserId,
        account_id: other.accountId,
        role: 'neighbor',
        pseudo: `Anse${personCount}`,
        enabled_at: new Date(),
        first_login: false,
        need_update: false,
      })
      .execute()
    const away = server.visitor()
    await away.call(logIn, { body: { email: other.email, password: DEMO_PASSWORD, communityId: lake } })
    expect(await hasNotificationAbout(away, one)).toBe(true)
    await leaveCommunityOf(one)
    expect(await hasNotificationAbout(away, one)).toBe(false)
    const token = linkTokenIn(await waitForMail(server, one.email))
    await server.visitor().call(undoDeparture, { body: { token } })
    expect(await hasNotificationAbout(away, one)).toBe(true)
  })

  it('are hidden if they concern a pending newcomer, and visible again when the departure is undone', async () => {
    const [one, admin] = [await person(), await server.as('administrator')]
    const communityId = await server.communityId(HOME)
    await inTransaction(server.db, (tx, afterCommit) =>
      notifyOfPendingMember(server.platform, { tx, afterCommit }, { communityId, userId: one.userId }),
    )
    await leaveCommunityOf(one)
    const wait = { enabled_at: null }
    await server.db.updateTable('users').set(wait).where('id', '=', one.userId).execute()
    expect(await hasNotificationAbout(admin, one)).toBe(false)
    const token = linkTokenIn(await waitForMail(server, one.email))
    expect((await server.visitor().call(undoDeparture, { body: { token } })).status).toBe(200)
    expect(await hasNotificationAbout(admin, one)).toBe(true)
  })
})

it('the deals of a departed company are hidden, and visible again when it returns', async () => {
  const company = await person({ role: 'advertiser' })
  const id = await addDeal(server, { userId: company.userId })
  const viewer = await server.as('neighbor')
  const isListed = async () => {
    const listed = (await viewer.call(listDeals, { query: { all: true } })).answer.docs.some(({ _id }) => _id === id)
    const direct = (await viewer.send({ method: 'GET', url: `/gooddeals?id=${id}` })).status === 200
    return [listed, direct]
  }
  expect(await isListed()).toEqual([true, true])
  await leaveCommunityOf(company)
  expect(await isListed()).toEqual([false, false])
  const token = linkTokenIn(await waitForMail(server, company.email))
  await server.visitor().call(undoDeparture, { body: { token } })
  expect(await isListed()).toEqual([true, true])
})

it('a company that leaves while its deals are being changed causes no deadlock, and none of the deals remains listed', async () => {
  const administrator = await server.as('administrator')
  const statuses = new Set<number>()
  for (let round = 0; round < 6; round++) {
    const company = await person({ role: 'advertiser' })
    const [one, other, third] = [
      await addDeal(server, { userId: company.userId }),
      await addDeal(server, { userId: company.userId }),
      await addDeal(server, { userId: company.userId, isPending: true }),
    ]
    await server.db
      .updateTable('deals')
      .set({ due_at: new Date(0) })
      .where('id', '=', other)
      .execute()
    const changes = [company.visitor, administrator].flatMap(who => [
      who.call(editDeal, { params: { id: one }, body: { price: `${round}` } }),
      who.call(endDeal, { params: { id: one } }),
    ])
    const decided = administrator.call(decideOnDeal, { params: { id: third }, body: { approve: true } })
    const answers = await Promise.all([
      leaveCommunityOf(company),
      ...changes,
      decided,
      startAndEndDueDeals(server.platform),
    ])
    for (const answer of answers) if (answer) statuses.add(answer.status)
    const shown = await server.db
      .selectFrom('deals')
      .select('id')
      .where('user_id', '=', company.userId)
      .where('listed', '=', true)
      .execute()
    expect(shown).toEqual([])
  }
  expect([...statuses].filter(status => status >= 500)).toEqual([])
})

it('a post does not show the deal of a departed company, and shows it again when the company returns', async () => {
  const company = await person({ role: 'advertiser' })
  const dealId = await addDeal(server, { userId: company.userId })
  const author = await person()
  const id = await addEvent(server, { community: HOME, userId: author.userId, dealId })
  const viewer = await server.as('neighbor')
  const shown = async () => {
    const { goodDealId, deal } = (await viewer.call(getEvent, { params: { id } })).answer
    return [goodDealId, deal?._id ?? null]
  }
  expect(await shown()).toEqual([dealId, dealId])
  await leaveCommunityOf(company)
  expect(await shown()).toEqual([null, null])
  const token = linkTokenIn(await waitForMail(server, company.email))
  await server.visitor().call(undoDeparture, { body: { token } })
  expect(await shown()).toEqual([dealId, dealId])
})

it('messages in the group chat of a departed author do not count as unread until the author returns', async () => {
  const [host, guest] = [await person(), await person()]
  const { answer: post } = await host.visitor.call(publishPost, {
    body: { title: 'Barbecue', description: 'Venez' },
  })
  await guest.visitor.call(answerEvent, { params: { id: post._id } })
  await host.visitor.call(sendMessage, { body: { tmpId: newId(), eventId: post._id, text: 'À dix-neuf heures' } })
  const unread = async () => (await guest.visitor.call(getSession)).answer.notRead
  expect(await unread()).toBe(1)
  await leaveCommunityOf(host)
  expect(await unread()).toBe(0)
  const token = linkTokenIn(await waitForMail(server, host.email))
  await server.visitor().call(undoDeparture, { body: { token } })
  expect(await unread()).toBe(1)
})

it('the group chat of a departed author returns neither messages nor pictures until the author returns', async () => {
  const [host, guest] = [await person(), await person()]
  const { answer: post } = await host.visitor.call(publishPost, {
    body: { title: 'Barbecue', description: 'Venez' },
  })
  await guest.visitor.call(answerEvent, { params: { id: post._id } })
  const file = multipartOf([['files', await plainPicture(40, 30).png().toBuffer()]])
  const { uri } = (await host.visitor.send({ method: 'POST', url: '/media', ...file })).answer as { uri: string }
  const body = { tmpId: newId(), eventId: post._id, text: 'À dix-neuf heures', image: uri }
  const { conversationId } = (await host.visitor.call(sendMessage, { body })).answer
  const { loadSession } = createSessionLoader(server.platform)
  const actor = async () => (await loadSession(guest.visitor.cookies.get('parvis')!))!
  const seen = async () => [
    (await guest.visitor.call(listMessages, { query: { eventId: post._id } })).status,
    (await findMissedMessages(server.platform, await actor(), { conversations: { [conversationId]: 0 } })).messages
      .length > 0,
    (await guest.visitor.send({ method: 'GET', url: `${uri}/card` })).status,
  ]
  expect(await seen()).toEqual([200, true, 200])
  await leaveCommunityOf(host)
  expect(await seen()).toEqual([404, false, 404])
  const token = linkTokenIn(await waitForMail(server, host.email))
  await server.visitor().call(undoDeparture, { body: { token } })
  expect(await seen()).toEqual([200, true, 200])
})
