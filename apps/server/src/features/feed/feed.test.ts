import { LAST_NUMBERED_PAGE } from '#server/kernel/http/pagination.ts'
import { blockUser } from '@parvis/contract/blocks.ts'
import { type FeedPage, listEvents } from '@parvis/contract/feed.ts'
import { eventGroups } from '@parvis/contract/feed-filter.ts'
import { PAGE_SIZE } from '@parvis/contract/limits.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addEvent } from '#server/testing/events.ts'
import { addPerson, asPerson, userIdOf } from '#server/testing/people.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'

let server: TestServer
let neighbor: Visitor
let home: string

beforeAll(async () => {
  server = await openTestServer('demo')
  neighbor = await server.as('neighbor')
  home = await server.communityId('les-tilleuls')
})
afterAll(() => server.close())

type FeedQuery = { filter?: string; userId?: string; search?: string }

const read = async (visitor: Visitor, query: FeedQuery & { page?: number; cursor?: string } = {}): Promise<FeedPage> =>
  (await visitor.call(listEvents, { query })).answer

/** Reads all pages of a list by cursor. */
const readAll = async (visitor: Visitor, query: FeedQuery = {}): Promise<FeedPage['docs']> => {
  const docs: FeedPage['docs'] = []
  let cursor: string | null | undefined
  do {
    const page: FeedPage = await read(visitor, { ...query, ...(cursor && { cursor }) })
    docs.push(...page.docs)
    cursor = page.cursor
  } while (cursor)
  return docs
}

/** Reads all posts including the pinned ones, newest first. */
const readWithPinned = async (): Promise<FeedPage['docs']> => {
  const { pinned = [] } = await read(neighbor, { filter: 'all' })
  expect(pinned).toHaveLength(2)
  return [...pinned, ...(await readAll(neighbor))].sort((a, b) => (a._id < b._id ? 1 : -1))
}

const ids = (docs: FeedPage['docs']) => docs.map(({ _id }) => _id)

describe('the feed', () => {
  it('lists the posts of the channels to which the community subscribes, newest first, without duplicates', async () => {
    const docs = await readWithPinned()
    const stored = await server.db
      .selectFrom('event_channels as ec')
      .innerJoin('community_channels as cc', 'cc.channel_id', 'ec.channel_id')
      .select('ec.event_id')
      .distinct()
      .where('cc.community_id', '=', home)
      .orderBy('ec.event_id', 'desc')
      .execute()
    expect(docs.length).toBeGreaterThan(2 * PAGE_SIZE)
    expect(ids(docs)).toEqual(stored.map(row => row.event_id))
    const dates = docs.map(({ dateAdded }) => dateAdded)
    expect(dates).toEqual([...dates].sort().reverse())
  })

  it('returns the same posts by page number as by cursor', async () => {
    const docs = ids(await readAll(neighbor))
    const byNumber: string[] = []
    for (let page = 1; page <= Math.ceil(docs.length / PAGE_SIZE); page++) {
      const answer = await read(neighbor, { page })
      byNumber.push(...ids(answer.docs))
      const last = byNumber.length === docs.length
      expect(answer).toMatchObject({ page, hasNextPage: !last, nextPage: last ? null : page + 1 })
      expect(answer.cursor === null).toBe(last)
    }
    expect(byNumber).toEqual(docs)
    expect(await read(neighbor, { page: LAST_NUMBERED_PAGE })).toMatchObject({
      docs: [],
      hasNextPage: false,
      cursor: null,
    })
  })

  it('neither repeats nor skips posts if one is published between reading two pages', async () => {
    const first = await read(neighbor)
    const id = await addEvent(server, {
      userId: await userIdOf(neighbor),
      title: 'Entre deux pages',
      channels: ['NeighborhoodEventChannel', 'ShareChannel'],
    })
    const second = await read(neighbor, { cursor: first.cursor! })
    expect(ids([...first.docs, ...second.docs])).toEqual(ids(await readAll(neighbor)).slice(1, 1 + 2 * PAGE_SIZE))
    const [newest] = (await read(neighbor)).docs
    expect([newest!._id, newest!.channelsIds.length]).toEqual([id, 2])
  })
})

