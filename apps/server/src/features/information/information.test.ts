import { changeMember } from '@parvis/contract/admin.ts'
import { listEmployees } from '@parvis/contract/chat.ts'
import { getCommunity, listLocations } from '@parvis/contract/community.ts'
import { listDeals } from '@parvis/contract/deals.ts'
import { getEvent } from '@parvis/contract/feed.ts'
import {
  addPlace,
  changeInformation,
  changePlace,
  getInformation,
  MAX_PLACES,
  MAX_USEFUL_NUMBERS,
  removePlace,
} from '@parvis/contract/information.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import type { Role } from '@parvis/contract/roles.ts'
import { getSession } from '@parvis/contract/session.ts'
import { getCurrentWeather } from '@parvis/contract/weather.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { runOverlapping } from '#server/testing/overlapping-calls.ts'
import { addEvent } from '#server/testing/events.ts'
import { addPerson, asPerson } from '#server/testing/people.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'
import { unreachableProvider } from '#server/testing/weather-provider.ts'

let server: TestServer
let homeId: string
let admin: Visitor
beforeAll(async () => {
  server = await openTestServer('demo', { settings: { weather: unreachableProvider } })
  homeId = await server.communityId('les-tilleuls')
  admin = await server.as('administrator')
})
afterAll(() => server.close())
afterEach(() => server.db.deleteFrom('attempts').execute())

const fetchInformation = (visitor: Visitor, idOrUri = 'les-tilleuls') =>
  visitor.call(getInformation, { params: { idOrUri } })
const storedCommunity = (id = homeId) =>
  server.db.selectFrom('communities').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const person = async (community: string, role: Role) =>
  (await asPerson(server, { email: `${newId()}@information.example`, pseudo: newId(), community, role })).visitor
const auditedActs = async () =>
  (await server.db.selectFrom('audit_log').select('act').where('community_id', '=', homeId).execute()).map(
    one => one.act,
  )

