import {
  changeMember,
  decideOnNewcomer,
  getDesk,
  getMemberFile,
  invite,
  listMembers,
  printCode,
  rotateKey,
  sendPasswordLink,
} from '@parvis/contract/admin.ts'
import { getCommunity } from '@parvis/contract/community.ts'
import { listEvents } from '@parvis/contract/feed.ts'
import { changeInformation } from '@parvis/contract/information.ts'
import { getProfile, updateProfile } from '@parvis/contract/profile.ts'
import { forgetPassword, logIn, logInByLink, register } from '@parvis/contract/entry.ts'
import { getSession } from '@parvis/contract/session.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { waitForMail, linkTokenIn } from '#server/testing/mails.ts'
import { addPerson, asPerson, proveOwnership, userIdOf } from '#server/testing/people.ts'
import { DEMO_PASSWORD, openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'

let server: TestServer
let home: string
let desk: Visitor
beforeAll(async () => {
  server = await openTestServer('demo')
  home = await server.communityId('les-tilleuls')
  desk = await server.as('administrator')
  await proveOwnership(desk)
})
afterAll(() => server.close())

const person = (more: object = {}) =>
  addPerson(server, { email: `${newId()}@gestion.example`, pseudo: newId(), community: 'les-tilleuls', ...more })

const profile = (pseudo: string) => ({
  pseudo,
  firstname: 'Camille',
  lastname: 'Roussel',
  confirmage: true,
  confirmaddress: true,
  newpassword: 'velo-tilleul-lac',
})

describe('a pending member', () => {
  const registerPending = async (email: string) => {
    const setNeedApproval = async (needApproval: boolean) => {
      expect((await desk.call(changeInformation, { body: { needApproval } })).status).toBe(200)
      const { answer } = await server.visitor().call(getCommunity, { params: { idOrUri: home } })
      expect(answer.needApproval).toBe(needApproval)
    }
    await setNeedApproval(true)
    const visitor = server.visitor()
    try {
      await visitor.call(register, { body: { communityId: home, email } })
    } finally {
      await setNeedApproval(false)
    }
    await visitor.call(logInByLink, { body: { token: linkTokenIn(await waitForMail(server, email)) } })
    const { answer: asked } = await visitor.call(getProfile)
    const saved = await visitor.call(updateProfile, {
      body: { ...profile(email.split('@')[0]!), word: 'À côté de chez Jeannine' },
    })
    return { visitor, asked, saved }
  }

  it('can save the profile but not log in, is listed for the team, and after the approval is announced in a welcome post and notified by mail', async () => {
    const { visitor, saved } = await registerPending('attend@gestion.example')
    expect([saved.status, saved.error.key]).toEqual([423, 'popup4'])
    expect((await visitor.call(getSession)).error.key).toBe('unauthorized')
    const body = { email: 'attend@gestion.example', password: 'velo-tilleul-lac', communityId: home }
    expect((await visitor.call(logIn, { body })).error.key).toBe('popup4')
    const feed = async () => (await desk.call(listEvents, { query: { filter: 'welcome' } })).answer.docs[0]?.user.pseudo
    expect(await feed()).not.toBe('attend')
    const { answer } = await desk.call(getDesk)
    const waiting = answer.waiting.find(({ pseudo }) => pseudo === 'attend')!
    expect(waiting).toMatchObject({ firstname: 'Camille', lastname: 'Roussel', word: 'À côté de chez Jeannine' })
    await desk.call(decideOnNewcomer, { params: { id: waiting._id }, body: { letIn: true } })
    expect((await visitor.call(logIn, { body })).answer.pseudo).toBe('attend')
    expect(await feed()).toBe('attend')
    expect((await waitForMail(server, 'attend@gestion.example', 2)).subject).toContain('ouvre sa porte')
    const again = await desk.call(decideOnNewcomer, { params: { id: waiting._id }, body: { letIn: true } })
    expect(again.error.key).toBe('error404')
  })

  it('is notified of a refusal, is deleted, and may register again', async () => {
    await registerPending('refuse@gestion.example')
    const { answer } = await desk.call(getDesk)
    const waiting = answer.waiting.find(({ pseudo }) => pseudo === 'refuse')!
    await desk.call(decideOnNewcomer, { params: { id: waiting._id }, body: { letIn: false } })
    expect((await waitForMail(server, 'refuse@gestion.example', 2)).subject).toContain('Votre inscription')
    expect(await server.db.selectFrom('users').select('id').where('id', '=', waiting._id).execute()).toEqual([])
    // A refused member may register again in the same community.
    const again = server.visitor()
    const body = { communityId: home, email: 'refuse@gestion.example' }
    expect((await again.call(register, { body })).answer).toEqual({ popup: 'popup2' })
    const token = linkTokenIn(await waitForMail(server, 'refuse@gestion.example', 3))
    expect((await again.call(logInByLink, { body: { token } })).answer).toMatchObject({ needUpdate: true })
  })

  it('can log in by a mailed link only after the approval, even if the link was sent before it', async () => {
    const { visitor } = await registerPending('oubli@gestion.example')
    const body = { communityId: home, email: 'oubli@gestion.example' }
    expect((await visitor.call(forgetPassword, { body })).answer).toEqual({ popup: 'popup3' })
    const token = linkTokenIn(await waitForMail(server, 'oubli@gestion.example', 2))
    const logInByToken = () => visitor.call(logInByLink, { body: { token } })
    expect((await logInByToken()).error.key).toBe('popup4')
    expect((await logInByToken()).error.key).toBe('popup4')
    const { answer } = await desk.call(getDesk)
    const waiting = answer.waiting.find(({ pseudo }) => pseudo === 'oubli')!
    await desk.call(decideOnNewcomer, { params: { id: waiting._id }, body: { letIn: true } })
    expect((await logInByToken()).status).toBe(200)
    expect((await logInByToken()).error.key).toBe('tokenexpired')
  })
})

describe('members', () => {
  it('are listed in pages, and found by e-mail regardless of case and accents', async () => {
    const { answer: first } = await desk.call(listMembers, { query: {} })
    expect(first.docs).toHaveLength(20)
    const { answer: second } = await desk.call(listMembers, { query: { page: 2, cursor: first.cursor! } })
    const ids = new Set([...first.docs, ...second.docs].map(({ _id }) => _id))
    expect(ids.size).toBe(40)
    const { userId } = await person({ email: 'zoe.unique@gestion.example' })
    const found = async (search: string) =>
      (await desk.call(listMembers, { query: { search } })).answer.docs.map(({ _id }) => _id)
    expect(await found('ZOÉ.unique')).toEqual([userId])
    expect(await found('100%')).toEqual([])
  })

  it('are logged out when their role changes, and have the new role at the next log-in', async () => {
    const { visitor, userId } = await asPerson(server, {
      email: 'monte@gestion.example',
      password: DEMO_PASSWORD,
      community: 'les-tilleuls',
    })
    expect((await visitor.call(getDesk)).error.key).toBe('forbidden')
    const { answer } = await desk.call(changeMember, { params: { id: userId }, body: { role: 'administrator' } })
    expect(answer.role).toBe('administrator')
    expect((await visitor.call(getSession)).error.key).toBe('unauthorized')
    // `lastSeen` is read from the visit, which remains when the sessions are deleted.
    expect((await desk.call(getMemberFile, { params: { id: userId } })).answer.lastSeen).not.toBeNull()
    const body = { email: 'monte@gestion.example', password: DEMO_PASSWORD, communityId: home }
    expect((await visitor.call(logIn, { body })).answer.abilities.runCommunity).toBe(true)
    expect((await visitor.call(getDesk)).status).toBe(200)
  })

  it('receive no role above that of the person who assigns it; a member with a higher role cannot be changed', async () => {
    const { userId } = await person()
    const asWebmaster = { params: { id: userId }, body: { role: 'webmaster' as const } }
    expect((await desk.call(changeMember, asWebmaster)).error.key).toBe('forbidden')
    const webmaster = await server.as('webmaster')
    await proveOwnership(webmaster)
    const params = { id: await userIdOf(webmaster) }
    expect((await desk.call(changeMember, { params, body: { role: 'neighbor' } })).error.key).toBe('forbidden')
    expect((await desk.call(changeMember, { params, body: { disabled: true } })).error.key).toBe('forbidden')
    expect((await desk.call(printCode, { params })).error.key).toBe('forbidden')
    expect((await webmaster.call(changeMember, asWebmaster)).answer.role).toBe('webmaster')
    const { answer } = await desk.call(getMemberFile, { params })
    expect(Object.values(answer.abilities)).toEqual(Object.values(answer.abilities).map(() => false))
    expect((await desk.call(changeMember, { params, body: { birthdate: '12/05/1990' } })).error.key).toBe('forbidden')
  })

  it('who are the last administrator or webmaster keep their role; of the last two only one can lose it, even concurrently', async () => {
    const other = await openTestServer('demo')
    try {
      const community = await other.communityId('les-tilleuls')
      const administrator = await other.as('administrator')
      const webmaster = await other.as('webmaster')
      await proveOwnership(webmaster)
      const own = async (visitor: Visitor) => ({ id: await userIdOf(visitor) })
      const down = { role: 'neighbor' as const }
      // An invited member who has not logged in yet does not count as a remaining administrator or webmaster.
      for (const role of ['webmaster', 'administrator'] as const)
        await webmaster.call(invite, { body: { email: `jamais.${role}@gestion.example`, role } })
      expect((await webmaster.call(changeMember, { params: await own(webmaster), body: down })).error.key).toBe(
        'laststaff',
      )
      const { db } = other
      const admins = await db
        .selectFrom('users')
        .select('id')
        .where('community_id', '=', community)
        .where('role', '=', 'administrator')
        .where('first_login', '=', false)
        .execute()
      for (const { id } of admins.slice(1)) await webmaster.call(changeMember, { params: { id }, body: down })
      const left = (
        await db
          .selectFrom('users')
          .select('id')
          .where('community_id', '=', community)
          .where('role', '=', 'administrator')
          .where('first_login', '=', false)
          .execute()
      ).map(({ id }) => id)
      expect(left).toHaveLength(1)
      const last = { params: { id: left[0]! } }
      expect((await webmaster.call(changeMember, { ...last, body: down })).error.key).toBe('laststaff')
      expect((await webmaster.call(changeMember, { ...last, body: { disabled: true } })).error.key).toBe('laststaff')
      // A member with a limited stay does not count as a remaining administrator either.
      const guest = await asPerson(other, { email: 'sejour@gestion.example', community: 'les-tilleuls' })
      await db.updateTable('users').set({ member_until: '2099-01-01' }).where('id', '=', guest.userId).execute()
      const up = { params: { id: guest.userId }, body: { role: 'administrator' as const } }
      expect((await webmaster.call(changeMember, up)).status).toBe(200)
      expect((await webmaster.call(changeMember, { ...last, body: down })).error.key).toBe('laststaff')
      const second = await asPerson(other, {
        email: 'deux@gestion.example',
        community: 'les-tilleuls',
        role: 'administrator',
      })
      const both = await Promise.all([
        webmaster.call(changeMember, { ...last, body: down }),
        webmaster.call(changeMember, { params: { id: second.userId }, body: down }),
      ])
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
      expect(administrator.cookies.size).toBeGreaterThan(0)
    } finally {
      await other.close()
    }
  })

  it('are logged out at once when disabled, and may log in when enabled again', async () => {
    const { visitor, userId } = await asPerson(server, {
      email: 'dehors@gestion.example',
      password: DEMO_PASSWORD,
      community: 'les-tilleuls',
    })
    await desk.call(changeMember, { params: { id: userId }, body: { disabled: true } })
    expect((await visitor.call(getSession)).error.key).toBe('unauthorized')
    const body = { email: 'dehors@gestion.example', password: DEMO_PASSWORD, communityId: home }
    expect((await visitor.call(logIn, { body })).error.key).toBe('popup4')
    await desk.call(changeMember, { params: { id: userId }, body: { disabled: false } })
    expect((await visitor.call(logIn, { body })).status).toBe(200)
    const self = { params: { id: await userIdOf(desk) }, body: { disabled: true } }
    expect((await desk.call(changeMember, self)).error.key).toBe('forbidden')
  })

  it('are not counted while they are disabled', async () => {
    const count = async () => (await desk.call(getDesk)).answer.membersCount
    const before = await count()
    const { userId } = await person()
    expect(await count()).toBe(before + 1)
    await desk.call(changeMember, { params: { id: userId }, body: { disabled: true } })
    expect(await count()).toBe(before)
  })

  it('receive a mailed link to set a new password when the team requests it', async () => {
    const { userId } = await person({ email: 'perdu@gestion.example' })
    expect((await desk.call(sendPasswordLink, { params: { id: userId } })).status).toBe(200)
    expect((await waitForMail(server, 'perdu@gestion.example')).subject).toBe('Choisissez un nouveau mot de passe')
  })
})

describe('the registration key of a community', () => {
  it('is shown to the team, which can replace it at once or leave the former key valid for another week', async () => {
    const gare = await server.communityId('quartier-de-la-gare')
    const { visitor: administrator } = await asPerson(server, {
      email: 'chef@gestion.example',
      community: 'quartier-de-la-gare',
      role: 'administrator',
    })
    expect((await administrator.call(getDesk)).answer.registerKey).toMatchObject({
      key: 'GARE-DEMO-2026',
      formerUntil: null,
    })
    const tryRegister = async (registerkey: string) => {
      const body = { communityId: gare, email: `${newId()}@gestion.example`, registerkey }
      return (await server.visitor().call(register, { body })).status
    }
    expect(await tryRegister('gare demo 2026')).toBe(200)
    const { answer } = await administrator.call(rotateKey, { body: { grace: true } })
    expect(answer.key).toMatch(/^[A-Z]{4}-[A-Z]{4}$/)
    expect([await tryRegister(answer.key!), await tryRegister('GARE-DEMO-2026')]).toEqual([200, 200])
    server.clock.aheadMs = 8 * 86_400_000
    expect([await tryRegister(answer.key!), await tryRegister('GARE-DEMO-2026')]).toEqual([200, 401])
    server.clock.aheadMs = 0
    const own = await administrator.call(rotateKey, { body: { key: 'Gare du Nord 9' } })
    expect(own.answer).toMatchObject({ key: 'Gare du Nord 9', formerUntil: null })
    expect([await tryRegister('GARE-DU-NORD-9'), await tryRegister(answer.key!)]).toEqual([200, 401])
    expect((await administrator.call(rotateKey, { body: { key: 'AB-1' } })).error).toMatchObject({
      key: 'shortkey',
      field: 'key',
    })
  })
})
