import { addDeal, dealBody } from '#server/testing/deals.ts'
import { get, json, type Request, type FeatureRights } from '#server/testing/rights.ts'

/** In this table the deals were created by the user of the column `advertiser`. */
export const rights: FeatureRights = {
  table: `
                          | nobody    | guest    | neighbor | advertiser | employee | administrator | webmaster | newcomer  | stranger
GET /gooddeals/categories | nosession | .        | .        | .          | .        | .             | .         | forbidden | .
GET /gooddeals/community  | nosession | .        | .        | .          | .        | .             | .         | forbidden | .
GET /gooddeals/categories (of the home) | . | .  | .        | .          | .        | .             | .         | .         | .
GET /gooddeals/community (of the home)  | . | .  | .        | .          | .        | .             | .         | .         | .
GET /gooddeals/community (private)      | error404 | error404 | error404 | error404 | error404 | error404 | .   | error404  | error404
GET /gooddeals            | .         | .        | .        | .          | .        | .             | .         | .         | .
GET /gooddeals (waits)    | error404  | error404 | error404 | .          | error404 | .             | .         | error404  | error404
GET /gooddeals/mine       | nosession | guestforbidden | forbidden | .   | .        | .             | .         | forbidden | .
POST /gooddeals           | nosession | guestforbidden | forbidden | .   | .        | .             | .         | forbidden | .
PUT /gooddeals/:id        | nosession | guestforbidden | forbidden | . | forbidden | .             | .         | forbidden | forbidden
PUT /gooddeals/:id (waits) | nosession | guestforbidden | forbidden | . | error404 | .             | .         | forbidden | error404
POST /gooddeals/end/:id   | nosession | guestforbidden | forbidden | . | forbidden | .             | .         | forbidden | forbidden
POST /gooddeals/end/:id (waits) | nosession | guestforbidden | forbidden | . | error404 | .        | .         | forbidden | error404
DELETE /gooddeals/:id     | nosession | guestforbidden | forbidden | . | forbidden | .             | .         | forbidden | forbidden
DELETE /gooddeals/:id (waits) | nosession | guestforbidden | forbidden | . | error404 | .          | .         | forbidden | error404
PUT /admin/deals/:id      | nosession | guestforbidden | forbidden | forbidden | error404 | .      | .         | forbidden | error404
PUT /admin/deals/:id (is shown) | nosession | guestforbidden | forbidden | forbidden | forbidden | dealchanged | dealchanged | forbidden | forbidden
PUT /gooddeals/map        | nosession | guestforbidden | forbidden | forbidden | . | .             | .         | forbidden | forbidden
PUT /gooddeals/map (waits) | nosession | guestforbidden | forbidden | forbidden | error404 | .     | .         | forbidden | error404
PUT /gooddeals/flag/:id   | nosession | guestforbidden | .   | forbidden  | .        | .             | .         | forbidden | .
PUT /gooddeals/flag/:id (waits) | nosession | guestforbidden | error404 | forbidden | error404 | forbidden | forbidden | forbidden | error404
POST /gooddeals/seen/:id  | nosession | .        | .        | .          | .        | .             | .         | forbidden | .
POST /gooddeals/seen/:id (waits) | nosession | error404 | error404 | .   | error404 | .            | .         | forbidden | error404
POST /gooddeals/route/:id | nosession | .        | .        | .          | .        | .             | .         | forbidden | .
POST /gooddeals/route/:id (waits) | nosession | error404 | error404 | .  | error404 | .            | .         | forbidden | error404
`,
  calls: async ({ server, homeId }) => {
    const { communityId } = server
    const [shown, waiting] = [await addDeal(server), await addDeal(server, { isPending: true })]
    const onNew =
      (isPending: boolean, callFor: (id: string) => Request): (() => Promise<Request>) =>
      async () =>
        callFor(await addDeal(server, { isPending }))
    const both = (route: string, callFor: (id: string) => Request) => ({
      [route]: onNew(false, callFor),
      [`${route} (waits)`]: onNew(true, callFor),
    })
    return {
      'GET /gooddeals/categories': get('/gooddeals/categories'),
      'GET /gooddeals/community': get('/gooddeals/community'),
      'GET /gooddeals/categories (of the home)': get(`/gooddeals/categories?communityId=${homeId}`),
      'GET /gooddeals/community (of the home)': get(`/gooddeals/community?communityId=${homeId}`),
      'GET /gooddeals/community (private)': get(
        `/gooddeals/community?communityId=${await communityId('residence-du-lac')}`,
      ),
      'GET /gooddeals': get(`/gooddeals?id=${shown}`),
      'GET /gooddeals (waits)': get(`/gooddeals?id=${waiting}`),
      'GET /gooddeals/mine': get('/gooddeals/mine'),
      'POST /gooddeals': json('POST', '/gooddeals', await dealBody(server)),
      ...both('PUT /gooddeals/:id', id => json('PUT', `/gooddeals/${id}`, { title: 'Autre' })),
      ...both('POST /gooddeals/end/:id', id => json('POST', `/gooddeals/end/${id}`, {})),
      ...both('DELETE /gooddeals/:id', id => ({ method: 'DELETE', url: `/gooddeals/${id}` })),
      'PUT /admin/deals/:id': onNew(true, id => json('PUT', `/admin/deals/${id}`, { approve: true })),
      'PUT /admin/deals/:id (is shown)': onNew(false, id => json('PUT', `/admin/deals/${id}`, { approve: false })),
      ...both('PUT /gooddeals/map', id => json('PUT', '/gooddeals/map', { _id: id, mapPhotoUri: null })),
      ...both('PUT /gooddeals/flag/:id', id => json('PUT', `/gooddeals/flag/${id}`, {})),
      ...both('POST /gooddeals/seen/:id', id => json('POST', `/gooddeals/seen/${id}`, {})),
      ...both('POST /gooddeals/route/:id', id => json('POST', `/gooddeals/route/${id}`, {})),
    }
  },
}
