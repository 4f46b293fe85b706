// Tests each viewer, target and field through real calls.
import { isLong } from '#server/testing/long.ts'
import { blockUser, unblockUser } from '@parvis/contract/blocks.ts'
import { sendMessage } from '@parvis/contract/chat.ts'
import { flagUser, getProfile, isOwnProfile, type Person } from '@parvis/contract/profile.ts'
import type { Role } from '@parvis/contract/roles.ts'
import { getSession } from '@parvis/contract/session.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { addReverseBlock } from '#server/testing/blocks.ts'
import { addPerson, asPerson } from '#server/testing/people.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'
import { flagLimit } from '../feed/flag.service.ts'
import { presentPerson } from './people.presenter.ts'
import { findPerson } from './people.queries.ts'

/** HOME and SISTER belong to one organization, ELSEWHERE does not. */
const [HOME, SISTER, ELSEWHERE] = ['residence-du-lac', 'camping-des-pins', 'les-tilleuls']

let server: TestServer
beforeAll(async () => {
  server = await openTestServer('demo')
})
afterAll(() => server.close())

interface Someone {
  visitor: Visitor
  userId: string
  pseudo: string
}

let personCount = 0
/** Creates a member with every field filled. */
const someone = async (role: Role = 'neighbor', community = HOME!, { age = 40 } = {}): Promise<Someone> => {
  const pseudo = `Élo${++personCount}`
  const { visitor, userId } = await asPerson(server, {
    email: `person-${personCount}@test.example`,
    pseudo,
    role,
    community,
  })
  await sql`update users set firstname = 'Élodie', lastname = 'Zyra', gender = 'F', birthdate = ${`${new Date().getFullYear() - age - 1}-06-15`},
    description = 'Je jardine.', description_en = 'I garden.', job = 'Fleuriste', hobbies = '{gardening}', building = 'B',
    address = '1 rue Secrète', zip_code = '74000', city = 'Annecy', floor = '3', apartment_number = '12', building_access = 'Code 4821',
    phone = '+33(0)6 12 34 56 78', company = ${role === 'advertiser' ? 'Le Fournil' : null} where id = ${userId}`.execute(
    server.db,
  )
  return { visitor, userId, pseudo }
}

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

type Look = (viewer: Someone, target: Someone) => Promise<Person>

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

describe('a lookup', () => {
  it('finds a person by id, by pseudo ignoring case and accents, and by id within the organization', async () => {
    const [viewer, other, sister, stranger] = [
      await someone(),
      await someone(),
      await someone('neighbor', SISTER),
      await someone('neighbor', ELSEWHERE),
    ]
    const found = async (query: { userId?: string; pseudo?: string }) => {
      const reply = await ask(viewer.visitor, query)
      return reply.status === 200 ? (reply.answer as Person)._id : reply.error.key
    }
    expect(await found({ userId: other.userId })).toBe(other.userId)
    expect(await found({ userId: other.userId.toUpperCase() })).toBe(other.userId)
    expect(await found({ pseudo: other.pseudo })).toBe(other.userId)
    expect(await found({ pseudo: other.pseudo.replace('É', 'e').toUpperCase() })).toBe(other.userId)
    expect(await found({ userId: sister.userId })).toBe(sister.userId)
    expect(await found({ pseudo: sister.pseudo })).toBe('error404')
    expect(await found({ userId: stranger.userId })).toBe('error404')
    expect(await found({ pseudo: '' })).toBe('error404')
    expect(await found({ userId: 'nobody' })).toBe('error404')
  })

  it('for oneself returns the own profile', async () => {
    const me = await someone()
    const { answer } = await me.visitor.call(getProfile)
    const { needPassword: _, ...session } = (await me.visitor.call(getSession)).answer
    expect(answer).toMatchObject({ ...session, minAge: 12, needCurrentPassword: false })
    for (const query of [{ userId: me.userId }, { pseudo: me.pseudo.toLowerCase() }])
      expect((await ask(me.visitor, query)).answer).toEqual(answer)
  })

  it('names its fields as the session does', async () => {
    const [me, other] = [await someone(), await someone()]
    await me.visitor.call(blockUser, { params: { id: other.userId } })
    await sql`update communities set residence = 'Le Lac', district = 'Nord' where custom_uri = ${HOME}`.execute(
      server.db,
    )
    const { answer } = await me.visitor.call(getSession)
    expect(answer).toMatchObject({
      _id: me.userId,
      role: 'neighbor',
      strategy: 'local',
      lastname: 'Zyra',
      description: 'Je jardine.',
      lang: { en: { description: 'I garden.' } },
      job: 'Fleuriste',
      hobbiesIds: ['gardening'],
      residence: 'Le Lac',
      district: 'Nord',
      phone: '+33(0)6 12 34 56 78',
      address: '1 rue Secrète',
      zipCode: '74000',
      city: 'Annecy',
      floor: '3',
      apartmentNumber: '12',
      buildingAccess: 'Code 4821',
      birthdate: expect.stringMatching(/^15\/06\/\d{4}$/),
      age: expect.any(Number),
      online: true,
      blockedUsersIds: [other.userId],
      bookingsIds: [],
    })
    const { abilities: _, online: __, ...person } = await see(await someone('administrator'), me)
    const { dateAdded: ___, blocked: ____, ...shared } = person
    expect(answer).toMatchObject(shared)
  })

  it('returns 404 for guests, pending, invited and disabled people', async () => {
    const viewer = await someone('administrator')
    const nobody = (await ask(viewer.visitor, { userId: newId() })).error
    const change = async (columns: object) => {
      const { userId } = await someone()
      await server.db.updateTable('users').set(columns).where('id', '=', userId).execute()
      return userId
    }
    const ids = [
      await change({ role: 'guest' }),
      await change({ enabled_at: null }),
      await change({ first_login: true, need_update: true }),
      await change({ disabled_at: new Date() }),
    ]
    for (const userId of ids) {
      expect((await ask(viewer.visitor, { userId })).error).toEqual(nobody)
      expect((await viewer.visitor.call(flagUser, { params: { id: userId } })).error).toEqual(nobody)
    }
  })

  it('is limited to one’s own profile until that is saved, and forbidden to read-only members', async () => {
    const other = await someone()
    const newcomer = await someone()
    await server.db.updateTable('users').set({ need_update: true }).where('id', '=', newcomer.userId).execute()
    const departed = await someone()
    const yesterday = new Date(Date.now() - 48 * 3_600_000).toISOString().slice(0, 10)
    await server.db.updateTable('users').set({ member_until: yesterday }).where('id', '=', departed.userId).execute()
    server.platform.bus.publish('actor.changed', { userIds: [newcomer.userId, departed.userId] })
    for (const one of [newcomer, departed])
      for (const query of [{ userId: other.userId }, { pseudo: other.pseudo }, { userId: newId() }])
        expect((await ask(one.visitor, query)).error.key).toBe('forbidden')
    expect((await ask(departed.visitor, { userId: departed.userId })).status).toBe(200)
    expect((await ask(newcomer.visitor, { userId: newcomer.userId })).status).toBe(200)
  })
})

