// Suspended members can read. Every changing call declares whether suspended members may call it, and the server
// enforces the declaration.
import type { Endpoint } from '@parvis/contract/endpoint.ts'
import { getProfile, isOwnProfile, type ProfileChange, updateProfile } from '@parvis/contract/profile.ts'
import type { Role } from '@parvis/contract/roles.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from './kernel/ids.ts'
import { multipartOf } from './testing/multipart.ts'
import { asPerson, newPseudo } from './testing/people.ts'
import { plainPicture } from './testing/pictures.ts'
import { openTestServer, type TestServer, type Visitor } from './testing/test-server.ts'

const PASSWORD = 'velo-tilleul-lac'
const HOUR_MS = 3_600_000

let server: TestServer
beforeAll(async () => {
  server = await openTestServer('demo')
})
afterAll(() => server.close())

const addSuspended = async ({ role = 'neighbor', password }: { role?: Role; password?: string } = {}) => {
  const email = `${newId()}@suspended.example`
  const person = await asPerson(server, {
    email,
    pseudo: newPseudo(),
    ...(password && { password }),
    role,
    community: 'les-tilleuls',
  })
  await server.db
    .updateTable('users')
    .set({
      suspended_until: new Date(Date.now() + HOUR_MS),
      firstname: 'Zoé',
      lastname: 'Petit',
      description: 'Bonjour',
      job: 'Menuisière',
      birthdate: '1980-02-01',
    })
    .where('id', '=', person.userId)
    .execute()
  server.platform.bus.publish('actor.changed', { userIds: [person.userId] })
  return person
}

const changingEndpoints = (): Endpoint[] =>
  server.app.servedRoutes
    .flatMap(({ endpoint }) => endpoint ?? [])
    .filter(({ method, access }) => method !== 'GET' && access !== 'public')

const findUndeclared = (endpoints: readonly Endpoint[]) =>
  endpoints.filter(({ allowSuspended }) => allowSuspended === undefined).map(({ method, path }) => `${method} ${path}`)

/**
 * Returns the error key of a call, or `.` if it succeeds. The call has no body and unknown ids, because the check for
 * suspended members runs before validation.
 */
const errorKeyOf = async (visitor: Visitor, { method, path }: Endpoint) => {
  const reply = await visitor.send({ method, url: path.replaceAll(/:\w+/g, () => newId()) })
  return reply.status < 400 ? '.' : reply.error.key
}

describe('calls that change something', () => {
  it('declare whether suspended members may call them', () => {
    expect(changingEndpoints().length).toBeGreaterThan(80)
    expect(findUndeclared(changingEndpoints())).toEqual([])
    const { allowSuspended: _, ...undeclared } = changingEndpoints()[0]!
    expect(findUndeclared([undeclared])).toEqual([`${undeclared.method} ${undeclared.path}`])
  })

  it.each(['neighbor', 'administrator'] as const)(
    'are refused to a suspended %s exactly if they declare that suspended members may not call them',
    async role => {
      let { visitor } = await addSuspended({ role })
      for (const endpoint of changingEndpoints()) {
        const name = `${endpoint.method} ${endpoint.path}`
        const isRefused = (await errorKeyOf(visitor, endpoint)) === 'suspended'
        expect(`${name} ${isRefused}`).toBe(`${name} ${endpoint.allowSuspended === false}`)
        // Some of the allowed calls end the session.
        if (!isRefused) visitor = (await addSuspended({ role })).visitor
      }
    },
    60_000,
  )
})

describe('the profile of a suspended member', () => {
  const save = (visitor: Visitor, body: ProfileChange) => visitor.call(updateProfile, { body })
  const readOwnProfile = async (visitor: Visitor) => {
    const { answer } = await visitor.call(getProfile)
    if (!isOwnProfile(answer)) throw new Error('not one’s own')
    return answer
  }

  it('cannot be changed', async () => {
    const { visitor, userId } = await addSuspended()
    const before = await readOwnProfile(visitor)
    const stored = () => server.db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
    const row = await stored()
    const hobby = (await server.db.selectFrom('hobbies').select('id').limit(1).executeTakeFirstOrThrow()).id
    const profileChanges: ProfileChange[] = [
      { description: 'Je vends tout' },
      { description: '' },
      { pseudo: newPseudo() },
      { firstname: 'Je vends' },
      { lastname: 'Tout' },
      { gender: 'M' },
      { job: 'Vendeuse' },
      { birthdate: '01/02/1981' },
      { phone: '+33(0)6 12 34 56 78' },
      { building: 'C' },
      { floor: '3' },
      { apartmentNumber: '12' },
      { buildingAccess: '1234' },
      { address: '1 rue Neuve', confirmaddress: true },
      { hobbiesIds: [hobby] },
    ]
    for (const body of profileChanges) {
      const { status, error } = await save(visitor, body)
      expect([body, status, error.key]).toEqual([body, 403, 'suspended'])
    }
    const photo = multipartOf([['files', await plainPicture().jpeg().toBuffer()]])
    const sent = await visitor.send({ method: 'PUT', url: '/api/user', ...photo })
    expect(sent.error.key).toBe('suspended')
    expect(await stored()).toEqual(row)
    expect(await readOwnProfile(visitor)).toEqual(before)
  })

  it('can be saved unchanged together with a new password', async () => {
    const { visitor } = await addSuspended({ password: PASSWORD })
    const { pseudo, firstname, lastname, description, job, birthdate } = await readOwnProfile(visitor)
    const unchangedProfile = { pseudo, firstname, lastname, description, job, birthdate }
    const reply = await save(visitor, {
      ...unchangedProfile,
      currentpassword: PASSWORD,
      newpassword: 'lac-velo-tilleul',
    })
    expect(reply.status).toBe(200)
    const wrong = await save(visitor, { currentpassword: PASSWORD, newpassword: 'encore-un-autre' })
    expect(wrong.error.key).toBe('baduserpassword')
  })

  it('can be changed again when the suspension is over', async () => {
    const { visitor, userId } = await addSuspended()
    expect((await save(visitor, { description: 'Me revoilà' })).error.key).toBe('suspended')
    await server.db
      .updateTable('users')
      .set({ suspended_until: new Date(Date.now() - HOUR_MS) })
      .where('id', '=', userId)
      .execute()
    server.platform.bus.publish('actor.changed', { userIds: [userId] })
    expect((await save(visitor, { description: 'Me revoilà' })).status).toBe(200)
  })
})
