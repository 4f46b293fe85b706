import { newId } from '#server/kernel/ids.ts'
import { get, json, type FeatureRights } from '#server/testing/rights.ts'

export const rights: FeatureRights = {
  table: `
                       | nobody    | guest          | neighbor | advertiser | employee | administrator | webmaster | newcomer            | stranger
GET /api/user          | nosession | guestforbidden | .        | .          | .        | .             | .         | .                   | .
GET /api/user/pseudo   | nosession | guestforbidden | .        | .          | .        | .             | .         | .                   | .
PUT /api/user          | nosession | guestforbidden | .        | .          | .        | .             | .         | confirmaddresserror | .
POST /api/booking      | nosession | guestforbidden | .        | error404   | error404 | error404      | error404  | forbidden           | error404
GET /hobbies           | nosession | .              | .        | .          | .        | .             | .         | .                   | .
`,
  calls: async ({ server: { db }, homeId, neighborId }) => {
    const { id: place_id } = await db
      .selectFrom('places')
      .select('id')
      .where('community_id', '=', homeId)
      .limit(1)
      .executeTakeFirstOrThrow()
    const [arrival, departure] = ['2026-01-01', '2099-01-01']
    // Only the neighbour has a stay.
    await db
      .insertInto('bookings')
      .values({
        community_id: homeId,
        id: newId(),
        user_id: neighborId,
        place_id,
        arrival,
        departure,
        given_arrival: arrival,
        given_departure: departure,
      })
      .execute()
    return {
      'GET /api/user': get('/api/user'),
      'GET /api/user/pseudo': get('/api/user/pseudo?pseudo=Personne'),
      'PUT /api/user': json('PUT', '/api/user', { birthdate: '01/02/1980' }),
      'POST /api/booking': json('POST', '/api/booking', { arrival: '2026-07-04' }),
      'GET /hobbies': get('/hobbies'),
    }
  },
}
