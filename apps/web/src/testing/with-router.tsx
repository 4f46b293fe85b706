import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** Wraps a view in a router and a query cache, for browser tests. */
export const withRouter = async (view: ReactNode, queryClient = new QueryClient()): Promise<ReactNode> => {
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => <QueryClientProvider client={queryClient}>{view}</QueryClientProvider>,
    }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  await router.load()
  return <RouterProvider router={router as never} />
}
