import { answerEvent, flagEvent, withdrawAnswer } from '@parvis/contract/feed.ts'
import { PAGE_SIZE } from '@parvis/contract/limits.ts'
import { decideCase } from '@parvis/contract/moderation.ts'
import {
  alertOfAllPosts,
  alertOfSelectedPosts,
  getAlertStatus,
  getNotificationSwitches,
  listNotifications,
  readNotifications,
  setNotificationSwitches,
} from '@parvis/contract/notifications.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import { type Template } from '@parvis/contract/templates.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { alertCalls, clearNotifications, openAlertServer } from '#server/testing/alert-calls.ts'
import { addEvent } from '#server/testing/events.ts'
import { findOpenCaseId } from '#server/testing/moderation-cases.ts'
import { asPerson, userIdOf } from '#server/testing/people.ts'
import { expectEventually, waitForAllFrames, type LiveSockets } from '#server/testing/live-clients.ts'
import type { TestServer, Visitor } from '#server/testing/test-server.ts'
import { purgeOldNotifications, RETENTION_DAYS } from './notifications.service.ts'
import { notifyOfPosts } from '../publish/notify-posts.service.ts'

let server: TestServer
let sockets: LiveSockets
let author: Visitor
let recipient: Visitor
let recipientId: string
let chosenTemplate: Template
beforeAll(async () => {
  ;({ server, sockets, author, recipient, recipientId, chosenTemplate } = await openAlertServer())
})
beforeEach(() => clearNotifications(server))
afterAll(() => server.close())

const statusOf = async (visitor = recipient) => (await visitor.call(getAlertStatus)).answer.status
const { chooseAlerts, listFor, publish, namesOf, expectNotified } = alertCalls(() => ({
  author,
  recipient,
  chosenTemplate,
}))

describe('an answer to a post', () => {
  const answer = (id: string, visitor = recipient) => visitor.call(answerEvent, { params: { id } })
  const withdraw = (id: string, visitor = recipient) => visitor.call(withdrawAnswer, { params: { id } })

  it('notifies the author in one notification per post, which each answer makes unread again and which is deleted with the last answer', async () => {
    const id = await publish()
    const advertiser = await server.as('advertiser')
    await answer(id)
    const [one] = (await listFor(author)).docs
    expect(one).toMatchObject({ kind: 'answer', count: 1, read: false, event: { _id: id, groupId: 'activity' } })
    await author.call(readNotifications, { body: { upTo: one!._id } })
    await answer(id)
    expect((await listFor(author)).notRead).toBe(0)
    await answer(id, advertiser)
    const [two, ...others] = (await listFor(author)).docs
    expect(others).toEqual([])
    expect(two).toMatchObject({ count: 2, read: false })
    expect(two!.actors.map(({ _id }) => _id)).toEqual([await userIdOf(advertiser), recipientId])
    expect(two!._id > one!._id).toBe(true)
    await withdraw(id)
    expect((await listFor(author)).docs[0]).toMatchObject({ _id: two!._id, count: 1 })
    await withdraw(id, advertiser)
    expect(await listFor(author)).toMatchObject({ docs: [], notRead: 0 })
  })

  it('does not notify an author whose access is disabled', async () => {
    const { visitor, userId } = await asPerson(server, {
      email: `a-${newId()}@test.example`,
      pseudo: `a${newId()}`,
      community: 'les-tilleuls',
    })
    const id = (await visitor.call(publishPost, { body: { description: 'Bonjour' } })).answer._id
    await server.db.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', userId).execute()
    expect((await answer(id)).status).toBe(200)
    const rows = await server.db.selectFrom('notifications').select('id').where('user_id', '=', userId).execute()
    expect(rows).toEqual([])
  })
})

