// Checks that a block hides a user on every surface, in both directions, before, during and after the block.
import { changeMember } from '@parvis/contract/admin.ts'
import { blockUser, listBlocked, unblockUser } from '@parvis/contract/blocks.ts'
import { listCalendar, makeCalendarAddress } from '@parvis/contract/calendar.ts'
import { isVisibleMessage, listChatGroups, listChatUsers, listMessages, sendMessage } from '@parvis/contract/chat.ts'
import {
  answerEvent,
  getEvent,
  listAnswers,
  listEvents,
  pinEvent,
  removeEvent,
  unpinEvent,
  withdrawAnswer,
} from '@parvis/contract/feed.ts'
import { dayAt } from '@parvis/contract/past-event.ts'
import { addAlerts, listNotifications } from '@parvis/contract/notifications.ts'
import { getProfile, type Person as SeenPerson } from '@parvis/contract/profile.ts'
import { editPost, publishPost } from '@parvis/contract/publish.ts'
import { getSession } from '@parvis/contract/session.ts'
import { listTemplateCategories, publishTemplate } from '@parvis/contract/templates.ts'
import { instantAt } from '@parvis/contract/zoned-time.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { addReverseBlock } from '#server/testing/blocks.ts'
import { addEvent } from '#server/testing/events.ts'
import { isLong } from '#server/testing/long.ts'
import { multipartOf } from '#server/testing/multipart.ts'
import { asPerson, proveOwnership, userIdOf } from '#server/testing/people.ts'
import { plainPicture } from '#server/testing/pictures.ts'
import {
  type LiveSockets,
  eventually,
  waitForAllFrames,
  openLiveServer,
  type LiveClient,
} from '#server/testing/live-clients.ts'
import type { TestServer, Visitor } from '#server/testing/test-server.ts'
import { listAllNeighbors } from '#server/testing/neighbors.ts'

const ZONE = 'Europe/Paris'
const DAY_MS = 86_400_000

let server: TestServer
let sockets: LiveSockets
const screens: LiveClient[] = []

beforeAll(async () => {
  ;({ server, sockets } = await openLiveServer({ pauseDivisor: 20 }))
})
afterEach(() => {
  for (const { socket } of screens.splice(0)) socket.terminate()
})
afterAll(() => server.close())

let people = 0
interface Person {
  visitor: Visitor
  userId: string
}
const person = async (community = 'les-tilleuls'): Promise<Person> => {
  const email = `blocks-${++people}@test.example`
  const { visitor, userId } = await asPerson(server, { email, community })
  await server.db.updateTable('users').set({ birthdate: '1980-06-15' }).where('id', '=', userId).execute()
  return { visitor, userId }
}
const block = async (by: Person, other: Person) => by.visitor.call(blockUser, { params: { id: other.userId } })
const unblock = async (by: Person, other: Person) => by.visitor.call(unblockUser, { params: { id: other.userId } })

const upload = async ({ visitor }: Person): Promise<string> => {
  const bytes = await plainPicture(64, 48).jpeg().toBuffer()
  const { payload, headers } = multipartOf([['files', bytes]])
  const { answer } = await visitor.send({ method: 'POST', url: '/media', payload, headers })
  return (answer as { uri: string }).uri
}

/** Everything one user has written, and what the other user and a third user did with it. */
interface Trace {
  word: string
  post: string
  photo: string
  portrait: string
  chatPhoto: string
  alertedPost: string
  /** The welcome post about this user, and the post that this user published from a good deal. */
  welcome: string
  dealActivity: string
}

