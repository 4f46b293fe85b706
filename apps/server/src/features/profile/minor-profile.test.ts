// How minors are protected beyond the chat: profile, posts and place.
import { changeMember } from '@parvis/contract/admin.ts'
import { blockUser, listBlocked } from '@parvis/contract/blocks.ts'
import { listChatUsers, listMessages, sendMessage } from '@parvis/contract/chat.ts'
import { listLocations } from '@parvis/contract/community.ts'
import { answerEvent, getEvent, listAnswers, listEvents, MY_PLACE } from '@parvis/contract/feed.ts'
import { listNotifications } from '@parvis/contract/notifications.ts'
import { getProfile } from '@parvis/contract/profile.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import { publishTemplate } from '@parvis/contract/templates.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { asPersonOfAge } from '#server/testing/minors.ts'
import { multipartOf } from '#server/testing/multipart.ts'
import { plainPicture } from '#server/testing/pictures.ts'
import { readOwnProfile, saveProfile as save, readPersonAs as see } from '#server/testing/profiles.ts'
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
/** Uploads a profile photo and returns the URI of the photo. */
const uploadPortrait = async ({ visitor }: { visitor: Visitor }) => {
  const photo = multipartOf([['files', await plainPicture().jpeg().toBuffer()]])
  const { status } = await visitor.send({ method: 'PUT', url: '/api/user', ...photo })
  const { photoUri } = await readOwnProfile(visitor)
  if (status !== 200 || !photoUri) throw new Error(`no portrait: ${status}`)
  return photoUri
}

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
    expect((await readOwnProfile(lou.visitor)).phone).toBe('+33(0)6 12 34 56 78')
  })

  it('creates no welcome post when it is saved for the first time', async () => {
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

  it('cannot have the location “my place”', async () => {
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

describe('a minor shown in other features', () => {
  const hiddenFields = /Zyra|"Z"|"B"|"F"|\/media\//

  it('appears to adults with first name and pseudo only', async () => {
    const [lou, ana, host] = [
      await asPersonOfAge(server, 13),
      await asPersonOfAge(server, 40),
      await asPersonOfAge(server, 40),
    ]
    const photo = await uploadPortrait(lou)
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
    // Other minors and the team see all fields of the minor, as of any other member.
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

  it('appears with all fields as author of a post once of age', async () => {
    const [lou, ana] = [await asPersonOfAge(server, 13), await asPersonOfAge(server, 40)]
    const { _id: id } = (await lou.visitor.call(publishPost, { body: { description: 'Un ballon ?' } })).answer
    const author = async () => (await ana.visitor.call(getEvent, { params: { id } })).answer.user
    expect(await author()).toMatchObject({ initial: null, building: null })
    await admin.call(changeMember, { params: { id: lou.userId }, body: { birthdate: '12/05/1990' } })
    expect(await author()).toMatchObject({ initial: 'Z', building: 'B' })
    await admin.call(changeMember, { params: { id: lou.userId }, body: { birthdate: `01/01/${year - 13}` } })
    expect(await author()).toMatchObject({ initial: null, building: null })
  })

  it('has a list of own posts that only the minor, other minors and staff can read', async () => {
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
