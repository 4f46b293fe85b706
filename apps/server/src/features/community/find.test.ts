import { hash } from 'node:crypto'
import { distanceKm, getCommunity } from '@parvis/contract/community.ts'
import {
  type ListedCommunity,
  listNearCommunities,
  MAX_NEAR_COMMUNITIES,
  searchCities,
  searchCommunities,
} from '@parvis/contract/find.ts'
import { register } from '@parvis/contract/entry.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { openTestServer, type TestServer } from '#server/testing/test-server.ts'
import { importTowns } from '#server/testing/towns.ts'
import { readAllPages } from '#server/testing/pages.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer('demo')
  await importTowns(server.db)
})
afterAll(() => server.close())

const annecy = { longitude: 6.1286, latitude: 45.8987 }
const paris = { longitude: 2.3488, latitude: 48.8534 }
const cities = async (query: {
  name?: string
  longitude?: number
  latitude?: number
  page?: number
  cursor?: string
}) => (await server.visitor().call(searchCities, { query })).answer
const communities = async (query: {
  name?: string
  cityId?: string
  longitude?: number
  latitude?: number
  page?: number
  cursor?: string
}) => (await server.visitor().call(searchCommunities, { query })).answer
const names = ({ docs }: { docs: { name: string }[] }) => docs.map(({ name }) => name)

const communityRow = (uri: string, more: object = {}) => ({
  id: newId(),
  name: uri,
  custom_uri: uri,
  community_type: 'Neighborhood' as const,
  organization_id: null,
  city_id: null,
  register_key_hash: null,
  description: null,
  description_en: null,
  logo_id: null,
  address: null,
  zip_code: null,
  city: null,
  phone: null,
  fax: null,
  mail: null,
  web_site_url: null,
  longitude: null as number | null,
  latitude: null as number | null,
  ...more,
})

