// Daily limits of a member: posts, messages and bytes of text. Members are warned before they reach a limit.
import { sendMessage } from '@parvis/contract/chat.ts'
import { LIMIT_WARNING_SHARE } from '@parvis/contract/limits.ts'
import { updateProfile } from '@parvis/contract/profile.ts'
import { editPost, publishPost } from '@parvis/contract/publish.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newId } from './kernel/ids.ts'
import { TEXT_BYTES_PER_DAY, textBytesOf } from './kernel/limits/day-limit.ts'
import { MESSAGES_PER_DAY } from './features/chat/message-rate.ts'
import { POSTS_PER_DAY } from './features/publish/publish-post.service.ts'
import { bucketAmountOf, setBucketAmount } from './testing/day-limits.ts'
import { asPerson, userIdOf } from './testing/people.ts'
import { type LiveSockets, expectEventually, openLiveServer } from './testing/live-clients.ts'
import type { Reply, TestServer, Visitor } from './testing/test-server.ts'

let server: TestServer
let sockets: LiveSockets
let counter = 0
const addMember = () => asPerson(server, { email: `day-${++counter}@test.example`, community: 'les-tilleuls' })
beforeAll(async () => {
  ;({ server, sockets } = await openLiveServer())
})
afterEach(() => server.db.deleteFrom('attempts').execute())
afterAll(() => server.close())

const used = (name: string, userId: string) => bucketAmountOf(server.db, `${name} ${userId}`)
const setUsedAmount = (name: string, userId: string, amount: number, hoursAgo = 0) =>
  setBucketAmount(server.db, `${name} ${userId}`, amount, hoursAgo)
const publish = (visitor: Visitor, description: string, tmpId?: string) =>
  visitor.call(publishPost, { body: { description, ...(tmpId && { tmpId }) } })
const send = (visitor: Visitor, to: string, text: string, tmpId = newId()) =>
  visitor.call(sendMessage, { body: { tmpId, to, text } })
const refusal = ({ status, error }: Reply<unknown>) => [status, error.key, error.params!.limit]
const REFUSED = [429, 'toomanyrequests', 'day']

describe('a member who has used up the posts of the day', () => {
  it('cannot publish again until the posts of the oldest hour are 24 hours old, and refused posts do not count', async () => {
    const { visitor, userId } = await addMember()
    await setUsedAmount('posts', userId, POSTS_PER_DAY - 1, 23)
    expect((await publish(visitor, 'The last one')).status).toBe(200)
    const text = await used('text', userId)
    const refused = await publish(visitor, 'One too many')
    expect(refusal(refused)).toEqual(REFUSED)
    const { seconds } = refused.error.params!
    expect([Number(seconds) > 0, Number(seconds) <= 3600]).toEqual([true, true])
    expect(refused.headers['retry-after']).toBe(String(seconds))
    expect([await used('posts', userId), await used('text', userId)]).toEqual([POSTS_PER_DAY, text])
    await setUsedAmount('posts', userId, POSTS_PER_DAY, 24)
    expect((await publish(visitor, 'The next day')).status).toBe(200)
  })

  it('receives the first response again for a repeated idempotency key, and the post counts once', async () => {
    const { visitor, userId } = await addMember()
    await setUsedAmount('posts', userId, POSTS_PER_DAY - 1)
    const [first, again] = [await publish(visitor, 'Once', 'name'), await publish(visitor, 'Once', 'name')]
    expect([first.status, again.status, again.answer._id]).toEqual([200, 200, first.answer._id])
    expect([await used('posts', userId), await used('text', userId)]).toEqual([POSTS_PER_DAY, 4])
  })

  it('does not affect the limits of another member', async () => {
    const [full, free] = [await addMember(), await addMember()]
    await setUsedAmount('posts', full.userId, POSTS_PER_DAY)
    const replies = await Promise.all([full, free, full, free].map(({ visitor }) => publish(visitor, 'At once')))
    expect(replies.map(({ status }) => status)).toEqual([429, 200, 429, 200])
  })
})

