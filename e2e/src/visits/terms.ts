import type { ScreenVisits } from '../routes.ts'

export const visits: ScreenVisits = () => [
  { name: 'terms', route: '/conditions-generales-utilisation', path: '/conditions-generales-utilisation' },
]
