import type { Visits } from '../routes.ts'

/** Set up already: what stands at the address from then on. */
export const visits: Visits = () => [{ name: 'setup-closed', route: '/installation', path: '/installation' }]
