import { expect, test } from 'vitest'
import { feedKeys } from './feed.queries.ts'

test('the same question has the same key, however it is said', () => {
  expect(feedKeys.list('a', {})).toEqual(feedKeys.list('a', { filter: 'all', search: ' ' }))
  expect(feedKeys.list('a', { filter: 'my' })).not.toEqual(feedKeys.list('b', { filter: 'my' }))
})
