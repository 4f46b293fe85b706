import { answerEvent, flagEvent, removeEvent, withdrawAnswer } from '@parvis/contract/feed.ts'
import { PAGE_SIZE } from '@parvis/contract/limits.ts'
import { decideCase } from '@parvis/contract/moderation.ts'
import {
  addAlerts,
  alertAll,
  alertSelection,
  getAlertStatus,
  getNotificationSwitches,
  listAlerts,
  listNotifications,
  readNotifications,
  removeAlert,
  setNotificationSwitches,
} from '@parvis/contract/notifications.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import { createTemplate, listTemplateCategories, publishTemplate, type Template } from '@parvis/contract/templates.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { addEvent } from '#server/testing/events.ts'
import { findOpenCaseId } from '#server/testing/moderation-cases.ts'
import { asPerson, userIdOf } from '#server/testing/people.ts'
import { eventually, waitForAllFrames, openLiveServer, type LiveSockets } from '#server/testing/live-clients.ts'
import type { TestServer, Visitor } from '#server/testing/test-server.ts'
import { purgeOldNotifications, RETENTION_DAYS } from './notifications.service.ts'
import { notifyOfPosts } from './notify-posts.service.ts'
import { createMissedNotifications } from './notification-writers.service.ts'

let server: TestServer
let sockets: LiveSockets
let author: Visitor
let recipient: Visitor
let recipientId: string
let chosenTemplate: Template
let sibling: Template
beforeAll(async () => {
  ;({ server, sockets } = await openLiveServer({ pauseDivisor: 20 }))
  author = await server.as('neighbor')
  recipient = await server.as('neighbor2')
  recipientId = await userIdOf(recipient)
  const { answer } = await author.call(listTemplateCategories)
  const category = answer.find(({ templates }) => templates.filter(({ type }) => type === 'Activity').length > 1)!
  ;[chosenTemplate, sibling] = category.templates.filter(({ type }) => type === 'Activity') as [Template, Template]
})
beforeEach(async () => {
  for (const table of ['notifications', 'template_alerts', 'notification_settings', 'attempts'] as const)
    await server.db.deleteFrom(table).execute()
})
afterAll(() => server.close())

const statusOf = async (visitor = recipient) => (await visitor.call(getAlertStatus)).answer.status
const choose = (ids: string[], visitor = recipient) => visitor.call(addAlerts, { body: { templatesIds: ids } })
const listFor = async (visitor = recipient) => (await visitor.call(listNotifications)).answer
const publish = async (template = chosenTemplate, visitor = author) =>
  (await visitor.call(publishTemplate, { body: { templateId: template._id } })).answer._id
const namesOf = async (visitor = recipient) =>
  (await listFor(visitor)).docs.map(({ kind, event }) => [kind, event?._id])
/** Notifications are created a moment after publishing. */
const expectNotified = async (id: string, visitor = recipient) => {
  await expect.poll(() => namesOf(visitor)).toContainEqual(['alert', id])
}
/** Waits for the notification of a later post; one of an earlier post would have arrived before. */
const expectNotNotified = async (visitor: Visitor, id = '') => {
  await choose([chosenTemplate._id])
  const last = await publish()
  await expectNotified(last)
  expect(await namesOf(visitor)).not.toContainEqual(['alert', id])
}

