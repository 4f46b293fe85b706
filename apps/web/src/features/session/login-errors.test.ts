// @vitest-environment node
import { validateLogIn } from '@parvis/contract/entry-rules.ts'
import { expect, test } from 'vitest'
import { ApiError } from '#web/kernel/http/api.ts'
import { popupOf, entryErrorOf, validationEntryError } from './login-errors.ts'

test('a validation error is shown at its field', () => {
  const validationError = validateLogIn({ email: ' ', password: '' })
  expect(validationError && validationEntryError(validationError)).toMatchObject({
    place: 'field',
    field: 'email',
    error: { key: 'missingemailorpseudo' },
  })
})

test('a wrong registration key is shown at its field, a wrong password above the form', () => {
  expect(entryErrorOf(new ApiError('badneighborhoodkey', 401, { field: 'registerkey' }))).toMatchObject({
    place: 'field',
    field: 'registerkey',
  })
  expect(entryErrorOf(new ApiError('baduserpassword', 401))).toMatchObject({ place: 'form' })
})

test('popupOf returns the next step of an error, and null for other errors', () => {
  expect(popupOf(new ApiError('popup2', 406))).toBe('popup2')
  expect(popupOf(new ApiError('popup4', 423))).toBe('popup4')
  expect(popupOf(new ApiError('unknown', 404))).toBeNull()
  expect(popupOf(new TypeError('popup2'))).toBeNull()
})