const createTrace = async (one: Person, other: Person, hostGroup: string, moment: string): Promise<Trace> => {
  const word = `mot${newId().replaceAll('-', '')}`
  const photo = await upload(one)
  const { answer } = await one.visitor.call(publishPost, {
    body: { title: word, description: word, photoUri: photo, tmpId: newId() },
  })
  const day = dayAt(Date.now() + 3 * DAY_MS, ZONE)
  await addEvent(server, {
    userId: one.userId,
    group: 'activity',
    title: `${word} le soir`,
    dateId: day,
    timeId: '18:30',
    startsAt: new Date(instantAt(day, '18:30', ZONE)),
  })
  const portrait = await upload(one)
  await server.db
    .updateTable('users')
    .set({ photo_id: portrait.split('/')[2]! })
    .where('id', '=', one.userId)
    .execute()
  await server.db.updateTable('media').set({ unused_since: null }).where('id', '=', portrait.split('/')[2]!).execute()
  await one.visitor.call(sendMessage, { body: { tmpId: newId(), to: other.userId, text: word } })
  const image = await upload(one)
  await one.visitor.call(sendMessage, { body: { tmpId: newId(), to: other.userId, image } })
  await one.visitor.call(answerEvent, { params: { id: hostGroup } })
  await one.visitor.call(sendMessage, { body: { tmpId: newId(), eventId: hostGroup, text: word } })
  const { answer: alerted } = await one.visitor.call(publishTemplate, { body: { templateId: moment } })
  const welcome = await addEvent(server, { userId: one.userId, group: 'welcome', title: `${word} arrive` })
  const dealActivity = await addEvent(server, { userId: one.userId, group: 'gooddeal', title: `${word} en profite` })
  return { word, post: answer._id, photo, portrait, chatPhoto: image, alertedPost: alerted._id, welcome, dealActivity }
}

const pageOf = async ({ visitor }: Person, filter?: string) =>
  (await visitor.call(listEvents, { query: filter ? { filter } : {} })).answer.docs.map(({ _id }) => _id)

const statusOf = async ({ visitor }: Person, uri: string) =>
  (await visitor.send({ method: 'GET', url: `${uri}/thumb` })).status

interface World {
  viewer: Person
  other: Person
  /** What `other` has written. */
  trace: Trace
  /** The viewer's own post, which `other` answered. */
  own: string
  /** A post of a third user; viewer and `other` are both in its group conversation. */
  shared: string
  calendar: string
}

