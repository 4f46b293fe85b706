import type { ScreenVisits } from '../routes.ts'

export const visits: ScreenVisits = () => [
  { name: 'login', route: '/$c/connexion', path: '/les-tilleuls/connexion' },
  { name: 'register', route: '/$c/connexion', path: '/les-tilleuls/connexion?register=true' },
  { name: 'register-key', route: '/$c/connexion', path: '/quartier-de-la-gare/connexion?register=true' },
  { name: 'apple-cancelled', route: '/$c/connexion', path: '/les-tilleuls/connexion?apple=cancelled' },
  { name: 'link', route: '/$c/connexion', path: '/les-tilleuls/connexion#token=nobody-knows-this-one' },
]
