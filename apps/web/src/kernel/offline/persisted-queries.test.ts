// @vitest-environment node
import { hashKey, QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { persisted } from './persisted.ts'
import { isPersisted, toPersistedResponse, hydratePersistedQueries, outdatedHashes } from './persisted-queries.ts'

const DAY = 86_400_000
const NOW = Date.UTC(2026, 10, 27)

const queryOf = (client: QueryClient, queryKey: readonly unknown[]) => client.getQueryCache().find({ queryKey })!

test('hydratePersistedQueries restores responses of `persisted` queries as stale, whatever their age, and they are never garbage-collected', async () => {
  const before = new QueryClient()
  await before.query({ queryKey: ['weather', 'c1'], queryFn: () => ({ degrees: 11 }), ...persisted })
  await before.query({ queryKey: ['factor'], queryFn: () => 'secret' })
  const persistedQueries = before.getQueryCache().getAll().filter(isPersisted)
  expect(persistedQueries.map(({ queryKey }) => queryKey)).toEqual([['weather', 'c1']])

  const after = new QueryClient()
  hydratePersistedQueries(after, persistedQueries.map(toPersistedResponse), hashKey)
  expect(after.getQueryData(['weather', 'c1'])).toEqual({ degrees: 11 })
  const query = queryOf(after, ['weather', 'c1'])
  expect(query.isStale()).toBe(true)
  expect(query.state.dataUpdatedAt).toBe(persistedQueries[0]!.state.dataUpdatedAt)
  expect([query.gcTime, isPersisted(query)]).toEqual([Infinity, true])
})

test('a persisted response does not replace newer data in the query cache', () => {
  const client = new QueryClient()
  client.setQueryData(['feed'], 'newer')
  hydratePersistedQueries(client, [{ key: ['feed'], data: 'older', at: NOW + DAY }], hashKey)
  expect(client.getQueryData(['feed'])).toBe('newer')
})

test('only the first two pages of an infinite query are persisted', () => {
  const client = new QueryClient()
  client.setQueryData(['list'], { pages: [[1], [2], [3]], pageParams: [1, 2, 3] })
  expect(toPersistedResponse(queryOf(client, ['list'])).data).toEqual({ pages: [[1], [2]], pageParams: [1, 2] })
})

test('outdatedHashes returns responses older than 30 days and those beyond the newest 150', () => {
  const answers = Array.from({ length: 160 }, (_, n) => ({ key: [n], data: n, at: NOW - n * 1000 }))
  const expired = outdatedHashes([...answers, { key: ['old'], data: 0, at: NOW - 31 * DAY }], hashKey, NOW)
  expect(expired).toEqual([...Array.from({ length: 10 }, (_, n) => hashKey([150 + n])), hashKey(['old'])])
})
