import type { SessionUser } from '@parvis/contract/session.ts'
import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { outboxKinds, webFeatures } from './features.ts'

test('each kind of outbox item is declared by one feature', () => {
  const kinds = outboxKinds.map(({ kind }) => kind)
  expect(kinds.toSorted()).toEqual(['answer', 'message', 'post', 'profile', 'publication', 'report'])
})

test.each([
  [true, ['employees', 'categories', 'dates', 'places', 'times']],
  [false, []],
])(
  'the queries of the template screens and of the team are prefetched only with the abilities: %s',
  async (able, expected) => {
    const queryClient = new QueryClient()
    const query = vi.spyOn(queryClient, 'query').mockResolvedValue([])
    const abilities = { publish: able, publishActivity: able, readChats: able } as SessionUser['abilities']
    const context = { community: { subscribe: true }, session: { communityId: 'c1', abilities } }
    await Promise.all(webFeatures.flatMap(({ prefetch }) => prefetch?.(queryClient, context) ?? []).map(task => task()))
    const lists = ['employees', 'categories', 'dates', 'places', 'times']
    const names = query.mock.calls.map(([{ queryKey }]) => lists.find(name => queryKey.includes(name)))
    expect(names.toSorted()).toEqual(expected.toSorted())
  },
)
