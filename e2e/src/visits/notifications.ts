import type { ScreenVisits } from '../routes.ts'

export const visits: ScreenVisits = () => [
  { name: 'notifications', route: '/$c/notifications', path: '/les-tilleuls/notifications', as: 'neighbor' },
  { name: 'settings', route: '/$c/parametres', path: '/les-tilleuls/parametres', as: 'neighbor' },
]
