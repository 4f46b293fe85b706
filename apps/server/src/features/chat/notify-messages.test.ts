import { deleteMessage, exitChat, sendMessage } from '@parvis/contract/chat.ts'
import { answerEvent, withdrawAnswer } from '@parvis/contract/feed.ts'
import { listNotifications, readNotifications, setNotificationSwitches } from '@parvis/contract/notifications.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { addMessages } from '#server/testing/messages.ts'
import { asPerson } from '#server/testing/people.ts'
import { expectEventually, openLiveServer, type LiveSockets } from '#server/testing/live-clients.ts'
import type { TestServer, Visitor } from '#server/testing/test-server.ts'
import { notifyOfMessages } from './notify-messages.service.ts'
import { createMissedNotifications } from '../notifications/missed-notifications.service.ts'

type Person = Awaited<ReturnType<typeof asPerson>>

let server: TestServer
let sockets: LiveSockets
beforeAll(async () => {
  ;({ server, sockets } = await openLiveServer({ pauseDivisor: 20 }))
})
beforeEach(() => server.db.deleteFrom('attempts').execute())
afterAll(() => server.close())

const addMember = (community = 'les-tilleuls') =>
  asPerson(server, { email: `told-${newId()}@test.example`, pseudo: `t${newId()}`, community })
const send = async (from: Person, to: Person, text: string) =>
  (await from.visitor.call(sendMessage, { body: { tmpId: newId(), to: to.userId, text } })).answer
const messageNotifications = async (visitor: Visitor) => {
  const { docs, notRead } = (await visitor.call(listNotifications)).answer
  return { docs: docs.filter(({ kind }) => kind === 'message'), notRead }
}
const notificationCounts = async ({ visitor }: Person) => {
  // notifications of messages are created with a delay
  await server.settled()
  return (await messageNotifications(visitor)).docs.map(({ count, read }) => [count, read])
}