describe('filtering the feed', () => {
  it.each(eventGroups)('lists only the posts of the group %s', async group => {
    const all = await readWithPinned()
    expect(ids(await readAll(neighbor, { filter: group }))).toEqual(ids(all.filter(({ groupId }) => groupId === group)))
  })

  it('lists only the posts published from the templates of a category', async () => {
    const templates = await server.db.selectFrom('templates').select(['id', 'category_id']).execute()
    const categoryOf = new Map(templates.map(row => [row.id, row.category_id]))
    const all = await readWithPinned()
    const used = [...new Set(all.flatMap(({ templateId }) => (templateId ? categoryOf.get(templateId)! : [])))]
    expect(used.length).toBeGreaterThan(1)
    for (const category of used) {
      const wanted = all.filter(({ templateId }) => templateId && categoryOf.get(templateId) === category)
      expect(ids(await readAll(neighbor, { filter: category }))).toEqual(ids(wanted))
    }
  })

  it('lists only the posts that the viewer wrote or answered, with the filter `my`', async () => {
    const me = await addPerson(server, {
      email: 'mine@test.example',
      password: 'parvis-demo',
      community: 'les-tilleuls',
    })
    const visitor = await server.as('mine@test.example')
    expect(await readAll(visitor, { filter: 'my' })).toEqual([])
    const other = await userIdOf(neighbor)
    const written = await addEvent(server, { userId: me.userId, title: 'De moi', answeredBy: [other] })
    const answered = await addEvent(server, { userId: other, title: 'Pour moi', answeredBy: [me.userId, other] })
    const both = await addEvent(server, { userId: me.userId, title: 'De moi, et je viens', answeredBy: [me.userId] })
    await addEvent(server, { userId: other, title: 'Sans moi' })
    expect(ids(await readAll(visitor, { filter: 'my' }))).toEqual([both, answered, written])
    expect(ids(await readAll(visitor, { filter: 'my', search: 'viens' }))).toEqual([both])
  })

  it('lists the posts of one member that the viewer may see, and none once the viewer has blocked that member', async () => {
    const [author, other] = [
      await addPerson(server, { email: 'author@test.example', community: 'les-tilleuls' }),
      await asPerson(server, { email: 'reader@test.example', community: 'les-tilleuls' }),
    ]
    const first = await addEvent(server, { userId: author.userId, title: 'Un' })
    await addEvent(server, { userId: other.userId, title: 'D’une autre', answeredBy: [author.userId] })
    const second = await addEvent(server, { userId: author.userId, title: 'Deux' })
    await addEvent(server, { userId: author.userId, title: 'Il fera beau', group: 'weather' })
    const postsOf = async (reader: Visitor, more: { search?: string } = {}) =>
      ids(await readAll(reader, { userId: author.userId, ...more }))
    expect(await postsOf(other.visitor)).toEqual([second, first])
    expect(await postsOf(other.visitor, { search: 'deux' })).toEqual([second])
    const outsider = await asPerson(server, { email: 'outsider@test.example', community: 'camping-des-pins' })
    expect(await postsOf(outsider.visitor)).toEqual([])
    await other.visitor.call(blockUser, { params: { id: author.userId } })
    expect(await postsOf(other.visitor)).toEqual([])
    expect((await other.visitor.call(listEvents, { query: { userId: 'everybody' } })).error).toEqual({
      key: 'error404',
    })
  })

  it('refuses an unknown filter', async () => {
    for (const filter of ['everything', '', 'ALL', "' or 1=1"])
      expect((await neighbor.call(listEvents, { query: { filter } })).error).toEqual({ key: 'badrequest' })
  })
})

describe('a post for a whole organisation', () => {
  it('is listed in each community of the organisation with the filter `all`, but not with the filter `community`', async () => {
    const camper = await addPerson(server, {
      email: 'camper@test.example',
      password: 'parvis-demo',
      community: 'camping-des-pins',
    })
    await addPerson(server, { email: 'resident@test.example', password: 'parvis-demo', community: 'residence-du-lac' })
    const resident = await server.as('resident@test.example', 'residence-du-lac')
    const shared = await addEvent(server, {
      community: 'camping-des-pins',
      userId: camper.userId,
      channels: ['OrganizationEventChannel'],
      title: 'Pour tous',
    })
    const own = await addEvent(server, {
      community: 'camping-des-pins',
      userId: camper.userId,
      title: 'Pour le camping',
    })
    const all = ids(await readAll(resident))
    expect([all.includes(shared), all.includes(own)]).toEqual([true, false])
    expect(ids(await readAll(resident, { filter: 'community' }))).not.toContain(shared)
    const inCamping = await server.as('camper@test.example', 'camping-des-pins')
    expect(ids(await readAll(inCamping)).slice(0, 2)).toEqual([own, shared])
    expect(ids(await readAll(neighbor))).not.toContain(shared)
  })
})

