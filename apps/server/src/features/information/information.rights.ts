import { newId } from '#server/kernel/ids.ts'
import { get, json, type FeatureRights } from '#server/testing/rights.ts'

export const rights: FeatureRights = {
  table: `
                                          | nobody    | guest          | neighbor  | advertiser | employee  | administrator | webmaster | newcomer  | stranger
GET /communities/:idOrUri/information     | .         | .              | .         | .          | .         | .             | .         | .         | .
GET /communities/:idOrUri/information (private) | error404 | error404  | error404  | error404   | error404  | error404      | .         | error404  | error404
GET /communities/:id/welcome.pdf          | nosession | guestforbidden | .         | .          | .         | .             | .         | forbidden | error404
PUT /admin/community                      | nosession | guestforbidden | forbidden | forbidden  | forbidden | .             | .         | forbidden | .
PUT /admin/community (another's)          | nosession | guestforbidden | forbidden | forbidden  | forbidden | forbidden     | .         | forbidden | forbidden
PUT /admin/community/plan                 | nosession | guestforbidden | forbidden | forbidden  | forbidden | badrequest    | badrequest | forbidden | badrequest
DELETE /admin/community/plan              | nosession | guestforbidden | forbidden | forbidden  | forbidden | .             | .         | forbidden | .
PUT /admin/community/welcome              | nosession | guestforbidden | forbidden | forbidden  | forbidden | badrequest    | badrequest | forbidden | badrequest
DELETE /admin/community/welcome           | nosession | guestforbidden | forbidden | forbidden  | forbidden | .             | .         | forbidden | .
PUT /communities/map                      | nosession | guestforbidden | forbidden | forbidden  | .         | .             | .         | forbidden | forbidden
GET /admin/places                         | nosession | guestforbidden | forbidden | forbidden  | forbidden | .             | .         | forbidden | .
POST /admin/places                        | nosession | guestforbidden | forbidden | forbidden  | forbidden | .             | .         | forbidden | .
PUT /admin/places/:id                     | nosession | guestforbidden | forbidden | forbidden  | forbidden | .             | .         | forbidden | error404
DELETE /admin/places/:id                  | nosession | guestforbidden | forbidden | forbidden  | forbidden | .             | .         | forbidden | error404
`,
  calls: async ({ server: { db, communityId, platform }, homeId }) => {
    const lake = await communityId('residence-du-lac')
    const addWelcomePdf = async () => {
      const id = newId()
      await platform.storage.put(`${id}/pdf`, Buffer.from('%PDF-1.7\n%%EOF'))
      await db
        .updateTable('communities')
        .set({ welcome_id: id, welcome_bytes: 14, welcome_at: new Date() })
        .where('id', '=', homeId)
        .execute()
    }
    const addPlace = async () => {
      const id = newId()
      const row = { community_id: homeId, id, kind: 'location', name: 'Verger', name_en: null } as const
      await db.insertInto('places').values(row).execute()
      return id
    }
    return {
      'GET /communities/:idOrUri/information': get('/communities/les-tilleuls/information'),
      'GET /communities/:idOrUri/information (private)': get('/communities/residence-du-lac/information'),
      'GET /communities/:id/welcome.pdf': async () => {
        await addWelcomePdf()
        return get(`/communities/${homeId}/welcome.pdf`)
      },
      'PUT /admin/community': json('PUT', '/admin/community', { phone: '+33 4 65 71 20 40' }),
      "PUT /admin/community (another's)": json('PUT', '/admin/community', { _id: lake, fax: null }),
      'PUT /admin/community/plan': json('PUT', '/admin/community/plan', {}),
      'DELETE /admin/community/plan': { method: 'DELETE', url: '/admin/community/plan' },
      'PUT /admin/community/welcome': json('PUT', '/admin/community/welcome', {}),
      'DELETE /admin/community/welcome': { method: 'DELETE', url: '/admin/community/welcome' },
      'PUT /communities/map': json('PUT', '/communities/map', { _id: homeId, mapPhotoUri: null }),
      'GET /admin/places': get('/admin/places'),
      'POST /admin/places': json('POST', '/admin/places', { name: 'Verger' }),
      'PUT /admin/places/:id': async () => json('PUT', `/admin/places/${await addPlace()}`, { name: 'Grand verger' }),
      'DELETE /admin/places/:id': async () => ({ method: 'DELETE', url: `/admin/places/${await addPlace()}` }),
    }
  },
}
