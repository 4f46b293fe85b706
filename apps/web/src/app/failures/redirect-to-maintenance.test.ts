import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router'
import { expect, test, vi } from 'vitest'
import { redirectToMaintenance } from './redirect-to-maintenance.ts'

test('redirectToMaintenance redirects once the code of the maintenance screen has loaded, and not before', async () => {
  const load = vi.fn<() => Promise<{ default: () => null }>>()
  const root = createRootRoute()
  const home = createRoute({ getParentRoute: () => root, path: '/' })
  const maintenance = createRoute({
    getParentRoute: () => root,
    path: '/maintenance',
    component: lazyRouteComponent(load),
  })
  const history = createMemoryHistory({ initialEntries: ['/'] })
  const router = createRouter({ routeTree: root.addChildren([home, maintenance]), history })
  await router.load()
  load.mockRejectedValueOnce(new TypeError('a part of the app did not come'))
  await expect(redirectToMaintenance(router)).rejects.toThrow()
  expect(router.latestLocation.pathname).toBe('/')
  load.mockResolvedValue({ default: () => null })
  await redirectToMaintenance(router)
  expect(router.latestLocation).toMatchObject({ pathname: '/maintenance', search: { next: '/' } })
})
