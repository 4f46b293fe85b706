import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { watchOverlays } from './kernel/screen/overlay-history.ts'
import type { ScreenTab } from './app/frame/tabs.ts'
import { routeTree } from './routeTree.gen.ts'

export const createAppRouter = (queryClient: QueryClient) => {
  const router = createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    // Back restores the scroll position; a reload starts at the top, because lists load from their first page again.
    getScrollRestorationKey: ({ state, href }) => `${performance.timeOrigin} ${state.__TSR_key ?? href}`,
  })
  watchOverlays(router.history)
  // The router follows changes of the URL only after its first rendering; until then, the new URL is loaded here.
  router.history.subscribe(change => {
    if (router.history.subscribers.size === 1) void router.load(change)
  })
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface StaticDataRouteOption {
    tab?: ScreenTab
    /** For a screen inside a tab: the key of the tab from which it was opened. */
    innerOf?: string
    /** For a tab with several screens: the key of the tab, set on each of its screens except the main one. */
    tabOf?: string
    /** The screen also uses the space of the aside. */
    usesAsideSpace?: boolean
    /** The screen shows a list beside its details: it extends to the edge of the frame and has no aside. */
    hasListAndDetails?: boolean
  }
}
