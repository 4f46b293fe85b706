import type { Visits } from '../routes.ts'

export const visits: Visits = () => [
  { name: 'terms', route: '/conditions-generales-utilisation', path: '/conditions-generales-utilisation' },
]
