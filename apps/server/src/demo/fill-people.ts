import type { Role } from '@parvis/contract/roles.ts'
import { hashPassword } from '../kernel/secrets.ts'
import { drawFace } from './art/faces.ts'
import { drawShopSign, type ShopTrade, shopTrades } from './art/logos.ts'
import type { FilledCommunity } from './fill-communities.ts'
import type { PictureOf } from './pictures.ts'
import { DAY_MS, idFrom, inSlices, type Workshop } from './seed.ts'
import { b } from './texts/bilingual.ts'
import { makePeople, type Person } from './texts/people.ts'

const MEMBERS: Record<string, number> = {
  'les-tilleuls': 200,
  'quartier-de-la-gare': 60,
  'residence-du-lac': 40,
  'camping-des-pins': 36,
}
const DEMO_PASSWORD = 'parvis-demo'
const OLDEST_DAYS = 380

interface DemoAccount {
  email: string
  role: Role
  company?: string
  sign?: ShopTrade
  person: Person
}

const person = (
  firstname: string,
  lastname: string,
  pseudo: string,
  gender: 'M' | 'F',
  age: number,
  face: number,
  job: Person['job'],
): Person => ({
  firstname,
  lastname,
  pseudo,
  gender,
  age,
  building: 'B',
  floor: 2,
  apartmentNumber: 21,
  job,
  description: null,
  hobbies: ['gardening', 'board-games'],
  face,
})

/** The accounts that anybody may try; their community is the first. */
const demoAccounts: DemoAccount[] = [
  {
    email: 'neighbor@demo.example',
    role: 'neighbor',
    person: person('Camille', 'Roussel', 'camille.roussel', 'F', 34, 26, b('Infirmière', 'Nurse')),
  },
  {
    email: 'neighbor2@demo.example',
    role: 'neighbor',
    person: person('Mehdi', 'Benhamou', 'mehdi.b', 'M', 29, 18, b('Menuisier', 'Joiner')),
  },
  {
    email: 'advertiser@demo.example',
    role: 'advertiser',
    company: 'Boulangerie du Vieux Four',
    sign: 'bakery',
    person: person('Hélène', 'Carrier', 'helene-du-four', 'F', 46, 15, b('Boulangère', 'Baker')),
  },
  {
    email: 'employee@demo.example',
    role: 'employee',
    person: person('Sophie', 'Dunand', 'sophie-accueil', 'F', 38, 79, b('Chargée d’accueil', 'Receptionist')),
  },
  {
    email: 'administrator@demo.example',
    role: 'administrator',
    person: person('Jeannine', 'Pasquier', 'jeannine.pasquier', 'F', 67, 33, b('Retraitée', 'Retired')),
  },
  {
    email: 'webmaster@demo.example',
    role: 'webmaster',
    person: person('Oumar', 'Traoré', 'oumar.traore', 'M', 41, 30, b('Développeur', 'Developer')),
  },
]

export interface FilledPerson {
  id: string
  person: Person
  role: Role
  at: Date
}

/** People by community, oldest members first. */
export type FilledPeople = Map<string, FilledPerson[]>

export const fillPeople = async (
  { db, studio, random: whole, now }: Workshop,
  { communities }: { communities: FilledCommunity[] },
): Promise<FilledPeople> => {
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  const filled: FilledPeople = new Map()
  for (const [index, community] of communities.entries()) {
    const random = whole.fork(`people of ${community.demo.uri}`)
    const count = MEMBERS[community.demo.uri] ?? 30
    const accounts = index === 0 ? demoAccounts : []
    const people = [
      ...accounts.map(account => account.person),
      ...makePeople(
        random,
        count - accounts.length,
        accounts.map(account => account.person),
      ),
    ]
    const pictures: PictureOf[] = []
    const rows = people.map((person, rank) => {
      const special = accounts[rank]
      // Everybody else has joined one after the other since the community began.
      const at = new Date(now.getTime() - (special ? OLDEST_DAYS : OLDEST_DAYS * (1 - rank / count) + 2) * DAY_MS)
      const role: Role = special?.role ?? (rank === 0 ? 'administrator' : 'neighbor')
      const id = idFrom(random, at)
      const accountId = idFrom(random, at)
      const photoId = person.face === null ? null : idFrom(random, at)
      if (photoId) {
        const svg = special?.sign
          ? drawShopSign(shopTrades.indexOf(special.sign))
          : drawFace(person.face!, { gender: person.gender, age: person.age })
        pictures.push({ id: photoId, svg, class: 'community', communityId: community.id, at })
      }
      return {
        account: {
          id: accountId,
          email: special?.email ?? `${person.pseudo.toLowerCase()}@${community.demo.uri}.example`,
          password_hash: special ? passwordHash : null,
          confirmed_at: at,
          created_at: at,
        },
        user: {
          community_id: community.id,
          id,
          account_id: accountId,
          role,
          pseudo: person.pseudo,
          firstname: person.firstname,
          lastname: person.lastname,
          company: special?.company ?? null,
          gender: person.gender,
          birthdate: `${now.getFullYear() - person.age - 1}-06-15`,
          description: person.description?.fr ?? null,
          description_en: person.description?.en ?? null,
          job: person.job?.fr ?? null,
          building: person.building,
          floor: String(person.floor),
          apartment_number: String(person.apartmentNumber),
          hobbies: person.hobbies,
          photo_id: photoId,
          need_update: false,
          first_login: false,
          enabled_at: at,
          created_at: at,
        },
        person,
        role,
        at,
      }
    })
    await studio.store(pictures)
    await inSlices(rows, slice =>
      db
        .insertInto('accounts')
        .values(slice.map(row => row.account))
        .execute(),
    )
    await inSlices(rows, slice =>
      db
        .insertInto('users')
        .values(slice.map(row => row.user))
        .execute(),
    )
    filled.set(
      community.id,
      rows.map(({ user, person, role, at }) => ({ id: user.id, person, role, at })),
    )
  }
  return filled
}
