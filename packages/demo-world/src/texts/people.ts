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
  /** In the form +33(0)X XX XX XX XX; null for people who give no number. */
  phone: string | null
  /** The number of the drawn face, 0 to 999; null for people without a picture, who are shown by their initials. */
  face: number | null
}

const buildings = ['A', 'B', 'C', 'D', 'E', 'F'] as const
const TOP_FLOOR = 7
const FLATS_ON_FLOOR = 4

const pickOrigin = (random: Random, age: number): Origin => {
  const candidates = origins.filter(({ from = 0, to = 200 }) => age >= from && age <= to)
  let left = random.next() * candidates.reduce((sum, { weight }) => sum + weight, 0)
  return candidates.find(({ weight }) => (left -= weight) < 0) ?? candidates[0]!
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

const ageBands: [share: number, from: number, to: number][] = [
  [0.06, 12, 17],
  [0.1, 18, 25],
  [0.34, 26, 42],
  [0.26, 43, 60],
  [0.18, 61, 78],
  [0.06, 79, 93],
]

const pickAge = (random: Random): number => {
  let left = random.next()
  const band = ageBands.find(([share]) => (left -= share) < 0) ?? ageBands[2]!
  return random.int(band[1], band[2])
}

/** The name that others see (first name and initial of the last name), without case and accents for comparisons. */
export const foldedVisibleName = ({ firstname, lastname }: Pick<Person, 'firstname' | 'lastname'>): string =>
  foldName(`${firstname} ${lastname.charAt(0)}`)

const twoDigits = (random: Random) => String(random.int(0, 99)).padStart(2, '0')

/** Returns a generator of unique numbers in ranges reserved for fiction; null for people who give no number. */
const makePhones = (random: Random, known: readonly Partial<Pick<Person, 'phone'>>[]): (() => string | null) => {
  const usedPhones = new Set(known.map(({ phone }) => phone))
  return () => {
    if (random.chance(0.3)) return null
    for (;;) {
      const range = random.chance(0.85) ? '6 39 98' : '1 99 00'
      const phone = `+33(0)${range} ${twoDigits(random)} ${twoDigits(random)}`
      if (usedPhones.has(phone)) continue
      usedPhones.add(phone)
      return phone
    }
  }
}

/** How often to draw a name that is not used yet. There are some thousands of names, so failing means none is left. */
const MAX_ATTEMPTS = 2000

/** People whose pseudos and visible names, without case and accents, differ from each other’s and those of `known`. */
export const makePeople = (
  random: Random,
  count: number,
  known: readonly (Pick<Person, 'pseudo' | 'firstname' | 'lastname'> & Partial<Pick<Person, 'phone'>>)[] = [],
): Person[] => {
  const pseudos = new Set(known.map(({ pseudo }) => foldName(pseudo)))
  const names = new Set(known.map(foldedVisibleName))
  let unusedDescriptions = random.shuffle(descriptions)

  const pickDescription = (gender: Person['gender'], age: number): Description | null => {
    const fits = (each: Description): boolean =>
      age >= each.from && age <= each.to && (!each.gender || each.gender === gender)
    const found = unusedDescriptions.find(fits)
    unusedDescriptions = unusedDescriptions.filter(each => each !== found)
    return found ?? null
  }

  const pickFreeName = (gender: Person['gender'], age: number): [string, string] => {
    for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
      const [firstname, lastname] = pickName(random, gender, age)
      const shown = foldedVisibleName({ firstname, lastname })
      if (names.has(shown)) continue
      names.add(shown)
      return [firstname, lastname]
    }
    throw new Error(`too few names for ${count} people`)
  }

  const nextPhone = makePhones(random.fork('phones'), known)
  return Array.from({ length: count }, (): Person => {
    const draw = random.next()
    const gender = draw < 0.47 ? 'F' : draw < 0.92 ? 'M' : null
    const age = pickAge(random)
    const [firstname, lastname] = pickFreeName(gender, age)
    const floor = random.int(0, TOP_FLOOR)
    const described = random.chance(0.55) ? pickDescription(gender, age) : null
    // Some descriptions mention the person’s job, which a random job would contradict.
    const possibleJobs = described?.ownJob ? [] : jobsFor(gender, age)
    return {
      firstname,
      lastname,
      gender,
      age,
      floor,
      pseudo: makePseudo(random, firstname, lastname, pseudos),
      building: random.pick(buildings),
      apartmentNumber: floor * 10 + random.int(1, FLATS_ON_FLOOR),
      job: possibleJobs.length > 0 && random.chance(0.7) ? random.pick(possibleJobs) : null,
      description: described?.text ?? null,
      hobbies: random.sample(hobbies, random.int(0, 5)),
      phone: nextPhone(),
      face: random.chance(0.7) ? random.int(0, 999) : null,
    }
  })
}
