import type { ScreenVisits } from '../routes.ts'

export const visits: ScreenVisits = () => [
  { name: 'landing', route: '/$c', path: '/les-tilleuls' },
  { name: 'communities', route: '/communautes', path: '/communautes' },
  { name: 'communities-none', route: '/communautes', path: '/communautes?nom=nowhere' },
  { name: 'community-request', route: '/communautes/demande', path: '/communautes/demande' },
  { name: 'cities', route: '/villes', path: '/villes' },
  { name: 'communities-map', route: '/carte-communautes', path: '/carte-communautes' },
  { name: 'scan', route: '/scanner', path: '/scanner' },
  { name: 'landing-private', route: '/$c', path: '/residence-du-lac' },
]
