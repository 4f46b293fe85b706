import type { Role } from '@parvis/contract/roles.ts'
import { DAY_MS } from './days.ts'
import { faceOf } from './faces.ts'
import type { Community } from './make-communities.ts'
import type { Picture } from './pictures.ts'
import { createIdGenerator, type Seed } from './seed.ts'
import { accounts, type DemoAccount, lateAccounts } from './texts/accounts.ts'
import { makePeople, type Person } from './texts/people.ts'

const COUNTS: Record<string, number> = {
  'les-tilleuls': 200,
  'quartier-de-la-gare': 60,
  'residence-du-lac': 40,
  'camping-des-pins': 36,
}
const MAX_MEMBERSHIP_DAYS = 380

export interface Member {
  id: string
  accountId: string
  communityId: string
  email: string
  /** Whether the account has the password of the demo accounts. Nobody can log in to others, which have no password. */
  canLogIn: boolean
  role: Role
  company: string | null
  person: Person
  /** YYYY-MM-DD */
  birthdate: string
  photoId: string | null
  joinedAt: Date
}

export interface Members {
  /** By community id, in the order in which the members joined. */
  byCommunity: Map<string, Member[]>
  pictures: Picture[]
}

const drawingOf = (person: Person, account: DemoAccount | undefined): string | null => {
  if (account?.sign) return `signs/${account.sign}`
  return person.face === null ? null : faceOf({ ...person, face: person.face })
}

export const makeMembers = ({ random: rootRandom, now, idAt }: Seed, communities: readonly Community[]): Members => {
  const pictures: Picture[] = []
  const membersOf = (
    community: Community,
    namedAccounts: readonly DemoAccount[],
    laterAccounts: readonly DemoAccount[] = [],
  ): Member[] => {
    const random = rootRandom.fork(`people of ${community.texts.uri}`)
    const newId = createIdGenerator(idAt, random)
    const count = COUNTS[community.texts.uri] ?? 30
    const knownPeople = namedAccounts.map(account => account.person)
    const people = [...knownPeople, ...makePeople(random, count - namedAccounts.length, knownPeople)]
    return [...people, ...laterAccounts.map(account => account.person)].map((person, rank) => {
      const account = namedAccounts[rank] ?? laterAccounts[rank - count]
      // The named accounts joined first; the other members have joined one after the other since then.
      const at = new Date(
        now.getTime() -
          (namedAccounts[rank] ? MAX_MEMBERSHIP_DAYS : MAX_MEMBERSHIP_DAYS * (1 - rank / count) + 2) * DAY_MS,
      )
      const id = newId(at)
      const accountId = newId(at)
      const drawing = drawingOf(person, account)
      const photoId = drawing && newId(at)
      if (drawing && photoId)
        pictures.push({ id: photoId, drawing, class: 'community', communityId: community.id, alt: null, at })
      return {
        id,
        accountId,
        communityId: community.id,
        email: account?.email ?? `${person.pseudo.toLowerCase()}@${community.texts.uri}.example`,
        canLogIn: account !== undefined,
        role: account?.role ?? (rank === 0 ? 'administrator' : 'neighbor'),
        company: account?.company ?? null,
        person,
        birthdate: `${now.getFullYear() - person.age - 1}-06-15`,
        photoId,
        joinedAt: at,
      }
    })
  }
  const byCommunity = new Map(
    communities.map((community, index) => [
      community.id,
      index === 0 ? membersOf(community, accounts, lateAccounts) : membersOf(community, []),
    ]),
  )
  return { byCommunity, pictures }
}
