// How minors are protected beyond the chat: birth date, profile, posts and place.
import { changeMember, getMemberFile } from '@parvis/contract/admin.ts'
import { blockUser, listBlocked } from '@parvis/contract/blocks.ts'
import { listChatUsers, listMessages, sendMessage } from '@parvis/contract/chat.ts'
import { listLocations } from '@parvis/contract/community.ts'
import { answerEvent, getEvent, listAnswers, listEvents, MY_PLACE } from '@parvis/contract/feed.ts'
import { listNotifications } from '@parvis/contract/notifications.ts'
import { comesOfAgeOn, getProfile, isOwnProfile, type ProfileChange, updateProfile } from '@parvis/contract/profile.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import { switchCommunity } from '@parvis/contract/session.ts'
import { publishTemplate } from '@parvis/contract/templates.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { asPersonOfAge } from '#server/testing/minors.ts'
import { multipartOf } from '#server/testing/multipart.ts'
import { plainPicture } from '#server/testing/pictures.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'
import { listAllNeighbors } from '#server/testing/neighbors.ts'

let server: TestServer
let homeId: string
let admin: Visitor
beforeAll(async () => {
  server = await openTestServer('demo', { zone: 'Europe/Paris' })
  homeId = await server.communityId('les-tilleuls')
  admin = await server.as('administrator')
})
afterAll(() => server.close())

const year = new Date().getFullYear()
const save = (visitor: Visitor, body: ProfileChange) => visitor.call(updateProfile, { body })
const ownProfile = async (visitor: Visitor) => {
  const { answer } = await visitor.call(getProfile)
  if (!isOwnProfile(answer)) throw new Error('not one’s own')
  return answer
}
/** Uploads a profile photo and returns its uri. */
const portraitOf = async ({ visitor }: { visitor: Visitor }) => {
  const photo = multipartOf([['files', await plainPicture().jpeg().toBuffer()]])
  const { status } = await visitor.send({ method: 'PUT', url: '/api/user', ...photo })
  const { photoUri } = await ownProfile(visitor)
  if (status !== 200 || !photoUri) throw new Error(`no portrait: ${status}`)
  return photoUri
}
const see = async (visitor: Visitor, userId: string) => {
  const { answer } = await visitor.call(getProfile, { query: { userId } })
  if (isOwnProfile(answer)) throw new Error('one’s own')
  return answer
}

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

describe('the profile of a minor', () => {
  it('shows adults the first name and pseudo, minors the public profile, and staff everything', async () => {
    const [lou, lea, ana] = [
      await asPersonOfAge(server, 13),
      await asPersonOfAge(server, 14),
      await asPersonOfAge(server, 40),
    ]
    const company = await asPersonOfAge(server, 40, { role: 'advertiser' })
    for (const { visitor } of [ana, company]) {
      const seen = await see(visitor, lou.userId)
      expect(seen).toMatchObject({ firstname: 'Lou', pseudo: lou.pseudo, nameAlone: true, blocked: false })
      expect(JSON.stringify(seen)).not.toMatch(/Zyra|"Z"|Collégienne|dessine|"B"|12 34|12-31|31\/12/)
      expect(seen.abilities).toMatchObject({ call: false, flag: true })
    }
    const byPseudo = (await ana.visitor.call(getProfile, { query: { pseudo: lou.pseudo } })).answer
    expect(byPseudo).toEqual(await see(ana.visitor, lou.userId))
    const toMinor = await see(lea.visitor, lou.userId)
    expect(toMinor).toMatchObject({ initial: 'Z', building: 'B', job: 'Collégienne' })
    expect('phone' in toMinor).toBe(false)
    const team = await asPersonOfAge(server, 40, { role: 'employee' })
    expect(await see(team.visitor, lou.userId)).toMatchObject({ phone: '+33(0)6 12 34 56 78', lastname: 'Zyra' })
    expect((await ownProfile(lou.visitor)).phone).toBe('+33(0)6 12 34 56 78')
  })

  it('creates no welcome post', async () => {
    const welcomed = async (birthdate: string | null) => {
      const { visitor, userId } = await asPersonOfAge(server, 40)
      await server.db
        .updateTable('users')
        .set({ first_login: true, need_update: true, birthdate: null })
        .where('id', '=', userId)
        .execute()
      server.platform.bus.publish('actor.changed', { userIds: [userId] })
      const body = { pseudo: `Nou${newId().slice(-8)}`, birthdate, confirmage: true, confirmaddress: true }
      const { status } = await save(visitor, { ...body, newpassword: 'velo-tilleul-lac' })
      expect(status).toBe(200)
      return (await server.db.selectFrom('events').select('id').where('user_id', '=', userId).execute()).length
    }
    expect(await welcomed(`01/01/${year - 13}`)).toBe(0)
    expect(await welcomed('12/05/1990')).toBe(1)
    expect(await welcomed(null)).toBe(1)
  })
})

