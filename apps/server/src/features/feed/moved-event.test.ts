// Users who answered a post are notified when its time or place changes.
import { blockUser } from '@parvis/contract/blocks.ts'
import { listChatGroups } from '@parvis/contract/chat.ts'
import { listLocations } from '@parvis/contract/community.ts'
import { answerEvent, getEvent, type FeedPost } from '@parvis/contract/feed.ts'
import { dayAt } from '@parvis/contract/past-event.ts'
import { editPost, type EditBody, publishPost } from '@parvis/contract/publish.ts'
import { publishTemplate } from '@parvis/contract/templates.ts'
import { instantAt } from '@parvis/contract/zoned-time.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asPersonOfAge } from '#server/testing/minors.ts'
import { userIdOf } from '#server/testing/people.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'
import {
  emailOf,
  findActivityTemplate,
  listChangeNotifications,
  listMailsTo,
  makeDelayedNoticeDue,
  listSystemMessages,
} from '#server/testing/changed-events.ts'

const ZONE = 'Europe/Paris'
const DAY_MS = 86_400_000
let server: TestServer
let author: Visitor
let attendee: Visitor
let attendeeEmail: string
let templateId: string

beforeAll(async () => {
  server = await openTestServer('demo', { zone: ZONE })
  author = await server.as('neighbor')
  attendee = await server.as('neighbor2')
  attendeeEmail = await emailOf(server, attendee)
  templateId = await findActivityTemplate(author)
})
beforeEach(async () => {
  await server.db.deleteFrom('attempts').execute()
  await server.db.deleteFrom('notifications').execute()
  server.clock.aheadMs = 0
})
afterAll(() => server.close())

const dayIn = (days: number) => dayAt(Date.now() + days * DAY_MS, ZONE)
const publish = async (days: number | string = 10, timeId: string | null = '18:30', by = author) => {
  const dateId = typeof days === 'number' ? dayIn(days) : days
  return (await by.call(publishTemplate, { body: { templateId, dateId, timeId } })).answer._id
}
const answer = (id: string, visitor = attendee) => visitor.call(answerEvent, { params: { id } })
const publishAnswered = async (...when: Parameters<typeof publish>) => {
  const id = await publish(...when)
  await answer(id)
  return id
}
const edit = (id: string, body: EditBody, visitor = author) => visitor.call(editPost, { params: { id }, body })
const readEvent = async (id: string, visitor = attendee): Promise<FeedPost> =>
  (await visitor.call(getEvent, { params: { id } })).answer
const changeNotifications = (visitor = attendee) => listChangeNotifications(server, visitor)
const mailsOf = (email = attendeeEmail) => listMailsTo(server, email)
const systemMessagesOf = (eventId: string, visitor = attendee) => listSystemMessages(eventId, visitor)

