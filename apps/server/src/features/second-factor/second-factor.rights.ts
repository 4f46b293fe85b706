import { get, json, type FeatureRights } from '#server/testing/rights.ts'

export const rights: FeatureRights = {
  table: `
                                      | nobody       | guest    | neighbor | advertiser | employee | administrator | webmaster | newcomer  | stranger
GET /api/user/second-factor           | nosession    | guestforbidden | forbidden | forbidden | .     | .             | .         | forbidden | .
POST /api/user/second-factor          | nosession    | guestforbidden | forbidden | forbidden | .     | .             | .         | forbidden | .
PUT /api/user/second-factor           | nosession    | guestforbidden | forbidden | forbidden | error404 | error404   | error404  | forbidden | error404
DELETE /api/user/second-factor        | nosession    | guestforbidden | forbidden | forbidden | proofneeded | proofneeded | proofneeded | forbidden | proofneeded
POST /api/user/second-factor/codes    | nosession    | guestforbidden | forbidden | forbidden | proofneeded | proofneeded | proofneeded | forbidden | proofneeded
`,
  calls: async ({ server: { db } }) => ({
    'GET /api/user/second-factor': get('/api/user/second-factor'),
    'POST /api/user/second-factor': { method: 'POST', url: '/api/user/second-factor' },
    // Deletes the factors, so that none is being set up.
    'PUT /api/user/second-factor': async () => {
      await db.deleteFrom('second_factors').execute()
      return json('PUT', '/api/user/second-factor', { code: '123456' })
    },
    'DELETE /api/user/second-factor': { method: 'DELETE', url: '/api/user/second-factor' },
    'POST /api/user/second-factor/codes': { method: 'POST', url: '/api/user/second-factor/codes' },
  }),
}