describe('the posts of a minor', () => {
  const idsFor = async (visitor: Visitor) =>
    (await visitor.call(listEvents, { query: { filter: 'all' } })).answer.docs.map(({ _id }) => _id)

  it('are hidden from guests as soon as the author is known to be a minor', async () => {
    const [lou, ana, guest] = [await asPersonOfAge(server, 13), await asPersonOfAge(server, 40), await server.asGuest()]
    const post = (await lou.visitor.call(publishPost, { body: { description: 'Who lends me a ball?' } })).answer._id
    expect(await idsFor(ana.visitor)).toContain(post)
    expect(await idsFor(guest)).not.toContain(post)
    const found = await guest.call(listEvents, { query: { filter: 'all', search: 'Lou' } })
    expect(found.answer.docs.map(({ _id }) => _id)).not.toContain(post)
    await admin.call(changeMember, { params: { id: lou.userId }, body: { birthdate: '12/05/1990' } })
    expect(await idsFor(guest)).toContain(post)
    await admin.call(changeMember, { params: { id: lou.userId }, body: { birthdate: `01/01/${year - 13}` } })
    expect(await idsFor(guest)).not.toContain(post)
    // The author still sees the post.
    expect(await idsFor(lou.visitor)).toContain(post)
  })

  it('cannot be placed at “my place”', async () => {
    const [lou, ana] = [await asPersonOfAge(server, 13), await asPersonOfAge(server, 40)]
    const { id: equipmentId } = await server.db
      .selectFrom('places')
      .select('id')
      .where('community_id', '=', homeId)
      .where('name', '=', MY_PLACE)
      .executeTakeFirstOrThrow()
    const { id: templateId } = await server.db
      .selectFrom('templates')
      .select('id')
      .where('type', '=', 'Activity')
      .where('community_id', 'is', null)
      .limit(1)
      .executeTakeFirstOrThrow()
    const offered = async ({ visitor }: { visitor: Visitor }) =>
      (await visitor.call(listLocations)).answer.some(({ _id }) => _id === equipmentId)
    expect([await offered(ana), await offered(lou)]).toEqual([true, false])
    const publish = ({ visitor }: { visitor: Visitor }, more: object = {}) =>
      visitor.call(publishTemplate, { body: { templateId, ...more } })
    const refused = await publish(lou, { equipmentId })
    expect([refused.status, refused.error.key, refused.error.field]).toEqual([403, 'minorlocation', 'equipmentId'])
    expect((await publish(lou)).status).toBe(200)
    expect((await publish(ana, { equipmentId })).status).toBe(200)
  })
})

