// @vitest-environment node
import { expect, test } from 'vitest'
import { nextPage } from './pages.ts'

test('the next page is asked for by the cursor of the last', () =>
  expect(nextPage({ hasNextPage: true, nextPage: 2, cursor: 'c1' })).toEqual({ page: 2, cursor: 'c1' }))

test('the last page has no next', () =>
  expect(nextPage({ hasNextPage: false, nextPage: null, cursor: null })).toBeUndefined())
