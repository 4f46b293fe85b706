// A minor cannot become an adult, or an adult a minor, by changing a birth date.
import { changeMember, getMemberFile } from '@parvis/contract/admin.ts'
import { comesOfAgeOn } from '@parvis/contract/profile.ts'
import { switchCommunity } from '@parvis/contract/session.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { asPersonOfAge } from '#server/testing/minors.ts'
import { readOwnProfile, saveProfile as save, readPersonAs as see } from '#server/testing/profiles.ts'
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
  it('can be corrected by the minor to a date that still makes them a minor', async () => {
    const { visitor } = await asPersonOfAge(server, 13)
    const before = (await readOwnProfile(visitor)).birthdate
    for (const birthdate of [null, '', '12/05/1990', `01/01/${year - 15}`]) {
      const { status, error } = await save(visitor, { birthdate, confirmage: true })
      expect([status, error.key, error.field]).toEqual([403, 'minorbirthdate', 'birthdate'])
    }
    expect((await readOwnProfile(visitor)).birthdate).toBe(before)
    expect((await save(visitor, { birthdate: `01/01/${year - 3}` })).error.key).toBe('tooyoungerror')
    // Other fields can be changed, and the same date can be sent again.
    expect((await save(visitor, { job: 'Lycéenne', birthdate: before })).status).toBe(200)
    expect((await save(visitor, { birthdate: `01/01/${year - 13}` })).status).toBe(200)
    expect(await readOwnProfile(visitor)).toMatchObject({
      birthdate: `01/01/${year - 13}`,
      consentAge: 15,
      protection: { until: `${year + 2}-01-01` },
    })
  })

  it('can be moved by the minor to a later date, never to an earlier one', async () => {
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
    // With these dates the minor comes of age in two days, or is a day or a year older.
    for (const earlier of [`${day}/${year - 15}`, `14/06/${year - 13}`, `15/06/${year - 14}`])
      expect(await refused(earlier)).toEqual([403, 'minorbirthdate', { age: 15 }])
    expect((await readOwnProfile(visitor)).birthdate).toBe(`15/06/${year - 13}`)
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

  it('can be changed freely from the minute the member comes of age', async () => {
    const { visitor, userId } = await asPersonOfAge(server, 13)
    const birthdate = `${year - 15}-02-28`
    await server.db.updateTable('users').set({ birthdate }).where('id', '=', userId).execute()
    const { aheadMs } = server.clock
    try {
      for (const [minutes, isProtected] of [
        [-1, true],
        [1, false],
      ] as const) {
        // The clock is set relative to midnight in Paris.
        server.clock.aheadMs =
          Date.parse(`${comesOfAgeOn(birthdate, 15)}T00:00:00+01:00`) + minutes * 60_000 - Date.now()
        const { protection } = await readOwnProfile(visitor)
        expect(protection !== null).toBe(isProtected)
        expect((await save(visitor, { birthdate: '12/05/1990' })).status).toBe(isProtected ? 403 : 200)
      }
    } finally {
      server.clock.aheadMs = aheadMs
    }
  })

  it('cannot be entered by an adult, or by a member who confirmed being an adult, to gain access to minors', async () => {
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

  it('is checked against the age known in another community when a newcomer saves the first profile there', async () => {
    const communityId = await server.communityId('quartier-de-la-gare')
    /**
     * Adds a person of this age as a newcomer to another community; `birthdate` null removes the date known in the
     * first community. Returns a function that saves the first profile in the other community with a birth date.
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
    // A birth date from another community shows that the member is an adult.
    await store({ birthdate: `${year - 40}-01-01`, first_login: true })
    const body = { pseudo: lou.pseudo, birthdate: `01/01/${year - 13}` }
    expect((await save(lou.visitor, body)).error.key).toBe('adultbirthdate')
    await store({ birthdate: null })
    expect((await save(lou.visitor, body)).status).toBe(200)
    expect(await see(ana.visitor, lou.userId)).toMatchObject({ firstname: 'Lou', initial: null, job: null })
    expect((await save(lou.visitor, { birthdate: null, confirmage: true })).error.key).toBe('minorbirthdate')
  })

  it('can be changed by administrators to make a member an adult or a minor, and is audited without the date', async () => {
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
    expect((await readOwnProfile(lou.visitor)).protection).toBeNull()
    expect((await set(null)).answer).toMatchObject({ birthdate: null, minor: false })
    expect((await set(`01/01/${year - 13}`)).answer).toMatchObject({ minor: true })
    // A birth date that is not sent remains unchanged.
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
