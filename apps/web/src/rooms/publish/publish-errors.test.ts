import { expect, test } from 'vitest'
import { ApiError } from '#web/kernel/http/api.ts'
import { troubleOf, troubleOfRule } from './publish-errors.ts'

test('a refusal stands where its cause is, anything else over the form', () => {
  expect(troubleOfRule({ key: 'descriptionmandatory', field: 'description' })).toMatchObject({
    place: 'description',
    rule: 'descriptionmandatory',
    error: { key: 'descriptionmandatory' },
  })
  expect(troubleOf(new ApiError('unsupportedmedia', 415, { field: 'files' })).place).toBe('photo')
  expect(troubleOf(new ApiError('badrequest', 400, { field: 'photoUri' })).place).toBe('photo')
  expect(troubleOf(new ApiError('toomanyrequests', 429)).place).toBe('form')
  expect(troubleOf(new TypeError('x')).place).toBe('form')
})
