// @vitest-environment node
import { expect, test } from 'vitest'
import { feedKeys, listName, listOf } from './feed.queries.ts'

test('equal criteria have the same key, however they are written', () => {
  expect(feedKeys.list('a', {})).toEqual(feedKeys.list('a', { filter: 'all', search: ' ' }))
  expect(feedKeys.list('a', { filter: 'my' })).not.toEqual(feedKeys.list('b', { filter: 'my' }))
})

test('parseListKey recognizes the keys of a list and of its top, and no others', () => {
  const asked = { filter: 'my', search: 'bike' }
  const name = listName('a', asked)
  expect([listOf(feedKeys.list('a', asked)), listOf(feedKeys.top('a', asked))]).toEqual([name, name])
  expect([listOf(feedKeys.post('list')), listOf(feedKeys.answers('a')), listOf(['chat', 'list', name])]).toEqual([
    null,
    null,
    null,
  ])
})
