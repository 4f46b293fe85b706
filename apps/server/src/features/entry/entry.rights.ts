import { newSecret } from '#server/kernel/secrets.ts'
import { addPerson } from '#server/testing/people.ts'
import { json, type Request, type FeatureRights } from '#server/testing/rights.ts'
import { DEMO_PASSWORD } from '#server/testing/test-server.ts'
import { makeLink } from './link.service.ts'

export const rights: FeatureRights = {
  table: `
                                      | nobody       | guest    | neighbor | advertiser | employee | administrator | webmaster | newcomer  | stranger
POST /api/auth                        | .            | .        | .        | .          | .        | .             | .         | .         | .
POST /api/auth/signup/guest           | .            | .        | .        | .          | .        | .             | .         | .         | .
POST /api/auth/guest                  | .            | .        | .        | .          | .        | .             | .         | .         | .
POST /api/auth/jwt                    | .            | .        | .        | .          | .        | .             | .         | .         | .
POST /api/auth/apple/start            | error404     | error404 | error404 | error404   | error404 | error404      | error404  | error404  | error404
POST /api/auth/apple/callback         | error404     | error404 | error404 | error404   | error404 | error404      | error404  | error404  | error404
POST /api/auth/apple                  | error404     | error404 | error404 | error404   | error404 | error404      | error404  | error404  | error404
POST /api/auth/signup/apple           | error404     | error404 | error404 | error404   | error404 | error404      | error404  | error404  | error404
POST /api/users                       | .            | .        | .        | .          | .        | .             | .         | .         | .
POST /api/clear                       | .            | .        | .        | .          | .        | .             | .         | .         | .
POST /communities/request             | .            | .        | .        | .          | .        | .             | .         | .         | .
`,
  calls: async ({ server, homeId }) => {
    const { db } = server
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
      'POST /api/users': async () =>
        withoutRegisterKey(json('POST', '/api/users', { communityId: homeId, email: newEmail('users') }))(),
      'POST /api/clear': async () => {
        const email = newEmail('clear')
        await addPerson(server, { email, community: 'les-tilleuls' })
        return json('POST', '/api/clear', { communityId: homeId, email })
      },
      'POST /communities/request': json('POST', '/communities/request', {
        name: 'Les Jardins',
        communitytype: 'Residence',
        email: 'somebody@test.example',
      }),
    }
  },
}