describe('a cursor of the feed', () => {
  it('is valid only for the community, filter and search for which it was created', async () => {
    const { cursor } = await read(neighbor)
    expect((await read(neighbor, { cursor: cursor! })).docs).toHaveLength(PAGE_SIZE)
    const elsewhere = await server.asGuest('les-tilleuls')
    expect((await read(elsewhere, { cursor: cursor! })).docs).toHaveLength(PAGE_SIZE)
    const refused = async (visitor: Visitor, query: FeedQuery) =>
      (await visitor.call(listEvents, { query: { ...query, cursor: cursor! } })).error
    expect(await refused(neighbor, { filter: 'my' })).toEqual({ key: 'badrequest', field: 'cursor' })
    expect(await refused(neighbor, { filter: 'community' })).toEqual({ key: 'badrequest', field: 'cursor' })
    expect(await refused(neighbor, { search: 'lac' })).toEqual({ key: 'badrequest', field: 'cursor' })
    await addPerson(server, { email: 'lake@test.example', password: 'parvis-demo', community: 'residence-du-lac' })
    expect(await refused(await server.as('lake@test.example', 'residence-du-lac'), {})).toEqual({
      key: 'badrequest',
      field: 'cursor',
    })
  })

  it('is valid only for the user for whom it was created, with the filter `my`', async () => {
    const [one, two] = [
      await addPerson(server, { email: 'one@test.example', password: 'parvis-demo', community: 'les-tilleuls' }),
      await server.as('neighbor2'),
    ]
    for (let count = 0; count <= PAGE_SIZE; count++)
      await addEvent(server, { userId: one.userId, title: `Numéro ${count}` })
    const { cursor } = await read(await server.as('one@test.example'), { filter: 'my' })
    expect((await two.call(listEvents, { query: { filter: 'my', cursor: cursor! } })).error.key).toBe('badrequest')
  })
})

describe('the answerers of a post in the feed', () => {
  it('are visible to the author, to moderators and to users who answered; everybody sees the count', async () => {
    const [author, other] = [await userIdOf(neighbor), await server.as('neighbor2')]
    const otherId = await userIdOf(other)
    const employeeId = await userIdOf(await server.as('employee'))
    const id = await addEvent(server, { userId: author, title: 'Qui vient ?', answeredBy: [otherId, employeeId] })
    const seenBy = async (visitor: Visitor) => {
      const { interestedUsersIds, interestedCount, interested } = (await read(visitor)).docs.find(
        ({ _id }) => _id === id,
      )!
      return [interestedCount, interested, interestedUsersIds]
    }
    expect(await seenBy(neighbor)).toEqual([2, false, [otherId, employeeId]])
    expect(await seenBy(other)).toEqual([2, true, [otherId, employeeId]])
    expect(await seenBy(await server.as('advertiser'))).toEqual([2, false, []])
    expect(await seenBy(await server.as('employee'))).toEqual([2, true, [otherId, employeeId]])
    expect(await seenBy(await server.asGuest())).toEqual([2, false, []])
    for (const role of ['administrator', 'webmaster'])
      expect(await seenBy(await server.as(role))).toEqual([2, false, [otherId, employeeId]])
  })
})

it('the feed contains only public fields of authors', async () => {
  for (const { user } of await readAll(await server.asGuest())) {
    expect(
      Object.keys(user)
        .filter(key => key !== 'company')
        .sort(),
    ).toEqual(['_id', 'building', 'firstname', 'gender', 'initial', 'photoUri', 'pseudo', 'role'])
    expect(user.initial ?? 'X').toMatch(/^\p{Lu}$/u)
  }
})
