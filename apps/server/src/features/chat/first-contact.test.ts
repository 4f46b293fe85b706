import { blockUser } from '@parvis/contract/blocks.ts'
import { deleteMessage, flagMessage, listChatUsers, listMessages } from '@parvis/contract/chat.ts'
import { answerEvent } from '@parvis/contract/feed.ts'
import { updateProfile } from '@parvis/contract/profile.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import type { Role } from '@parvis/contract/roles.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { sendNewMessage as send } from '#server/testing/messages.ts'
import { asPersonOfAge } from '#server/testing/minors.ts'
import { multipartOf } from '#server/testing/multipart.ts'
import { plainPicture } from '#server/testing/pictures.ts'
import { type LiveSockets, expectEventually, openLiveServer, type LiveClient } from '#server/testing/live-clients.ts'
import type { TestServer, Visitor } from '#server/testing/test-server.ts'
import { listAllNeighbors } from '#server/testing/neighbors.ts'

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

const adult = (role: Role = 'neighbor') => asPersonOfAge(server, 40, { role })
const minor = () => asPersonOfAge(server, 13)
const readConversation = async (viewer: Visitor, userId: string) =>
  (await viewer.call(listMessages, { query: { userId } })).answer.conversation!
const place = { latitude: 45.9, longitude: 6.1 }
const open = async (visitor: Visitor) => {
  const screen = await sockets.open(visitor)
  screens.push(screen)
  return screen
}
const sendFrame = ({ socket }: LiveClient, frame: object) => socket.send(JSON.stringify(frame))
const receivedErrors = ({ frames }: LiveClient) =>
  frames.flatMap(frame => (frame.event === 'error' ? [[frame.tmpId, frame.error.key]] : []))

