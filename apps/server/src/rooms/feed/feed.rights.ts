import { newId } from '#server/kernel/ids.ts'
import { get, type RoomRights } from '#server/testing/rights.ts'

export const rights: RoomRights = {
  table: `
                                                    | nobody    | guest          | neighbor  | advertiser | employee  | administrator | webmaster | newcomer  | stranger
GET /events                                         | nosession | .              | .         | .          | .         | .             | .         | forbidden | .
GET /events/details/:id                             | nosession | .              | .         | .          | .         | .             | .         | forbidden | error404
GET /events/community/:id                           | .         | .              | .         | .          | .         | .             | .         | .         | .
GET /events/community/:id (nobody's)                | error404  | error404       | error404  | error404   | error404  | error404      | error404  | error404  | error404
GET /events/details/:id (another community's)       | nosession | error404       | error404  | error404   | error404  | error404      | error404  | forbidden | .
DELETE /events/:id (the neighbor's)                 | nosession | guestforbidden | .         | forbidden  | forbidden | .             | .         | forbidden | error404
DELETE /events/:id (another community's)            | nosession | guestforbidden | error404  | error404   | error404  | error404      | error404  | forbidden | .
POST /events/interested/:id (the neighbor's)        | nosession | guestforbidden | forbidden | .          | .         | .             | .         | forbidden | error404
POST /events/interested/:id (another community's)   | nosession | guestforbidden | error404  | error404   | error404  | error404      | error404  | forbidden | forbidden
POST /events/uninterested/:id (the neighbor's)      | nosession | guestforbidden | forbidden | .          | .         | .             | .         | forbidden | error404
POST /events/uninterested/:id (another community's) | nosession | guestforbidden | error404  | error404   | error404  | error404      | error404  | forbidden | forbidden
PUT /events/flag/:id (the neighbor's)               | nosession | guestforbidden | forbidden | .          | .         | .             | .         | forbidden | error404
PUT /events/flag/:id (another community's)          | nosession | guestforbidden | error404  | error404   | error404  | error404      | error404  | forbidden | forbidden
PUT /events/pin/:id (the neighbor's)                | nosession | guestforbidden | forbidden | forbidden  | .         | .             | .         | forbidden | error404
PUT /events/pin/:id (another community's)           | nosession | guestforbidden | error404  | error404   | error404  | error404      | error404  | forbidden | .
DELETE /events/pin/:id (the neighbor's)             | nosession | guestforbidden | forbidden | forbidden  | .         | .             | .         | forbidden | error404
DELETE /events/pin/:id (another community's)        | nosession | guestforbidden | error404  | error404   | error404  | error404      | error404  | forbidden | .
GET /messages/users/:id (the neighbor's)            | nosession | guestforbidden | .         | forbidden  | forbidden | .             | .         | forbidden | error404
GET /messages/users/:id (another community's)       | nosession | guestforbidden | error404  | error404   | error404  | error404      | error404  | forbidden | .
`,
  calls: async ({ server, homeId, makeNeighborsPost, makeForeignPost, aboutPosts }) => ({
    'GET /events': get('/events'),
    'GET /events/details/:id': async () => get(`/events/details/${await makeNeighborsPost()}`),
    "GET /events/details/:id (another community's)": async () => get(`/events/details/${await makeForeignPost()}`),
    'GET /events/community/:id': async () => get(`/events/community/${await makeForeignPost()}`),
    "GET /events/community/:id (nobody's)": get(`/events/community/${newId()}`),
    ...aboutPosts('DELETE /events/:id', id => ({ method: 'DELETE', url: `/events/${id}` })),
    ...aboutPosts('POST /events/interested/:id', id => ({ method: 'POST', url: `/events/interested/${id}` })),
    ...aboutPosts('POST /events/uninterested/:id', id => ({ method: 'POST', url: `/events/uninterested/${id}` })),
    ...aboutPosts('PUT /events/flag/:id', id => ({ method: 'PUT', url: `/events/flag/${id}` })),
    ...aboutPosts('PUT /events/pin/:id', async id => {
      // each cell finds room on top: the former one's post goes from there
      await server.db.updateTable('events').set({ pinned_until: null }).where('community_id', '=', homeId).execute()
      return { method: 'PUT', url: `/events/pin/${id}` }
    }),
    ...aboutPosts('DELETE /events/pin/:id', id => ({ method: 'DELETE', url: `/events/pin/${id}` })),
    ...aboutPosts('GET /messages/users/:id', id => get(`/messages/users/${id}`)),
  }),
}