describe('community information', () => {
  it('is public, except staff, invitation and welcome PDF, which only members can read', async () => {
    const { answer: open } = await fetchInformation(server.visitor())
    expect(open).toMatchObject({ staff: [], welcome: null, pdfUri: null, invitation: null, channelsIds: [] })
    expect(Object.values(open.abilities)).toEqual([false, false, false, false])
    expect(open.usefulNumbers.slice(0, 2).map(({ phone, kind }) => [phone, kind])).toEqual([
      ['112', 'emergency'],
      ['18', 'emergency'],
    ])
    expect(open.places.map(({ name }) => name)).not.toContain('À mon emplacement')
    expect(open.places.find(({ name }) => name === 'Laverie')).toMatchObject({ openingTime: '7\u00a0h – 21\u00a0h' })
    const { answer: guest } = await fetchInformation(await server.asGuest())
    expect({ ...guest, channelsIds: [] }).toEqual(open)
    const { answer: own } = await fetchInformation(await server.as('neighbor'))
    expect(own.staff.length).toBeGreaterThan(1)
    expect(own.staff.every(({ role }) => ['employee', 'administrator', 'webmaster'].includes(role))).toBe(true)
    expect(own.staff.every(({ abilities }) => abilities.chat)).toBe(true)
    expect(own.invitation).toEqual({ link: `${server.platform.site.origin}/les-tilleuls`, registers: true })
    expect(own.welcome).toMatchObject({ bytes: expect.any(Number) })
    expect(own.abilities).toEqual({ edit: false, drawMap: false, writeToTeam: true, readWelcome: true })
    const { answer: forAdministrator } = await fetchInformation(admin)
    expect(forAdministrator.abilities).toMatchObject({ edit: true, drawMap: true })
    const { answer: publicCommunity } = await server
      .visitor()
      .call(getCommunity, { params: { idOrUri: 'les-tilleuls' } })
    expect(publicCommunity).toMatchObject({
      mail: 'accueil@les-tilleuls.example',
      fax: null,
      residence: 'Les Tilleuls',
    })
    expect([publicCommunity.mapUri, publicCommunity.mapSmallUri]).toEqual([open.plan!.uri, `${open.plan!.uri}/card`])
  })

  it('contains the same coordinates, channels and equipments as the community returned by `getCommunity`', async () => {
    const neighbor = await server.as('neighbor')
    const { coordinates, channelsIds, equipmentsIds } = (await fetchInformation(neighbor)).answer
    expect([coordinates?.length, channelsIds.length > 0, equipmentsIds.length > 0]).toEqual([2, true, true])
    const community = async (visitor: Visitor, idOrUri = 'les-tilleuls') =>
      (await visitor.call(getCommunity, { params: { idOrUri } })).answer
    expect(await community(neighbor)).toMatchObject({ coordinates, channelsIds, equipmentsIds })
    expect(await community(server.visitor())).toMatchObject({ coordinates, channelsIds: [], equipmentsIds })
    const publicCommunity = await community(server.visitor(), 'residence-du-lac')
    expect(publicCommunity).toMatchObject({ coordinates: null, channelsIds: [], equipmentsIds: [] })
  })

  it('of a private community is visible only to its members and moderators, and so are its pictures', async () => {
    const lake = await server.communityId('residence-du-lac')
    const row = await storedCommunity(lake)
    const urls = [`/media/${row.plan_id}/card`, `/media/${row.map_photo_id}/full`]
    const member = await person('residence-du-lac', 'administrator')
    for (const outsider of [server.visitor(), await server.asGuest(), await server.as('neighbor')]) {
      expect((await fetchInformation(outsider, 'residence-du-lac')).error.key).toBe('error404')
      const { answer: publicCommunity } = await outsider.call(getCommunity, { params: { idOrUri: 'residence-du-lac' } })
      expect([
        publicCommunity.phone,
        publicCommunity.mail,
        publicCommunity.mapUri,
        publicCommunity.mapPhotoUri,
        publicCommunity.residence,
      ]).toEqual(Array(5).fill(null))
      for (const url of urls) expect((await outsider.send({ method: 'GET', url })).status).toBe(404)
    }
    const { answer } = await fetchInformation(member, 'residence-du-lac')
    // Only the team receives the registration key.
    expect(answer.invitation?.link).toContain('registerkey=LAC-DEMO-2026')
    for (const url of urls) expect((await member.send({ method: 'GET', url })).status).toBe(200)
    // Moderators of the organisation can read the information that they may edit.
    const sister = await person('camping-des-pins', 'administrator')
    expect((await fetchInformation(sister, 'residence-du-lac')).answer).toMatchObject({
      _id: lake,
      staff: [],
      invitation: null,
    })
    const change = await sister.call(changeInformation, { body: { _id: lake, fax: null } })
    expect((await fetchInformation(sister, 'residence-du-lac')).answer).toEqual(change.answer)
    for (const url of urls) expect((await sister.send({ method: 'GET', url })).status).toBe(200)
    const employee = await person('camping-des-pins', 'employee')
    expect((await fetchInformation(employee, 'residence-du-lac')).error.key).toBe('error404')
    for (const url of urls) expect((await employee.send({ method: 'GET', url })).status).toBe(404)
    const { plan_id } = await storedCommunity()
    const open = await server.visitor().send({ method: 'GET', url: `/media/${plan_id}/card` })
    expect([open.status, open.headers['cache-control']]).toEqual([200, 'private, no-cache'])
  })

  it('contains the registration key only for the team, even where anyone may register', async () => {
    const member = await person('quartier-de-la-gare', 'neighbor')
    const reply = await fetchInformation(member, 'quartier-de-la-gare')
    expect(reply.answer.invitation?.link).toMatch(/quartier-de-la-gare$/)
    expect(JSON.stringify(reply.answer)).not.toContain('GARE-DEMO')
  })

  it('lists no disabled staff', async () => {
    const reader = await server.as('neighbor')
    const staff = async () => (await fetchInformation(reader)).answer.staff.map(({ _id }) => _id)
    const email = `${newId()}@information.example`
    const { userId } = await addPerson(server, { email, community: 'les-tilleuls', role: 'employee' })
    expect(await staff()).toContain(userId)
    await admin.call(changeMember, { params: { id: userId }, body: { disabled: true } })
    expect(await staff()).not.toContain(userId)
  })
})

