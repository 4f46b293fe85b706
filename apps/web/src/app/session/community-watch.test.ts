import type { SessionUser } from '@parvis/contract/session.ts'
import { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { informationKeys } from '#web/features/information/information.queries.ts'
import { sessionKeys } from '#web/features/session/session.queries.ts'
import { watchCommunity } from './community-watch.ts'

const listeners = new Map<string, () => void>()
vi.mock('#web/kernel/live/live.ts', () => ({
  live: { on: (name: string, listener: () => void) => listeners.set(name, listener) },
}))

let client: QueryClient
const fetchInformation = vi.fn(async () => ({ phone: '04' }))
const fetchMock = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  client = new QueryClient()
  client.setQueryData(sessionKeys.current, { communityId: 'home', abilities: {} } as SessionUser)
  vi.stubGlobal('fetch', fetchMock)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

test('watchCommunity refetches the community at the first live connection, since the events of earlier changes were missed', async () => {
  const queryKey = informationKeys.information('home')
  await client.query({ queryKey, queryFn: fetchInformation })
  watchCommunity(client, { latestLocation: { pathname: '/' } } as unknown as AnyRouter)
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(false)
  listeners.get('connected')!()
  await vi.advanceTimersByTimeAsync(1500)
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true)
  // The session is not fetched, because the page already contains it.
  expect(fetchMock).not.toHaveBeenCalled()
})
