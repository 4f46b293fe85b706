import { get, json, type FeatureRights } from '#server/testing/rights.ts'

export const rights: FeatureRights = {
  table: `
                         | nobody       | guest          | neighbor     | advertiser   | employee     | administrator | webmaster    | newcomer     | stranger
GET /api/user/leaving    | nosession    | guestforbidden | .            | .            | .            | .             | .            | .            | .
POST /api/user/proof     | nosession    | guestforbidden | missingpassword | missingpassword | missingpassword | missingpassword | missingpassword | . | .
DELETE /api/user         | nosession    | guestforbidden | proofneeded  | proofneeded  | laststaff    | laststaff     | laststaff    | proofneeded  | laststaff
DELETE /api/register     | nosession    | guestforbidden | .            | .            | laststaff    | laststaff     | laststaff    | .            | laststaff
POST /api/user/undo      | tokenexpired | tokenexpired   | tokenexpired | tokenexpired | tokenexpired | tokenexpired  | tokenexpired | tokenexpired | tokenexpired
GET /api/user/export     | nosession    | guestforbidden | .            | .            | .            | .             | .            | .            | .
POST /api/user/export    | nosession    | guestforbidden | proofneeded  | proofneeded  | proofneeded  | proofneeded   | proofneeded  | proofneeded  | proofneeded
DELETE /api/user/export  | nosession    | guestforbidden | .            | .            | .            | .             | .            | .            | .
GET /api/user/export/file | nosession   | guestforbidden | error404     | error404     | error404     | error404      | error404     | error404     | error404
`,
  calls: async ({ server: { db } }) => {
    /** Restores members who left when an earlier cell of the rights table was tested. */
    const leaveAfterRestore = async () => {
      await db.updateTable('users').set({ gone_at: null }).where('gone_at', 'is not', null).execute()
      return { method: 'DELETE', url: '/api/register' }
    }
    const undo = async () => {
      await db.deleteFrom('attempts').where('bucket', 'like', 'undo-address%').execute()
      return json('POST', '/api/user/undo', { token: 'nobody has this one' })
    }
    return {
      'GET /api/user/leaving': get('/api/user/leaving'),
      'POST /api/user/proof': json('POST', '/api/user/proof', {}),
      'DELETE /api/user': { method: 'DELETE', url: '/api/user' },
      'DELETE /api/register': leaveAfterRestore,
      'POST /api/user/undo': undo,
      'GET /api/user/export': get('/api/user/export'),
      'POST /api/user/export': json('POST', '/api/user/export', {}),
      'DELETE /api/user/export': { method: 'DELETE', url: '/api/user/export' },
      'GET /api/user/export/file': get('/api/user/export/file'),
    }
  },
}
