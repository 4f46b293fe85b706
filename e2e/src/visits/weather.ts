import type { Visits } from '../routes.ts'

export const visits: Visits = () => [
  { name: 'weather', route: '/$c/meteo', path: '/les-tilleuls/meteo', as: 'neighbor' },
]
