import { FLAGS_PER_DAY } from '@parvis/contract/feed.ts'
import { blockUser, unblockUser } from '@parvis/contract/blocks.ts'
import { sendMessage } from '@parvis/contract/chat.ts'
import { flagUser, getProfile, isOwnProfile, type Person } from '@parvis/contract/profile.ts'
import type { Role } from '@parvis/contract/roles.ts'
import { getSession } from '@parvis/contract/session.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { addReverseBlock } from '#server/testing/blocks.ts'
import { addCompleteMember, type CompleteMember } from '#server/testing/complete-members.ts'
import { addPerson } from '#server/testing/people.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'

/** HOME and SISTER belong to one organization, ELSEWHERE does not. */
const [HOME, SISTER, ELSEWHERE] = ['residence-du-lac', 'camping-des-pins', 'les-tilleuls']

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

describe('looking up a person', () => {
  it('finds somebody by id, by pseudo ignoring case and accents, and by id within the organization', async () => {
    const [viewer, other, sister, stranger] = [
      await addMember(),
      await addMember(),
      await addMember('neighbor', SISTER),
      await addMember('neighbor', ELSEWHERE),
    ]
    const found = async (query: { userId?: string; pseudo?: string }) => {
      const reply = await requestProfile(viewer.visitor, query)
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

  it('returns one’s own profile by one’s own id or pseudo, or without either', async () => {
    const me = await addMember()
    const { answer } = await me.visitor.call(getProfile)
    const { needPassword: _, ...session } = (await me.visitor.call(getSession)).answer
    expect(answer).toMatchObject({ ...session, minAge: 12, needCurrentPassword: false })
    for (const query of [{ userId: me.userId }, { pseudo: me.pseudo.toLowerCase() }])
      expect((await requestProfile(me.visitor, query)).answer).toEqual(answer)
  })

  it('returns the fields of a profile under the same names as the session', async () => {
    const [me, other] = [await addMember(), await addMember()]
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
    const { abilities: _, online: __, ...person } = await readPerson(await addMember('administrator'), me)
    const { dateAdded: ___, blocked: ____, ...shared } = person
    expect(answer).toMatchObject(shared)
  })

  it('returns 404 for guests, pending, invited and disabled people', async () => {
    const viewer = await addMember('administrator')
    const nobody = (await requestProfile(viewer.visitor, { userId: newId() })).error
    const change = async (columns: object) => {
      const { userId } = await addMember()
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
      expect((await requestProfile(viewer.visitor, { userId })).error).toEqual(nobody)
      expect((await viewer.visitor.call(flagUser, { params: { id: userId } })).error).toEqual(nobody)
    }
  })

  it('is limited to the own profile for newcomers who have not saved their profile and for read-only members', async () => {
    const other = await addMember()
    const newcomer = await addMember()
    await server.db.updateTable('users').set({ need_update: true }).where('id', '=', newcomer.userId).execute()
    const departed = await addMember()
    const yesterday = new Date(Date.now() - 48 * 3_600_000).toISOString().slice(0, 10)
    await server.db.updateTable('users').set({ member_until: yesterday }).where('id', '=', departed.userId).execute()
    server.platform.bus.publish('actor.changed', { userIds: [newcomer.userId, departed.userId] })
    for (const one of [newcomer, departed])
      for (const query of [{ userId: other.userId }, { pseudo: other.pseudo }, { userId: newId() }])
        expect((await requestProfile(one.visitor, query)).error.key).toBe('forbidden')
    expect((await requestProfile(departed.visitor, { userId: departed.userId })).status).toBe(200)
    expect((await requestProfile(newcomer.visitor, { userId: newcomer.userId })).status).toBe(200)
  })
})

describe('a block between two members', () => {
  it('shows the blocker only the name of the blocked person, who receives 404 for the blocker', async () => {
    const [by, of] = [await addMember(), await addMember()]
    await by.visitor.call(blockUser, { params: { id: of.userId } })
    const nobody = (await requestProfile(of.visitor, { userId: newId() })).error
    expect((await requestProfile(of.visitor, { userId: by.userId })).error).toEqual(nobody)
    expect((await requestProfile(of.visitor, { pseudo: by.pseudo })).error).toEqual(nobody)
    expect((await of.visitor.call(flagUser, { params: { id: by.userId } })).error).toEqual(nobody)
    const seen = await readPerson(by, of)
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
    expect(await readPerson(by, of)).toEqual(seen)
    await by.visitor.call(unblockUser, { params: { id: of.userId } })
    expect((await requestProfile(by.visitor, { userId: of.userId })).error).toEqual(nobody)
    await of.visitor.call(unblockUser, { params: { id: by.userId } })
    expect([(await readPerson(by, of)).blocked, (await readPerson(of, by)).blocked]).toEqual([false, false])
  })

  it('does not apply while either person is staff, and hides nobody from staff', async () => {
    const [by, of, team] = [await addMember(), await addMember(), await addMember('employee')]
    await by.visitor.call(blockUser, { params: { id: of.userId } })
    expect([(await readPerson(team, by)).blocked, (await readPerson(team, of)).blocked]).toEqual([false, false])
    await server.db.updateTable('users').set({ role: 'employee' }).where('id', '=', of.userId).execute()
    server.platform.bus.publish('actor.changed', { userIds: [by.userId, of.userId] })
    expect((await readPerson(by, of)).abilities).toMatchObject({ block: false, unblock: false })
    expect((await readPerson(of, by)).blocked).toBe(false)
  })
})

describe('the abilities of a viewer on a profile', () => {
  const abilitiesOf = async (viewer: CompleteMember, target: CompleteMember) =>
    Object.entries((await readPerson(viewer, target)).abilities)
      .filter(([, may]) => may)
      .map(([verb]) => verb)
      .join(' ')

  it.each([
    // columns: role of the viewer, a neighbour, a child, a company, the team
    ['neighbor', 'contact block flag', 'contact block flag', 'flag', 'contact call'],
    ['advertiser', 'block flag', 'block flag', 'flag', 'contact call'],
    ['employee', 'contact call flag', 'contact call flag', 'call flag', 'contact call'],
    ['administrator', 'contact call flag', 'contact call flag', 'call flag', 'contact call'],
    ['webmaster', 'contact call flag', 'contact call flag', 'call flag', 'contact call'],
  ] as const)('match the table for the role %s', async (role, ...wanted) => {
    const viewer = await addMember(role, ELSEWHERE)
    const all = [
      await addMember('neighbor', ELSEWHERE),
      await addMember('neighbor', ELSEWHERE, { age: 13 }),
      await addMember('advertiser', ELSEWHERE),
      await addMember('employee', ELSEWHERE),
    ]
    const verbs: string[] = []
    for (const target of all) verbs.push(await abilitiesOf(viewer, target))
    expect(verbs).toEqual(wanted)
  })

  it('exclude calling without a phone number, and include writing to a minor who has not answered yet', async () => {
    const [viewer, team, child] = [
      await addMember('neighbor', ELSEWHERE),
      await addMember('employee', ELSEWHERE),
      await addMember('neighbor', ELSEWHERE, { age: 13 }),
    ]
    await sql`update users set phone = null where id = ${team.userId}`.execute(server.db)
    expect(await abilitiesOf(viewer, team)).toBe('contact')
    await viewer.visitor.call(sendMessage, { body: { tmpId: newId(), to: child.userId, text: 'Bonjour' } })
    expect(await abilitiesOf(viewer, child)).toBe('contact block flag')
    await child.visitor.call(sendMessage, { body: { tmpId: newId(), to: viewer.userId, text: 'Bonjour' } })
    expect(await abilitiesOf(viewer, child)).toBe('contact block flag')
  })

  it('exclude writing to a member of another community of the organization', async () => {
    const [viewer, target] = [await addMember(), await addMember('neighbor', SISTER)]
    expect(await abilitiesOf(viewer, target)).toBe('block flag')
  })
})

describe('a report of a person', () => {
  const flag = (by: CompleteMember, id: string, reason?: string) =>
    by.visitor.call(flagUser, { params: { id }, ...(reason !== undefined && { body: { reason } }) })
  const flagsOf = (userId: string) =>
    server.db.selectFrom('user_flags').selectAll().where('user_id', '=', userId).orderBy('id').execute()

  it('stores a snapshot of the profile at most once a day, invisibly to the reported person', async () => {
    const [by, of] = [await addMember(), await addMember()]
    const before = await readPerson(of, by)
    const statuses = await Promise.all([flag(by, of.userId, ' Rude '), flag(by, of.userId)])
    expect(statuses.map(({ status }) => status)).toEqual([200, 200])
    const flags = await flagsOf(of.userId)
    expect(flags).toHaveLength(1)
    expect(flags[0]).toMatchObject({
      reporter_id: by.userId,
      snapshot: { pseudo: of.pseudo, description: 'Je jardine.', hobbies: ['gardening'] },
    })
    expect(JSON.stringify(flags[0]!.snapshot)).not.toMatch(/Secrète|4821/)
    expect(await readPerson(of, by)).toEqual(before)
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
    const [by, team] = [await addMember(), await addMember('administrator')]
    for (const [id, key] of [
      [by.userId, 'forbidden'],
      [team.userId, 'forbidden'],
      [newId(), 'error404'],
      [(await addMember('neighbor', ELSEWHERE)).userId, 'error404'],
    ] as const)
      expect((await flag(by, id)).error.key).toBe(key)
    expect((await flag(team, (await addMember('advertiser')).userId)).status).toBe(200)
  })

  it('counts against the daily limit of reports', async () => {
    const by = await addMember()
    await sql`insert into attempts (bucket, at)
      select ${`flag ${by.userId}`}, array_agg(now()) from generate_series(1, ${FLAGS_PER_DAY - 1}::int)`.execute(
      server.db,
    )
    const [first, second] = [await addMember(), await addMember()]
    expect((await flag(by, first.userId)).status).toBe(200)
    expect((await flag(by, second.userId)).error.key).toBe('toomanyrequests')
    expect((await flag(by, first.userId)).status).toBe(200)
  })
})

it('looking up a person needs a session, and is refused to guests', async () => {
  const { userId } = await addPerson(server, { email: 'person-guests@test.example', community: ELSEWHERE! })
  expect((await requestProfile(server.visitor(), { userId })).error.key).toBe('nosession')
  expect((await requestProfile(await server.asGuest(), { userId })).error.key).toBe('guestforbidden')
})
