// @vitest-environment node
import type { Deal, DealsPage } from '@parvis/contract/deals.ts'
import { QueryClient, type InfiniteData } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LiveConnection } from '#web/kernel/live/live.ts'
import { listenToDeals, withDeal } from './deals.live.ts'
import { newDeals } from './new-deals.ts'
import { dealsKeys } from './deals.queries.ts'

const place = '0199f15d-9f9c-7af3-b221-000000000001'
const [food, care] = ['food', 'care']
const deal = (id: string, version: number, fields: object = {}) =>
  ({
    _id: id,
    version,
    title: `${id} ${version}`,
    categoryId: food,
    dateAdded: '2026-06-01',
    keeping: null,
    ...fields,
  }) as unknown as Deal
const pages = (...docs: Deal[]): InfiniteData<DealsPage> => ({
  pages: [{ docs, page: 1, hasNextPage: false, nextPage: null, cursor: null }],
  pageParams: [{ page: 1 }],
})
const payloadOf = (one: Deal) => ({ ...one, category: {}, abilities: {} })

let queryClient: QueryClient
let listeners: Record<string, (data: unknown) => void>
const titles = (key: readonly unknown[]) =>
  queryClient.getQueryData<InfiniteData<DealsPage>>(key)?.pages.flatMap(({ docs }) => docs.map(({ title }) => title))

beforeEach(() => {
  queryClient = new QueryClient()
  listeners = {}
  const on = vi.fn((name: string, listener: (data: unknown) => void, isValid?: (data: unknown) => boolean) => {
    listeners[name] = data => (isValid?.(data) ?? true) && listener(data)
    return () => {}
  })
  listenToDeals(queryClient, { on } as unknown as LiveConnection, () => 'me')
})
afterEach(() => {
  queryClient.clear()
  newDeals.clear()
})

test('a new deal is added to the lists and maps of its category, and counted as new', () => {
  const keys = [dealsKeys.list(place, []), dealsKeys.list(place, [care]), dealsKeys.map(place, [food])]
  for (const key of keys) queryClient.setQueryData(key, pages(deal('a', 1)))
  listeners['ad.created']!(payloadOf(deal('b', 1)))
  expect(keys.map(titles)).toEqual([['b 1', 'a 1'], ['a 1'], ['b 1', 'a 1']])
  expect(newDeals.counter.get()).toBe(1)
})

test('the viewer’s own deals and pending deals are not counted as new', () => {
  queryClient.setQueryData(dealsKeys.list(place, []), pages())
  listeners['ad.created']!(payloadOf(deal('b', 1, { keeping: { state: 'shown', author: { _id: 'me' } } })))
  listeners['ad.created']!(payloadOf(deal('c', 1, { keeping: { state: 'waiting', author: { _id: 'else' } } })))
  expect(titles(dealsKeys.list(place, []))).toEqual(['b 1'])
  expect(newDeals.counter.get()).toBe(0)
})

test('the highest version of a deal is shown, in whatever order the events arrive', () => {
  const list = dealsKeys.list(place, [])
  const one = dealsKeys.detail({ id: 'a' })
  queryClient.setQueryData(list, pages(deal('a', 1)))
  queryClient.setQueryData(one, { ...deal('a', 1), community: { name: 'Les Tilleuls' } })
  listeners['ad.updated']!(payloadOf(deal('a', 3)))
  listeners['ad.updated']!(payloadOf(deal('a', 2)))
  expect(titles(list)).toEqual(['a 3'])
  expect(queryClient.getQueryData(one)).toMatchObject({ title: 'a 3', community: { name: 'Les Tilleuls' } })
})

test('a change of category or state removes a deal from lists that no longer include it', () => {
  const before = pages(deal('a', 1), deal('b', 1))
  const ids = (list: InfiniteData<DealsPage>) => list.pages.flatMap(({ docs }) => docs.map(({ _id }) => _id))
  expect(ids(withDeal(before, deal('a', 2, { categoryId: care }), [food]))).toEqual(['b'])
  for (const state of ['ended', 'hidden', 'waiting', 'refused'])
    expect(ids(withDeal(before, deal('a', 2, { keeping: { state } }), []))).toEqual(['b'])
})

test('a deleted deal is removed from every list and from the count of new deals', () => {
  const list = dealsKeys.list(place, [])
  queryClient.setQueryData(list, pages(deal('a', 1)))
  listeners['ad.created']!(payloadOf(deal('b', 1)))
  listeners['ad.deleted']!({ _id: 'b' })
  listeners['ad.deleted']!({ _id: 7 })
  expect(titles(list)).toEqual(['a 1'])
  expect(newDeals.counter.get()).toBe(0)
})

test('a change or deletion of a deal invalidates the query for editing that deal', () => {
  const edited = [...dealsKeys.managed(), place, 'one', 'bread']
  const isInvalidated = () => queryClient.getQueryState(edited)?.isInvalidated
  for (const [name, data] of [
    ['ad.updated', payloadOf(deal('bread', 2))],
    ['ad.deleted', { _id: 'bread' }],
  ] as const) {
    queryClient.setQueryData(edited, deal('bread', 1))
    expect(isInvalidated()).toBe(false)
    listeners[name]!(data)
    expect(isInvalidated()).toBe(true)
  }
})