describe('administrators', () => {
  it('change only the fields that they send; null clears a field', async () => {
    const body = {
      phone: ' 04 65 71 20 41 ',
      mail: 'bureau@les-tilleuls.example',
      webSiteUrl: 'les-tilleuls.example/bienvenue',
      openingTime: 'Le matin',
      lang: { en: { openingTime: 'In the morning' } },
      building: null,
      loc: { type: 'Point' as const, coordinates: [6.13, 45.9] as [number, number] },
      usefulNumbers: [
        { name: 'Syndic', phone: '04 65 71 20 53', kind: 'other' as const },
        { lang: { en: { name: 'Emergencies' } }, phone: '112', kind: 'emergency' as const },
      ],
    }
    const { answer } = await admin.call(changeInformation, { body })
    expect(answer).toMatchObject({ openingTime: 'Le matin', coordinates: [6.13, 45.9] })
    expect(answer.usefulNumbers.map(({ phone }) => phone)).toEqual(['112', '04 65 71 20 53'])
    const row = await storedCommunity()
    expect([row.phone, row.web_site_url, row.address, row.name]).toEqual([
      '04 65 71 20 41',
      'https://les-tilleuls.example/bienvenue',
      '12 allée des Tilleuls',
      'Les Tilleuls',
    ])
    await admin.call(changeInformation, { body: { webSiteUrl: null } })
    expect([(await storedCommunity()).web_site_url, (await storedCommunity()).opening_time]).toEqual([null, 'Le matin'])
    expect((await auditedActs()).filter(act => act === 'community.changed').length).toBeGreaterThan(1)
  })

  it.each([
    [{ name: ' ' }, 'namemandatory', 'name'],
    [{ name: null }, 'namemandatory', 'name'],
    [{ phone: 'call me' }, 'invalidphonenumber', 'phone'],
    [{ fax: '12x4' }, 'invalidphonenumber', 'fax'],
    [{ mail: 'nobody' }, 'invalidemail', 'mail'],
    [{ webSiteUrl: 'javascript:alert(1)' }, 'invalidweblink', 'webSiteUrl'],
    [{ usefulNumbers: [{ name: '', phone: '112' }] }, 'namemandatory', 'usefulNumbers.0.name'],
    [
      {
        usefulNumbers: [
          { name: 'Samu', phone: '15' },
          { name: 'x', phone: '1' },
        ],
      },
      'invalidphonenumber',
      'usefulNumbers.1.phone',
    ],
  ])('cannot save the invalid information %j', async (body, key, field) => {
    const before = await storedCommunity()
    const { error } = await admin.call(changeInformation, { body: body as never })
    expect(error).toMatchObject({ key, field })
    expect(await storedCommunity()).toEqual(before)
  })

  it('cannot save more useful phone numbers than the limit', async () => {
    const number = { name: 'x', phone: '112' }
    const many = Array.from({ length: MAX_USEFUL_NUMBERS + 1 }, () => number)
    expect((await admin.call(changeInformation, { body: { usefulNumbers: many } })).error.key).toBe('badrequest')
  })

  it('may edit the communities of their organisation and no others', async () => {
    const [lake, pines] = [await server.communityId('residence-du-lac'), await server.communityId('camping-des-pins')]
    const keeper = await person('residence-du-lac', 'administrator')
    const change = (id: string, visitor = keeper) =>
      visitor.call(changeInformation, { body: { _id: id, fax: '04 65 71 99 99' } })
    expect((await change(pines)).status).toBe(200)
    expect((await storedCommunity(pines)).fax).toBe('04 65 71 99 99')
    expect((await change(homeId)).error.key).toBe('forbidden')
    expect((await change(lake, admin)).error.key).toBe('forbidden')
    expect((await change('0198c0de-0000-7000-8000-000000000000')).error.key).toBe('error404')
    expect((await storedCommunity()).fax).toBe(null)
  })

  it('can switch options on and off, which takes effect at once for open sessions', async () => {
    const neighbor = await server.as('neighbor')
    const readAvailability = async () => ({
      deals: (await neighbor.call(listDeals)).status,
      weather: (await neighbor.call(getCurrentWeather)).status,
      post: (await neighbor.call(publishPost, { body: { description: 'Bonjour' } })).status,
      employees: (await neighbor.call(listEmployees)).status,
    })
    const before = await readAvailability()
    expect(before).toMatchObject({ deals: 200, post: 200, employees: 200 })
    expect(before.weather).not.toBe(404)
    const flags = (on: boolean) => ({ acceptPosts: on, gooddeal: on, weather: on, subscribe: on })
    await admin.call(changeInformation, { body: flags(false) })
    expect(await readAvailability()).toEqual({ deals: 404, weather: 404, post: 403, employees: 403 })
    const { answer: session } = await neighbor.call(getSession)
    expect(session.abilities).toMatchObject({ post: false, seeDeals: false, seeWeather: false })
    expect((await fetchInformation(neighbor)).answer.abilities.writeToTeam).toBe(false)
    expect((await fetchInformation(neighbor)).answer.staff.some(({ abilities }) => abilities.chat)).toBe(false)
    expect((await admin.call(publishPost, { body: { description: 'Bonjour' } })).status).toBe(200)
    await admin.call(changeInformation, { body: flags(true) })
    expect(await readAvailability()).toEqual(before)
  })
})

