// Covers groups in which only minors read an adult’s messages, and groups with other members.
import { blockUser } from '@parvis/contract/blocks.ts'
import { listMessages, type OutgoingMessage } from '@parvis/contract/chat.ts'
import { answerEvent, withdrawAnswer } from '@parvis/contract/feed.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import type { Role } from '@parvis/contract/roles.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { sendNewMessage } from '#server/testing/messages.ts'
import { asPersonOfAge } from '#server/testing/minors.ts'
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

interface Person {
  visitor: Visitor
  userId: string
}
const adult = (role: Role = 'neighbor') => asPersonOfAge(server, 40, { role })
const minor = () => asPersonOfAge(server, 13)
const place = { latitude: 45.9, longitude: 6.1 }
const send = async ({ visitor }: Person, body: Partial<OutgoingMessage>) => {
  const reply = await sendNewMessage(visitor, body)
  return reply.status === 200 ? 'sent' : reply.error.key
}
const join = ({ visitor }: Person, id: string) => visitor.call(answerEvent, { params: { id } })
/** Creates a post with a group, which `members` join by answering the post. */
const createGroup = async ({ visitor }: Person, members: readonly Person[]) => {
  const eventId = (await visitor.call(publishPost, { body: { description: 'Football on Sunday?' } })).answer._id
  await server.db.updateTable('events').set({ group_id: 'activity' }).where('id', '=', eventId).execute()
  server.platform.bus.publish('display.changed', { ids: [eventId] })
  for (const member of members) await join(member, eventId)
  return eventId
}
const readConversation = async ({ visitor }: Person, eventId: string) =>
  (await visitor.call(listMessages, { query: { eventId } })).answer.conversation!

