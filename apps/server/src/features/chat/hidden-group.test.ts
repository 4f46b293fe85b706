// While moderators hide a post, its group is closed over HTTP and sockets; it reopens together with the post.
import { listMessages, type OutgoingMessage, sendMessage } from '@parvis/contract/chat.ts'
import type { Media } from '@parvis/contract/entity.ts'
import { answerEvent, removeEvent } from '@parvis/contract/feed.ts'
import { restoreCase } from '@parvis/contract/moderation.ts'
import { listNotifications } from '@parvis/contract/notifications.ts'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { addEvent } from '#server/testing/events.ts'
import { multipartOf } from '#server/testing/multipart.ts'
import { asPerson } from '#server/testing/people.ts'
import { plainPicture } from '#server/testing/pictures.ts'
import { type LiveSockets, expectEventually, openLiveServer, type LiveClient } from '#server/testing/live-clients.ts'
import type { TestServer } from '#server/testing/test-server.ts'
import { messageWriter } from './store-message.service.ts'

let server: TestServer
let sockets: LiveSockets
const screens: LiveClient[] = []
beforeAll(async () => {
  ;({ server, sockets } = await openLiveServer())
})
afterEach(() => {
  for (const { socket } of screens.splice(0)) socket.terminate()
})
afterAll(() => server.close())

let personCount = 0
const person = async () => {
  const one = await asPerson(server, { email: `group-${++personCount}@hidden.example`, community: 'les-tilleuls' })
  const screen = await sockets.open(one.visitor)
  screens.push(screen)
  return { ...one, screen }
}
type Person = Awaited<ReturnType<typeof person>>
const send = async ({ visitor }: Person, body: Partial<OutgoingMessage>) => {
  const reply = await visitor.call(sendMessage, { body: { tmpId: newId(), ...body } })
  return reply.status === 200 ? 'sent' : reply.error.key
}
const sendFrame = ({ screen }: Person, frame: object) => screen.socket.send(JSON.stringify(frame))
const replies = ({ screen }: Person, event: string) => screen.frames.filter(frame => frame.event === event)
const createdCount = ({ screen }: Person) => screen.received('message.created').length
const open = ({ visitor }: Person, eventId: string) => visitor.call(listMessages, { query: { eventId } })
const countMessageNotifications = async ({ visitor }: Person) =>
  (await visitor.call(listNotifications, { query: {} })).answer.docs.filter(({ kind }) => kind === 'message').length

it('the group of a hidden post is closed over HTTP and sockets, and reopens with the post', async () => {
  const [author, member] = [await person(), await person()]
  const eventId = await addEvent(server, { userId: author.userId, group: 'activity', description: 'Foot' })
  expect((await member.visitor.call(answerEvent, { params: { id: eventId } })).status).toBe(200)
  const file = await plainPicture(60, 40).jpeg().toBuffer()
  const upload = { method: 'POST', url: '/media', ...multipartOf([['files', file]]) } as const
  const { uri } = (await author.visitor.send(upload)).answer as Media
  expect(await send(author, { eventId, text: 'Un', image: uri })).toBe('sent')
  expect(await send(member, { eventId, text: 'Deux' })).toBe('sent')
  const { conversationId, place } = (await open(member, eventId)).answer.docs[0]!
  await vi.waitFor(async () => expect(await countMessageNotifications(member)).toBe(1), { timeout: 20_000 })
  const picture = async ({ visitor }: Person) => (await visitor.send({ method: 'GET', url: `${uri}/card` })).status
  expect([await picture(author), await picture(member)]).toEqual([200, 200])

  const administrator = await server.as('administrator')
  const ruleAndReason = { rule: 'respect', reason: 'Trop vif' } as const
  expect((await administrator.call(removeEvent, { params: { id: eventId }, query: ruleAndReason })).status).toBe(200)
  const before = [createdCount(author), createdCount(member)]
  expect(await send(author, { eventId, text: 'Trois' })).toBe('forbidden')
  expect(await send(author, { eventId, text: 'Trois', image: uri })).toBe('forbidden')
  expect(await send(member, { eventId, text: 'Quatre' })).toBe('error404')
  expect((await open(member, eventId)).status).toBe(404)
  expect((await open(author, eventId)).answer.conversation!.abilities.write).toBe(false)
  for (const one of [author, member]) {
    sendFrame(one, { event: 'message', tmpId: newId(), eventId, text: 'Cinq' })
    sendFrame(one, { event: 'typing', eventId })
    sendFrame(one, { event: 'read', conversationId, place })
    sendFrame(one, { event: 'resume', conversations: { [conversationId]: 0 } })
    await expectEventually(() => [replies(one, 'error').length, replies(one, 'resumed').length], [3, 1])
  }
  expect([createdCount(author), createdCount(member)]).toEqual(before)
  expect(await countMessageNotifications(member)).toBe(0)
  expect([await picture(author), await picture(member)]).toEqual([200, 404])
  // A message that passed the check just before the post was hidden is refused when it is stored.
  const late = {
    communityId: await server.communityId('les-tilleuls'),
    conversationId,
    id: newId(),
    userId: author.userId,
    userCommunityId: await server.communityId('les-tilleuls'),
    tmpId: newId(),
    messageType: null,
    text: 'Six',
    imageId: null,
    latitude: null,
    longitude: null,
    youtubeVideoId: null,
    eventId: null,
    eventCommunityId: null,
    now: new Date(),
  }
  expect(await messageWriter(server.platform)(late)).toBeUndefined()

  const { id } = await server.db
    .selectFrom('moderation_cases')
    .select('id')
    .where('subject_id', '=', eventId)
    .executeTakeFirstOrThrow()
  expect((await administrator.call(restoreCase, { params: { id } })).status).toBe(200)
  expect([await send(author, { eventId, text: 'Sept' }), await send(member, { eventId, text: 'Huit' })]).toEqual([
    'sent',
    'sent',
  ])
  await expectEventually(() => [createdCount(author), createdCount(member)], [before[0]! + 2, before[1]! + 2])
  expect(await picture(member)).toBe(200)
})
