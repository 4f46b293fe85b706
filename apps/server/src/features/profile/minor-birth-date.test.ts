// A minor cannot become an adult, or an adult a minor, by changing a birth date.
import { changeMember, getMemberFile } from '@parvis/contract/admin.ts'
import { comesOfAgeOn } from '@parvis/contract/profile.ts'
import { switchCommunity } from '@parvis/contract/session.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { asPersonOfAge } from '#server/testing/minors.ts'
import { ownProfile, saveProfile as save, seePerson as see } from '#server/testing/profiles.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'
import { listAllNeighbors } from '#server/testing/neighbors.ts'

let server: TestServer
let admin: Visitor
beforeAll(async () => {
  server = await openTestServer('demo', { zone: 'Europe/Paris' })
  admin = await server.as('administrator')
})
afterAll(() => server.close())

const year = new Date().getFullYear()

describe('the birth date of a minor', () => {
  it('can be corrected by themselves as long as they stay a minor', async () => {
    const { visitor } = await asPersonOfAge(server, 13)
    const before = (await ownProfile(visitor)).birthdate
    for (const birthdate of [null, '', '12/05/1990', `01/01/${year - 15}`]) {
      const { status, error } = await save(visitor, { birthdate, confirmage: true })
      expect([status, error.key, error.field]).toEqual([403, 'minorbirthdate', 'birthdate'])
    }
    expect((await ownProfile(visitor)).birthdate).toBe(before)
    expect((await save(visitor, { birthdate: `01/01/${year - 3}` })).error.key).toBe('tooyoungerror')
    // Other fields can be changed, and the same date can be sent again.
    expect((await save(visitor, { job: 'Lycéenne', birthdate: before })).status).toBe(200)
    expect((await save(visitor, { birthdate: `01/01/${year - 13}` })).status).toBe(200)
    expect(await ownProfile(visitor)).toMatchObject({
      birthdate: `01/01/${year - 13}`,
      consentAge: 15,
      protection: { until: `${year + 2}-01-01` },
    })
  })

  it('can never be moved to an earlier date, however short the remaining protection', async () => {
    const { visitor, userId } = await asPersonOfAge(server, 13)
    const store = async (birthdate: string) => {
      await server.db.updateTable('users').set({ birthdate }).where('id', '=', userId).execute()
      server.platform.bus.publish('actor.changed', { userIds: [userId] })
    }
    const refused = async (birthdate: string) => {
      const { status, error } = await save(visitor, { birthdate, confirmage: true })
      return [status, error.key, error.params]
    }
    const tomorrow = new Date(Date.now() + 2 * 86_400_000)
    const day = [tomorrow.getUTCDate(), tomorrow.getUTCMonth() + 1].map(one => String(one).padStart(2, '0')).join('/')
    await store(`${year - 13}-06-15`)
    // With these dates they come of age in two days, or are a day or a year older.
    for (const earlier of [`${day}/${year - 15}`, `14/06/${year - 13}`, `15/06/${year - 14}`])
      expect(await refused(earlier)).toEqual([403, 'minorbirthdate', { age: 15 }])
    expect((await ownProfile(visitor)).birthdate).toBe(`15/06/${year - 13}`)
    // The birth date can be moved to a later date, but not back.
    expect((await save(visitor, { birthdate: `16/06/${year - 13}` })).status).toBe(200)
    expect(await refused(`15/06/${year - 13}`)).toEqual([403, 'minorbirthdate', { age: 15 }])

    const leap = [year - 12, year - 13, year - 14].find(one => one % 4 === 0)
    if (leap === undefined) return
    await store(`${leap}-02-29`)
    expect(await refused(`28/02/${leap}`)).toEqual([403, 'minorbirthdate', { age: 15 }])
    expect((await save(visitor, { birthdate: `29/02/${leap}` })).status).toBe(200)
    expect((await save(visitor, { birthdate: `01/03/${leap}` })).status).toBe(200)
    expect(await refused(`29/02/${leap}`)).toEqual([403, 'minorbirthdate', { age: 15 }])
  })

  it('can be changed freely from the minute they come of age', async () => {
    const { visitor, userId } = await asPersonOfAge(server, 13)
    const birthdate = `${year - 15}-02-28`
    await server.db.updateTable('users').set({ birthdate }).where('id', '=', userId).execute()
    const { aheadMs } = server.clock
    try {
      for (const [hours, protectedThen] of [
        [-1, true],
        [1, false],
      ] as const) {
        // The clock is set relative to midnight in Paris.
        server.clock.aheadMs = Date.parse(`${comesOfAgeOn(birthdate, 15)}T00:00:00+01:00`) + hours * 60_000 - Date.now()
        const { protection } = await ownProfile(visitor)
        expect(protection !== null).toBe(protectedThen)
        expect((await save(visitor, { birthdate: '12/05/1990' })).status).toBe(protectedThen ? 403 : 200)
      }
    } finally {
      server.clock.aheadMs = aheadMs
    }
  })

  it('cannot be set by an adult, or by someone who confirmed to be one, to gain access to minors', async () => {
    const [adult, lea] = [await asPersonOfAge(server, 40), await asPersonOfAge(server, 13)]
    const birthdate = `01/01/${year - 13}`
    const refused = async () => {
      const { status, error } = await save(adult.visitor, { birthdate })
      expect([status, error.key, error.field, error.params]).toEqual([403, 'adultbirthdate', 'birthdate', { age: 15 }])
      // A rejected change saves nothing.
      expect((await listAllNeighbors(adult.visitor)).map(({ _id }) => _id)).not.toContain(lea.userId)
    }
    await refused()
    // Removing the birth date first does not help.
    expect((await save(adult.visitor, { birthdate: null, confirmage: true })).status).toBe(200)
    await refused()
    expect((await save(adult.visitor, { birthdate: `31/12/${year - 16}` })).status).toBe(200)
    await refused()
    await admin.call(changeMember, { params: { id: adult.userId }, body: { birthdate } })
    expect((await listAllNeighbors(adult.visitor)).map(({ _id }) => _id)).toContain(lea.userId)
  })

  it('applies in another community too, before the first profile is saved there', async () => {
    const communityId = await server.communityId('quartier-de-la-gare')
    /**
     * Saves a first profile in another community, for a person of this age; `birthdate` null removes the date known at
     * home.
     */
    const asNewcomer = async (age: number, birthdate?: null) => {
      const person = await asPersonOfAge(server, age)
      if (birthdate === null)
        await server.db.updateTable('users').set({ birthdate }).where('id', '=', person.userId).execute()
      const id = newId()
      const newcomer = { first_login: true, need_update: true, enabled_at: new Date(), role: 'neighbor' as const }
      await server.db
        .insertInto('users')
        .values({ community_id: communityId, id, account_id: person.accountId, pseudo: person.pseudo, ...newcomer })
        .execute()
      expect((await person.visitor.call(switchCommunity, { body: { communityId, targetUserId: id } })).status).toBe(200)
      const body = { pseudo: person.pseudo, firstname: 'Lou', lastname: 'Zyra', confirmaddress: true, confirmage: true }
      const address = { address: '1 rue de la Gare', zipCode: '74000', city: 'Annecy', newpassword: 'velo-tilleul-lac' }
      return async (birthdate: string | null) => {
        const reply = await save(person.visitor, { ...body, ...address, birthdate })
        return reply.status === 200 ? 200 : reply.error.key
      }
    }
    for (const known of [undefined, null] as const) {
      const adult = await asNewcomer(40, known)
      expect(await adult(`01/01/${year - 13}`)).toBe('adultbirthdate')
      expect(await adult(known === null ? null : '12/05/1985')).toBe(200)
    }
    const minor = await asNewcomer(13)
    for (const birthdate of [null, '12/05/1985']) expect(await minor(birthdate)).toBe('minorbirthdate')
    expect(await minor(`31/12/${year - 14}`)).toBe(200)
  })

  it('makes a new member a minor at once', async () => {
    const [ana, lou] = [await asPersonOfAge(server, 40), await asPersonOfAge(server, 40)]
    const store = (change: { birthdate: string | null; first_login?: boolean }) =>
      server.db.updateTable('users').set(change).where('id', '=', lou.userId).execute()
    // A birth date from another community shows that they are an adult.
    await store({ birthdate: `${year - 40}-01-01`, first_login: true })
    const body = { pseudo: lou.pseudo, birthdate: `01/01/${year - 13}` }
    expect((await save(lou.visitor, body)).error.key).toBe('adultbirthdate')
    await store({ birthdate: null })
    expect((await save(lou.visitor, body)).status).toBe(200)
    expect(await see(ana.visitor, lou.userId)).toMatchObject({ firstname: 'Lou', initial: null, job: null })
    expect((await save(lou.visitor, { birthdate: null, confirmage: true })).error.key).toBe('minorbirthdate')
  })

  it('can be set by administrators in both directions, and is audited without the date', async () => {
    const [lou, ana] = [await asPersonOfAge(server, 13), await asPersonOfAge(server, 40)]
    const set = (birthdate: string | null, visitor = admin) =>
      visitor.call(changeMember, { params: { id: lou.userId }, body: { birthdate } })
    expect((await admin.call(getMemberFile, { params: { id: lou.userId } })).answer).toMatchObject({
      minor: true,
      abilities: { changeBirthdate: true },
    })
    for (const [birthdate, key] of [
      ['31/02/1990', 'invaliddateformat'],
      [`01/01/${year + 1}`, 'invaliddateformat'],
      [`01/01/${year - 3}`, 'tooyoungerror'],
    ] as const) {
      const { status, error } = await set(birthdate)
      expect([status, error.key, error.field]).toEqual([400, key, 'birthdate'])
    }
    expect((await set('12/05/1990')).answer).toMatchObject({ birthdate: '12/05/1990', minor: false })
    expect(await see(ana.visitor, lou.userId)).toMatchObject({ initial: 'Z' })
    expect((await ownProfile(lou.visitor)).protection).toBeNull()
    expect((await set(null)).answer).toMatchObject({ birthdate: null, minor: false })
    expect((await set(`01/01/${year - 13}`)).answer).toMatchObject({ minor: true })
    // Fields not sent stay unchanged.
    expect(
      (await admin.call(changeMember, { params: { id: lou.userId }, body: { disabled: false } })).answer.birthdate,
    ).toBe(`01/01/${year - 13}`)
    expect((await set('12/05/1990', ana.visitor)).error.key).toBe('forbidden')
    expect((await set('12/05/1990', await server.as('employee'))).error.key).toBe('forbidden')
    const notes = await server.db
      .selectFrom('audit_log')
      .selectAll()
      .where('subject_id', '=', lou.userId)
      .where('act', '=', 'birthdate.changed')
      .execute()
    expect(notes).toHaveLength(3)
    expect(JSON.stringify(notes)).not.toMatch(/1990/)
  })
})
