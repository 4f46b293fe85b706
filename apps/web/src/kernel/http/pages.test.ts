// @vitest-environment node
import { expect, test } from 'vitest'
import { nextPage } from './pages.ts'

test('nextPage returns the number of the page after the given one, and the cursor of that next page', () =>
  expect(nextPage({ hasNextPage: true, nextPage: 2, cursor: 'c1' })).toEqual({ page: 2, cursor: 'c1' }))

test('nextPage returns undefined after the last page', () =>
  expect(nextPage({ hasNextPage: false, nextPage: null, cursor: null })).toBeUndefined())