describe('a block', () => {
  it('shows the name to the blocker, and a 404 to the blocked', async () => {
    const [by, of] = [await someone(), await someone()]
    await by.visitor.call(blockUser, { params: { id: of.userId } })
    const nobody = (await ask(of.visitor, { userId: newId() })).error
    expect((await ask(of.visitor, { userId: by.userId })).error).toEqual(nobody)
    expect((await ask(of.visitor, { pseudo: by.pseudo })).error).toEqual(nobody)
    expect((await of.visitor.call(flagUser, { params: { id: by.userId } })).error).toEqual(nobody)
    const seen = await see(by, of)
    expect(seen).toEqual({
      _id: of.userId,
      pseudo: of.pseudo,
      firstname: 'Élodie',
      initial: 'Z',
      building: null,
      role: 'neighbor',
      photoUri: null,
      gender: 'F',
      description: null,
      job: null,
      lang: { en: {} },
      hobbiesIds: [],
      online: false,
      blocked: true,
      abilities: { contact: false, call: false, block: false, unblock: true, flag: true },
    })
    expect((await by.visitor.call(flagUser, { params: { id: of.userId } })).status).toBe(200)
    // Neither person may detect that the block is mutual.
    expect((await of.visitor.call(blockUser, { params: { id: by.userId } })).error).toEqual(nobody)
    expect((await of.visitor.call(unblockUser, { params: { id: by.userId } })).error).toEqual(nobody)
    await addReverseBlock(server, of, by)
    expect(await see(by, of)).toEqual(seen)
    await by.visitor.call(unblockUser, { params: { id: of.userId } })
    expect((await ask(by.visitor, { userId: of.userId })).error).toEqual(nobody)
    await of.visitor.call(unblockUser, { params: { id: by.userId } })
    expect([(await see(by, of)).blocked, (await see(of, by)).blocked]).toEqual([false, false])
  })

  it('does not apply while either person is staff, and hides nobody from staff', async () => {
    const [by, of, team] = [await someone(), await someone(), await someone('employee')]
    await by.visitor.call(blockUser, { params: { id: of.userId } })
    expect([(await see(team, by)).blocked, (await see(team, of)).blocked]).toEqual([false, false])
    await server.db.updateTable('users').set({ role: 'employee' }).where('id', '=', of.userId).execute()
    server.platform.bus.publish('actor.changed', { userIds: [by.userId, of.userId] })
    expect((await see(by, of)).abilities).toMatchObject({ block: false, unblock: false })
    expect((await see(of, by)).blocked).toBe(false)
  })
})

