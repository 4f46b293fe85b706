// Compares with a table which fields each kind of viewer receives of each kind of person, through real requests.
import { isLong } from '#server/testing/long.ts'
import { getProfile, isOwnProfile, type Person } from '@parvis/contract/profile.ts'
import type { Role } from '@parvis/contract/roles.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addCompleteMember, type CompleteMember } from '#server/testing/complete-members.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'
import { presentPerson } from './people.presenter.ts'
import { findPerson } from './people.queries.ts'

/** Two communities of one organization. */
const [HOME, SISTER] = ['residence-du-lac', 'camping-des-pins']

let server: TestServer
beforeAll(async () => {
  server = await openTestServer('demo')
})
afterAll(() => server.close())

const addMember = (role: Role = 'neighbor', community = HOME!, options?: { age?: number }) =>
  addCompleteMember(server, role, community, options)

const requestProfile = (viewer: Visitor, query: { userId?: string; pseudo?: string }) =>
  viewer.call(getProfile, { query })

const readPerson = async ({ visitor }: { visitor: Visitor }, { userId }: { userId: string }): Promise<Person> => {
  const { answer } = await requestProfile(visitor, { userId })
  if (isOwnProfile(answer)) throw new Error('that is the own profile')
  return answer
}

const personalDetailFields = [
  'lastname',
  'birthdate',
  'age',
  'address',
  'zipCode',
  'city',
  'floor',
  'apartmentNumber',
  'buildingAccess',
] as const

/** Returns the restricted fields that are present in a profile; `home` means all `personalDetailFields`. */
const restrictedFieldsOf = (person: Person): string => {
  const home = personalDetailFields.filter(field => field in person)
  return [
    ...(home.length === personalDetailFields.length ? ['home'] : home),
    ...('phone' in person ? ['phone'] : []),
    ...(person.online ? ['online'] : []),
  ].join(' ')
}

const viewers = {
  neighbor: () => addMember('neighbor'),
  advertiser: () => addMember('advertiser'),
  employee: () => addMember('employee'),
  administrator: () => addMember('administrator'),
  webmaster: () => addMember('webmaster'),
  'a sister’s neighbor': () => addMember('neighbor', SISTER),
  'a sister’s employee': () => addMember('employee', SISTER),
} as const
const targets = {
  neighbor: () => addMember('neighbor'),
  child: () => addMember('neighbor', HOME, { age: 13 }),
  company: () => addMember('advertiser'),
  team: () => addMember('employee'),
} as const

const expectedFields: Record<keyof typeof viewers, Record<keyof typeof targets, string>> = {
  neighbor: { neighbor: 'online', child: '', company: 'online', team: 'phone online' },
  advertiser: { neighbor: 'online', child: '', company: 'online', team: 'phone online' },
  employee: {
    neighbor: 'home phone online',
    child: 'home phone online',
    company: 'home phone online',
    team: 'home phone online',
  },
  administrator: {
    neighbor: 'home phone online',
    child: 'home phone online',
    company: 'home phone online',
    team: 'home phone online',
  },
  webmaster: {
    neighbor: 'home phone online',
    child: 'home phone online',
    company: 'home phone online',
    team: 'home phone online',
  },
  'a sister’s neighbor': { neighbor: '', child: '', company: '', team: 'phone' },
  'a sister’s employee': { neighbor: 'home phone', child: 'home phone', company: 'home phone', team: 'home phone' },
}

type ReadPerson = (viewer: CompleteMember, target: CompleteMember) => Promise<Person>

/** Returns the cells of the table where the visible fields differ from the expected ones. */
const differences = async (readAs: ReadPerson) => {
  const found: string[] = []
  for (const [who, makeViewer] of Object.entries(viewers)) {
    const viewer = await makeViewer()
    for (const [whom, makeTarget] of Object.entries(targets)) {
      const target = await makeTarget()
      server.platform.presence.markOnline(target.userId, await server.communityId('les-tilleuls'))
      const seen = restrictedFieldsOf(await readAs(viewer, target))
      const wanted = expectedFields[who as keyof typeof viewers][whom as keyof typeof targets]
      if (seen !== wanted) found.push(`${who} sees of ${whom}: ${seen} instead of ${wanted}`)
    }
  }
  return found
}

describe('the visible fields of a person', () => {
  it('match the table for each viewer', async () => {
    expect(await differences(readPerson)).toEqual([])
  })

  it.runIf(isLong)('differ from the table in every restricted cell if every viewer receives all fields', async () => {
    const place = { communityId: await server.communityId(HOME!), organizationId: null }
    const found = await differences(async (viewer, target) => {
      const row = await findPerson(server.platform, { userId: viewer.userId, ...place }, { userId: target.userId })
      const { abilities } = await readPerson(viewer, target)
      const visibility = { personalDetails: true, phone: true, presence: true }
      return presentPerson(row!, { visibility, online: true, today: '2026-06-15', abilities })
    })
    const all = Object.values(expectedFields).flatMap(row => Object.values(row))
    expect(found).toHaveLength(all.filter(cell => cell !== 'home phone online').length)
  })

  it('include the public profile for everyone; for staff also name, birth date, address and phone number', async () => {
    const [viewer, team, target] = [await addMember(), await addMember('employee'), await addMember()]
    const seen = await readPerson(viewer, target)
    expect(seen).toMatchObject({
      _id: target.userId,
      pseudo: target.pseudo,
      firstname: 'Élodie',
      initial: 'Z',
      building: 'B',
      job: 'Fleuriste',
      description: 'Je jardine.',
      lang: { en: { description: 'I garden.' } },
      hobbiesIds: ['gardening'],
      blocked: false,
      online: false,
    })
    expect(JSON.stringify(seen)).not.toMatch(/Zyra|Secrète|4821|06-15|34 56/)
    expect(await readPerson(team, target)).toMatchObject({
      lastname: 'Zyra',
      birthdate: `15/06/${new Date().getFullYear() - 41}`,
      address: '1 rue Secrète',
      zipCode: '74000',
      city: 'Annecy',
      floor: '3',
      apartmentNumber: '12',
      buildingAccess: 'Code 4821',
      phone: '+33(0)6 12 34 56 78',
    })
    expect((await readPerson(viewer, await addMember('advertiser'))).company).toBe('Le Fournil')
  })
})
