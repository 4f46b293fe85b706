import { getCity, searchCities, searchCommunities } from '@parvis/contract/find.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { openTestServer, type TestServer } from '#server/testing/test-server.ts'
import { importTowns } from '#server/testing/towns.ts'
import { fillCityList } from './city-list.service.ts'

let server: TestServer

/** Rows of an older version, whose list had neither postcodes nor other names; Lens was given another name since. */
const formerTowns = [
  { name: 'Genève', uri: 'geneve', code: 'CH-2660646', other_names: [] as string[] },
  { name: 'Lens', uri: 'lens', code: '62498', other_names: ['Nemetacum'] },
].map(town => ({ id: newId(), department: 'Suisse', photo_id: null, longitude: 0, latitude: 0, ...town }))
const idsOf = (uris: readonly string[]) =>
  server.db.selectFrom('cities').select(['id', 'name', 'uri']).where('uri', 'in', uris).orderBy('id').execute()

beforeAll(async () => {
  server = await openTestServer('demo')
  await server.db.insertInto('cities').values(formerTowns).execute()
  // Without fresh statistics the plan cached for three rows would be reused for all 80,000.
  await sql`analyze cities`.execute(server.db)
  await importTowns(server.db)
})
afterAll(() => server.close())

const cities = async (name: string, more: { longitude?: number; latitude?: number; cursor?: string } = {}) =>
  (await server.visitor().call(searchCities, { query: { name, ...more } })).answer
const names = async (name: string) => (await cities(name)).docs.map(one => one.name)
const firstOf = async (name: string) => {
  const [city] = (await cities(name)).docs
  return city && [city.name, city.department, city.foundBy]
}
const communities = async (name: string) =>
  (await server.visitor().call(searchCommunities, { query: { name } })).answer.docs.map(one => one.name)

describe('the search for towns', () => {
  it.each([
    ['St Jorioz', 'Saint-Jorioz'],
    ['st-jorioz', 'Saint-Jorioz'],
    ['ST. JORI', 'Saint-Jorioz'],
    ['saint\u200b-jo\u00adrioz', 'Saint-Jorioz'],
    ['Ste Foy', 'Sainte-Foy'],
    ['St Etienne de St Geoirs', 'Saint-Étienne-de-Saint-Geoirs'],
    ['Villeneuve St', 'Villeneuve-Saint-Denis'],
    ['Saint Louis', 'Saint-Louis'],
    ['Havre', 'Le Havre'],
    ['Isle-Adam', "L'Isle-Adam"],
    ['l’isle adam', "L'Isle-Adam"],
    ['Rochelle', 'La Rochelle'],
    ['Sables d’Olonne', "Les Sables-d'Olonne"],
    ['abergement clemenciat', "L'Abergement-Clémenciat"],
  ])('finds a town by spelling variants of its name: %s', async (typed, name) => {
    expect(await names(typed)).toContain(name)
    expect((await cities(typed)).docs.find(city => city.name === name)).not.toHaveProperty('foundBy')
  })

  it.each([
    ['Annecy 74', ['Annecy', 'Haute-Savoie', undefined]],
    ['annecy (74)', ['Annecy', 'Haute-Savoie', undefined]],
    ['annecy 74940', ['Annecy', 'Haute-Savoie', undefined]],
    ['74000 Annecy', ['Annecy', 'Haute-Savoie', undefined]],
    ['Saint-Denis 974', ['Saint-Denis', 'La Réunion', undefined]],
    ['st denis 93', ['Saint-Denis', 'Seine-Saint-Denis', undefined]],
    ['Ajaccio 2A', ['Ajaccio', 'Corse-du-Sud', undefined]],
    ['bastia 20', ['Bastia', 'Haute-Corse', undefined]],
    ['annecy le vieux 74', ['Annecy', 'Haute-Savoie', 'Annecy-le-Vieux']],
  ])('finds a town by its name with a department or postcode: %s', async (typed, found) => {
    expect(await firstOf(typed)).toEqual(found)
  })

  it.each([
    ['74000', ['Annecy', 'Haute-Savoie', '74000']],
    ['74 000', ['Annecy', 'Haute-Savoie', '74000']],
    ['69003', ['Lyon', 'Rhône', '69003']],
    ['98800', ['Nouméa', 'Nouvelle-Calédonie', '98800']],
    ['Annecy-le-Vieux', ['Annecy', 'Haute-Savoie', 'Annecy-le-Vieux']],
    ['annecy le v', ['Annecy', 'Haute-Savoie', 'Annecy-le-Vieux']],
    ['Seynod', ['Annecy', 'Haute-Savoie', 'Seynod']],
    ['Paris 15', ['Paris', 'Paris', 'Paris 15e arrondissement']],
    ['paris 15ème', ['Paris', 'Paris', 'Paris 15ème arrondissement']],
    ['Geneva', ['Genève', 'Suisse', 'Geneva']],
    ['Londres', ['London', 'Royaume-Uni', 'Londres']],
    ['Bruxelles', ['Brussels', 'Belgique', 'Bruxelles']],
    ['Anvers', ['Antwerpen', 'Belgique', 'Anvers']],
    ['Caire', ['Cairo', 'Égypte', 'Le Caire']],
  ])('finds a town by another name, which is returned as `foundBy`: %s', async (typed, found) => {
    const { docs } = await cities(typed)
    expect(docs.map(city => [city.name, city.department, city.foundBy])).toContainEqual(found)
  })

  it('ranks towns with exactly this name first, then those whose name begins with it, then other names', async () => {
    expect((await names('Lens')).slice(0, 2)).toEqual(['Lens', 'Lens-Lestang'])
    // Havrincourt starts with the same letters.
    expect((await names('havre'))[0]).toBe('Le Havre')
    const valences = (await cities('valence')).docs
    expect(valences.slice(0, 2).map(city => city.name)).toEqual(['Valence', 'Valence'])
    expect(valences.at(-1)).toMatchObject({ name: 'Valencia', foundBy: 'Valence' })
    // "ste" may be the abbreviation or the beginning of a name.
    expect(await names('steenv')).toEqual(['Steenvoorde'])
  })

  it('returns a town once, however many of its names match', async () => {
    const typed = await names('annecy')
    expect(typed.filter(name => name === 'Annecy')).toHaveLength(1)
    expect(await firstOf('annecy')).toEqual(['Annecy', 'Haute-Savoie', undefined])
    const { docs } = await cities('paris 1')
    expect(docs.filter(city => city.name === 'Paris')).toHaveLength(1)
  })

  it('returns pages in which matches of a town’s own name come before matches of another name', async () => {
    const found: { _id: string; name: string; foundBy?: string }[] = []
    let cursor: string | null = null
    do {
      const page = await cities('val', cursor ? { cursor } : {})
      found.push(...page.docs)
      cursor = page.cursor
    } while (cursor)
    expect(found.length).toBeGreaterThan(100)
    expect(new Set(found.map(({ _id }) => _id)).size).toBe(found.length)
    const byOther = found.map(({ foundBy }) => foundBy !== undefined)
    expect(byOther).toEqual([...byOther].sort((one, other) => Number(one) - Number(other)))
    expect(byOther.at(-1)).toBe(true)
  })

  it('finds a town by another name; reading this town by its id returns no `foundBy`', async () => {
    const [city] = (await cities('Seynod')).docs
    const { answer } = await server.visitor().call(getCity, { params: { cityId: city!._id } })
    expect(answer).not.toHaveProperty('foundBy')
  })

  it('finds no town by a name, department or postcode that is not its own', async () => {
    for (const typed of ['Annecy 75', 'Annecy 00', '00000', '75 000 000', 'Annecy-le-Neuf', '2A 74'])
      expect([typed, await names(typed)]).toEqual([typed, []])
    // Without a letter or digit, every name of every town would match.
    for (const typed of ['()', '%', '_', '\\', ':*', '🙂 ']) expect([typed, await names(typed)]).toEqual([typed, []])
  })
})

