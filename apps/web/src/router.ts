import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { watchOverlays } from './kernel/screen/overlay-history.ts'
import type { TextFeature } from './kernel/text/text-keys.ts'
import type { ScreenTab } from './routes/-frame/tabs.ts'
import { routeTree } from './routeTree.gen.ts'

/** The root route declares that its context holds the query client. */
export const makeRouter = (queryClient: QueryClient) => {
  const router = createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    // the query client knows what is fresh
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    // the way back leads to where one was; a reload starts at the top, as its lists begin anew
    getScrollRestorationKey: ({ state, href }) => `${performance.timeOrigin} ${state.__TSR_key ?? href}`,
  })
  watchOverlays(router.history)
  // until it is drawn, a router does not follow the address by itself: a link opened here meanwhile would lead nowhere
  router.history.subscribe(change => {
    if (router.history.subscribers.size === 1) void router.load(change)
  })
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
  interface StaticDataRouteOption {
    /** The tab that leads to this screen. */
    tab?: ScreenTab
    /** An inner screen: the key of the tab that it was opened from. */
    innerOf?: string
    /** One of several screens of a tab: the key of that tab, where it is not the one that the tab leads to. */
    tabOf?: string
    /** A screen that takes the room of the aside too. */
    roomy?: boolean
    /** A list beside what it opens: it reaches the edge of the frame, and has no aside. */
    split?: boolean
    /** Fetched before it is asked for, so that it opens without a network: the features whose words it shows. */
    ahead?: readonly TextFeature[]
  }
}
