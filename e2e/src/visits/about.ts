import type { ScreenVisits } from '../routes.ts'

export const visits: ScreenVisits = () => [{ name: 'about', route: '/a-propos', path: '/a-propos' }]
