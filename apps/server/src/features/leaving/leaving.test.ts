import { changeMember, decideOnNewcomer } from '@parvis/contract/admin.ts'
import { isVisibleMessage, listChatUsers, listMessages, sendMessage } from '@parvis/contract/chat.ts'
import { deleteAccount, getLeaving, leaveCommunity, undoDeparture } from '@parvis/contract/leaving.ts'
import { getProfile, updateProfile } from '@parvis/contract/profile.ts'
import { logIn, logInByLink, register } from '@parvis/contract/entry.ts'
import { getSession } from '@parvis/contract/session.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { enqueueDueErasures } from './erase.service.ts'
import { waitForMail, linkTokenIn } from '#server/testing/mails.ts'
import { addPerson, type NewPerson, proveOwnership } from '#server/testing/people.ts'
import { type LiveSockets, expectEventually, openLiveServer, type LiveClient } from '#server/testing/live-clients.ts'
import { DEMO_PASSWORD, type TestServer } from '#server/testing/test-server.ts'
import {
  leaveTraces,
  asDepartingMember,
  type DepartingMember,
  visibleEverywhere,
  visibleNowhere,
  visibilityTo,
} from '#server/testing/departures.ts'

const HOME = 'les-tilleuls'
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

let server: TestServer
let sockets: LiveSockets
const screens: LiveClient[] = []
beforeAll(async () => {
  ;({ server, sockets } = await openLiveServer())
})
afterEach(() => {
  server.clock.aheadMs = 0
  for (const { socket } of screens.splice(0)) socket.terminate()
})
afterAll(() => server.close())

let personCount = 0
const person = (more: Partial<NewPerson> = {}) => asDepartingMember(server, ++personCount, more)

const deleteAccountOf = async ({ visitor }: DepartingMember) => {
  await proveOwnership(visitor)
  return visitor.call(deleteAccount)
}
const leaveCommunityOf = ({ visitor }: DepartingMember) => visitor.call(leaveCommunity)
const logInTo = async (email: string, community = HOME, password = DEMO_PASSWORD) =>
  server.visitor().call(logIn, { body: { email, password, communityId: await server.communityId(community) } })

const departures = { 'who deletes the account': deleteAccountOf, 'who leaves the community': leaveCommunityOf }

/** Logs in again, because setting the clock ahead has expired the previous session. */
const withNewSession = async ({ email, userId, accountId }: DepartingMember): Promise<DepartingMember> => {
  const visitor = server.visitor()
  const communityId = await server.communityId(HOME)
  await visitor.call(logIn, { body: { email, password: DEMO_PASSWORD, communityId } })
  return { visitor, email, userId, accountId }
}

