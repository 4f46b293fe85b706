import { type FeedPost } from '@parvis/contract/feed.ts'
import { type PostBody, publishPost, MAX_TEXT_LENGTH } from '@parvis/contract/publish.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { logInCamper } from '#server/testing/campers.ts'
import { countPostRows, photoCalls } from '#server/testing/photo-posts.ts'
import { plainPicture } from '#server/testing/pictures.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'

let server: TestServer
let neighbor: Visitor
let photo: Buffer

beforeAll(async () => {
  server = await openTestServer('demo')
  neighbor = await server.as('neighbor')
  photo = await plainPicture().jpeg().toBuffer()
})
beforeEach(async () => {
  await server.db.deleteFrom('attempts').execute()
})
afterAll(() => server.close())

const publish = (body: PostBody, visitor = neighbor) => visitor.call(publishPost, { body })
const { withPhoto, upload, fetches } = photoCalls(() => ({ neighbor, photo }))
const counts = () => countPostRows(server)
const camper = (role?: 'neighbor' | 'employee') => logInCamper(server, role)

describe('the picture of a post', () => {
  it('is stored with its alt text', async () => {
    const { answer } = await withPhoto([
      ['description', 'Regardez'],
      ['alt', 'Un arc-en-ciel'],
      ['lang', { en: { alt: 'A rainbow' } }],
    ])
    const event = answer as FeedPost
    expect(event.photo).toMatchObject({
      uri: event.eventId.photoUri,
      alt: 'Un arc-en-ciel',
      lang: { en: { alt: 'A rainbow' } },
    })
    expect(await fetches(await server.as('neighbor2'), event.photo!.uri)).toBe(200)
  })

  it('can be uploaded before the post is published; until then only the member who uploaded it can fetch it', async () => {
    const { uri } = await upload()
    const other = await server.as('neighbor2')
    expect([
      await fetches(neighbor, uri),
      await fetches(other, uri),
      await fetches(await server.as('webmaster'), uri),
      await fetches(server.visitor(), uri),
    ]).toEqual([200, 404, 404, 404])
    expect((await publish({ description: 'a', photoUri: uri }, other)).error).toEqual({
      key: 'badrequest',
      field: 'photoUri',
    })
    expect((await publish({ photoUri: uri, alt: 'Un mur' })).answer.photo).toMatchObject({ uri, alt: 'Un mur' })
    expect(await fetches(other, uri)).toBe(200)
    expect((await publish({ description: 'a', photoUri: uri }, other)).error.key).toBe('badrequest')
    expect((await publish({ photoUri: uri })).answer.photo).toMatchObject({ uri, alt: 'Un mur' })
  })

  it('cannot be the logo of a community, nor a picture uploaded in another community', async () => {
    const { id: logo } = await server.db
      .selectFrom('media')
      .select('id')
      .where('class', '=', 'public')
      .limit(1)
      .executeTakeFirstOrThrow()
    const foreign = await upload(await camper())
    for (const photoUri of [`/media/${logo}`, foreign.uri])
      expect((await publish({ description: 'a', photoUri })).error.key).toBe('badrequest')
  })

  it('is not stored if the post is refused', async () => {
    const before = await counts()
    for (const fields of [
      [['youtubeVideoId', 'x']],
      [
        ['description', 'a'],
        ['channelsIds', [newId()]],
      ],
      [['description', 'x'.repeat(MAX_TEXT_LENGTH + 1)]],
      [['lang', '{']],
    ] as [string, string | object][][]) {
      expect((await withPhoto(fields)).status).toBeGreaterThanOrEqual(400)
    }
    expect(await counts()).toEqual(before)
  })
})
