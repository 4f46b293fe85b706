import {
  deleteMessage,
  exitChat,
  flagMessage,
  isVisibleMessage,
  listChatGroups,
  listChatUsers,
  listEmployees,
  listMessages,
  listNeighbors,
  type VisibleMessage,
  sendMessage,
} from '@parvis/contract/chat.ts'
import { changeMember } from '@parvis/contract/admin.ts'
import { displayName } from '@parvis/contract/entity.ts'
import { answerEvent, getEvent, removeEvent, withdrawAnswer } from '@parvis/contract/feed.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import { getSession } from '@parvis/contract/session.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { addEvent } from '#server/testing/events.ts'
import { multipartOf } from '#server/testing/multipart.ts'
import { plainPicture } from '#server/testing/pictures.ts'
import { addPerson, asPerson, userIdOf } from '#server/testing/people.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'
import { listAllNeighbors } from '#server/testing/neighbors.ts'

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

it('a message sent without tmpId is stored under a generated one', async () => {
  const [ana, bob] = [await person(), await person()]
  const sent = await ana.visitor.call(sendMessage, { body: { to: bob.userId, text: 'Hi' } })
  const again = await ana.visitor.call(sendMessage, { body: { to: bob.userId, text: 'Hi' } })
  expect([sent.status, again.status, again.answer.place - sent.answer.place]).toEqual([200, 200, 1])
})