describe('a message', () => {
  it('notifies its recipient with the text; a later message updates this notification, which moves to the top', async () => {
    const [ana, bob] = [await addMember(), await addMember()]
    await send(ana, bob, 'Bonjour  Bob,\nça va ?')
    expect(await notificationCounts(bob)).toEqual([[1, false]])
    const [first] = (await messageNotifications(bob.visitor)).docs
    expect(first).toMatchObject({ quote: 'Bonjour Bob, ça va ?', actors: [{ _id: ana.userId }] })
    expect(first!.with).toBe(first!.actors[0]!.pseudo)
    expect(first!.event).toBeUndefined()
    await send(ana, bob, 'Tu viens ?')
    expect(await notificationCounts(bob)).toEqual([[2, false]])
    const [second] = (await messageNotifications(bob.visitor)).docs
    expect(second!._id > first!._id).toBe(true)
    expect(second!.quote).toBe('Tu viens ?')
    expect((await messageNotifications(bob.visitor)).notRead).toBe(1)
    // nobody is notified of their own messages
    expect(await notificationCounts(ana)).toEqual([])
  })

  it('is not counted again once its notification was read, and the notification is marked as read with the conversation', async () => {
    const [ana, bob] = [await addMember(), await addMember()]
    const screen = await sockets.open(bob.visitor)
    await send(ana, bob, 'Un')
    expect(await notificationCounts(bob)).toEqual([[1, false]])
    const [first] = (await messageNotifications(bob.visitor)).docs
    await bob.visitor.call(readNotifications, { body: { upTo: first!._id } })
    await send(ana, bob, 'Deux')
    await send(ana, bob, 'Trois')
    expect(await notificationCounts(bob)).toEqual([[2, false]])
    const [second] = (await messageNotifications(bob.visitor)).docs
    await bob.visitor.call(exitChat, { body: { userId: ana.userId } })
    expect(await notificationCounts(bob)).toEqual([[2, true]])
    expect((await messageNotifications(bob.visitor)).notRead).toBe(0)
    await expectEventually(() => screen.received('notification.read').at(-1), { ids: [second!._id] })
    screen.socket.terminate()
  })

  it('that is read at once creates no notification', async () => {
    const [ana, bob] = [await addMember(), await addMember()]
    // the delay remains long enough to read the message on a busy machine
    vi.spyOn(server.platform.background, 'scaleDelay').mockImplementation(ms => ms / 2)
    onTestFinished(() => void vi.restoreAllMocks())
    await send(ana, bob, 'Vite !')
    await bob.visitor.call(exitChat, { body: { userId: ana.userId } })
    expect(await notificationCounts(bob)).toEqual([])
  })

  it('that is deleted loses its notification, and open screens receive a live event', async () => {
    const [ana, bob] = [await addMember(), await addMember()]
    const { _id } = await send(ana, bob, 'Oups')
    expect(await notificationCounts(bob)).toEqual([[1, false]])
    const screen = await sockets.open(bob.visitor)
    await ana.visitor.call(deleteMessage, { params: { id: _id } })
    expect(await messageNotifications(bob.visitor)).toMatchObject({ docs: [], notRead: 0 })
    await expectEventually(() => screen.received('notification.changed').length, 1)
    screen.socket.terminate()
  })

  it('does not notify a recipient who has muted messages', async () => {
    const [ana, bob, other] = [await addMember(), await addMember(), await addMember()]
    await bob.visitor.call(setNotificationSwitches, { body: { message: false } })
    await send(ana, bob, 'Un')
    await send(ana, other, 'Deux')
    expect(await notificationCounts(other)).toEqual([[1, false]])
    expect(await notificationCounts(bob)).toEqual([])
  })

  it('creates its notification once after a crash between storing the message and notifying', async () => {
    const [ana, bob] = [await addMember(), await addMember()]
    const communityId = await server.communityId('les-tilleuls')
    await createMissedNotifications(server.platform)
    await addMessages(server, communityId, ana.userId, bob.userId, 3)
    expect(await notificationCounts(bob)).toEqual([])
    await Promise.all([createMissedNotifications(server.platform), createMissedNotifications(server.platform)])
    const { docs } = await messageNotifications(bob.visitor)
    expect(docs).toMatchObject([{ count: 3, quote: 'Bonjour 3' }])
    await createMissedNotifications(server.platform)
    await notifyOfMessages(server.platform, [{ communityId, conversationId: docs[0]!.conversationId! }])
    expect((await messageNotifications(bob.visitor)).docs).toEqual(docs)
  })
})

describe('the group chat of a post', () => {
  it('has one notification with the post and the authors, for current members only', async () => {
    const [host, guest, quiet] = [await addMember(), await addMember(), await addMember()]
    const { _id: eventId } = (
      await host.visitor.call(publishPost, {
        body: { title: 'Apéro sous le tilleul', description: 'Qui vient ?' },
      })
    ).answer
    for (const { visitor } of [guest, quiet]) await visitor.call(answerEvent, { params: { id: eventId } })
    const sendToGroup = (from: Person, text: string) =>
      from.visitor.call(sendMessage, { body: { tmpId: newId(), eventId, text } })
    await sendToGroup(guest, 'J’apporte le pain')
    await sendToGroup(host, 'Merci !')
    expect(await notificationCounts(quiet)).toEqual([[2, false]])
    const [one] = (await messageNotifications(quiet.visitor)).docs
    expect(one).toMatchObject({ event: { _id: eventId, title: 'Apéro sous le tilleul' }, quote: 'Merci !' })
    expect(one!.with).toBeUndefined()
    expect(one!.actors.map(({ _id }) => _id)).toEqual([host.userId, guest.userId])
    // own messages are not counted
    expect(await notificationCounts(guest)).toEqual([[1, false]])
    await quiet.visitor.call(withdrawAnswer, { params: { id: eventId } })
    expect(await messageNotifications(quiet.visitor)).toMatchObject({ docs: [], notRead: 0 })
  })
})
