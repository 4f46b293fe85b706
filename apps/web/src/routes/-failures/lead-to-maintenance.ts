import type { AnyRouter } from '@tanstack/react-router'

/**
 * Leads to the screen of maintenance once it can be drawn, and from there back here. It rejects where the server went
 * before that screen's code had come: what is shown stays.
 */
export const leadToMaintenance = async (router: AnyRouter): Promise<void> => {
  await router.loadRouteChunk(router.routesById['/maintenance'])
  const { pathname, href: next } = router.latestLocation
  if (pathname !== '/maintenance') await router.navigate({ to: '/maintenance', search: { next }, replace: true })
}
