import { newId } from '#server/kernel/ids.ts'
import { get, json, NO_SUBSCRIPTION, type FeatureRights } from '#server/testing/rights.ts'
import { addMessages } from '#server/testing/messages.ts'

export const rights: FeatureRights = {
  table: `
                                         | nobody    | guest          | neighbor  | advertiser | employee | administrator | webmaster | newcomer  | stranger
GET /messages/users                      | nosession | guestforbidden | .         | .          | .        | .             | .         | forbidden | .
GET /messages/events                     | nosession | guestforbidden | .         | .          | .        | .             | .         | forbidden | .
GET /messages/neighbors                  | nosession | guestforbidden | .         | .          | .        | .             | .         | forbidden | .
GET /messages/neighbors/search           | nosession | guestforbidden | .         | .          | .        | .             | .         | forbidden | .
GET /messages/employees                  | nosession | guestforbidden | .         | .          | .        | .             | .         | forbidden | .
GET /messages/employees (without the subscription) | nosession | guestforbidden | forbidden | forbidden | forbidden | forbidden | forbidden | forbidden | .
GET /messages (with another neighbor)    | nosession | guestforbidden | .         | .          | .        | .             | .         | forbidden | error404
GET /messages (group of a neighbor's)    | nosession | guestforbidden | .         | forbidden  | forbidden | forbidden    | forbidden | forbidden | error404
POST /messages (to another neighbor)     | nosession | guestforbidden | .         | forbidden  | .        | .             | .         | forbidden | error404
POST /messages (to the neighbor's group) | nosession | guestforbidden | .         | forbidden  | forbidden | forbidden    | forbidden | forbidden | error404
POST /messages/exitchat                  | nosession | guestforbidden | .         | .          | .        | .             | .         | forbidden | error404
POST /messages (without the subscription) | nosession | guestforbidden | forbidden | forbidden | forbidden | forbidden | forbidden | forbidden | error404
DELETE /messages/:id (the neighbor's)    | nosession | guestforbidden | .         | error404   | error404 | error404      | error404  | forbidden | error404
PUT /messages/flag/:id (the neighbor's)  | nosession | guestforbidden | forbidden | error404   | error404 | error404      | error404  | forbidden | error404
PUT /messages/flag/:id (to the neighbor) | nosession | guestforbidden | .         | error404   | error404 | error404      | error404  | forbidden | error404
`,
  calls: async ({ server, homeId, neighborId, makeNeighborsPost, whileDisabled }) => {
    const other = await server.db
      .selectFrom('users')
      .select('id')
      .where('community_id', '=', homeId)
      .where('role', '=', 'neighbor')
      .where('id', '<>', neighborId)
      .where('birthdate', '<', '2000-01-01')
      .orderBy('id')
      .executeTakeFirstOrThrow()
    const employee = await server.db
      .selectFrom('users')
      .select('id')
      .where('community_id', '=', homeId)
      .where('role', '=', 'employee')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const postId = await makeNeighborsPost()
    const send = (name: object) => async () => json('POST', '/messages', { tmpId: newId(), text: 'Bonjour', ...name })
    const message = (from: string, to: string, make: (id: string) => ReturnType<typeof get>) => async () =>
      make((await addMessages(server, homeId, from, to))[0]!)
    return {
      'GET /messages/users': get('/messages/users'),
      'GET /messages/events': get('/messages/events'),
      'GET /messages/neighbors': get('/messages/neighbors'),
      'GET /messages/neighbors/search': get('/messages/neighbors/search?name=a'),
      'GET /messages/employees': get('/messages/employees'),
      [`GET /messages/employees (${NO_SUBSCRIPTION})`]: whileDisabled('subscribe', () => get('/messages/employees')),
      [`POST /messages (${NO_SUBSCRIPTION})`]: whileDisabled('subscribe', send({ to: employee.id })),
      'GET /messages (with another neighbor)': get(`/messages?userId=${other.id}`),
      "GET /messages (group of a neighbor's)": get(`/messages?eventId=${postId}`),
      'POST /messages (to another neighbor)': send({ to: other.id }),
      "POST /messages (to the neighbor's group)": send({ eventId: postId }),
      'POST /messages/exitchat': json('POST', '/messages/exitchat', { userId: other.id }),
      "DELETE /messages/:id (the neighbor's)": message(neighborId, other.id, id => ({
        method: 'DELETE',
        url: `/messages/${id}`,
      })),
      "PUT /messages/flag/:id (the neighbor's)": message(neighborId, other.id, id =>
        json('PUT', `/messages/flag/${id}`, {}),
      ),
      'PUT /messages/flag/:id (to the neighbor)': message(other.id, neighborId, id =>
        json('PUT', `/messages/flag/${id}`, {}),
      ),
    }
  },
}
