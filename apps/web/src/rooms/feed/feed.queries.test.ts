import type { FeedPage } from '@parvis/contract/feed.ts'
import { expect, test } from 'vitest'
import { feedKeys, nextPage } from './feed.queries.ts'

const page = (more: Partial<FeedPage>): FeedPage => ({ docs: [], page: 1, hasNextPage: true, nextPage: 2, cursor: 'c1', templatesUpdateTimestamp: '2026-06-12T12:00:00Z', ...more })

test('the next page is asked for by the cursor of the last', () => expect(nextPage(page({}))).toEqual({ page: 2, cursor: 'c1' }))

test('the last page has no next', () => expect(nextPage(page({ hasNextPage: false, nextPage: null, cursor: null }))).toBeUndefined())

test('the same question has the same key, however it is said', () => {
  expect(feedKeys.list('a', {})).toEqual(feedKeys.list('a', { filter: 'all', search: ' ' }))
  expect(feedKeys.list('a', { filter: 'my' })).not.toEqual(feedKeys.list('b', { filter: 'my' }))
})
