import {
  deleteMessage,
  listMessages,
  type Message,
  type OutgoingMessage,
  type VisibleMessage,
  sendMessage,
} from '@parvis/contract/chat.ts'
import { answerEvent, removeEvent } from '@parvis/contract/feed.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { asPerson } from '#server/testing/people.ts'
import { type LiveSockets, expectEventually, openLiveServer, type LiveClient } from '#server/testing/live-clients.ts'
import type { TestServer, Visitor } from '#server/testing/test-server.ts'

let server: TestServer
let sockets: LiveSockets
const screens: LiveClient[] = []

beforeAll(async () => {
  const live = await openLiveServer()
  server = live.server
  sockets = live.sockets
})
afterEach(() => {
  for (const { socket } of screens.splice(0)) socket.terminate()
})
afterAll(() => server.close())

const open = async (visitor: Visitor) => {
  const screen = await sockets.open(visitor)
  screens.push(screen)
  return screen
}
let personCount = 0
const person = async (community = 'les-tilleuls', role: 'neighbor' | 'advertiser' = 'neighbor') => {
  const { visitor, userId } = await asPerson(server, { email: `live-${++personCount}@test.example`, community, role })
  return { visitor, userId, screen: await open(visitor) }
}
const sendFrame = ({ socket }: LiveClient, frame: object) => socket.send(JSON.stringify(frame))
const write = (screen: LiveClient, message: Partial<OutgoingMessage>) => {
  const tmpId = message.tmpId ?? newId()
  sendFrame(screen, { event: 'message', tmpId, ...message })
  return tmpId
}
const texts = (screen: LiveClient) =>
  screen.received('message.created').flatMap((message: Message) => ('text' in message ? [message.text] : []))
const replies = (screen: LiveClient, event: string) => screen.frames.filter(frame => frame.event === event)

describe('a message over the socket', () => {
  it('is acknowledged once stored, and delivered to every screen of its sender and its recipient', async () => {
    const [ana, bob, eve] = [await person(), await person(), await person()]
    const second = await open(ana.visitor)
    const tmpId = write(ana.screen, { to: bob.userId, text: 'Hello' })
    await expectEventually(() => [ana.screen, second, bob.screen].map(texts), [['Hello'], ['Hello'], ['Hello']])
    await expectEventually(() => replies(ana.screen, 'sent').length, 1)
    expect(replies(ana.screen, 'sent')).toMatchObject([{ tmpId, message: { place: 1, text: 'Hello' } }])
    expect(replies(second, 'sent')).toEqual([])
    expect(texts(eve.screen)).toEqual([])
  })

  it('arrives in the order of sending, even when many are sent at once', async () => {
    const [ana, bob] = [await person(), await person()]
    const sent = Array.from({ length: 50 }, (_, at) => `${at}`)
    for (const text of sent) write(ana.screen, { to: bob.userId, text })
    await expectEventually(() => texts(bob.screen).length, 50)
    expect(texts(bob.screen)).toEqual(sent)
    const places = bob.screen.received('message.created').map(({ place }) => place)
    expect(places).toEqual(Array.from({ length: 50 }, (_, at) => at + 1))
  })

  it('of a suspended member is refused with the same error key as over HTTP', async () => {
    const [ana, bob] = [await person(), await person()]
    await server.db
      .updateTable('users')
      .set({ suspended_until: new Date(Date.now() + 3_600_000) })
      .where('id', '=', ana.userId)
      .execute()
    server.platform.bus.publish('actor.changed', { userIds: [ana.userId] })
    const called = await ana.visitor.call(sendMessage, { body: { tmpId: newId(), to: bob.userId, text: 'Hello' } })
    expect(called.error.key).toBe('suspended')
    const tmpId = write(ana.screen, { to: bob.userId, text: 'Hello' })
    sendFrame(ana.screen, { event: 'typing', to: bob.userId })
    await expectEventually(() => replies(ana.screen, 'error').length, 2)
    expect(replies(ana.screen, 'error')).toMatchObject([
      { tmpId, error: { key: 'suspended' } },
      { error: { key: 'suspended' } },
    ])
    expect(texts(bob.screen)).toEqual([])
  })

  it('sent under another user’s id is refused', async () => {
    const [ana, bob] = [await person(), await person()]
    const tmpId = newId()
    sendFrame(ana.screen, { event: 'message', tmpId, to: bob.userId, text: 'Not mine', userId: bob.userId })
    await expectEventually(() => replies(ana.screen, 'error').length, 1)
    expect(replies(ana.screen, 'error')).toMatchObject([{ tmpId, error: { key: 'otheruser' } }])
    sendFrame(ana.screen, { event: 'message', tmpId, to: bob.userId, text: 'Mine', userId: ana.userId })
    await expectEventually(() => texts(bob.screen), ['Mine'])
  })

  it('that is refused is answered with an error that contains its tmpId and the reason, and so are other refused frames', async () => {
    const [ana, outsider] = [await person(), await person('quartier-de-la-gare')]
    const errors = () => replies(ana.screen, 'error')
    const refused = async (frame: object, error: object) => {
      const before = errors().length
      sendFrame(ana.screen, frame)
      await expectEventually(() => errors().length, before + 1)
      expect(errors().at(-1)).toMatchObject(error)
    }
    await refused(
      { event: 'message', tmpId: 'a', to: outsider.userId, text: 'Hi' },
      { tmpId: 'a', error: { key: 'error404' } },
    )
    await refused(
      { event: 'message', tmpId: 'b', to: ana.userId, text: 'Hi' },
      { tmpId: 'b', error: { key: 'forbidden' } },
    )
    await refused({ event: 'message', tmpId: 'c', text: 'Hi' }, { tmpId: 'c', error: { key: 'badrequest' } })
    await refused({ event: 'message', tmpId: 'd', to: 7, text: 'Hi' }, { tmpId: 'd', error: { key: 'badrequest' } })
    await refused({ event: 'message', to: outsider.userId }, { error: { key: 'badrequest' } })
    await refused({ event: 'read', conversationId: newId(), place: 1 }, { error: { key: 'error404' } })
    await refused({ event: 'typing', to: outsider.userId }, { error: { key: 'error404' } })
    await refused({ event: 'resume', conversations: { x: 1 } }, { error: { key: 'badrequest' } })
    await refused({ event: 'resume', conversations: { [newId()]: -1 } }, { error: { key: 'badrequest' } })
    await refused({ event: 'constructor' }, { error: { key: 'badrequest' } })
    expect(outsider.screen.frames.filter(({ event }) => event.startsWith('message'))).toEqual([])
    expect(ana.screen.closed).toBeNull()
  })

  it('that is deleted is published as deleted, also if the delete call has its id in upper case', async () => {
    const [ana, bob] = [await person(), await person()]
    write(ana.screen, { to: bob.userId, text: 'Oops' })
    await expectEventually(() => texts(bob.screen), ['Oops'])
    const { _id } = bob.screen.received('message.created')[0] as VisibleMessage
    await ana.visitor.call(deleteMessage, { params: { id: _id.toUpperCase() } })
    await expectEventually(
      () =>
        bob.screen
          .received('message.updated')
          .map(one => [(one as VisibleMessage)._id, (one as VisibleMessage).deleted]),
      [[_id, true]],
    )
  })

  it('over the rate limit is refused with retryAfter; the socket stays open', async () => {
    const [ana, bob] = [await person(), await person()]
    for (let at = 0; at < 70; at++) write(ana.screen, { to: bob.userId, text: `${at}`, tmpId: `many-${at}` })
    await expectEventually(() => replies(ana.screen, 'sent').length + replies(ana.screen, 'error').length, 70)
    const errors = replies(ana.screen, 'error') as { tmpId?: string; error: { key: string; retryAfter?: number } }[]
    expect(errors.map(({ tmpId }) => tmpId)).toEqual(Array.from({ length: 10 }, (_, at) => `many-${at + 60}`))
    expect(errors.every(({ error }) => error.key === 'toomanyrequests' && error.retryAfter! > 0)).toBe(true)
    expect(ana.screen.closed).toBeNull()
  })
})

