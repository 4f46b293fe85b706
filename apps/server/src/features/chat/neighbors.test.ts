import {
  listEmployees,
  listNeighbors,
  NEIGHBORS_PER_PAGE,
  searchNeighbors,
  sendMessage,
} from '@parvis/contract/chat.ts'
import { displayName } from '@parvis/contract/entity.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { addCrowd } from '#server/testing/crowd.ts'
import { asPersonOfAge } from '#server/testing/minors.ts'
import { listAllNeighbors } from '#server/testing/neighbors.ts'
import { addPerson, userIdOf } from '#server/testing/people.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'

let server: TestServer
let me: Visitor
let crowd: string[]
beforeAll(async () => {
  server = await openTestServer('demo')
  me = await server.as('neighbor')
  crowd = (await addCrowd(server, 'les-tilleuls', { neighbors: 400 })).neighborIds
})
afterAll(() => server.close())

const home = () => server.communityId('les-tilleuls')
const addNamedPerson = async (person: { pseudo?: string; firstname?: string; lastname?: string; company?: string }) => {
  const { userId } = await addPerson(server, { email: `${newId()}@named.example`, community: 'les-tilleuls' })
  await server.db.updateTable('users').set(person).where('id', '=', userId).execute()
  return userId
}
const findNames = async (name: string) => (await listAllNeighbors(me, name)).map(displayName)