describe('the daily limit of messages', () => {
  it('a member at the limit is refused the next message over HTTP and on the live connection, but may repeat an earlier message', async () => {
    const [ana, bob] = [await addMember(), await addMember()]
    await setUsedAmount('messages', ana.userId, MESSAGES_PER_DAY - 1)
    const tmpId = newId()
    const last = await send(ana.visitor, bob.userId, 'The last one', tmpId)
    expect(last.status).toBe(200)
    expect(refusal(await send(ana.visitor, bob.userId, 'One too many'))).toEqual(REFUSED)
    expect((await send(ana.visitor, bob.userId, 'The last one', tmpId)).answer._id).toBe(last.answer._id)
    expect(await used('messages', ana.userId)).toBe(MESSAGES_PER_DAY)
    const screen = await sockets.open(ana.visitor)
    const frame = { event: 'message', tmpId: newId(), to: bob.userId, text: 'One too many' }
    screen.socket.send(JSON.stringify(frame))
    await expectEventually(() => screen.frames.find(({ event }) => event === 'error'), {
      event: 'error',
      tmpId: frame.tmpId,
      error: { key: 'toomanyrequests', params: { limit: 'day' }, retryAfter: expect.any(Number) },
    })
    expect((await send(bob.visitor, ana.userId, 'I may still')).status).toBe(200)
    screen.socket.close()
  })

  it('a repeated message counts once, and several messages sent at the same time count once each', async () => {
    const [ana, bob] = [await addMember(), await addMember()]
    const tmpId = newId()
    await Promise.all([1, 2, 3].map(() => send(ana.visitor, bob.userId, 'Héllo', tmpId)))
    await Promise.all([1, 2, 3].map(() => send(ana.visitor, bob.userId, 'Hi')))
    expect([await used('messages', ana.userId), await used('text', ana.userId)]).toEqual([4, 12])
  })
})

describe('the daily limit of text bytes', () => {
  it('a member near the limit is refused longer text in posts, edits, messages and the profile', async () => {
    const [ana, bob] = [await addMember(), await addMember()]
    const { answer: post } = await publish(ana.visitor, 'To be changed')
    await setUsedAmount('text', ana.userId, TEXT_BYTES_PER_DAY - 10)
    const change = (description: string) =>
      ana.visitor.call(editPost, { params: { id: post._id }, body: { description } })
    const long = 'eleven byte'
    expect(refusal(await publish(ana.visitor, long))).toEqual(REFUSED)
    expect(refusal(await change(long))).toEqual(REFUSED)
    expect(refusal(await send(ana.visitor, bob.userId, long))).toEqual(REFUSED)
    const neighbor = await server.as('neighbor')
    await setUsedAmount('text', await userIdOf(neighbor), TEXT_BYTES_PER_DAY - 10)
    expect(refusal(await neighbor.call(updateProfile, { body: { description: long } }))).toEqual(REFUSED)
    expect([
      await used('text', ana.userId),
      await used('posts', ana.userId),
      await used('messages', ana.userId),
    ]).toEqual([TEXT_BYTES_PER_DAY - 10, 1, 0])
    expect((await change('ten bytes!')).status).toBe(200)
    expect(refusal(await send(ana.visitor, bob.userId, '!'))).toEqual(REFUSED)
  })

  it('the UTF-8 bytes of every text in the input count, at any depth', () => {
    expect(
      textBytesOf({ title: 'é', lang: { en: { title: 'ab' } }, choices: ['c', { name: 'd' }], at: 5, no: null }),
    ).toBe(6)
    // The value is nested deeper than the API accepts.
    let deep: unknown = 'abc'
    for (let n = 0; n < 100_000; n++) deep = [deep]
    expect(() => textBytesOf(deep)).not.toThrow()
    expect(textBytesOf(deep)).toBe(3)
  })
})

describe('a member near a daily limit', () => {
  it('receives one warning for each limit on their own live connection, and other members receive none', async () => {
    const [ana, bob] = [await addMember(), await addMember()]
    const [screen, other] = [await sockets.open(ana.visitor), await sockets.open(bob.visitor)]
    await setUsedAmount('posts', ana.userId, POSTS_PER_DAY * LIMIT_WARNING_SHARE - 2)
    await setUsedAmount('messages', ana.userId, MESSAGES_PER_DAY * LIMIT_WARNING_SHARE - 1)
    await setUsedAmount('text', ana.userId, TEXT_BYTES_PER_DAY * LIMIT_WARNING_SHARE - 20)
    for (const text of ['a', 'b', 'c']) expect((await publish(ana.visitor, text)).status).toBe(200)
    for (const text of ['d', 'e', 'a long one of 21 bytes']) await send(ana.visitor, bob.userId, text)
    const near = [
      { limit: 'posts', used: POSTS_PER_DAY * LIMIT_WARNING_SHARE, most: POSTS_PER_DAY },
      { limit: 'messages', used: MESSAGES_PER_DAY * LIMIT_WARNING_SHARE, most: MESSAGES_PER_DAY },
      { limit: 'text', used: expect.any(Number), most: TEXT_BYTES_PER_DAY },
    ]
    await expectEventually(() => screen.received('limit.near'), near)
    await server.settled()
    expect([screen.received('limit.near').length, other.received('limit.near')]).toEqual([3, []])
    for (const { socket } of [screen, other]) socket.close()
  })
})