describe('an adult whose messages in a group are seen by minors only', () => {
  it.each(['the minor’s', 'the adult’s'])(
    'may send one text message, and more only after a reply, in the group of %s post',
    async whose => {
      const [ana, lou] = [await adult(), await minor()]
      const eventId = whose === 'the minor’s' ? await createGroup(lou, [ana]) : await createGroup(ana, [lou])
      expect(await readConversation(ana, eventId)).toMatchObject({
        firstContact: { isMine: true, messageId: null, flagged: false },
        abilities: { write: true, attach: false, attachLocation: false },
      })
      for (const more of [{ location: place }, { youtubeVideoId: 'dQw4w9WgXcQ' }, { image: `/media/${newId()}` }])
        expect(await send(ana, { eventId, text: 'Look', ...more })).toBe('minorfirstcontact')
      const first = { eventId, tmpId: newId(), text: 'One' }
      expect([await send(ana, first), await send(ana, first)]).toEqual(['sent', 'sent'])
      expect(await send(ana, { eventId, text: 'Two' })).toBe('minorfirstcontact')
      expect(await readConversation(ana, eventId)).toMatchObject({
        firstContact: { isMine: true, messageId: expect.any(String) },
        abilities: { write: false, attach: false },
      })
      const toMinor = await readConversation(lou, eventId)
      expect([toMinor.firstContact, toMinor.abilities.write]).toEqual([undefined, true])
      expect(await send(lou, { eventId, text: 'Yes' })).toBe('sent')
      for (const more of [{ text: 'Three' }, { location: place }])
        expect(await send(ana, { eventId, ...more })).toBe('sent')
      const free = await readConversation(ana, eventId)
      expect([free.firstContact, free.abilities.attachLocation]).toEqual([undefined, true])
    },
  )

  it('needs a reply before a second message; an earlier message of the minor or the joining of another minor is no reply', async () => {
    const [ana, lou, lea] = [await adult(), await minor(), await minor()]
    const eventId = await createGroup(lou, [])
    expect(await send(lou, { eventId, text: 'Who comes?' })).toBe('sent')
    await join(ana, eventId)
    expect(await send(ana, { eventId, text: 'One' })).toBe('sent')
    await join(lea, eventId)
    expect(await send(ana, { eventId, text: 'Two' })).toBe('minorfirstcontact')
    expect(await send(lea, { eventId, text: 'Me' })).toBe('sent')
    expect(await send(ana, { eventId, text: 'Two' })).toBe('sent')
  })

  it('has one first message per minor, counted over all groups of the minor’s posts and in private', async () => {
    const [ana, lou] = [await adult(), await minor()]
    const [one, two] = [await createGroup(lou, [ana]), await createGroup(lou, [ana])]
    expect(await send(ana, { eventId: one, text: 'One' })).toBe('sent')
    expect(await send(ana, { eventId: two, text: 'Two' })).toBe('minorfirstcontact')
    expect(await send(ana, { to: lou.userId, text: 'Three' })).toBe('minorfirstcontact')
    const pair = (await ana.visitor.call(listMessages, { query: { userId: lou.userId } })).answer.conversation!
    expect([pair.firstContact?.isMine, pair.abilities.write]).toEqual([true, false])
    // Leaving the group and joining it again gives the adult no new first message.
    await ana.visitor.call(withdrawAnswer, { params: { id: one } })
    await join(ana, one)
    expect(await send(ana, { eventId: one, text: 'Four' })).toBe('minorfirstcontact')
    // A reply in private ends the restriction in groups too.
    expect(await send(lou, { to: ana.userId, text: 'Hello' })).toBe('sent')
    for (const name of [{ eventId: one }, { eventId: two }, { to: lou.userId }])
      expect(await send(ana, { ...name, text: 'Hi' })).toBe('sent')
  })

  it('can store only one of several concurrent messages, in one group or in several', async () => {
    const [ana, bob, lou, lea] = [await adult(), await adult(), await minor(), await minor()]
    const alone = await createGroup(lou, [ana])
    const results = await Promise.all(['1', '2', '3'].map(text => send(ana, { eventId: alone, text })))
    expect(results.toSorted()).toEqual(['minorfirstcontact', 'minorfirstcontact', 'sent'])
    const groups = [await createGroup(lea, [bob]), await createGroup(lea, [bob]), await createGroup(lea, [bob])]
    const everywhere = await Promise.all(groups.map(eventId => send(bob, { eventId, text: 'Hi' })))
    expect(everywhere.toSorted()).toEqual(['minorfirstcontact', 'minorfirstcontact', 'sent'])
  })

  it('may contact three minors a day, in groups and in private together', async () => {
    const ana = await adult()
    for (let count = 0; count < 2; count++)
      expect(await send(ana, { eventId: await createGroup(await minor(), [ana]), text: 'Hi' })).toBe('sent')
    expect(await send(ana, { to: (await minor()).userId, text: 'Hi' })).toBe('sent')
    expect(await send(ana, { eventId: await createGroup(await minor(), [ana]), text: 'Hi' })).toBe('toomanyrequests')
  })

  it('receives the error over the socket, and their typing is shown to nobody', async () => {
    const [ana, lou] = [await adult(), await minor()]
    const eventId = await createGroup(lou, [ana])
    const [hers, theirs] = [await sockets.open(ana.visitor), await sockets.open(lou.visitor)]
    screens.push(hers, theirs)
    const sendFrame = (frame: object) => hers.socket.send(JSON.stringify({ eventId, ...frame }))
    sendFrame({ event: 'typing' })
    sendFrame({ event: 'message', tmpId: 'place', location: place })
    sendFrame({ event: 'message', tmpId: 'one', text: 'One' })
    await expectEventually(() => hers.frames.filter(({ event }) => event === 'sent').length, 1)
    sendFrame({ event: 'message', tmpId: 'two', text: 'Two' })
    await expectEventually(
      () => hers.frames.flatMap(frame => (frame.event === 'error' ? [[frame.tmpId, frame.error.key]] : [])),
      [
        ['place', 'minorfirstcontact'],
        ['two', 'minorfirstcontact'],
      ],
    )
    expect(theirs.received('message.created').map(one => 'text' in one && one.text)).toEqual(['One'])
    expect(theirs.received('message.typing')).toEqual([])
  })
})

describe('in a group', () => {
  it.each(['neighbor', 'employee'] as const)(
    'with another adult everybody writes without restriction: %s',
    async role => {
      const [ana, other, lou] = [await adult(), await adult(role), await minor()]
      const eventId = await createGroup(lou, [ana, other])
      for (const more of [{ text: 'One' }, { text: 'Two' }, { location: place }])
        expect(await send(ana, { eventId, ...more })).toBe('sent')
      expect((await readConversation(ana, eventId)).firstContact).toBeUndefined()
    },
  )

  it('with two adults the first-contact rule applies to one of them once the other leaves the group or blocks this adult', async () => {
    const [ana, bob, lou] = [await adult(), await adult(), await minor()]
    const eventId = await createGroup(lou, [ana, bob])
    expect(await send(ana, { eventId, text: 'One' })).toBe('sent')
    await bob.visitor.call(withdrawAnswer, { params: { id: eventId } })
    expect(await send(ana, { eventId, text: 'Two' })).toBe('minorfirstcontact')
    await join(bob, eventId)
    expect(await send(ana, { eventId, text: 'Two' })).toBe('sent')
    await bob.visitor.call(blockUser, { params: { id: ana.userId } })
    expect(await send(ana, { eventId, text: 'Three' })).toBe('minorfirstcontact')
  })

  it('that only minors read, team members and other minors write without restriction', async () => {
    const [team, lea, lou] = [await adult('employee'), await minor(), await minor()]
    for (const one of [team, lea]) {
      const eventId = await createGroup(lou, [one])
      for (const text of ['One', 'Two']) expect(await send(one, { eventId, text })).toBe('sent')
    }
  })
})
