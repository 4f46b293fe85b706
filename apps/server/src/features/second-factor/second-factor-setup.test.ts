// Turning the second factor on and off, roles that must have one, and the reset of a lost one.
import { getMemberFile } from '@parvis/contract/admin.ts'
import { getCurrentNeighborhood } from '@parvis/contract/community.ts'
import { getLeaving, proveOwner } from '@parvis/contract/leaving.ts'
import { listEvents } from '@parvis/contract/feed.ts'
import { type Role, roles } from '@parvis/contract/roles.ts'
import {
  beginSecondFactor,
  getSecondFactor,
  makeRecoveryCodes,
  resetSecondFactor,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from '@parvis/contract/second-factor.ts'
import { logIn } from '@parvis/contract/entry.ts'
import { getSession, logOut } from '@parvis/contract/session.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isApiPath } from '@parvis/contract/paths.ts'
import { newId } from '#server/kernel/ids.ts'
import { asPerson, visitorWithSession } from '#server/testing/people.ts'
import { totpCodeAt, turnOnFactor } from '#server/testing/second-factor.ts'
import { openTestServer, type TestServer } from '#server/testing/test-server.ts'
import { type FactorSettings, isFactorRequired } from '../session/access.service.ts'
import { openSession } from '../session/session.service.ts'

const password = 'correct horse'
let demo: TestServer
/** A server set up as a production installation, which requires a second factor for administrators. */
let productionServer: TestServer
beforeAll(async () => {
  demo = await openTestServer('demo')
  productionServer = await openTestServer('demo', { settings: { production: true, demo: false } })
})
afterAll(async () => {
  await demo.close()
  await productionServer.close()
})

let made = 0
const signIn = async (role: Role, server = demo, community = 'les-tilleuls') => {
  const email = `setup-${++made}@test.example`
  const person = await asPerson(server, { email, password, role, community })
  const getFactor = async () => (await person.visitor.call(getSecondFactor)).answer
  const subjects = () => server.mailbox.mails.filter(({ to }) => to === email).map(({ subject }) => subject)
  const acts = async () =>
    (
      await server.db
        .selectFrom('audit_log')
        .select('act')
        .where(eb => eb.or([eb('account_id', '=', person.accountId), eb('subject_id', '=', person.userId)]))
        .where('act', 'like', 'factor%')
        .orderBy('id')
        .execute()
    ).map(({ act }) => act)
  return { ...person, email, getFactor, subjects, acts }
}
const secondSession = async (server: TestServer, { accountId, userId }: { accountId: string; userId: string }) => {
  const communityId = await server.communityId('les-tilleuls')
  return visitorWithSession(
    server,
    (await openSession(server.db, { accountId, userId, communityId, strategy: 'local' }, null)).token,
  )
}

describe('turning on a second factor', () => {
  it('needs a correct code of the latest secret, revokes other sessions and notifies the owner', async () => {
    const { visitor, accountId, userId, getFactor, subjects, acts } = await signIn('employee')
    const elsewhere = await secondSession(demo, { accountId, userId })
    expect(await getFactor()).toEqual({ since: null, recoveryCodesLeft: 0, asked: false })
    expect((await visitor.call(turnOnSecondFactor, { body: { code: '123456' } })).error.key).toBe('error404')
    const first = (await visitor.call(beginSecondFactor)).answer
    const { secret, uri } = (await visitor.call(beginSecondFactor)).answer
    expect(secret).toMatch(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
    expect(new URL(uri).searchParams.get('secret')).toBe(secret.replaceAll(' ', ''))
    expect(secret).not.toBe(first.secret)
    const now = demo.platform.clock.now()
    const turnOnWith = async (code: string | undefined) => {
      const { status, error } = await visitor.call(turnOnSecondFactor, { body: { code } })
      return [status, error.key, error.field]
    }
    expect(await turnOnWith(undefined)).toEqual([400, 'codemissing', 'code'])
    expect(await turnOnWith(totpCodeAt(first.secret, now))).toEqual([400, 'badcode', 'code'])
    for (const code of ['١٢٣٤٥٦', 'ABCDEÉ']) expect(await turnOnWith(code)).toEqual([400, 'badcode', 'code'])
    expect((await getFactor()).since).toBeNull()
    const { recoveryCodes } = (await visitor.call(turnOnSecondFactor, { body: { code: totpCodeAt(secret, now) } }))
      .answer
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes) expect(code).toMatch(/^[A-Z]{4}-[A-Z]{4}-[A-Z]{4}$/)
    expect(await getFactor()).toEqual({ since: expect.any(String), recoveryCodesLeft: 10, asked: false })
    expect((await visitor.call(beginSecondFactor)).error.key).toBe('forbidden')
    expect((await elsewhere.call(getSession)).status).toBe(403)
    expect(await acts()).toEqual(['factor.on'])
    await expect.poll(subjects).toEqual(['La double authentification protège votre compte'])
  })

  it('needs a recent log-in of any kind, or a proof by password', async () => {
    const { visitor, getFactor, accountId } = await signIn('employee')
    const setLogInAge = async (minutesAgo: number) => {
      const created_at = new Date(demo.platform.clock.now().getTime() - minutesAgo * 60_000)
      await demo.db.updateTable('sessions').set({ created_at }).where('account_id', '=', accountId).execute()
      demo.platform.bus.publish('actor.changed', { accountIds: [accountId] })
    }
    await setLogInAge(9)
    for (const strategy of ['apple', 'local'] as const) {
      await demo.db.updateTable('sessions').set({ strategy }).where('account_id', '=', accountId).execute()
      await setLogInAge(9)
      expect((await visitor.call(beginSecondFactor)).status).toBe(200)
      await setLogInAge(11)
      expect((await visitor.call(beginSecondFactor)).error.key).toBe('proofneeded')
    }
    await visitor.call(proveOwner, { body: { currentpassword: password } })
    const { secret } = (await visitor.call(beginSecondFactor)).answer
    // Installing an authenticator app may take long, so after the secret was shown no further proof is needed.
    await demo.db.updateTable('sessions').set({ proved_at: null }).where('account_id', '=', accountId).execute()
    await setLogInAge(40)
    const code = totpCodeAt(secret, demo.platform.clock.now())
    expect((await visitor.call(turnOnSecondFactor, { body: { code } })).status).toBe(200)
    expect((await getFactor()).since).not.toBeNull()
  })

  it('is offered to the team, and to a former staff member who has a factor', async () => {
    const { visitor } = await signIn('neighbor')
    expect((await visitor.call(getSession)).answer.abilities.useSecondFactor).toBe(false)
    const { visitor: employee, userId } = await signIn('employee')
    expect((await employee.call(getSession)).answer.abilities.useSecondFactor).toBe(true)
    const { nextCode } = await turnOnFactor(demo, employee)
    await demo.db.updateTable('users').set({ role: 'neighbor' }).where('id', '=', userId).execute()
    demo.platform.bus.publish('actor.changed', { userIds: [userId] })
    expect((await employee.call(getSession)).answer.abilities.useSecondFactor).toBe(true)
    await employee.call(proveOwner, { body: { currentpassword: password, code: nextCode() } })
    expect((await employee.call(turnOffSecondFactor)).status).toBe(200)
    expect((await employee.call(getSecondFactor)).error.key).toBe('forbidden')
  })
})

describe('turning off a second factor, and requesting new recovery codes', () => {
  it('need a recent proof of ownership by password and code', async () => {
    const { visitor, email, getFactor, acts, subjects } = await signIn('employee')
    const { recoveryCodes, nextCode } = await turnOnFactor(demo, visitor)
    expect((await visitor.call(turnOffSecondFactor)).error.key).toBe('proofneeded')
    expect((await visitor.call(makeRecoveryCodes)).error.key).toBe('proofneeded')
    expect((await visitor.call(getLeaving)).answer).toMatchObject({ proof: 'password', code: true })
    await visitor.call(proveOwner, { body: { currentpassword: password, code: nextCode() } })
    const newCodes = (await visitor.call(makeRecoveryCodes)).answer.recoveryCodes
    expect(newCodes).toHaveLength(10)
    const communityId = await demo.communityId('les-tilleuls')
    const logInWith = (code?: string) => demo.visitor().call(logIn, { body: { email, password, code, communityId } })
    expect((await logInWith(recoveryCodes[0])).error.key).toBe('badcode')
    expect((await logInWith(newCodes[0])).status).toBe(200)
    expect((await getFactor()).recoveryCodesLeft).toBe(9)
    expect((await visitor.call(turnOffSecondFactor)).status).toBe(200)
    expect(await getFactor()).toMatchObject({ since: null, recoveryCodesLeft: 0 })
    expect((await visitor.call(turnOffSecondFactor)).error.key).toBe('error404')
    expect((await logInWith()).status).toBe(200)
    expect(await acts()).toEqual(['factor.on', 'factor.codes', 'factor.failed', 'factor.recovery', 'factor.off'])
    await expect.poll(subjects).toContain('La double authentification est désactivée')
  })
})

describe('a required second factor', () => {
  it('is required for administrators and webmasters in production or with a public URL, except in a demo', () => {
    const settings = { production: true, publicUrl: null, demo: false }
    const asked = (role: Role, more: Partial<FactorSettings> = {}) => isFactorRequired({ ...settings, ...more }, role)
    expect(roles.filter(role => asked(role))).toEqual(['administrator', 'webmaster'])
    const publicUrl = new URL('https://parvis.example')
    expect([
      asked('webmaster', { production: false }),
      asked('webmaster', { production: false, publicUrl }),
      asked('webmaster', { demo: true, publicUrl }),
    ]).toEqual([false, true, false])
  })

  it.each(['administrator', 'webmaster'] as const)(
    'limits a user with the role %s and no factor to the calls that set one up',
    async role => {
      const { visitor } = await signIn(role, productionServer)
      expect((await visitor.call(getSession)).answer).toMatchObject({ needSecondFactor: true, needUpdate: false })
      const allowed: string[] = []
      for (const { method, path, endpoint } of productionServer.app.servedRoutes) {
        if (!endpoint || endpoint.access === 'public' || path === '/api/auth') continue
        const { status, error } = await visitor
          .send({
            method,
            url: path.replace(/:\w+/g, newId()),
            ...(method !== 'GET' && { payload: '{}', headers: { 'content-type': 'application/json' } }),
          })
          .then(reply => ({ status: reply.status, error: reply.status < 400 ? null : reply.error }))
        if (error?.key !== 'forbidden') allowed.push(`${method} ${path} ${status}`)
      }
      expect(allowed.sort()).toEqual([
        'GET /api/user/second-factor 200',
        'POST /api/user/second-factor 200',
        // Allowed, because the calling app may be too old; the empty body of this test is refused with 400.
        'POST /globalinformations/check/version/authenticated 400',
        'PUT /api/user/second-factor 400',
      ])
      expect((await visitor.send({ method: 'GET', url: '/api/user/export/file' })).error.key).toBe('forbidden')
      expect(isApiPath('/api/user/export/file')).toBe(true)
      await turnOnFactor(productionServer, visitor)
      expect((await visitor.call(getSession)).answer.needSecondFactor).toBe(false)
      expect((await visitor.call(listEvents)).status).toBe(200)
      expect((await visitor.call(getSecondFactor)).answer.asked).toBe(true)
    },
  )

  it('does not prevent logging out', async () => {
    const { visitor } = await signIn('administrator', productionServer)
    expect((await visitor.call(logOut)).status).toBe(200)
  })

  it('is required of employees and neighbours from the first call after they become administrators', async () => {
    for (const role of ['neighbor', 'employee'] as const) {
      const { visitor, userId } = await signIn(role, productionServer)
      expect((await visitor.call(getSession)).answer.needSecondFactor).toBe(false)
      expect((await visitor.call(getCurrentNeighborhood)).status).toBe(200)
      await productionServer.db.updateTable('users').set({ role: 'administrator' }).where('id', '=', userId).execute()
      productionServer.platform.bus.publish('actor.changed', { userIds: [userId] })
      expect((await visitor.call(getCurrentNeighborhood)).error.key).toBe('forbidden')
      expect((await visitor.call(getSession)).answer.needSecondFactor).toBe(true)
    }
  })

  it('is required again at once when it is turned off', async () => {
    const { visitor } = await signIn('administrator', productionServer)
    const { nextCode } = await turnOnFactor(productionServer, visitor)
    await visitor.call(proveOwner, { body: { currentpassword: password, code: nextCode() } })
    expect((await visitor.call(turnOffSecondFactor)).status).toBe(200)
    expect((await visitor.call(listEvents)).error.key).toBe('forbidden')
    await turnOnFactor(productionServer, visitor)
    expect((await visitor.call(listEvents)).status).toBe(200)
  })
})

describe('a lost second factor', () => {
  const reset = (by: Awaited<ReturnType<typeof signIn>>, id: string) =>
    by.visitor.call(resetSecondFactor, { params: { id } })
  const offered = async (by: Awaited<ReturnType<typeof signIn>>, id: string) =>
    (await by.visitor.call(getMemberFile, { params: { id } })).answer.abilities.resetSecondFactor

  it('is reset by the team, which revokes sessions and notifies the owner; the password alone is then enough again', async () => {
    const administrator = await signIn('administrator')
    const employee = await signIn('employee')
    expect(await offered(administrator, employee.userId)).toBe(false)
    expect((await reset(administrator, employee.userId)).error.key).toBe('error404')
    await turnOnFactor(demo, employee.visitor)
    expect(await offered(administrator, employee.userId)).toBe(true)
    expect((await reset(administrator, employee.userId)).status).toBe(200)
    expect((await employee.visitor.call(getSession)).status).toBe(403)
    expect(await employee.acts()).toEqual(['factor.on', 'factor.reset'])
    await expect.poll(employee.subjects).toContain('Votre double authentification a été retirée')
    const communityId = await demo.communityId('les-tilleuls')
    const { status } = await demo.visitor().call(logIn, { body: { email: employee.email, password, communityId } })
    expect(status).toBe(200)
    expect((await reset(administrator, employee.userId)).error.key).toBe('error404')
  })

  it('of an administrator is reset by a webmaster only, and nobody resets their own', async () => {
    const [one, other, webmaster] = [
      await signIn('administrator'),
      await signIn('administrator'),
      await signIn('webmaster'),
    ]
    for (const { visitor } of [one, other, webmaster]) await turnOnFactor(demo, visitor)
    expect([await offered(one, other.userId), (await reset(one, other.userId)).error.key]).toEqual([false, 'forbidden'])
    expect([await offered(one, one.userId), (await reset(one, one.userId)).error.key]).toEqual([false, 'forbidden'])
    expect((await reset(one, webmaster.userId)).error.key).toBe('forbidden')
    expect((await reset(webmaster, webmaster.userId)).error.key).toBe('forbidden')
    expect([await offered(webmaster, other.userId), (await reset(webmaster, other.userId)).status]).toEqual([true, 200])
  })

  it('is not reset by the team of a community if its owner has more rights in another community', async () => {
    const administrator = await signIn('administrator')
    const person = await signIn('employee')
    await turnOnFactor(demo, person.visitor)
    await demo.db
      .insertInto('users')
      .values({
        community_id: await demo.communityId('camping-des-pins'),
        id: newId(),
        account_id: person.accountId,
        role: 'administrator',
        pseudo: newId(),
        enabled_at: new Date(),
      })
      .execute()
    expect([
      await offered(administrator, person.userId),
      (await reset(administrator, person.userId)).error.key,
    ]).toEqual([false, 'forbidden'])
  })
})
