// Concurrent log-ins, registrations and approvals: depending on the case, exactly one succeeds or all succeed one after
// the other. No partial state remains.
import { decideOnNewcomer, invite, rotateKey } from '@parvis/contract/admin.ts'
import { updateProfile } from '@parvis/contract/profile.ts'
import { logInByLink, register } from '@parvis/contract/entry.ts'
import { getSession, logOut, switchCommunity } from '@parvis/contract/session.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from './kernel/ids.ts'
import { makeLink } from './features/entry/link.service.ts'
import { isLong } from './testing/long.ts'
import { addPerson, asPerson } from './testing/people.ts'
import { openTestServer, type TestServer } from './testing/test-server.ts'

const ROUNDS = isLong ? 5 : 1
const CROWD = 12

let server: TestServer
let homeCommunityId: string
let gareCommunityId: string
beforeAll(async () => {
  server = await openTestServer('demo', { trustedProxies: { hops: 1 } })
  homeCommunityId = await server.communityId('les-tilleuls')
  gareCommunityId = await server.communityId('quartier-de-la-gare')
})
afterAll(() => server.close())

let counter = 0
const emailOf = (who: string) => `${who}-${++counter}@arrive.example`
/** Headers with a new client address, which keep the calls from sharing a rate limit. */
const freshAddress = () => ({ 'x-forwarded-for': `198.18.${++counter >> 8}.${counter & 255}` })
const runConcurrently = <T>(count: number, ask: (turn: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, turn) => ask(turn)))
const repeatRounds = async (round: () => Promise<void>) => {
  for (let turn = 0; turn < ROUNDS; turn++) await round()
}
const countSessions = async (accountId: string) =>
  (await server.db.selectFrom('sessions').select('id').where('account_id', '=', accountId).execute()).length

it('exactly one log-in succeeds when the link and the code of an invitation letter are used at the same time', async () => {
  await repeatRounds(async () => {
    const person = await addPerson(server, { email: null, community: 'les-tilleuls' })
    const link = { purpose: 'invite', communityId: homeCommunityId, ...person } as const
    const { token, code } = await makeLink(server.platform, link, { withCode: true })
    const statuses = await runConcurrently(
      CROWD,
      async turn =>
        (await server.visitor().call(logInByLink, { body: { token: turn % 2 ? token : code! } }, freshAddress()))
          .status,
    )
    expect(statuses.toSorted()).toEqual([200, ...Array.from({ length: CROWD - 1 }, () => 401)])
    expect(await countSessions(person.accountId)).toBe(1)
  })
})

it('if several newcomers choose one nickname at the same time, one profile is saved and the others are refused', async () => {
  await repeatRounds(async () => {
    const pseudo = `Camille${++counter}`
    const newcomers = await runConcurrently(6, () =>
      asPerson(server, { email: emailOf('pseudo'), pseudo: newId(), community: 'les-tilleuls', needUpdate: true }),
    )
    const replies = await Promise.all(
      newcomers.map(({ visitor }) =>
        visitor.call(updateProfile, {
          body: {
            pseudo,
            firstname: 'Camille',
            lastname: 'Roussel',
            gender: 'F',
            confirmage: true,
            confirmaddress: true,
            newpassword: 'velo-tilleul-lac',
          },
        }),
      ),
    )
    const keys = replies.map(reply => (reply.status === 200 ? 'saved' : reply.error.key))
    expect(keys.toSorted()).toEqual([...Array.from({ length: 5 }, () => 'pseudoduplicate'), 'saved'])
    const needUpdates = await runConcurrently(
      6,
      async turn => (await newcomers[turn]!.visitor.call(getSession)).answer.needUpdate,
    )
    expect(needUpdates).toEqual(keys.map(key => key !== 'saved'))
  })
})

