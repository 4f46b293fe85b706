import type { AnyRoute, AnyRouter, AsyncRouteComponent } from '@tanstack/react-router'

/**
 * Leads to the screen of maintenance once it can be drawn, and from there back here. It rejects where the server went
 * before that screen's code had come: what is shown stays.
 */
export const leadToMaintenance = async (router: AnyRouter): Promise<void> => {
  const route: AnyRoute = router.routesById['/maintenance']
  await router.loadRouteChunk(route)
  // a component that did not come says so when it is drawn; until it is here it can be asked for again
  const component = route.options.component as AsyncRouteComponent<object> | undefined
  if (component?.preload) throw new Error('the screen of maintenance did not come')
  const { pathname, href: next } = router.latestLocation
  if (pathname !== '/maintenance') await router.navigate({ to: '/maintenance', search: { next }, replace: true })
}
