import { getDesk } from '@parvis/contract/admin.ts'
import { getCurrentCommunity, listLocations } from '@parvis/contract/community.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import { logIn } from '@parvis/contract/entry.ts'
import { finishSetup, openSetup, type Setup, slugify } from '@parvis/contract/setup.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newSecret } from '#server/kernel/secrets.ts'
import { openTestServer, type TestServer } from '#server/testing/test-server.ts'
import { setupSecret } from './setup.service.ts'

let server: TestServer
beforeEach(async () => {
  server = await openTestServer('empty')
})
afterEach(() => server.close())

const setup = (more: Partial<Setup> = {}): Setup => ({
  secret: setupSecret(server.platform.secretBox),
  lang: 'fr',
  firstname: 'Anne-Sophie',
  lastname: 'Vuillermoz',
  email: 'anne@mairie.example',
  password: 'place du marche',
  name: 'Les Marquisats',
  customUri: 'les-marquisats',
  communitytype: 'Neighborhood',
  address: '8 rue des Marquisats',
  zipCode: '74000',
  city: 'Annecy',
  longitude: 6.1286,
  latitude: 45.8987,
  sign: 'tree',
  wayIn: 'key',
  key: 'TILLEUL-42',
  timezone: 'Europe/Paris',
  ...more,
})

describe('an installation without a community', () => {
  it('is set up by its secret URL: the webmaster can log in, and the community has places and accepts posts', async () => {
    const visitor = server.visitor()
    const { answer: open } = await visitor.call(openSetup, { body: { secret: setup().secret } })
    expect(open.key).toMatch(/^[A-Z]{4}-[A-Z]{4}$/)
    const { answer } = await visitor.call(finishSetup, { body: setup() })
    expect(answer.customUri).toBe('les-marquisats')
    const { communityId } = answer
    const { answer: community } = await visitor.call(getCurrentCommunity)
    expect(community).toMatchObject({
      _id: communityId,
      name: 'Les Marquisats',
      needRegisterKey: true,
      isPrivate: false,
      loc: { coordinates: [6.1286, 45.8987] },
    })
    expect((await visitor.send({ method: 'GET', url: `${community.logoUri}/thumb` })).status).toBe(200)
    const body = { email: 'Anne@mairie.example', password: 'place du marche', communityId }
    const { answer: me } = await visitor.call(logIn, { body })
    expect(me).toMatchObject({ role: 'webmaster', pseudo: 'Anne-Sophie.V', needUpdate: false })
    expect((await visitor.call(listLocations)).answer.map(({ name }) => name)).toContain('Place du quartier')
    expect((await visitor.call(getDesk)).answer.registerKey.key).toBe('TILLEUL-42')
    expect((await visitor.call(publishPost, { body: { description: 'Bonjour à tous' } })).status).toBe(200)
    // The secret is invalid once the installation is set up.
    expect((await visitor.call(openSetup, { body: { secret: setup().secret } })).error.key).toBe('error404')
    const again = setup({ customUri: 'autre', email: 'autre@mairie.example' })
    expect((await visitor.call(finishSetup, { body: again })).error.key).toBe('error404')
  })

  it('is set up once, even by concurrent requests', async () => {
    const all = [1, 2, 3].map(n => setup({ customUri: `place-${n}`, email: `n${n}@mairie.example` }))
    const replies = await Promise.all(all.map(body => server.visitor().call(finishSetup, { body })))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 404, 404])
    expect(await server.db.selectFrom('users').select('role').execute()).toEqual([{ role: 'webmaster' }])
  })

  it('is set up with a private community if members are to join by invitation', async () => {
    const visitor = server.visitor()
    await visitor.call(finishSetup, { body: setup({ wayIn: 'invite', key: null }) })
    expect((await visitor.call(getCurrentCommunity)).answer).toMatchObject({ isPrivate: true, needRegisterKey: false })
  })

  it('returns only the first error of the form and stores nothing if the form is invalid', async () => {
    const errorOf = async (more: Partial<Setup>) => {
      const { error } = await server.visitor().call(finishSetup, { body: setup(more) })
      return [error.key, error.field]
    }
    expect(await errorOf({ firstname: ' ' })).toEqual(['firstnamemandatory', 'firstname'])
    expect(await errorOf({ email: 'anne' })).toEqual(['invalidemail', 'email'])
    expect(await errorOf({ password: 'court' })).toEqual(['newpasswordbadformat', 'password'])
    expect(await errorOf({ password: ' '.repeat(8) })).toEqual(['newpasswordmandatory', 'password'])
    expect(await errorOf({ password: 'Password1' })).toEqual(['newpasswordcommon', 'password'])
    expect(await errorOf({ name: null })).toEqual(['namemandatory', 'name'])
    expect(await errorOf({ key: '  ' })).toEqual(['missingkey', 'key'])
    for (const customUri of ['', 'ab', 'Les Érables', 'gestion', '-lac', 'a--b', 'installation'])
      expect(await errorOf({ customUri })).toEqual(['uribadformat', 'customUri'])
    expect(await server.db.selectFrom('accounts').select('id').execute()).toEqual([])
  })

  it('limits the requests with wrong setup secrets', async () => {
    const errorKeys = []
    for (let n = 0; n < 11; n++)
      errorKeys.push((await server.visitor().call(openSetup, { body: { secret: newSecret() } })).error.key)
    expect(errorKeys.at(0)).toBe('error404')
    expect(errorKeys.at(-1)).toBe('toomanyrequests')
  })
})

it('slugify builds valid slugs for URLs', () => {
  expect(slugify('Les Érables, n° 3')).toBe('les-erables-n-3')
  expect(slugify('  Résidence « Le Lac » ')).toBe('residence-le-lac')
})