/** For each surface, whether the viewer sees the other user there. */
const surfaces: Record<string, (world: World) => Promise<boolean>> = {
  feed: async ({ viewer, trace }) => (await pageOf(viewer)).includes(trace.alertedPost),
  'a filter of the feed': async ({ viewer, trace }) =>
    (await viewer.visitor.call(listEvents, { query: { filter: 'post' } })).answer.docs.some(
      ({ _id }) => _id === trace.post,
    ),
  'a welcome': async ({ viewer, trace }) => (await pageOf(viewer, 'welcome')).includes(trace.welcome),
  'what somebody does with a good deal': async ({ viewer, trace }) =>
    (await pageOf(viewer, 'gooddeal')).includes(trace.dealActivity),
  'what is pinned': async ({ viewer, trace }) =>
    Boolean((await viewer.visitor.call(listEvents)).answer.pinned?.some(({ _id }) => _id === trace.post)),
  'what the viewer has answered': async ({ viewer, trace }) =>
    (await viewer.visitor.call(listEvents, { query: { filter: 'my' } })).answer.docs.some(
      ({ _id }) => _id === trace.post,
    ),
  'what somebody has posted': async ({ viewer, other, trace }) =>
    (await viewer.visitor.call(listEvents, { query: { userId: other.userId } })).answer.docs.some(
      ({ _id }) => _id === trace.post,
    ),
  search: async ({ viewer, trace }) =>
    (await viewer.visitor.call(listEvents, { query: { search: trace.word } })).answer.docs.length > 0,
  'a post': async ({ viewer, trace }) =>
    (await viewer.visitor.call(getEvent, { params: { id: trace.post } })).status === 200,
  calendar: async ({ viewer, trace }) =>
    (await viewer.visitor.call(listCalendar, { query: { filter: 'activity' } })).answer.docs.some(
      ({ eventId }) => eventId.title === `${trace.word} le soir`,
    ),
  'the calendar that programs read': async ({ trace, calendar }) =>
    (await server.app.inject({ method: 'GET', url: new URL(calendar, 'http://parvis.test').pathname })).body.includes(
      trace.word,
    ),
  'who answered': async ({ viewer, other, own }) =>
    (await viewer.visitor.call(listAnswers, { params: { id: own } })).answer.interestedUsers.some(
      ({ _id }) => _id === other.userId,
    ),
  'who answered, in the feed': async ({ viewer, other, own }) =>
    (await viewer.visitor.call(listEvents, { query: { filter: 'my' } })).answer.docs
      .find(({ _id }) => _id === own)!
      .interestedUsersIds.includes(other.userId),
  'the number of who answered': async ({ viewer, own }) =>
    (await viewer.visitor.call(getEvent, { params: { id: own } })).answer.interestedCount > 1,
  'the number of who answered, in the feed': async ({ viewer, own }) =>
    (await viewer.visitor.call(listEvents, { query: { filter: 'my' } })).answer.docs.find(({ _id }) => _id === own)!
      .interestedCount > 1,
  'the number of who answered, in a notification': async ({ viewer, own }) =>
    (await viewer.visitor.call(listNotifications)).answer.docs.find(
      ({ kind, event }) => kind === 'answer' && event!._id === own,
    )!.count > 1,
  neighbours: async ({ viewer, other }) =>
    (await listAllNeighbors(viewer.visitor)).some(({ _id }) => _id === other.userId),
  conversations: async ({ viewer, other }) =>
    (await viewer.visitor.call(listChatUsers)).answer.some(({ _id }) => _id === other.userId),
  'a conversation': async ({ viewer, other }) =>
    (await viewer.visitor.call(listMessages, { query: { userId: other.userId } })).status === 200,
  'the messages of a group': async ({ viewer, shared, trace }) =>
    (await viewer.visitor.call(listMessages, { query: { eventId: shared } })).answer.docs.some(
      message => isVisibleMessage(message) && message.text === trace.word,
    ),
  'the people of a group': async ({ viewer, other, shared }) =>
    (await viewer.visitor.call(listMessages, { query: { eventId: shared } })).answer.conversation!.members!.some(
      ({ _id }) => _id === other.userId,
    ),
  groups: async ({ viewer, trace }) =>
    (await viewer.visitor.call(listChatGroups)).answer.some(({ event }) => event._id === trace.post),
  'the group of a post': async ({ viewer, trace }) =>
    (await viewer.visitor.call(listMessages, { query: { eventId: trace.post } })).status === 200,
  'unread messages': async ({ viewer }) => (await viewer.visitor.call(getSession)).answer.notRead > 0,
  'notifications of answers': async ({ viewer, other, own }) =>
    (await viewer.visitor.call(listNotifications)).answer.docs.some(
      ({ kind, event, actors }) =>
        kind === 'answer' && event!._id === own && actors.some(({ _id }) => _id === other.userId),
    ),
  'notifications of posts': async ({ viewer, trace }) =>
    (await viewer.visitor.call(listNotifications)).answer.docs.some(({ event }) => event?._id === trace.alertedPost),
  'notifications of messages': async ({ viewer, other }) =>
    (await viewer.visitor.call(listNotifications)).answer.docs.some(
      ({ kind, actors }) => kind === 'message' && actors.some(({ _id }) => _id === other.userId),
    ),
  'the photo of a post': async ({ viewer, trace }) => (await statusOf(viewer, trace.photo)) === 200,
  'a portrait': async ({ viewer, trace }) => (await statusOf(viewer, trace.portrait)) === 200,
  'a photo in a conversation': async ({ viewer, trace }) => (await statusOf(viewer, trace.chatPhoto)) === 200,
  'a profile': async ({ viewer, other }) => {
    const reply = await viewer.visitor.call(getProfile, { query: { userId: other.userId } })
    return reply.status === 200 && !(reply.answer as SeenPerson).blocked
  },
  'writing to them': async ({ viewer, other }) =>
    (await viewer.visitor.call(sendMessage, { body: { tmpId: newId(), to: other.userId, text: 'Bonjour' } })).status ===
    200,
}

