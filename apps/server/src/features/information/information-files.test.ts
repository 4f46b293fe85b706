import { requestUrl, type Endpoint } from '@parvis/contract/endpoint.ts'
import {
  changeInformation,
  changePlan,
  changeWelcome,
  drawCommunityMap,
  getInformation,
  removePlan,
  removeWelcome,
  WELCOME_PDF,
} from '@parvis/contract/information.ts'
import { MAX_PICTURE_BYTES } from '@parvis/contract/limits.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { multipartOf } from '#server/testing/multipart.ts'
import { plainPicture } from '#server/testing/pictures.ts'
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
const send = (visitor: Visitor, endpoint: Endpoint, bytes: Buffer | readonly Buffer[], fields: object = {}) =>
  visitor.send({
    method: endpoint.method,
    url: endpoint.path,
    ...multipartOf([...Object.entries(fields), ...[bytes].flat().map(one => ['files', one] as [string, Buffer])]),
  })
const pngPicture = () => plainPicture().png().toBuffer()
const pdf = (words = 'Bienvenue') => Buffer.from(`%PDF-1.7\n1 0 obj\n<< /Title (${words}) >>\nendobj\n%%EOF\n`)
const auditedActs = async () =>
  (await server.db.selectFrom('audit_log').select('act').where('community_id', '=', homeId).execute()).map(
    one => one.act,
  )

describe('the welcome PDF', () => {
  const url = () => requestUrl(WELCOME_PDF, { id: homeId })
  const read = async (visitor: Visitor) => {
    const { app } = server
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    return app.inject({ method: 'GET', url: url(), headers: { cookie } })
  }

  it('is served unchanged to members, under a restrictive content security policy', async () => {
    const bytes = pdf('é'.repeat(2000))
    expect((await send(admin, changeWelcome, bytes)).status).toBe(200)
    const neighbor = await server.as('neighbor')
    const reply = await read(neighbor)
    expect(reply.rawPayload.equals(bytes)).toBe(true)
    expect(reply.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'inline; filename="les-tilleuls.pdf"',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
    })
    expect(reply.headers['content-security-policy']).toMatch(/^default-src 'none'; .*frame-ancestors 'self'$/)
    expect(reply.headers['content-security-policy']).not.toContain('script-src')
    const known = await neighbor.send({
      method: 'GET',
      url: url(),
      headers: { 'if-none-match': String(reply.headers.etag) },
    })
    expect(known.status).toBe(304)
    expect((await read(server.visitor())).statusCode).toBe(401)
    expect((await read(await server.asGuest())).json().error.key).toBe('guestforbidden')
  })

  it('is deleted when it is replaced or removed', async () => {
    await send(admin, changeWelcome, pdf('Un'))
    const { welcome_id: first } = await storedCommunity()
    const { answer: before } = await fetchInformation(admin)
    await send(admin, changeWelcome, pdf('Deux'))
    const { welcome_id: second } = await storedCommunity()
    expect(second).not.toBe(first)
    expect(await server.platform.storage.get(`${first}/pdf`)).toBe(null)
    expect((await fetchInformation(admin)).answer.pdfUri).not.toBe(before.pdfUri)
    expect((await admin.call(removeWelcome)).answer.welcome).toBe(null)
    expect(await server.platform.storage.get(`${second}/pdf`)).toBe(null)
    expect((await read(admin)).statusCode).toBe(404)
    expect(await auditedActs()).toContain('welcome.changed')
  })

  it.each([
    ['a picture', async () => await pngPicture()],
    ['an HTML page', async () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['an HTML page that is also a PDF', async () => Buffer.from('%PDF-1.7\n<html><script>1</script>\n%%EOF')],
    ['a PDF after other bytes', async () => Buffer.concat([Buffer.from('GIF89a'), pdf()])],
    ['a PDF with an archive appended', async () => Buffer.concat([pdf(), Buffer.from('PK\x05\x06archive')])],
    ['a truncated PDF', async () => pdf().subarray(0, 20)],
    ['an empty file', async () => Buffer.alloc(0)],
  ])('cannot be replaced by %s', async (_, make) => {
    await send(admin, changeWelcome, pdf('Reste'))
    const before = await storedCommunity()
    const refused = await send(admin, changeWelcome, await make())
    expect([refused.status, refused.error]).toEqual([415, { key: 'unsupportedmedia', field: 'files' }])
    expect(await storedCommunity()).toEqual(before)
    expect((await read(admin)).statusCode).toBe(200)
  })

  it('must be a single file below the size limit', async () => {
    const huge = Buffer.concat([pdf(), Buffer.alloc(MAX_PICTURE_BYTES, ' '), Buffer.from('%%EOF')])
    expect((await send(admin, changeWelcome, huge)).error.key).toBe('toolarge')
    expect((await send(admin, changeWelcome, [pdf(), pdf()])).error.key).toBe('badrequest')
  })
})

