// @vitest-environment node
import { expect, test } from 'vitest'
import { ApiError } from '#web/kernel/http/api.ts'
import { popupOf } from './login-errors.ts'

test('popupOf returns the next step of an error, and null for other errors', () => {
  expect(popupOf(new ApiError('popup2', 406))).toBe('popup2')
  expect(popupOf(new ApiError('popup4', 423))).toBe('popup4')
  expect(popupOf(new ApiError('unknown', 404))).toBeNull()
  expect(popupOf(new TypeError('popup2'))).toBeNull()
})
