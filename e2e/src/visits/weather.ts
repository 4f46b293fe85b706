import type { ScreenVisits } from '../routes.ts'

export const visits: ScreenVisits = () => [
  { name: 'weather', route: '/$c/meteo', path: '/les-tilleuls/meteo', as: 'neighbor' },
]