describe('a rescheduled post', () => {
  it('contains its new and its former day and time, and its channel rows contain the new time', async () => {
    const id = await publishAnswered()
    const { status, answer: moved } = await edit(id, { dateId: dayIn(11), timeId: '19:30' })
    expect(status).toBe(200)
    expect(moved).toMatchObject({
      date: new Date(instantAt(dayIn(11), '19:30', ZONE)).toISOString(),
      eventId: { dateId: dayIn(11), timeId: '19:30' },
      editedAt: null,
      moved: {
        from: { dateId: dayIn(10), timeId: '18:30', date: new Date(instantAt(dayIn(10), '18:30', ZONE)).toISOString() },
        place: false,
      },
    })
    expect(await readEvent(id)).toMatchObject({ eventId: moved.eventId, moved: moved.moved })
    const rows = await server.db.selectFrom('event_channels').select(['starts_at']).where('event_id', '=', id).execute()
    expect(rows.map(({ starts_at }) => starts_at?.toISOString())).toEqual([moved.date])
  })

  it('retains its time if only the day changes, and its day if only the time changes', async () => {
    const id = await publishAnswered()
    expect((await edit(id, { dateId: dayIn(12) })).answer.eventId).toMatchObject({ dateId: dayIn(12), timeId: '18:30' })
    expect((await edit(id, { timeId: '20:00' })).answer.eventId).toMatchObject({ dateId: dayIn(12), timeId: '20:00' })
    expect((await edit(id, { timeId: null })).answer.eventId).toMatchObject({ dateId: dayIn(12), timeId: null })
    expect((await edit(id, { dateId: 'together' })).answer).toMatchObject({
      date: null,
      eventId: { dateId: 'together', timeId: null },
    })
  })

  it('causes a notification of the new time and place, in both languages, for users who answered and for nobody else', async () => {
    const id = await publishAnswered()
    const other = (await asPersonOfAge(server, 40)).visitor
    const place = (await author.call(listLocations)).answer.find(({ kind }) => kind === 'location')!
    await edit(id, { dateId: dayIn(11), timeId: '19:30', locationId: place._id })
    const [notification, ...more] = await changeNotifications()
    expect(more).toEqual([])
    expect(notification).toMatchObject({ kind: 'changed', event: { _id: id }, read: false, count: 1 })
    expect(notification!.actors.map(({ _id }) => _id)).toEqual([await userIdOf(author)])
    expect(notification!.text).toMatch(/ à 19\u00a0h\u00a030 · ./)
    expect(notification!.text).toContain(place.name)
    expect(notification!.lang?.en.text).toContain(', 19:30 · ')
    expect(await changeNotifications(author)).toEqual([])
    expect(await changeNotifications(other)).toEqual([])
    expect(await systemMessagesOf(id)).toContain('changed')
    expect((await attendee.call(listChatGroups)).answer.find(({ event }) => event._id === id)?.notRead).toBe(0)
  })

  it('causes a mail to users who answered only if its former or new time is within two days', async () => {
    const [far, near, wasNear] = [await publishAnswered(10), await publishAnswered(1), await publishAnswered(1)]
    const before = (await mailsOf()).length
    await edit(far, { dateId: dayIn(11) })
    await changeNotifications()
    expect(await mailsOf()).toHaveLength(before)
    await edit(near, { timeId: '20:00' })
    await edit(wasNear, { dateId: dayIn(20) })
    const mails = await mailsOf()
    expect(mails).toHaveLength(before + 2)
    expect(mails[0]!.subject).toMatch(/^Changement\u00a0: ./)
    expect(mails.map(({ text }) => text).join()).toContain(`/actualites/publication?id=${near}`)
  })

  it('causes at most one notification in ten minutes, with the latest time', async () => {
    const id = await publishAnswered()
    await edit(id, { timeId: '19:00' })
    const [first] = await changeNotifications()
    await edit(id, { timeId: '19:30' })
    await edit(id, { timeId: '20:00' })
    expect((await changeNotifications()).map(({ _id }) => _id)).toEqual([first!._id])
    await makeDelayedNoticeDue(server, id)
    const [second, ...more] = await changeNotifications()
    expect(more).toEqual([])
    expect(second!._id).not.toBe(first!._id)
    expect(second!.lang?.en.text).toContain('20:00')
    // An intermediate time of which nobody was notified is not shown as the former time.
    expect((await readEvent(id)).moved?.from?.timeId).toBe('19:00')
    expect((await systemMessagesOf(id)).filter(type => type === 'changed')).toHaveLength(2)
  })

  it('causes no second notification if it is moved back to the announced time before that notification is sent', async () => {
    const id = await publishAnswered()
    await edit(id, { timeId: '19:00' })
    await changeNotifications()
    await edit(id, { timeId: '20:00' })
    await edit(id, { timeId: '19:00' })
    await server.db.deleteFrom('notifications').execute()
    await makeDelayedNoticeDue(server, id)
    expect(await changeNotifications()).toEqual([])
    expect((await readEvent(id)).moved).toBeUndefined()
  })

  it('does not notify users who have blocked its author', async () => {
    const id = await publishAnswered()
    const { visitor: blocking } = await asPersonOfAge(server, 40)
    await answer(id, blocking)
    await blocking.call(blockUser, { params: { id: await userIdOf(author) } })
    await edit(id, { timeId: '21:00' })
    await server.platform.jobs.whenIdle()
    const rows = await server.db
      .selectFrom('notifications')
      .select('user_id')
      .where('subject_id', '=', id)
      .where('kind', '=', 'changed')
      .execute()
    expect(rows.map(({ user_id }) => user_id)).toEqual([await userIdOf(attendee)])
  })

  it('cannot be rescheduled to a past or invalid time, by others, when it is past, or without a date', async () => {
    const id = await publishAnswered()
    expect((await edit(id, { dateId: dayIn(-1) })).error).toEqual({ key: 'pastdate', field: 'timeId' })
    expect((await edit(id, { dateId: 'now' })).error).toEqual({ key: 'badrequest', field: 'dateId' })
    expect((await edit(id, { dateId: '2026-02-31' })).error).toEqual({ key: 'badrequest', field: 'dateId' })
    expect((await edit(id, { timeId: '25:00' })).error).toEqual({ key: 'badrequest', field: 'timeId' })
    expect((await edit(id, { timeId: '20:00' }, attendee)).error.key).toBe('forbidden')
    const places = (await author.call(listLocations)).answer
    const [location, equipment] = (['location', 'equipment'] as const).map(
      kind => places.find(place => place.kind === kind)!._id,
    )
    expect((await edit(id, { locationId: location!, equipmentId: equipment! })).error.key).toBe('badrequest')
    expect((await readEvent(id)).moved).toBeUndefined()
    const free = (await author.call(publishPost, { body: { description: 'Bonjour' } })).answer._id
    expect((await edit(free, { dateId: dayIn(3) })).error).toEqual({ key: 'badrequest', field: 'dateId' })
    server.clock.aheadMs = 11 * DAY_MS
    expect((await edit(id, { dateId: dayIn(20) })).error.key).toBe('pastevent')
    // The title of a past post can still be edited.
    expect((await edit(id, { title: 'Fini' })).status).toBe(200)
  })
})
