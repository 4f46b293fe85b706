import type { ScreenVisits } from '../routes.ts'

export const visits: ScreenVisits = () => [
  { name: 'return', route: '/$c/connexion', path: '/les-tilleuls/connexion?back=true#token=nobody-knows-this-one' },
]