describe('a minor in other features', () => {
  const hiddenFields = /Zyra|"Z"|"B"|"F"|\/media\//

  it('appears to adults with first name and pseudo only', async () => {
    const [lou, ana, host] = [
      await asPersonOfAge(server, 13),
      await asPersonOfAge(server, 40),
      await asPersonOfAge(server, 40),
    ]
    const photo = await portraitOf(lou)
    const team = await server.as('administrator')
    const post = (await lou.visitor.call(publishPost, { body: { description: 'Un ballon ?' } })).answer
    const hosted = (await host.visitor.call(publishPost, { body: { description: 'Un goûter ?' } })).answer._id
    for (const { visitor } of [lou, ana]) await visitor.call(answerEvent, { params: { id: hosted } })
    const said = await lou.visitor.call(sendMessage, { body: { tmpId: newId(), eventId: hosted, text: 'Moi !' } })
    await lou.visitor.call(sendMessage, { body: { tmpId: newId(), to: ana.userId, text: 'Bonjour' } })
    // The responses to publishing and sending hide the same fields.
    expect(JSON.stringify([post.user, said.answer.meta])).not.toMatch(hiddenFields)
    const surfaces: (() => Promise<unknown>)[] = [
      async () => (await ana.visitor.call(getEvent, { params: { id: post._id } })).answer.user,
      async () =>
        (await ana.visitor.call(listEvents, { query: { filter: 'all' } })).answer.docs.find(
          ({ _id }) => _id === post._id,
        )!.user,
      async () =>
        (await host.visitor.call(listAnswers, { params: { id: hosted } })).answer.interestedUsers.find(
          ({ _id }) => _id === lou.userId,
        ),
      async () => (await ana.visitor.call(listChatUsers)).answer.find(({ _id }) => _id === lou.userId),
      async () => (await listAllNeighbors(ana.visitor)).find(({ _id }) => _id === lou.userId),
      async () => {
        const { answer } = await ana.visitor.call(listMessages, { query: { userId: lou.userId } })
        return [answer.conversation!.user, answer.docs.map(doc => ('meta' in doc ? doc.meta.user : null))]
      },
      async () => {
        const { answer } = await ana.visitor.call(listMessages, { query: { eventId: hosted } })
        const ofLou = answer.docs.filter(doc => 'from' in doc && doc.from === lou.userId)
        return [
          answer.conversation!.members!.filter(({ _id }) => _id === lou.userId),
          ofLou.map(doc => ('meta' in doc ? doc.meta.user : null)),
        ]
      },
      async () => {
        const read = async () =>
          (await host.visitor.call(listNotifications, { query: {} })).answer.docs
            .flatMap(({ actors }) => actors)
            .filter(({ _id }) => _id === lou.userId)
        await expect.poll(async () => (await read()).length).toBeGreaterThan(0)
        return read()
      },
    ]
    for (const find of surfaces) {
      const found = JSON.stringify(await find())
      expect(found).toContain(`"pseudo":"${lou.pseudo}"`)
      expect(found).toContain('"firstname":"Lou"')
      expect(found).not.toMatch(hiddenFields)
    }
    const fetchPhoto = async (visitor: Visitor) => (await visitor.send({ method: 'GET', url: `${photo}/thumb` })).status
    const lea = await asPersonOfAge(server, 14)
    expect(await Promise.all([ana.visitor, lea.visitor, lou.visitor, team].map(fetchPhoto))).toEqual([
      404, 200, 200, 200,
    ])
    // Other minors and the team see the minor as anyone else.
    for (const visitor of [lea.visitor, team]) {
      const listed = (await listAllNeighbors(visitor)).find(({ _id }) => _id === lou.userId)
      expect(listed).toMatchObject({ initial: 'Z', building: 'B', gender: 'F', photoUri: photo })
    }
    // Blocking the minor reveals no more fields.
    await ana.visitor.call(blockUser, { params: { id: lou.userId } })
    const blocked = [(await ana.visitor.call(listBlocked)).answer, await see(ana.visitor, lou.userId)]
    expect(JSON.stringify(blocked)).toContain(lou.pseudo)
    expect(JSON.stringify(blocked)).not.toMatch(hiddenFields)
  })

  it('appears in full on posts once of age', async () => {
    const [lou, ana] = [await asPersonOfAge(server, 13), await asPersonOfAge(server, 40)]
    const { _id: id } = (await lou.visitor.call(publishPost, { body: { description: 'Un ballon ?' } })).answer
    const author = async () => (await ana.visitor.call(getEvent, { params: { id } })).answer.user
    expect(await author()).toMatchObject({ initial: null, building: null })
    await admin.call(changeMember, { params: { id: lou.userId }, body: { birthdate: '12/05/1990' } })
    expect(await author()).toMatchObject({ initial: 'Z', building: 'B' })
    await admin.call(changeMember, { params: { id: lou.userId }, body: { birthdate: `01/01/${year - 13}` } })
    expect(await author()).toMatchObject({ initial: null, building: null })
  })

  it('has a list of posts that only minors, staff and themselves can read', async () => {
    const [lou, lea, ana] = [
      await asPersonOfAge(server, 13),
      await asPersonOfAge(server, 14),
      await asPersonOfAge(server, 40),
    ]
    const post = (await lou.visitor.call(publishPost, { body: { description: 'Un ballon ?' } })).answer._id
    const listFor = async (visitor: Visitor, userId = lou.userId) =>
      (await visitor.call(listEvents, { query: { userId } })).answer.docs.map(({ _id }) => _id)
    expect(await listFor(ana.visitor)).toEqual([])
    for (const visitor of [lea.visitor, lou.visitor, admin]) expect(await listFor(visitor)).toEqual([post])
    const own = (await ana.visitor.call(publishPost, { body: { description: 'Un vélo ?' } })).answer._id
    expect(await listFor(lou.visitor, ana.userId)).toEqual([own])
    await admin.call(changeMember, { params: { id: lou.userId }, body: { birthdate: '12/05/1990' } })
    expect(await listFor(ana.visitor)).toEqual([post])
  })
})
