import { randomUUID } from 'node:crypto'
import { asPerson } from '../../../apps/server/src/testing/people.ts'
import type { ScreenVisits } from '../routes.ts'

export const visits: ScreenVisits = async server => {
  const { userId } = await asPerson(server, {
    email: `member-${randomUUID()}@desk.example`,
    pseudo: randomUUID(),
    community: 'les-tilleuls',
  })
  return [
    { name: 'desk', route: '/$c/gestion', path: '/les-tilleuls/gestion', as: 'administrator' },
    { name: 'poster', route: '/$c/affiche', path: '/les-tilleuls/affiche', as: 'administrator' },
    {
      name: 'desk-member',
      route: '/$c/gestion/membre',
      path: `/les-tilleuls/gestion/membre?id=${userId}`,
      as: 'administrator',
    },
  ]
}