describe('subscriptions', () => {
  it('keep the chosen templates while alerts for all posts are on', async () => {
    expect((await recipient.call(getAlertStatus)).answer).toEqual({})
    expect((await choose([chosenTemplate._id])).answer).toEqual([chosenTemplate._id])
    expect(await statusOf()).toBe('selection')
    expect((await recipient.call(alertAll)).answer).toEqual({ status: 'all' })
    expect((await recipient.call(listAlerts)).answer).toEqual([chosenTemplate._id])
    expect((await recipient.call(alertSelection)).answer).toEqual({ status: 'selection' })
    const gone = { params: { templateId: chosenTemplate._id } }
    expect((await recipient.call(removeAlert, gone)).answer).toEqual({ _id: chosenTemplate._id })
    expect((await recipient.call(removeAlert, gone)).status).toBe(200)
    expect((await recipient.call(getAlertStatus)).answer).toEqual({})
    expect((await recipient.call(alertSelection)).answer).toEqual({})
  })

  it('are added once, and all together or not at all', async () => {
    expect(
      (await choose([chosenTemplate._id, chosenTemplate._id.toUpperCase(), sibling.categoryId])).answer.toSorted(),
    ).toEqual([chosenTemplate._id, sibling.categoryId].toSorted())
    expect((await choose([sibling._id, newId()])).error).toEqual({ key: 'error404', field: 'templatesIds' })
    expect((await recipient.call(listAlerts)).answer).not.toContain(sibling._id)
    expect((await choose([])).error.key).toBe('badrequest')
  })

  it('list only templates that are still offered', async () => {
    const employee = await server.as('employee')
    const body = { name: 'Grands travaux', description: 'Bientôt', categoryId: chosenTemplate.categoryId }
    const { _id } = (await employee.call(createTemplate, { body })).answer
    await choose([_id])
    expect(await statusOf()).toBe('selection')
    await employee.send({ method: 'DELETE', url: `/templates/${_id}` })
    expect((await recipient.call(listAlerts)).answer).toEqual([])
    expect(await statusOf()).toBeUndefined()
  })
})

describe('an alert', () => {
  it('is created for a post from a chosen template, with its name and author', async () => {
    await choose([chosenTemplate._id])
    await publish(sibling)
    const id = await publish()
    await expectNotified(id)
    const { docs, notRead } = await listFor()
    expect(notRead).toBe(1)
    expect(docs).toEqual([
      expect.objectContaining({
        kind: 'alert',
        count: 1,
        read: false,
        communityId: await server.communityId('les-tilleuls'),
      }),
    ])
    expect(docs[0]!.actors).toEqual([expect.objectContaining({ _id: await userIdOf(author) })])
    expect(docs[0]!.event).toMatchObject({
      _id: id,
      groupId: 'activity',
      template: { _id: chosenTemplate._id, name: chosenTemplate.name },
    })
  })

  it('is created for every post when all are chosen, but not for weather posts', async () => {
    await recipient.call(alertAll)
    const { _id } = (await author.call(publishPost, { body: { description: 'Bonjour à tous,\n\nvoici un mot.' } }))
      .answer
    await expectNotified(_id)
    const { docs } = await listFor()
    expect(docs[0]!.event).toMatchObject({ title: 'Bonjour à tous, voici un mot.', template: null })
    const userId = await userIdOf(author)
    const own = await addEvent(server, { userId, group: 'weather' })
    await notifyOfPosts(server.platform, [{ communityId: await server.communityId('les-tilleuls'), eventId: own }])
    expect((await listFor()).docs).toHaveLength(1)
  })

  it('of a category covers its templates, also later ones', async () => {
    await choose([chosenTemplate.categoryId])
    await expectNotified(await publish(sibling))
    const employee = await server.as('employee')
    const body = {
      name: 'Plus tard',
      description: 'Bientôt',
      categoryId: chosenTemplate.categoryId,
      type: 'Activity' as const,
    }
    const later = (await employee.call(createTemplate, { body })).answer
    await expectNotified(await publish(later, author))
    expect((await listFor()).docs).toHaveLength(2)
  })

  it('is created once even if several subscriptions match', async () => {
    await choose([chosenTemplate._id, chosenTemplate.categoryId])
    await recipient.call(alertAll)
    const id = await publish()
    await expectNotified(id)
    expect(await namesOf()).toEqual([['alert', id]])
  })

  it('is not created for the author, later subscribers, members without access, ended stays or guests', async () => {
    await choose([chosenTemplate._id], author)
    const people = await Promise.all(
      ['closed', 'left', 'waits'].map(pseudo =>
        asPerson(server, {
          email: `${pseudo}-${newId()}@test.example`,
          pseudo: `${pseudo}${newId()}`,
          community: 'les-tilleuls',
        }),
      ),
    )
    for (const { visitor } of people) await visitor.call(alertAll)
    const [closed, left, waits] = people.map(({ userId }) => userId)
    const { db } = server
    await db.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', closed!).execute()
    await db.updateTable('users').set({ member_until: '2026-01-01' }).where('id', '=', left!).execute()
    await db.updateTable('users').set({ enabled_at: null }).where('id', '=', waits!).execute()
    const id = await publish()
    await expectNotNotified(author, id)
    const rows = await db.selectFrom('notifications').select('user_id').where('event_id', '=', id).execute()
    expect(rows).toEqual([])
  })

  it('reaches other communities of an organisation through shared channels, and no others', async () => {
    const community = 'camping-des-pins'
    const there = await asPerson(server, { email: `camper-${newId()}@test.example`, pseudo: `c${newId()}`, community })
    const beside = await asPerson(server, {
      email: `g-${newId()}@test.example`,
      pseudo: `g${newId()}`,
      community: 'quartier-de-la-gare',
    })
    const home = await asPerson(server, {
      email: `lac-${newId()}@test.example`,
      pseudo: `l${newId()}`,
      community: 'residence-du-lac',
    })
    for (const { visitor } of [there, beside, home]) await visitor.call(alertAll)
    const communityId = await server.communityId('residence-du-lac')
    const shared = await addEvent(server, {
      userId: home.userId,
      community: 'residence-du-lac',
      channels: ['OrganizationEventChannel'],
      description: 'À tous',
    })
    const inside = await addEvent(server, { userId: home.userId, community: 'residence-du-lac', description: 'À nous' })
    await notifyOfPosts(
      server.platform,
      [shared, inside].map(eventId => ({ communityId, eventId })),
    )
    expect(await namesOf(there.visitor)).toEqual([['alert', shared]])
    expect(await namesOf(beside.visitor)).toEqual([])
    expect(await namesOf(home.visitor)).toEqual([])
    // a post that leaves their channels is no longer shown to them
    await server.db.deleteFrom('event_channels').where('event_id', '=', shared).execute()
    expect(await listFor(there.visitor)).toMatchObject({ docs: [], notRead: 0 })
  })

  it('is deleted with its post', async () => {
    await choose([chosenTemplate._id])
    const id = await publish()
    await expectNotified(id)
    await author.call(removeEvent, { params: { id } })
    expect(await listFor()).toMatchObject({ docs: [], notRead: 0 })
  })

  it('is created once after a crash between storing the post and notifying', async () => {
    await createMissedNotifications(server.platform)
    await choose([chosenTemplate._id])
    // stored, but the process ended before notifying anybody
    const id = await addEvent(server, {
      userId: await userIdOf(author),
      group: 'activity',
      templateId: chosenTemplate._id,
      channels: ['ShareChannel'],
    })
    expect(await namesOf()).toEqual([])
    await Promise.all([createMissedNotifications(server.platform), createMissedNotifications(server.platform)])
    const first = (await listFor()).docs
    expect(first.map(({ event }) => event?._id)).toEqual([id])
    await createMissedNotifications(server.platform)
    expect((await listFor()).docs).toEqual(first)
  })
})

