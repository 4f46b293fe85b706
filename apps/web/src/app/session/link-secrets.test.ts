import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { createAppRouter } from '#web/router.ts'

const start = (path: string) => {
  history.replaceState(null, '', path)
  const router = createAppRouter(new QueryClient())
  void router.load()
  return router
}

beforeEach(() => void vi.stubGlobal('fetch', () => new Promise(() => {})))

test.each(['#token=secret', '?token=secret'])('the secret of a link is removed from the URL: %s', async suffix => {
  start(`/les-tilleuls/connexion${suffix}`)
  await vi.waitFor(() => expect(history.state).toMatchObject({ token: 'secret' }))
  expect(location.href).toMatch(/\/les-tilleuls\/connexion$/)
})

test('the secret of a link is also removed from the URL if the link is opened while the first screen is loading', async () => {
  const router = start('/les-tilleuls/connexion')
  await vi.waitFor(() => expect(router.state.status).toBe('pending'))
  // In browsers, a new hash has no history state; happy-dom would copy the state of the previous entry.
  History.prototype.pushState.call(history, null, '', '#token=secret')
  dispatchEvent(new PopStateEvent('popstate'))
  await vi.waitFor(() => expect(history.state).toMatchObject({ token: 'secret' }))
  expect(location.href).toMatch(/\/les-tilleuls\/connexion$/)
})
