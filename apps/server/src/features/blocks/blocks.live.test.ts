import { changeMember } from '@parvis/contract/admin.ts'
import { isVisibleMessage, sendMessage } from '@parvis/contract/chat.ts'
import { answerEvent, removeEvent, withdrawAnswer } from '@parvis/contract/feed.ts'
import { editPost, publishPost } from '@parvis/contract/publish.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { proveOwnership } from '#server/testing/people.ts'
import {
  type LiveSockets,
  expectEventually,
  waitForAllFrames,
  openLiveServer,
  type LiveClient,
} from '#server/testing/live-clients.ts'
import type { TestServer } from '#server/testing/test-server.ts'
import { addAdult, uploadPicture, block, type Person, unblock } from '#server/testing/block-surfaces.ts'

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

const person = () => addAdult(server)

describe('a block', () => {
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
    await expectEventually(() => screen.received('event.interest').at(-1)?.interestedCount, 1)
    await expectEventually(() => screen.received('notification.created').at(-1)?.count, 1)
  })

  it.each(['employee', 'advertiser'] as const)(
    'no longer hides the users from each other on open screens when one of them becomes %s, and hides them again when that user becomes a neighbour again',
    async role => {
      const [a, b] = [await person(), await person()]
      await block(a, b)
      const screen = await sockets.open(a.visitor)
      screens.push(screen)
      const staff = await server.as('administrator')
      await proveOwnership(staff)
      await staff.call(changeMember, { params: { id: b.userId }, body: { role } })
      await expectEventually(() => screen.received('user.shown'), [{ _id: b.userId }])
      await staff.call(changeMember, { params: { id: b.userId }, body: { role: 'neighbor' } })
      await expectEventually(() => screen.received('user.hidden'), [{ _id: b.userId }])
    },
  )
})

describe('on the open screen of a user who has blocked another or is blocked', () => {
  const open = async ({ visitor }: Person) => {
    const screen = await sockets.open(visitor)
    screens.push(screen)
    return screen
  }
  const sendFrame = ({ socket }: LiveClient, frame: object) => socket.send(JSON.stringify(frame))
  /**
   * Lets `sender` do everything that publishes a live event to `recipient`. Both are in the group of the shared post;
   * the recipient is the author of the other post.
   */
  const triggerLiveEvents = async (
    sender: Person,
    recipient: Person,
    sharedPostId: string,
    recipientPostId: string,
  ) => {
    const post = (
      await sender.visitor.call(publishPost, { body: { title: 'Bruit', description: 'x', tmpId: newId() } })
    ).answer
    const version = { title: 'Plus fort', description: 'y' }
    await sender.visitor.call(editPost, { params: { id: post._id }, body: version })
    const third = await person()
    await third.visitor.call(answerEvent, { params: { id: post._id } })
    await sender.visitor.call(sendMessage, { body: { tmpId: newId(), eventId: sharedPostId, text: 'Bruit' } })
    await sender.visitor.call(sendMessage, { body: { tmpId: newId(), to: recipient.userId, text: 'Bruit' } })
    // The server refuses these calls while the block is in force.
    await sender.visitor.call(withdrawAnswer, { params: { id: recipientPostId } })
    await sender.visitor.call(answerEvent, { params: { id: recipientPostId } })
    const screen = await open(sender)
    sendFrame(screen, { event: 'typing', eventId: sharedPostId })
    sendFrame(screen, { event: 'typing', to: recipient.userId })
    await waitForAllFrames(server, screen)
    screen.socket.terminate()
    await sender.visitor.call(removeEvent, { params: { id: post._id } })
  }
  const liveEventsAbout = (screen: LiveClient, { userId }: Person) => [
    ...new Set(
      screen.frames
        .filter(frame => frame.event !== 'user.hidden' && JSON.stringify(frame).includes(userId))
        .map(({ event }) => event),
    ),
  ]

  it.each(['seen by the blocker', 'seen by the blocked user'])(
    'live events of the other user arrive until the block request has returned, and none after that: %s',
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
      await expectEventually(() => before.received('user.hidden'), [{ _id: other.userId }])
      const after = await open(viewer)
      await triggerLiveEvents(other, viewer, shared, own)
      await waitForAllFrames(server, after)
      // A group shows a placeholder for a hidden message, because a gap in the numbering would look like a lost
      // message.
      const frames = after.frames.filter(frame => frame.event !== 'message.created' || isVisibleMessage(frame.data))
      expect(liveEventsAbout({ ...after, frames }, other)).toEqual([])
      await unblock(by, of)
      await expectEventually(() => after.received('user.shown'), [{ _id: other.userId }])
    },
  )

  it.each(['seen by the blocker', 'seen by the blocked user'])(
    'resuming delivers no message in the group of the other user’s post, and the pictures of the group return 404: %s',
    async side => {
      const [viewer, host, third] = [await person(), await person(), await person()]
      const { answer } = await host.visitor.call(publishPost, {
        body: { title: 'Chez moi', description: 'x', tmpId: newId() },
      })
      for (const { visitor } of [viewer, third]) await visitor.call(answerEvent, { params: { id: answer._id } })
      const image = await uploadPicture(third)
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
    'no user.online arrives when the other user connects: %s',
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