describe.each(Object.entries(departures))('a departed member %s', (_name, depart) => {
  it('is logged out and hidden everywhere before the response, and can return by the mailed link', async () => {
    const [one, other] = [await person(), await person()]
    const trace = await leaveTraces(one, other)
    expect(await visibilityTo(other, one, trace)).toEqual(visibleEverywhere)
    const [mine, theirs] = [await sockets.open(one.visitor), await sockets.open(other.visitor)]
    screens.push(mine, theirs)
    expect((await depart(one)).answer).toEqual({ _id: one.userId })
    expect(await visibilityTo(other, one, trace)).toEqual(visibleNowhere)
    await expectEventually(() => mine.closed?.code, 4001)
    await expectEventually(() => theirs.received('user.hidden'), [{ _id: one.userId }])
    expect((await one.visitor.call(getSession)).error.key).toBe('unauthorized')
    expect((await logInTo(one.email)).error.key).toBe('unauthorized')

    const token = linkTokenIn(await waitForMail(server, one.email))
    server.clock.aheadMs = 7 * DAY_MS - MINUTE_MS
    const stranger = server.visitor()
    expect((await stranger.call(undoDeparture, { body: { token } })).answer).toEqual({
      communityId: await server.communityId(HOME),
      customUri: HOME,
    })
    expect(await visibilityTo(await withNewSession(other), one, trace)).toEqual(visibleEverywhere)
    expect((await logInTo(one.email)).answer._id).toBe(one.userId)
    // The link works only once.
    expect((await stranger.call(undoDeparture, { body: { token } })).error.key).toBe('tokenexpired')
  })

  it('appears as a deleted member in the conversations of others, whose own messages remain visible', async () => {
    const [one, other] = [await person(), await person()]
    await leaveTraces(one, other)
    await depart(one)
    const { answer: users } = await other.visitor.call(listChatUsers)
    const nobody = { _id: one.userId, deleted: true, pseudo: '', firstname: null, initial: null, photoUri: null }
    expect(users.find(({ _id }) => _id === one.userId)).toMatchObject(nobody)
    const { answer } = await other.visitor.call(listMessages, { query: { userId: one.userId } })
    expect(answer.conversation).toMatchObject({ user: nobody, abilities: { write: false, block: false } })
    expect(answer.docs.filter(isVisibleMessage).map(({ meta, text }) => [meta.user.deleted ?? false, text])).toEqual([
      [false, 'Bonjour'],
      [true, expect.stringMatching(/^mot/)],
    ])
    const sent = await other.visitor.call(sendMessage, { body: { tmpId: newId(), to: one.userId, text: 'Allô ?' } })
    expect(sent.error.key).toBe('forbidden')
  })

  it('cannot return after a week or with an invalid link', async () => {
    const one = await person()
    await depart(one)
    const token = linkTokenIn(await waitForMail(server, one.email))
    const stranger = server.visitor()
    expect((await stranger.call(undoDeparture, { body: { token: `${token.slice(0, -1)}_` } })).error.key).toBe(
      'tokenexpired',
    )
    expect((await stranger.call(logInByLink, { body: { token } })).error.key).toBe('tokenexpired')
    server.clock.aheadMs = 7 * DAY_MS + MINUTE_MS
    expect((await stranger.call(undoDeparture, { body: { token } })).error.key).toBe('tokenexpired')
  })

  it('receives the undo link again when registering again, and no second account is created', async () => {
    const one = await person()
    await depart(one)
    await waitForMail(server, one.email)
    const { answer } = await server
      .visitor()
      .call(register, { body: { email: one.email, communityId: await server.communityId(HOME) } })
    expect(answer).toEqual({ popup: 'popup2' })
    const second = linkTokenIn(await waitForMail(server, one.email, 2))
    expect((await server.visitor().call(undoDeparture, { body: { token: second } })).status).toBe(200)
    const accounts = await server.db.selectFrom('accounts').select('id').where('email', '=', one.email).execute()
    expect(accounts).toHaveLength(1)
  })
})

describe('staff', () => {
  it.each(['employee', 'administrator', 'webmaster'] as const)(
    'with the role %s can neither leave nor delete the account; with the role in another community, they can leave',
    async role => {
      const one = await person({ role })
      await proveOwnership(one.visitor)
      expect((await one.visitor.call(deleteAccount)).error.key).toBe('laststaff')
      expect((await leaveCommunityOf(one)).error.key).toBe('laststaff')
      expect((await one.visitor.call(getLeaving)).answer.abilities).toEqual({ leave: false, deleteAccount: false })
      const { visitor, email, accountId } = await person()
      await server.db
        .insertInto('users')
        .values({
          community_id: await server.communityId('residence-du-lac'),
          id: newId(),
          account_id: accountId,
          role,
          pseudo: `Quai${personCount}`,
        })
        .execute()
      await proveOwnership(visitor)
      expect((await visitor.call(deleteAccount)).error.key).toBe('laststaff')
      expect((await visitor.call(getLeaving)).answer.abilities).toEqual({ leave: true, deleteAccount: false })
      expect((await logInTo(email)).status).toBe(200)
    },
  )

  it('who were invited and have never logged in can delete their account', async () => {
    const one = await person()
    const elsewhere = await server.communityId('camping-des-pins')
    await server.db
      .insertInto('users')
      .values({
        community_id: elsewhere,
        id: newId(),
        account_id: one.accountId,
        role: 'employee',
        pseudo: `Invite${personCount}`,
        enabled_at: new Date(),
        need_update: true,
        first_login: true,
      })
      .execute()
    expect((await one.visitor.call(getLeaving)).answer.abilities).toEqual({ leave: true, deleteAccount: true })
    expect((await deleteAccountOf(one)).status).toBe(200)
  })

  it('who are disabled can delete their account', async () => {
    const one = await person()
    await server.db
      .insertInto('users')
      .values({
        community_id: await server.communityId('camping-des-pins'),
        id: newId(),
        account_id: one.accountId,
        role: 'employee',
        pseudo: `Exclu${personCount}`,
        enabled_at: new Date(),
        disabled_at: new Date(),
      })
      .execute()
    expect((await one.visitor.call(getLeaving)).answer.abilities).toEqual({ leave: true, deleteAccount: true })
    expect((await deleteAccountOf(one)).status).toBe(200)
  })

  it('can leave once an administrator has removed their role', async () => {
    const one = await person({ role: 'administrator' })
    const admin = await server.as('administrator')
    await proveOwnership(admin)
    expect((await admin.call(changeMember, { params: { id: one.userId }, body: { role: 'neighbor' } })).status).toBe(
      200,
    )
    const visitor = server.visitor()
    const communityId = await server.communityId(HOME)
    await visitor.call(logIn, { body: { email: one.email, password: DEMO_PASSWORD, communityId } })
    expect((await visitor.call(leaveCommunity)).status).toBe(200)
  })

  it('cannot be appointed from departed members', async () => {
    const one = await person()
    await leaveCommunityOf(one)
    const admin = await server.as('administrator')
    const change = { params: { id: one.userId }, body: { role: 'administrator' as const } }
    expect((await admin.call(changeMember, change)).error.key).toBe('error404')
  })
})

