import { get, json, type FeatureRights } from '#server/testing/rights.ts'
import { createDigestLink } from './digest-link.service.ts'

const oneClick = { 'content-type': 'application/x-www-form-urlencoded' }

export const rights: FeatureRights = {
  table: `
                                  | nobody       | guest          | neighbor     | advertiser   | employee     | administrator | webmaster    | newcomer     | stranger
GET /digests                      | nosession    | guestforbidden | .            | .            | .            | .             | .            | forbidden    | .
PUT /digests                      | nosession    | guestforbidden | .            | .            | .            | .             | .            | forbidden    | .
POST /digests/link                | .            | .              | .            | .            | .            | .             | .            | .            | .
POST /digests/link (wrong)        | tokenexpired | tokenexpired   | tokenexpired | tokenexpired | tokenexpired | tokenexpired  | tokenexpired | tokenexpired | tokenexpired
PUT /digests/link                 | .            | .              | .            | .            | .            | .             | .            | .            | .
PUT /digests/link (wrong)         | tokenexpired | tokenexpired   | tokenexpired | tokenexpired | tokenexpired | tokenexpired  | tokenexpired | tokenexpired | tokenexpired
POST /digests/stop/:token         | .            | .              | .            | .            | .            | .             | .            | .            | .
POST /digests/stop/:token (wrong) | tokenexpired | tokenexpired   | tokenexpired | tokenexpired | tokenexpired | tokenexpired  | tokenexpired | tokenexpired | tokenexpired
GET /digests/stop/:token          | .            | .              | .            | .            | .            | .             | .            | .            | .
`,
  calls: async ({ server, homeId }) => {
    const { id: userId } = await server.db
      .selectFrom('users')
      .select('id')
      .where('community_id', '=', homeId)
      .where('role', '=', 'neighbor')
      .limit(1)
      .executeTakeFirstOrThrow()
    const token = await createDigestLink(server.platform, { communityId: homeId, userId })
    const stop = (one: string) => ({
      method: 'POST',
      url: `/digests/stop/${one}`,
      headers: oneClick,
      payload: 'List-Unsubscribe=One-Click',
    })
    return {
      'GET /digests': get('/digests'),
      'PUT /digests': json('PUT', '/digests', { rhythm: 'daily' }),
      'POST /digests/link': json('POST', '/digests/link', { token }),
      'POST /digests/link (wrong)': json('POST', '/digests/link', { token: 'none' }),
      'PUT /digests/link': json('PUT', '/digests/link', { token, rhythm: 'never' }),
      'PUT /digests/link (wrong)': json('PUT', '/digests/link', { token: 'none', rhythm: 'never' }),
      'POST /digests/stop/:token': stop(token),
      'POST /digests/stop/:token (wrong)': stop('none'),
      'GET /digests/stop/:token': get(`/digests/stop/${token}`),
    }
  },
}
