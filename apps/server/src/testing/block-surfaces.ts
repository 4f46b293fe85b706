import { blockUser, unblockUser } from '@parvis/contract/blocks.ts'
import { listCalendar, makeCalendarAddress } from '@parvis/contract/calendar.ts'
import { isVisibleMessage, listChatGroups, listChatUsers, listMessages, sendMessage } from '@parvis/contract/chat.ts'
import { answerEvent, getEvent, listAnswers, listEvents, pinEvent, unpinEvent } from '@parvis/contract/feed.ts'
import { addAlerts, listNotifications } from '@parvis/contract/notifications.ts'
import { dayAt } from '@parvis/contract/past-event.ts'
import { getProfile, type Person as SeenPerson } from '@parvis/contract/profile.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import { getSession } from '@parvis/contract/session.ts'
import { listTemplateCategories, publishTemplate } from '@parvis/contract/templates.ts'
import { instantAt } from '@parvis/contract/zoned-time.ts'
import { expect } from 'vitest'
import { newId } from '../kernel/ids.ts'
import { addEvent } from './events.ts'
import { multipartOf } from './multipart.ts'
import { listAllNeighbors } from './neighbors.ts'
import { asPerson } from './people.ts'
import { plainPicture } from './pictures.ts'
import type { TestServer, Visitor } from './test-server.ts'

const ZONE = 'Europe/Paris'
const DAY_MS = 86_400_000

export interface Person {
  visitor: Visitor
  userId: string
}

export const addAdult = async (server: TestServer, community = 'les-tilleuls'): Promise<Person> => {
  const { visitor, userId } = await asPerson(server, { email: `${newId()}@blocks.example`, community })
  await server.db.updateTable('users').set({ birthdate: '1980-06-15' }).where('id', '=', userId).execute()
  return { visitor, userId }
}
export const block = async (blocker: Person, blocked: Person) =>
  blocker.visitor.call(blockUser, { params: { id: blocked.userId } })
export const unblock = async (blocker: Person, blocked: Person) =>
  blocker.visitor.call(unblockUser, { params: { id: blocked.userId } })

export const uploadPicture = async ({ visitor }: Person): Promise<string> => {
  const bytes = await plainPicture(64, 48).jpeg().toBuffer()
  const { payload, headers } = multipartOf([['files', bytes]])
  const { answer } = await visitor.send({ method: 'POST', url: '/media', payload, headers })
  return (answer as { uri: string }).uri
}

/** The content that one user has created wherever the other user could see it before a block. */
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

const createTrace = async (
  server: TestServer,
  author: Person,
  other: Person,
  hostPostId: string,
  templateId: string,
): Promise<Trace> => {
  const word = `mot${newId().replaceAll('-', '')}`
  const photo = await uploadPicture(author)
  const { answer } = await author.visitor.call(publishPost, {
    body: { title: word, description: word, photoUri: photo, tmpId: newId() },
  })
  const day = dayAt(Date.now() + 3 * DAY_MS, ZONE)
  await addEvent(server, {
    userId: author.userId,
    group: 'activity',
    title: `${word} le soir`,
    dateId: day,
    timeId: '18:30',
    startsAt: new Date(instantAt(day, '18:30', ZONE)),
  })
  const portrait = await uploadPicture(author)
  await server.db
    .updateTable('users')
    .set({ photo_id: portrait.split('/')[2]! })
    .where('id', '=', author.userId)
    .execute()
  await server.db.updateTable('media').set({ unused_since: null }).where('id', '=', portrait.split('/')[2]!).execute()
  await author.visitor.call(sendMessage, { body: { tmpId: newId(), to: other.userId, text: word } })
  const image = await uploadPicture(author)
  await author.visitor.call(sendMessage, { body: { tmpId: newId(), to: other.userId, image } })
  await author.visitor.call(answerEvent, { params: { id: hostPostId } })
  await author.visitor.call(sendMessage, { body: { tmpId: newId(), eventId: hostPostId, text: word } })
  const { answer: alerted } = await author.visitor.call(publishTemplate, { body: { templateId: templateId } })
  const welcome = await addEvent(server, { userId: author.userId, group: 'welcome', title: `${word} arrive` })
  const dealActivity = await addEvent(server, { userId: author.userId, group: 'gooddeal', title: `${word} en profite` })
  return { word, post: answer._id, photo, portrait, chatPhoto: image, alertedPost: alerted._id, welcome, dealActivity }
}

const listFeedIds = async ({ visitor }: Person, filter?: string) =>
  (await visitor.call(listEvents, { query: filter ? { filter } : {} })).answer.docs.map(({ _id }) => _id)

