// Tests each viewer, target and field through real calls.
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

const someone = (role: Role = 'neighbor', community = HOME!, options?: { age?: number }) =>
  addCompleteMember(server, role, community, options)

const ask = (viewer: Visitor, query: { userId?: string; pseudo?: string }) => viewer.call(getProfile, { query })

const see = async ({ visitor }: { visitor: Visitor }, { userId }: { userId: string }): Promise<Person> => {
  const { answer } = await ask(visitor, { userId })
  if (isOwnProfile(answer)) throw new Error('that is the own profile')
  return answer
}

const homeFields = [
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

/** The restricted fields that are present; `home` stands for all fields of the home. */
const restrictedFieldsOf = (person: Person): string => {
  const home = homeFields.filter(field => field in person)
  return [
    ...(home.length === homeFields.length ? ['home'] : home),
    ...('phone' in person ? ['phone'] : []),
    ...(person.online ? ['online'] : []),
  ].join(' ')
}

const viewers = {
  neighbor: () => someone('neighbor'),
  advertiser: () => someone('advertiser'),
  employee: () => someone('employee'),
  administrator: () => someone('administrator'),
  webmaster: () => someone('webmaster'),
  'a sister’s neighbor': () => someone('neighbor', SISTER),
  'a sister’s employee': () => someone('employee', SISTER),
} as const
const targets = {
  neighbor: () => someone('neighbor'),
  child: () => someone('neighbor', HOME, { age: 13 }),
  company: () => someone('advertiser'),
  team: () => someone('employee'),
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

type Look = (viewer: CompleteMember, target: CompleteMember) => Promise<Person>

/** The cells where the visible fields differ from the expected table. */
const differences = async (look: Look) => {
  const found: string[] = []
  for (const [who, makeViewer] of Object.entries(viewers)) {
    const viewer = await makeViewer()
    for (const [whom, makeTarget] of Object.entries(targets)) {
      const target = await makeTarget()
      server.platform.presence.markOnline(target.userId, await server.communityId('les-tilleuls'))
      const seen = restrictedFieldsOf(await look(viewer, target))
      const wanted = expectedFields[who as keyof typeof viewers][whom as keyof typeof targets]
      if (seen !== wanted) found.push(`${who} sees of ${whom}: ${seen} instead of ${wanted}`)
    }
  }
  return found
}

describe('the visible fields of a person', () => {
  it('match the table for each viewer', async () => {
    expect(await differences(see)).toEqual([])
  })

  it.runIf(isLong)('fail the check if everyone sees everything', async () => {
    const place = { communityId: await server.communityId(HOME!), organizationId: null }
    const found = await differences(async (viewer, target) => {
      const row = await findPerson(server.platform, { userId: viewer.userId, ...place }, { userId: target.userId })
      const { abilities } = await see(viewer, target)
      const visibility = { home: true, phone: true, presence: true }
      return presentPerson(row!, { visibility, online: true, today: '2026-06-15', abilities })
    })
    const all = Object.values(expectedFields).flatMap(row => Object.values(row))
    expect(found).toHaveLength(all.filter(cell => cell !== 'home phone online').length)
  })

  it('include the public profile for everyone, and the home for staff', async () => {
    const [viewer, team, target] = [await someone(), await someone('employee'), await someone()]
    const seen = await see(viewer, target)
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
    expect(await see(team, target)).toMatchObject({
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
    expect((await see(viewer, await someone('advertiser'))).company).toBe('Le Fournil')
  })
})