describe('an answer', () => {
  const answer = (id: string, visitor = recipient) => visitor.call(answerEvent, { params: { id } })
  const withdraw = (id: string, visitor = recipient) => visitor.call(withdrawAnswer, { params: { id } })

  it('notifies the author in one row, which is updated, becomes unread again and is deleted with the last answer', async () => {
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

  it('does not notify an author without access', async () => {
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

  it('is announced to earlier members by name, and not to themselves', async () => {
    const { userId, eventId } = await arrive()
    const [one] = (await listFor()).docs
    expect(one).toMatchObject({ kind: 'welcome', event: { _id: eventId, groupId: 'welcome' }, count: 1, read: false })
    expect(one!.actors.map(({ _id }) => _id)).toEqual([userId])
    const { db } = server
    const recipients = await db.selectFrom('notifications').select('user_id').where('event_id', '=', eventId).execute()
    expect(recipients.map(({ user_id }) => user_id)).not.toContain(userId)
    const guests = await db.selectFrom('users').select('id').where('role', '=', 'guest').execute()
    expect(recipients.filter(({ user_id }) => guests.some(({ id }) => id === user_id))).toEqual([])
    // a member who joins later is not notified of the newcomer
    const later = await asPerson(server, { email: `l-${newId()}@test.example`, community: 'les-tilleuls' })
    await notifyOfPosts(server.platform, [{ communityId: await server.communityId('les-tilleuls'), eventId }])
    expect(await namesOf(later.visitor)).toEqual([])
  })
})

describe('a muted kind', () => {
  const switches = { answer: true, message: true, welcome: true, approval: true }
  const setSwitches = async (body: Partial<typeof switches>, visitor = recipient) =>
    (await visitor.call(setNotificationSwitches, { body })).answer

  it('is stored per member and community and changes no other setting', async () => {
    expect((await recipient.call(getNotificationSwitches)).answer).toEqual(switches)
    await recipient.call(alertAll)
    expect(await setSwitches({ welcome: false })).toEqual({ ...switches, welcome: false })
    expect(await setSwitches({ answer: false })).toEqual({ ...switches, welcome: false, answer: false })
    expect(await setSwitches({ welcome: true })).toEqual({ ...switches, answer: false })
    expect(await statusOf()).toBe('all')
    await recipient.call(alertSelection)
    expect((await recipient.call(getNotificationSwitches)).answer).toEqual({ ...switches, answer: false })
    expect((await author.call(getNotificationSwitches)).answer).toEqual(switches)
    expect(await setSwitches({})).toEqual({ ...switches, answer: false })
  })

  it('creates no notifications of answers or newcomers', async () => {
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

describe('the list', () => {
  it('is paged, newest first, and marked as read up to one notification', async () => {
    await recipient.call(alertAll)
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

  it('is purged after the retention period', async () => {
    await choose([chosenTemplate._id])
    await expectNotified(await publish())
    const later = (days: number) => new Date(Date.now() + days * 86_400_000)
    await purgeOldNotifications(server.db, later(RETENTION_DAYS - 1))
    expect((await listFor()).docs).toHaveLength(1)
    await purgeOldNotifications(server.db, later(RETENTION_DAYS + 1))
    expect((await listFor()).docs).toHaveLength(0)
  })
})

describe('open screens', () => {
  it('of the recipient alone get the live event at once, with the same content as the list', async () => {
    const [screen, others] = [await sockets.open(recipient), await sockets.open(author)]
    await choose([chosenTemplate._id])
    const id = await publish()
    await eventually(() => screen.received('notification.created').length, 1)
    expect(screen.received('notification.created')).toEqual((await listFor()).docs)
    expect(screen.received('notification.created')[0]!.event!._id).toBe(id)
    await recipient.call(answerEvent, { params: { id } })
    await eventually(() => others.received('notification.created').length, 1)
    expect(others.received('notification.created')).toEqual((await listFor(author)).docs)
    await waitForAllFrames(server, screen)
    expect(screen.received('notification.created')).toHaveLength(1)
    for (const { socket } of [screen, others]) socket.terminate()
  })

  it('of the team get a report at once, and those of the reported author the decision', async () => {
    const administrator = await server.as('administrator')
    const [desk, own] = [await sockets.open(administrator), await sockets.open(author)]
    const id = await addEvent(server, { userId: await userIdOf(author) })
    await recipient.call(flagEvent, { params: { id } })
    await eventually(() => desk.received('notification.created').length, 1)
    expect(desk.received('notification.created')).toEqual((await listFor(administrator)).docs)
    expect(desk.received('notification.created')[0]!.moderation).toMatchObject({ news: 'report' })
    await administrator.call(decideCase, {
      params: { id: await findOpenCaseId(server, id) },
      body: { decision: 'hide', rule: 'advertising', reason: 'Une fois suffit' },
    })
    await eventually(() => own.received('notification.created').length, 1)
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
    await eventually(() => screen.received('notification.read'), [{ upTo: one!._id }])
    await recipient.call(withdrawAnswer, { params: { id } })
    await eventually(() => screen.received('notification.changed').length, 1)
    // marking a notification as read again publishes nothing
    await author.call(readNotifications, { body: { upTo: one!._id } })
    for (const one of [screen, others]) await waitForAllFrames(server, one)
    expect(screen.received('notification.read')).toHaveLength(1)
    expect(others.received('notification.read')).toEqual([])
    for (const { socket } of [screen, others]) socket.terminate()
  })
})