describe('a connected member', () => {
  it('receives the other member’s read position even if both read at the same moment', async () => {
    const [ana, bob] = [await person(), await person()]
    write(ana.screen, { to: bob.userId, text: 'Hi' })
    await expectEventually(() => texts(bob.screen).length, 1)
    const { conversationId } = bob.screen.received('message.created')[0]!
    for (let place = 1; place <= 6; place++) {
      const inTurn = place % 2 ? [ana, bob] : [bob, ana]
      for (const one of inTurn) sendFrame(one.screen, { event: 'read', conversationId, place })
      for (const [one, other] of [
        [ana, bob],
        [bob, ana],
      ] as const)
        await expectEventually(
          () => one.screen.received('message.read').findLast(({ userId }) => userId === other.userId)?.place,
          place,
        )
      write(ana.screen, { to: bob.userId, text: `Again ${place}` })
      await expectEventually(() => texts(bob.screen).length, place + 1)
    }
  })

  it('receives the positions up to which the other member has received and read, and their own read position from their other screens', async () => {
    const [ana, bob] = [await person(), await person()]
    const bobsPhone = await open(bob.visitor)
    write(ana.screen, { to: bob.userId, text: 'One' })
    write(ana.screen, { to: bob.userId, text: 'Two' })
    await expectEventually(() => texts(bob.screen).length, 2)
    const { conversationId } = bob.screen.received('message.created')[0]!
    sendFrame(bob.screen, { event: 'received', conversationId, place: 2 })
    await expectEventually(
      () => ana.screen.received('message.received'),
      [{ conversationId, userId: bob.userId, place: 2 }],
    )
    sendFrame(bob.screen, { event: 'read', conversationId, place: 99 })
    const read = [{ conversationId, userId: bob.userId, place: 2 }]
    await expectEventually(() => [ana.screen, bobsPhone].map(screen => screen.received('message.read')), [read, read])
    const page = await ana.visitor.call(listMessages, { query: { userId: bob.userId } })
    expect(page.answer.conversation).toMatchObject({ othersReceived: 2, othersRead: 2 })
    sendFrame(bob.screen, { event: 'read', conversationId, place: 1 })
    sendFrame(bob.screen, { event: 'ping' })
    await expectEventually(() => replies(bob.screen, 'pong').length, 1)
    expect(
      (await bob.visitor.call(listMessages, { query: { userId: ana.userId } })).answer.conversation?.readPlace,
    ).toBe(2)
  })

  it('receives that the other person is typing; nobody else does', async () => {
    const [ana, bob, eve] = [await person(), await person(), await person()]
    write(ana.screen, { to: bob.userId, text: 'Hello' })
    await expectEventually(() => texts(bob.screen).length, 1)
    sendFrame(bob.screen, { event: 'typing', to: ana.userId })
    await expectEventually(() => ana.screen.received('message.typing').map(({ userId }) => userId), [bob.userId])
    expect([bob, eve].flatMap(({ screen }) => screen.received('message.typing'))).toEqual([])
  })

  it('of a group receives who joins, and the read position of the slowest member', async () => {
    const [author, ana, bob] = [await person(), await person(), await person()]
    const id = (await author.visitor.call(publishPost, { body: { description: 'Boules?' } })).answer._id
    await ana.visitor.call(answerEvent, { params: { id } })
    await bob.visitor.call(answerEvent, { params: { id } })
    write(author.screen, { eventId: id, text: 'At six' })
    await expectEventually(() => [ana, bob].map(({ screen }) => texts(screen).at(-1)), ['At six', 'At six'])
    expect(
      author.screen.received('message.created').map(message => 'messageType' in message && message.messageType),
    ).toEqual(['joined', 'joined', false])
    const { conversationId, place } = ana.screen.received('message.created').at(-1)!
    sendFrame(ana.screen, { event: 'read', conversationId, place })
    await expectEventually(() => ana.screen.received('message.read').length, 1)
    sendFrame(bob.screen, { event: 'read', conversationId, place })
    await expectEventually(() => author.screen.received('message.read').at(-1)?.place, place)
  })
})

