import { invite } from '@parvis/contract/admin.ts'
import { deleteAccount, getLeaving, leaveCommunity, proveOwner, undoDeparture } from '@parvis/contract/leaving.ts'
import { forgetPassword, logIn, logInByLink } from '@parvis/contract/entry.ts'
import { getSession } from '@parvis/contract/session.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { openSession } from '../session/session.service.ts'
import { waitForMail, linkTokenIn } from '#server/testing/mails.ts'
import { addPerson, type NewPerson, proveOwnership, visitorWithSession } from '#server/testing/people.ts'
import { turnOnFactor } from '#server/testing/second-factor.ts'
import { DEMO_PASSWORD, type TestServer, openTestServer } from '#server/testing/test-server.ts'
import { asDepartingMember, type DepartingMember } from '#server/testing/departures.ts'

const HOME = 'les-tilleuls'
const MINUTE_MS = 60_000

let server: TestServer
beforeAll(async () => {
  server = await openTestServer('demo')
})
afterEach(() => {
  server.clock.aheadMs = 0
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

describe('deleting the account', () => {
  it('requires the password, entered in the same session within the last ten minutes', async () => {
    const one = await person()
    const elsewhere = server.visitor()
    await elsewhere.call(logIn, {
      body: { email: one.email, password: DEMO_PASSWORD, communityId: await server.communityId(HOME) },
    })
    expect((await one.visitor.call(getLeaving)).answer.proof).toBe('password')
    expect((await one.visitor.call(deleteAccount)).error.key).toBe('proofneeded')
    expect((await one.visitor.call(proveOwner, { body: { currentpassword: 'not-this-one' } })).error).toMatchObject({
      key: 'baduserpassword',
      field: 'currentpassword',
    })
    expect((await one.visitor.call(proveOwner, { body: {} })).error.key).toBe('missingpassword')
    expect((await one.visitor.call(deleteAccount)).error.key).toBe('proofneeded')
    expect((await proveOwnership(one.visitor)).answer).toEqual({ proof: 'done' })
    expect((await one.visitor.call(getLeaving)).answer.proof).toBe('none')
    expect((await elsewhere.call(deleteAccount)).error.key).toBe('proofneeded')
    server.clock.aheadMs = 11 * MINUTE_MS
    expect((await one.visitor.call(deleteAccount)).error.key).toBe('proofneeded')
  })

  it('also requires the code of the second factor, if there is one', async () => {
    const one = await person({ role: 'employee' })
    const factor = await turnOnFactor(server, one.visitor)
    const proveBy = (code?: string) =>
      one.visitor.call(proveOwner, { body: { currentpassword: DEMO_PASSWORD, ...(code && { code }) } })
    const without = await proveBy()
    expect([without.status, without.status === 200 || without.error.key]).toEqual([400, 'codemissing'])
    expect((await one.visitor.call(getLeaving)).answer).toMatchObject({ proof: 'password', code: true })
    expect((await proveBy(factor.nextCode())).answer).toEqual({ proof: 'done' })
    expect((await one.visitor.call(getLeaving)).answer.proof).toBe('none')
  })

  it('requires opening a mailed link if the account has no password', async () => {
    const one = await person({ password: undefined })
    expect((await one.visitor.call(getLeaving)).answer.proof).toBe('mail')
    expect((await one.visitor.call(proveOwner)).answer).toEqual({ proof: 'sent' })
    expect((await one.visitor.call(deleteAccount)).error.key).toBe('proofneeded')
    const token = linkTokenIn(await waitForMail(server, one.email))
    const visitor = server.visitor()
    await visitor.call(logInByLink, { body: { token, communityId: await server.communityId(HOME) } })
    expect((await visitor.call(getLeaving)).answer.proof).toBe('none')
    expect((await visitor.call(deleteAccount)).status).toBe(200)
  })

  it('hides the members of the account in all communities, and restores them all when it is undone', async () => {
    const one = await person()
    const lake = await server.communityId('residence-du-lac')
    const userId = newId()
    await server.db
      .insertInto('users')
      .values({
        community_id: lake,
        id: userId,
        account_id: one.accountId,
        role: 'neighbor',
        pseudo: `Lac${personCount}`,
      })
      .execute()
    const { answer } = await one.visitor.call(getLeaving)
    expect(answer.communities.map(({ _id }) => _id).sort()).toEqual([lake, await server.communityId(HOME)].sort())
    await deleteAccountOf(one)
    expect((await logInTo(one.email, 'residence-du-lac')).error.key).toBe('unauthorized')
    const token = linkTokenIn(await waitForMail(server, one.email))
    await server.visitor().call(undoDeparture, { body: { token } })
    expect((await logInTo(one.email, 'residence-du-lac')).answer._id).toBe(userId)
    expect((await logInTo(one.email)).answer._id).toBe(one.userId)
  })

  it('sends the undo link again if the password is reported as forgotten, and prevents invitations to the address', async () => {
    const one = await person({ community: 'residence-du-lac' })
    await deleteAccountOf(one)
    await waitForMail(server, one.email)
    const forgotten = { email: one.email, communityId: await server.communityId('residence-du-lac') }
    expect((await server.visitor().call(forgetPassword, { body: forgotten })).answer).toEqual({ popup: 'popup3' })
    const token = linkTokenIn(await waitForMail(server, one.email, 2))
    const administrator = await server.as('administrator')
    const invited = await administrator.call(invite, { body: { email: one.email } })
    expect(invited.error.key).toBe('alreadyregistereduser')
    expect((await server.visitor().call(undoDeparture, { body: { token } })).status).toBe(200)
    expect((await logInTo(one.email, 'residence-du-lac')).answer._id).toBe(one.userId)
  })

  it('when it is undone, does not restore the membership of a community that was left before', async () => {
    const one = await person()
    const lake = await server.communityId('residence-du-lac')
    await server.db
      .insertInto('users')
      .values({
        community_id: lake,
        id: newId(),
        account_id: one.accountId,
        role: 'neighbor',
        pseudo: `Rive${personCount}`,
      })
      .execute()
    await leaveCommunityOf(one)
    const first = linkTokenIn(await waitForMail(server, one.email))
    const visitor = server.visitor()
    await visitor.call(logIn, { body: { email: one.email, password: DEMO_PASSWORD, communityId: lake } })
    await proveOwnership(visitor)
    expect((await visitor.call(deleteAccount)).status).toBe(200)
    const second = linkTokenIn(await waitForMail(server, one.email, 2))
    // The account is about to be deleted, so the link that restores the membership of one community only is refused.
    expect((await server.visitor().call(undoDeparture, { body: { token: first } })).error.key).toBe('tokenexpired')
    expect((await server.visitor().call(undoDeparture, { body: { token: second } })).status).toBe(200)
    expect((await logInTo(one.email, 'residence-du-lac')).status).toBe(200)
    expect((await logInTo(one.email)).error.key).toBe('unauthorized')
    expect((await server.visitor().call(undoDeparture, { body: { token: first } })).status).toBe(200)
    expect((await logInTo(one.email)).status).toBe(200)
  })
})

it('an account without an e-mail address is deleted without proof of ownership', async () => {
  const { accountId, userId } = await addPerson(server, {
    email: null,
    pseudo: `Lettre${personCount}`,
    community: HOME,
  })
  const communityId = await server.communityId(HOME)
  const { token } = await openSession(server.db, { accountId, userId, communityId, strategy: 'jwt' }, null)
  const visitor = visitorWithSession(server, token)
  expect((await visitor.call(getLeaving)).answer).toMatchObject({ proof: 'none', hasMail: false })
  expect((await visitor.call(deleteAccount)).status).toBe(200)
  expect((await visitor.call(getSession)).status).toBe(403)
})

it('only a member who leaves their only community receives a mail saying that the account is deleted', async () => {
  const only = 'C’était votre seule communauté'
  const [one, other] = [await person(), await person()]
  const elsewhere = await server.communityId('quartier-de-la-gare')
  await server.db
    .insertInto('users')
    .values({
      community_id: elsewhere,
      id: newId(),
      account_id: other.accountId,
      role: 'neighbor',
      pseudo: `Ailleurs${personCount}`,
      enabled_at: new Date(),
    })
    .execute()
  await leaveCommunityOf(one)
  await leaveCommunityOf(other)
  expect((await waitForMail(server, one.email)).text).toContain(only)
  expect((await waitForMail(server, other.email)).text).not.toContain(only)
})
