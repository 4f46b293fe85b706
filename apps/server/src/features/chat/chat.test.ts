import {
  deleteMessage,
  flagMessage,
  listChatUsers,
  listEmployees,
  listMessages,
  listNeighbors,
  type VisibleMessage,
  sendMessage,
} from '@parvis/contract/chat.ts'
import { displayName } from '@parvis/contract/entity.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
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

it('a message sent without tmpId is stored under a generated one', async () => {
  const [ana, bob] = [await person(), await person()]
  const sent = await ana.visitor.call(sendMessage, { body: { to: bob.userId, text: 'Hi' } })
  const again = await ana.visitor.call(sendMessage, { body: { to: bob.userId, text: 'Hi' } })
  expect([sent.status, again.status, again.answer.place - sent.answer.place]).toEqual([200, 200, 1])
})

describe('the lists of people', () => {
  it('leave out the viewer, guests, companies, minors, and members who are not approved', async () => {
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

  it('include the team only where the community has subscribed to the team’s service', async () => {
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

  it('is refused without content, with two attachments, or with a character that PostgreSQL cannot store', async () => {
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

  it('can contain a location or a video instead of a text', async () => {
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

  it('is reported once per member; the report contains five messages before and after it', async () => {
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
