import {
  deleteMessage,
  exitChat,
  isVisibleMessage,
  listChatGroups,
  listChatUsers,
  listMessages,
  type VisibleMessage,
  sendMessage,
} from '@parvis/contract/chat.ts'
import { changeMember } from '@parvis/contract/admin.ts'
import { answerEvent, getEvent, removeEvent, withdrawAnswer } from '@parvis/contract/feed.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import { getSession } from '@parvis/contract/session.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { addEvent } from '#server/testing/events.ts'
import { multipartOf } from '#server/testing/multipart.ts'
import { plainPicture } from '#server/testing/pictures.ts'
import { addPerson, asPerson } from '#server/testing/people.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer('demo', { pauseDivisor: 20 })
})
afterAll(() => server.close())

let personCount = 0
const person = (role: 'neighbor' | 'employee' | 'advertiser' = 'neighbor', community = 'les-tilleuls') =>
  asPerson(server, { email: `chat-${++personCount}@test.example`, community, role })

const write = async (from: Visitor, to: string, text: string, more: object = {}) =>
  (await from.call(sendMessage, { body: { tmpId: newId(), to, text, ...more } })).answer
const writeToGroup = (from: Visitor, eventId: string, text: string) =>
  from.call(sendMessage, { body: { tmpId: newId(), eventId, text } })
const textsOf = (docs: readonly object[]) => docs.map(doc => ('text' in doc ? doc.text : null))
const publish = async (author: Visitor) =>
  (await author.call(publishPost, { body: { description: 'Who comes along?' } })).answer._id

describe('a conversation of two', () => {
  it('numbers its messages without gaps and counts unread ones for each member', async () => {
    const [ana, bob] = [await person(), await person()]
    expect((await ana.visitor.call(listMessages, { query: { userId: bob.userId } })).answer).toMatchObject({
      docs: [],
      conversation: { _id: null, user: { _id: bob.userId }, abilities: { write: true } },
    })
    const first = await write(ana.visitor, bob.userId, 'Hello')
    expect(first).toMatchObject({ place: 1, from: ana.userId, to: bob.userId, text: 'Hello', sent: true, read: false })
    await write(ana.visitor, bob.userId, 'Are you there?')
    const back = await write(bob.visitor, ana.userId, 'Yes')
    expect(back).toMatchObject({ place: 3, conversationId: first.conversationId })

    const page = (await bob.visitor.call(listMessages, { query: { userId: ana.userId } })).answer
    expect(textsOf(page.docs)).toEqual(['Yes', 'Are you there?', 'Hello'])
    expect(page.conversation).toMatchObject({ lastPlace: 3, readPlace: 0, othersRead: 0 })
    const [listed] = (await bob.visitor.call(listChatUsers)).answer
    expect(listed).toMatchObject({ _id: ana.userId, notRead: 2, lastPlace: 3, lastMessage: { text: 'Yes' } })
    expect((await bob.visitor.call(getSession)).answer.notRead).toBe(2)

    await bob.visitor.call(exitChat, { body: { userId: ana.userId } })
    expect((await bob.visitor.call(listChatUsers)).answer[0]!.notRead).toBe(0)
    expect((await bob.visitor.call(getSession)).answer.notRead).toBe(0)
    const seen = (await ana.visitor.call(listMessages, { query: { userId: bob.userId } })).answer
    expect(seen.docs.map(doc => isVisibleMessage(doc) && doc.read)).toEqual([false, true, true])
  })

  it('is found by the pseudo of the other person, regardless of case and accents', async () => {
    const ana = await person()
    const { userId } = await addPerson(server, {
      email: 'zoe@test.example',
      pseudo: 'Zoé.Chat',
      community: 'les-tilleuls',
    })
    const found = await ana.visitor.call(listMessages, { query: { pseudo: 'zoe.chat' } })
    expect(found.answer.conversation?.user?._id).toBe(userId)
    expect((await ana.visitor.call(listMessages, { query: { pseudo: 'nobody.here' } })).error.key).toBe('error404')
    expect((await ana.visitor.call(listMessages, { query: { userId: ana.userId } })).error.key).toBe('error404')
    expect((await ana.visitor.call(listMessages)).error.key).toBe('badrequest')
  })

  it('can be read in pages back to its first message while new messages arrive', async () => {
    const [ana, bob] = [await person(), await person()]
    for (let at = 1; at <= 70; at++)
      await (at % 40 === 0
        ? write(bob.visitor, ana.userId, `${at}`)
        : write(at % 2 ? ana.visitor : bob.visitor, at % 2 ? bob.userId : ana.userId, `${at}`))
    const texts: unknown[] = []
    let cursor: string | undefined
    for (let page = 1; page < 9; page++) {
      const { answer } = await ana.visitor.call(listMessages, {
        query: { userId: bob.userId, page, ...(cursor && { cursor }) },
      })
      texts.push(...textsOf(answer.docs))
      if (page === 1) await write(bob.visitor, ana.userId, 'meanwhile')
      cursor = answer.cursor ?? undefined
      if (!answer.hasNextPage) break
    }
    expect(texts).toEqual(Array.from({ length: 70 }, (_, at) => `${70 - at}`))
    const second = await ana.visitor.call(listMessages, { query: { userId: bob.userId, page: 2 } })
    expect(textsOf(second.answer.docs)[0]).toBe('41')
  })

  it('cannot be opened or started with a member of another community', async () => {
    const [ana, outsider] = [await person(), await person('neighbor', 'quartier-de-la-gare')]
    expect((await ana.visitor.call(listMessages, { query: { userId: outsider.userId } })).error.key).toBe('error404')
    const refused = await ana.visitor.call(sendMessage, { body: { tmpId: newId(), to: outsider.userId, text: 'Hi' } })
    expect(refused.error.key).toBe('error404')
  })

  it('with a company can be started only about its post, and a company sends text only', async () => {
    const [ana, company] = [await person(), await person('advertiser')]
    const cold = await ana.visitor.call(sendMessage, { body: { tmpId: newId(), to: company.userId, text: 'Hi' } })
    expect(cold.error.key).toBe('forbidden')
    const postId = await addEvent(server, { community: 'les-tilleuls', userId: company.userId, group: 'gooddeal' })
    const about = await write(ana.visitor, company.userId, 'Is it still on?', { eventId: postId })
    expect(about).toMatchObject({ messageType: 'event', eventId: postId, event: { _id: postId } })
    const location = { latitude: 45.9, longitude: 6.1 }
    const place = await company.visitor.call(sendMessage, {
      body: { tmpId: newId(), to: ana.userId, location, eventId: postId },
    })
    expect(place.error.key).toBe('forbidden')
  })
})

