import { listHobbies, type ProfileChange, updateProfile } from '@parvis/contract/profile.ts'
import { logIn } from '@parvis/contract/entry.ts'
import { getSession } from '@parvis/contract/session.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { multipartOf } from '#server/testing/multipart.ts'
import { visitorWithSession } from '#server/testing/people.ts'
import { plainPicture } from '#server/testing/pictures.ts'
import { createNeighbor, FIRST_PASSWORD, readOwnProfile, saveProfile as save } from '#server/testing/profiles.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'
import { openSession } from '../session/session.service.ts'

let server: TestServer
let homeId: string
beforeAll(async () => {
  server = await openTestServer('demo')
  homeId = await server.communityId('les-tilleuls')
})
afterAll(() => server.close())

const errorOf = async (visitor: Visitor, body: ProfileChange) => {
  const { status, error } = await save(visitor, body)
  return [status, error.key, error.field]
}

describe('a member’s own profile', () => {
  it('is returned with all its fields', async () => {
    const { visitor, userId } = await createNeighbor(server)
    const { created_at } = await server.db
      .selectFrom('users')
      .select('created_at')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    expect(await readOwnProfile(visitor)).toMatchObject({
      firstname: 'Camille',
      lastname: 'Roussel',
      birthdate: '12/05/1990',
      address: '8 rue des Marquisats',
      phone: null,
      description: null,
      job: null,
      buildingAccess: null,
      hobbiesIds: [],
      dateAdded: created_at.toISOString(),
      stay: null,
      needCurrentPassword: true,
      canChoosePassword: true,
      needPassword: false,
    })
    expect(await readOwnProfile(await server.as('neighbor'))).toMatchObject({
      phone: '+33(0)6 39 98 14 07',
      job: 'Infirmière',
      hobbiesIds: ['gardening', 'board-games'],
    })
  })

  it('changes the given fields only', async () => {
    const { visitor } = await createNeighbor(server)
    const before = await readOwnProfile(visitor)
    const given = {
      phone: '+33(0)6 39 98 00 01',
      description: 'Deux enfants, un vélo cargo.',
      job: 'Infirmière',
      buildingAccess: 'Code 12B',
      hobbiesIds: ['choir', 'yoga', 'choir'],
    }
    expect((await save(visitor, { ...given, phone: ` ${given.phone} ` })).status).toBe(200)
    const after = { ...before, ...given, hobbiesIds: ['choir', 'yoga'] }
    expect(await readOwnProfile(visitor)).toEqual(after)
    expect((await save(visitor, { phone: null, job: '  ' })).status).toBe(200)
    expect(await readOwnProfile(visitor)).toEqual({ ...after, phone: null, job: null })
    expect((await save(visitor, {})).answer).toMatchObject({ firstname: 'Camille', lastname: 'Roussel' })
  })

  it('retains what another device saves while a picture is being encoded', async () => {
    const { visitor } = await createNeighbor(server)
    await save(visitor, { phone: '+33(0)6 12 34 56 78', buildingAccess: 'Code 4711' })
    const { storage } = server.platform
    const { put } = storage
    const [gate, reached] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    storage.put = async (key, bytes) => {
      reached.resolve()
      await gate.promise
      return put(key, bytes)
    }
    try {
      const { payload, headers } = multipartOf([['files', await plainPicture(64, 48).jpeg().toBuffer()]])
      const slow = visitor.send({ method: 'PUT', url: updateProfile.path, payload, headers })
      await reached.promise
      expect((await save(visitor, { phone: null, buildingAccess: null })).status).toBe(200)
      gate.resolve()
      expect((await slow).status).toBe(200)
    } finally {
      gate.resolve()
      storage.put = put
    }
    const { phone, buildingAccess, photoUri } = await readOwnProfile(visitor)
    expect([phone, buildingAccess, photoUri !== null]).toEqual([null, null, true])
    // Two devices save different fields at the same time.
    for (let round = 0; round < 5; round++) {
      await Promise.all([save(visitor, { job: `Métier ${round}` }), save(visitor, { building: `B${round}` })])
      expect(await readOwnProfile(visitor)).toMatchObject({ job: `Métier ${round}`, building: `B${round}` })
    }
  })

  it('removes line breaks and direction marks from single-line fields', async () => {
    const { visitor } = await createNeighbor(server)
    const { answer } = await save(visitor, {
      firstname: 'Ca\r\nmille',
      lastname: 'a\u202egnp.exe',
      job: 'Aide\u2028soignante',
      buildingAccess: 'Code\n4711',
      description: 'Bonjour,\nje viens d’arriver.',
    })
    expect(answer).toMatchObject({ firstname: 'Ca mille', lastname: 'agnp.exe' })
    expect(await readOwnProfile(visitor)).toMatchObject({
      job: 'Aide soignante',
      buildingAccess: 'Code 4711',
      description: 'Bonjour,\nje viens d’arriver.',
    })
  })

  it('creates one welcome post when its first form is submitted several times at once', async () => {
    const { visitor, accountId, userId } = await createNeighbor(server, { password: undefined, needUpdate: true })
    await server.db.updateTable('sessions').set({ strategy: 'jwt' }).where('account_id', '=', accountId).execute()
    await server.db.updateTable('users').set({ first_login: true }).where('id', '=', userId).execute()
    const form = { pseudo: `Deu${userId.slice(-8)}`, newpassword: 'velo-tilleul-lac', confirmaddress: true }
    const replies = await Promise.all([save(visitor, form), save(visitor, form), save(visitor, form)])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    const welcomes = await server.db.selectFrom('events').select('id').where('user_id', '=', userId).execute()
    expect(welcomes.length).toBe(1)
  })

  it('accepts known hobbies only', async () => {
    const { visitor } = await createNeighbor(server)
    await save(visitor, { hobbiesIds: ['choir'] })
    expect(await errorOf(visitor, { hobbiesIds: ['choir', 'sleeping'] })).toEqual([400, 'badrequest', 'hobbiesIds'])
    await save(visitor, { hobbiesIds: ['yoga'], updateHobbies: false })
    expect((await readOwnProfile(visitor)).hobbiesIds).toEqual(['choir'])
    await save(visitor, { hobbiesIds: [], updateHobbies: true })
    expect((await readOwnProfile(visitor)).hobbiesIds).toEqual([])
    const { answer: offered } = await (await server.asGuest()).call(listHobbies)
    expect(offered).toHaveLength(24)
    expect(offered[0]).toEqual({ _id: 'gardening', name: 'Jardinage', lang: { en: { name: 'Gardening' } } })
    // The demo data contains only hobbies that are offered.
    const known = new Set(offered.map(({ _id }) => _id))
    const people = await server.db.selectFrom('users').select('hobbies').execute()
    expect(people.flatMap(({ hobbies }) => hobbies).filter(id => !known.has(id))).toEqual([])
  })

  it('clears the English translation when the text changes', async () => {
    const { visitor, userId } = await createNeighbor(server)
    const texts = () =>
      server.db
        .selectFrom('users')
        .select(['description', 'description_en'])
        .where('id', '=', userId)
        .executeTakeFirstOrThrow()
    const both = { description: 'Bonjour', description_en: 'Hello' }
    await save(visitor, { description: 'Bonjour', lang: { en: { description: ' Hello ' } } })
    expect(await readOwnProfile(visitor)).toMatchObject({
      description: 'Bonjour',
      lang: { en: { description: 'Hello' } },
    })
    await save(visitor, { description: 'Bonjour', job: 'Boulanger' })
    expect(await texts()).toEqual(both)
    await save(visitor, { description: 'Bonsoir' })
    expect(await texts()).toEqual({ description: 'Bonsoir', description_en: null })
    await save(visitor, { description: 'Bonne nuit', lang: { en: { description: 'Good night' } } })
    await save(visitor, { description: null })
    expect(await texts()).toEqual({ description: null, description_en: null })
  })
})