/** Unpins all other posts first, because at most three can be pinned. */
const pinOnly = async (...ids: string[]) => {
  const staff = await server.as('administrator')
  for (const { _id } of (await staff.call(listEvents)).answer.pinned ?? [])
    await staff.call(unpinEvent, { params: { id: _id } })
  for (const id of ids) expect((await staff.call(pinEvent, { params: { id }, body: {} })).status).toBe(200)
}

const createWorld = async (): Promise<[World, World]> => {
  const [a, b, host] = [await person(), await person(), await person()]
  const { answer: categories } = await a.visitor.call(listTemplateCategories)
  const moment = categories.flatMap(({ templates }) => templates).find(({ type }) => type === 'Activity')!._id
  for (const { visitor } of [a, b]) await visitor.call(addAlerts, { body: { templatesIds: [moment] } })
  const shared = (
    await host.visitor.call(publishPost, {
      body: { title: 'Chez un tiers', tmpId: newId(), description: 'x' },
    })
  ).answer._id
  const [ofA, ofB] = [await createTrace(a, b, shared, moment), await createTrace(b, a, shared, moment)]
  await a.visitor.call(answerEvent, { params: { id: ofB.post } })
  await b.visitor.call(answerEvent, { params: { id: ofA.post } })
  // A third user whom both can see answers too, so that a count and a notification remain.
  for (const { post } of [ofA, ofB]) await host.visitor.call(answerEvent, { params: { id: post } })
  await pinOnly(ofA.post, ofB.post)
  const addressOf = async ({ visitor }: Person) =>
    (await visitor.call(makeCalendarAddress, { body: { onlyMine: false, lang: 'fr' } })).answer.url
  const worlds: [World, World] = [
    { viewer: a, other: b, trace: ofB, own: ofA.post, shared, calendar: await addressOf(a) },
    { viewer: b, other: a, trace: ofA, own: ofB.post, shared, calendar: await addressOf(b) },
  ]
  // Alerts are sent asynchronously.
  await server.settled()
  return worlds
}

const visibleSurfacesOf = async (world: World) => {
  const seen: string[] = []
  for (const [name, isVisible] of Object.entries(surfaces)) if (await isVisible(world)) seen.push(name)
  return seen
}

