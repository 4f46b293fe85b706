import type { Bilingual } from './bilingual.ts'
import { hobbies } from './hobbies.ts'
import { descriptions } from './people/descriptions.ts'
import { jobsFor } from './people/jobs.ts'
import { neutralNames, origins, type Origin } from './people/names.ts'
import { foldName, makePseudo } from './people/pseudos.ts'
import type { Random } from './random.ts'

export interface Person {
  firstname: string
  lastname: string
  pseudo: string
  gender: 'M' | 'F' | null
  age: number
  building: 'A' | 'B' | 'C' | 'D' | 'E' | 'F'
  floor: number
  apartmentNumber: number
  job: Bilingual | null
  description: Bilingual | null
  hobbies: string[]
  /** Seed of a drawn face; without one, initials are shown. */
  face: number | null
}

const buildings = ['A', 'B', 'C', 'D', 'E', 'F'] as const
const TOP_FLOOR = 7
const FLATS_ON_FLOOR = 4

const pickOrigin = (random: Random): Origin => {
  let left = random.next() * origins.reduce((sum, { weight }) => sum + weight, 0)
  return origins.find(({ weight }) => (left -= weight) < 0) ?? origins[0]!
}

const ages: [share: number, from: number, to: number][] = [[0.06, 12, 17], [0.1, 18, 25], [0.34, 26, 42], [0.26, 43, 60], [0.18, 61, 78], [0.06, 79, 93]]

const pickAge = (random: Random): number => {
  let left = random.next()
  const band = ages.find(([share]) => (left -= share) < 0) ?? ages[2]!
  return random.int(band[1], band[2])
}

/** People whose pseudos differ from each other and from those already taken, whatever the case and accents. */
export const makePeople = (random: Random, count: number, taken: readonly string[] = []): Person[] => {
  const pseudos = new Set(taken.map(foldName))
  const names = new Set<string>()
  let unsaid = random.shuffle(descriptions)

  const pickDescription = (gender: Person['gender'], age: number): Bilingual | null => {
    const fits = (each: (typeof descriptions)[number]): boolean => age >= each.from && age <= each.to && (!each.gender || each.gender === gender)
    const found = unsaid.find(fits)
    unsaid = unsaid.filter(each => each !== found)
    return found?.text ?? null
  }

  const pickName = (gender: Person['gender']): [string, string] => {
    const origin = pickOrigin(random)
    const firstname = random.pick(gender === 'F' ? origin.women : gender === 'M' ? origin.men : neutralNames)
    return [firstname, random.pick(origin.surnames)]
  }

  return Array.from({ length: count }, (): Person => {
    const told = random.next()
    const gender = told < 0.47 ? 'F' : told < 0.92 ? 'M' : null
    let [firstname, lastname] = pickName(gender)
    for (let tries = 0; names.has(`${firstname} ${lastname}`) && tries < 50; tries++) [firstname, lastname] = pickName(gender)
    names.add(`${firstname} ${lastname}`)
    const age = pickAge(random)
    const floor = random.int(0, TOP_FLOOR)
    const open = jobsFor(gender, age)
    return {
      firstname, lastname, gender, age, floor,
      pseudo: makePseudo(random, firstname, lastname, pseudos),
      building: random.pick(buildings),
      apartmentNumber: floor * 10 + random.int(1, FLATS_ON_FLOOR),
      job: open.length > 0 && random.chance(0.7) ? random.pick(open) : null,
      description: random.chance(0.55) ? pickDescription(gender, age) : null,
      hobbies: random.some(hobbies, random.int(0, 5)).map(({ key }) => key),
      face: random.chance(0.7) ? random.int(1, 2_000_000_000) : null,
    }
  })
}
