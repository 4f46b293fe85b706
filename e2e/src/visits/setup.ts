import type { Visits } from '../routes.ts'

/** The screen of an installation that is already set up. */
export const visits: Visits = () => [{ name: 'setup-closed', route: '/installation', path: '/installation' }]
