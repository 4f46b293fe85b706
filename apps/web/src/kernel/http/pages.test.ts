// @vitest-environment node
import { expect, test } from 'vitest'
import { nextPage } from './pages.ts'

test('requests the next page with the cursor of the last one', () =>
  expect(nextPage({ hasNextPage: true, nextPage: 2, cursor: 'c1' })).toEqual({ page: 2, cursor: 'c1' }))

test('returns undefined after the last page', () =>
  expect(nextPage({ hasNextPage: false, nextPage: null, cursor: null })).toBeUndefined())
