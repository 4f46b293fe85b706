import { sql } from 'kysely'
import { newId } from '#server/kernel/ids.ts'
import { hashSecret, newSecret } from '#server/kernel/secrets.ts'
import { get, json, type FeatureRights } from '#server/testing/rights.ts'
import type { TestServer } from '#server/testing/test-server.ts'

const addDate = async ({ db }: TestServer, post: Promise<string>) => {
  const id = await post
  await db.updateTable('events').set({ date_id: '2030-06-13' }).where('id', '=', id).execute()
  return id
}

/** Stores an answer of every other member of the community, so that they belong to the group of the post. */
const addAnswers = async ({ db }: TestServer, post: Promise<string>) => {
  const id = await post
  await sql`insert into event_answers (community_id, event_id, user_id)
    select e.community_id, e.id, u.id from events e join users u on u.community_id = e.community_id
    where e.id = ${id} and u.id <> e.user_id and u.role <> 'guest'`.execute(db)
  return id
}

const createCalendarSecret = async ({ db }: TestServer, communityId: string, userId: string) => {
  const secret = newSecret()
  const address = { secret_hash: hashSecret(secret), only_mine: false, language: 'fr', created_at: new Date() } as const
  await db
    .insertInto('calendar_addresses')
    .values({ community_id: communityId, user_id: userId, ...address })
    .onConflict(conflict => conflict.columns(['community_id', 'user_id']).doUpdateSet(address))
    .execute()
  return secret
}

export const rights: FeatureRights = {
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
POST /events/cancel/:id (the neighbor's)            | nosession | guestforbidden | .         | forbidden  | forbidden | forbidden     | forbidden | forbidden | error404
POST /events/cancel/:id (another community's)       | nosession | guestforbidden | error404  | error404   | error404  | error404      | error404  | forbidden | .
PUT /events/flag/:id (the neighbor's)               | nosession | guestforbidden | forbidden | .          | .         | .             | .         | forbidden | error404
PUT /events/flag/:id (another community's)          | nosession | guestforbidden | error404  | error404   | error404  | error404      | error404  | forbidden | forbidden
PUT /events/pin/:id (the neighbor's)                | nosession | guestforbidden | forbidden | forbidden  | .         | .             | .         | forbidden | error404
PUT /events/pin/:id (another community's)           | nosession | guestforbidden | error404  | error404   | error404  | error404      | error404  | forbidden | .
DELETE /events/pin/:id (the neighbor's)             | nosession | guestforbidden | forbidden | forbidden  | .         | .             | .         | forbidden | error404
DELETE /events/pin/:id (another community's)        | nosession | guestforbidden | error404  | error404   | error404  | error404      | error404  | forbidden | .
GET /messages/users/:id (the neighbor's)            | nosession | guestforbidden | .         | forbidden  | forbidden | .             | .         | forbidden | error404
GET /messages/users/:id (the neighbor's, answered)  | nosession | guestforbidden | .         | .          | .         | .             | .         | forbidden | error404
GET /messages/users/:id (another community's)       | nosession | guestforbidden | error404  | error404   | error404  | error404      | error404  | forbidden | .
GET /events/calendar                                | nosession | .              | .         | .          | .         | .             | .         | forbidden | .
GET /events/calendar/days                           | nosession | .              | .         | .          | .         | .             | .         | forbidden | .
GET /events/ics                                     | nosession | .              | .         | .          | .         | .             | .         | forbidden | .
GET /events/ics/:id                                 | nosession | .              | .         | .          | .         | .             | .         | forbidden | error404
GET /events/ics/:id (another community's)           | nosession | error404       | error404  | error404   | error404  | error404      | error404  | forbidden | .
GET /events/calendar/address                        | nosession | guestforbidden | .         | .          | .         | .             | .         | forbidden | .
POST /events/calendar/address                       | nosession | guestforbidden | .         | .          | .         | .             | .         | forbidden | .
PUT /events/calendar/address                        | nosession | guestforbidden | .         | .          | .         | .             | .         | forbidden | .
DELETE /events/calendar/address                     | nosession | guestforbidden | .         | .          | .         | .             | .         | forbidden | .
GET /calendar/:file                                 | .         | .              | .         | .          | .         | .             | .         | .         | .
GET /calendar/:file (nobody's)                      | error404  | error404       | error404  | error404   | error404  | error404      | error404  | error404  | error404
`,
  calls: async ({ server, homeId, neighborId, makeNeighborsPost, makeForeignPost, aboutPosts }) => ({
    'GET /events/calendar': get('/events/calendar'),
    'GET /events/calendar/days': get('/events/calendar/days?from=2026-06-01&to=2026-06-30'),
    'GET /events/ics': get('/events/ics'),
    'GET /events/ics/:id': async () => get(`/events/ics/${await addDate(server, makeNeighborsPost())}`),
    "GET /events/ics/:id (another community's)": async () =>
      get(`/events/ics/${await addDate(server, makeForeignPost())}`),
    'GET /events/calendar/address': get('/events/calendar/address'),
    'POST /events/calendar/address': { method: 'POST', url: '/events/calendar/address' },
    'PUT /events/calendar/address': json('PUT', '/events/calendar/address', { onlyMine: true }),
    'DELETE /events/calendar/address': { method: 'DELETE', url: '/events/calendar/address' },
    'GET /calendar/:file': async () => get(`/calendar/${await createCalendarSecret(server, homeId, neighborId)}.ics`),
    "GET /calendar/:file (nobody's)": get(`/calendar/${newSecret()}.ics`),
    'GET /events': get('/events'),
    'GET /events/details/:id': async () => get(`/events/details/${await makeNeighborsPost()}`),
    "GET /events/details/:id (another community's)": async () => get(`/events/details/${await makeForeignPost()}`),
    'GET /events/community/:id': async () => get(`/events/community/${await makeForeignPost()}`),
    "GET /events/community/:id (nobody's)": get(`/events/community/${newId()}`),
    ...aboutPosts('DELETE /events/:id', id => ({ method: 'DELETE', url: `/events/${id}` })),
    ...aboutPosts('POST /events/interested/:id', id => ({ method: 'POST', url: `/events/interested/${id}` })),
    ...aboutPosts('POST /events/uninterested/:id', id => ({ method: 'POST', url: `/events/uninterested/${id}` })),
    ...aboutPosts('POST /events/cancel/:id', async id => ({
      method: 'POST',
      url: `/events/cancel/${await addDate(server, Promise.resolve(id))}`,
    })),
    ...aboutPosts('PUT /events/flag/:id', id => ({ method: 'PUT', url: `/events/flag/${id}` })),
    ...aboutPosts('PUT /events/pin/:id', async id => {
      // Unpins the post of the previous call, because at most three posts can be pinned.
      await server.db.updateTable('events').set({ pinned_until: null }).where('community_id', '=', homeId).execute()
      return { method: 'PUT', url: `/events/pin/${id}` }
    }),
    ...aboutPosts('DELETE /events/pin/:id', id => ({ method: 'DELETE', url: `/events/pin/${id}` })),
    ...aboutPosts('GET /messages/users/:id', id => get(`/messages/users/${id}`)),
    "GET /messages/users/:id (the neighbor's, answered)": async () =>
      get(`/messages/users/${await addAnswers(server, makeNeighborsPost())}`),
  }),
}