describe('an adult who writes to a minor first', () => {
  it('may send one message, and more only after a reply', async () => {
    const [ana, lou] = [await adult(), await minor()]
    expect(await readConversation(ana.visitor, lou.userId)).toMatchObject({
      firstContact: { isMine: true, messageId: null, flagged: false },
      abilities: { write: true, attach: false, attachLocation: false },
    })
    const first = await send(ana.visitor, { to: lou.userId, text: 'Is this your cat?' })
    expect(first.status).toBe(200)
    const second = await send(ana.visitor, { to: lou.userId, text: 'Hello?' })
    expect([second.status, second.error.key]).toEqual([403, 'minorfirstcontact'])
    expect(await readConversation(ana.visitor, lou.userId)).toMatchObject({
      firstContact: { isMine: true, messageId: first.answer._id },
      abilities: { write: false },
    })
    expect(await readConversation(lou.visitor, ana.userId)).toMatchObject({
      firstContact: { isMine: false, messageId: first.answer._id, flagged: false },
      abilities: { write: true, attach: true, attachLocation: false, block: true, flag: true },
    })
    expect((await send(lou.visitor, { to: ana.userId, text: 'Yes' })).status).toBe(200)
    expect('firstContact' in (await readConversation(lou.visitor, ana.userId))).toBe(false)
    const free = await readConversation(ana.visitor, lou.userId)
    expect('firstContact' in free).toBe(false)
    expect(free.abilities).toMatchObject({ write: true, attach: true, attachLocation: true })
    expect((await send(ana.visitor, { to: lou.userId, text: 'She is in my kitchen' })).answer.place).toBe(3)
    expect((await send(ana.visitor, { to: lou.userId, location: place })).status).toBe(200)
  })

  it('may not send another first message after deleting the first one', async () => {
    const [ana, lou] = [await adult(), await minor()]
    const { answer } = await send(ana.visitor, { to: lou.userId, text: 'Hi' })
    await ana.visitor.call(deleteMessage, { params: { id: answer._id } })
    expect((await send(ana.visitor, { to: lou.userId, text: 'Hi again' })).error.key).toBe('minorfirstcontact')
    expect((await readConversation(lou.visitor, ana.userId)).firstContact).toEqual({
      isMine: false,
      messageId: null,
      flagged: false,
    })
  })

  it('may send text only', async () => {
    const [ana, lou] = [await adult(), await minor()]
    for (const more of [{ location: place }, { youtubeVideoId: 'dQw4w9WgXcQ' }, { image: `/media/${newId()}` }]) {
      const { status, error } = await send(ana.visitor, { to: lou.userId, text: 'Look', ...more })
      expect([status, error.key]).toEqual([403, 'minorfirstcontact'])
    }
    const file = multipartOf([
      ['tmpId', newId()],
      ['to', lou.userId],
      ['files', await plainPicture(40, 30).jpeg().toBuffer()],
    ])
    const refused = await ana.visitor.send({ method: 'POST', url: '/messages', ...file })
    expect(refused.error.key).toBe('minorfirstcontact')
    expect((await readConversation(lou.visitor, ana.userId)).lastPlace).toBe(0)
    // The refused messages have not used up the first contact.
    expect((await send(ana.visitor, { to: lou.userId, text: 'Hi' })).answer.place).toBe(1)
  })

  it('receives the same message for a repeated tmpId; of different concurrent messages only one is stored', async () => {
    const [ana, lou] = [await adult(), await minor()]
    const body = { tmpId: newId(), to: lou.userId, text: 'Once' }
    const [one, two] = await Promise.all([send(ana.visitor, body), send(ana.visitor, body)])
    const later = await send(ana.visitor, body)
    expect(new Set([one, two, later].map(({ answer }) => `${answer._id} ${answer.place}`)).size).toBe(1)

    const lea = await minor()
    const both = await Promise.all(['One', 'Two', 'Three'].map(text => send(ana.visitor, { to: lea.userId, text })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403, 403])
    expect((await readConversation(lea.visitor, ana.userId)).lastPlace).toBe(1)
  })

  it('may contact three minors a day', async () => {
    const ana = await adult()
    const three = [await minor(), await minor(), await minor()]
    for (const { userId } of three) expect((await send(ana.visitor, { to: userId, text: 'Hi' })).status).toBe(200)
    const fourth = await minor()
    const { status, error } = await send(ana.visitor, { to: fourth.userId, text: 'Hi' })
    expect([status, error.key]).toEqual([429, 'toomanyrequests'])
    // A minor who has written is no new contact.
    await send(fourth.visitor, { to: ana.userId, text: 'Hello' })
    expect((await send(ana.visitor, { to: fourth.userId, text: 'Hi' })).status).toBe(200)
    const { aheadMs } = server.clock
    server.clock.aheadMs += 24 * 3_600_000 + 1000
    try {
      expect((await send(ana.visitor, { to: (await minor()).userId, text: 'Hi' })).status).toBe(429)
    } finally {
      server.clock.aheadMs = aheadMs
    }
    await server.db.updateTable('attempts').set({ at: [] }).where('bucket', '=', `first-word ${ana.userId}`).execute()
    expect((await send(ana.visitor, { to: (await minor()).userId, text: 'Hi' })).status).toBe(200)
  })

  it('may send only one first message, even if it is about a post of the minor', async () => {
    const [ana, lou] = [await adult(), await minor()]
    const eventId = (await lou.visitor.call(publishPost, { body: { description: 'Who comes along?' } })).answer._id
    expect((await send(ana.visitor, { to: lou.userId, eventId })).status).toBe(200)
    expect((await send(ana.visitor, { to: lou.userId, eventId, text: 'Me' })).error.key).toBe('minorfirstcontact')
  })

  it('receives the refusal with the tmpId over the socket; their typing is shown to the minor only after a reply', async () => {
    const [ana, lou] = [await adult(), await minor()]
    const [hers, theirs] = [await open(ana.visitor), await open(lou.visitor)]
    sendFrame(hers, { event: 'typing', to: lou.userId })
    sendFrame(hers, { event: 'message', tmpId: 'place', to: lou.userId, location: place })
    sendFrame(hers, { event: 'message', tmpId: 'one', to: lou.userId, text: 'One' })
    await expectEventually(() => hers.frames.filter(({ event }) => event === 'sent').length, 1)
    sendFrame(hers, { event: 'message', tmpId: 'two', to: lou.userId, text: 'Two' })
    sendFrame(hers, { event: 'message', tmpId: 'one', to: lou.userId, text: 'One' })
    await expectEventually(() => hers.frames.filter(({ event }) => event === 'sent').length, 2)
    await expectEventually(
      () => receivedErrors(hers),
      [
        ['place', 'minorfirstcontact'],
        ['two', 'minorfirstcontact'],
      ],
    )
    expect(theirs.received('message.created').map(one => 'text' in one && one.text)).toEqual(['One'])
    expect(theirs.received('message.typing')).toEqual([])
    sendFrame(theirs, { event: 'message', tmpId: 'back', to: ana.userId, text: 'Back' })
    await expectEventually(() => hers.received('message.created').length, 2)
    sendFrame(hers, { event: 'message', tmpId: 'three', to: lou.userId, text: 'Three' })
    sendFrame(hers, { event: 'typing', to: lou.userId })
    await expectEventually(() => theirs.received('message.created').length, 3)
    await expectEventually(() => theirs.received('message.typing').length, 1)
  })

  it('is restricted even if the adult is a company, but not if the adult is a team member', async () => {
    const [company, team, lou] = [await adult('advertiser'), await adult('employee'), await minor()]
    const eventId = (await company.visitor.call(publishPost, { body: { description: 'Open day' } })).answer?._id
    expect((await send(company.visitor, { to: lou.userId, eventId, text: 'Come' })).status).toBe(200)
    expect((await send(company.visitor, { to: lou.userId, eventId, text: 'Come' })).error.key).toBe('minorfirstcontact')
    for (const text of ['One', 'Two', 'Three'])
      expect((await send(team.visitor, { to: lou.userId, text })).status).toBe(200)
    expect((await send(team.visitor, { to: lou.userId, location: place })).status).toBe(200)
    expect('firstContact' in (await readConversation(lou.visitor, team.userId))).toBe(false)
  })

  it('can be blocked by the minor, who can also report the message without a reason', async () => {
    const [ana, lou] = [await adult(), await minor()]
    const { answer } = await send(ana.visitor, { to: lou.userId, text: 'Where do you live?' })
    expect((await lou.visitor.call(flagMessage, { params: { id: answer._id } })).status).toBe(200)
    // A message to a minor is hidden from the minor as soon as it is reported.
    expect((await readConversation(lou.visitor, ana.userId)).firstContact).toMatchObject({
      messageId: null,
      flagged: true,
    })
    // The author of the message does not learn of the report.
    expect((await readConversation(ana.visitor, lou.userId)).firstContact).toMatchObject({ flagged: false })
    const flag = await server.db
      .selectFrom('message_flags')
      .select(['reporter_id', 'reason'])
      .where('message_id', '=', answer._id)
      .executeTakeFirstOrThrow()
    expect(flag).toEqual({ reporter_id: lou.userId, reason: null })
    await lou.visitor.call(blockUser, { params: { id: ana.userId } })
    expect((await send(ana.visitor, { to: lou.userId, text: 'Hello' })).error.key).toBe('forbidden')
  })
})

