import { getSession, listSessions, logOut, revokeSession } from '@parvis/contract/session.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '#server/app.ts'
import { purgeOldAuditEntries } from '#server/kernel/audit.ts'
import { newId } from '#server/kernel/ids.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'
import { purgeIdleGuests } from '../membership/account.service.ts'
import { purgeIdleSessions, openSession } from './session.service.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let server: TestServer
beforeAll(async () => {
  server = await openTestServer('demo')
})
afterEach(() => {
  server.clock.aheadMs = 0
})
afterAll(() => server.close())

const isIn = async (visitor: Visitor) => (await visitor.call(getSession)).status === 200

describe('a session', () => {
  it('is refused without a token, or with an invented one', async () => {
    const visitor = server.visitor()
    expect((await visitor.call(getSession)).error).toEqual({ key: 'unauthorized' })
    visitor.cookies.set('parvis', 'x'.repeat(43))
    expect((await visitor.call(getSession)).status).toBe(403)
  })

  it('is still valid after a restart of the server', async () => {
    const visitor = await server.as('neighbor')
    const restarted = await buildApp(server.platform, { logLevel: 'silent' })
    const { statusCode, json } = await restarted.inject({
      url: '/api/auth',
      cookies: Object.fromEntries(visitor.cookies),
    })
    expect([statusCode, json().role]).toEqual([200, 'neighbor'])
    await restarted.close()
  })

  it('is returned with exactly the listed fields, and with no other data of the account', async () => {
    const { answer } = await (await server.as('administrator')).call(getSession)
    expect(Object.keys(answer).sort()).toEqual([
      '_id',
      'abilities',
      'address',
      'age',
      'apartmentNumber',
      'birthdate',
      'blockedUsersIds',
      'bookingsIds',
      'building',
      'buildingAccess',
      'city',
      'communityId',
      'customUri',
      'description',
      'district',
      'firstLogin',
      'firstname',
      'floor',
      'gender',
      'hobbiesIds',
      'initial',
      'job',
      'lang',
      'lastBooking',
      'lastname',
      'memberships',
      'needPassword',
      'needSecondFactor',
      'needUpdate',
      'notRead',
      'online',
      'phone',
      'photoUri',
      'pseudo',
      'residence',
      'role',
      'strategy',
      'suspendedUntil',
      'zipCode',
    ])
    expect(answer.memberships).toEqual([
      expect.objectContaining({ customUri: 'les-tilleuls', role: 'administrator', userId: answer._id }),
    ])
  })

  it('expires after a month without use for a neighbour, after half a day for the team', async () => {
    for (const [account, idle] of [
      ['neighbor', 30 * DAY_MS],
      ['employee', 12 * HOUR_MS],
      ['administrator', 12 * HOUR_MS],
      ['webmaster', 12 * HOUR_MS],
    ] as const) {
      server.clock.aheadMs = 0
      const used = await server.as(account)
      const unused = await server.as(account)
      server.clock.aheadMs = idle - 60_000
      expect([account, await isIn(used)]).toEqual([account, true])
      server.clock.aheadMs = idle + 60_000
      expect([account, await isIn(used), await isIn(unused)]).toEqual([account, true, false])
    }
  })

  it('expires after 90 days for a neighbour and 7 for the team, even if it is used', async () => {
    for (const [account, step, days] of [
      ['neighbor', 20 * DAY_MS, 90],
      ['employee', 10 * HOUR_MS, 7],
    ] as const) {
      server.clock.aheadMs = 0
      const visitor = await server.as(account)
      const end = days * DAY_MS
      for (let at = step; at < end; at += step) {
        server.clock.aheadMs = at
        expect([account, at / HOUR_MS, await isIn(visitor)]).toEqual([account, at / HOUR_MS, true])
      }
      server.clock.aheadMs = end + 60_000
      expect([account, await isIn(visitor)]).toEqual([account, false])
    }
  })

  it('is revoked before the response of the log-out arrives', async () => {
    const visitor = await server.as('neighbor')
    const copy = server.visitor()
    copy.cookies.set('parvis', visitor.cookies.get('parvis')!)
    expect([await isIn(visitor), await isIn(copy)]).toEqual([true, true])
    expect((await visitor.call(logOut)).status).toBe(200)
    expect(visitor.cookies.has('parvis')).toBe(false)
    expect(await isIn(copy)).toBe(false)
  })

  it('is not cached by a read that began before it was revoked', async () => {
    for (let round = 0; round < 10; round++) {
      const visitor = await server.as('neighbor')
      const copy = server.visitor()
      copy.cookies.set('parvis', visitor.cookies.get('parvis')!)
      server.clock.aheadMs += 31_000
      await Promise.all([isIn(copy), visitor.call(logOut), isIn(copy)])
      expect(await isIn(copy)).toBe(false)
    }
  })
})

