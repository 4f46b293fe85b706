import type { Visits } from '../routes.ts'

export const visits: Visits = () => [
  { name: 'return', route: '/$c/connexion', path: '/les-tilleuls/connexion?back=true#token=nobody-knows-this-one' },
]
