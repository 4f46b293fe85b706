import { newSecret } from '#server/kernel/secrets.ts'
import { get, json, type RoomRights } from '#server/testing/rights.ts'
import { DEMO_PASSWORD } from '#server/testing/test-server.ts'

export const rights: RoomRights = {
  table: `
                                      | nobody       | guest    | neighbor | advertiser | employee | administrator | webmaster | newcomer  | stranger
GET /api/auth                         | unauthorized | .        | .        | .          | .        | .             | .         | .         | .
POST /api/auth                        | .            | .        | .        | .          | .        | .             | .         | .         | .
POST /api/auth/signup/guest           | .            | .        | .        | .          | .        | .             | .         | .         | .
POST /api/auth/guest                  | .            | .        | .        | .          | .        | .             | .         | .         | .
DELETE /api/auth                      | nosession    | .        | .        | .          | .        | .             | .         | .         | .
GET /api/user/sessions                | nosession    | .        | .        | .          | .        | .             | .         | forbidden | .
DELETE /api/user/sessions             | nosession    | .        | .        | .          | .        | .             | .         | forbidden | .
DELETE /api/user/sessions (another's) | nosession    | error404 | error404 | error404   | error404 | error404      | error404  | forbidden | error404
`,
  calls: async ({ server: { db }, homeId }) => {
    const { id: someSession } = await db.selectFrom('sessions').select('id').limit(1).executeTakeFirstOrThrow()
    const guest = { communityId: homeId, deviceId: newSecret() }
    const password = { email: 'neighbor2@demo.example', password: DEMO_PASSWORD, communityId: homeId }
    return {
      'GET /api/auth': get('/api/auth'),
      'POST /api/auth': json('POST', '/api/auth', password),
      'POST /api/auth/signup/guest': json('POST', '/api/auth/signup/guest', guest),
      'POST /api/auth/guest': json('POST', '/api/auth/guest', guest),
      'DELETE /api/auth': { method: 'DELETE', url: '/api/auth' },
      'GET /api/user/sessions': get('/api/user/sessions'),
      'DELETE /api/user/sessions': { method: 'DELETE', url: '/api/user/sessions' },
      "DELETE /api/user/sessions (another's)": { method: 'DELETE', url: `/api/user/sessions?_id=${someSession}` },
    }
  },
}