it('if several staff members decide on one newcomer at the same time, only the first decision is accepted', async () => {
  const team = await runConcurrently(4, () =>
    asPerson(server, { email: emailOf('team'), pseudo: newId(), role: 'administrator', community: 'les-tilleuls' }),
  )
  await repeatRounds(async () => {
    const { userId } = await addPerson(server, {
      email: emailOf('waits'),
      pseudo: newId(),
      community: 'les-tilleuls',
      enabled: false,
    })
    const replies = await runConcurrently(4, turn =>
      team[turn]!.visitor.call(decideOnNewcomer, { params: { id: userId }, body: { letIn: turn % 2 === 0 } }),
    )
    const winners = replies.flatMap(({ status }, turn) => (status === 200 ? [turn] : []))
    expect(winners).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 404)).toHaveLength(3)
    const left = await server.db.selectFrom('users').select('enabled_at').where('id', '=', userId).execute()
    expect(left.map(({ enabled_at }) => enabled_at !== null)).toEqual(winners[0]! % 2 === 0 ? [true] : [])
  })
})

it('registration accepts the old or the new community key during a key change, and only the new one afterwards', async () => {
  const { visitor: staffVisitor } = await asPerson(server, {
    email: emailOf('key'),
    pseudo: newId(),
    role: 'administrator',
    community: 'quartier-de-la-gare',
  })
  const signUp = async (registerkey: string) =>
    (
      await server
        .visitor()
        .call(register, { body: { communityId: gareCommunityId, email: emailOf('gare'), registerkey } }, freshAddress())
    ).status
  let key = 'GARE-DEMO-2026'
  await repeatRounds(async () => {
    const next = `GARE-${newId().slice(-8)}`
    const [changed, ...statuses] = await Promise.all([
      staffVisitor.call(rotateKey, { body: { key: next } }),
      ...Array.from({ length: CROWD }, (_, turn) => signUp(turn % 2 ? key : next)),
    ])
    expect(changed.status).toBe(200)
    expect(statuses.filter(status => status !== 200 && status !== 401)).toEqual([])
    expect([await signUp(key), await signUp(next)]).toEqual([401, 200])
    key = next
  })
})

it('a concurrent log-out and community switch leave at most the session of the new community', async () => {
  await repeatRounds(async () => {
    const person = await asPerson(server, { email: emailOf('leaves'), pseudo: newId(), community: 'les-tilleuls' })
    await server.db
      .insertInto('users')
      .values({
        community_id: gareCommunityId,
        id: newId(),
        account_id: person.accountId,
        role: 'neighbor',
        pseudo: newId(),
        enabled_at: new Date(),
        need_update: false,
      })
      .execute()
    const cookie = `parvis=${person.visitor.cookies.get('parvis')}`
    const sessionHeaders = { cookie }
    const [loggedOut, switched] = await Promise.all([
      server.visitor().call(logOut, {}, sessionHeaders),
      server.visitor().call(switchCommunity, { body: { communityId: gareCommunityId } }, sessionHeaders),
    ])
    expect([200, 401]).toContain(loggedOut.status)
    expect([200, 401]).toContain(switched.status)
    // The session with which both requests started is ended in any case.
    expect((await server.visitor().call(getSession, {}, sessionHeaders)).status).not.toBe(200)
    expect(await countSessions(person.accountId)).toBe(switched.status === 200 ? 1 : 0)
  })
})

it('concurrent invitations and a registration for the same e-mail address create one account', async () => {
  const staffVisitor = await server.as('administrator')
  await repeatRounds(async () => {
    const email = emailOf('twice')
    const replies = await Promise.all([
      ...Array.from({ length: 4 }, () => staffVisitor.call(invite, { body: { email } })),
      server.visitor().call(register, { body: { communityId: homeCommunityId, email } }, freshAddress()),
    ])
    expect(replies.map(({ status }) => status).filter(status => status >= 500)).toEqual([])
    const accounts = await server.db.selectFrom('accounts').select('id').where('email', '=', email).execute()
    expect(accounts).toHaveLength(1)
  })
})
