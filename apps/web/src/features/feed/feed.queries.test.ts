// @vitest-environment node
import { expect, test } from 'vitest'
import { feedKeys, listIdOf, parseListKey } from './feed.queries.ts'

test('equivalent criteria have the same query key', () => {
  expect(feedKeys.list('a', {})).toEqual(feedKeys.list('a', { filter: 'all', search: ' ' }))
  expect(feedKeys.list('a', { filter: 'my' })).not.toEqual(feedKeys.list('b', { filter: 'my' }))
})

test('parseListKey recognizes the keys of a list and of its top, and no others', () => {
  const criteria = { filter: 'my', search: 'bike' }
  const id = listIdOf('a', criteria)
  expect([parseListKey(feedKeys.list('a', criteria)), parseListKey(feedKeys.top('a', criteria))]).toEqual([id, id])
  expect([
    parseListKey(feedKeys.post('list')),
    parseListKey(feedKeys.answers('a')),
    parseListKey(['chat', 'list', id]),
  ]).toEqual([null, null, null])
})