describe('the devices of an account', () => {
  it('are listed including the current one, without those of other accounts', async () => {
    await server.db.deleteFrom('sessions').execute()
    const [here, there, other] = [
      await server.as('neighbor'),
      await server.as('neighbor'),
      await server.as('neighbor2'),
    ]
    const { answer } = await here.call(listSessions)
    expect(answer.map(({ current }) => current).sort()).toEqual([false, true])
    expect((await there.call(listSessions)).answer.map(({ _id }) => _id).sort()).toEqual(
      answer.map(({ _id }) => _id).sort(),
    )
    expect((await other.call(listSessions)).answer).toHaveLength(1)
  })

  it('are presented by name and time only: no IP address, no secret, no other part of the user agent', async () => {
    await server.db.deleteFrom('sessions').execute()
    const here = await server.as('neighbor')
    const agent = 'Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0'
    await server.db.updateTable('sessions').set({ device: agent }).execute()
    const [only] = (await here.call(listSessions)).answer
    expect(only).toEqual({
      _id: expect.any(String),
      current: true,
      inApp: false,
      browser: 'Firefox',
      system: 'Android',
      kind: 'phone',
      dateAdded: expect.any(String),
      lastSeen: expect.any(String),
    })
  })

  it('are listed without expired sessions that are not deleted yet', async () => {
    await server.db.deleteFrom('sessions').execute()
    const [here] = [await server.as('employee'), await server.as('employee')]
    const { answer } = await here.call(listSessions)
    const other = answer.find(({ current }) => !current)!
    const long = new Date(Date.now() - 13 * HOUR_MS)
    await server.db.updateTable('sessions').set({ seen_at: long }).where('id', '=', other._id).execute()
    expect((await here.call(listSessions)).answer.map(({ current }) => current)).toEqual([true])
  })

  it('can be logged out one by one, or all except the current one', async () => {
    await server.db.deleteFrom('sessions').execute()
    const [here, second, third, other] = [
      await server.as('neighbor'),
      await server.as('neighbor'),
      await server.as('neighbor'),
      await server.as('neighbor2'),
    ]
    const idOf = async (visitor: Visitor) =>
      (await visitor.call(listSessions)).answer.find(({ current }) => current)!._id
    expect((await here.call(revokeSession, { query: { _id: await idOf(second) } })).status).toBe(200)
    expect([await isIn(here), await isIn(second), await isIn(third)]).toEqual([true, false, true])
    expect((await here.call(revokeSession, { query: { _id: await idOf(other) } })).error.key).toBe('error404')
    expect((await here.call(revokeSession, { query: { _id: newId() } })).error.key).toBe('error404')
    expect(await isIn(other)).toBe(true)
    expect((await here.call(revokeSession)).answer).toEqual({ _id: null })
    expect([await isIn(here), await isIn(third), await isIn(other)]).toEqual([true, false, true])
  })
})

it('the purge deletes expired sessions and guests', async () => {
  const [guest, neighbor] = [await server.asGuest(), await server.as('neighbor')]
  await purgeIdleSessions(server.db, new Date())
  await purgeIdleGuests(server.db, new Date())
  expect([await isIn(guest), await isIn(neighbor)]).toEqual([true, true])
  await purgeIdleSessions(server.db, new Date(Date.now() + 31 * DAY_MS))
  await purgeIdleGuests(server.db, new Date(Date.now() + 31 * DAY_MS))
  const left = (table: 'sessions' | 'guests') =>
    server.db
      .selectFrom(table)
      .select(eb => eb.fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
  expect([await left('sessions'), await left('guests')]).toEqual([{ count: '0' }, { count: '0' }])
  expect(await server.db.selectFrom('users').select('id').where('role', '=', 'guest').execute()).toEqual([])
})

it('the purge deletes sessions of the team earlier than those of neighbours', async () => {
  await server.db.deleteFrom('sessions').execute()
  await Promise.all(['neighbor', 'employee', 'administrator', 'webmaster'].map(account => server.as(account)))
  const left = async (ahead: number) => {
    await purgeIdleSessions(server.db, new Date(Date.now() + ahead))
    return (await server.db.selectFrom('sessions').select('id').execute()).length
  }
  expect([
    await left(11 * HOUR_MS),
    await left(13 * HOUR_MS),
    await left(29 * DAY_MS),
    await left(31 * DAY_MS),
  ]).toEqual([4, 1, 1, 0])
})

it('an account has at most a hundred sessions: one more revokes the least recently used', async () => {
  await server.db.deleteFrom('sessions').execute()
  const oldest = await server.as('neighbor')
  const { account_id, community_id, user_id } = await server.db
    .selectFrom('sessions')
    .selectAll()
    .executeTakeFirstOrThrow()
  const user = { accountId: account_id, communityId: community_id, userId: user_id, strategy: 'local' as const }
  for (let count = 0; count < 99; count++) await openSession(server.db, user, null)
  expect(await isIn(oldest)).toBe(true)
  const newest = await server.as('neighbor')
  expect([await isIn(oldest), await isIn(newest)]).toEqual([false, true])
  expect(await server.db.selectFrom('sessions').select('id').execute()).toHaveLength(100)
})

it('the purge of the audit log deletes entries older than a year', async () => {
  const old = new Date(Date.now() - 366 * DAY_MS)
  await server.db
    .insertInto('audit_log')
    .values({
      id: newId(),
      act: 'login',
      at: old,
      community_id: null,
      user_id: null,
      account_id: null,
      address: null,
      subject_id: null,
    })
    .execute()
  const count = async () => (await server.db.selectFrom('audit_log').select('id').execute()).length
  const before = await count()
  await purgeOldAuditEntries(server.db, new Date())
  expect(await count()).toBe(before - 1)
})
