import { addPerson } from '../../../apps/server/src/testing/people.ts'
import { DEMO_PASSWORD } from '../../../apps/server/src/testing/test-server.ts'
import type { Visits } from '../routes.ts'

const email = 'newcomer@profile.example'
const route = '/$c/enregistrement'

export const visits: Visits = async server => {
  await addPerson(server, { email, password: DEMO_PASSWORD, community: 'les-tilleuls', needUpdate: true })
  await server.db
    .updateTable('users')
    .set({ first_login: true })
    .where('account_id', 'in', query => query.selectFrom('accounts').select('id').where('email', '=', email))
    .execute()
  return [
    { name: 'first-profile', route, path: '/les-tilleuls/enregistrement', as: email },
    { name: 'first-profile-home', route, path: '/les-tilleuls/enregistrement?page=2', as: email },
  ]
}