const pictureStatusOf = async ({ visitor }: Person, uri: string) =>
  (await visitor.send({ method: 'GET', url: `${uri}/thumb` })).status

interface ViewOfOther {
  server: TestServer
  viewer: Person
  other: Person
  /** The content that `other` has created. */
  trace: Trace
  /** The viewer's own post, which `other` answered. */
  own: string
  /** A post of a third user; viewer and `other` are both in its group conversation. */
  shared: string
  calendar: string
}

/** For each surface (a place in the app that shows a user or their content), whether the viewer sees the other user. */
export const surfaces: Record<string, (view: ViewOfOther) => Promise<boolean>> = {
  feed: async ({ viewer, trace }) => (await listFeedIds(viewer)).includes(trace.alertedPost),
  'a filter of the feed': async ({ viewer, trace }) =>
    (await viewer.visitor.call(listEvents, { query: { filter: 'post' } })).answer.docs.some(
      ({ _id }) => _id === trace.post,
    ),
  'a welcome': async ({ viewer, trace }) => (await listFeedIds(viewer, 'welcome')).includes(trace.welcome),
  'what somebody does with a good deal': async ({ viewer, trace }) =>
    (await listFeedIds(viewer, 'gooddeal')).includes(trace.dealActivity),
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
  'the calendar that programs read': async ({ server, trace, calendar }) =>
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
  'the photo of a post': async ({ viewer, trace }) => (await pictureStatusOf(viewer, trace.photo)) === 200,
  'a portrait': async ({ viewer, trace }) => (await pictureStatusOf(viewer, trace.portrait)) === 200,
  'a photo in a conversation': async ({ viewer, trace }) => (await pictureStatusOf(viewer, trace.chatPhoto)) === 200,
  'a profile': async ({ viewer, other }) => {
    const reply = await viewer.visitor.call(getProfile, { query: { userId: other.userId } })
    return reply.status === 200 && !(reply.answer as SeenPerson).blocked
  },
  'writing to them': async ({ viewer, other }) =>
    (await viewer.visitor.call(sendMessage, { body: { tmpId: newId(), to: other.userId, text: 'Bonjour' } })).status ===
    200,
}

/** Pins only these posts. All other posts are unpinned first, because at most three can be pinned. */
const pinOnly = async (server: TestServer, ...ids: string[]) => {
  const staff = await server.as('administrator')
  for (const { _id } of (await staff.call(listEvents)).answer.pinned ?? [])
    await staff.call(unpinEvent, { params: { id: _id } })
  for (const id of ids) expect((await staff.call(pinEvent, { params: { id }, body: {} })).status).toBe(200)
}

/** Creates two users who both have content on every surface; returns the view of each user on the other. */
export const createPairOfViews = async (server: TestServer): Promise<[ViewOfOther, ViewOfOther]> => {
  const [a, b, host] = [await addAdult(server), await addAdult(server), await addAdult(server)]
  const { answer: categories } = await a.visitor.call(listTemplateCategories)
  const templateId = categories.flatMap(({ templates }) => templates).find(({ type }) => type === 'Activity')!._id
  for (const { visitor } of [a, b]) await visitor.call(addAlerts, { body: { templatesIds: [templateId] } })
  const shared = (
    await host.visitor.call(publishPost, {
      body: { title: 'Chez un tiers', tmpId: newId(), description: 'x' },
    })
  ).answer._id
  const [ofA, ofB] = [
    await createTrace(server, a, b, shared, templateId),
    await createTrace(server, b, a, shared, templateId),
  ]
  await a.visitor.call(answerEvent, { params: { id: ofB.post } })
  await b.visitor.call(answerEvent, { params: { id: ofA.post } })
  // A third user whom both can see answers too, so that a count and a notification remain after a block.
  for (const { post } of [ofA, ofB]) await host.visitor.call(answerEvent, { params: { id: post } })
  await pinOnly(server, ofA.post, ofB.post)
  const addressOf = async ({ visitor }: Person) =>
    (await visitor.call(makeCalendarAddress, { body: { onlyMine: false, lang: 'fr' } })).answer.url
  const views: [ViewOfOther, ViewOfOther] = [
    { server, viewer: a, other: b, trace: ofB, own: ofA.post, shared, calendar: await addressOf(a) },
    { server, viewer: b, other: a, trace: ofA, own: ofB.post, shared, calendar: await addressOf(b) },
  ]
  // Alerts are sent asynchronously.
  await server.settled()
  return views
}

export const visibleSurfacesOf = async (view: ViewOfOther) => {
  const seen: string[] = []
  for (const [name, isVisible] of Object.entries(surfaces)) if (await isVisible(view)) seen.push(name)
  return seen
}
