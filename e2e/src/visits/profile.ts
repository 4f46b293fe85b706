import { randomUUID } from 'node:crypto'
import { addPerson } from '../../../apps/server/src/testing/people.ts'
import { DEMO_PASSWORD } from '../../../apps/server/src/testing/test-server.ts'
import type { ScreenVisits } from '../routes.ts'

const route = '/$c/enregistrement'

/** Adds a new member for the form of the first profile, since the form is not shown once the profile is saved. */
export const visits: ScreenVisits = async server => {
  const email = `newcomer-${randomUUID()}@profile.example`
  const { userId } = await addPerson(server, {
    email,
    pseudo: randomUUID(),
    password: DEMO_PASSWORD,
    community: 'les-tilleuls',
    needUpdate: true,
  })
  await server.db.updateTable('users').set({ first_login: true }).where('id', '=', userId).execute()
  return [
    { name: 'first-profile', route, path: '/les-tilleuls/enregistrement', as: email },
    { name: 'first-profile-home', route, path: '/les-tilleuls/enregistrement?page=2', as: email },
    { name: 'my-profile', route: '/$c/mon-profil', path: '/les-tilleuls/mon-profil', as: 'neighbor' },
  ]
}
