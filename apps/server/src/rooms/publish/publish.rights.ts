import { json, type RoomRights } from '#server/testing/rights.ts'

export const rights: RoomRights = {
  table: `
                                      | nobody    | guest          | neighbor | advertiser | employee  | administrator | webmaster | newcomer  | stranger
POST /events/publish                  | nosession | guestforbidden | .        | .          | .         | .             | .         | forbidden | .
PUT /events/:id (the neighbor's)      | nosession | guestforbidden | .        | forbidden  | forbidden | forbidden     | forbidden | forbidden | error404
PUT /events/:id (another community's) | nosession | guestforbidden | error404 | error404   | error404  | error404      | error404  | forbidden | .
`,
  calls: async ({ aboutPosts }) => ({
    'POST /events/publish': json('POST', '/events/publish', { description: 'Bonjour' }),
    ...aboutPosts('PUT /events/:id', id => json('PUT', `/events/${id}`, { description: 'Bonsoir' })),
  }),
}