describe('the neighbours listed in pages', () => {
  it('contain everybody once, sorted by displayed name', async () => {
    const all = await listAllNeighbors(me)
    const ids = all.map(({ _id }) => _id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(crowd.filter(id => !ids.includes(id))).toEqual([])
    // The database sorts punctuation like a space.
    const names = all.map(person => displayName(person).replaceAll(/[-'’]/g, ' '))
    expect(names).toEqual([...names].sort(new Intl.Collator('fr').compare))
  })

  it('have a next page while there are more, both by cursor and by page number', async () => {
    const { answer: first } = await me.call(searchNeighbors)
    expect([first.docs.length, first.page, first.hasNextPage, first.nextPage]).toEqual([NEIGHBORS_PER_PAGE, 1, true, 2])
    const [byCursor, byNumber] = await Promise.all([
      me.call(searchNeighbors, { query: { page: 2, cursor: first.cursor! } }),
      me.call(searchNeighbors, { query: { page: 2 } }),
    ])
    expect(byCursor.answer).toEqual(byNumber.answer)
    expect((await me.call(searchNeighbors, { query: { name: 'marc', cursor: first.cursor! } })).error).toMatchObject({
      key: 'badrequest',
      field: 'cursor',
    })
    for (const cursor of ['x', Buffer.from('a.b').toString('base64url'), `${first.cursor!.slice(0, -4)}zzzz`])
      expect((await me.call(searchNeighbors, { query: { cursor } })).status).toBe(400)
  })

  it('continue correctly if the last person of a page has left meanwhile', async () => {
    const { answer: first } = await me.call(searchNeighbors, { query: { name: 'marc' } })
    const last = first.docs.at(-1)!
    const before = await listAllNeighbors(me, 'marc')
    await server.db.updateTable('users').set({ gone_at: new Date() }).where('id', '=', last._id).execute()
    const { answer } = await me.call(searchNeighbors, { query: { name: 'marc', page: 2, cursor: first.cursor! } })
    expect(answer.docs[0]!._id).toBe(before[NEIGHBORS_PER_PAGE]!._id)
  })

  it('are found by a part of the displayed name, regardless of accents and case', async () => {
    await addNamedPerson({ firstname: 'Ségolène', lastname: 'Ürgüp' })
    await addNamedPerson({ pseudo: 'Grand_Tilleul%7' })
    expect(await findNames('SEGOL')).toEqual(['Ségolène Ü.'])
    expect(await findNames('ségolène ü.')).toEqual(['Ségolène Ü.'])
    expect(await findNames('tilleul%')).toEqual(['Grand_Tilleul%7'])
    expect(await findNames('urgup')).toEqual([])
    expect(await findNames('%')).toEqual([])
    expect((await findNames('  ')).length).toBeGreaterThan(400)
  })

  it('reveal nothing hidden about a minor by search or order', async () => {
    const lou = await asPersonOfAge(server, 13)
    await server.db.updateTable('users').set({ firstname: 'Loupiote' }).where('id', '=', lou.userId).execute()
    await lou.visitor.call(sendMessage, { body: { to: await userIdOf(me), text: 'Hi' } })
    expect(await findNames('loupiote')).toEqual(['Loupiote'])
    expect(await findNames('loupiote z')).toEqual([])
    await addNamedPerson({ firstname: 'Loupiote', lastname: 'Abel' })
    await addNamedPerson({ firstname: 'Loupiote', lastname: 'Berger' })
    expect(await findNames('loupiote')).toEqual(['Loupiote', 'Loupiote A.', 'Loupiote B.'])
    const team = await server.as('employee')
    expect((await listAllNeighbors(team, 'loupiote')).map(displayName)).toEqual([
      'Loupiote A.',
      'Loupiote B.',
      'Loupiote Z.',
    ])
  })
})

describe('the neighbours listed without pages', () => {
  it('are those online first, then others by name, up to the size of a page', async () => {
    const onlineIds = crowd.slice(100, 130)
    for (const id of onlineIds) server.platform.presence.markOnline(id, await home())
    const { answer } = await me.call(listNeighbors)
    expect(answer.length).toBe(NEIGHBORS_PER_PAGE)
    expect(answer.filter(({ online }) => online).map(({ _id }) => _id)).toEqual(
      answer.slice(0, 30).map(({ _id }) => _id),
    )
    expect(
      answer
        .slice(0, 30)
        .map(({ _id }) => _id)
        .sort(),
    ).toEqual([...onlineIds].sort())
    const byName = (await me.call(searchNeighbors)).answer.docs.filter(({ online }) => !online)
    expect(answer.slice(30).map(({ _id }) => _id)).toEqual(byName.slice(0, 20).map(({ _id }) => _id))
    for (const id of crowd.slice(0, 100)) server.platform.presence.markOnline(id, await home())
    const { answer: full } = await me.call(listNeighbors)
    expect([full.length, full.every(({ online }) => online)]).toEqual([NEIGHBORS_PER_PAGE, true])
    for (const id of crowd) server.platform.presence.markOffline(id)
    expect((await me.call(listNeighbors)).answer.some(({ online }) => online)).toBe(false)
  })

  it('do not reveal by their order that a minor is online', async () => {
    const lou = await asPersonOfAge(server, 13)
    await lou.visitor.call(sendMessage, { body: { to: await userIdOf(me), text: 'Hi' } })
    server.platform.presence.markOnline(lou.userId, await home())
    const firstOf = async (visitor: Visitor) => (await visitor.call(listNeighbors)).answer[0]!._id
    expect(await firstOf(await server.as('employee'))).toBe(lou.userId)
    expect(await firstOf(me)).not.toBe(lou.userId)
    server.platform.presence.markOffline(lou.userId)
  })
})

it('pages of neighbours continue after names of any length and script', async () => {
  const many = crowd.slice(0, NEIGHBORS_PER_PAGE + 10)
  for (const [firstname, lastname] of [
    ['Anne-Charlotte-Marguerite-Bernadette-Philippine de la Tour', '😀 Roux'],
    ['𠀋'.repeat(58), '_'],
  ] as const) {
    await server.db.updateTable('users').set({ firstname, lastname }).where('id', 'in', many).execute()
    const { answer } = await me.call(searchNeighbors, { query: { name: firstname.slice(0, 8) } })
    expect(answer.cursor).not.toBeNull()
    expect((await listAllNeighbors(me, firstname.slice(0, 8))).map(({ _id }) => _id).sort()).toEqual([...many].sort())
  }
})

it('the list of team members is ordered by presence and name', async () => {
  const { answer } = await me.call(listEmployees)
  expect(answer.length).toBeGreaterThan(2)
  server.platform.presence.markOnline(answer.at(-1)!._id, await home())
  expect((await me.call(listEmployees)).answer[0]!._id).toBe(answer.at(-1)!._id)
  server.platform.presence.markOffline(answer.at(-1)!._id)
})
