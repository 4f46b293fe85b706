// @vitest-environment node
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { feedKeys } from './feed.queries.ts'
import { listedAt } from './post.queries.ts'

const part = (...ids: string[]) => ({ ids, low: '', at: 1 })

test('listedAt returns the time of the newest list that contains the post: in its pages, sections or top', () => {
  const client = new QueryClient()
  const put = (key: readonly unknown[], data: unknown, updatedAt: number) =>
    client.setQueryData(key, data, { updatedAt })
  put(feedKeys.list('c', {}), { pages: [part('1', '2'), { ...part('3'), above: { pinned: ['4'] } }] }, 10)
  put(feedKeys.list('c', { filter: 'my' }), { pages: [part('1')] }, 20)
  put(feedKeys.top('c', {}), { parts: [part('2')], isCut: false }, 30)
  put(feedKeys.top('c', { filter: 'my' }), null, 40)
  put(feedKeys.post('3'), '3', 50)
  put(feedKeys.answers('3'), [{ _id: '3' }], 60)
  put(['chat', 'users'], { pages: [part('1')] }, 70)
  expect(['1', '2', '3', '4', '5'].map(id => listedAt(client, id))).toEqual([20, 30, 10, 10, 0])
})
