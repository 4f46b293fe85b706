import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { makeRouter } from './router.ts'

test('a link opened before the router is drawn is taken, while the first screen still waits for the server', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  history.replaceState(null, '', '/les-tilleuls/connexion')
  const router = makeRouter(new QueryClient())
  void router.load()
  await vi.waitFor(() => expect(router.state.status).toBe('pending'))
  // as browsers do it for a change behind the #; happy-dom would keep the state of the entry before
  History.prototype.pushState.call(history, null, '', '#token=secret')
  dispatchEvent(new PopStateEvent('popstate'))
  await vi.waitFor(() => expect(history.state).toMatchObject({ token: 'secret' }))
  expect(location.href).toMatch(/\/les-tilleuls\/connexion$/)
})