describe('the pictures of a community', () => {
  it('include a site plan, which is deleted when it is replaced or removed', async () => {
    expect((await send(admin, changePlan, await pngPicture())).status).toBe(200)
    const { plan_id: first } = await storedCommunity()
    await send(admin, changePlan, await pngPicture())
    const { plan_id: second } = await storedCommunity()
    expect(second).not.toBe(first)
    expect(await server.platform.storage.get(`${first}/card`)).toBe(null)
    expect(await server.db.selectFrom('media').select('id').where('id', '=', first!).execute()).toEqual([])
    expect((await send(admin, changePlan, pdf())).error.key).toBe('unsupportedmedia')
    expect((await admin.call(removePlan)).answer.plan).toBe(null)
    expect(await server.platform.storage.get(`${second}/card`)).toBe(null)
  })

  it('include a map, which only staff of the community can set', async () => {
    const employee = await server.as('employee')
    const fields = { _id: homeId }
    const drawn = await send(employee, drawCommunityMap, await pngPicture(), fields)
    expect(drawn.status).toBe(200)
    const { map_photo_id: first } = await storedCommunity()
    // Ids are case-insensitive: the response contains the staff although the id is in capitals.
    const capitals = await employee.call(drawCommunityMap, {
      body: { _id: homeId.toUpperCase(), mapPhotoUri: `/media/${first}` },
    })
    expect(capitals.answer.staff.length).toBeGreaterThan(0)
    // A picture of a post must not become public as the picture of a map.
    const post = await send(employee, publishPost, await pngPicture(), { description: 'Bonjour' })
    const { photoUri } = (post.answer as { eventId: { photoUri: string } }).eventId
    const posted = await employee.call(drawCommunityMap, { body: { _id: homeId, mapPhotoUri: photoUri } })
    expect(posted.error).toMatchObject({ key: 'badrequest', field: 'mapPhotoUri' })
    // The picture is not deleted if the same one is set again.
    const same = { _id: homeId, mapPhotoUri: `/media/${first}` }
    expect((await employee.call(drawCommunityMap, { body: same })).answer.mapPhoto?._id).toBe(first)
    const lake = await server.communityId('residence-du-lac')
    expect((await employee.call(drawCommunityMap, { body: { _id: lake, mapPhotoUri: null } })).error.key).toBe(
      'forbidden',
    )
    expect((await employee.call(drawCommunityMap, { body: { _id: homeId } })).error.key).toBe('badrequest')
    const foreign = (await storedCommunity(lake)).map_photo_id
    const stolen = { _id: homeId, mapPhotoUri: `/media/${foreign}` }
    expect((await employee.call(drawCommunityMap, { body: stolen })).error.key).toBe('badrequest')
    expect((await employee.call(drawCommunityMap, { body: { _id: homeId, mapPhotoUri: null } })).answer.mapPhoto).toBe(
      null,
    )
    expect(await server.platform.storage.get(`${first}/full`)).toBe(null)
  })

  it('include a map, which is deleted when the position of the community changes', async () => {
    await send(await server.as('employee'), drawCommunityMap, await pngPicture(), { _id: homeId })
    const { map_photo_id: drawn, longitude, latitude } = await storedCommunity()
    const loc = { type: 'Point' as const, coordinates: [longitude!, latitude!] as [number, number] }
    // The map is not deleted if the position remains the same.
    expect((await admin.call(changeInformation, { body: { loc } })).answer.mapPhoto?._id).toBe(drawn)
    const away = { ...loc, coordinates: [longitude! + 0.01, latitude!] as [number, number] }
    expect((await admin.call(changeInformation, { body: { loc: away } })).answer.mapPhoto).toBe(null)
    expect(await server.platform.storage.get(`${drawn}/full`)).toBe(null)
    // A map that was drawn for the old position is refused.
    const employee = await server.as('employee')
    const late = await send(employee, drawCommunityMap, await pngPicture(), { _id: homeId, loc })
    expect([late.error, (await storedCommunity()).map_photo_id]).toEqual([{ key: 'badrequest', field: 'loc' }, null])
    expect((await send(employee, drawCommunityMap, await pngPicture(), { _id: homeId, loc: away })).status).toBe(200)
    const nowhere = { ...loc, coordinates: [999, 99] as [number, number] }
    expect((await admin.call(changeInformation, { body: { loc: nowhere } })).error).toEqual({
      key: 'badrequest',
      field: 'loc',
    })
    await admin.call(changeInformation, { body: { loc } })
  })
})
