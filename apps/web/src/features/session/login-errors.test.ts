// @vitest-environment node
import { checkLogIn } from '@parvis/contract/session-rules.ts'
import { expect, test } from 'vitest'
import { ApiError } from '#web/kernel/http/api.ts'
import { popupIn, troubleOf, troubleOfRule } from './login-errors.ts'

test('a validation error is shown at its field', () => {
  const broken = checkLogIn({ email: ' ', password: '' })
  expect(broken && troubleOfRule(broken)).toMatchObject({
    place: 'field',
    field: 'email',
    error: { key: 'missingemailorpseudo' },
  })
})

test('a wrong key is shown at its field, a wrong password above the form', () => {
  expect(troubleOf(new ApiError('badneighborhoodkey', 401, { field: 'registerkey' }))).toMatchObject({
    place: 'field',
    field: 'registerkey',
  })
  expect(troubleOf(new ApiError('baduserpassword', 401))).toMatchObject({ place: 'form' })
})

test('popupOf returns the next step of an error, and null for other errors', () => {
  expect(popupIn(new ApiError('popup2', 406))).toBe('popup2')
  expect(popupIn(new ApiError('popup4', 423))).toBe('popup4')
  expect(popupIn(new ApiError('unknown', 404))).toBeNull()
  expect(popupIn(new TypeError('popup2'))).toBeNull()
})
