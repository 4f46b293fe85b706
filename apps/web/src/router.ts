import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { routeTree } from './routeTree.gen.ts'

/** The root route declares that its context holds the query client. */
export const makeRouter = (queryClient: QueryClient) => createRouter({
  routeTree,
  context: { queryClient },
  defaultPreload: 'intent',
  // the query client knows what is fresh
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register { router: ReturnType<typeof makeRouter> }
  interface StaticDataRouteOption {
    /** An inner screen: the key of the tab that it was opened from. */
    innerOf?: string
  }
}
