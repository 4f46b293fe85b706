import { checkPseudoFree, type ProfileChange } from '@parvis/contract/profile.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createNeighbor, readOwnProfile, saveProfile as save } from '#server/testing/profiles.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer('demo')
})
afterAll(() => server.close())

const errorOf = async (visitor: Visitor, body: ProfileChange) => {
  const { status, error } = await save(visitor, body)
  return [status, error.key, error.field]
}

describe('profile validation', () => {
  it.each<[ProfileChange, string, string]>([
    [{ pseudo: ' ' }, 'pseudomandatory', 'pseudo'],
    [{ pseudo: 'x1' }, 'pseudobadformat', 'pseudo'],
    [{ firstname: ' ' }, 'firstnamemandatory', 'firstname'],
    [{ lastname: null }, 'lastnamemandatory', 'lastname'],
    // These letters are invisible.
    [{ firstname: '\u3164' }, 'firstnamemandatory', 'firstname'],
    [{ lastname: '\uffa0\u115f' }, 'lastnamemandatory', 'lastname'],
    [{ pseudo: '\u3164\u3164\u3164x' }, 'pseudobadformat', 'pseudo'],
    [{ birthdate: '31/02/1990' }, 'invaliddateformat', 'birthdate'],
    [{ birthdate: `01/01/${new Date().getFullYear() - 3}` }, 'tooyoungerror', 'birthdate'],
    [{ birthdate: null }, 'confirmageerror', 'confirmage'],
    [{ city: 'Seynod' }, 'confirmaddresserror', 'confirmaddress'],
    [{ phone: '0639980001' }, 'invalidphone', 'phone'],
    [{ phone: '+33(0)6 39 98 00' }, 'invalidphone', 'phone'],
    [{ newpassword: 'court' }, 'newpasswordbadformat', 'newpassword'],
    [{ newpassword: ' '.repeat(8) }, 'newpasswordmandatory', 'newpassword'],
    [{ newpassword: '\u00a0\u200b\t\u3164 \u2800  ' }, 'newpasswordmandatory', 'newpassword'],
    [{ floor: 'deux' }, 'floorbadformat', 'floor'],
    [{ floor: '123' }, 'floorbadformat', 'floor'],
    [{ apartmentNumber: '12B' }, 'apartmentnumberbadformat', 'apartmentNumber'],
    // Overlong values cause the same errors as badly formatted ones.
    [{ floor: '1'.repeat(60) }, 'floorbadformat', 'floor'],
    [{ apartmentNumber: '1'.repeat(60) }, 'apartmentnumberbadformat', 'apartmentNumber'],
    [{ phone: '0'.repeat(60) }, 'invalidphone', 'phone'],
    [{ pseudo: 'a'.repeat(60) }, 'pseudobadformat', 'pseudo'],
    [{ birthdate: '1'.repeat(60) }, 'invaliddateformat', 'birthdate'],
  ])('rejects %j with %s', async (body, key, field) => {
    const { visitor } = await createNeighbor(server)
    const before = await readOwnProfile(visitor)
    expect(await errorOf(visitor, { job: 'Infirmière', ...body })).toEqual([400, key, field])
    expect(await readOwnProfile(visitor)).toEqual(before)
  })

  it('returns one error at a time, in the order of the form', async () => {
    const { visitor } = await createNeighbor(server)
    const broken: ProfileChange = {
      pseudo: 'x1',
      firstname: '',
      lastname: '',
      birthdate: '1/1/1990',
      city: 'Seynod',
      phone: '06',
      newpassword: 'court',
      floor: 'deux',
      apartmentNumber: 'B',
    }
    const given: string[] = []
    for (;;) {
      const reply = await save(visitor, broken)
      if (reply.status === 200) break
      given.push(reply.error.key)
      if (reply.error.field === 'confirmaddress') broken.confirmaddress = true
      else delete broken[reply.error.field as keyof ProfileChange]
    }
    expect(given).toEqual([
      'pseudobadformat',
      'firstnamemandatory',
      'lastnamemandatory',
      'invaliddateformat',
      'confirmaddresserror',
      'invalidphone',
      'newpasswordbadformat',
      'floorbadformat',
      'apartmentnumberbadformat',
    ])
  })

  it('requires confirmation when the birth date is removed or the address changes, and only then', async () => {
    const { visitor } = await createNeighbor(server)
    expect((await save(visitor, { floor: '3', apartmentNumber: '34', building: 'B' })).status).toBe(200)
    expect((await save(visitor, { birthdate: null, confirmage: true })).status).toBe(200)
    expect((await save(visitor, { job: 'Infirmière' })).status).toBe(200)
    expect((await save(visitor, { address: '9 rue du Lac', confirmaddress: true })).status).toBe(200)
    expect(await readOwnProfile(visitor)).toMatchObject({ address: '9 rue du Lac', birthdate: null, floor: '3' })
  })

  it('requires no confirmation when all values are sent unchanged', async () => {
    const { visitor } = await createNeighbor(server)
    const known = await readOwnProfile(visitor)
    const { birthdate, address, zipCode, city } = known
    expect(address).not.toBe(null)
    expect((await save(visitor, { birthdate, address, zipCode, city })).status).toBe(200)
    expect(await readOwnProfile(visitor)).toMatchObject({ birthdate, address, zipCode, city })
    expect(await errorOf(visitor, { birthdate, address: '1 rue d’ailleurs', zipCode, city })).toEqual([
      400,
      'confirmaddresserror',
      'confirmaddress',
    ])
  })

  it('rejects a pseudo that is taken, ignoring case', async () => {
    const [{ visitor: one }, { visitor: other }] = [await createNeighbor(server), await createNeighbor(server)]
    const { pseudo } = await readOwnProfile(one)
    const taken = pseudo.toUpperCase()
    expect((await other.call(checkPseudoFree, { query: { pseudo: taken } })).answer).toEqual({ free: false })
    expect(await errorOf(other, { pseudo: taken })).toEqual([409, 'pseudoduplicate', 'pseudo'])
    expect((await save(one, { pseudo: taken })).answer.pseudo).toBe(taken)
  })

  it('requires neither names nor a confirmed address from companies and staff', async () => {
    for (const role of ['advertiser', 'employee'] as const) {
      const { visitor } = await createNeighbor(server, { role })
      expect((await save(visitor, { firstname: null, lastname: null, city: 'Seynod' })).status).toBe(200)
    }
  })
})
