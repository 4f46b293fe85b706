import { newId } from '#server/kernel/ids.ts'
import { get, json, type FeatureRights } from '#server/testing/rights.ts'

export const rights: FeatureRights = {
  table: `
                                      | nobody       | guest    | neighbor | advertiser | employee | administrator | webmaster | newcomer  | stranger
GET /api/auth                         | unauthorized | .        | .        | .          | .        | .             | .         | .         | .
POST /api/auth/switch                 | nosession    | guestforbidden | .  | .          | .        | .             | .         | .         | error404
POST /api/auth/switch (another's)     | nosession    | guestforbidden | error404 | error404   | error404 | error404      | error404  | error404  | error404
DELETE /api/auth                      | nosession    | .        | .        | .          | .        | .             | .         | .         | .
GET /api/user/sessions                | nosession    | .        | .        | .          | .        | .             | .         | forbidden | .
DELETE /api/user/sessions             | nosession    | .        | .        | .          | .        | .             | .         | forbidden | .
DELETE /api/user/sessions (another's) | nosession    | error404 | error404 | error404   | error404 | error404      | error404  | forbidden | error404
`,
  calls: async ({ server: { db }, homeId }) => {
    const { id: someSession } = await db.selectFrom('sessions').select('id').limit(1).executeTakeFirstOrThrow()
    return {
      'GET /api/auth': get('/api/auth'),
      'POST /api/auth/switch': json('POST', '/api/auth/switch', { communityId: homeId }),
      "POST /api/auth/switch (another's)": json('POST', '/api/auth/switch', {
        communityId: homeId,
        targetUserId: newId(),
      }),
      'DELETE /api/auth': { method: 'DELETE', url: '/api/auth' },
      'GET /api/user/sessions': get('/api/user/sessions'),
      'DELETE /api/user/sessions': { method: 'DELETE', url: '/api/user/sessions' },
      "DELETE /api/user/sessions (another's)": { method: 'DELETE', url: `/api/user/sessions?_id=${someSession}` },
    }
  },
}
