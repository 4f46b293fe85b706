import { removeEvent } from '@parvis/contract/feed.ts'
import {
  alertOfAllPosts,
  alertOfSelectedPosts,
  getAlertStatus,
  listAlerts,
  removeAlert,
} from '@parvis/contract/notifications.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import { createTemplate, type Template } from '@parvis/contract/templates.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { alertCalls, clearNotifications, openAlertServer } from '#server/testing/alert-calls.ts'
import { addEvent } from '#server/testing/events.ts'
import { asPerson, userIdOf } from '#server/testing/people.ts'
import type { TestServer, Visitor } from '#server/testing/test-server.ts'
import { notifyOfPosts } from './notify-posts.service.ts'
import { createMissedNotifications } from '../notifications/missed-notifications.service.ts'

let server: TestServer
let author: Visitor
let recipient: Visitor
let chosenTemplate: Template
let siblingTemplate: Template
beforeAll(async () => {
  ;({ server, author, recipient, chosenTemplate, siblingTemplate } = await openAlertServer())
})
beforeEach(() => clearNotifications(server))
afterAll(() => server.close())

const statusOf = async (visitor = recipient) => (await visitor.call(getAlertStatus)).answer.status
const { chooseAlerts, listFor, publish, namesOf, expectNotified } = alertCalls(() => ({
  author,
  recipient,
  chosenTemplate,
}))
/** Publishes a later post and waits for its notification. A notification of the earlier post would arrive first. */
const expectNotNotified = async (visitor: Visitor, id = '') => {
  await chooseAlerts([chosenTemplate._id])
  const last = await publish()
  await expectNotified(last)
  expect(await namesOf(visitor)).not.toContainEqual(['alert', id])
}

describe('subscriptions to templates', () => {
  it('remain stored while alerts for all posts are on', async () => {
    expect((await recipient.call(getAlertStatus)).answer).toEqual({})
    expect((await chooseAlerts([chosenTemplate._id])).answer).toEqual([chosenTemplate._id])
    expect(await statusOf()).toBe('selection')
    expect((await recipient.call(alertOfAllPosts)).answer).toEqual({ status: 'all' })
    expect((await recipient.call(listAlerts)).answer).toEqual([chosenTemplate._id])
    expect((await recipient.call(alertOfSelectedPosts)).answer).toEqual({ status: 'selection' })
    const gone = { params: { templateId: chosenTemplate._id } }
    expect((await recipient.call(removeAlert, gone)).answer).toEqual({ _id: chosenTemplate._id })
    expect((await recipient.call(removeAlert, gone)).status).toBe(200)
    expect((await recipient.call(getAlertStatus)).answer).toEqual({})
    expect((await recipient.call(alertOfSelectedPosts)).answer).toEqual({})
  })

  it('are added once, and all together or not at all', async () => {
    expect(
      (
        await chooseAlerts([chosenTemplate._id, chosenTemplate._id.toUpperCase(), siblingTemplate.categoryId])
      ).answer.toSorted(),
    ).toEqual([chosenTemplate._id, siblingTemplate.categoryId].toSorted())
    expect((await chooseAlerts([siblingTemplate._id, newId()])).error).toEqual({
      key: 'error404',
      field: 'templatesIds',
    })
    expect((await recipient.call(listAlerts)).answer).not.toContain(siblingTemplate._id)
    expect((await chooseAlerts([])).error.key).toBe('badrequest')
  })

  it('list only templates that are still offered', async () => {
    const employee = await server.as('employee')
    const body = { name: 'Grands travaux', description: 'Bientôt', categoryId: chosenTemplate.categoryId }
    const { _id } = (await employee.call(createTemplate, { body })).answer
    await chooseAlerts([_id])
    expect(await statusOf()).toBe('selection')
    await employee.send({ method: 'DELETE', url: `/templates/${_id}` })
    expect((await recipient.call(listAlerts)).answer).toEqual([])
    expect(await statusOf()).toBeUndefined()
  })
})

describe('the notification of an alert', () => {
  it('is created for a post from a chosen template, with the name of the template and the author', async () => {
    await chooseAlerts([chosenTemplate._id])
    await publish(siblingTemplate)
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

  it('is created for every post while alerts for all posts are on, but not for weather posts', async () => {
    await recipient.call(alertOfAllPosts)
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

  it('is created for every template of a chosen category, also for templates that are created later', async () => {
    await chooseAlerts([chosenTemplate.categoryId])
    await expectNotified(await publish(siblingTemplate))
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
    await chooseAlerts([chosenTemplate._id, chosenTemplate.categoryId])
    await recipient.call(alertOfAllPosts)
    const id = await publish()
    await expectNotified(id)
    expect(await namesOf()).toEqual([['alert', id]])
  })

  it('is not created for the author, disabled members, members whose stay has ended or pending members', async () => {
    await chooseAlerts([chosenTemplate._id], author)
    const people = await Promise.all(
      ['closed', 'left', 'waits'].map(pseudo =>
        asPerson(server, {
          email: `${pseudo}-${newId()}@test.example`,
          pseudo: `${pseudo}${newId()}`,
          community: 'les-tilleuls',
        }),
      ),
    )
    for (const { visitor } of people) await visitor.call(alertOfAllPosts)
    const [closed, left, waits] = people.map(({ userId }) => userId)
    const { db } = server
    await db.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', closed!).execute()
    await db.updateTable('users').set({ member_until: '2026-01-01' }).where('id', '=', left!).execute()
    await db.updateTable('users').set({ enabled_at: null }).where('id', '=', waits!).execute()
    const id = await publish()
    await expectNotNotified(author, id)
    const rows = await db.selectFrom('notifications').select('user_id').where('subject_id', '=', id).execute()
    expect(rows).toEqual([])
  })

  it('is created in other communities of an organisation only for a post on a shared channel, and never outside the organisation', async () => {
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
    for (const { visitor } of [there, beside, home]) await visitor.call(alertOfAllPosts)
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
    // a post that is removed from the channels of the recipients is no longer in their notifications
    await server.db.deleteFrom('event_channels').where('event_id', '=', shared).execute()
    expect(await listFor(there.visitor)).toMatchObject({ docs: [], notRead: 0 })
  })

  it('is deleted with its post', async () => {
    await chooseAlerts([chosenTemplate._id])
    const id = await publish()
    await expectNotified(id)
    await author.call(removeEvent, { params: { id } })
    expect(await listFor()).toMatchObject({ docs: [], notRead: 0 })
  })

  it('is created once after a crash between storing the post and notifying', async () => {
    await createMissedNotifications(server.platform)
    await chooseAlerts([chosenTemplate._id])
    // simulates a process that stored the post and ended before notifying anybody
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
