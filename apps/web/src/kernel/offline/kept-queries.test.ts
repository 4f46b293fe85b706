// @vitest-environment node
import { hashKey, QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { keptOnDevice } from './kept.ts'
import { isKept, keptAnswerOf, layKept, outdated } from './kept-queries.ts'

const DAY = 86_400_000
const NOW = Date.UTC(2026, 10, 27)

const queryOf = (client: QueryClient, queryKey: readonly unknown[]) => client.getQueryCache().find({ queryKey })!

test('an answer that is kept is there again, old whatever its age, and stays until its screen is opened', async () => {
  const before = new QueryClient()
  await before.query({ queryKey: ['weather', 'c1'], queryFn: () => ({ degrees: 11 }), ...keptOnDevice })
  await before.query({ queryKey: ['factor'], queryFn: () => 'secret' })
  const kept = before.getQueryCache().getAll().filter(isKept)
  expect(kept.map(({ queryKey }) => queryKey)).toEqual([['weather', 'c1']])

  const after = new QueryClient()
  layKept(after, kept.map(keptAnswerOf), hashKey)
  expect(after.getQueryData(['weather', 'c1'])).toEqual({ degrees: 11 })
  const query = queryOf(after, ['weather', 'c1'])
  expect(query.isStale()).toBe(true)
  expect(query.state.dataUpdatedAt).toBe(kept[0]!.state.dataUpdatedAt)
  expect([query.gcTime, isKept(query)]).toEqual([Infinity, true])
})

test('what is known already is not covered by what was kept', () => {
  const client = new QueryClient()
  client.setQueryData(['feed'], 'newer')
  layKept(client, [{ key: ['feed'], data: 'older', at: NOW + DAY }], hashKey)
  expect(client.getQueryData(['feed'])).toBe('newer')
})

test('of a list in pages the beginning is kept', () => {
  const client = new QueryClient()
  client.setQueryData(['list'], { pages: [[1], [2], [3]], pageParams: [1, 2, 3] })
  expect(keptAnswerOf(queryOf(client, ['list'])).data).toEqual({ pages: [[1], [2]], pageParams: [1, 2] })
})

test('what is older than a month goes, and of too many the oldest', () => {
  const answers = Array.from({ length: 160 }, (_, n) => ({ key: [n], data: n, at: NOW - n * 1000 }))
  const gone = outdated([...answers, { key: ['old'], data: 0, at: NOW - 31 * DAY }], hashKey, NOW)
  expect(gone).toEqual([...Array.from({ length: 10 }, (_, n) => hashKey([150 + n])), hashKey(['old'])])
})
