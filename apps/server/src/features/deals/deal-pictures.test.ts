import type { Deal } from '@parvis/contract/deals.ts'
import { drawDealMap, removeDeal } from '@parvis/contract/write-deals.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { dealBody, dealCalls } from '#server/testing/deals.ts'
import { multipartOf } from '#server/testing/multipart.ts'
import { plainPicture } from '#server/testing/pictures.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'

let server: TestServer
let calls: ReturnType<typeof dealCalls>
let advertiser: Visitor
let employee: Visitor
let administrator: Visitor
let neighbor: Visitor
beforeAll(async () => {
  server = await openTestServer('demo')
  calls = dealCalls(server)
  ;[advertiser, employee, administrator, neighbor] = await Promise.all([
    server.as('advertiser'),
    server.as('employee'),
    server.as('administrator'),
    server.as('neighbor'),
  ])
})
afterAll(() => server.close())
/** Clears the rate limits before each test. */
beforeEach(() => server.db.deleteFrom('attempts').where('bucket', 'like', 'deal%').execute())

const sendPicture = async (visitor: Visitor, method: string, url: string, fields: Record<string, unknown>) =>
  visitor.send({
    method,
    url,
    ...multipartOf([
      ...Object.entries(fields).map(([name, value]) => [name, value as string | object] as [string, string | object]),
      ['files', await plainPicture(64, 48).jpeg().toBuffer()],
    ]),
  })
const media = (id: string) => server.db.selectFrom('media').selectAll().where('id', '=', id).executeTakeFirst()
const pictureOf = (uri: string | null) => uri!.slice('/media/'.length)

describe('the pictures of a deal', () => {
  it('are uploaded or referenced by URI, are public, and are deleted when replaced', async () => {
    const sent = await sendPicture(
      employee,
      'POST',
      '/gooddeals',
      (await dealBody(server, { alt: 'Une miche' })) as object as Record<string, unknown>,
    )
    const deal = sent.answer as Deal
    const first = pictureOf(deal.photoUri)
    expect(deal.photo).toMatchObject({ alt: 'Une miche' })
    expect(await media(first)).toMatchObject({ class: 'public', unused_since: null })
    expect((await server.visitor().send({ method: 'GET', url: `${deal.photoUri}/thumb` })).status).toBe(200)
    const uploaded = (await sendPicture(employee, 'POST', '/media', {})).answer as { _id: string; uri: string }
    const changed = (await calls.edit(employee, deal._id, { photoUri: uploaded.uri })).answer
    expect(changed.photoUri).toBe(uploaded.uri)
    expect([await media(first), (await media(uploaded._id))?.class]).toEqual([undefined, 'public'])
    // Another member of the team can keep the picture and change its alternative text.
    const retitled = (await calls.edit(administrator, deal._id, { photoUri: uploaded.uri, alt: 'Du pain' })).answer
    expect(retitled.photo).toMatchObject({ uri: uploaded.uri, alt: 'Du pain' })
    expect((await calls.edit(employee, deal._id, { photoUri: null })).answer.photoUri).toBeNull()
    expect(await media(uploaded._id)).toBeUndefined()
  })

  it('must be uploaded by the author, and must not be pictures that only the community may see', async () => {
    const uploaded = (await sendPicture(neighbor, 'POST', '/media', {})).answer as { _id: string; uri: string }
    expect((await calls.create(employee, { photoUri: uploaded.uri })).error).toEqual({
      key: 'badrequest',
      field: 'photoUri',
    })
    const shown = await server.db
      .selectFrom('users as u')
      .innerJoin('accounts as a', 'a.id', 'u.account_id')
      .innerJoin('media as m', 'm.id', 'u.photo_id')
      .select(['m.id'])
      .where('a.email', '=', 'employee@demo.example')
      .executeTakeFirstOrThrow()
    expect((await calls.create(employee, { photoUri: `/media/${shown.id}` })).error.key).toBe('badrequest')
    expect(await media(shown.id)).toMatchObject({ class: 'community' })
  })

  it('are not stored when the call is refused', async () => {
    const count = async () => (await server.db.selectFrom('media').select('id').execute()).length
    const before = await count()
    const body = await dealBody(server, { categoryId: newId() })
    expect(
      (await sendPicture(employee, 'POST', '/gooddeals', body as object as Record<string, unknown>)).error.key,
    ).toBe('error404')
    expect(await count()).toBe(before)
  })

  it('include a map that the team uploads, and that a change of location or the team removes', async () => {
    const { answer } = await calls.create(advertiser)
    const drawn = (await sendPicture(employee, 'PUT', '/gooddeals/map', { _id: answer._id, alt: '© OpenStreetMap' }))
      .answer as typeof answer
    expect(drawn).toMatchObject({ mapPhotoUri: expect.stringMatching(/^\/media\//), version: 2 })
    // The alternative text contains the credit of the map; drawing the map does not change `dateUpdated`.
    expect(drawn.mapPhoto?.alt).toBe('© OpenStreetMap')
    expect((await calls.read(advertiser, answer._id)).answer.keeping?.dateUpdated).toBe(answer.keeping?.dateUpdated)
    const map = pictureOf(drawn.mapPhotoUri)
    expect(await media(map)).toMatchObject({ class: 'public', unused_since: null })
    expect((await employee.call(drawDealMap, { body: { _id: answer._id } })).error.key).toBe('badrequest')
    const removed = (await employee.call(drawDealMap, { body: { _id: answer._id, mapPhotoUri: null } })).answer
    expect([removed.mapPhotoUri, await media(map)]).toEqual([null, undefined])
    await sendPicture(employee, 'PUT', '/gooddeals/map', { _id: answer._id })
    const before = (await calls.read(employee, answer._id)).answer
    expect((await calls.edit(advertiser, answer._id, { loc: before.loc })).answer.mapPhotoUri).toBe(before.mapPhotoUri)
    // The map of the former location is removed.
    const moved = await calls.edit(advertiser, answer._id, { loc: { type: 'Point', coordinates: [6.14, 45.9] } })
    expect([moved.answer.mapPhotoUri, await media(pictureOf(before.mapPhotoUri))]).toEqual([null, undefined])
    // A map for the former location is refused if the deal was moved meanwhile.
    const late = await sendPicture(employee, 'PUT', '/gooddeals/map', { _id: answer._id, loc: before.loc })
    expect(late.error).toEqual({ key: 'badrequest', field: 'loc' })
    expect((await calls.read(employee, answer._id)).answer.mapPhotoUri).toBe(null)
    const here = await sendPicture(employee, 'PUT', '/gooddeals/map', { _id: answer._id, loc: moved.answer.loc })
    expect(here.status).toBe(200)
    await sendPicture(employee, 'PUT', '/gooddeals/map', { _id: answer._id })
    const { mapPhotoUri } = (await calls.read(employee, answer._id)).answer
    await advertiser.call(removeDeal, { params: { id: answer._id } })
    expect(await media(pictureOf(mapPhotoUri))).toBeUndefined()
  })
})
