// @vitest-environment node
import { expect, test } from 'vitest'
import { ApiError } from './api.ts'
import { isOffline, viewStateOf } from './query-state.ts'

const pendingQuery = { data: undefined, error: null }
const networkError = new ApiError('networkerror', 0)

test('is loading while a request runs, and failed when it cannot succeed', () => {
  expect(viewStateOf(pendingQuery)).toBe('waiting')
  expect(viewStateOf({ ...pendingQuery, error: networkError })).toBe('failed')
})

test('keeps known content, marked as stale when a refetch failed', () => {
  expect(viewStateOf({ ...pendingQuery, data: [] })).toBe('content')
  expect(viewStateOf({ ...pendingQuery, data: [], error: networkError })).toBe('stale')
})

test('does not show placeholder data of another query when this one fails', () => {
  expect(viewStateOf({ ...pendingQuery, data: [], isPlaceholderData: true })).toBe('content')
  expect(viewStateOf({ ...pendingQuery, data: [], isPlaceholderData: true, error: networkError })).toBe('failed')
})

test('does not take a server error for a lost connection', () => {
  expect(isOffline({ ...pendingQuery, error: networkError })).toBe(true)
  expect(isOffline({ ...pendingQuery, error: new ApiError('unexpectederror', 500) })).toBe(false)
})