it('the pseudo of a departed member remains reserved during the week', async () => {
  const [one, other] = [await person(), await person()]
  await leaveCommunityOf(one)
  const { pseudo } = await server.db
    .selectFrom('users')
    .select('pseudo')
    .where('id', '=', one.userId)
    .executeTakeFirstOrThrow()
  expect((await other.visitor.call(updateProfile, { body: { pseudo } })).error.key).toBe('pseudoduplicate')
})

it('a member is hidden once their stay has ended, and departs automatically a month later', async () => {
  const [viewer, one] = [await person(), await person()]
  const overSince = async (days: number) => {
    const day = new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)
    await server.db.updateTable('users').set({ member_until: day }).where('id', '=', one.userId).execute()
  }
  const isSeen = async () => [
    (await viewer.visitor.call(getProfile, { query: { userId: one.userId } })).status,
    (await viewer.visitor.call(sendMessage, { body: { tmpId: newId(), to: one.userId, text: 'Bonjour' } })).status,
  ]
  const goneAt = async () =>
    (await server.db.selectFrom('users').select('gone_at').where('id', '=', one.userId).executeTakeFirst())?.gone_at
  await overSince(-1)
  expect(await isSeen()).toEqual([200, 200])
  await overSince(2)
  expect(await isSeen()).toEqual([404, 403])
  await enqueueDueErasures(server.platform)
  expect(await goneAt()).toBeNull()
  await overSince(32)
  await enqueueDueErasures(server.platform)
  expect(await goneAt()).toBeInstanceOf(Date)
  expect((await waitForMail(server, one.email)).subject).toBe(
    'Votre séjour dans la communauté Les Tilleuls est fini depuis un mois',
  )
})

it('the account of a refused newcomer is deleted a month after the refusal, however old the account is', async () => {
  const one = await person({ enabled: false })
  const { db } = server
  const old = new Date(Date.now() - 400 * DAY_MS)
  await db.updateTable('accounts').set({ created_at: old }).where('id', '=', one.accountId).execute()
  const admin = await server.as('administrator')
  expect((await admin.call(decideOnNewcomer, { params: { id: one.userId }, body: { letIn: false } })).status).toBe(200)
  const isThere = async () =>
    (await db.selectFrom('accounts').select('id').where('id', '=', one.accountId).execute()).length
  await enqueueDueErasures(server.platform)
  expect(await isThere()).toBe(1)
  server.clock.aheadMs = 31 * DAY_MS
  await enqueueDueErasures(server.platform)
  expect(await isThere()).toBe(0)
})

it('an account without any membership is deleted after a month', async () => {
  const [old, young] = [
    await addPerson(server, { email: `vieux-${personCount}@test.example` }),
    await addPerson(server, { email: `jeune-${personCount}@test.example` }),
  ]
  await server.db
    .updateTable('accounts')
    .set({ created_at: new Date(Date.now() - 31 * DAY_MS) })
    .where('id', '=', old.accountId)
    .execute()
  await enqueueDueErasures(server.platform)
  const left = await server.db
    .selectFrom('accounts')
    .select('id')
    .where('id', 'in', [old.accountId, young.accountId])
    .execute()
  expect(left).toEqual([{ id: young.accountId }])
})
