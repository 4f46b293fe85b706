// @vitest-environment node
import { expect, test } from 'vitest'
import { ApiError } from './api.ts'
import { isOffline, stateOf } from './query-state.ts'

const asked = { data: undefined, error: null }
const down = new ApiError('networkerror', 0)

test('what is on its way waits; what cannot come has failed', () => {
  expect(stateOf(asked)).toBe('waiting')
  expect(stateOf({ ...asked, error: down })).toBe('failed')
})

test('what was seen stays, marked when it could not be fetched anew', () => {
  expect(stateOf({ ...asked, data: [] })).toBe('content')
  expect(stateOf({ ...asked, data: [], error: down })).toBe('stale')
})

test('the answer to another question is no answer when this one fails', () => {
  expect(stateOf({ ...asked, data: [], isPlaceholderData: true })).toBe('content')
  expect(stateOf({ ...asked, data: [], isPlaceholderData: true, error: down })).toBe('failed')
})

test('a server that stumbles is not a lost connection', () => {
  expect(isOffline({ ...asked, error: down })).toBe(true)
  expect(isOffline({ ...asked, error: new ApiError('unexpectederror', 500) })).toBe(false)
})