describe('a new password', () => {
  it('requires the current password, and logs out other devices', async () => {
    const { visitor, email } = await createNeighbor(server)
    const [elsewhere, newDevice] = [server.visitor(), server.visitor()]
    const logInWith = (password: string, device: Visitor) =>
      device.call(logIn, { body: { email, password, communityId: homeId } })
    expect((await logInWith(FIRST_PASSWORD, elsewhere)).status).toBe(200)
    const wrong = { newpassword: 'velo-tilleul-lac', currentpassword: 'autre-chose' }
    expect(await errorOf(visitor, wrong)).toEqual([400, 'baduserpassword', 'currentpassword'])
    expect(await errorOf(visitor, { newpassword: 'velo-tilleul-lac' })).toEqual([
      400,
      'baduserpassword',
      'currentpassword',
    ])
    // The current password is checked before the new one.
    expect(await errorOf(visitor, { ...wrong, newpassword: 'password1' })).toEqual([
      400,
      'baduserpassword',
      'currentpassword',
    ])
    expect(await errorOf(visitor, { newpassword: 'password1', currentpassword: FIRST_PASSWORD })).toEqual([
      400,
      'newpasswordcommon',
      'newpassword',
    ])
    expect((await save(visitor, { newpassword: 'velo-tilleul-lac', currentpassword: FIRST_PASSWORD })).status).toBe(200)
    expect((await visitor.call(getSession)).status).toBe(200)
    expect((await elsewhere.call(getSession)).error.key).toBe('unauthorized')
    expect((await logInWith('velo-tilleul-lac', newDevice)).status).toBe(200)
  })
})

