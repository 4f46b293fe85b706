import type { AnyRoute, AnyRouter, AsyncRouteComponent } from '@tanstack/react-router'

/**
 * Redirects to the maintenance screen once it can render, with the current address to return to. Rejects if the server
 * went down before that screen's code was loaded: the current screen stays.
 */
export const redirectToMaintenance = async (router: AnyRouter): Promise<void> => {
  const route: AnyRoute = router.routesById['/maintenance']
  await router.loadRouteChunk(route)
  // A lazy component that failed to load throws only when it renders; it has `preload` until it is loaded.
  const component = route.options.component as AsyncRouteComponent<object> | undefined
  if (component?.preload) throw new Error('the maintenance screen could not be loaded')
  const { pathname, href: next } = router.latestLocation
  if (pathname !== '/maintenance') await router.navigate({ to: '/maintenance', search: { next }, replace: true })
}
