// @vitest-environment node
import { expect, test } from 'vitest'
import { ApiError } from './api.ts'
import { isOffline, viewStateOf } from './query-state.ts'

const pendingQuery = { data: undefined, error: null }
const networkError = new ApiError('networkerror', 0)

test('viewStateOf returns `waiting` without data and error, and `failed` with an error but no data', () => {
  expect(viewStateOf(pendingQuery)).toBe('waiting')
  expect(viewStateOf({ ...pendingQuery, error: networkError })).toBe('failed')
})

test('a query whose refetch failed still shows its content, marked as stale', () => {
  expect(viewStateOf({ ...pendingQuery, data: [] })).toBe('content')
  expect(viewStateOf({ ...pendingQuery, data: [], error: networkError })).toBe('stale')
})

test('a failed query does not show placeholder data of another query', () => {
  expect(viewStateOf({ ...pendingQuery, data: [], isPlaceholderData: true })).toBe('content')
  expect(viewStateOf({ ...pendingQuery, data: [], isPlaceholderData: true, error: networkError })).toBe('failed')
})

test('isOffline is true for a network error, but not for a server error', () => {
  expect(isOffline({ ...pendingQuery, error: networkError })).toBe(true)
  expect(isOffline({ ...pendingQuery, error: new ApiError('unexpectederror', 500) })).toBe(false)
})
