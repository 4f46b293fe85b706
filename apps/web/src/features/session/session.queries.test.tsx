import { getSession, type SessionUser } from '@parvis/contract/session.ts'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { calls, renderStandalone, refusal, stub } from '#web/testing/render-standalone.tsx'
import { store, stored } from '#web/kernel/device/stored.ts'
import { sessionQuery } from './session.queries.ts'

renderStandalone('session')

const me = { _id: 'me', strategy: 'local', customUri: 'les-tilleuls' } as SessionUser
beforeEach(() => {
  localStorage.clear()
  // The server marked the page as delivered without a session.
  document.documentElement.dataset.session = 'no'
})
const fetchSession = () => new QueryClient().fetchQuery(sessionQuery())

test('a page loaded before a log-in in another tab asks the server, and ends no session', async () => {
  store('strategy', 'local')
  stub(getSession, me)
  expect(await fetchSession()).toEqual(me)
  expect(calls).toEqual(['GET /api/auth'])
  expect(stored('strategy')).toBe('local')
})

test('a page loaded without a session on a device without a known user sends no request', async () => {
  expect(await fetchSession()).toBeNull()
  expect(calls).toEqual([])
})

test('a session unknown to the server has ended and is cleared from the device', async () => {
  store('strategy', 'local')
  stub(getSession, () => refusal('forbidden'))
  expect(await fetchSession()).toBeNull()
  expect(stored('strategy')).toBeNull()
})
