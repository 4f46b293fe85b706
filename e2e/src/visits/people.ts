import type { ScreenVisits } from '../routes.ts'

const route = '/$c/profil/{-$pseudo}'

export const visits: ScreenVisits = async ({ db, communityId }) => {
  const findByRole = (role: 'advertiser' | 'employee') =>
    communityId('les-tilleuls').then(home =>
      db
        .selectFrom('users')
        .select('id')
        .where('community_id', '=', home)
        .where('role', '=', role)
        .orderBy('id')
        .executeTakeFirstOrThrow(),
    )
  const [company, team] = [await findByRole('advertiser'), await findByRole('employee')]
  return [
    { name: 'person', route, path: '/les-tilleuls/profil/mehdi.b', as: 'neighbor' },
    { name: 'person-for-team', route, path: '/les-tilleuls/profil/mehdi.b', as: 'administrator' },
    { name: 'person-team', route, path: `/les-tilleuls/profil?userId=${team.id}`, as: 'neighbor' },
    { name: 'person-company', route, path: `/les-tilleuls/profil?userId=${company.id}`, as: 'neighbor' },
    { name: 'person-gone', route, path: '/les-tilleuls/profil/personne-ici', as: 'neighbor' },
  ]
}
