import { distanceKm } from '@parvis/contract/community.ts'
import { type City, getCity, searchCities } from '@parvis/contract/find.ts'
import { PAGE_SIZE } from '@parvis/contract/limits.ts'
import { isCommunityUri } from '@parvis/contract/paths.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { openTestServer, type TestServer } from '#server/testing/test-server.ts'
import { importTowns } from '#server/testing/towns.ts'
import { fillCityList } from './city-list.service.ts'
import { readAllPages } from '#server/testing/pages.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer('demo')
  await importTowns(server.db)
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

describe('the list of towns', () => {
  it('contains every commune once, each with its own slug, which is not a path of the app', async () => {
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
    'are paginated without gaps or duplicates for the query %o',
    async query => {
      const found = await readAllPages(page => cities({ ...query, ...page }))
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
        const counts = (await readAllPages(page => cities({ ...query, ...page }), 3)).map(
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

  it('cannot be searched near a position with a coordinate missing or out of range', async () => {
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

  it('cannot be paged with a cursor of another search', async () => {
    const { cursor } = await cities({ name: 'saint' })
    const key = async (query: CityQuery) => (await server.visitor().call(searchCities, { query })).error.key
    expect(await key({ name: 'saints', cursor: cursor! })).toBe('badrequest')
    expect(await key({ name: 'saint', ...paris, cursor: cursor! })).toBe('badrequest')
    expect(await key({ name: 'saint', cursor: 'x' })).toBe('badrequest')
    expect(await key({ page: 51 })).toBe('badrequest')
  })
})
