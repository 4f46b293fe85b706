import { lazyRouteComponent } from '@tanstack/react-router'

/** Fetched when the server says so: it has just answered. */
export const Obsolete = lazyRouteComponent(() => import('./Obsolete.tsx'), 'Obsolete')