describe('a block', () => {
  it('hides each user from the other on every surface, until the block is removed', async () => {
    const [mine, theirs] = await createWorld()
    const everywhere = Object.keys(surfaces)
    expect([await visibleSurfacesOf(mine), await visibleSurfacesOf(theirs)]).toEqual([everywhere, everywhere])
    expect((await block(mine.viewer, mine.other)).answer).toMatchObject({ _id: mine.other.userId, blocked: true })
    expect([await visibleSurfacesOf(mine), await visibleSurfacesOf(theirs)]).toEqual([[], []])
    // Team members still see both users.
    const staff = await server.as('administrator')
    for (const { trace } of [mine, theirs])
      expect((await staff.call(getEvent, { params: { id: trace.post } })).status).toBe(200)
    await unblock(mine.viewer, mine.other)
    expect([await visibleSurfacesOf(mine), await visibleSurfacesOf(theirs)]).toEqual([everywhere, everywhere])
  })

  it.runIf(isLong)('fails on every surface if the block is ignored', async () => {
    const [mine, theirs] = await createWorld()
    await block(mine.viewer, mine.other)
    expect([await visibleSurfacesOf(mine), await visibleSurfacesOf(theirs)]).toEqual([[], []])
    await server.db.deleteFrom('user_blocks').where('user_id', '=', mine.viewer.userId).execute()
    server.platform.bus.publish('actor.changed', { userIds: [mine.viewer.userId, mine.other.userId] })
    expect([await visibleSurfacesOf(mine), await visibleSurfacesOf(theirs)]).toEqual([
      Object.keys(surfaces),
      Object.keys(surfaces),
    ])
  })

  it('by both users stays in force until both have removed it', async () => {
    const [a, b] = [await person(), await person()]
    await block(a, b)
    await addReverseBlock(server, b, a)
    await unblock(a, b)
    const neighbors = async ({ visitor }: Person) => (await listAllNeighbors(visitor)).map(({ _id }) => _id)
    expect(await neighbors(a)).not.toContain(b.userId)
    expect((await b.visitor.call(listBlocked)).answer.map(({ _id }) => _id)).toEqual([a.userId])
    expect((await a.visitor.call(listBlocked)).answer).toEqual([])
    await unblock(b, a)
    expect(await neighbors(a)).toContain(b.userId)
  })

  it('removed by one user leaves other users’ blocks of the same person in force', async () => {
    const [a, b, other] = [await person(), await person(), await person()]
    await block(a, other)
    await block(b, other)
    await unblock(a, other)
    expect((await b.visitor.call(listBlocked)).answer.map(({ _id }) => _id)).toEqual([other.userId])
  })

  it('is idempotent, and so is its removal', async () => {
    const [a, b] = [await person(), await person()]
    const statuses = [await block(a, b), await block(a, b), await unblock(a, b), await unblock(a, b)].map(
      one => one.status,
    )
    expect(statuses).toEqual([200, 200, 200, 200])
    expect((await a.visitor.call(blockUser, { params: { id: a.userId } })).error.key).toBe('forbidden')
    expect((await a.visitor.call(blockUser, { params: { id: newId() } })).error.key).toBe('error404')
    const stranger = await person('quartier-de-la-gare')
    expect((await block(a, stranger)).error.key).toBe('error404')
  })

  it('returns 404 to the blocked user, and for users who are not approved members', async () => {
    const [a, b] = [await person(), await person()]
    await block(a, b)
    await server.db.updateTable('users').set({ firstname: 'Nouveau' }).where('id', '=', a.userId).execute()
    const refused = { key: 'error404' }
    for (const reply of [await block(b, a), await unblock(b, a)]) expect(reply.error).toMatchObject(refused)
    const outsider = await person()
    for (const out of [{ disabled_at: new Date() }, { disabled_at: null, enabled_at: null }]) {
      await server.db.updateTable('users').set(out).where('id', '=', outsider.userId).execute()
      for (const reply of [await block(b, outsider), await unblock(b, outsider)])
        expect(reply.error).toMatchObject(refused)
    }
    // Viewers see only the name of users whom they have blocked.
    const photoId = (await upload(b)).split('/')[2]!
    const home = server.db.updateTable('users').set({ building: 'Z', photo_id: photoId })
    await home.where('id', '=', b.userId).execute()
    const [listed] = (await a.visitor.call(listBlocked)).answer
    expect(listed).toMatchObject({ _id: b.userId, building: null, photoUri: null })
    expect((await unblock(a, b)).answer).toMatchObject({ _id: b.userId, building: null })
  })

  it('has no effect once one of the two joins the team', async () => {
    const [a, b] = [await person(), await person()]
    await block(a, b)
    await server.db.updateTable('users').set({ role: 'employee' }).where('id', '=', b.userId).execute()
    server.platform.bus.publish('actor.changed', { userIds: [a.userId, b.userId] })
    const neighbors = (await listAllNeighbors(a.visitor)).map(({ _id }) => _id)
    expect(neighbors).toContain(b.userId)
  })

  it('excludes the blocked user from counts in live events and notifications', async () => {
    const [owner, other, third] = [await person(), await person(), await person()]
    const { answer } = await owner.visitor.call(publishPost, {
      body: { title: 'Compte', description: 'x', tmpId: newId() },
    })
    await other.visitor.call(answerEvent, { params: { id: answer._id } })
    await block(other, owner)
    const screen = await sockets.open(owner.visitor)
    screens.push(screen)
    await third.visitor.call(answerEvent, { params: { id: answer._id } })
    await eventually(() => screen.received('event.interest').at(-1)?.interestedCount, 1)
    await eventually(() => screen.received('notification.created').at(-1)?.count, 1)
  })

  it.each(['employee', 'advertiser'] as const)(
    'shows the users to each other on open screens when one becomes %s, and hides them when they are a neighbour again',
    async role => {
      const [a, b] = [await person(), await person()]
      await block(a, b)
      const screen = await sockets.open(a.visitor)
      screens.push(screen)
      const staff = await server.as('administrator')
      await proveOwnership(staff)
      await staff.call(changeMember, { params: { id: b.userId }, body: { role } })
      await eventually(() => screen.received('user.shown'), [{ _id: b.userId }])
      await staff.call(changeMember, { params: { id: b.userId }, body: { role: 'neighbor' } })
      await eventually(() => screen.received('user.hidden'), [{ _id: b.userId }])
    },
  )

  it('is rate limited', async () => {
    const [a, b] = [await person(), await person()]
    const statuses: number[] = []
    for (let at = 0; at < 16; at++) statuses.push((await block(a, b)).status, (await unblock(a, b)).status)
    expect(statuses.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 200))
    expect(statuses.at(-2)).toBe(429)
  })
})

