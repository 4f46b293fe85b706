import { hash } from 'node:crypto'
import { distanceKm, getCommunity } from '@parvis/contract/community.ts'
import {
  type City,
  getCity,
  type ListedCommunity,
  listNearCommunities,
  MAX_NEAR_COMMUNITIES,
  searchCities,
  searchCommunities,
} from '@parvis/contract/find.ts'
import { register } from '@parvis/contract/session.ts'
import { PAGE_SIZE } from '@parvis/contract/limits.ts'
import { isCommunityUri } from '@parvis/contract/paths.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { openTestServer, type TestServer } from '#server/testing/test-server.ts'
import { fillTowns } from '#server/testing/towns.ts'
import { fillCityList } from './city-list.service.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer('demo')
  await fillTowns(server.db)
})
afterAll(() => server.close())

const annecy = { longitude: 6.1286, latitude: 45.8987 }
const paris = { longitude: 2.3488, latitude: 48.8534 }

type CityQuery = Parameters<typeof cities>[0]
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

/** Reads all pages, both by cursor and by page number. */
const readThrough = async <D extends { _id: string }>(
  read: (page: { page?: number; cursor?: string }) => Promise<{
    docs: D[]
    hasNextPage: boolean
    nextPage: number | null
    cursor: string | null
  }>,
  pages = 5,
) => {
  const byCursor: D[] = []
  const byNumber: D[] = []
  let last: Awaited<ReturnType<typeof read>> | undefined
  for (let n = 1; n <= pages && (!last || last.hasNextPage); n++) {
    byNumber.push(...(await read({ page: n })).docs)
    last = await read(last?.cursor ? { page: n, cursor: last.cursor } : {})
    byCursor.push(...last.docs)
  }
  expect(byCursor.map(({ _id }) => _id)).toEqual(byNumber.map(({ _id }) => _id))
  expect(new Set(byCursor.map(({ _id }) => _id)).size).toBe(byCursor.length)
  return byCursor
}

describe('the list of towns', () => {
  it('has every commune once, each with its own slug that is no path of the app', async () => {
    const rows = await server.db.selectFrom('cities').select(['name', 'uri', 'code', 'department']).execute()
    expect(rows.length).toBeGreaterThan(39_000)
    expect(rows.filter(({ code }) => code && /^\d|^2[AB]/.test(code)).length).toBeGreaterThan(34_800)
    expect(rows.filter(({ uri, department }) => !isCommunityUri(uri) || !department).map(({ name }) => name)).toEqual(
      [],
    )
    expect(rows.filter(({ name }) => name === 'Annecy')).toEqual([expect.objectContaining({ uri: 'annecy' })])
    const uriOf = (code: string) => rows.find(row => row.code === code)?.uri
    expect([uriOf('69123'), uriOf('01004'), uriOf('2A004')]).toEqual(['lyon', 'amberieu-en-bugey', 'ajaccio'])
    expect(rows.filter(({ uri }) => uri === 'saint-denis')).toHaveLength(1)
    expect(await fillCityList(server.db)).toBe(false)
  })

  it('places a commune of unknown position among its neighbours, marked as approximate', async () => {
    const [known] = (await cities({ name: 'lyon' })).docs
    expect(known).toMatchObject({ department: 'Rhône', approximate: false, longitude: expect.closeTo(4.85, 1) })
    const [found] = (await cities({ name: 'L’Abergement-Clémenciat' })).docs
    expect(found).toMatchObject({ department: 'Ain', approximate: true })
    expect(
      distanceKm(
        { type: 'Point', coordinates: [found!.longitude, found!.latitude] },
        { type: 'Point', coordinates: [4.955, 46.12] },
      ),
    ).toBeLessThan(10)
  })

  it('shows the country of foreign towns, in both languages', async () => {
    const [geneva] = (await cities({ name: 'genev' })).docs
    expect(geneva).toMatchObject({ department: 'Suisse', lang: { en: { department: 'Switzerland' } } })
  })
})

