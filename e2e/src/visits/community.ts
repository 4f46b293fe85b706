import type { Visits } from '../routes.ts'

export const visits: Visits = () => [
  { name: 'landing', route: '/$c', path: '/les-tilleuls' },
  { name: 'landing-private', route: '/$c', path: '/residence-du-lac' },
]
