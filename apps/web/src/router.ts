import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { watchOverlays } from './kernel/screen/overlay-history.ts'
import type { TextFeature } from './kernel/text/text-keys.ts'
import type { ScreenTab } from './routes/-frame/tabs.ts'
import { routeTree } from './routeTree.gen.ts'

export const createAppRouter = (queryClient: QueryClient) => {
  const router = createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    // Back restores the scroll position; a reload starts at the top, because lists start again too.
    getScrollRestorationKey: ({ state, href }) => `${performance.timeOrigin} ${state.__TSR_key ?? href}`,
  })
  watchOverlays(router.history)
  // Until it is rendered, the router ignores address changes.
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
    /** For an inner screen: the key of the tab that it was opened from. */
    innerOf?: string
    /** For one of several screens of a tab: the key of that tab, if it is not the tab's main screen. */
    tabOf?: string
    /** The screen also takes the space of the aside. */
    roomy?: boolean
    /** A list beside its details: it extends to the edge of the frame and has no aside. */
    split?: boolean
    /** The features whose texts are prefetched, so that the screen opens without a network. */
    prefetchTexts?: readonly TextFeature[]
  }
}
