// Users who answered a post are notified when it is cancelled or removed.
import { getEventFile } from '@parvis/contract/calendar.ts'
import { answerEvent, cancelEvent, flagEvent, getEvent, type FeedPost, removeEvent } from '@parvis/contract/feed.ts'
import { dayAt } from '@parvis/contract/past-event.ts'
import { editPost, type EditBody, publishPost } from '@parvis/contract/publish.ts'
import { publishTemplate } from '@parvis/contract/templates.ts'
import ICAL from 'ical.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { userIdOf } from '#server/testing/people.ts'
import { waitForLockWaiters } from '#server/testing/overlapping-calls.ts'
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
const cancel = (id: string, reason?: string | null, visitor = author) =>
  visitor.call(cancelEvent, { params: { id }, body: { reason } })
const readEvent = async (id: string, visitor = attendee): Promise<FeedPost> =>
  (await visitor.call(getEvent, { params: { id } })).answer
const changeNotifications = (visitor = attendee) => listChangeNotifications(server, visitor)
const mailsOf = (email = attendeeEmail) => listMailsTo(server, email)
const systemMessagesOf = (eventId: string, visitor = attendee) => listSystemMessages(eventId, visitor)

describe('a cancelled post', () => {
  it('refuses an answer that arrives during the cancellation, because its author would not be notified', async () => {
    const id = await publishAnswered()
    const late = await server.as('employee')
    const reply = await server.db.transaction().execute(async tx => {
      await tx.updateTable('events').set({ cancelled_at: new Date() }).where('id', '=', id).execute()
      // This request reads the post before the cancellation commits, then waits for the lock.
      const given = answer(id, late)
      await waitForLockWaiters(tx, 1)
      return { given }
    })
    expect((await reply.given).error.key).toBe('calledoff')
    expect(await readEvent(id, late)).toMatchObject({ interested: false, interestedCount: 1 })
  })

  it('remains visible with its reason, accepts no more answers, and cannot be rescheduled or cancelled again', async () => {
    const id = await publishAnswered()
    const { answer: off } = await cancel(id, ' Il pleut ')
    expect(off).toMatchObject({ cancelled: { reason: 'Il pleut' }, abilities: { move: false, edit: true } })
    const view = await readEvent(id)
    expect(view).toMatchObject({ cancelled: off.cancelled, abilities: { answer: false }, interested: true })
    expect((await answer(id, await server.as('employee'))).error.key).toBe('calledoff')
    expect((await cancel(id)).error.key).toBe('calledoff')
    expect((await edit(id, { timeId: '20:00' })).error.key).toBe('calledoff')
  })

  it('notifies the users who answered it at once, even after a rescheduling, and replaces the notification of the rescheduling', async () => {
    const id = await publishAnswered(1)
    const mails = (await mailsOf()).length
    await edit(id, { timeId: '19:00' })
    expect((await changeNotifications()).map(({ kind }) => kind)).toEqual(['changed'])
    await cancel(id, 'La salle est fermée')
    const notification = await changeNotifications()
    expect(notification.map(({ kind }) => kind)).toEqual(['calledoff'])
    expect(notification[0]!.text).toMatch(/ · La salle est fermée$/)
    expect(await mailsOf()).toHaveLength(mails + 2)
    expect((await mailsOf())[0]!.subject).toMatch(/^Annulé\u00a0: /)
    expect((await systemMessagesOf(id)).slice(0, 2)).toContain('calledoff')
    await makeDelayedNoticeDue(server, id)
    expect((await changeNotifications()).map(({ _id }) => _id)).toEqual([notification[0]!._id])
  })

  it('is marked as cancelled in the calendar file, with a higher sequence number', async () => {
    const id = await publishAnswered()
    const fileOf = async () => {
      const cookie = [...attendee.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const { body } = await server.app.inject({
        method: 'GET',
        url: getEventFile.path.replace(':id', id),
        headers: { cookie },
      })
      return new ICAL.Component(ICAL.parse(body) as never).getFirstSubcomponent('vevent')!
    }
    const before = await fileOf()
    await cancel(id)
    const after = await fileOf()
    expect(before.getFirstPropertyValue('status')).not.toBe('CANCELLED')
    expect(after.getFirstPropertyValue('status')).toBe('CANCELLED')
    expect(Number(after.getFirstPropertyValue('sequence'))).toBeGreaterThan(
      Number(before.getFirstPropertyValue('sequence')),
    )
  })

  it('must have been cancelled by its author, must have a date, and must not have been past', async () => {
    const id = await publishAnswered()
    expect((await cancel(id, null, attendee)).error.key).toBe('forbidden')
    expect((await cancel(id, null, await server.as('administrator'))).error.key).toBe('forbidden')
    const free = (await author.call(publishPost, { body: { description: 'Bonjour' } })).answer._id
    expect((await cancel(free)).error.key).toBe('forbidden')
    expect((await cancel(await publish('together', null))).status).toBe(200)
    server.clock.aheadMs = 11 * DAY_MS
    expect((await cancel(id)).error.key).toBe('pastevent')
  })

  it('is cancelled once by concurrent requests', async () => {
    const id = await publishAnswered()
    const replies = await Promise.all([cancel(id, 'un'), cancel(id, 'deux'), cancel(id, 'trois')])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect((await changeNotifications()).map(({ kind }) => kind)).toEqual(['calledoff'])
  })

  it('shows moderators the reason of the cancellation when it is flagged', async () => {
    const id = await publishAnswered()
    await cancel(id, 'Une insulte')
    expect((await attendee.call(flagEvent, { params: { id }, body: {} })).status).toBe(200)
    const flag = await server.db
      .selectFrom('event_flags')
      .select('snapshot')
      .where('event_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(flag.snapshot).toMatchObject({ cancel_reason: 'Une insulte' })
  })
})

describe('a removed post', () => {
  it('notifies the users who answered it if it is not past', async () => {
    const id = await publishAnswered(1)
    const mails = (await mailsOf()).length
    const { eventId } = await readEvent(id)
    expect((await author.call(removeEvent, { params: { id } })).status).toBe(200)
    const [notification, ...more] = await changeNotifications()
    expect(more).toEqual([])
    expect(notification).toMatchObject({ kind: 'calledoff', event: { _id: id, title: eventId.title }, count: 1 })
    expect(notification!.actors.map(({ _id }) => _id)).toEqual([await userIdOf(author)])
    expect(notification!.lang?.en.text).toContain(', 18:30')
    // The notification retains only the title of the removed post.
    const { gone } = await server.db
      .selectFrom('notifications')
      .select('gone')
      .where('subject_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(gone)).not.toContain(eventId.description!.slice(0, 20))
    const now = await mailsOf()
    expect(now).toHaveLength(mails + 1)
    expect(now[0]!.text).not.toContain('/publication?id=')
  })

  it('notifies a user whose answer is stored while the post is being removed', async () => {
    const id = await publish()
    // The notification jobs of the new post lock its row too; they must be done before the lock waiters are counted.
    await server.settled()
    const [given, removed] = await server.db.transaction().execute(async tx => {
      await tx.selectFrom('events').select('id').where('id', '=', id).forUpdate().execute()
      const answered = answer(id)
      await waitForLockWaiters(tx, 1)
      // This request reads the post before the answer is stored, then waits for the lock.
      const gone = author.call(removeEvent, { params: { id } })
      await waitForLockWaiters(tx, 2)
      return [answered.then(({ status }) => status), gone.then(({ status }) => status)]
    })
    expect([await given, await removed]).toEqual([200, 200])
    expect(await changeNotifications()).toMatchObject([{ kind: 'calledoff', event: { _id: id } }])
  })

  it('still notifies of its earlier cancellation, even if that notification was still pending', async () => {
    const off = await publishAnswered()
    await cancel(off)
    const [notification] = await changeNotifications()
    expect(notification).toMatchObject({ kind: 'calledoff', event: { _id: off } })
    await author.call(removeEvent, { params: { id: off } })
    expect(await changeNotifications()).toMatchObject([
      { _id: notification!._id, kind: 'calledoff', event: { _id: off } },
    ])
    await server.db.deleteFrom('notifications').execute()
    const untold = await publishAnswered()
    await author.call(cancelEvent, { params: { id: untold }, body: {} })
    await author.call(removeEvent, { params: { id: untold } })
    expect(await changeNotifications()).toMatchObject([{ kind: 'calledoff', event: { _id: untold } }])
  })

  it('notifies nobody if it was past, already cancelled, or had no answers', async () => {
    const [past, off, alone] = [await publishAnswered(), await publishAnswered(), await publish()]
    await cancel(off)
    await changeNotifications()
    await server.db.deleteFrom('notifications').execute()
    for (const id of [off, alone]) await author.call(removeEvent, { params: { id } })
    server.clock.aheadMs = 11 * DAY_MS
    await author.call(removeEvent, { params: { id: past } })
    expect(await changeNotifications()).toEqual([])
  })
})