describe('communities', () => {
  it('are found by words of their name and town; private ones never', async () => {
    expect(names(await communities({}))).toEqual(['Camping des Pins', 'Les Tilleuls', 'Quartier de la Gare'])
    for (const name of ['TILLEUL', 'les til', 'annecy tilleuls', 'tilleuls, ann'])
      expect([name, names(await communities({ name }))]).toEqual([name, ['Les Tilleuls']])
    for (const name of ['lac', 'résidence du lac', 'residence-du-lac', 'illeuls', '%', '_'])
      expect([name, names(await communities({ name })).filter(found => /lac|résidence/i.test(found))]).toEqual([
        name,
        [],
      ])
    expect((await communities({ name: 'illeuls' })).docs).toEqual([])
    const [tilleuls] = (await communities({ name: 'tilleuls' })).docs
    expect(tilleuls).toMatchObject({
      customUri: 'les-tilleuls',
      communitytype: 'Neighborhood',
      logoUri: expect.stringMatching(/^\/media\//),
      membersCount: expect.any(Number),
      loc: { type: 'Point' },
      abilities: { register: true, enterAsGuest: true },
    })
  })

  it('count only active members, as the community page does', async () => {
    const [tilleuls] = (await communities({ name: 'tilleuls' })).docs
    const shown = async () => (await communities({ name: 'tilleuls' })).docs[0]!.membersCount
    const door = await server.visitor().call(getCommunity, { params: { idOrUri: 'les-tilleuls' } })
    expect(await shown()).toBe(door.answer.membersCount)
    await server.visitor().call(register, { body: { communityId: tilleuls!._id, email: 'compte@neuf.example' } })
    expect(await shown()).toBe(door.answer.membersCount)
  })

  it('reveal no position of a private community, even by a forged cursor', async () => {
    const hidden = await server.communityId('residence-du-lac')
    const [nearest] = (await communities(annecy)).docs
    // Cursors are not signed: anybody can make one up.
    const forged = (from: object, id: string) => {
      const mark = hash('sha256', JSON.stringify(['communities', null, null, from]), 'base64url').slice(0, 8)
      return Buffer.from(`${mark}.${id}`).toString('base64url')
    }
    expect((await communities({ ...annecy, cursor: forged(annecy, nearest!._id) })).docs.length).toBeGreaterThan(0)
    for (const from of [annecy, paris, { longitude: -60, latitude: -45 }])
      expect((await communities({ ...from, cursor: forged(from, hidden) })).docs).toEqual([])
  })

  it('are filtered by town', async () => {
    const annecyId = (await cities({ name: 'annecy' })).docs[0]!._id
    expect(names(await communities({ cityId: annecyId }))).toHaveLength(3)
    expect(names(await communities({ cityId: annecyId, name: 'camping' }))).toEqual(['Camping des Pins'])
    expect((await communities({ cityId: (await cities({ name: 'lyon' })).docs[0]!._id })).docs).toEqual([])
  })

  it('are paginated by name and by distance, those without a position last', async () => {
    const crowded = await openTestServer('demo')
    try {
      await crowded.db
        .insertInto('communities')
        .values(
          Array.from({ length: 130 }, (_, n) =>
            communityRow(
              `place-${n}`,
              n % 10 === 0 ? {} : { longitude: 6 + (n * 37) / 1000, latitude: 45 + (n * 13) / 1000 },
            ),
          ),
        )
        .execute()
      const read = async (query: object) =>
        (await crowded.visitor().call(searchCommunities, { query: query as never })).answer
      const all = await readAllPages<ListedCommunity>(page => read(page), 7)
      expect(all).toHaveLength(133)
      const near = await readAllPages<ListedCommunity>(page => read({ ...annecy, ...page }), 7)
      const far = ({ loc }: ListedCommunity) =>
        loc ? distanceKm({ type: 'Point', coordinates: [annecy.longitude, annecy.latitude] }, loc) : Infinity
      expect(near.map(far)).toEqual(near.map(far).sort((one, other) => one - other))
      expect(near.filter(({ loc }) => loc === null)).toHaveLength(13)

      const around = (await crowded.visitor().call(listNearCommunities, { query: annecy })).answer
      expect(around.map(({ _id }) => _id)).toEqual(near.slice(0, MAX_NEAR_COMMUNITIES).map(({ _id }) => _id))
      await sql`update communities set is_private = true`.execute(crowded.db)
      expect((await crowded.visitor().call(listNearCommunities, { query: annecy })).answer).toEqual([])
      expect((await read(annecy)).docs).toEqual([])
      expect((await read({})).docs).toEqual([])
    } finally {
      await crowded.close()
    }
  })

  it('are listed as nearby only for a complete position', async () => {
    const near = (query: object) => server.visitor().call(listNearCommunities, { query: query as never })
    expect((await near({})).error.key).toBe('badrequest')
    expect((await near({ longitude: 6 })).error.key).toBe('badrequest')
    expect((await near(annecy)).answer.map(({ name }) => name)).toHaveLength(3)
  })
})

it('many searches by one caller delay nobody else; those beyond the limit fail with toomanyrequests', async () => {
  const [stranger, member] = [server.visitor(), await server.as('neighbor')]
  const flood = Array.from({ length: 60 }, () => stranger.call(searchCities, { query: { name: 's' } }))
  const others = await Promise.all([
    member.call(searchCities, { query: { name: 'annecy' } }),
    member.call(searchCommunities, { query: { name: 'tilleuls' } }),
    member.call(listNearCommunities, { query: annecy }),
  ])
  expect(others.map(({ status }) => status)).toEqual([200, 200, 200])
  const told = (await Promise.all(flood)).map(one => (one.status === 200 ? 200 : one.error.key))
  expect([...new Set(told)].sort()).toEqual([200, 'toomanyrequests'])
  expect(names(await cities({ name: 'annecy' }))).toContain('Annecy')
})
