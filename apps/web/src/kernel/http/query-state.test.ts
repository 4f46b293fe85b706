// @vitest-environment node
import { expect, test } from 'vitest'
import { ApiError } from './api.ts'
import { isOffline, stateOf } from './query-state.ts'

const asked = { data: undefined, error: null }
const down = new ApiError('networkerror', 0)

test('is loading while a request runs, and failed when it cannot succeed', () => {
  expect(stateOf(asked)).toBe('waiting')
  expect(stateOf({ ...asked, error: down })).toBe('failed')
})

test('keeps known content, marked as stale when a refetch failed', () => {
  expect(stateOf({ ...asked, data: [] })).toBe('content')
  expect(stateOf({ ...asked, data: [], error: down })).toBe('stale')
})

test('does not show placeholder data of another query when this one fails', () => {
  expect(stateOf({ ...asked, data: [], isPlaceholderData: true })).toBe('content')
  expect(stateOf({ ...asked, data: [], isPlaceholderData: true, error: down })).toBe('failed')
})

test('does not take a server error for a lost connection', () => {
  expect(isOffline({ ...asked, error: down })).toBe(true)
  expect(isOffline({ ...asked, error: new ApiError('unexpectederror', 500) })).toBe(false)
})
