// A new installation starts with a list of towns: every French commune, and the larger towns elsewhere.
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { languages } from '@parvis/contract/language.ts'
import { isCommunityUri } from '@parvis/contract/paths.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/kernel/postgres/db.ts'
import { newId } from '#server/kernel/ids.ts'
import { slugOf } from '#server/kernel/slug.ts'

interface ListedCity {
  id: string
  code: string
  name: string
  uri: string
  department: string
  department_en: string | null
  longitude: number
  latitude: number
  approximate: boolean
  postcodes: string[]
  other_names: string[]
}

const FILE = join(import.meta.dirname, 'cities.tsv')
const BATCH_SIZE = 4000

const [english, french] = languages.map(language => new Intl.DisplayNames([language], { type: 'region' }))

/** Several towns can share a name. The list has the largest first: it gets the plain slug, the others slug and code. */
const createUriAllocator = () => {
  const taken = new Set<string>()
  return (name: string, code: string) => {
    const plain = slugOf(name)
    const uri =
      plain && isCommunityUri(plain) && !taken.has(plain) ? plain : `${plain || 'ville'}-${code.toLowerCase()}`
    taken.add(uri)
    return uri
  }
}

/** The department of a commune: the first two digits of the commune’s code, or the first three overseas. */
const departmentCode = (code: string) => code.slice(0, code.startsWith('97') ? 3 : 2)

/** Reads the file line by line: loading the whole list would take memory that the process does not release. */
async function* readCities(): AsyncGenerator<ListedCity> {
  const departments = new Map<string, string>()
  const allocateUri = createUriAllocator()
  for await (const line of createInterface({ input: createReadStream(FILE, 'utf8') })) {
    if (line.startsWith('#')) continue
    if (line.startsWith('= ')) {
      const [code, name] = line.slice(2).split('\t')
      departments.set(code!, name!)
      continue
    }
    const [code = '', name = '', longitude, latitude, tilde, postcodes, others] = line.split('\t')
    const country = /^([A-Z]{2})-/.exec(code)?.[1]
    yield {
      id: newId(),
      code,
      name,
      uri: allocateUri(name, code),
      department: country ? french!.of(country)! : departments.get(departmentCode(code))!,
      department_en: country ? english!.of(country)! : null,
      longitude: Number(longitude),
      latitude: Number(latitude),
      approximate: tilde === '~',
      postcodes: postcodes ? postcodes.split(' ') : [],
      other_names: others ? others.split('|') : [],
    }
  }
}

const recordset = (cities: readonly ListedCity[]) => sql`jsonb_to_recordset(${JSON.stringify(cities)}::jsonb) as listed
  (id uuid, code text, name text, uri text, department text, department_en text, longitude float8, latitude float8, approximate boolean, postcodes text[], other_names text[])`

/** Existing towns keep their data; only missing postcodes and other names are filled in. */
const insertCities = async (tx: Tx, cities: readonly ListedCity[]) => {
  const { rows } = await sql<{ code: string }>`
    insert into cities (id, code, name, uri, department, department_en, longitude, latitude, approximate, postcodes, other_names)
    select id, code, name, uri, department, department_en, longitude, latitude, approximate, postcodes, other_names
    from ${recordset(cities)} on conflict do nothing returning code`.execute(tx)
  const inserted = new Set(rows.map(({ code }) => code))
  await sql`
    update cities c set postcodes = listed.postcodes, other_names = listed.other_names
    from ${recordset(cities.filter(({ code }) => !inserted.has(code)))}
    where c.uri = listed.uri and c.search_name = search_name(listed.name) and c.postcodes = '{}' and c.other_names = '{}'`.execute(
    tx,
  )
}

/** Whether the current list has been imported; the lists of older versions had no postcodes. */
const hasCityList = async (db: Db) =>
  (await db
    .selectFrom('cities')
    .select('id')
    .where('code', 'is not', null)
    .where('postcodes', '<>', sql<string[]>`'{}'`)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Imports the list unless it is there already. Returns whether anything was imported. */
export const fillCityList = async (db: Db): Promise<boolean> => {
  if (await hasCityList(db)) return false
  await db.transaction().execute(async tx => {
    let batch: ListedCity[] = []
    for await (const city of readCities()) {
      batch.push(city)
      if (batch.length < BATCH_SIZE) continue
      await insertCities(tx, batch)
      batch = []
    }
    await insertCities(tx, batch)
  })
  await sql`analyze cities, city_names`.execute(db)
  return true
}
