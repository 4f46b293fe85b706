import type { Bilingual } from './bilingual.ts'
import { hobbies } from './hobbies.ts'
import { descriptions, type Description } from './people/descriptions.ts'
import { jobsFor } from './people/jobs.ts'
import { neutralNames, origins, type Origin } from './people/names.ts'
import { foldName, makePseudo } from './people/pseudos.ts'
import type { Random } from '../random.ts'

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
  /** As +33(0)X XX XX XX XX; not everybody gives theirs. */
  phone: string | null
  /** Which drawn face, 0 to 999; without one, initials are shown. */
  face: number | null
}

const buildings = ['A', 'B', 'C', 'D', 'E', 'F'] as const
const TOP_FLOOR = 7
const FLATS_ON_FLOOR = 4

const pickOrigin = (random: Random, age: number): Origin => {
  const open = origins.filter(({ from = 0, to = 200 }) => age >= from && age <= to)
  let left = random.next() * open.reduce((sum, { weight }) => sum + weight, 0)
  return open.find(({ weight }) => (left -= weight) < 0) ?? open[0]!
}

const pickName = (random: Random, gender: Person['gender'], age: number): [string, string] => {
  const origin = pickOrigin(random, age)
  const neutral = neutralNames.find(({ to }) => age <= to)!.names
  const surname = random.pick(origin.surnames)
  return [
    random.pick(gender === 'F' ? origin.women : gender === 'M' ? origin.men : neutral),
    gender === 'F' ? surname.replace(/ski$/, 'ska') : surname,
  ]
}

const ages: [share: number, from: number, to: number][] = [
  [0.06, 12, 17],
  [0.1, 18, 25],
  [0.34, 26, 42],
  [0.26, 43, 60],
  [0.18, 61, 78],
  [0.06, 79, 93],
]

const pickAge = (random: Random): number => {
  let left = random.next()
  const band = ages.find(([share]) => (left -= share) < 0) ?? ages[2]!
  return random.int(band[1], band[2])
}

/** What others see of a name: the first name and the initial of the last. */
export const shownName = ({ firstname, lastname }: Pick<Person, 'firstname' | 'lastname'>): string =>
  foldName(`${firstname} ${lastname.charAt(0)}`)

const twoFigures = (random: Random) => String(random.int(0, 99)).padStart(2, '0')

/** Numbers of the ranges that are kept for films and books, each once; some people give none. */
const makePhones = (random: Random, known: readonly Partial<Pick<Person, 'phone'>>[]): (() => string | null) => {
  const given = new Set(known.map(({ phone }) => phone))
  return () => {
    if (random.chance(0.3)) return null
    for (;;) {
      const range = random.chance(0.85) ? '6 39 98' : '1 99 00'
      const phone = `+33(0)${range} ${twoFigures(random)} ${twoFigures(random)}`
      if (given.has(phone)) continue
      given.add(phone)
      return phone
    }
  }
}

/** Names in a pool of some thousands: so many tries find a free one, or there is none. */
const MOST_TRIES = 2000

/** People whose pseudos and shown names differ from each other and from those who are there already, whatever the case and accents. */
export const makePeople = (
  random: Random,
  count: number,
  known: readonly (Pick<Person, 'pseudo' | 'firstname' | 'lastname'> & Partial<Pick<Person, 'phone'>>)[] = [],
): Person[] => {
  const pseudos = new Set(known.map(({ pseudo }) => foldName(pseudo)))
  const names = new Set(known.map(shownName))
  let unsaid = random.shuffle(descriptions)

  const pickDescription = (gender: Person['gender'], age: number): Description | null => {
    const fits = (each: Description): boolean =>
      age >= each.from && age <= each.to && (!each.gender || each.gender === gender)
    const found = unsaid.find(fits)
    unsaid = unsaid.filter(each => each !== found)
    return found ?? null
  }

  const pickFreeName = (gender: Person['gender'], age: number): [string, string] => {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const [firstname, lastname] = pickName(random, gender, age)
      const shown = shownName({ firstname, lastname })
      if (names.has(shown)) continue
      names.add(shown)
      return [firstname, lastname]
    }
    throw new Error(`too few names for ${count} people`)
  }

  const nextPhone = makePhones(random.fork('phones'), known)
  return Array.from({ length: count }, (): Person => {
    const told = random.next()
    const gender = told < 0.47 ? 'F' : told < 0.92 ? 'M' : null
    const age = pickAge(random)
    const [firstname, lastname] = pickFreeName(gender, age)
    const floor = random.int(0, TOP_FLOOR)
    const described = random.chance(0.55) ? pickDescription(gender, age) : null
    // Some say what they do in their description: a second trade beside it would contradict.
    const open = described?.ownJob ? [] : jobsFor(gender, age)
    return {
      firstname,
      lastname,
      gender,
      age,
      floor,
      pseudo: makePseudo(random, firstname, lastname, pseudos),
      building: random.pick(buildings),
      apartmentNumber: floor * 10 + random.int(1, FLATS_ON_FLOOR),
      job: open.length > 0 && random.chance(0.7) ? random.pick(open) : null,
      description: described?.text ?? null,
      hobbies: random.sample(hobbies, random.int(0, 5)),
      phone: nextPhone(),
      face: random.chance(0.7) ? random.int(0, 999) : null,
    }
  })
}
