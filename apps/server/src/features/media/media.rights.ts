import { newId } from '#server/kernel/ids.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { multipartOf } from '#server/testing/multipart.ts'
import { plainPicture } from '#server/testing/pictures.ts'
import { get, json, type FeatureRights } from '#server/testing/rights.ts'

const PIXEL = { width: 1, height: 1, thumbhash: '' }

const findPublicPictureId = async (db: Db) =>
  (
    await db
      .selectFrom('media')
      .select('id')
      .where('class', '=', 'public')
      .where('community_id', 'is', null)
      .limit(1)
      .executeTakeFirstOrThrow()
  ).id

const findPostPictureId = async (db: Db, communityId: string) =>
  (
    await db
      .selectFrom('events')
      .select('photo_id')
      .where('community_id', '=', communityId)
      .where('photo_id', 'is not', null)
      .limit(1)
      .executeTakeFirstOrThrow()
  ).photo_id

const findPlanId = async (db: Db, communityId: string) =>
  (await db.selectFrom('communities').select('plan_id').where('id', '=', communityId).executeTakeFirstOrThrow()).plan_id

export const rights: FeatureRights = {
  table: `
                                              | nobody    | guest          | neighbor | advertiser | employee | administrator | webmaster | newcomer  | stranger
GET /media/:id/:size (public)                 | .         | .              | .        | .          | .        | .             | .         | .         | .
GET /media/:id/preview.jpg (public)           | .         | .              | .        | .          | .        | .             | .         | .         | .
GET /media/:id/preview.jpg (community)        | error404  | error404       | error404 | error404   | error404 | error404      | error404  | error404  | error404
GET /media/:id/:size (community)              | error404  | .              | .        | .          | .        | .             | .         | error404  | error404
GET /media/:id/:size (the plan)               | .         | .              | .        | .          | .        | .             | .         | .         | .
GET /media/:id/:size (a private one's plan)   | error404  | error404       | error404 | error404   | error404 | error404      | .         | error404  | error404
GET /media/:id/:size (conversation)           | error404  | error404       | error404 | error404   | error404 | error404      | error404  | error404  | error404
POST /media                                   | nosession | guestforbidden | .        | .          | .        | .             | .         | forbidden | .
POST /media/link                              | nosession | guestforbidden | error404 | error404   | error404 | error404      | error404  | forbidden | error404
GET /media/:id/:size (the neighbor's, unused) | error404  | error404       | .        | error404   | error404 | error404      | error404  | error404  | error404
GET /media/addresses                          | nosession | .              | .        | .          | .        | .             | .         | .         | .
GET /media/picto/:name                        | .         | .              | .        | .          | .        | .             | .         | .         | .
`,
  calls: async ({ server, homeId, neighborId }) => {
    const { db, platform } = server
    const picture = await plainPicture(8, 8).png().toBuffer()
    const [secret, unused] = [newId(), newId()]
    await db
      .insertInto('media')
      .values([
        { ...PIXEL, id: secret, class: 'conversation', community_id: homeId },
        {
          ...PIXEL,
          id: unused,
          class: 'community',
          community_id: homeId,
          user_id: neighborId,
          unused_since: new Date(),
        },
      ])
      .execute()
    // Not the plan of the home community: the calls of the information feature remove that one.
    const plan = await findPlanId(db, await server.communityId('camping-des-pins'))
    const privatePlan = await findPlanId(db, await server.communityId('residence-du-lac'))
    await platform.storage.put(`${unused}/thumb`, picture)
    return {
      'POST /media': { method: 'POST', url: '/media', ...multipartOf([['files', picture]]) },
      'POST /media/link': json('POST', '/media/link', { uri: 'https://pictures.example/cat.png' }),
      'GET /media/:id/:size (public)': get(`/media/${await findPublicPictureId(db)}/thumb`),
      'GET /media/:id/preview.jpg (public)': get(`/media/${await findPublicPictureId(db)}/preview.jpg`),
      'GET /media/:id/preview.jpg (community)': get(`/media/${await findPostPictureId(db, homeId)}/preview.jpg`),
      'GET /media/:id/:size (community)': get(`/media/${await findPostPictureId(db, homeId)}/thumb`),
      'GET /media/:id/:size (the plan)': get(`/media/${plan}/thumb`),
      "GET /media/:id/:size (a private one's plan)": get(`/media/${privatePlan}/thumb`),
      'GET /media/:id/:size (conversation)': get(`/media/${secret}/thumb`),
      "GET /media/:id/:size (the neighbor's, unused)": get(`/media/${unused}/thumb`),
      'GET /media/addresses': get(`/media/addresses?ids=${secret}`),
      'GET /media/picto/:name': get('/media/picto/waving-hand.svg'),
    }
  },
}