describe('a newcomer', () => {
  const arrive = async () => {
    const { userId } = await asPerson(server, {
      email: `n-${newId()}@test.example`,
      pseudo: `n${newId()}`,
      community: 'les-tilleuls',
    })
    const eventId = await addEvent(server, { userId, group: 'welcome', title: 'Bienvenue !' })
    await notifyOfPosts(server.platform, [{ communityId: await server.communityId('les-tilleuls'), eventId }])
    return { userId, eventId }
  }

  it('is announced by name to earlier members, and neither to the newcomer nor to guests', async () => {
    const { userId, eventId } = await arrive()
    const [one] = (await listFor()).docs
    expect(one).toMatchObject({ kind: 'welcome', event: { _id: eventId, groupId: 'welcome' }, count: 1, read: false })
    expect(one!.actors.map(({ _id }) => _id)).toEqual([userId])
    const { db } = server
    const recipients = await db
      .selectFrom('notifications')
      .select('user_id')
      .where('subject_id', '=', eventId)
      .execute()
    expect(recipients.map(({ user_id }) => user_id)).not.toContain(userId)
    const guests = await db.selectFrom('users').select('id').where('role', '=', 'guest').execute()
    expect(recipients.filter(({ user_id }) => guests.some(({ id }) => id === user_id))).toEqual([])
    // a member who joins later is not notified of the newcomer
    const later = await asPerson(server, { email: `l-${newId()}@test.example`, community: 'les-tilleuls' })
    await notifyOfPosts(server.platform, [{ communityId: await server.communityId('les-tilleuls'), eventId }])
    expect(await namesOf(later.visitor)).toEqual([])
  })
})

describe('a muted kind of notification', () => {
  const switches = { answer: true, message: true, welcome: true, approval: true }
  const setSwitches = async (body: Partial<typeof switches>, visitor = recipient) =>
    (await visitor.call(setNotificationSwitches, { body })).answer

  it('is stored per member and changes no other setting', async () => {
    expect((await recipient.call(getNotificationSwitches)).answer).toEqual(switches)
    await recipient.call(alertOfAllPosts)
    expect(await setSwitches({ welcome: false })).toEqual({ ...switches, welcome: false })
    expect(await setSwitches({ answer: false })).toEqual({ ...switches, welcome: false, answer: false })
    expect(await setSwitches({ welcome: true })).toEqual({ ...switches, answer: false })
    expect(await statusOf()).toBe('all')
    await recipient.call(alertOfSelectedPosts)
    expect((await recipient.call(getNotificationSwitches)).answer).toEqual({ ...switches, answer: false })
    expect((await author.call(getNotificationSwitches)).answer).toEqual(switches)
    expect(await setSwitches({})).toEqual({ ...switches, answer: false })
  })

  it('creates no notifications of answers or newcomers until it is switched on again', async () => {
    await setSwitches({ answer: false }, author)
    await setSwitches({ welcome: false })
    const id = await publish()
    await recipient.call(answerEvent, { params: { id } })
    const newcomer = await addEvent(server, { userId: await userIdOf(author), group: 'welcome' })
    await notifyOfPosts(server.platform, [{ communityId: await server.communityId('les-tilleuls'), eventId: newcomer }])
    expect(await namesOf(author)).toEqual([])
    expect(await namesOf()).toEqual([])
    await setSwitches({ answer: true }, author)
    await recipient.call(withdrawAnswer, { params: { id } })
    await recipient.call(answerEvent, { params: { id } })
    expect(await namesOf(author)).toEqual([['answer', id]])
  })
})