describe('on open screens', () => {
  const open = async ({ visitor }: Person) => {
    const screen = await sockets.open(visitor)
    screens.push(screen)
    return screen
  }
  const sendFrame = ({ socket }: LiveClient, frame: object) => socket.send(JSON.stringify(frame))
  /** Performs every action of the other user that publishes a live event. */
  const triggerLiveEvents = async (one: Person, other: Person, shared: string, ofOther: string) => {
    const post = (await one.visitor.call(publishPost, { body: { title: 'Bruit', description: 'x', tmpId: newId() } }))
      .answer
    const version = { title: 'Plus fort', description: 'y' }
    await one.visitor.call(editPost, { params: { id: post._id }, body: version })
    const third = await person()
    await third.visitor.call(answerEvent, { params: { id: post._id } })
    await one.visitor.call(sendMessage, { body: { tmpId: newId(), eventId: shared, text: 'Bruit' } })
    await one.visitor.call(sendMessage, { body: { tmpId: newId(), to: other.userId, text: 'Bruit' } })
    // The server refuses these calls while the block is in force.
    await one.visitor.call(withdrawAnswer, { params: { id: ofOther } })
    await one.visitor.call(answerEvent, { params: { id: ofOther } })
    const screen = await open(one)
    sendFrame(screen, { event: 'typing', eventId: shared })
    sendFrame(screen, { event: 'typing', to: other.userId })
    await waitForAllFrames(server, screen)
    screen.socket.terminate()
    await one.visitor.call(removeEvent, { params: { id: post._id } })
  }
  const liveEventsAbout = (screen: LiveClient, { userId }: Person) => [
    ...new Set(
      screen.frames
        .filter(frame => frame.event !== 'user.hidden' && JSON.stringify(frame).includes(userId))
        .map(({ event }) => event),
    ),
  ]

  it.each(['seen by the blocker', 'seen by the blocked user'])(
    'nothing of the other user is published once the block request has returned, and everything before and after: %s',
    async side => {
      const [viewer, other, host] = [await person(), await person(), await person()]
      const [by, of] = side === 'seen by the blocker' ? [viewer, other] : [other, viewer]
      const publish = async ({ visitor }: Person) =>
        (await visitor.call(publishPost, { body: { title: 'Écoute', description: 'x', tmpId: newId() } })).answer._id
      const [shared, own] = [await publish(host), await publish(viewer)]
      for (const { visitor } of [viewer, other]) await visitor.call(answerEvent, { params: { id: shared } })
      await other.visitor.call(answerEvent, { params: { id: own } })
      const before = await open(viewer)
      await triggerLiveEvents(other, viewer, shared, own)
      await waitForAllFrames(server, before)
      const heard = ['event.created', 'event.updated', 'event.interest', 'message.created', 'message.typing']
      const expected = [...heard, 'notification.created', 'user.online']
      expect(liveEventsAbout(before, other).toSorted()).toEqual(expect.arrayContaining(expected))
      await block(by, of)
      await eventually(() => before.received('user.hidden'), [{ _id: other.userId }])
      const after = await open(viewer)
      await triggerLiveEvents(other, viewer, shared, own)
      await waitForAllFrames(server, after)
      // A group shows a placeholder for a hidden message, because a gap in the numbering would look like a loss.
      const frames = after.frames.filter(frame => frame.event !== 'message.created' || isVisibleMessage(frame.data))
      expect(liveEventsAbout({ ...after, frames }, other)).toEqual([])
      await unblock(by, of)
      await eventually(() => after.received('user.shown'), [{ _id: other.userId }])
    },
  )

  it.each(['seen by the blocker', 'seen by the blocked user'])(
    'neither messages of the other user’s group are delivered by resuming, nor its pictures: %s',
    async side => {
      const [viewer, host, third] = [await person(), await person(), await person()]
      const { answer } = await host.visitor.call(publishPost, {
        body: { title: 'Chez moi', description: 'x', tmpId: newId() },
      })
      for (const { visitor } of [viewer, third]) await visitor.call(answerEvent, { params: { id: answer._id } })
      const image = await upload(third)
      const { conversationId } = (
        await third.visitor.call(sendMessage, {
          body: { tmpId: newId(), eventId: answer._id, text: 'Des chaises', image },
        })
      ).answer
      // Waits until the live events are delivered, so that later connections receive them only by resuming.
      await server.settled()
      const since = new Date(Date.now() - 60_000).toISOString()
      const resume = async () => {
        const screen = await open(viewer)
        for (const frame of [
          { event: 'resume', conversations: {}, since },
          { event: 'resume', conversations: { [conversationId]: 0 } },
          { event: 'read', conversationId, place: 3 },
        ])
          sendFrame(screen, frame)
        await waitForAllFrames(server, screen)
        expect(screen.frames.filter(({ event }) => (event as string) === 'resumed')).toHaveLength(2)
        const refused = screen.frames.some(frame => JSON.stringify(frame).includes('error404'))
        const texts = screen.frames.filter(frame => JSON.stringify(frame).includes('Des chaises')).length
        return { refused, texts, picture: (await viewer.visitor.send({ method: 'GET', url: `${image}/full` })).status }
      }
      expect(await resume()).toEqual({ refused: false, texts: 2, picture: 200 })
      await (side === 'seen by the blocker' ? block(viewer, host) : block(host, viewer))
      expect(await resume()).toEqual({ refused: true, texts: 0, picture: 404 })
    },
  )

  it.each(['seen by the blocker', 'seen by the blocked user'])(
    'nothing is published when the other user comes online: %s',
    async side => {
      const [viewer, other, third] = [await person(), await person(), await person()]
      await (side === 'seen by the blocker' ? block(viewer, other) : block(other, viewer))
      const screen = await open(viewer)
      await open(other)
      await open(third)
      const arrived = () => screen.received('user.online').map(({ _id }) => _id)
      await vi.waitFor(() => expect(arrived()).toContain(third.userId), 10_000)
      expect(arrived()).not.toContain(other.userId)
    },
  )

  it('a post published right after the block is not delivered', async () => {
    const [a, b] = [await person(), await person()]
    const screen = await open(a)
    for (let turn = 0; turn < 10; turn++) {
      const posting = Array.from({ length: 4 }, () =>
        b.visitor.call(publishPost, { body: { title: 'Avant', description: 'x', tmpId: newId() } }),
      )
      await block(a, b)
      const mark = screen.frames.length
      const after = await b.visitor.call(publishPost, {
        body: { title: 'Après', description: 'x', tmpId: newId() },
      })
      await Promise.all(posting)
      await waitForAllFrames(server, screen)
      expect(screen.frames.slice(mark).filter(frame => JSON.stringify(frame).includes(after.answer._id))).toEqual([])
      await unblock(a, b)
      await server.db.deleteFrom('attempts').execute()
    }
  })
})

it('the list of blocked users shows names only, the latest block first', async () => {
  const [a, b, c] = [await person(), await person(), await person()]
  await block(a, b)
  await block(a, c)
  const { answer } = await a.visitor.call(listBlocked)
  expect(answer.map(({ _id, photoUri }) => [_id, photoUri])).toEqual([
    [c.userId, null],
    [b.userId, null],
  ])
  expect(await userIdOf(a.visitor)).toBe(a.userId)
})