describe('a first password', () => {
  const chosen = { newpassword: 'velo-tilleul-lac' }
  const openAppleSession = async (sessionAgeMs: number) => {
    const { accountId, userId } = await createNeighbor(server, { password: undefined })
    const { token } = await openSession(server.db, { accountId, userId, communityId: homeId, strategy: 'apple' }, null)
    await server.db
      .updateTable('sessions')
      .set({ created_at: new Date(Date.now() - sessionAgeMs) })
      .where('account_id', '=', accountId)
      .execute()
    return { visitor: visitorWithSession(server, token), accountId }
  }
  const hasPassword = async (accountId: string) =>
    (
      await server.db
        .selectFrom('accounts')
        .select('password_hash')
        .where('id', '=', accountId)
        .executeTakeFirstOrThrow()
    ).password_hash !== null

  it('can be set right after logging in with Apple, and is confirmed by mail', async () => {
    const { visitor, accountId } = await openAppleSession(60_000)
    expect(await readOwnProfile(visitor)).toMatchObject({ needCurrentPassword: false, canChoosePassword: true })
    expect((await save(visitor, chosen)).status).toBe(200)
    expect(await hasPassword(accountId)).toBe(true)
    const { rows } = await sql<{ kind: string }>`select data->>'kind' as kind from pgboss.job
      where name = 'session.mail' and data->>'accountId' = ${accountId}`.execute(server.db)
    expect(rows).toEqual([{ kind: 'password' }])
  })

  it('cannot be set in a session older than ten minutes', async () => {
    const { visitor, accountId } = await openAppleSession(11 * 60_000)
    expect(await readOwnProfile(visitor)).toMatchObject({ canChoosePassword: false })
    expect(await errorOf(visitor, chosen)).toEqual([403, 'forbidden', 'newpassword'])
    expect(await hasPassword(accountId)).toBe(false)
    expect((await save(visitor, { firstname: 'Camilla' })).status).toBe(200)
  })
})

describe('the avatar of a member', () => {
  it('is uploaded with the profile, and can be removed', async () => {
    const { visitor } = await createNeighbor(server)
    const photo = await plainPicture().jpeg().toBuffer()
    const sent = await visitor.send({
      method: 'PUT',
      url: '/api/user',
      ...multipartOf([
        ['job', 'Photographe'],
        ['files', photo],
      ]),
    })
    expect(sent.status).toBe(200)
    const { photoUri, job } = await readOwnProfile(visitor)
    expect([photoUri === null, job]).toEqual([false, 'Photographe'])
    expect((await visitor.call(getSession)).answer.photoUri).toBe(photoUri)
    await save(visitor, { photoUri: null })
    expect((await readOwnProfile(visitor)).photoUri).toBeNull()
  })
})