describe('the list of notifications', () => {
  it('is paged, newest first, and marked as read up to one notification', async () => {
    await recipient.call(alertOfAllPosts)
    const userId = await userIdOf(author)
    const communityId = await server.communityId('les-tilleuls')
    const ids: string[] = []
    for (let n = 0; n < PAGE_SIZE + 3; n++) ids.push(await addEvent(server, { userId, title: `Note ${n}` }))
    await notifyOfPosts(
      server.platform,
      ids.map(eventId => ({ communityId, eventId })),
    )
    const first = await listFor()
    expect(first).toMatchObject({ hasNextPage: true, notRead: PAGE_SIZE + 3 })
    const { answer: second } = await recipient.call(listNotifications, { query: { page: 2, cursor: first.cursor! } })
    expect([...first.docs, ...second.docs].map(({ event }) => event?._id)).toEqual(ids.toReversed())
    expect((await recipient.call(readNotifications, { body: { upTo: first.docs[4]!._id } })).answer).toEqual({
      notRead: 4,
    })
    expect((await listFor()).docs.map(({ read }) => read).indexOf(true)).toBe(4)
    expect((await author.call(listNotifications, { query: { cursor: first.cursor! } })).error.key).toBe('badrequest')
    // nobody can mark notifications of others as read
    await author.call(readNotifications, { body: { upTo: first.docs[0]!._id } })
    expect((await listFor()).notRead).toBe(4)
  })

  it('is purged of notifications older than the retention period', async () => {
    await chooseAlerts([chosenTemplate._id])
    await expectNotified(await publish())
    const later = (days: number) => new Date(Date.now() + days * 86_400_000)
    await purgeOldNotifications(server.db, later(RETENTION_DAYS - 1))
    expect((await listFor()).docs).toHaveLength(1)
    await purgeOldNotifications(server.db, later(RETENTION_DAYS + 1))
    expect((await listFor()).docs).toHaveLength(0)
  })
})

describe('open screens', () => {
  it('of the recipient alone receive the live event of a new notification at once, with the same content as the list', async () => {
    const [screen, others] = [await sockets.open(recipient), await sockets.open(author)]
    await chooseAlerts([chosenTemplate._id])
    const id = await publish()
    await expectEventually(() => screen.received('notification.created').length, 1)
    expect(screen.received('notification.created')).toEqual((await listFor()).docs)
    expect(screen.received('notification.created')[0]!.event!._id).toBe(id)
    await recipient.call(answerEvent, { params: { id } })
    await expectEventually(() => others.received('notification.created').length, 1)
    expect(others.received('notification.created')).toEqual((await listFor(author)).docs)
    await waitForAllFrames(server, screen)
    expect(screen.received('notification.created')).toHaveLength(1)
    for (const { socket } of [screen, others]) socket.terminate()
  })

  it('of the team receive the notification of a report at once, and those of the reported author receive that of the decision', async () => {
    const administrator = await server.as('administrator')
    const [desk, own] = [await sockets.open(administrator), await sockets.open(author)]
    const id = await addEvent(server, { userId: await userIdOf(author) })
    await recipient.call(flagEvent, { params: { id } })
    await expectEventually(() => desk.received('notification.created').length, 1)
    expect(desk.received('notification.created')).toEqual((await listFor(administrator)).docs)
    expect(desk.received('notification.created')[0]!.moderation).toMatchObject({ news: 'report' })
    await administrator.call(decideCase, {
      params: { id: await findOpenCaseId(server, id) },
      body: { decision: 'hide', rule: 'advertising', reason: 'Une fois suffit' },
    })
    await expectEventually(() => own.received('notification.created').length, 1)
    expect(own.received('notification.created')).toEqual((await listFor(author)).docs)
    expect(own.received('notification.created')[0]!.moderation).toMatchObject({ news: 'decision' })
    for (const { socket } of [desk, own]) socket.terminate()
  })

  it('are updated at once when another device reads notifications or answers are withdrawn', async () => {
    const [screen, others] = [await sockets.open(author), await sockets.open(recipient)]
    const id = await publish()
    await recipient.call(answerEvent, { params: { id } })
    const [one] = (await listFor(author)).docs
    await author.call(readNotifications, { body: { upTo: one!._id } })
    await expectEventually(() => screen.received('notification.read'), [{ upTo: one!._id }])
    await recipient.call(withdrawAnswer, { params: { id } })
    await expectEventually(() => screen.received('notification.changed').length, 1)
    // marking a notification that is already read publishes nothing
    await author.call(readNotifications, { body: { upTo: one!._id } })
    for (const one of [screen, others]) await waitForAllFrames(server, one)
    expect(screen.received('notification.read')).toHaveLength(1)
    expect(others.received('notification.read')).toEqual([])
    for (const { socket } of [screen, others]) socket.terminate()
  })
})