describe('towns', () => {
  it('are found by name prefix, ignoring accents, case and punctuation', async () => {
    for (const name of ['saint-étienne', 'SAINT ETIENNE', '  Saint_Etienne ', 'saint etienn'])
      expect([name, names(await cities({ name }))]).toEqual([name, expect.arrayContaining(['Saint-Étienne'])])
    for (const name of names(await cities({ name: 'évian' }))) expect(name).toMatch(/^[ÉE]vian/)
    expect(names(await cities({ name: 'lyo%n' }))).toEqual([])
    expect((await cities({ name: 'Zzyzx' })).docs).toEqual([])
    expect((await server.visitor().call(searchCities, { query: { name: 'x'.repeat(101) } })).error.key).toBe(
      'badrequest',
    )
    expect((await server.visitor().call(searchCities, { query: { name: 'a\u0000b' } })).error.key).toBe('badrequest')
  })

  it('are sorted by whether they have communities, then by name or distance', async () => {
    const [first, ...others] = (await cities({})).docs
    expect(first).toMatchObject({ name: 'Annecy', communitiesCount: 3 })
    expect(others.every(({ communitiesCount }) => communitiesCount === 0)).toBe(true)
    const near = (await cities(paris)).docs
    expect(near[0]!.name).toBe('Annecy')
    expect(near[1]!.name).toBe('Paris')
    const far = (city: City) =>
      distanceKm(
        { type: 'Point', coordinates: [paris.longitude, paris.latitude] },
        { type: 'Point', coordinates: [city.longitude, city.latitude] },
      )
    const distances = near.slice(1).map(far)
    expect(distances).toEqual([...distances].sort((one, other) => one - other))
    expect(names(await cities({ ...paris, name: 'saint-denis' }))[0]).toBe('Saint-Denis')
    expect((await cities({ ...paris, name: 'saint-denis' })).docs[0]!.department).toBe('Seine-Saint-Denis')
  })

  it.each<CityQuery>([{}, paris, { name: 'saint' }, { ...annecy, name: 'la' }])(
    'are paginated without gaps or duplicates, %o',
    async query => {
      const found = await readThrough(page => cities({ ...query, ...page }))
      expect(found.length).toBe(5 * PAGE_SIZE)
    },
  )

  it('with communities come before all others, also across pages', async () => {
    const { db } = server
    const some = await db.selectFrom('cities').select('id').where('code', 'like', '73%').limit(30).execute()
    await db
      .insertInto('communities')
      .values(some.map(({ id }, n) => communityRow(`savoie-${n}`, { city_id: id })))
      .execute()
    try {
      for (const query of [{}, paris]) {
        const counts = (await readThrough(page => cities({ ...query, ...page }), 3)).map(
          ({ communitiesCount }) => communitiesCount > 0,
        )
        expect(counts).toEqual([...Array<boolean>(31).fill(true), ...Array<boolean>(29).fill(false)])
      }
    } finally {
      await db.deleteFrom('communities').where('custom_uri', 'like', 'savoie-%').execute()
    }
  })

  it('count only public communities, and are found by id', async () => {
    const annecyId = (await cities({ name: 'annecy' })).docs[0]!._id
    expect((await server.visitor().call(getCity, { params: { cityId: annecyId } })).answer).toMatchObject({
      name: 'Annecy',
      communitiesCount: 3,
    })
    expect((await server.visitor().call(getCity, { params: { cityId: newId() } })).error.key).toBe('error404')
    const hidden = (await cities({ name: 'lyon' })).docs[0]!
    await server.db
      .insertInto('communities')
      .values(communityRow('cachee', { city_id: hidden._id, is_private: true }))
      .execute()
    expect((await cities({ name: 'lyon' })).docs[0]!.communitiesCount).toBe(0)
    await server.db.deleteFrom('communities').where('custom_uri', '=', 'cachee').execute()
  })

  it('require both coordinates of a position, in range', async () => {
    const key = async (query: object) => (await server.visitor().call(searchCities, { query })).error
    expect(await key({ longitude: 6 })).toEqual({ key: 'badrequest', field: 'latitude' })
    expect(await key({ latitude: 45 })).toEqual({ key: 'badrequest', field: 'longitude' })
    for (const query of [
      { longitude: 181, latitude: 45 },
      { longitude: 6, latitude: -91 },
      { longitude: 'NaN', latitude: 45 },
      { longitude: '1e2', latitude: 45 },
      { longitude: '', latitude: 45 },
    ])
      expect((await key(query)).key).toBe('badrequest')
    expect((await cities({ longitude: -180, latitude: 90 })).docs).toHaveLength(PAGE_SIZE)
  })

  it('reject a cursor of another search', async () => {
    const { cursor } = await cities({ name: 'saint' })
    const key = async (query: CityQuery) => (await server.visitor().call(searchCities, { query })).error.key
    expect(await key({ name: 'saints', cursor: cursor! })).toBe('badrequest')
    expect(await key({ name: 'saint', ...paris, cursor: cursor! })).toBe('badrequest')
    expect(await key({ name: 'saint', cursor: 'x' })).toBe('badrequest')
    expect(await key({ page: 51 })).toBe('badrequest')
  })
})

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
      const all = await readThrough<ListedCommunity>(page => read(page), 7)
      expect(all).toHaveLength(133)
      const near = await readThrough<ListedCommunity>(page => read({ ...annecy, ...page }), 7)
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

it('many searches by one caller delay nobody else and are rejected with toomanyrequests', async () => {
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