describe('a minor', () => {
  it('may write first to anybody, and to other minors without restriction', async () => {
    const [ana, lou, lea] = [await adult(), await minor(), await minor()]
    for (const to of [ana.userId, lea.userId])
      for (const text of ['One', 'Two']) expect((await send(lou.visitor, { to, text })).status).toBe(200)
    expect((await send(ana.visitor, { to: lou.userId, location: place })).status).toBe(200)
    expect('firstContact' in (await readConversation(lou.visitor, lea.userId))).toBe(false)
  })

  it('cannot send a location, over HTTP or over the socket', async () => {
    const [lou, lea] = [await minor(), await minor()]
    const refused = await send(lou.visitor, { to: lea.userId, location: place })
    expect([refused.status, refused.error.key]).toEqual([403, 'minorlocation'])
    expect((await readConversation(lou.visitor, lea.userId)).abilities).toMatchObject({
      attach: true,
      attachLocation: false,
    })
    const screen = await open(lou.visitor)
    sendFrame(screen, { event: 'message', tmpId: 'x', to: lea.userId, location: place })
    await expectEventually(() => receivedErrors(screen), [['x', 'minorlocation']])
  })

  it('is listed to minors and the team, and to adults whom they have written to or share a group with', async () => {
    const [ana, bob, team, lou, lea] = [
      await adult(),
      await adult(),
      await adult('employee'),
      await minor(),
      await minor(),
    ]
    const company = await adult('advertiser')
    const isListedTo = async ({ visitor }: { visitor: Visitor }) =>
      (await listAllNeighbors(visitor)).some(({ _id }) => _id === lou.userId)
    const toAll = async () => [
      await isListedTo(ana),
      await isListedTo(company),
      await isListedTo(team),
      await isListedTo(lea),
    ]
    expect(await toAll()).toEqual([false, false, true, true])
    // Without a reply they are not acquainted: the minor is not listed to the adult, who sees only the name.
    await send(ana.visitor, { to: lou.userId, text: 'Hi' })
    expect(await isListedTo(ana)).toBe(false)
    const [unknown] = (await ana.visitor.call(listChatUsers)).answer
    expect(unknown).toMatchObject({ _id: lou.userId, firstname: 'Lou', initial: null, building: null, gender: null })
    await send(lou.visitor, { to: ana.userId, text: 'Hello' })
    expect(await isListedTo(ana)).toBe(true)
    expect((await ana.visitor.call(listChatUsers)).answer[0]).toMatchObject({ initial: null, building: null })
    const eventId = (await bob.visitor.call(publishPost, { body: { description: 'Football' } })).answer._id
    await server.db.updateTable('events').set({ group_id: 'activity' }).where('id', '=', eventId).execute()
    server.platform.bus.publish('display.changed', { ids: [eventId] })
    await lou.visitor.call(answerEvent, { params: { id: eventId } })
    expect(await isListedTo(bob)).toBe(true)
    expect((await readConversation(bob.visitor, lou.userId)).user).toMatchObject({ initial: null, building: null })
  })

  it('is shown as online to the team only', async () => {
    const [ana, team, lou] = [await adult(), await adult('employee'), await minor()]
    await send(lou.visitor, { to: ana.userId, text: 'Hi' })
    await send(lou.visitor, { to: team.userId, text: 'Hi' })
    server.platform.presence.markOnline(lou.userId, await server.communityId('les-tilleuls'))
    const online = async ({ visitor }: { visitor: Visitor }) => [
      (await listAllNeighbors(visitor)).find(({ _id }) => _id === lou.userId)?.online,
      (await visitor.call(listChatUsers)).answer.find(({ _id }) => _id === lou.userId)?.online,
      (await readConversation(visitor, lou.userId)).user?.online,
    ]
    expect(await online(ana)).toEqual([false, false, false])
    expect(await online(team)).toEqual([true, true, true])
    server.platform.presence.markOffline(lou.userId)
  })

  it('has profile changes published to minors and to the team only', async () => {
    const [ana, team, lou, lea] = [await adult(), await adult('employee'), await minor(), await minor()]
    const [hers, theirs, others] = [await open(ana.visitor), await open(team.visitor), await open(lea.visitor)]
    await lou.visitor.call(updateProfile, { body: { building: 'C' } })
    const told = (screen: LiveClient) =>
      screen.received('author.updated').filter(({ _id }) => _id === lou.userId).length
    await expectEventually(() => [told(theirs), told(others)], [1, 1])
    await ana.visitor.call(updateProfile, { body: { building: 'C' } })
    await expectEventually(() => hers.received('author.updated').length, 1)
    expect(told(hers)).toBe(0)
  })

  it('who reaches the age of consent can be written to like an adult', async () => {
    const [ana, lou] = [await adult(), await minor()]
    await send(ana.visitor, { to: lou.userId, text: 'One' })
    expect((await send(ana.visitor, { to: lou.userId, text: 'Two' })).error.key).toBe('minorfirstcontact')
    await server.db
      .updateTable('users')
      .set({ birthdate: `${new Date().getFullYear() - 15}-01-01` })
      .where('id', '=', lou.userId)
      .execute()
    expect((await send(ana.visitor, { to: lou.userId, text: 'Three' })).answer.place).toBe(2)
  })
})