describe('the abilities', () => {
  const abilitiesOf = async (viewer: Someone, target: Someone) =>
    Object.entries((await see(viewer, target)).abilities)
      .filter(([, may]) => may)
      .map(([verb]) => verb)
      .join(' ')

  it.each([
    // role          a neighbour           a child          a company    the team
    ['neighbor', 'contact block flag', 'contact block flag', 'flag', 'contact call'],
    ['advertiser', 'block flag', 'block flag', 'flag', 'contact call'],
    ['employee', 'contact call flag', 'contact call flag', 'call flag', 'contact call'],
    ['administrator', 'contact call flag', 'contact call flag', 'call flag', 'contact call'],
    ['webmaster', 'contact call flag', 'contact call flag', 'call flag', 'contact call'],
  ] as const)('match the table for the role %s', async (role, ...wanted) => {
    const viewer = await someone(role, ELSEWHERE)
    const all = [
      await someone('neighbor', ELSEWHERE),
      await someone('neighbor', ELSEWHERE, { age: 13 }),
      await someone('advertiser', ELSEWHERE),
      await someone('employee', ELSEWHERE),
    ]
    const verbs: string[] = []
    for (const target of all) verbs.push(await abilitiesOf(viewer, target))
    expect(verbs).toEqual(wanted)
  })

  it('exclude calls without a phone number, and keep the chat open while a minor has not answered', async () => {
    const [viewer, team, child] = [
      await someone('neighbor', ELSEWHERE),
      await someone('employee', ELSEWHERE),
      await someone('neighbor', ELSEWHERE, { age: 13 }),
    ]
    await sql`update users set phone = null where id = ${team.userId}`.execute(server.db)
    expect(await abilitiesOf(viewer, team)).toBe('contact')
    await viewer.visitor.call(sendMessage, { body: { tmpId: newId(), to: child.userId, text: 'Bonjour' } })
    expect(await abilitiesOf(viewer, child)).toBe('contact block flag')
    await child.visitor.call(sendMessage, { body: { tmpId: newId(), to: viewer.userId, text: 'Bonjour' } })
    expect(await abilitiesOf(viewer, child)).toBe('contact block flag')
  })

  it('exclude writing to a sister community without a post', async () => {
    const [viewer, target] = [await someone(), await someone('neighbor', SISTER)]
    expect(await abilitiesOf(viewer, target)).toBe('block flag')
  })
})

describe('a report of a person', () => {
  const flag = (by: Someone, id: string, reason?: string) =>
    by.visitor.call(flagUser, { params: { id }, ...(reason !== undefined && { body: { reason } }) })
  const flagsOf = (userId: string) =>
    server.db.selectFrom('user_flags').selectAll().where('user_id', '=', userId).orderBy('id').execute()

  it('stores a snapshot of the profile once a day, invisibly to the reported person', async () => {
    const [by, of] = [await someone(), await someone()]
    const before = await see(of, by)
    const statuses = await Promise.all([flag(by, of.userId, ' Rude '), flag(by, of.userId)])
    expect(statuses.map(({ status }) => status)).toEqual([200, 200])
    const flags = await flagsOf(of.userId)
    expect(flags).toHaveLength(1)
    expect(flags[0]).toMatchObject({
      reporter_id: by.userId,
      snapshot: { pseudo: of.pseudo, description: 'Je jardine.', hobbies: ['gardening'] },
    })
    expect(JSON.stringify(flags[0]!.snapshot)).not.toMatch(/Secrète|4821/)
    expect(await see(of, by)).toEqual(before)
    server.clock.aheadMs += 25 * 3_600_000
    try {
      await flag(by, of.userId, 'Again')
    } finally {
      server.clock.aheadMs = 0
    }
    expect((await flagsOf(of.userId)).map(({ reason }) => reason)).toContain('Again')
    const acts = await server.db.selectFrom('audit_log').select('act').where('subject_id', '=', of.userId).execute()
    expect(acts).toEqual([{ act: 'user.flagged' }, { act: 'user.flagged' }])
  })

  it('is accepted for neighbours and companies only', async () => {
    const [by, team] = [await someone(), await someone('administrator')]
    for (const [id, key] of [
      [by.userId, 'forbidden'],
      [team.userId, 'forbidden'],
      [newId(), 'error404'],
      [(await someone('neighbor', ELSEWHERE)).userId, 'error404'],
    ] as const)
      expect((await flag(by, id)).error.key).toBe(key)
    expect((await flag(team, (await someone('advertiser')).userId)).status).toBe(200)
  })

  it('counts against the daily limit of reports', async () => {
    const by = await someone()
    const { bucket, max } = flagLimit({ userId: by.userId } as never)
    await sql`insert into attempts (bucket, at) select ${bucket}, array_agg(now()) from generate_series(1, ${max - 1}::int)`.execute(
      server.db,
    )
    const [first, second] = [await someone(), await someone()]
    expect((await flag(by, first.userId)).status).toBe(200)
    expect((await flag(by, second.userId)).error.key).toBe('toomanyrequests')
    expect((await flag(by, first.userId)).status).toBe(200)
  })
})

it('looking up a person needs a session, and is refused to guests', async () => {
  const { userId } = await addPerson(server, { email: 'person-guests@test.example', community: ELSEWHERE! })
  expect((await ask(server.visitor(), { userId })).error.key).toBe('nosession')
  expect((await ask(await server.asGuest(), { userId })).error.key).toBe('guestforbidden')
})
