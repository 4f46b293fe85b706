import { changeMember, invite, printCode } from '@parvis/contract/admin.ts'
import { proveOwner } from '@parvis/contract/leaving.ts'
import type { Role } from '@parvis/contract/roles.ts'
import { logInByLink } from '@parvis/contract/entry.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { MINUTE_MS } from '#server/kernel/limits/rate-limit.ts'
import { waitForMail, linkTokenIn } from '#server/testing/mails.ts'
import { addPerson, asPerson, type NewPerson, proveOwnership } from '#server/testing/people.ts'
import { turnOnFactor } from '#server/testing/second-factor.ts'
import { DEMO_PASSWORD, openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'

const HOME = 'les-tilleuls'
let server: TestServer
let home: string
beforeAll(async () => {
  server = await openTestServer('demo')
  home = await server.communityId(HOME)
})
beforeEach(() => {
  server.clock.aheadMs = 0
})
afterAll(() => server.close())

const newEmail = () => `${newId()}@equipe.example`
const addMember = (more: Partial<NewPerson> = {}) =>
  addPerson(server, { email: newEmail(), pseudo: newId(), community: HOME, ...more })
const addAdministrator = async (more: Partial<NewPerson> = {}) => {
  const email = newEmail()
  const person = { email, pseudo: newId(), community: HOME, role: 'administrator' as const, password: DEMO_PASSWORD }
  return { email, ...(await asPerson(server, { ...person, ...more })) }
}
const setRole = (by: Visitor, id: string, role: Role) => by.call(changeMember, { params: { id }, body: { role } })
const roleOf = async (id: string) =>
  (await server.db.selectFrom('users').select('role').where('id', '=', id).executeTakeFirstOrThrow()).role
const countInvited = async () =>
  Number(
    (
      await server.db
        .selectFrom('users')
        .select(eb => eb.fn.countAll().as('count'))
        .where('community_id', '=', home)
        .where('invited_at', 'is not', null)
        .executeTakeFirstOrThrow()
    ).count,
  )

describe('a change of a team role', () => {
  it.each([
    ['neighbor', 'employee'],
    ['neighbor', 'administrator'],
    ['employee', 'administrator'],
    ['administrator', 'neighbor'],
    ['employee', 'advertiser'],
  ] as const)(
    'from %s to %s is refused until the actor proves the ownership of the account by password',
    async (before, after) => {
      const { visitor } = await addAdministrator()
      const { userId } = await addMember({ role: before })
      const refused = await setRole(visitor, userId, after)
      expect([refused.status, refused.error.key]).toEqual([403, 'proofneeded'])
      const wrong = await visitor.call(proveOwner, { body: { currentpassword: 'not-this-one' } })
      expect(wrong.error.key).toBe('baduserpassword')
      expect((await setRole(visitor, userId, after)).error.key).toBe('proofneeded')
      expect(await roleOf(userId)).toBe(before)
      await proveOwnership(visitor)
      expect((await setRole(visitor, userId, after)).answer.role).toBe(after)
      expect(await roleOf(userId)).toBe(after)
    },
  )

  it('needs a new proof of account ownership after ten minutes, also if members change their own role', async () => {
    const { visitor, userId: own } = await addAdministrator()
    const { userId } = await addMember()
    await proveOwnership(visitor)
    server.clock.aheadMs = 11 * MINUTE_MS
    expect((await setRole(visitor, userId, 'employee')).error.key).toBe('proofneeded')
    expect((await setRole(visitor, own, 'neighbor')).error.key).toBe('proofneeded')
    expect([await roleOf(userId), await roleOf(own)]).toEqual(['neighbor', 'administrator'])
  })

  it('needs a second-factor code besides the password if the actor has a second factor', async () => {
    const { visitor } = await addAdministrator()
    const { userId } = await addMember()
    const { nextCode } = await turnOnFactor(server, visitor)
    expect((await proveOwnership(visitor)).error.key).toBe('codemissing')
    expect((await setRole(visitor, userId, 'administrator')).error.key).toBe('proofneeded')
    await visitor.call(proveOwner, { body: { currentpassword: DEMO_PASSWORD, code: nextCode() } })
    expect((await setRole(visitor, userId, 'administrator')).status).toBe(200)
  })

  it('needs a log-in by a mailed link if the actor has no password', async () => {
    const { visitor, email } = await addAdministrator({ password: undefined })
    const { userId } = await addMember()
    expect((await setRole(visitor, userId, 'administrator')).error.key).toBe('proofneeded')
    expect((await visitor.call(proveOwner)).answer).toEqual({ proof: 'sent' })
    expect((await setRole(visitor, userId, 'administrator')).error.key).toBe('proofneeded')
    const back = server.visitor()
    await back.call(logInByLink, { body: { token: linkTokenIn(await waitForMail(server, email)), communityId: home } })
    expect((await setRole(back, userId, 'administrator')).status).toBe(200)
  })

  it('is refused after too many wrong passwords, each of which is audited', async () => {
    const { visitor, accountId } = await addAdministrator()
    const { userId } = await addMember()
    const keys: (string | undefined)[] = []
    for (let n = 0; n < 11; n++)
      keys.push((await visitor.call(proveOwner, { body: { currentpassword: `guess-${n}` } })).error.key)
    expect(keys).toEqual([...Array.from({ length: 10 }, () => 'baduserpassword'), 'toomanyrequests'])
    // Once the limit is reached the correct password is refused too.
    expect((await proveOwnership(visitor)).error.key).toBe('toomanyrequests')
    expect((await setRole(visitor, userId, 'administrator')).error.key).toBe('proofneeded')
    expect(await roleOf(userId)).toBe('neighbor')
    const failed = await server.db
      .selectFrom('audit_log')
      .select('id')
      .where('account_id', '=', accountId)
      .where('act', '=', 'proof.failed')
      .execute()
    expect(failed).toHaveLength(10)
  })

  it('is the only change of a member that needs a proof of account ownership', async () => {
    const { visitor } = await addAdministrator()
    const { userId } = await addMember()
    expect((await setRole(visitor, userId, 'advertiser')).status).toBe(200)
    expect((await setRole(visitor, userId, 'neighbor')).status).toBe(200)
    const { userId: id } = await addMember({ role: 'employee' })
    for (const body of [{ role: 'employee' as const }, { disabled: true }, { birthdate: '12/05/1990' }])
      expect((await visitor.call(changeMember, { params: { id }, body })).status).toBe(200)
  })
})

describe('an invitation by mail or letter', () => {
  it.each(['employee', 'administrator'] as const)(
    'into the team needs a proof of account ownership: as %s',
    async role => {
      const { visitor } = await addAdministrator()
      const email = newEmail()
      const before = await countInvited()
      const ask = (body: { email?: string; building?: string }) => visitor.call(invite, { body: { ...body, role } })
      for (const body of [{ email }, { building: 'B' }]) expect((await ask(body)).error.key).toBe('proofneeded')
      expect(await countInvited()).toBe(before)
      await server.settled()
      expect(server.mailbox.mails.filter(({ to }) => to === email)).toEqual([])
      await proveOwnership(visitor)
      expect((await ask({ email })).answer.invitation.role).toBe(role)
      await waitForMail(server, email)
      const { invitation, letter } = (await ask({ building: 'B' })).answer
      expect(letter).not.toBeNull()
      // A second letter opens the same account, so it needs a proof of ownership too.
      const other = await addAdministrator()
      const params = { id: invitation._id }
      expect((await other.visitor.call(printCode, { params })).error.key).toBe('proofneeded')
      expect((await visitor.call(printCode, { params })).status).toBe(200)
    },
  )

  it.each(['neighbor', 'advertiser'] as const)(
    'outside the team needs no proof of account ownership: as %s',
    async role => {
      const { visitor } = await addAdministrator()
      expect((await visitor.call(invite, { body: { email: newEmail(), role } })).status).toBe(200)
      const { invitation } = (await visitor.call(invite, { body: { building: 'B', role } })).answer
      expect((await visitor.call(printCode, { params: { id: invitation._id } })).status).toBe(200)
    },
  )
})

describe('the webmasters of an installation', () => {
  const webmaster = async (language: 'fr' | 'en' | null, more: object = {}, account: object = {}) => {
    const email = newEmail()
    const added = await addPerson(server, { email, pseudo: newId(), community: 'residence-du-lac', role: 'webmaster' })
    await server.db
      .updateTable('accounts')
      .set({ language, ...account })
      .where('id', '=', added.accountId)
      .execute()
    await server.db
      .updateTable('users')
      .set({ firstname: 'Wanda', ...more })
      .where('id', '=', added.userId)
      .execute()
    return { email, ...added }
  }
  const mailsTo = (email: string) => server.mailbox.mails.filter(({ to }) => to === email)

  it('receive a mail in their language about each change of a team role, unless they made the change or are not active', async () => {
    const [french, english] = [await webmaster('fr'), await webmaster('en')]
    const inactive = [
      await webmaster('fr', { gone_at: new Date() }),
      await webmaster('fr', { gone_at: new Date(), erased_at: new Date() }),
      await webmaster('fr', { disabled_at: new Date() }),
      await webmaster('fr', { suspended_until: new Date(Date.now() + 86_400_000) }),
      await webmaster('fr', { first_login: true }),
    ]
    const { visitor, email, userId: by } = await addAdministrator({ role: 'webmaster' })
    const { userId } = await addMember()
    const name = (id: string, firstname: string, lastname: string) =>
      server.db.updateTable('users').set({ firstname, lastname }).where('id', '=', id).execute()
    await name(by, 'Ada', 'Martin')
    await name(userId, 'Théo', 'Lu')
    await proveOwnership(visitor)
    await setRole(visitor, userId, 'administrator')
    const mail = await waitForMail(server, english.email)
    expect(mail.subject).toBe('The team of Les Tilleuls changes: Théo Lu')
    expect(mail.text).toContain(
      'In Les Tilleuls, Ada Martin has just given Théo Lu another role: administrator, in place of resident.',
    )
    expect(mail.text).toContain('/gestion/journal')
    const other = await waitForMail(server, french.email)
    expect(other.subject).toBe('L’équipe de la communauté Les Tilleuls change\u00a0: Théo Lu')
    expect(other.text).toContain('Ada Martin vient de donner un autre rôle à Théo Lu\u00a0: administration')

    const invited = newEmail()
    await visitor.call(invite, { body: { email: invited, role: 'employee' } })
    await visitor.call(invite, { body: { building: 'B', role: 'employee' } })
    // No mail is sent for the invitation of a neighbour or for a refused change.
    await visitor.call(invite, { body: { email: newEmail() } })
    await setRole((await addAdministrator()).visitor, userId, 'neighbor')
    await server.settled()
    expect(mailsTo(english.email).map(({ text }) => /has just .*/.exec(text)?.[0])).toEqual([
      'has just invited somebody, by a letter, with this role: team.',
      `has just invited ${invited}, with this role: team.`,
      expect.stringContaining('has just given Théo Lu another role'),
    ])
    expect(mailsTo(french.email)).toHaveLength(3)
    for (const added of [...inactive, { email }]) expect(mailsTo(added.email)).toEqual([])
  })

  it('receive a mail when they lose the webmaster role, but not when they are given the role', async () => {
    const [taken, { email: next, userId: nextId }] = [
      await webmaster('en'),
      await addAdministrator({ role: 'employee' }),
    ]
    const { visitor } = await addAdministrator({ role: 'webmaster', community: 'residence-du-lac' })
    await proveOwnership(visitor)
    expect((await setRole(visitor, taken.userId, 'neighbor')).status).toBe(200)
    expect((await waitForMail(server, taken.email)).text).toContain('another role: resident, in place of webmaster')
    const { visitor: actor } = await addAdministrator({ role: 'webmaster' })
    await proveOwnership(actor)
    expect((await setRole(actor, nextId, 'webmaster')).status).toBe(200)
    await server.settled()
    expect(mailsTo(next)).toEqual([])
  })
})
