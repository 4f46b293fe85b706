import type { ScreenVisits } from '../routes.ts'

export const visits: ScreenVisits = () => [
  { name: 'maintenance', route: '/maintenance', path: '/maintenance' },
  { name: 'not-found', route: '/$c/$', path: '/les-tilleuls/nowhere' },
  { name: 'not-found-member', route: '/$c/$', path: '/les-tilleuls/nowhere', as: 'neighbor' },
]