describe('a town added by hand', () => {
  const add = async (town: { name: string; uri: string; postcodes?: string[]; other_names?: string[] }) => {
    const id = newId()
    await server.db
      .insertInto('cities')
      .values({ id, department: 'Ailleurs', photo_id: null, longitude: 0, latitude: 0, ...town })
      .execute()
    return id
  }

  it('is found by all its names, also after it is renamed', async () => {
    const id = await add({
      name: 'Les Bois-Ste-Ursule',
      uri: 'bois-a-part',
      postcodes: ['99123'],
      other_names: ['Old Wood'],
    })
    for (const typed of ['bois sainte ursule', 'Bois Ste Ursule 99', 'les bois', '99123', 'old w'])
      expect([typed, await names(typed)]).toEqual([typed, expect.arrayContaining(['Les Bois-Ste-Ursule'])])
    await server.db.updateTable('cities').set({ name: 'Quercitron' }).where('id', '=', id).execute()
    expect(await names('bois sainte ursule')).toEqual([])
    expect(await names('quercitr')).toEqual(['Quercitron'])
    expect(await names('99123')).toEqual(['Quercitron'])
    await server.db.deleteFrom('cities').where('id', '=', id).execute()
    expect(await names('quercitr')).toEqual([])
  })
})

describe('an imported list without other names', () => {
  it('gets the other names once, and keeps its ids, names, URIs and postcodes', async () => {
    expect(await names('Geneva')).toContain('Genève')
    expect(await names('nemetacum')).toEqual(['Lens'])
    expect(await names('62300')).not.toContain('Lens')
    expect(await idsOf(formerTowns.map(({ uri }) => uri))).toEqual(
      formerTowns.map(({ id, name, uri }) => ({ id, name, uri })),
    )
    expect(await fillCityList(server.db)).toBe(false)
  })
})

describe('communities', () => {
  it('are found by every name of their town, as well as their own', async () => {
    for (const typed of ['tilleuls 74000', '74000 tilleuls', 'annecy-le-vieux', 'seynod tilleuls', 'annecy 74'])
      expect([typed, await communities(typed)]).toEqual([typed, expect.arrayContaining(['Les Tilleuls'])])
    expect(await communities('annecy-le-neuf')).toEqual([])
    expect(await communities('tilleuls 75')).toEqual([])
    expect(await communities('seynod lac')).toEqual([])
  })

  it('are found with “Saint” abbreviated or in full, and by their postcode', async () => {
    const { db } = server
    await db
      .updateTable('communities')
      .set({ name: 'Clos Ste Anne', zip_code: '74940' })
      .where('custom_uri', '=', 'camping-des-pins')
      .execute()
    try {
      for (const typed of ['sainte anne', 'ste anne', 'clos ste', 'clos 74940'])
        expect([typed, await communities(typed)]).toEqual([typed, ['Clos Ste Anne']])
    } finally {
      await db
        .updateTable('communities')
        .set({ name: 'Camping des Pins' })
        .where('custom_uri', '=', 'camping-des-pins')
        .execute()
    }
  })
})
