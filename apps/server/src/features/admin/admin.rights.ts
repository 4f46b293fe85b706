import type { Role } from '@parvis/contract/roles.ts'
import { newId } from '#server/kernel/ids.ts'
import { addPerson } from '#server/testing/people.ts'
import { get, json, type FeatureRights } from '#server/testing/rights.ts'

export const rights: FeatureRights = {
  table: `
                              | nobody    | guest          | neighbor  | advertiser | employee  | administrator | webmaster | newcomer  | stranger
GET /admin/desk               | nosession | guestforbidden | forbidden | forbidden  | forbidden | .             | .         | forbidden | .
GET /admin/members            | nosession | guestforbidden | forbidden | forbidden  | forbidden | .             | .         | forbidden | .
GET /admin/members/:id        | nosession | guestforbidden | forbidden | forbidden  | forbidden | .             | .         | forbidden | error404
PUT /admin/members/:id        | nosession | guestforbidden | forbidden | forbidden  | forbidden | .             | .         | forbidden | error404
PUT /admin/members/:id (a role of the team) | nosession | guestforbidden | forbidden | forbidden | forbidden | proofneeded | proofneeded | forbidden | error404
PUT /admin/waiting/:id        | nosession | guestforbidden | forbidden | forbidden  | forbidden | .             | .         | forbidden | error404
POST /admin/members/:id/reset | nosession | guestforbidden | forbidden | forbidden  | forbidden | .             | .         | forbidden | error404
POST /admin/members/:id/code  | nosession | guestforbidden | forbidden | forbidden  | forbidden | .             | .         | forbidden | error404
POST /admin/members/:id/code (has an e-mail) | nosession | guestforbidden | forbidden | forbidden | forbidden | forbidden | forbidden | forbidden | error404
DELETE /admin/members/:id/second-factor | nosession | guestforbidden | forbidden | forbidden | forbidden | . | . | forbidden | error404
DELETE /admin/members/:id/second-factor (an administrator's) | nosession | guestforbidden | forbidden | forbidden | forbidden | forbidden | . | forbidden | error404
GET /admin/poster             | nosession | guestforbidden | forbidden | forbidden  | .         | .             | .         | forbidden | .
GET /admin/waiting            | nosession | guestforbidden | forbidden | forbidden  | forbidden | .             | .         | forbidden | .
GET /admin/invitations        | nosession | guestforbidden | forbidden | forbidden  | forbidden | .             | .         | forbidden | .
POST /admin/invitations       | nosession | guestforbidden | forbidden | forbidden  | forbidden | .             | .         | forbidden | .
POST /admin/invitations (into the team) | nosession | guestforbidden | forbidden | forbidden | forbidden | proofneeded | proofneeded | forbidden | proofneeded
DELETE /admin/invitations/:id | nosession | guestforbidden | forbidden | forbidden  | forbidden | .             | .         | forbidden | error404
POST /admin/members/:id/stays | nosession | guestforbidden | forbidden | forbidden  | forbidden | .             | .         | forbidden | error404
PUT /admin/stays/:id          | nosession | guestforbidden | forbidden | forbidden  | forbidden | .             | .         | forbidden | error404
DELETE /admin/stays/:id       | nosession | guestforbidden | forbidden | forbidden  | forbidden | .             | .         | forbidden | error404
PUT /admin/key                | nosession | guestforbidden | forbidden | forbidden  | forbidden | .             | .         | forbidden | .
PUT /admin/logo               | nosession | guestforbidden | forbidden | forbidden  | forbidden | badrequest    | badrequest | forbidden | badrequest
`,
  calls: async ({ server, homeId, neighborId }) => {
    const { db } = server
    const { id: locationId } = await db
      .selectFrom('places')
      .select('id')
      .where('community_id', '=', homeId)
      .limit(1)
      .executeTakeFirstOrThrow()
    const stay = { locationId, arrival: '2027-07-04', departure: '2027-07-18' }
    const person = async (more: object = {}) => {
      const email = `${newId()}@gestion.example`
      const { userId } = await addPerson(server, { email, pseudo: newId(), community: 'les-tilleuls', ...more })
      return userId
    }
    const lostFactor = async (role: Role) => {
      const id = await person({ role })
      const { account_id } = await db
        .selectFrom('users')
        .select('account_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      await db
        .insertInto('second_factors')
        .values({ account_id, secret: 'sealed', since: new Date(), last_step: null })
        .execute()
      return { method: 'DELETE', url: `/admin/members/${id}/second-factor` }
    }
    const booking = async () => {
      const id = newId()
      const { arrival, departure } = stay
      await db
        .insertInto('bookings')
        .values({
          community_id: homeId,
          id,
          user_id: neighborId,
          place_id: locationId,
          arrival,
          departure,
          given_arrival: arrival,
          given_departure: departure,
        })
        .execute()
      return id
    }
    const invited = async () => {
      const id = await person()
      await db.updateTable('users').set({ first_login: true, invited_at: new Date() }).where('id', '=', id).execute()
      return id
    }
    return {
      'GET /admin/desk': get('/admin/desk'),
      'GET /admin/members': get('/admin/members'),
      'GET /admin/members/:id': get(`/admin/members/${neighborId}`),
      'PUT /admin/members/:id': async () => json('PUT', `/admin/members/${await person()}`, { role: 'advertiser' }),
      'PUT /admin/members/:id (a role of the team)': async () =>
        json('PUT', `/admin/members/${await person()}`, { role: 'employee' }),
      'PUT /admin/waiting/:id': async () =>
        json('PUT', `/admin/waiting/${await person({ enabled: false })}`, { letIn: true }),
      'POST /admin/members/:id/reset': async () => ({
        method: 'POST',
        url: `/admin/members/${await person()}/reset`,
      }),
      'POST /admin/members/:id/code': async () => ({
        method: 'POST',
        url: `/admin/members/${await person({ email: null })}/code`,
      }),
      'POST /admin/members/:id/code (has an e-mail)': async () => ({
        method: 'POST',
        url: `/admin/members/${await person()}/code`,
      }),
      'DELETE /admin/members/:id/second-factor': () => lostFactor('employee'),
      "DELETE /admin/members/:id/second-factor (an administrator's)": () => lostFactor('administrator'),
      'GET /admin/poster': get('/admin/poster'),
      'GET /admin/waiting': get('/admin/waiting'),
      'GET /admin/invitations': get('/admin/invitations'),
      'POST /admin/invitations': json('POST', '/admin/invitations', { building: 'B' }),
      'POST /admin/invitations (into the team)': json('POST', '/admin/invitations', { role: 'employee' }),
      'DELETE /admin/invitations/:id': async () => ({
        method: 'DELETE',
        url: `/admin/invitations/${await invited()}`,
      }),
      'POST /admin/members/:id/stays': async () => json('POST', `/admin/members/${await person()}/stays`, stay),
      'PUT /admin/stays/:id': async () => json('PUT', `/admin/stays/${await booking()}`, stay),
      'DELETE /admin/stays/:id': async () => ({ method: 'DELETE', url: `/admin/stays/${await booking()}` }),
      'PUT /admin/logo': json('PUT', '/admin/logo', {}),
      'PUT /admin/key': json('PUT', '/admin/key', { grace: true }),
    }
  },
}