describe('places of a community', () => {
  const names = async (visitor: Visitor) => (await visitor.call(listLocations)).answer.map(({ name }) => name)

  it('can be added, renamed and removed; posts still show the name of a removed place', async () => {
    const neighbor = await server.as('neighbor')
    const { answer: place } = await admin.call(addPlace, {
      body: { name: ' Verger ', lang: { en: { name: 'Orchard', openingTime: 'All day' } }, kind: 'location' },
    })
    expect(place).toMatchObject({ name: 'Verger', lang: { en: { name: 'Orchard', openingTime: 'All day' } } })
    expect(await names(neighbor)).toContain('Verger')
    const { _id: userId } = (await neighbor.call(getSession)).answer
    const id = await addEvent(server, { userId, description: 'Aux pommes' })
    await server.db.updateTable('events').set({ place_id: place._id }).where('id', '=', id).execute()
    const placeOf = async () => (await neighbor.call(getEvent, { params: { id } })).answer.place
    await admin.call(changePlace, { params: { id: place._id }, body: { name: 'Grand verger' } })
    expect(JSON.stringify(await placeOf())).toContain('Grand verger')
    expect((await admin.call(removePlace, { params: { id: place._id } })).status).toBe(200)
    expect(await names(neighbor)).not.toContain('Grand verger')
    expect((await fetchInformation(neighbor)).answer.places.map(({ name }) => name)).not.toContain('Grand verger')
    expect(JSON.stringify(await placeOf())).toContain('Grand verger')
    expect((await admin.call(removePlace, { params: { id: place._id } })).error.key).toBe('error404')
    expect(await auditedActs()).toEqual(expect.arrayContaining(['place.added', 'place.changed', 'place.removed']))
  })

  it('require a name; “À mon emplacement” can be neither changed nor removed', async () => {
    expect((await admin.call(addPlace, { body: { name: ' ' } })).error).toMatchObject({
      key: 'namemandatory',
      field: 'name',
    })
    const { id } = await server.db
      .selectFrom('places')
      .select('id')
      .where('community_id', '=', homeId)
      .where('kind', '=', 'equipment')
      .where('name', '=', 'À mon emplacement')
      .executeTakeFirstOrThrow()
    expect((await admin.call(changePlace, { params: { id }, body: { name: 'Ailleurs' } })).error.key).toBe('error404')
    expect((await admin.call(removePlace, { params: { id } })).error.key).toBe('error404')
  })

  it('are limited in number, also when two places are added concurrently', async () => {
    const { answer } = await fetchInformation(admin)
    const left = MAX_PLACES - answer.places.length
    for (let n = 1; n < left; n++) await admin.call(addPlace, { body: { name: `Coin ${n}` } })
    const two = await runOverlapping(server, 'audit_log', n => admin.call(addPlace, { body: { name: `Dernier ${n}` } }))
    expect(two.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})
