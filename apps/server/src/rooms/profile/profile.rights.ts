import { get, json, type RoomRights } from '#server/testing/rights.ts'

export const rights: RoomRights = {
  table: `
                       | nobody    | guest          | neighbor | advertiser | employee | administrator | webmaster | newcomer            | stranger
GET /api/user          | nosession | guestforbidden | .        | .          | .        | .             | .         | .                   | .
GET /api/user/pseudo   | nosession | guestforbidden | .        | .          | .        | .             | .         | .                   | .
PUT /api/user          | nosession | guestforbidden | .        | .          | .        | .             | .         | confirmaddresserror | .
`,
  calls: async () => ({
    'GET /api/user': get('/api/user'),
    'GET /api/user/pseudo': get('/api/user/pseudo?pseudo=Personne'),
    'PUT /api/user': json('PUT', '/api/user', { birthdate: '01/02/1980' }),
  }),
}
