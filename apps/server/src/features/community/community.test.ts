import {
  type Community,
  getCommunity,
  getCurrentCommunity,
  getCurrentNeighborhood,
} from '@parvis/contract/community.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { addPerson } from '#server/testing/people.ts'
import { openTestServer, type TestServer } from '#server/testing/test-server.ts'
import { unreachableProvider } from '#server/testing/weather-provider.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer('demo', { zone: 'Europe/Paris', settings: { weather: unreachableProvider } })
})
afterAll(() => server.close())

const get = (idOrUri: string) => server.visitor().call(getCommunity, { params: { idOrUri } })

describe('a community', () => {
  it('is found by id and by slug, ignoring case', async () => {
    const id = await server.communityId('camping-des-pins')
    for (const idOrUri of [id, id.toUpperCase(), 'camping-des-pins', 'Camping-Des-PINS']) {
      expect((await get(idOrUri)).answer).toMatchObject({
        _id: id,
        customUri: 'camping-des-pins',
        communitytype: 'Camping',
        isPrivate: false,
      })
    }
  })

  it('returns 404 for an unknown id or slug', async () => {
    for (const idOrUri of ['nowhere', newId(), "' or 1=1", '%', '../communities'])
      expect([idOrUri, (await get(idOrUri)).error]).toEqual([idOrUri, { key: 'error404' }])
    expect((await get('x'.repeat(101))).error.key).toBe('badrequest')
    expect((await get('a\u0000b')).error.key).toBe('badrequest')
  })

  it.each([
    ['les-tilleuls', false, false, true],
    ['quartier-de-la-gare', false, true, true],
    ['residence-du-lac', true, true, false],
    ['camping-des-pins', false, false, false],
  ])(
    'named %s has isPrivate %s, needRegisterKey %s, and the abilities to register and enter as guest %s',
    async (uri, isPrivate, needRegisterKey, open) => {
      expect((await get(uri)).answer).toMatchObject({
        isPrivate,
        needRegisterKey,
        abilities: { register: open, enterAsGuest: open, signInWithApple: false },
      })
    },
  )

  it('shows its public page without its registration key', async () => {
    const { answer } = await get('quartier-de-la-gare')
    expect(JSON.stringify(answer)).not.toMatch(/GARE-DEMO|argon2|register_key/i)
    expect(answer.loc!.coordinates).toEqual([expect.closeTo(6.12, 1), expect.closeTo(45.9, 1)])
    expect(answer.slides.length).toBeGreaterThan(1)
    for (const { title, lang, photo } of answer.slides)
      expect([title, lang.en.title, photo?.uri]).toEqual([
        expect.any(String),
        expect.any(String),
        expect.stringMatching(/^\/media\//),
      ])
  })

  it('hides slides about disabled options', async () => {
    const titles = async () => (await get('les-tilleuls')).answer.slides.map(({ lang }) => lang.en.title)
    const set = (on: boolean) =>
      server.db
        .updateTable('communities')
        .set({ gooddeal: on, weather: on })
        .where('custom_uri', '=', 'les-tilleuls')
        .execute()
    const all = await titles()
    await set(false)
    const left = await titles()
    await set(true)
    expect(all.filter(title => !left.includes(title))).toEqual([
      'Good deals around the corner',
      'Ten minutes from the lake',
    ])
  })

  it('that is private shows outsiders only what entering requires', async () => {
    const id = await server.communityId('residence-du-lac')
    const door = {
      _id: id,
      name: expect.any(String),
      customUri: 'residence-du-lac',
      communitytype: 'Neighborhood',
      isPrivate: true,
      needRegisterKey: true,
      defaultLang: 'fr',
      timezone: 'Europe/Paris',
      abilities: { register: false, enterAsGuest: false, signInWithApple: false },
    }
    const email = `${newId()}@test.example`
    await addPerson(server, { email, password: 'parvis-demo', community: 'residence-du-lac' })
    for (const visitor of [server.visitor(), await server.asGuest(), await server.as('neighbor')]) {
      const { answer } = await visitor.call(getCommunity, { params: { idOrUri: id } })
      const told = Object.fromEntries(
        Object.entries(answer).filter(([, value]) => value && JSON.stringify(value) !== '[]'),
      )
      expect(told).toEqual({
        ...door,
        logoUri: answer.logo!.uri,
        logo: expect.anything(),
        lang: { en: { description: null } },
      })
    }
    const { answer } = await (
      await server.as(email, 'residence-du-lac')
    ).call(getCommunity, { params: { idOrUri: id } })
    expect(answer).toMatchObject({
      ...door,
      city: expect.any(String),
      membersCount: expect.any(Number),
      description: expect.any(String),
    })
  })

  it('counts its members, but not guests or people pending approval', async () => {
    const count = async () => (await get('les-tilleuls')).answer.membersCount
    const before = (await count())!
    await server.asGuest()
    await addPerson(server, { email: 'waits@test.example', community: 'les-tilleuls', enabled: false })
    expect(await count()).toBe(before)
    await addPerson(server, { email: 'new@test.example', community: 'les-tilleuls' })
    expect(await count()).toBe(before + 1)
  })
})

it('getCurrentCommunity returns the community named in the query', async () => {
  for (const visitor of [server.visitor(), await server.as('neighbor')])
    for (const communityUri of ['camping-des-pins', await server.communityId('camping-des-pins')]) {
      const { answer } = await visitor.call(getCurrentCommunity, { query: { communityUri } })
      expect(answer).toEqual((await visitor.call(getCommunity, { params: { idOrUri: communityUri } })).answer)
      expect(answer.customUri).toBe('camping-des-pins')
    }
  const unknown = await server.visitor().call(getCurrentCommunity, { query: { communityUri: 'nulle-part' } })
  expect(unknown.error.key).toBe('error404')
})

describe('the current community', () => {
  const current = async (visitor = server.visitor()): Promise<Community | string> => {
    const reply = await visitor.call(getCurrentCommunity)
    return reply.status === 200 ? reply.answer : reply.error.key
  }

  it('is that of the session, else the default of the installation', async () => {
    await addPerson(server, { email: 'camper@test.example', password: 'parvis-demo', community: 'camping-des-pins' })
    const camper = await server.as('camper@test.example', 'camping-des-pins')
    expect(await current(camper)).toMatchObject({ customUri: 'camping-des-pins' })
    expect((await camper.call(getCurrentNeighborhood)).answer).toMatchObject({ customUri: 'camping-des-pins' })
    expect(await current()).toMatchObject({ customUri: 'les-tilleuls' })
  })

  it('is the only community even without a default, and is not found if there are several or none', async () => {
    await server.db.updateTable('communities').set({ is_default: false }).execute()
    expect(await current()).toBe('error404')
    const empty = await openTestServer('empty')
    try {
      expect((await empty.visitor().call(getCurrentCommunity)).error.key).toBe('error404')
      await empty.db
        .insertInto('communities')
        .values({ id: newId(), name: 'Seule', custom_uri: 'seule', community_type: 'Building', ...emptyColumns })
        .execute()
      expect((await empty.visitor().call(getCurrentCommunity)).answer.name).toBe('Seule')
    } finally {
      await empty.close()
    }
  })
})

const emptyColumns = {
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
  longitude: null,
  latitude: null,
}
