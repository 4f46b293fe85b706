import type { Visits } from '../routes.ts'

export const visits: Visits = () => [{ name: 'about', route: '/a-propos', path: '/a-propos' }]
