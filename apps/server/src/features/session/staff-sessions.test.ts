// Sessions of staff have a shorter lifetime, however they were opened, and their cookie expires with them.
import { changeMember } from '@parvis/contract/admin.ts'
import { logIn, logInByLink } from '@parvis/contract/entry.ts'
import { getSession, switchCommunity } from '@parvis/contract/session.ts'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { addPerson, asPerson, proveOwnership } from '#server/testing/people.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'
import { makeLink } from '../entry/link.service.ts'

const HOUR_S = 3600
const DAY_S = 24 * HOUR_S
const password = 'correct horse'
let server: TestServer
let home: string
beforeAll(async () => {
  server = await openTestServer('demo')
  home = await server.communityId('les-tilleuls')
})
afterEach(() => {
  server.clock.aheadMs = 0
})
afterAll(() => server.close())

let made = 0
const newEmail = () => `session-${++made}@test.example`
const cookieMaxAge = ({ headers }: { headers: Record<string, unknown> }) =>
  Number(/parvis=[\w-]{43}; Max-Age=(\d+)/.exec([headers['set-cookie']].flat().join('\n'))?.[1])
const isIn = async (visitor: Visitor) => (await visitor.call(getSession)).status === 200
/** Uses the session after 11 and 22 hours, and again after 13 idle hours. */
const useForTwoDays = async (visitor: Visitor) => {
  const begun = server.clock.aheadMs
  const found: boolean[] = []
  for (const hours of [11, 22, 35]) {
    server.clock.aheadMs = begun + hours * HOUR_S * 1000
    found.push(await isIn(visitor))
  }
  return found
}

it.each([
  ['employee', 7],
  ['administrator', 7],
  ['webmaster', 7],
  ['neighbor', 90],
  ['advertiser', 90],
] as const)('a log-in by password gives a %s a cookie that is valid for %i days', async (role, days) => {
  const email = newEmail()
  await addPerson(server, { email, password, role, community: 'les-tilleuls' })
  const visitor = server.visitor()
  const reply = await visitor.call(logIn, { body: { email, password, communityId: home } })
  expect(Math.abs(cookieMaxAge(reply) - days * DAY_S)).toBeLessThan(5)
  expect(await useForTwoDays(visitor)).toEqual([true, true, days === 90])
})

it('a log-in by link gives staff a short session', async () => {
  const person = await addPerson(server, { email: newEmail(), role: 'employee', community: 'les-tilleuls' })
  const { token } = await makeLink(server.platform, { purpose: 'invite', communityId: home, ...person })
  const visitor = server.visitor()
  const reply = await visitor.call(logInByLink, { body: { token } })
  expect(Math.abs(cookieMaxAge(reply) - 7 * DAY_S)).toBeLessThan(5)
  expect(await useForTwoDays(visitor)).toEqual([true, true, false])
})

it('a switch of community continues the lifetime of the session', async () => {
  const { visitor, accountId } = await asPerson(server, { email: newEmail(), community: 'les-tilleuls' })
  const communityId = await server.communityId('camping-des-pins')
  await server.db
    .insertInto('users')
    .values({
      community_id: communityId,
      id: newId(),
      account_id: accountId,
      role: 'employee',
      pseudo: newId(),
      enabled_at: new Date(),
    })
    .execute()
  const setSessionAge = async (days: number) => {
    const created_at = new Date(Date.now() - days * DAY_S * 1000)
    await server.db.updateTable('sessions').set({ created_at }).where('account_id', '=', accountId).execute()
    server.platform.bus.publish('actor.changed', { accountIds: [accountId] })
  }
  await setSessionAge(2)
  const there = await visitor.call(switchCommunity, { body: { communityId } })
  expect(there.answer.role).toBe('employee')
  expect(Math.abs(cookieMaxAge(there) - 5 * DAY_S)).toBeLessThan(60)
  const back = await visitor.call(switchCommunity, { body: { communityId: home } })
  expect(Math.abs(cookieMaxAge(back) - 88 * DAY_S)).toBeLessThan(60)
  await setSessionAge(8)
  expect((await visitor.call(switchCommunity, { body: { communityId } })).status).toBe(401)
})

it('assigning a role revokes the sessions, and a role changed in the database shortens them', async () => {
  const administrator = await server.as('administrator')
  const promoted = await asPerson(server, { email: newEmail(), community: 'les-tilleuls' })
  expect(await isIn(promoted.visitor)).toBe(true)
  await proveOwnership(administrator)
  await administrator.call(changeMember, { params: { id: promoted.userId }, body: { role: 'employee' } })
  expect(await isIn(promoted.visitor)).toBe(false)

  const written = await asPerson(server, { email: newEmail(), community: 'les-tilleuls' })
  await server.db.updateTable('users').set({ role: 'employee' }).where('id', '=', written.userId).execute()
  expect(await useForTwoDays(written.visitor)).toEqual([true, true, false])
})