describe('the lists of people', () => {
  it('leave out the viewer, guests, companies, children, and members not yet admitted', async () => {
    const me = await server.as('neighbor')
    await server.asGuest()
    const add = async (more: Partial<Parameters<typeof addPerson>[1]>, community = 'les-tilleuls') =>
      (await addPerson(server, { email: `list-${++personCount}@test.example`, community, ...more })).userId
    const pendingId = await add({ enabled: false })
    const newcomer = await add({ needUpdate: true })
    const firstLoginId = await add({})
    await server.db.updateTable('users').set({ first_login: true }).where('id', '=', firstLoginId).execute()
    const child = await add({})
    await server.db.updateTable('users').set({ birthdate: '2015-01-01' }).where('id', '=', child).execute()
    const company = await add({ role: 'advertiser' })
    const neighbor = await add({})
    const elsewhere = await add({}, 'quartier-de-la-gare')

    const answer = await listAllNeighbors(me)
    const ids = new Set(answer.map(({ _id }) => _id))
    const mine = await userIdOf(me)
    expect([pendingId, newcomer, firstLoginId, elsewhere, mine, child, company].filter(id => ids.has(id))).toEqual([])
    expect(ids.has(neighbor)).toBe(true)
    expect(answer.filter(({ role, online }) => role === 'guest' || online)).toEqual([])
    expect(Object.keys(answer.find(({ _id }) => _id === neighbor)!).sort()).toEqual([
      '_id',
      'building',
      'firstname',
      'gender',
      'initial',
      'notRead',
      'online',
      'photoUri',
      'pseudo',
      'role',
    ])
  })

  it('put online people before all others, each sorted by displayed name', async () => {
    const me = await server.as('neighbor')
    // Minors are left out here: their presence is hidden, and who is a minor changes with the date.
    const adults = await server.db.selectFrom('users').select('id').where('birthdate', '<', '2005-01-01').execute()
    const isAdult = new Set(adults.map(({ id }) => id))
    const onlineIds = (await me.call(listNeighbors)).answer
      .map(({ _id }) => _id)
      .filter(id => isAdult.has(id))
      .filter((_, at) => at % 3 === 0)
    expect(onlineIds.length).toBeGreaterThan(10)
    for (const id of onlineIds) server.platform.presence.markOnline(id, await server.communityId('les-tilleuls'))
    const { answer } = await me.call(listNeighbors)
    expect(
      answer
        .slice(0, onlineIds.length)
        .map(({ _id }) => _id)
        .sort(),
    ).toEqual(onlineIds.sort())
    expect(answer.map(({ online }) => online)).toEqual(answer.map((_, at) => at < onlineIds.length))
    const names = answer.slice(onlineIds.length).map(displayName)
    expect(names).toEqual([...names].sort(new Intl.Collator('fr').compare))
    for (const id of onlineIds) server.platform.presence.markOffline(id)
  })

  it('include the team only where the community has subscribed to its service', async () => {
    // Uses a person who has never written to the team, because an existing conversation could be continued.
    const person = { email: 'without-a-word@test.example', community: 'les-tilleuls' }
    const { visitor: me } = await asPerson(server, person)
    expect((await me.call(listEmployees)).answer.map(({ role }) => role).sort()).toEqual(
      expect.arrayContaining(['administrator', 'employee', 'webmaster']),
    )
    const home = await server.communityId('les-tilleuls')
    const subscribe = async (subscribed: boolean) => {
      await server.db.updateTable('communities').set({ subscribe: subscribed }).where('id', '=', home).execute()
      server.platform.bus.publish('actor.changed', { communityIds: [home] })
    }
    await subscribe(false)
    try {
      const [employee, administrator] = await Promise.all([server.as('employee'), server.as('administrator')])
      for (const one of [me, employee, administrator])
        expect((await one.call(listEmployees)).error.key).toBe('forbidden')
      const refused = await me.call(sendMessage, {
        body: { tmpId: newId(), to: await userIdOf(employee), text: 'Hello' },
      })
      expect(refused.error.key).toBe('forbidden')
      // A conversation that the team has started can be continued by the member.
      await write(employee, await userIdOf(me), 'The lift is repaired')
      expect((await write(me, await userIdOf(employee), 'Thank you')).place).toBeGreaterThan(1)
    } finally {
      await subscribe(true)
    }
  })
})

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

  it('is read back to its first message in pages while new messages arrive', async () => {
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

  it('cannot be found or read from another community', async () => {
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

describe('a sent message', () => {
  it('is stored once for concurrent and repeated calls with the same tmpId of its sender', async () => {
    const [ana, bob] = [await person(), await person()]
    const body = { tmpId: 'once', to: bob.userId, text: 'Only once' }
    const sent = await Promise.all(Array.from({ length: 12 }, () => ana.visitor.call(sendMessage, { body })))
    sent.push(await ana.visitor.call(sendMessage, { body: { ...body, text: 'Another text' } }))
    expect(new Set(sent.map(({ answer }) => `${answer._id} ${answer.place} ${answer.text}`)).size).toBe(1)
    // A tmpId is unique per sender only.
    const theirs = await bob.visitor.call(sendMessage, { body: { ...body, to: ana.userId } })
    expect(theirs.answer.place).toBe(2)
    const rows = await server.db.selectFrom('messages').select('id').where('tmp_id', '=', 'once').execute()
    expect(rows).toHaveLength(2)
  })

  it('is refused if its tmpId was used for another recipient', async () => {
    const [ana, bob, eve] = [await person(), await person(), await person()]
    const to = ({ userId }: { userId: string }) => ({ tmpId: 'twice', to: userId, text: 'Hi' })
    await ana.visitor.call(sendMessage, { body: to(bob) })
    const { error } = await ana.visitor.call(sendMessage, { body: to(eve) })
    expect(error).toMatchObject({ key: 'badrequest', field: 'tmpId' })
    expect((await ana.visitor.call(listMessages, { query: { userId: eve.userId } })).answer.docs).toEqual([])
  })

  it('needs content, has at most one attachment, and contains no character that PostgreSQL cannot store', async () => {
    const [ana, bob] = [await person(), await person()]
    const send = async (more: object) =>
      (await ana.visitor.call(sendMessage, { body: { tmpId: newId(), to: bob.userId, ...more } })).error
    expect(await send({})).toEqual({ key: 'descriptionmandatory', field: 'text' })
    expect(await send({ text: ' \u200b ' })).toMatchObject({ key: 'descriptionmandatory' })
    expect(await send({ youtubeVideoId: 'dQw4w9WgXcQ', location: { latitude: 1, longitude: 1 } })).toMatchObject({
      key: 'badrequest',
    })
    expect(await send({ text: 'a\0b' })).toMatchObject({ key: 'badrequest' })
    expect(await send({ text: 'x'.repeat(4_001) })).toMatchObject({ key: 'badrequest' })
    expect(await send({ location: { latitude: 91, longitude: 0 } })).toMatchObject({ key: 'badrequest' })
    expect(await send({ image: '/media/nobody' })).toMatchObject({ key: 'badrequest' })
    expect(await send({ text: 'Hello', messageType: 'joined' })).toMatchObject({ key: 'badrequest' })
  })

  it('can be a location or a video', async () => {
    const [ana, bob] = [await person(), await person()]
    const location = { latitude: 45.8987, longitude: 6.1286 }
    expect(await write(ana.visitor, bob.userId, '', { location })).toMatchObject({ location, text: null })
    expect(await write(ana.visitor, bob.userId, '', { youtubeVideoId: 'dQw4w9WgXcQ' })).toMatchObject({
      youtubeVideoId: 'dQw4w9WgXcQ',
      videoTitle: null,
    })
  })

  it('can be deleted by its sender for 15 minutes; its number is not reused', async () => {
    const [ana, bob] = [await person(), await person()]
    const sent = await write(ana.visitor, bob.userId, 'A slip')
    await write(ana.visitor, bob.userId, 'Well said')
    expect((await bob.visitor.call(deleteMessage, { params: { id: sent._id } })).error.key).toBe('forbidden')
    expect((await ana.visitor.call(deleteMessage, { params: { id: sent._id } })).answer._id).toBe(sent._id)
    expect((await ana.visitor.call(deleteMessage, { params: { id: sent._id } })).status).toBe(200)
    const page = (await bob.visitor.call(listMessages, { query: { userId: ana.userId } })).answer
    expect(page.docs[1]).toMatchObject({ place: 1, text: null, deleted: true })
    expect((await bob.visitor.call(listChatUsers)).answer[0]!.notRead).toBe(1)
    const late = await write(ana.visitor, bob.userId, 'Too late')
    server.clock.aheadMs = 16 * 60_000
    try {
      expect((await ana.visitor.call(deleteMessage, { params: { id: late._id } })).error.key).toBe('forbidden')
    } finally {
      server.clock.aheadMs = 0
    }
    const outsider = await person()
    expect((await outsider.visitor.call(deleteMessage, { params: { id: late._id } })).error.key).toBe('error404')
  })

  it('is reported once per member, with five messages on either side', async () => {
    const [ana, bob, eve] = [await person(), await person(), await person()]
    const sent: VisibleMessage[] = []
    for (let at = 0; at < 14; at++) {
      if (at === 1) await write(bob.visitor, ana.userId, 'Go on')
      sent.push(await write(ana.visitor, bob.userId, `${at}`))
    }
    const id = sent[7]!._id
    expect((await ana.visitor.call(flagMessage, { params: { id } })).error.key).toBe('forbidden')
    expect((await eve.visitor.call(flagMessage, { params: { id } })).error.key).toBe('error404')
    await bob.visitor.call(flagMessage, { params: { id }, body: { reason: 'Rude' } })
    await bob.visitor.call(flagMessage, { params: { id } })
    const flags = await server.db.selectFrom('message_flags').selectAll().where('message_id', '=', id).execute()
    expect(flags).toHaveLength(1)
    expect(flags[0]).toMatchObject({ reporter_id: bob.userId, reason: 'Rude' })
    expect((flags[0]!.snapshot as { place: number }[]).map(({ place }) => place)).toEqual(
      Array.from({ length: 11 }, (_, at) => sent[7]!.place - 5 + at),
    )
  })
})

describe('the group of a post', () => {
  it('is joined by answering and left by withdrawing the answer; both system messages count as read', async () => {
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

  it('has its number of messages, without system messages, shown on the card of the post', async () => {
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
