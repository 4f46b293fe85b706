import type { Visits } from '../routes.ts'

export const visits: Visits = () => [
  { name: 'login', route: '/$c/connexion', path: '/les-tilleuls/connexion' },
  { name: 'login-key', route: '/$c/connexion', path: '/quartier-de-la-gare/connexion' },
]
