import { newId } from '#server/kernel/ids.ts'
import { newSecret } from '#server/kernel/secrets.ts'
import { addPerson } from '#server/testing/people.ts'
import { get, json, type Request, type FeatureRights } from '#server/testing/rights.ts'
import { DEMO_PASSWORD } from '#server/testing/test-server.ts'
import { makeLink } from '../entry/link.service.ts'

export const rights: FeatureRights = {
  table: `
                                      | nobody       | guest    | neighbor | advertiser | employee | administrator | webmaster | newcomer  | stranger
GET /api/auth                         | unauthorized | .        | .        | .          | .        | .             | .         | .         | .
POST /api/auth                        | .            | .        | .        | .          | .        | .             | .         | .         | .
POST /api/auth/signup/guest           | .            | .        | .        | .          | .        | .             | .         | .         | .
POST /api/auth/guest                  | .            | .        | .        | .          | .        | .             | .         | .         | .
POST /api/auth/jwt                    | .            | .        | .        | .          | .        | .             | .         | .         | .
POST /api/auth/apple/start            | error404     | error404 | error404 | error404   | error404 | error404      | error404  | error404  | error404
POST /api/auth/apple/callback         | error404     | error404 | error404 | error404   | error404 | error404      | error404  | error404  | error404
POST /api/auth/apple                  | error404     | error404 | error404 | error404   | error404 | error404      | error404  | error404  | error404
POST /api/auth/signup/apple           | error404     | error404 | error404 | error404   | error404 | error404      | error404  | error404  | error404
POST /api/auth/switch                 | nosession    | guestforbidden | .  | .          | .        | .             | .         | .         | error404
POST /api/auth/switch (another's)     | nosession    | guestforbidden | error404 | error404   | error404 | error404      | error404  | error404  | error404
POST /api/users                       | .            | .        | .        | .          | .        | .             | .         | .         | .
POST /api/clear                       | .            | .        | .        | .          | .        | .             | .         | .         | .
DELETE /api/auth                      | nosession    | .        | .        | .          | .        | .             | .         | .         | .
PUT /api/user/language                | nosession    | .        | .        | .          | .        | .             | .         | .         | .
GET /api/user/second-factor           | nosession    | guestforbidden | forbidden | forbidden | .     | .             | .         | forbidden | .
POST /api/user/second-factor          | nosession    | guestforbidden | forbidden | forbidden | .     | .             | .         | forbidden | .
PUT /api/user/second-factor           | nosession    | guestforbidden | forbidden | forbidden | error404 | error404   | error404  | forbidden | error404
DELETE /api/user/second-factor        | nosession    | guestforbidden | forbidden | forbidden | proofneeded | proofneeded | proofneeded | forbidden | proofneeded
POST /api/user/second-factor/codes    | nosession    | guestforbidden | forbidden | forbidden | proofneeded | proofneeded | proofneeded | forbidden | proofneeded
GET /api/user/sessions                | nosession    | .        | .        | .          | .        | .             | .         | forbidden | .
DELETE /api/user/sessions             | nosession    | .        | .        | .          | .        | .             | .         | forbidden | .
DELETE /api/user/sessions (another's) | nosession    | error404 | error404 | error404   | error404 | error404      | error404  | forbidden | error404
`,
  calls: async ({ server, homeId }) => {
    const { db } = server
    const { id: someSession } = await db.selectFrom('sessions').select('id').limit(1).executeTakeFirstOrThrow()
    /** Removes the registration key, which an earlier row may have set and these calls do not send. */
    const withoutRegisterKey =
      (request: Request): (() => Promise<Request>) =>
      async () => {
        await db
          .updateTable('communities')
          .set({ register_key: null, former_register_key: null })
          .where('id', '=', homeId)
          .execute()
        return request
      }
    const guest = { communityId: homeId, deviceId: newSecret() }
    const newEmail = (letters: string) => `${newSecret().slice(0, 12)}-${letters}@neuf.example`.toLowerCase()
    const password = { email: 'neighbor2@demo.example', password: DEMO_PASSWORD, communityId: homeId }
    return {
      'GET /api/auth': get('/api/auth'),
      'POST /api/auth': json('POST', '/api/auth', password),
      'POST /api/auth/signup/guest': withoutRegisterKey(json('POST', '/api/auth/signup/guest', guest)),
      'POST /api/auth/guest': withoutRegisterKey(json('POST', '/api/auth/guest', guest)),
      'POST /api/auth/jwt': async () => {
        const person = await addPerson(server, { email: newEmail('jwt'), community: 'les-tilleuls' })
        const { token } = await makeLink(server.platform, { purpose: 'register', communityId: homeId, ...person })
        return json('POST', '/api/auth/jwt', { token })
      },
      // This installation has no Apple sign-in; with it, these calls are open to everybody: see `apple.test.ts`.
      ...Object.fromEntries(
        ['auth/apple/start', 'auth/apple/callback', 'auth/apple', 'auth/signup/apple'].map(path => [
          `POST /api/${path}`,
          json('POST', `/api/${path}`, { communityId: homeId }),
        ]),
      ),
      'POST /api/auth/switch': json('POST', '/api/auth/switch', { communityId: homeId }),
      "POST /api/auth/switch (another's)": json('POST', '/api/auth/switch', {
        communityId: homeId,
        targetUserId: newId(),
      }),
      'POST /api/users': async () =>
        withoutRegisterKey(json('POST', '/api/users', { communityId: homeId, email: newEmail('users') }))(),
      'POST /api/clear': async () => {
        const email = newEmail('clear')
        await addPerson(server, { email, community: 'les-tilleuls' })
        return json('POST', '/api/clear', { communityId: homeId, email })
      },
      'DELETE /api/auth': { method: 'DELETE', url: '/api/auth' },
      'PUT /api/user/language': json('PUT', '/api/user/language', { lang: 'fr' }),
      'GET /api/user/second-factor': get('/api/user/second-factor'),
      'POST /api/user/second-factor': { method: 'POST', url: '/api/user/second-factor' },
      // Deletes the factors, so that none is being set up.
      'PUT /api/user/second-factor': async () => {
        await db.deleteFrom('second_factors').execute()
        return json('PUT', '/api/user/second-factor', { code: '123456' })
      },
      'DELETE /api/user/second-factor': { method: 'DELETE', url: '/api/user/second-factor' },
      'POST /api/user/second-factor/codes': { method: 'POST', url: '/api/user/second-factor/codes' },
      'GET /api/user/sessions': get('/api/user/sessions'),
      'DELETE /api/user/sessions': { method: 'DELETE', url: '/api/user/sessions' },
      "DELETE /api/user/sessions (another's)": { method: 'DELETE', url: `/api/user/sessions?_id=${someSession}` },
    }
  },
}
