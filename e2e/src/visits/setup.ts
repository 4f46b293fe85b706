import type { ScreenVisits } from '../routes.ts'

/** The screen of an installation that is already set up. */
export const visits: ScreenVisits = () => [{ name: 'setup-closed', route: '/installation', path: '/installation' }]
