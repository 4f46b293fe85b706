import type { AnyRoute, AnyRouter, AsyncRouteComponent } from '@tanstack/react-router'

/** Passes the address to return to. Rejects if the code cannot be loaded; the current screen then remains. */
export const redirectToMaintenance = async (router: AnyRouter): Promise<void> => {
  const route: AnyRoute = router.routesById['/maintenance']
  await router.loadRouteChunk(route)
  // A lazy component that failed to load throws only when it renders; its `preload` exists until it is loaded.
  const component = route.options.component as AsyncRouteComponent<object> | undefined
  if (component?.preload) throw new Error('the maintenance screen could not be loaded')
  const { pathname, href: next } = router.latestLocation
  if (pathname !== '/maintenance') await router.navigate({ to: '/maintenance', search: { next }, replace: true })
}
