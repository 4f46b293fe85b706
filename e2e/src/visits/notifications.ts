import type { Visits } from '../routes.ts'

export const visits: Visits = () => [
  { name: 'notifications', route: '/$c/notifications', path: '/les-tilleuls/notifications', as: 'neighbor' },
  { name: 'settings', route: '/$c/parametres', path: '/les-tilleuls/parametres', as: 'neighbor' },
]