describe('the group of a post', () => {
  it('is joined by answering and left by withdrawing the answer; neither system message counts as unread', async () => {
    const [author, ana, bob] = [await person(), await person(), await person()]
    const id = await publish(author.visitor)
    expect((await ana.visitor.call(listMessages, { query: { eventId: id } })).error.key).toBe('forbidden')
    expect((await writeToGroup(ana.visitor, id, 'Hi')).error.key).toBe('forbidden')
    await ana.visitor.call(answerEvent, { params: { id } })
    await writeToGroup(ana.visitor, id, 'I bring chairs')
    await bob.visitor.call(answerEvent, { params: { id } })
    await writeToGroup(author.visitor, id, 'Thank you')

    const page = (await bob.visitor.call(listMessages, { query: { eventId: id } })).answer
    expect(page.docs.map(doc => isVisibleMessage(doc) && [doc.messageType ?? null, doc.text, doc.place])).toEqual([
      [null, 'Thank you', 4],
      ['joined', null, 3],
      [null, 'I bring chairs', 2],
      ['joined', null, 1],
    ])
    expect(page.conversation).toMatchObject({ event: { _id: id, interested: true }, membersCount: 3, readPlace: 3 })
    expect(page.conversation?.members?.[0]?._id).toBe(author.userId)
    const groupsOf = async (visitor: Visitor) => (await visitor.call(listChatGroups)).answer
    expect(await groupsOf(bob.visitor)).toMatchObject([
      { event: { _id: id }, members: 3, notRead: 1, lastMessage: { text: 'Thank you' } },
    ])
    expect((await groupsOf(author.visitor))[0]).toMatchObject({ notRead: 1 })

    await ana.visitor.call(withdrawAnswer, { params: { id } })
    expect((await ana.visitor.call(listMessages, { query: { eventId: id } })).error.key).toBe('forbidden')
    expect((await writeToGroup(ana.visitor, id, 'Still here')).error.key).toBe('forbidden')
    expect(await groupsOf(ana.visitor)).toEqual([])
    const after = (await bob.visitor.call(listMessages, { query: { eventId: id } })).answer
    expect(after.docs[0]).toMatchObject({ messageType: 'left', from: ana.userId })
    expect(after.conversation?.membersCount).toBe(2)
    await ana.visitor.call(answerEvent, { params: { id } })
    expect(await groupsOf(ana.visitor)).toMatchObject([{ notRead: 0, members: 3 }])
  })

  it('has its messages counted on the card of the post, without system messages and deleted ones', async () => {
    const [author, ana] = [await person(), await person()]
    const id = await publish(author.visitor)
    const counted = async () => (await ana.visitor.call(getEvent, { params: { id } })).answer.messagesCount
    await ana.visitor.call(answerEvent, { params: { id } })
    for (const [visitor, text] of [
      [ana.visitor, 'One'],
      [author.visitor, 'Two'],
    ] as const)
      await writeToGroup(visitor, id, text)
    await server.settled()
    expect(await counted()).toBe(2)
    const [last] = (await author.visitor.call(listMessages, { query: { eventId: id } })).answer.docs
    await author.visitor.call(deleteMessage, { params: { id: (last as VisibleMessage)._id } })
    await server.settled()
    expect(await counted()).toBe(1)
  })

  it('lets a former member delete their own messages', async () => {
    const [author, ana] = [await person(), await person()]
    const id = await publish(author.visitor)
    await ana.visitor.call(answerEvent, { params: { id } })
    const said = (await writeToGroup(ana.visitor, id, 'Wrong group')).answer
    await ana.visitor.call(withdrawAnswer, { params: { id } })
    expect((await ana.visitor.call(deleteMessage, { params: { id: said._id } })).status).toBe(200)
    const { docs } = (await author.visitor.call(listMessages, { query: { eventId: id } })).answer
    expect(docs.find(doc => isVisibleMessage(doc) && doc._id === said._id)).toMatchObject({ deleted: true })
  })

  it('has its pictures marked as unused when its post is deleted', async () => {
    const author = await person()
    const id = await publish(author.visitor)
    const bytes = await plainPicture(64, 48).jpeg().toBuffer()
    const upload = multipartOf([['files', bytes]])
    const { uri } = (await author.visitor.send({ method: 'POST', url: '/media', ...upload })).answer as { uri: string }
    await author.visitor.call(sendMessage, { body: { tmpId: newId(), eventId: id, image: uri } })
    const isUnused = async () =>
      (
        await server.db
          .selectFrom('media')
          .select('unused_since')
          .where('id', '=', uri.split('/')[2]!)
          .executeTakeFirstOrThrow()
      ).unused_since !== null
    expect(await isUnused()).toBe(false)
    await author.visitor.call(removeEvent, { params: { id } })
    expect(await isUnused()).toBe(true)
  })

  it('ignores disabled members when it computes the read position', async () => {
    const [author, ana, bob] = [await person(), await person(), await person()]
    const id = await publish(author.visitor)
    for (const { visitor } of [ana, bob]) await visitor.call(answerEvent, { params: { id } })
    const { place } = (await writeToGroup(author.visitor, id, 'Hello')).answer
    await ana.visitor.call(listMessages, { query: { eventId: id } })
    await ana.visitor.call(exitChat, { body: { eventId: id } })
    const conversation = async () =>
      (await author.visitor.call(listMessages, { query: { eventId: id } })).answer.conversation
    expect(await conversation()).toMatchObject({ membersCount: 3, othersRead: expect.any(Number) as number })
    expect((await conversation())!.othersRead).toBeLessThan(place)
    const desk = await server.as('administrator')
    await desk.call(changeMember, { params: { id: bob.userId }, body: { disabled: true } })
    await expect.poll(async () => (await conversation())!.membersCount).toBe(2)
    const after = (await conversation())!
    expect([after.othersRead, after.members?.map(({ _id }) => _id).toSorted()]).toEqual([
      place,
      [author.userId, ana.userId].toSorted(),
    ])
  })

  it('contains everybody who had answered the post before the group was created', async () => {
    const [author, ana] = [await person(), await person()]
    const id = await publish(author.visitor)
    await ana.visitor.call(answerEvent, { params: { id } })
    await server.db.deleteFrom('conversations').where('event_id', '=', id).execute()
    server.platform.bus.publish('actor.changed', { userIds: [] })
    const bob = await person()
    await bob.visitor.call(answerEvent, { params: { id } })
    expect((await writeToGroup(ana.visitor, id, 'Here')).answer.place).toBe(2)
  })

  it('does not exist for a welcome post', async () => {
    const me = await server.as('neighbor')
    const welcome = await server.db
      .selectFrom('events')
      .select('id')
      .where('group_id', '=', 'welcome')
      .where('community_id', '=', await server.communityId('les-tilleuls'))
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    await me.call(answerEvent, { params: { id: welcome.id } })
    const rows = await server.db.selectFrom('conversations').select('id').where('event_id', '=', welcome.id).execute()
    expect(rows).toEqual([])
    expect((await me.call(listMessages, { query: { eventId: welcome.id } })).error.key).toBe('error404')
  })
})