describe('a reconnecting client', () => {
  it('can resume 30 times within the time window, counted over all connections of the member', async () => {
    const ana = await person()
    const second = await open(ana.visitor)
    for (const screen of [ana.screen, second])
      for (let at = 0; at < 20; at++) sendFrame(screen, { event: 'resume', conversations: {} })
    const count = (event: string) => [ana.screen, second].flatMap(screen => replies(screen, event)).length
    await expectEventually(() => count('resumed') + count('error'), 40)
    expect(count('resumed')).toBe(30)
  })

  it('receives the missed messages of known and of new conversations', async () => {
    const [ana, bob, eve] = [await person(), await person(), await person()]
    write(ana.screen, { to: bob.userId, text: 'Before' })
    await expectEventually(() => texts(bob.screen).length, 1)
    const { conversationId } = bob.screen.received('message.created')[0]!
    const since = new Date().toISOString()
    bob.screen.socket.terminate()
    write(ana.screen, { to: bob.userId, text: 'Meanwhile' })
    write(ana.screen, { to: bob.userId, text: 'And then' })
    write(eve.screen, { to: bob.userId, text: 'Unknown' })
    await expectEventually(() => replies(ana.screen, 'sent').length + replies(eve.screen, 'sent').length, 4)
    const back = await open(bob.visitor)
    sendFrame(back, { event: 'resume', conversations: { [conversationId]: 1 }, since })
    await expectEventually(() => replies(back, 'resumed'), [{ event: 'resumed', truncated: false }])
    expect(texts(back).sort()).toEqual(['And then', 'Meanwhile', 'Unknown'])
    expect(texts(back).filter(text => text !== 'Unknown')).toEqual(['Meanwhile', 'And then'])
    sendFrame(eve.screen, { event: 'resume', conversations: { [conversationId]: 0 } })
    await expectEventually(() => replies(eve.screen, 'resumed').length, 1)
    expect(texts(eve.screen)).toEqual(['Unknown'])
  })
})

it('a message to the group of a deleted post is refused with error404', async () => {
  const [ana, bob] = [await person(), await person()]
  const { answer } = await ana.visitor.call(publishPost, { body: { description: 'Ici', tmpId: newId() } })
  await bob.visitor.call(answerEvent, { params: { id: answer._id } })
  for (const one of [ana, bob]) {
    sendFrame(one.screen, { event: 'message', tmpId: `before ${one.userId}`, eventId: answer._id, text: 'Hi' })
    await expectEventually(() => replies(one.screen, 'sent').length, 1)
  }
  await ana.visitor.call(removeEvent, { params: { id: answer._id } })
  for (const one of [ana, bob]) {
    sendFrame(one.screen, { event: 'message', tmpId: `after ${one.userId}`, eventId: answer._id, text: 'Hi' })
    await expectEventually(() => replies(one.screen, 'error').length, 1)
    expect(replies(one.screen, 'error')[0]).toMatchObject({ error: { key: 'error404' } })
  }
})
